package rules

import "testing"

// TestWhatHoldsEverywhereIsForNoGuest: a rule that the user wrote for every workspace is for no server
// that a workspace names alike. One for this workspace is, and one that was made for this very tool.
func TestWhatHoldsEverywhereIsForNoGuest(t *testing.T) {
	const why = "the rule docs__* does not cover it: it is for every workspace, and this workspace names what the tool is; a rule for this workspace can cover it"
	rule := func(kind Kind, text string, h Held) Held {
		r, err := Parse(kind, text)
		if err != nil {
			t.Fatal(err)
		}
		h.Rule, h.Kind = r, kind
		return h
	}
	wide, here := rule(Allow, "docs__*", Held{Wide: true}), rule(Allow, "docs__*", Held{})
	made := rule(Allow, "docs__read", Held{Wide: true, Digest: BoundTo("a", "")})
	for _, c := range []struct {
		name    string
		held    []Held
		guest   bool
		verdict Verdict
		why     string
	}{
		{"a guest", []Held{wide}, true, Asked, why},
		{"a server of the user's", []Held{wide}, false, Allowed, "allowed by the rule docs__*"},
		{"for this workspace", []Held{here}, true, Allowed, "allowed by the rule docs__*"},
		{"for this workspace as well", []Held{wide, here}, true, Allowed, "allowed by the rule docs__*"},
		{"made for it", []Held{wide, made}, true, Allowed, "allowed by the rule docs__read"},
		{"denied", []Held{rule(Deny, "docs__*", Held{Wide: true}), here}, true, Denied, "denied by the rule docs__*"},
		{"asked about", []Held{rule(Ask, "docs__*", Held{Wide: true}), here}, true, Asked, "the rule docs__* says to ask"},
	} {
		r := Decide(NewSet(c.held, Here{}), Call{Tool: "docs__read", Bound: BoundTo("a", ""), Guest: c.guest}, Facts{})
		if r.Verdict != c.verdict || r.Why != c.why || r.Lapsed != (c.why == why) {
			t.Errorf("%s: %s, %q, %v", c.name, r.Verdict, r.Why, r.Lapsed)
		}
	}
}

// TestARuleIsForTheToolThatItWasMadeFor: it holds while the tool is what it was, and one that
// is made now is for what it is now.
func TestARuleIsForTheToolThatItWasMadeFor(t *testing.T) {
	const (
		other = "the rule deploy does not cover it: what stands behind the name has changed since the rule was made: its command, its parameters or its options"
		files = "the rule deploy does not cover it: files of the workspace that the tool's command names have changed since the rule was made"
		by    = "allowed by the rule deploy"
	)
	rule := func(kind Kind, digest string) Held {
		r, err := Parse(kind, "deploy")
		if err != nil {
			t.Fatal(err)
		}
		return Held{Rule: r, Kind: kind, Digest: digest}
	}
	for _, c := range []struct {
		name, now string
		held      []Held
		verdict   Verdict
		why       string
		lapsed    bool
	}{
		{"as it was", BoundTo("a", ""), []Held{rule(Allow, BoundTo("a", ""))}, Allowed, by, false},
		{"with its files", BoundTo("a", "1"), []Held{rule(Allow, BoundTo("a", "1"))}, Allowed, by, false},
		{"another command", BoundTo("b", "1"), []Held{rule(Allow, BoundTo("a", "1"))}, Asked, other, true},
		{"a tool of the program's own", "", []Held{rule(Allow, BoundTo("a", "1"))}, Asked, other, true},
		{"other files", BoundTo("a", "2"), []Held{rule(Allow, BoundTo("a", "1"))}, Asked, files, true},
		{"files that were not there", BoundTo("a", "2"), []Held{rule(Allow, BoundTo("a", ""))}, Asked, files, true},
		{"by name", BoundTo("b", ""), []Held{rule(Allow, "")}, Allowed, by, false},
		{"another rule for it", BoundTo("b", ""), []Held{rule(Allow, BoundTo("a", "")), rule(Allow, BoundTo("b", ""))}, Allowed, by, false},
		{"and one after it", BoundTo("b", ""), []Held{rule(Allow, BoundTo("b", "")), rule(Allow, BoundTo("a", ""))}, Allowed, by, false},
		{"asked about", BoundTo("b", ""), []Held{rule(Allow, BoundTo("a", "")), rule(Ask, "")}, Asked, "the rule deploy says to ask", false},
		{"denied", BoundTo("a", ""), []Held{rule(Allow, BoundTo("a", "")), rule(Deny, "")}, Denied, "denied by the rule deploy", false},
		{"what nobody wrote", BoundTo("a", ""), []Held{rule(Allow, "sha256:00")}, Asked, other, true},
	} {
		r := Decide(NewSet(c.held, Here{}), Call{Tool: "deploy", Bound: c.now}, Facts{})
		if r.Verdict != c.verdict || r.Why != c.why || r.Lapsed != c.lapsed {
			t.Errorf("%s: %s, %q, %v", c.name, r.Verdict, r.Why, r.Lapsed)
		}
	}

	call := func(now string) Call { return Call{Tool: "deploy", Root: root, Bound: now} }
	words, offers := offered(NewSet(nil, here), call(BoundTo("a", "1")), []Call{call(BoundTo("a", "1")), call(BoundTo("b", "1")), call("")})
	const want = "this conversation: deploy @tool:a+1 (every call of deploy, as long as its command and the files of the workspace that this names stay what they are) would 1\n" +
		"this workspace: deploy @tool:a+1 (every call of deploy, as long as its command and the files of the workspace that this names stay what they are) would 1\n" +
		"everywhere: deploy @tool:a+1 (every call of deploy, as long as its command and the files of the workspace that this names stay what they are) would 1"
	if words != want {
		t.Errorf("offered is\n%s", words)
	}
	if words, _ := offered(NewSet(nil, here), call(""), nil); words != "this conversation: deploy (every call of deploy) would 0\nthis workspace: deploy (every call of deploy) would 0" {
		t.Errorf("without an identity offered is\n%s", words)
	}
	for _, o := range offers {
		if got := Decide(NewSet(nil, here).With(o.Rules), call(BoundTo("a", "1")), Facts{}).Verdict; got != Allowed {
			t.Errorf("%s: %s", o.Where, got)
		}
	}
}
