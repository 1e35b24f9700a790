package records

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"parley/model/cli/process"
	"parley/store"
	"parley/store/search"
)

const searchLong = `Search what was said, asked, answered and done in all saved conversations: the
one that changed last first, and in each the latest line first. A line is found
if its event has all the words, in upper or lower case; words in double quotes
stay together.

The number before a line is that of its event: "parley fork ID --at NUMBER" goes
on from there in a copy.`

// searching holds the flags of a search.
type searching struct {
	format string
	here   bool
	most   int
}

// SearchCommand is `parley search`.
func SearchCommand(p *process.Program) *cobra.Command {
	var o searching
	c := &cobra.Command{
		Use: "search words…", Short: "Search the text of the saved conversations", Long: searchLong,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := process.OneOf("--format", o.format, "text", "json"); err != nil {
				return err
			}
			words := strings.Join(args, " ")
			if strings.Trim(words, "\" \t\n") == "" {
				return process.Usage("no words to search for; say `parley search WORDS`")
			}
			if len(args) == 1 && strings.Contains(args[0], " ") && !strings.Contains(args[0], `"`) {
				words = `"` + words + `"` // the shell has removed the quotes
			}
			return searchAll(cmd.Context(), p, words, o)
		},
	}
	c.Flags().StringVar(&o.format, "format", "text", "text or json")
	c.Flags().BoolVar(&o.here, "here", false, "only the conversations of this workspace")
	c.Flags().IntVar(&o.most, "most", 3, "at most this many `lines` of one conversation; 0 for all")
	return c
}

func searchAll(ctx context.Context, p *process.Program, words string, o searching) error {
	saved, s, err := Store(p)
	if err != nil {
		return err
	}
	in := search.Scope{Most: max(o.most, 0)}
	if o.here {
		in.Workspace = s.Dir
	}
	if o.format == "json" {
		return searchJSON(ctx, p, saved, words, in)
	}
	var faults []error
	last := ""
	for m, err := range search.In(ctx, saved, words, in) {
		if err != nil {
			faults = append(faults, err)
			continue
		}
		if m.ID != last {
			process.Rows(p.Out, p.Shown(process.Row(summaryLine(p, &m.Summary)))+"\n")
			last = m.ID
		}
		process.Rows(p.Out, fmt.Sprintf("  %6d %s: %s\n", m.Seq, kindOf(m.Type), p.Shown(process.Row(strings.ReplaceAll(m.Line, "\t", " ")))))
	}
	if last == "" && ctx.Err() == nil {
		process.Say(p.Err, nothingFoundText)
	}
	if ctx.Err() != nil {
		return process.StatusError{Status: process.ExitInterrupted, Err: nil}
	}
	return errors.Join(faults...)
}

// foundLine is a match in JSON.
type foundLine struct {
	Conversation string    `json:"conversation"`
	Title        string    `json:"title"`
	Seq          int64     `json:"seq"`
	Event        string    `json:"event"`
	Turn         int       `json:"turn"`
	Time         time.Time `json:"time"`
	Type         string    `json:"type"`
	Line         string    `json:"line"`
	From         int       `json:"from"` // byte offset in line
	To           int       `json:"to"`
}

func searchJSON(ctx context.Context, p *process.Program, saved store.Store, words string, in search.Scope) error {
	found := []foundLine{}
	var faults []error
	for m, err := range search.In(ctx, saved, words, in) {
		if err != nil {
			faults = append(faults, err)
			continue
		}
		found = append(found, foundLine{m.ID, m.Summary.Title, m.Seq, m.Event, m.Turn, m.Time, m.Type, m.Line, m.From, m.To})
	}
	if ctx.Err() != nil {
		return process.StatusError{Status: process.ExitInterrupted, Err: nil}
	}
	return errors.Join(append(faults, p.JSON(map[string]any{"matches": found}))...)
}

// kindOf says in one word what a type of event contains.
func kindOf(name string) string {
	switch name {
	case store.ChatRequest{}.Type():
		return "message"
	case store.ChatResponse{}.Type():
		return "answer"
	case store.Reasoning{}.Type():
		return "thought"
	case store.ToolCallRequest{}.Type():
		return "call"
	case store.ToolFinished{}.Type(), store.ToolCallResponse{}.Type():
		return "result"
	case store.InquiryRequest{}.Type():
		return "question"
	case store.InquiryResponse{}.Type():
		return "decision"
	case store.PermissionRequest{}.Type(), store.PermissionResponse{}.Type():
		return "permission"
	case store.ModelFailed{}.Type():
		return "failure"
	case store.GuardTripped{}.Type(), store.GuardResolved{}.Type():
		return "guard"
	case store.UserCommand{}.Type(), store.UserCommandEnd{}.Type():
		return "command"
	case store.ContextSummary{}.Type():
		return "summary"
	case store.FileKept{}.Type(), store.Undone{}.Type():
		return "file"
	case store.ScratchpadNote{}.Type():
		return "note"
	}
	return name
}
