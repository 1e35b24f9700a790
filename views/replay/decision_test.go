package replay

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"parley/forms"
	"parley/store"
	"parley/store/record"
	"parley/teatest/goldens"
	"parley/views/markdown"
	"parley/views/pane"
	"parley/views/prompt"
	"parley/views/text"
)

// TestAKindSaysItsAnswers: nothing is drawn of a secret that another program recorded,
// since its kind says nothing of it; and of a kind of a later version, what is there.
func TestAKindSaysItsAnswers(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	for _, c := range []struct {
		kind         forms.Kind
		answer, want string
	}{
		{forms.Secret, `"hunter2"`, ""}, {forms.Number, `2.5`, "2.5"}, {forms.Text, `"a\nb"`, "a\nb"}, {forms.Text, `5`, "5"},
		{forms.Schema, `"a"`, "a"}, {forms.Schema, `{"a":"b","c":true}`, "a: b\nc: yes"}, {"of_tomorrow", `"a"`, "a"}, {"of_tomorrow", `[1]`, "[\n  1\n]"},
	} {
		r := Replayed{Exchange: asked(forms.Question{ID: "q", AnswerType: forms.AnswerType{Kind: c.kind}}, 1, byUser(c.answer))}
		look := pane.Look{Theme: th, Width: 80, Markdown: markdown.New(th, 60)}
		lines, _, _ := r.answerLines(look)
		if got, want := strings.Join(lines, "\n"), strings.Join(pane.Quoted(look, c.want), "\n"); got != want {
			t.Errorf("%s %s is drawn as %q, want %q", c.kind, c.answer, got, want)
		}
	}
}

// TestALostAnswerIsNobodys: a repair closed the permission, but did not decide it.
func TestALostAnswerIsNobodys(t *testing.T) {
	x := record.Exchange{Permission: &store.PermissionRequest{ID: "c.run", Text: "ls"}, Asked: time.Unix(0, 0), Closed: time.Unix(1, 0),
		Permitted: &store.PermissionResponse{ID: "c.run", Outcome: store.PermitCancelled, Reason: store.CancelLost, By: store.ByPolicy}}
	if d := (pane.Teller{}).Decision(x); d.Answer != "the answer was lost with a damaged line of the file" || d.Who != "" {
		t.Errorf("%q, by %q", d.Answer, d.Who)
	}
	if got, want := replayedText(x, true), "the answer was lost with a damaged line of the file, after 1 s"; got != want {
		t.Errorf("replayed as %q, want %q", got, want)
	}
}

// TestAllOfADecisionCanBeRead: whatever has no room beside the answer stands in the text that
// scrolls: a long change, what was written instead of it, reasons, options and answers.
func TestAllOfADecisionCanBeRead(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	numbered := func(words string, n int, end string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "%s%02d%s", words, i, end)
		}
		return b.String()
	}
	change := apply()
	change.Text = "Do you want to apply the following patch to a.md?"
	change.Context = "```diff\n--- a/a.md\n+++ b/a.md\n@@ -0,0 +1,30 @@\n" + numbered("+new", 30, "\n") + "```"
	part := byUser("true")
	part.Edited = &store.Edited{Content: numbered("written", 40, "\n"), Part: store.Part{Taken: 1, Hunks: 2}}
	options := environment()
	options.AnswerType.Options = nil
	for i := range 12 {
		options.AnswerType.Options = append(options.AnswerType.Options, forms.Option{Value: json.RawMessage(fmt.Sprintf("%q", fmt.Sprintf("option%02d", i)))})
	}
	why := byUser(`"option09"`)
	why.Reason = numbered("why", 60, " ")
	note := forms.Question{ID: "t", Text: "A note?", AnswerType: forms.AnswerType{Kind: forms.Text}}
	edited := permitted(3, &store.PermissionResponse{Outcome: store.PermitEdited, By: store.ByUser, Arguments: json.RawMessage(fmt.Sprintf(`{"command":%q}`, numbered("make", 30, "\n")))})
	for name, c := range map[string]struct {
		r     Replayed
		words map[string]int
	}{
		"part": {Replayed{Who: "fs_modify_file", Tool: "fs_modify_file", Exchange: asked(change, 17, part),
			Escalated: &prompt.Escalation{Model: "haiku", Reason: numbered("because", 50, " ")}}, map[string]int{"new": 30, "written": 40, "because": 50}},
		"options": {Replayed{Who: "Assistant", Exchange: asked(options, 3, why)}, map[string]int{"option": 12, "why": 60}},
		"text":    {Replayed{Who: "Assistant", Exchange: asked(note, 3, byUser(fmt.Sprintf("%q", numbered("line", 30, "\n"))))}, map[string]int{"line": 30}},
		"edited":  {Replayed{Who: "run_command", Tool: "run_command", Exchange: edited}, map[string]int{"make": 30}},
	} {
		for _, size := range [][2]int{{80, 13}, {120, 24}, {40, 6}} {
			r, all := NewReplayed(c.r, Replayed{}), ""
			md := markdown.New(th, text.TextWidth(size[0]))
			for scroll, most := 0, 0; scroll <= most; scroll++ {
				d := r.Draw(th, md, size[0], size[1], scroll)
				goldens.Fits(t, d.Lines, size[0], size[1])
				all, most = all+strings.Join(d.Lines, "\n")+"\n", d.MaxScroll
			}
			for word, n := range c.words {
				for i := range n {
					if w := fmt.Sprintf("%s%02d", word, i); !strings.Contains(all, w) {
						t.Errorf("%s at %v: %s cannot be read", name, size, w)
					}
				}
			}
		}
	}
}

// TestADecisionIsHeadedAsItWasAsked: with the words of the form, not with a tool's name.
func TestADecisionIsHeadedAsItWasAsked(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	change := apply()
	change.Text = "Do you want to apply the following patch to docs/a.md?"
	change.Context = "```diff\n--- a/docs/a.md\n+++ b/docs/a.md\n@@ -1,1 +1,1 @@\n-a\n+b\n```"
	by := func(e *prompt.Escalation) Replayed {
		return Replayed{Who: "fs_modify_file", Tool: "fs_modify_file", Exchange: asked(change, 17, byUser("true")), Escalated: e}
	}
	permit := func(tool, told, args string) Replayed {
		x := permitted(3, &store.PermissionResponse{Outcome: store.PermitAllowed, By: store.ByUser})
		x.Permission.Tool, x.Permission.Text, x.Permission.Arguments = tool, told, json.RawMessage(args)
		return Replayed{Who: tool, Tool: tool, Exchange: x}
	}
	deliver := permit("read", "", `{}`)
	deliver.Exchange.Permission.Kind = store.PermitDeliver
	for _, c := range []struct {
		r    Replayed
		want string
	}{
		{by(nil), "── Edit docs/a.md? ── answered by you after 17 s ─"},
		{by(&prompt.Escalation{Model: "haiku", Reason: "no"}), "── Edit docs/a.md? ── haiku recommends rejecting ── answered by you after 17 s ─"},
		{by(&prompt.Escalation{Model: "haiku", Failed: true}), "── Edit docs/a.md? ── haiku gave no review ── answered by you after 17 s ─"},
		{permit("run_command", "make", `{"command":"make"}`), "── Run `make`? ── allowed by you after 3 s ─"},
		{permit("run_command", "make in docs", `{"command":"make"}`), "── Run this command? ── allowed by you after 3 s ─"},
		{permit("fs_delete_file", "a.md", `{"path":"a.md"}`), "── Delete a.md? ── allowed by you after 3 s ─"},
		{permit("table__book", "for two", `{}`), "── Run table__book? ── allowed by you after 3 s ─"},
		{deliver, "── read ── give this result to the assistant? ── allowed by you after 3 s ─"},
	} {
		got := text.Stripped(NewReplayed(c.r, Replayed{}).Draw(th, markdown.New(th, 90), 100, 20, 0).Lines[0])
		if !strings.HasPrefix(got, c.want) {
			t.Errorf("the heading is %q, want %q", got, c.want)
		}
	}
}

// TestAnAnswerThatCountedNoMoreLater says so at once, until the replay comes to where it did not.
func TestAnAnswerThatCountedNoMoreLater(t *testing.T) {
	given := record.Exchange{Asked: time.Unix(0, 0), Closed: time.Unix(1, 0), Inquiry: &store.InquiryRequest{},
		Answer: &store.InquiryResponse{Outcome: store.Answered, AnsweredBy: &store.AnsweredBy{By: store.ByUser}}}
	gone := given
	gone.Forgotten, gone.Why = true, record.RevokedDecline
	for _, c := range []struct {
		x    record.Exchange
		gone string
		want string
	}{
		{given, "", "answered by you"},
		{given, record.RevokedBack, "answered by you, taken back later"},
		{given, record.RevokedDecline, "answered by you, counted no more later"},
		{gone, record.RevokedDecline, "answered by you"},
	} {
		if got := (Replayed{Exchange: c.x, Gone: c.gone}).outcome(false); got != c.want {
			t.Errorf("%q: %q, want %q", c.gone, got, c.want)
		}
	}
}
