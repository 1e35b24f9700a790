package export

import (
	"strings"
	"testing"

	"parley/store"
	"parley/store/record"
)

// TestWhoDecided covers decisions that carry nobody's name, or not the name of whoever
// answered.
func TestWhoDecided(t *testing.T) {
	for _, c := range []struct {
		name  string
		given *given
		who   string
		words string
	}{
		{"open", nil, "", textOpenAnswer},
		{"a turn that ended", &given{Outcome: store.Cancelled, Cancelled: store.CancelEndTurn}, "the user", "not answered: the user ended the turn"},
		{"nobody there", &given{Outcome: store.Cancelled, Cancelled: store.CancelPolicyDenied}, "nobody", "not answered: nobody was there, and the policy is to deny"},
		{"a review that was stopped", &given{Outcome: store.Cancelled, Cancelled: store.CancelUser, By: store.ByReviewer, Model: "small"}, "the reviewing model small", "not answered: the user stopped the review"},
		{"closed by a repair", &given{Outcome: store.PermitCancelled, Cancelled: store.CancelLost, By: store.ByPolicy}, "", "the answer was lost with a damaged line of the file"},
		{"closed where it was not recorded", &given{Outcome: store.Cancelled, Cancelled: store.CancelStrange}, "", "not answered: its call was not recorded here, so it ended"},
		{"closed for what it showed", &given{Outcome: store.PermitCancelled, Cancelled: store.CancelAmiss, By: store.ByPolicy}, "", "not answered: it did not fit the call by then"},
		{"a yes for another tool", &given{Outcome: store.PermitAllowed, By: store.ByUser, Scope: store.ScopeTurn, Forgotten: true, Revoked: store.RevokedReplaced}, "the user", "allowed (counted no more: the tool was another one by then)"},
		{"taken back", &given{Outcome: store.PermitAllowed, By: store.ByUser, Scope: store.ScopeTurn, Forgotten: true}, "the user", "allowed"},
		{"a part", &given{Outcome: store.Answered, Answer: record.Raw("true"), By: store.ByUser, Edited: new(string), Part: store.Part{Taken: 2, Hunks: 3}}, "the user", "true, 2 of 3 hunks"},
		{"a limit", &given{Outcome: store.Answered, Choice: &choice{Guard: "max_iterations", Choice: record.ChoiceLimit, Limit: "9"}}, "the user", "; limit, the limit is now 9"},
	} {
		d := &decision{Kind: record.KindQuestion, Given: c.given}
		if got := d.who(); got != c.who {
			t.Errorf("%s: by %q, want %q", c.name, got, c.who)
		}
		if got := d.answer(); got != c.words {
			t.Errorf("%s: %q, want %q", c.name, got, c.words)
		}
	}
}

// TestWhatWasRememberedAndTakenBack is told beside what was remembered, unless the answer itself
// counted no more.
func TestWhatWasRememberedAndTakenBack(t *testing.T) {
	for want, g := range map[string]given{
		"":                               {Scope: store.ScopeOnce, Forgotten: true},
		"for the rest of the turn: this": {Scope: store.ScopeTurn, Forgotten: true, Revoked: store.RevokedReplaced},
		"for the rest of the turn: this (taken back later)": {Scope: store.ScopeTurn, Forgotten: true},
	} {
		if got := (&decision{Asked: asked{Covers: "this"}, Given: &g}).memory(); got != want {
			t.Errorf("%+v: %q, want %q", g, got, want)
		}
	}
}

// TestAReasonIsInSomebodysWords: a page names as a reason what a person gave as one, and not what
// the record has in that place of a remembered answer or the policy, which stands in JSON.
func TestAReasonIsInSomebodysWords(t *testing.T) {
	for _, c := range []struct{ by, reason, want string }{
		{store.ByUser, "too late", "too late"}, {store.ByTurnCache, "early.run", ""}, {store.ByPolicy, store.CancelPolicyDenied, ""},
	} {
		s := logOf(t, store.TurnStart{}, store.ToolCallRequest{Response: "r", ID: "c", Name: "run_command", Arguments: raw("{}")},
			store.PermissionRequest{ID: "c.run", Call: "c", Kind: store.PermitRun, Tool: "run_command", Text: "Go?"},
			store.PermissionResponse{ID: "c.run", Outcome: store.PermitDenied, By: c.by, Reason: c.reason})
		md, html := exported(t, "md", s, Options{}), exported(t, "html", s, Options{})
		if c.want != "" && (!strings.Contains(md, "- Reason: "+c.want+"\n") || !strings.Contains(html, c.want)) {
			t.Errorf("by %s: the reason is missing:\n%s", c.by, md)
		}
		if c.want == "" && (strings.Contains(md+html, "Reason") || strings.Contains(md+html, c.reason)) {
			t.Errorf("by %s: a reason that nobody gave:\n%s", c.by, md)
		}
		if json := exported(t, "json", s, Options{}); !strings.Contains(json, `"reason":"`+c.reason+`"`) {
			t.Errorf("by %s: %s", c.by, json)
		}
	}
}
