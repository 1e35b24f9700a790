package records

import (
	"cmp"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"parley/model/cli/process"
	"parley/model/cli/session"
	"parley/store"
	"parley/store/record"
	"parley/store/text/clean"
)

// ShowCommand is `parley show`.
func ShowCommand(p *process.Program) *cobra.Command {
	var format string
	c := &cobra.Command{
		Use: "show id", Short: "Print a saved conversation", Args: process.OneID,
		RunE: func(_ *cobra.Command, args []string) error {
			if err := process.OneOf("--format", format, "text", "ndjson"); err != nil {
				return err
			}
			return showOne(p, args[0], format)
		},
	}
	c.Flags().StringVar(&format, "format", "text", "text, or ndjson: the events as stored")
	return c
}

func showOne(p *process.Program, prefix, format string) (err error) {
	c, err := readOne(p, prefix)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	if format == "ndjson" {
		for _, ev := range c.Log().All() {
			if err := session.Stored(p, ev); err != nil {
				return err
			}
		}
		return nil
	}
	t := record.NewTranscript(c.Log())
	for _, e := range t.All() {
		if text := shown(p, e); text != "" {
			process.Rows(p.Out, text+"\n\n")
		}
	}
	return nil
}

// shown is an entry as it is printed. Two blanks in, where decisions begin, nothing else begins with
// their mark, as the output has it.
func shown(p *process.Program, e record.Entry) string {
	text := p.Shown(kept(entryText(e)))
	switch e.Item.(type) {
	case *record.ToolCall, *record.Guard: // what is not a decision stands further in, or behind a word
		return text
	}
	mark := clean.Ours("◆")
	return strings.ReplaceAll(text, "\n  "+mark, "\n    "+mark)
}

// kept is an entry none of whose lines but the first begins like another entry, whoever wrote them.
func kept(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "\n", "\n  "), "\n    ", "\n  ")
}

// entryText is an entry of a transcript as plain lines.
func entryText(e record.Entry) string {
	switch x := e.Item.(type) {
	case *record.Message:
		who := "You"
		if x.Author != "" {
			who = "Parley (" + x.Author + ")"
		}
		return who + ":\n" + indent(record.With(x.Text, x.Files))
	case *record.Response:
		if x.State != record.Complete {
			return "Assistant (" + string(x.State) + "):\n" + indent(x.Text)
		}
		return "Assistant:\n" + indent(x.Text)
	case *record.ToolCall:
		return callText(x)
	case *record.Asked:
		return exchangeText(x.Exchange)
	case *record.Failure:
		if x.Retried {
			return "Note: " + x.Error
		}
		return "The model failed: " + x.Error
	case *record.Shortfall:
		return "Note: " + record.ToUser.Lack(x.End)
	case *record.Note:
		return "Note: " + x.Text
	case *record.Guard:
		return guardEntryText(x)
	case *record.Debugging:
		return debuggingText(x)
	case *record.Command:
		return commandText(x)
	case *record.Mark:
		return markText(x)
	}
	return ""
}

// commandText is a command that the user ran, with what it printed.
func commandText(x *record.Command) string {
	text := "You ran:\n" + indent(clean.Tabs(clean.Exact(x.Command))) + "\n  (" + x.Came() + ")"
	if x.End != nil && strings.TrimSpace(x.End.Output) != "" {
		text += "\n" + indent(x.End.Output)
	}
	return text
}

// markText tells of what happened beside the turns; "" for any other event.
func markText(x *record.Mark) string {
	line, more := record.ToUser.Mark(x)
	switch x.Body.(type) {
	case store.Observed:
		return "Note: " + line + ". Parley only looked on."
	case store.FileKept: // the call that writes it says so
		return ""
	}
	if line == "" {
		return ""
	}
	if more != "" {
		line += "\n" + indent(more)
	}
	return "Note: " + line
}

func callText(x *record.ToolCall) string {
	lines := []string{"Tool " + record.ToolText(x.Name)}
	if by := record.Readable(x.Arguments); by != "" { // further in than decisions: no line from a model begins like ours
		lines = append(lines, indent(indent(by)))
	}
	for _, exchange := range x.Exchanges {
		lines = append(lines, indent(exchangeText(exchange)))
	}
	switch {
	case x.Result == nil:
		lines = append(lines, "  (no result)")
	default:
		if came := record.ToUser.Came(x.Came()); came != "" && x.Came().How != record.CameError { // its text says that
			lines = append(lines, "  ("+came+")")
		}
		head := "  Result: "
		if x.Result.IsError {
			head = "  Error: "
		}
		lines = append(lines, head+hung(record.With(x.Result.Content, x.Result.Files)))
	}
	return strings.Join(lines, "\n")
}

// hung is a text of somebody's within a line of ours: what it has of further lines is further in.
//
//go:noinline
func hung(text string) string {
	return strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n    ")
}

// exchangeText is a decision in lines: what was asked, what was said beside it, and who said
// what.
func exchangeText(x record.Exchange) string {
	said := ""
	if x.Permission != nil {
		for _, words := range record.Cautions(*x.Permission) {
			said += indent(words) + "\n"
		}
	}
	text := strings.TrimRight(clean.Ours("◆ ")+hung(clean.Prose(asked(x))), " ") + "\n" + said + "  " + outcomeText(x)
	if p := x.Permitted; p != nil && len(p.Arguments) > 0 { // this ran, and not what stands above
		text += "\n  edited to:\n" + indent(indent(record.Readable(p.Arguments)))
	}
	if revoked := x.Revoked(); revoked != "" {
		text += "\n  " + revoked
	}
	return text
}

// asked is what was asked; what was to run has nothing in it that is taken for a mark.
func asked(x record.Exchange) string {
	if x.Permission != nil {
		return clean.Exact(x.Text())
	}
	return x.Put()
}

func outcomeText(x record.Exchange) string {
	said, below, model := "(open)", "", ""
	switch {
	case x.Cancelled():
		said = hung(record.ToUser.Cancelled(x.Reason(), x.By()))
	case x.Permitted != nil:
		said = record.PermitWords(x.Permitted.Outcome)
	case x.Answer != nil && x.Answer.Outcome == store.Answered:
		said, below = record.AnswerLine(record.AnswerWords(x.Inquiry.Question.AnswerType, x.Answer.Answer))
		if x.Answer.Again {
			said = record.WordsAgain
		} else if edited := x.Answer.Edited; edited != nil {
			said += ", " + cmp.Or(edited.Part.Words(), "edited")
		}
	case x.Answer != nil && x.Answer.Outcome == store.Redacted:
		said = "(a secret)"
	}
	if x.Answer != nil && x.Answer.AnsweredBy != nil {
		model = x.Answer.AnsweredBy.Model
	}
	if !x.Cancelled() {
		if by := record.ToUser.By(x.By(), model); by != "" {
			said += ", by " + by
		}
		if reason := record.InOwnWords(x.By(), x.Reason()); reason != "" {
			said += " (" + hung(reason) + ")"
		}
	} else if model != "" {
		said += " (" + model + ")"
	}
	if x.Answer != nil && x.Answer.Reply != "" {
		said += ": " + hung(x.Answer.Reply)
	}
	if below != "" {
		said += ":\n" + indent(indent(below))
	}
	if x.Answer != nil && len(x.Answer.Files) > 0 {
		said += "\n" + indent(record.FileWords(x.Answer.Files))
	}
	return said
}

// indent moves a text in by two blanks.
func indent(s string) string {
	return "  " + strings.ReplaceAll(strings.TrimRight(s, "\n"), "\n", "\n  ")
}
