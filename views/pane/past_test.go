package pane

import (
	"encoding/json"
	"strings"
	"testing"

	"parley/store"
	"parley/store/record"
	"parley/teatest/goldens"
	"parley/views/text"
)

// TestWhatIsNotShownAnyMoreLeavesNothing: an entry of the past that was shown when it began
// takes no line at the points at which it is not.
func TestWhatIsNotShownAnyMoreLeavesNothing(t *testing.T) {
	for _, c := range []struct {
		entry record.Entry
		lines int
	}{
		{record.Entry{ID: "e1", Item: &record.Failure{Error: "It did not answer."}}, 1},
		{record.Entry{ID: "e1", Item: &record.Mark{Told: true}}, 0},
		{record.Entry{ID: "e1", Item: &record.Note{}}, 0},
	} {
		got := pastOf(Teller{}, c.entry).Draw(Look{Theme: goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), Width: 40})
		if len(got) != c.lines {
			t.Errorf("%+v is %q", c.entry.Item, got)
		}
	}
}

// TestAnUnfoldedDecisionIsLedByItsAnswer: the answer is as loud as nothing below it, and who
// gave it is quiet.
func TestAnUnfoldedDecisionIsLedByItsAnswer(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode()))
	long := strings.Repeat("word ", 7) + "end"
	for name, c := range map[string]struct {
		d    Decision
		want []string
	}{
		"answered":   {Decision{Answer: "staging", Who: "you", Took: "2 s"}, []string{"   " + th.Strong.Render("staging") + th.Dim.Render(" · you after 2 s")}},
		"long":       {Decision{Answer: long, Who: "you"}, []string{"   " + th.Strong.Render(strings.TrimSuffix(long, " end")), "   " + th.Strong.Render("end") + th.Dim.Render(" · you")}},
		"no room":    {Decision{Answer: "thirty cells, and then nothing", Who: "somebody"}, []string{"   " + th.Strong.Render("thirty cells, and then nothing"), "   " + th.Dim.Render("somebody")}},
		"open":       {Decision{}, []string{"   " + th.Dim.Render("open")}},
		"taken back": {Decision{Answer: "staging", Who: "you", Gone: "taken back"}, []string{"   " + th.Dim.Render("staging · you, taken back")}},
	} {
		got := c.d.answered(Look{Theme: th, Width: 40})
		if strings.Join(got, "\n") != strings.Join(c.want, "\n") {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestQuestionAndAnswerStandApart: two blanks at least, however long both are.
func TestQuestionAndAnswerStandApart(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	for n := 1; n < 60; n++ {
		for m := 1; m < 60; m += 3 {
			d := Decision{Question: strings.Repeat("q", n), Answer: strings.Repeat("a", m), Who: "you"}
			line := text.Stripped(d.Draw(Look{Theme: th, Width: 80})[0])
			if _, rest, _ := strings.Cut(line, "q"); !strings.Contains(strings.TrimLeft(rest, "q"+th.Glyphs.Ellipsis), "  ") || !strings.HasPrefix(strings.TrimLeft(rest, "q"+th.Glyphs.Ellipsis), "  ") {
				t.Fatalf("%d and %d: %q", n, m, line)
			}
		}
	}
}

// TestAStoppedCallSaysWhatMatters: that it may have taken effect, and not again that the turn
// ended, in the words for the assistant.
func TestAStoppedCallSaysWhatMatters(t *testing.T) {
	for command, want := range map[string]string{
		"make": " ✗ Run    make           stopped, the turn ended: may have taken effect in part",
		"for i in 1 2 3 4 5 6 7 8 9; do echo line; done": " ✗ Run    for i in 1 2 3 4 5 6 7 8 9; do echo line; d…  stopped, the turn ended\n" +
			"     It may have taken effect in part",
	} {
		call := &record.ToolCall{
			ID: "c1", Name: "run_command", Arguments: json.RawMessage(`{"command":"` + command + `"}`), Runs: 1, Started: at(0), Stopped: true,
			Result: &store.ToolCallResponse{IsError: true, Content: "The user ended the turn while this was running. It was stopped and may have taken effect in part."},
		}
		if got := drawnCall(call, 80); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
}

// TestAnOutcomeLeavesRoom: what a call was stopped in goes below where it would push out how long
// it ran and who allowed it.
func TestAnOutcomeLeavesRoom(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	c := Call{Key: "1", Tool: "run_command", Verb: "Run", Summary: "go test ./coordinator/...", State: CallFailed, Came: "stopped by you", Right: textInPart, Fault: textItInPart,
		Took: "3.1 s", Allowed: &Decision{Answer: textAllowed, Who: "you", Took: "5 s"}}
	for width, want := range map[int]string{
		120: " ✗ Run    go test ./coordinator/..." + strings.Repeat(" ", 24) + "stopped by you   3.1 s   ◆ you after 5 s\n     It may have taken effect in part",
		80:  " ✗ Run    go test ./coordinator/...    stopped by you   3.1 s   ◆ you after 5 s\n     It may have taken effect in part",
		40:  " ✗ Run    go test ./co…  stopped by you\n     It may have taken effect in part",
	} {
		var got []string
		for _, line := range c.Draw(Look{Theme: th, Width: width}) {
			got = append(got, strings.TrimRight(text.Stripped(line), " "))
		}
		if said := strings.Join(got, "\n"); said != want {
			t.Errorf("%d:\n%s\nwant\n%s", width, said, want)
		}
	}
}

// TestAStoppedCallKeepsItsLines: what was read while it ran stays where it was.
func TestAStoppedCallKeepsItsLines(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	p := New(th, 80, 40)
	call := &record.ToolCall{ID: "c1", Name: "run_command", Arguments: json.RawMessage(`{"command":"make"}`), Runs: 1, Started: at(0)}
	wrote := "line 1\nline 2\nline 3\nline 4\nline 5\n"
	below := func(version int) string {
		t.Helper()
		entry, _ := Teller{Live: true, Output: func(string) string { return wrote }}.Entry(record.Entry{ID: "e1", Version: version, Item: call})
		p.Set(entry)
		lines := p.Lines()
		for i, line := range lines {
			lines[i] = strings.TrimRight(text.Stripped(line), " ")
		}
		_, rest, _ := strings.Cut(strings.Trim(strings.Join(lines, "\n"), "\n"), "\n")
		return rest
	}
	const last = "     line 2\n     line 3\n     line 4\n     line 5"
	if got := below(1); got != last {
		t.Errorf("while it runs:\n%s", got)
	}
	call.Stopped = true
	call.Result = &store.ToolCallResponse{IsError: true, Content: "The user ended the turn while this was running. It was stopped and may have taken effect in part."}
	if got := below(2); got != "     ▸ 1 line before\n"+last {
		t.Errorf("stopped:\n%s", got)
	}
}

// TestAFaultBelowItsRowHasItsSubject, as a sentence of its own.
func TestAFaultBelowItsRowHasItsSubject(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	c := Call{Key: "1", Tool: "fs_modify_file", Verb: "Edit", Summary: "cmd/report.go", State: CallFailed, Came: "failed",
		Right: "was not changed: old is not in it", Fault: "report.go was not changed: old is not in it"}
	for width, want := range map[int]string{
		100: " ✗ Edit   cmd/report.go" + strings.Repeat(" ", 35) + "failed: was not changed: old is not in it",
		50:  " ✗ Edit   cmd/report.go                    failed\n     report.go was not changed: old is not in it",
	} {
		var got []string
		for _, line := range c.Draw(Look{Theme: th, Width: width}) {
			got = append(got, strings.TrimRight(text.Stripped(line), " "))
		}
		if got := strings.Join(got, "\n"); got != want {
			t.Errorf("%d: got\n%s\nwant\n%s", width, got, want)
		}
	}
}
