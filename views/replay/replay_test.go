package replay

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"parley/forms"
	"parley/store"
	"parley/store/record"
	"parley/teatest/goldens"
	"parley/views/chrome"
	"parley/views/markdown"
	"parley/views/pane"
	"parley/views/patch"
	"parley/views/prompt"
	"parley/views/text"
)

func replayBar() Bar {
	return Bar{
		Playing: true, Speed: 2, Event: 118, Events: 342, Turn: 3, Turns: 9, Played: 41, Whole: 192,
		Marks: []int{40, 71, 118, 160, 210, 226, 301}, Clock: "15:04:14", What: "the question is answered", Passed: 840,
		Foot: chrome.Hints(text.Theme{}, []chrome.Hint{{Key: "Space", Words: "pause"}, {Key: "← →", Words: "step"}}, 40, 1)[0],
	}
}

func TestReplayBar(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode()))
	goldens.Screens(t, "replay-bar", func(width int) []string { return replayBar().Draw(th, width) })
	goldens.Screens(t, "replay-bar-begin", func(width int) []string {
		b := Bar{Speed: 0.25, Event: 1, Events: 1, What: "frobnicate\x1b[31m", New: true, Clock: "23:59:59"}
		return b.Draw(th, width)
	})
	goldens.Screens(t, "replay-bar-empty", func(width int) []string { return Bar{Speed: 1}.Draw(th, width) })
	ascii := th
	ascii.Glyphs = text.ASCII()
	goldens.Screen(t, "replay-bar-ascii-80", replayBar().Draw(ascii, 80))
}

func TestSpeedsInWords(t *testing.T) {
	for speed, want := range map[float64][2]string{0.25: {"¼×", "0.25x"}, 0.5: {"½×", "0.5x"}, 1: {"1×", "1x"}, 16: {"16×", "16x"}, 3.5: {"3.5×", "3.5x"}} {
		if got := [2]string{SpeedText(speed, false), SpeedText(speed, true)}; got != want {
			t.Errorf("%g: %q, want %q", speed, got, want)
		}
	}
}

func TestPassedInWords(t *testing.T) {
	for seconds, want := range map[int]string{3: "3 s passed", 840: "14 min passed", 7200: "2 h passed", 47 * 3600: "47 h passed", 5 * 24 * 3600: "5 days passed"} {
		if got := passedText(seconds); got != want {
			t.Errorf("%d: %q, want %q", seconds, got, want)
		}
	}
}

// asked is an exchange that was closed after some seconds; none leaves it open.
func asked(q forms.Question, after int, a *store.InquiryResponse) record.Exchange {
	at := time.Date(2026, 1, 2, 15, 4, 5, 0, time.UTC)
	x := record.Exchange{Asked: at, Answer: a, Inquiry: &store.InquiryRequest{
		ID: "c.q.1", Source: store.Source{Source: "tool", Name: "deploy"}, Target: store.TargetUser, Question: q,
	}}
	if a != nil {
		x.Closed = at.Add(time.Duration(after) * time.Second)
	}
	return x
}

func permitted(after int, p *store.PermissionResponse) record.Exchange {
	at := time.Date(2026, 1, 2, 15, 4, 5, 0, time.UTC)
	x := record.Exchange{Asked: at, Permitted: p, Permission: &store.PermissionRequest{
		ID: "c.run", Kind: store.PermitRun, Tool: "run_command", Text: "Run go test?", Arguments: json.RawMessage(`{"command":"go test ./..."}`), Covers: "this very command",
	}}
	if p != nil {
		x.Closed = at.Add(time.Duration(after) * time.Second)
	}
	return x
}

func byUser(answer string) *store.InquiryResponse {
	return &store.InquiryResponse{Outcome: store.Answered, Answer: json.RawMessage(answer), AnsweredBy: &store.AnsweredBy{By: store.ByUser}}
}

func environment() forms.Question {
	return forms.Question{ID: "env", Text: "Which environment?", Context: "The migration rewrites **2.1 million rows**.",
		AnswerType: forms.AnswerType{Kind: forms.Select, Other: true, Options: []forms.Option{
			{Value: json.RawMessage(`"staging"`), Description: "safe, the data is anonymised"},
			{Value: json.RawMessage(`"production"`), Description: "needs the maintenance window", Recommended: true},
		}}}
}

func apply() forms.Question {
	return forms.Question{ID: "apply_changes", Text: "Do you want to apply the following patch?", AnswerType: forms.AnswerType{Kind: forms.Boolean}}
}

// replayedCases are decisions of every kind and end.
func replayedCases() map[string]Replayed {
	reviewer := &store.InquiryResponse{Outcome: store.Answered, Answer: json.RawMessage("false"), Reason: "The cross-reference is tangential.",
		AnsweredBy: &store.AnsweredBy{By: store.ByReviewer, Model: "claude-haiku-4-5"}}
	own := environment()
	guard := asked(forms.Question{ID: "loop_threshold", Header: "Loop Detected", Text: "Loop detected. How to proceed?", Context: "iteration 9 of 10",
		AnswerType: forms.AnswerType{Kind: forms.Select, Options: []forms.Option{{Value: json.RawMessage(`"Debug first"`)}, {Value: json.RawMessage(`"Cancel"`)}}}}, 95, byUser(`"Debug first"`))
	guard.Inquiry.Source = store.Source{Source: "other", Name: "guard.loop_threshold"}
	review := asked(apply(), 0, nil)
	review.Inquiry.Target = store.TargetReviewer
	multi := asked(forms.Question{ID: "m", Text: "Which files?", AnswerType: forms.AnswerType{Kind: forms.MultiSelect, Other: true, Options: []forms.Option{
		{Value: json.RawMessage(`1`), Label: "one"}, {Value: json.RawMessage(`2`), Label: "two"}}}}, 3, byUser(`[2,"three"]`))
	edited := byUser("true")
	edited.Edited, edited.Remember = &store.Edited{Content: "two\x1b[31m\n"}, "yes"
	patch := apply()
	patch.Text = "Do you want to apply the following patch to cmd/main.go?"
	patch.Context = "Two places.\n\n```diff\n--- a/cmd/main.go\n+++ b/cmd/main.go\n@@ -3,4 +3,4 @@ package main\n func main() {\n-\tfmt.Println(\"one\")\n+\tfmt.Println(\"two\") // \u202e \n }\n \n@@ -40,1 +40,2 @@ func last() {\n // end\n+// of it\n```"
	secret := &store.InquiryResponse{Outcome: store.Redacted, AnsweredBy: &store.AnsweredBy{By: store.ByUser}}
	forgotten := permitted(4, &store.PermissionResponse{Outcome: store.PermitAllowed, Scope: store.ScopeTurn, By: store.ByUser})
	forgotten.Forgotten = true
	deliver, result := permitted(3, &store.PermissionResponse{Outcome: store.PermitDenied, By: store.ByUser}), "ok\tparley\x1b[31m\n"
	deliver.Permission.Kind, deliver.Permission.Text, deliver.Permission.Arguments = store.PermitDeliver, "Give the result?", nil
	tag := func(tag string) *store.InquiryResponse {
		return &store.InquiryResponse{Outcome: store.Cancelled, Reason: tag}
	}
	reply := tag(store.CancelReply)
	reply.Reply = "do it on Monday instead"
	by := func(by string) *store.InquiryResponse {
		return &store.InquiryResponse{Outcome: store.Answered, Answer: json.RawMessage(`"staging"`), AnsweredBy: &store.AnsweredBy{By: by}}
	}
	part := byUser("true")
	part.Edited = &store.Edited{Content: "two\n", Part: store.Part{Taken: 1, Hunks: 2}}
	return map[string]Replayed{
		"part": {Who: "fs_modify_file", Exchange: asked(apply(), 14, part)},
		"open": {Who: "Assistant", At: 2, Of: 3, Exchange: asked(environment(), 0, nil)}, "answered": {Who: "Assistant", At: 2, Of: 3, Exchange: asked(environment(), 14, byUser(`"production"`))},
		"other": {Who: "Assistant", Exchange: asked(own, 1, byUser(`"the lab"`))}, "static": {Who: "deploy", Exchange: asked(own, 0, by(store.ByStatic))},
		"remembered": {Who: "deploy", Exchange: asked(own, 2, by(store.ByTurnCache))}, "default": {Who: "deploy", Exchange: asked(own, 0, by(store.ByDefault))},
		"reviewing": {Who: "fs_modify_file", Exchange: review}, "reviewed": {Who: "fs_modify_file", Exchange: asked(apply(), 2, reviewer)},
		"escalated":  {Who: "fs_modify_file", Escalated: &prompt.Escalation{Model: "claude-haiku-4-5", Reason: "The cross-reference is tangential."}, Exchange: asked(apply(), 14, byUser("true"))},
		"unreviewed": {Who: "fs_modify_file", Escalated: &prompt.Escalation{Failed: true, Reason: "backend_error"}, Exchange: asked(apply(), 14, edited)},
		"patch":      {Who: "fs_modify_file", Tool: "fs_modify_file", Escalated: &prompt.Escalation{Model: "claude-haiku-4-5", Reason: "The second place was not asked for."}, Exchange: asked(patch, 14, byUser("true"))},
		"guard":      {Who: "Loop Detected", Exchange: guard}, "several": {Who: "deploy", Exchange: multi},
		"text":   {Who: "deploy", Exchange: asked(forms.Question{ID: "t", Text: "A note?", AnswerType: forms.AnswerType{Kind: forms.Text}}, 30, byUser(`"window agreed\nwith \u001b[31mops"`))},
		"schema": {Who: "deploy", Exchange: asked(forms.Question{ID: "t", Text: "Settings?", AnswerType: forms.AnswerType{Kind: forms.Schema}}, 300, byUser(`{"host":"db","port":5432}`))},
		"secret": {Who: "deploy", Exchange: asked(forms.Question{ID: "t", Text: "Password?", AnswerType: forms.AnswerType{Kind: forms.Secret}}, 9, secret)},
		"back":   {Who: "Assistant", At: 2, Of: 3, Exchange: asked(environment(), 14, tag(store.CancelBack))}, "reply": {Who: "Assistant", Exchange: asked(environment(), 0, reply)},
		"denied-policy": {Who: "deploy", Exchange: asked(environment(), 0, tag(store.CancelPolicyDenied))}, "new-tag": {Who: "deploy", Exchange: asked(environment(), 7, tag("moon_phase"))},
		"permission-open": {Who: "run_command", Exchange: permitted(0, nil)}, "permission": {Who: "run_command", Exchange: permitted(3, &store.PermissionResponse{Outcome: store.PermitAllowed, By: store.ByUser})},
		"delivery":             {Who: "run_command", Exchange: deliver, Result: &result},
		"permission-turn":      {Who: "run_command", Exchange: forgotten},
		"permission-skipped":   {Who: "run_command", Exchange: permitted(3, &store.PermissionResponse{Outcome: store.PermitSkipped, By: store.ByUser, Reason: "use make instead"})},
		"permission-edited":    {Who: "run_command", Exchange: permitted(3, &store.PermissionResponse{Outcome: store.PermitEdited, By: store.ByUser, Arguments: json.RawMessage(`{"command":"make"}`)})},
		"permission-policy":    {Who: "run_command", Exchange: permitted(0, &store.PermissionResponse{Outcome: store.PermitDenied, By: "policy"})},
		"permission-cancelled": {Who: "run_command", Exchange: permitted(61, &store.PermissionResponse{Outcome: store.PermitCancelled, By: store.ByUser, Reason: store.CancelEndTurn})},
	}
}

func TestReplayedDecisions(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode()))
	for name, r := range replayedCases() {
		goldens.Screens(t, "replay-"+name, func(width int) []string {
			return NewReplayed(r, Replayed{}).Draw(th, markdown.New(th, text.TextWidth(width)), width, 20, 0).Lines
		})
	}
}

// TestReplayedFits: whatever the room, nothing is wider or higher than it.
func TestReplayedFits(t *testing.T) {
	th, cases := goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode())), replayedCases()
	names := []string{"answered", "escalated", "several", "text", "permission-edited", "guard", "patch"}
	rapid.Check(t, func(t *rapid.T) {
		r := cases[rapid.SampledFrom(names).Draw(t, "case")]
		width, height := rapid.IntRange(1, 130).Draw(t, "width"), rapid.IntRange(0, 30).Draw(t, "height")
		d := NewReplayed(r, Replayed{}).Draw(th, markdown.New(th, text.TextWidth(width)), width, height, rapid.IntRange(0, 50).Draw(t, "scroll"))
		if height > 0 {
			goldens.Fits(t, d.Lines, width, height)
		}
		b := replayBar()
		b.Event, b.Events, b.Foot = rapid.IntRange(0, 400).Draw(t, "event"), rapid.IntRange(0, 400).Draw(t, "events"), ""
		goldens.Fits(t, b.Draw(th, width), width, ReplayRows)
	})
}

func TestInspector(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode()))
	line := []byte("{\"v\":1,\"seq\":12345678901234567890.10,\"text\":\"a \\u001b[31m \u202e \u009b\",\"more\":[1,2,{}]}")
	goldens.Screens(t, "replay-raw", func(width int) []string {
		return Inspector(th, "event number 1, a message", RawEvent(th, line, width), 0, width, 14).Lines
	})
	goldens.Screens(t, "replay-raw-short", func(width int) []string {
		return Inspector(th, "event number 1, a message", RawEvent(th, line, width), 2, width, 5).Lines
	})
}

// TestTruncate: a pane that was cut is like one that never held more.
func TestTruncate(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	entry := func(i int) pane.Entry {
		return pane.Message{Key: fmt.Sprint("m", i), Rev: 1, Text: fmt.Sprintf("message %d\nof two lines", i)}
	}
	rapid.Check(t, func(t *rapid.T) {
		all, keep := rapid.IntRange(0, 40).Draw(t, "all"), rapid.IntRange(0, 45).Draw(t, "keep")
		cut, short := pane.New(th, 40, 10), pane.New(th, 40, 10)
		for i := range all {
			cut.Set(entry(i))
		}
		cut.Scroll(-rapid.IntRange(0, 60).Draw(t, "scroll"))
		cut.Lines()
		cut.Truncate(keep)
		for i := range min(all, keep) {
			short.Set(entry(i))
		}
		if cut.Len() != short.Len() {
			t.Fatalf("%d entries, want %d", cut.Len(), short.Len())
		}
		cut.Bottom()
		if got, want := fmt.Sprintf("%q %d", cut.Lines(), cut.Below()), fmt.Sprintf("%q %d", short.Lines(), short.Below()); got != want {
			t.Fatalf("the pane is\n%s\nwant\n%s", got, want)
		}
		cut.Set(entry(99))
		short.Set(entry(99))
		for _, p := range []*pane.Pane{cut, short} { // all of it is seen, so that no height is a guess
			p.Top()
			for !p.Following() {
				p.Lines()
				p.Page(1)
			}
			p.Top()
		}
		if got, want := fmt.Sprint(cut.Below(), cut.Position()), fmt.Sprint(short.Below(), short.Position()); got != want {
			t.Fatalf("below is %s, want %s", got, want)
		}
		if got, want := fmt.Sprintf("%q", cut.Lines()), fmt.Sprintf("%q", short.Lines()); got != want {
			t.Fatalf("after one more the pane is\n%s\nwant\n%s", got, want)
		}
	})
}

// TestReplayedLongPatch: a change too long to be coloured in a frame is a plain diff, and
// nothing of it is lost.
func TestReplayedLongPatch(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	look := pane.Look{Theme: th, Width: 80, Markdown: markdown.New(th, text.TextWidth(80))}
	for n, drawn := range map[int]bool{patch.PatchPastMost - 1: true, patch.PatchPastMost: false} {
		context := fmt.Sprintf("```diff\n--- a/x\n+++ b/x\n@@ -0,0 +1,%d @@\n%s```", n, strings.Repeat("+a line\n", n))
		lines, ok := patch.PatchLines(look, context)
		if ok != drawn {
			t.Errorf("%d lines: drawn %v, want %v", n, ok, drawn)
		}
		if ok && len(lines) != n+1 {
			t.Errorf("%d lines of %d", len(lines), n+1)
		}
		r := NewReplayed(Replayed{Who: "x", Exchange: asked(apply(), 1, byUser("true"))}, Replayed{})
		r.Exchange.Inquiry.Question.Context = context
		if got := strings.Count(strings.Join(r.Draw(th, look.Markdown, 80, 4*n+40, 0).Lines, "\n"), "a line"); got != n {
			t.Errorf("%d lines of %d are shown", got, n)
		}
	}
}
