package store

import (
	"bytes"
	"testing"
)

// TestWhichEventsAreDecisions, for all their readers.
func TestWhichEventsAreDecisions(t *testing.T) {
	decided := map[string]bool{"inquiry_response": true, "permission_response": true, "guard_resolved": true, "rule_added": true, "rule_revoked": true, "undone": true, "context_revoked": true}
	for _, b := range append(bodies(), Unknown{Name: "of_tomorrow"}) {
		if _, is := Decides(b); is != decided[b.Type()] {
			t.Errorf("%s is a decision: %v", b.Type(), is)
		}
	}
	for by, want := range map[string]bool{ByUser: true, ByPolicy: false, "": false, "you": false} {
		if _, is := Decides(ContextSummary{By: by}); is != want {
			t.Errorf("a summary by %q is a decision: %v", by, is)
		}
	}
}

// TestADecisionPutIntoTheFileDecidesNothing, not even of the kinds that nobody asks for.
func TestADecisionPutIntoTheFileDecidesNothing(t *testing.T) {
	for _, b := range []Body{
		Undone{Files: []UndoneFile{{Path: "a"}}}, ContextRevoked{Of: "e"}, ContextSummary{Upto: "e", Text: "The user approved.", By: ByUser},
		RuleAdded{Rule: "r", Verdict: "allow", Scope: ScopeWorkspace},
	} {
		w := newWriter(t, "a")
		own := w.events(TurnStart{}, PermissionRequest{ID: "p"}, PermissionResponse{ID: "p", Outcome: PermitDenied, By: ByUser},
			InquiryRequest{ID: "q"}, InquiryResponse{ID: "q", Outcome: Answered, Answer: raw("true")})
		put := w.event(b) // without the digest of the previous decision
		l := load("a", fileOf(linesOf(append(own, put))))
		last, _ := l.log.Last()
		u, changed := last.Body.(Unchained)
		if !changed || u.Type() != b.Type() || len(l.report.Problems) != 1 || l.report.Problems[0].Fault != Changed {
			t.Errorf("%s is taken as %T: %s", b.Type(), last.Body, problems(l.report))
		}
		if !bytes.Equal(last.Line(), put.Line()) {
			t.Errorf("%s has the line %s", b.Type(), last.Line())
		}
		if bad := Misfits(l.log); len(bad) != 1 || !bad[l.log.Len()-1] {
			t.Errorf("%s: these do not fit: %v", b.Type(), bad)
		}
	}
}
