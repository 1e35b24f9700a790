package replay

import (
	"strings"
	"testing"
	"time"

	"parley/forms"
	"parley/store"
	"parley/teatest/goldens"
	"parley/views/markdown"
	"parley/views/pane"
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
		lines, _ := r.answerLines(look)
		if got, want := strings.Join(lines, "\n"), strings.Join(pane.Quoted(look, c.want), "\n"); got != want {
			t.Errorf("%s %s is drawn as %q, want %q", c.kind, c.answer, got, want)
		}
	}
}

// TestALostAnswerIsNobodys: a repair closed the permission, but did not decide it.
func TestALostAnswerIsNobodys(t *testing.T) {
	x := store.Exchange{Permission: &store.PermissionRequest{ID: "c.run", Text: "ls"}, Asked: time.Unix(0, 0), Closed: time.Unix(1, 0),
		Permitted: &store.PermissionResponse{ID: "c.run", Outcome: store.PermitCancelled, Reason: store.CancelLost, By: store.ByPolicy}}
	if d := (pane.Teller{}).Decision(x); d.Answer != "the answer was lost with a damaged line of the file" || d.Who != "" {
		t.Errorf("%q, by %q", d.Answer, d.Who)
	}
	if got, want := replayedText(x), "the answer was lost with a damaged line of the file, after 1 s"; got != want {
		t.Errorf("replayed as %q, want %q", got, want)
	}
}
