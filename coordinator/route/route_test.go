package route

import (
	"encoding/json"
	"fmt"
	"testing"

	"parley/coordinator/rules"
)

// The conditions of the rows of docs/who-answers.md, each the least that makes its row
// decide.
var routeRows = []struct {
	name string
	set  func(*Question)
	want Route
}{
	{"0 gives permission, somebody is there", func(q *Question) { q.Personal, q.SomebodyThere = true, true }, PutToUser},
	{"0 gives permission, nobody is there", func(q *Question) { q.Personal = true }, DenyPolicy},
	{"1 remembered", func(q *Question) { q.Remembered, q.Memorable = json.RawMessage(`true`), true }, UseRemembered},
	{"2 configured and valid", func(q *Question) { q.Static, q.StaticFits = json.RawMessage(`true`), true }, UseStatic},
	{"3 configured, does not fit", func(q *Question) { q.Static = json.RawMessage(`"x"`) }, DenyStatic},
	{"3a a rule allows", func(q *Question) { q.Rule = rules.Allowed }, UseRule},
	{"3a a rule came in between", func(q *Question) { q.Rule = rules.Denied }, DenyRule},
	{"3b a rule asks, somebody is there", func(q *Question) { q.Rule, q.SomebodyThere = rules.Asked, true }, PutToUser},
	{"3b a rule asks, nobody is there", func(q *Question) { q.Rule = rules.Asked }, DenyPolicy},
	{"4 assistant and exclusive", func(q *Question) { q.ToAssistant, q.Exclusive = true, true }, DenyAssistant},
	{"4 assistant and secret", func(q *Question) { q.ToAssistant, q.Secret = true, true }, DenyAssistant},
	{"5 assistant", func(q *Question) { q.ToAssistant = true }, AskReviewer},
	{"6 somebody is there", func(q *Question) { q.SomebodyThere = true }, PutToUser},
	{"6a nobody, park", func(q *Question) { q.Policy = PolicyPark }, ParkForUser},
	{"7 nobody, exclusive", func(q *Question) { q.Exclusive = true }, DenyNobody},
	{"7 nobody, secret", func(q *Question) { q.Secret = true }, DenyNobody},
	{"8 nobody, deny", func(q *Question) { q.Policy = PolicyDeny }, DenyPolicy},
	{"8 nobody, no policy", func(*Question) {}, DenyPolicy},
	{"8 nobody, defaults without a default", func(q *Question) { q.Policy = PolicyDefaults }, DenyPolicy},
	{"9 nobody, defaults", func(q *Question) { q.Policy, q.HasDefault = PolicyDefaults, true }, UseDefault},
	{"10 nobody, auto", func(q *Question) { q.Policy = PolicyAuto }, AskReviewer},
}

func TestEachRowOfTheTableDecides(t *testing.T) {
	for _, row := range routeRows {
		var q Question
		row.set(&q)
		if got := Of(q); got != row.want {
			t.Errorf("%s: %d, want %d", row.name, got, row.want)
		}
	}
}

// competing are the pairs of rows whose conditions can both hold, with the one that
// decides, where that is not simply the upper one: setting the condition of one may remove
// the other's.
var competing = map[string]Route{
	"0 gives permission, nobody is there+6 somebody is there": PutToUser, // both make the first row 0
	"2 configured and valid+3 configured, does not fit":       UseStatic, // the later set takes the value, the fit stands
	"0 gives permission, nobody is there+6a nobody, park":     ParkForUser,
	"3b a rule asks, nobody is there+6a nobody, park":         ParkForUser,
	"6a nobody, park+8 nobody, deny":                          DenyPolicy, // one policy at a time: the later set
	"6a nobody, park+8 nobody, defaults without a default":    DenyPolicy,
	"6a nobody, park+9 nobody, defaults":                      UseDefault,
	"6a nobody, park+10 nobody, auto":                         AskReviewer,
	"1 remembered+4 assistant and secret":                     DenyAssistant,
	"1 remembered+7 nobody, secret":                           DenyNobody, // secrets are never remembered
	"4 assistant and exclusive+4 assistant and secret":        DenyAssistant,
	"5 assistant+7 nobody, exclusive":                         DenyAssistant,
	"5 assistant+7 nobody, secret":                            DenyAssistant,
	"8 nobody, deny+10 nobody, auto":                          AskReviewer, // one policy at a time: the later set
	"8 nobody, deny+9 nobody, defaults":                       UseDefault,
	"8 nobody, no policy+9 nobody, defaults":                  UseDefault,
	"8 nobody, no policy+10 nobody, auto":                     AskReviewer,
	"8 nobody, defaults without a default+9 nobody, defaults": UseDefault,
	"8 nobody, defaults without a default+10 nobody, auto":    AskReviewer,
	"9 nobody, defaults+10 nobody, auto":                      AskReviewer,

	// The verdict is the one that was set later, and a rule answers no question that only a
	// person may.
	"0 gives permission, nobody is there+3b a rule asks, somebody is there": PutToUser,
	"3a a rule allows+3a a rule came in between":                            DenyRule,
	"3a a rule allows+3b a rule asks, somebody is there":                    PutToUser,
	"3a a rule allows+3b a rule asks, nobody is there":                      DenyPolicy,
	"3a a rule allows+4 assistant and exclusive":                            DenyAssistant,
	"3a a rule allows+4 assistant and secret":                               DenyAssistant,
	"3a a rule allows+7 nobody, exclusive":                                  DenyNobody,
	"3a a rule allows+7 nobody, secret":                                     DenyNobody,
	"3a a rule came in between+3b a rule asks, somebody is there":           PutToUser,
	"3a a rule came in between+3b a rule asks, nobody is there":             DenyPolicy,
	"3b a rule asks, nobody is there+4 assistant and exclusive":             DenyNobody,
	"3b a rule asks, nobody is there+4 assistant and secret":                DenyNobody,
	"3b a rule asks, nobody is there+6 somebody is there":                   PutToUser,
	"3b a rule asks, nobody is there+7 nobody, exclusive":                   DenyNobody,
	"3b a rule asks, nobody is there+7 nobody, secret":                      DenyNobody,
	"8 nobody, no policy+8 nobody, defaults without a default":              DenyPolicy,
	"8 nobody, deny+8 nobody, defaults without a default":                   DenyPolicy,
}

func TestEveryPairOfRows(t *testing.T) {
	seen := 0
	for i, a := range routeRows {
		for _, b := range routeRows[i+1:] {
			var q Question
			a.set(&q)
			b.set(&q)
			want, ok := competing[a.name+"+"+b.name]
			if !ok {
				want = a.want // the upper row
			}
			if got := Of(q); got != want {
				t.Errorf("%s and %s: %d, want %d", a.name, b.name, got, want)
			}
			seen++
		}
	}
	if n := len(routeRows); seen != n*(n-1)/2 {
		t.Errorf("looked at %d pairs", seen)
	}
}

// TestRouteOfEverything checks the table's promises over all its inputs.
func TestRouteOfEverything(t *testing.T) {
	bit := func(n, i int) bool { return n>>i&1 == 1 }
	for n := range 1 << 10 {
		for _, policy := range []Policy{PolicyDeny, PolicyDefaults, PolicyAuto, PolicyPark, "", "nonsense"} {
			q := Question{
				StaticFits: bit(n, 2), Secret: bit(n, 3), Exclusive: bit(n, 4), Memorable: bit(n, 5),
				ToAssistant: bit(n, 6), SomebodyThere: bit(n, 7), HasDefault: bit(n, 8), Personal: bit(n, 9), Policy: policy,
			}
			if bit(n, 0) {
				q.Remembered = json.RawMessage(`1`)
			}
			if bit(n, 1) {
				q.Static = json.RawMessage(`2`)
			}
			r := Of(q)
			for what, broken := range map[string]bool{
				"a model answers for a human":               r == AskReviewer && (q.Exclusive || q.Secret),
				"a secret is remembered":                    r == UseRemembered && q.Secret,
				"what may not be remembered is used":        r == UseRemembered && !q.Memorable,
				"a default answers for a human":             r == UseDefault && (q.Exclusive || q.Secret),
				"a default is used without a policy":        r == UseDefault && policy != PolicyDefaults,
				"the user is asked and is not there":        r == PutToUser && !q.SomebodyThere,
				"a configured answer is passed over":        q.Static != nil && !q.Personal && r != UseStatic && r != DenyStatic && r != UseRemembered,
				"what is personal is answered for a person": q.Personal && r != PutToUser && r != DenyPolicy && r != ParkForUser,
				"it is refused and should stay open":        policy == PolicyPark && (r == DenyNobody || r == DenyPolicy || r == UseDefault),
				"it stays open and somebody is there":       r == ParkForUser && (q.SomebodyThere || policy != PolicyPark),
				"a person is there and is not asked":        q.Personal && q.SomebodyThere && r != PutToUser,
				"an answer that does not fit is used":       r == UseStatic && !q.StaticFits,
				"no row decides":                            r == 0,
			} {
				if broken {
					t.Errorf("%s: %+v", what, fmt.Sprintf("%+v", q))
				}
			}
		}
	}
}
