package conversation

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/model/kit"
	"parley/providers"
	"parley/teatest/desk"
)

// covering is a screen in front of the conversation.
type covering struct {
	desk.Heard
	kit.Cover
}

func (c *covering) Update(tea.Msg) (tea.Model, tea.Cmd) { return c, nil }

// TestAuditOnTheScreen shows the decisions, narrows them, and recognises a word that names
// nothing.
func TestAuditOnTheScreen(t *testing.T) {
	asked, altered := new(string), false
	d := underReview(t, providers.Call{ID: "a", Name: "gate", Arguments: "{}"})
	modelOf(d).o.Audit = func(_ kit.Shared, past kit.Past, tool, who string) kit.Covering {
		*asked, altered = tool+"/"+who, past.Altered
		return &covering{}
	}
	d.Say(desk.Finished(`{"reason":"too much","answer":false}`))
	d.Pass(time.Second)
	d.Press("y")
	d.Say(desk.Finished("Done."))

	modelOf(d).o.Altered = true
	for argument, want := range map[string]string{"": "/", " gate user": "gate/user", " default": "/default"} {
		*asked = ""
		d.Write("/audit"+argument).Press("esc", "enter")
		if *asked != want || !altered {
			t.Errorf("/audit%s shows %q, want %q", argument, *asked, want)
		}
		d.Top = d.Top.(kit.Covering).Behind()
	}
	d.Write("/audit usr").Press("esc", "enter")
	d.Shows(
		` ! "usr" is no tool that asked something here, nor one of user, reviewer,`,
		"   static, turn_cache, default, rule, server, policy, program, nobody. Did",
	)
}

// TestTheAuditLooksAtFiles: the surrounding program is asked what became of a file whose
// change was allowed.
func TestTheAuditLooksAtFiles(t *testing.T) {
	var past kit.Past
	d := newDesk(t, func(d *desk.Desk, o *Options) {
		d.Host.Digests = map[string]string{"a.txt": "sha256:1"}
		o.Audit = func(_ kit.Shared, p kit.Past, _, _ string) kit.Covering { past = p; return &covering{} }
	})
	d.Write("/audit").Press("enter")
	digest, known := past.File("a.txt")
	_, other := past.File("b.txt")
	if digest != "sha256:1" || !known || other {
		t.Errorf("%q, %v; of another file %v", digest, known, other)
	}
}
