package prompt

import (
	"encoding/json"
	"strings"
	"testing"

	"parley/views/text"
)

// TestWhatIsToBeReadIsReadBeforeItIsEdited: the editor shows the arguments and no more, so it does
// not open by itself where something else belongs to the decision, nor where it shows them otherwise.
func TestWhatIsToBeReadIsReadBeforeItIsEdited(t *testing.T) {
	p := func(arguments string) Permission {
		return Permission{Tool: "deploy", Text: "deploy", Arguments: json.RawMessage(arguments)}
	}
	given := func(result string) Permission { return Permission{Tool: "t", Text: "t", Result: &result} }
	said, because := p(`{"a":"b"}`), p(`{"a":"b"}`)
	said.Said, because.Why = []string{"It gives permission."}, "a rule asks"
	for name, c := range map[string]struct {
		p     Permission
		opens bool
		shows string
	}{
		"plain ones":     {p(`{"a":"b c\n\té ü","d":"слово"}`), true, "слово"},
		"a remark":       {said, false, "It gives permission."},
		"a rule":         {because, false, "Asked because a rule asks."},
		"another script": {p(`{"host":"` + "\u0430" + `pi.example.com","n":1}`), false, "<U+0430>pi.example.com"},
		"what hides":     {p(`{"host":"api` + "\u200b" + `","n":1}`), false, "api<U+200B>"},
		"a sign":         {p(`{"host":"a` + "\uff0f" + `b","n":1}`), false, "a<U+FF0F>b"},
		"a result":       {given("a\n\tb é\n"), true, "b é"},
		"one that hides": {given("a\x1b[2Kb"), false, "a␛[2Kb"},
	} {
		t.Run(name, func(t *testing.T) {
			c.p.MustEdit = true
			p := NewPermission(plainTheme(t), c.p)
			if p.Editing() != c.opens {
				t.Errorf("the editor is open: %v", p.Editing())
			}
			if drawn := text.Stripped(strings.Join(p.Draw(80, 24).Lines, "\n")); !strings.Contains(drawn, c.shows) {
				t.Errorf("it shows %s, want %q", drawn, c.shows)
			}
			p, _ = p.Update(EditFirst{})
			if _, act := p.Update(Confirm{}); act != (Allowed{}) {
				t.Errorf("what was not changed is %v", act)
			}
		})
	}
}
