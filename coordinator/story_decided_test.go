package coordinator

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parley/coordinator/route"
	"parley/coordinator/tool"
	"parley/forms"
	"parley/store"
)

// TestNothingHappensWithoutADecision: tools ask again about what is there by then, people come and go, and
// the program is killed wherever it is.
func TestNothingHappensWithoutADecision(t *testing.T) {
	stories(t, 600, func(t *testing.T, seed uint64) {
		s := newLimited(t, seed)
		s.asks = rand.New(rand.NewPCG(seed, 3))
		s.begin(2)
		for range 4 {
			until := len(s.disk) + s.asks.IntN(40)
			s.tell(func() bool { return len(s.disk) >= until })
			rules := escalating()
			rules.detached = []route.Policy{route.PolicyDeny, route.PolicyDefaults, route.PolicyAuto, route.PolicyPark}[s.asks.IntN(4)]
			s.state.Env.Rules, s.state.Env.SomebodyThere = rules, s.asks.IntN(2) > 0
			s.kill(max(0, len(s.disk)-s.asks.IntN(6)))
		}
		s.state.Env.SomebodyThere = true
		s.kill(len(s.disk))
		s.tell(nil)
		if t.Failed() {
		}
		checkLog(t, s.disk)
		checkDecided(t, s.disk)
	})
}

// formAgain is a further form of a tool that changes files: it asks for what is there by now, in the same
// words or in others. A yes to being asked again is always followed by one.
func (s *story) formAgain(name string, given map[string]tool.Answer) (forms.Form, bool) {
	question := map[string]string{"patcher": "apply", "fs_modify_file": applyQuestion}[name]
	was, answered := given[question]
	if s.asks == nil || !answered || !was.Again && s.asks.IntN(3) > 0 {
		return forms.Form{}, false
	}
	one := func(of ...string) string { return of[s.asks.IntN(len(of))] }
	apply := forms.Question{ID: question, Text: one("Apply?", "Apply it to the file as it is now?"), Context: one("a diff", "another diff"),
		Digest: one("", "d1", "d2"), Default: json.RawMessage("true"), AnswerType: forms.AnswerType{Kind: forms.Boolean}}
	sure := forms.Question{ID: "sure", Text: one("Sure?", "Really?"), AnswerType: forms.AnswerType{Kind: forms.Boolean}}
	return mustForm([]forms.Question{apply, sure}[:1+s.asks.IntN(2)]...), true
}

// decided reads a log as an auditor would, by what the spec says and not by what the core does with it:
// of each run, whether somebody had allowed it, and of each answer, whether who gave it was to give it.
type decided struct {
	t         *testing.T
	calls     map[string]string // the tool of each
	permits   map[string]store.PermissionRequest
	allowed   map[string]string // by call, the permission that lets it run
	inquiries map[string]store.InquiryRequest
	persons   map[string][]forms.Question // by call, what is for a person
	begun     map[string][]forms.Question // by call, what a person answered
	given     map[string][]said           // by call, what was answered in its form
	counts    map[string][]said           // and in those before
	forms     map[string][]forms.Question // by call, what its form asks
	refused   map[string]bool             // by call, its form was refused, or taken back
	stale     map[string]bool             // by call, the program ended since an answer to its form
	grants    map[string]string           // by what it covers, the permission for the turn
	kept      []said                      // answers for the turn
}

// said is an answer, and what it was given to.
type said struct {
	tool string
	to   store.InquiryRequest
	is   store.InquiryResponse
}

// checkDecided checks that nothing in a log happened without a decision that allows it.
func checkDecided(t *testing.T, log []store.Event) *decided {
	t.Helper()
	d := decided{t: t, calls: map[string]string{}, permits: map[string]store.PermissionRequest{}, allowed: map[string]string{},
		inquiries: map[string]store.InquiryRequest{}, persons: map[string][]forms.Question{}, begun: map[string][]forms.Question{}, given: map[string][]said{}, counts: map[string][]said{}, forms: map[string][]forms.Question{}, refused: map[string]bool{}, stale: map[string]bool{}, grants: map[string]string{}}
	for _, ev := range log {
		d.read(ev.Body)
	}
	return &d
}

// checkGiven checks that a run gets the answers that stand, and no other.
func (s *story) checkGiven(call string, given map[string]tool.Answer) {
	s.t.Helper()
	stand := map[string]said{}
	for _, g := range checkDecided(s.t, s.disk).counts[call] {
		stand[g.to.Question.ID] = g
	}
	for id, g := range stand {
		if got, is := given[id]; g.is.Outcome != store.Redacted && (!is || string(got.Value) != string(g.is.Answer) || got.Again != g.is.Again) {
			s.t.Errorf("%s: %s was answered with %s, and its tool gets %s", call, id, g.is.Answer, got.Value)
		}
	}
	for id, got := range given {
		if _, is := stand[id]; !is {
			s.t.Errorf("%s: nothing stands as the answer to %s, and its tool gets %s", call, id, got.Value)
		}
	}
}

func (d *decided) read(b store.Body) {
	switch b := b.(type) {
	case store.TurnStart:
		d.grants, d.kept = map[string]string{}, nil
	case store.Resumed:
		for call, all := range d.given {
			d.stale[call] = len(all) > 0 && !slices.Contains(b.Answered, all[len(all)-1].is.ID)
		}
		d.allowed = kept(d.allowed, func(permission string) bool { return slices.Contains(b.Answered, permission) })
	case store.ToolCallRequest:
		d.calls[b.ID] = b.Name
	case store.PermissionRequest:
		d.permits[b.ID] = b
		delete(d.allowed, b.Call)
	case store.PermissionResponse:
		d.permitted(b)
	case store.MemoryRevoked:
		d.revoked(b.ID)
	case store.ToolStarted:
		d.started(b)
	case store.ToolAsked:
		d.ends(b.ID) // of a run that goes on while it asks
		d.forms[b.ID] = b.Form
	case store.InquiryRequest:
		d.asked(b)
	case store.InquiryResponse:
		if q, is := d.inquiries[b.ID]; is && q.Call != "" {
			d.answered(q, b)
		}
	case store.FileKept:
		d.writes(b)
	case store.ToolCallResponse:
		d.given[b.ID] = nil // nobody was told
	}
}

func kept(m map[string]string, keep func(string) bool) map[string]string {
	n := map[string]string{}
	for k, v := range m {
		if keep(v) {
			n[k] = v
		}
	}
	return n
}

func covers(p store.PermissionRequest) string {
	return strings.Join([]string{p.Tool, p.CoversKey, p.Identity, p.Rests}, "|")
}

func (d *decided) permitted(b store.PermissionResponse) {
	p, asked := d.permits[b.ID]
	if !asked {
		d.t.Errorf("%s was answered and not asked", b.ID)
	}
	if b.By == store.ByUser && b.Scope == store.ScopeTurn {
		delete(d.grants, covers(p))
		if b.Outcome == store.PermitAllowed {
			d.grants[covers(p)] = b.ID
		}
	}
	if !store.Permits(b.Outcome) {
		return
	}
	switch {
	case p.Personal != "" && b.By == store.ByTurnCache: // where a rule lets it run, the run asks a person itself
		d.t.Errorf("%s gives permission, and was allowed by what was said of another call", b.ID)
	case b.By == store.ByTurnCache && d.grants[covers(p)] == "":
		d.t.Errorf("%s was allowed for a turn in which nobody allowed that", b.ID)
	case b.By == store.ByTurnCache && p.Changed != "":
		d.t.Errorf("%s was allowed by what a person said of another tool", b.ID)
	}
	if p.Kind == store.PermitRun {
		d.allowed[p.Call] = b.ID
	}
}

func (d *decided) revoked(id string) {
	d.allowed = kept(d.allowed, func(permission string) bool { return permission != id })
	d.grants = kept(d.grants, func(permission string) bool { return permission != id })
	d.kept = slices.DeleteFunc(d.kept, func(g said) bool { return g.is.ID == id })
}

func (d *decided) started(b store.ToolStarted) {
	switch d.calls[b.ID] {
	case "writer", "run_command":
		if b.Run == 1 && d.allowed[b.ID] == "" {
			d.t.Errorf("%s ran, and nobody had allowed it", b.ID)
		}
	}
	if d.stale[b.ID] {
		d.t.Errorf("%s went on by answers that stood on record when the file was opened", b.ID)
	}
	d.ends(b.ID)
}

// ends ends the form of a call. What was answered in it counts from then on, and nothing that was
// answered to the same questions before.
func (d *decided) ends(call string) {
	all := d.given[call]
	if !d.refused[call] {
		before := slices.DeleteFunc(slices.Clone(d.counts[call]), func(g said) bool {
			return slices.ContainsFunc(d.forms[call], func(q forms.Question) bool { return q.ID == g.to.Question.ID })
		})
		d.counts[call] = append(before, all...)
		for _, g := range all {
			if g.is.Remember != "" {
				d.kept = append(d.kept, g) // it can be taken back no more
			}
		}
	}
	d.given[call], d.forms[call], d.refused[call], d.stale[call] = nil, nil, false, false
}

// sameQuestion reports whether a question is one that was asked before: a change of a file may have other
// words by then.
func sameQuestion(q, before forms.Question) bool {
	return q.ID == before.ID && (q.Text == before.Text || q.Digest != "" && before.Digest != "")
}

func (d *decided) forPerson(call string, q forms.Question) bool {
	return slices.ContainsFunc(d.persons[call], func(p forms.Question) bool { return sameQuestion(q, p) })
}

func (d *decided) asked(b store.InquiryRequest) {
	d.inquiries[b.ID] = b
	if b.Call == "" {
		return
	}
	if slices.ContainsFunc(d.given[b.Call], func(g said) bool { return g.to.Question.ID == b.Question.ID }) {
		d.lapse(b.Call, len(d.given[b.Call])) // the form begins anew
	}
	d.stale[b.Call] = false
	if b.Target == store.TargetReviewer && (b.Question.Personal || d.forPerson(b.Call, b.Question)) {
		d.t.Errorf("%s is for a person, and was put to the reviewer", b.ID)
	}
	if b.EscalatedFrom != "" {
		d.persons[b.Call] = append(d.persons[b.Call], b.Question)
	}
}

func (d *decided) answered(q store.InquiryRequest, b store.InquiryResponse) {
	if b.Outcome == store.Cancelled {
		d.cancelled(q, b)
		return
	}
	by := b.AnsweredBy.By
	begun := slices.ContainsFunc(d.begun[q.Call], func(p forms.Question) bool { return sameQuestion(q.Question, p) })
	byDefault := by == store.ByDefault && !begun && !q.Question.Personal || by == store.ByServer // nobody is there, and so it is configured; or the page was visited
	if by != store.ByUser && by != store.ByTurnCache && !byDefault && (q.Question.Personal || d.forPerson(q.Call, q.Question)) {
		d.t.Errorf("%s is for a person, and was answered by %s", b.ID, by)
	}
	if by == store.ByTurnCache && !slices.ContainsFunc(d.kept, func(g said) bool {
		return g.tool == d.calls[q.Call] && g.to.Question.ID == q.Question.ID && g.to.Question.Text == q.Question.Text && g.to.Question.Context == q.Question.Context && g.to.Question.Digest == q.Question.Digest
	}) {
		d.t.Errorf("%s was answered by what nobody said for the turn", b.ID)
	}
	if by == store.ByTurnCache && q.Question.Personal {
		d.t.Errorf("%s gives permission, and was answered for the turn", b.ID)
	}
	d.stale[q.Call] = false
	g := said{d.calls[q.Call], q, b}
	if by == store.ByReviewer && q.Escalate && string(b.Answer) == "false" {
		return
	}
	d.given[q.Call] = append(d.given[q.Call], g)
	if by == store.ByUser {
		d.persons[q.Call] = append(d.persons[q.Call], q.Question)
		d.begun[q.Call] = append(d.begun[q.Call], q.Question)
	}
}

// cancelled takes back what a person took back.
func (d *decided) cancelled(q store.InquiryRequest, b store.InquiryResponse) {
	d.stale[q.Call] = false
	switch b.Reason {
	case store.CancelBack: // to what a person answered last
		n := 1
		for all := d.given[q.Call]; n < len(all) && all[len(all)-n].is.AnsweredBy.By != store.ByUser; {
			n++
		}
		d.lapse(q.Call, n)
	case store.CancelReply, store.CancelDecline, store.CancelWithdrawn:
		d.refused[q.Call] = true
		d.lapse(q.Call, len(d.given[q.Call]))
	}
}

// lapse takes back the last n answers of a form.
func (d *decided) lapse(call string, n int) {
	all := d.given[call]
	if n > len(all) {
		d.t.Fatalf("%s goes back to nothing", call)
	}
	for _, g := range all[len(all)-n:] {
		d.kept = slices.DeleteFunc(d.kept, func(k said) bool { return k.is.ID == g.is.ID })
	}
	d.given[call] = all[:len(all)-n]
}

// writes checks that a change of a file has its yes.
func (d *decided) writes(b store.FileKept) {
	if b.Run >= 1000 {
		return // it comes from no run
	}
	var question string
	switch d.calls[b.ID] {
	case "patcher":
		question = "apply"
	case "fs_modify_file":
		question = applyQuestion
	default:
		return
	}
	var last *said
	for i, g := range d.counts[b.ID] {
		if g.to.Question.ID == question {
			last = &d.counts[b.ID][i]
		}
	}
	if last == nil || string(last.is.Answer) != "true" || last.is.Again {
		d.t.Errorf("%s writes %s, and its question was answered with %+v", b.ID, b.Path, last)
	}
}
