package coordinator

import (
	"testing"

	"parley/coordinator/route"
	"parley/forms"
	"parley/store"
)

// What nobody was there to allow is reported with the keys that would allow it, and the
// one that decided.
func TestARefusalNamesTheKeyThatDecided(t *testing.T) {
	for _, c := range []struct{ key, asks, run, deliver string }{
		{"", "", `sh was not run: it needs the user's permission and nobody is there to give it. ` +
			`Do not retry this tool call in this turn; continue without it or explain what is missing. ` +
			`(To allow it ahead: run = "unattended", or detached.run = "auto", under conversation.tools.sh.)`,
			`The tool ran, but its result needs the user's approval and nobody is there to give it. Continue without it. ` +
				`(To allow it ahead: result = "unattended", or detached.deliver = "auto", under conversation.tools.sh.)`},
		{`conversation.tools."*".detached`, `conversation.tools.sh.run = "ask"`, `sh was not run: it needs the user's permission and nobody is there to give it. ` +
			`Do not retry this tool call in this turn; continue without it or explain what is missing. ` +
			`(conversation.tools.sh.run = "ask" and conversation.tools."*".detached = "defaults" decided that. To allow it ahead: run = "unattended", or detached.run = "auto", under conversation.tools.sh.)`,
			`The tool ran, but its result needs the user's approval and nobody is there to give it. Continue without it. ` +
				`(conversation.tools.sh.run = "ask" and conversation.tools."*".detached = "defaults" decided that. To allow it ahead: result = "unattended", or detached.deliver = "auto", under conversation.tools.sh.)`},
		{`conversation.tools."*".detached`, "", `sh was not run: it needs the user's permission and nobody is there to give it. ` +
			`Do not retry this tool call in this turn; continue without it or explain what is missing. ` +
			`(conversation.tools."*".detached = "defaults" decided that. To allow it ahead: run = "unattended", or detached.run = "auto", under conversation.tools.sh.)`,
			`The tool ran, but its result needs the user's approval and nobody is there to give it. Continue without it. ` +
				`(conversation.tools."*".detached = "defaults" decided that. To allow it ahead: result = "unattended", or detached.deliver = "auto", under conversation.tools.sh.)`},
	} {
		env := Env{Rules: storyRules{detached: route.PolicyDefaults, detachedBy: c.key, asks: c.asks}}
		if got := permissionDeniedText("sh", env); got != c.run {
			t.Errorf("%q, want %q", got, c.run)
		}
		if got := withheldText(&Call{Name: "sh", Deliver: Permit{By: store.ByPolicy}}, env); got != c.deliver {
			t.Errorf("%q, want %q", got, c.deliver)
		}
	}
}

// So is a question that nobody was there to answer.
func TestAnUnansweredQuestionNamesTheKeyThatDecided(t *testing.T) {
	for key, decided := range map[string]string{"": "", "conversation.tools.sh.detached.tool": `conversation.tools.sh.detached.tool = "deny" decided that. `} {
		env := Env{Rules: storyRules{detached: route.PolicyDeny, detachedBy: key}}
		q := forms.Question{ID: "q", Text: "Where?", AnswerType: forms.AnswerType{Kind: forms.Text}}
		form, err := forms.New([]forms.Question{q})
		if err != nil {
			t.Fatal(err)
		}
		got := deniedText(&Call{Name: "sh", Asking: &Asking{Walk: forms.Start(form), Denied: store.CancelPolicyDenied}}, env)
		want := `sh asked "Where?" and nobody is there to answer. Do not retry this tool call in this turn; continue without it or explain what is missing. ` +
			"(" + decided + `To answer it ahead: conversation.tools.sh.questions.q.answer, or --answers with "sh.q".)`
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The reason of a remembered answer is an internal id, which no model is told.
func TestARefusalNamesNoIDAsItsReason(t *testing.T) {
	for _, c := range []struct {
		name             string
		p                Permit
		refused, witheld string
	}{
		{"without words", Permit{By: store.ByUser}, "Tool skipped by user.", "The tool ran. The user did not release its result."},
		{"with words", Permit{By: store.ByUser, Reason: "not now"}, "Tool skipped by user: not now", "The tool ran. The user did not release its result: not now"},
		{"remembered", Permit{By: store.ByTurnCache, Reason: "call_1.run"}, "Tool skipped by user, who said no to such calls for the rest of this turn.",
			"The tool ran. The user did not release its result, nor such results for the rest of this turn."},
	} {
		if got := refusedText(c.p); got != c.refused {
			t.Errorf("%s: %q, want %q", c.name, got, c.refused)
		}
		if got := withheldText(&Call{Deliver: c.p}, Env{}); got != c.witheld {
			t.Errorf("%s: %q, want %q", c.name, got, c.witheld)
		}
	}
}

// TestADenyIsNobodysWord: a rule that refuses a call may be one of a workspace that nobody trusts, so
// the assistant is not told that the user made it.
func TestADenyIsNobodysWord(t *testing.T) {
	const want = "run_command was not carried out: it is denied by the rule run_command(ls *), and only the user changes rules. " +
		"Do not try to get the same done in another way; continue without it, or say what the user is to do themselves."
	if got := ruleDeniedText("run_command", "denied by the rule run_command(ls *)"); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
