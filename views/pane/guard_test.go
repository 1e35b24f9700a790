package pane

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"parley/store"
	"parley/store/record"
	"parley/teatest/goldens"
	"parley/views/markdown"
	"parley/views/text"
)

// guards are the entries of a turn with guards in it: a review and then debugging, one
// that was accepted, one that nobody was asked about, one that is open.
func guards() []record.Entry {
	n := 0
	entry := func(within string, it record.Item) record.Entry {
		n++
		return record.Entry{ID: fmt.Sprint("e", n), Within: within, Version: 1, Item: it}
	}
	asked := func(review, answer string, from, to int) record.Exchange {
		x := record.Exchange{Asked: at(from), Inquiry: &store.InquiryRequest{Question: goldens.GuardQuestion(review)}}
		if answer != "" {
			x.Closed = at(to)
			x.Answer = &store.InquiryResponse{Outcome: store.Answered, Answer: json.RawMessage(`"` + answer + `"`), AnsweredBy: &store.AnsweredBy{By: store.ByUser}}
		}
		return x
	}
	nobody := asked("", "", 0, 0)
	nobody.Closed, nobody.Answer = at(0), &store.InquiryResponse{Outcome: store.Cancelled, Reason: store.CancelNoPromptBackend}
	left := nobody
	left.Answer = &store.InquiryResponse{Outcome: store.Cancelled, Reason: store.CancelEndTurn}
	out := []record.Entry{
		entry("", &record.Guard{Guard: "loop_threshold", Choice: "Debug first", Exchanges: []record.Exchange{asked("", "Review", 0, 5), asked(goldens.GuardReview, "Debug first", 5, 12)}}),
		entry("", &record.Note{Text: "a note of the scratchpad"}),
		entry("", &record.Debugging{Parent: 1, Steps: 2, Last: "report_findings", Ended: "done", RootCause: "service.js:1 calls a service that is not there", Findings: []string{"auth.js is right\x1b[31m"}, Fix: "mock it"}),
	}
	head := out[len(out)-1].ID
	return append(out,
		entry(head, &record.Message{Author: "guard.loop_threshold", Text: "The work on the task has stopped.\n\nGo by these instructions."}),
		entry(head, &record.Response{Text: "The **service** is not there.", State: record.Complete}),
		entry(head, &record.ToolCall{ID: "c1", Name: "fs_read_file", Arguments: json.RawMessage(`{"path":"service.js"}`), Runs: 1, Result: &store.ToolCallResponse{Content: "fetch"}}),
		entry(head, &record.Guard{Guard: "max_iterations", Choice: record.ChoiceStopped}),
		entry("", &record.Message{Author: "scratchpad", Text: "a note"}),
		entry("", &record.Message{Author: "guard.loop_threshold", Text: "The root cause was found: x\nApply the fix, then go on with the task."}),
		entry("", &record.Debugging{Parent: 1, Steps: 1, Last: "fs_read_file"}),
		entry("", &record.Debugging{Parent: 1, Steps: 20, Ended: "guard"}),
		entry("", &record.Guard{Guard: "max_iterations", Choice: record.ChoiceAccept, Exchanges: []record.Exchange{asked("", record.ChoiceAccept, 0, 2)}}),
		entry("", &record.Guard{Guard: "max_runtime", Choice: record.ChoiceStopped, Exchanges: []record.Exchange{nobody}}),
		entry("", &record.Guard{Guard: "max_runtime", Exchanges: []record.Exchange{left}}),
		entry("", &record.Mark{Body: store.GuardResolved{Guard: "max_iterations", Choice: record.ChoiceLimit, Limit: "80"}}),
		entry("", &record.Guard{Guard: "max_runtime", Exchanges: []record.Exchange{asked("", "", 0, 0)}}), // it is in the dock
	)
}

func guardPane(t *testing.T, width int) *Pane {
	p := New(goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode())), width, 120)
	for _, e := range guards() {
		if entry, ok := (Teller{Took: true}).Entry(e); ok {
			p.Set(entry)
		}
	}
	return p
}

func TestGuardsInTheConversation(t *testing.T) {
	goldens.Screens(t, "guards", func(width int) []string { return markdown.TrimBlank(guardPane(t, width).Lines()) })
	goldens.Screens(t, "guards-open", func(width int) []string {
		p := guardPane(t, width)
		p.Fold("e1", true)
		p.Fold("e3", true)
		return markdown.TrimBlank(p.Lines())
	})
}

func TestDebuggingFoldsAndIsFound(t *testing.T) {
	p := guardPane(t, 80)
	lines := func() int { return len(markdown.TrimBlank(p.Lines())) }
	folded := lines()
	p.Fold("e3", true)
	if open := lines(); open < folded+8 {
		t.Errorf("%d lines folded, %d open", folded, open)
	}
	p.Fold("e3", false)
	if again := lines(); again != folded {
		t.Errorf("%d lines, and after folding again %d", folded, again)
	}
	for range 20 {
		if e, ok := p.Select(-1); ok && under(e) != "" {
			t.Fatalf("%s is selected, and not to be seen", e.ID())
		}
	}
	if n := p.Search("service.js"); n == 0 || lines() <= folded {
		t.Errorf("%d hits, and the fold is open: %v", n, p.Opened("e3"))
	}
}

func TestFactsFit(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode()))
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(4, 130).Draw(t, "width")
		var lines []string
		for range rapid.IntRange(0, 5).Draw(t, "lines") {
			lines = append(lines, strings.ReplaceAll(goldens.Nasty().Draw(t, "word")+"  "+goldens.Nasty().Draw(t, "text"), "\n", " "))
		}
		md := markdown.New(th, width)
		goldens.Fits(t, markdown.FactLines(md, text.Reveal(strings.Join(lines, "\n"))), width, 0)
		goldens.Fits(t, markdown.Context(md, "head\n\n```facts\n"+strings.Join(lines, "\n")+"\n```"), width, 0)
	})
}
