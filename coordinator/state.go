package coordinator

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"parley/coordinator/guards"
	"parley/forms"
	"parley/providers"
	"parley/store"
)

// State is all that the core knows: the folded events, and what is not on
// record because it would be stale after a restart.
type State struct {
	Folded Folded
	Env    Env
	standing
	Running []*Running // shared with earlier states; none of them is changed
	Queue   []Queued
	Live    Live
	calm    *calm      // the state in which nothing more followed, nil if unknown
	files   *files     // of the response, if they were looked up
	owing   *calm      // the last comparison of what is owed and what runs
	more    bool       // settling was broken off and continues later
	since   int        // events since the last input from outside
	via     *store.Via // who caused them, if it was a person
	slice   int        // events per step, 0 for sliceSize
	over    Key        // what has ended with the input that is being taken in
	secrets []secret
	found   foundFor // for the message at the head of the queue

	Proposed    *store.ContextSummary // a summary that the user wanted and has not yet accepted
	compactions int                   // how many the user wanted

	unplaced bool // when opened, the record had configuration changes but named no workspace
}

// env is what is known about the outside, together with the standing.
func (s State) env() Env {
	e := s.Env
	e.now, e.files = s.standing, s.files
	e.stopping = slices.ContainsFunc(s.Running, func(r *Running) bool { return r.Stopping && r.Key.Kind == OfTool && r.Key != s.over })
	return e
}

// Running is an effect that was started. A stopping effect was cancelled and is not
// yet gone.
type Running struct {
	Key      Key
	Stopping bool
}

// Queued is a message that waits for the running turn to end, or for what is told with it.
type Queued struct {
	ID, Text, Skill string
	Read            int // see [store.ChatRequest]
	Files           []store.File
}

// Live is the response that is arriving. It becomes events when it is complete,
// or when it is interrupted.
type Live struct {
	Key       Key
	Retry     *providers.Retrying // the provider waits before another attempt
	Calling   bool                // a call is being written
	text      *chunk
	reasoning *chunk
}

// chunk is a text that grows at its end while older values stay valid.
type chunk struct {
	before *chunk
	text   string
	size   int
}

func (c *chunk) with(text string) *chunk {
	return &chunk{before: c, text: text, size: c.len() + len(text)}
}

func (c *chunk) len() int {
	if c == nil {
		return 0
	}
	return c.size
}

func (c *chunk) String() string {
	if c == nil {
		return ""
	}
	parts := []string{}
	for ; c != nil; c = c.before {
		parts = append(parts, c.text)
	}
	slices.Reverse(parts)
	return strings.Join(parts, "")
}

// Text returns what has arrived of the response's text.
func (l Live) Text() string { return l.text.String() }

// Reasoning returns what has arrived of the model's thinking aloud.
func (l Live) Reasoning() string { return l.reasoning.String() }

type secret struct {
	inquiry string
	value   json.RawMessage
}

// Prompt is what has the screen: a permission or a question of a form.
type Prompt struct {
	Key        Key
	Line       string // the digest of the line that asks
	Tool       string
	Call       string
	Permission *store.PermissionRequest
	Result     *store.ToolFinished // what a permission to deliver is about
	Inquiry    *Inquiry
	Walk       forms.Walk
	Linked     *Linked       // why the question passes from a reviewer to the user
	Label      string        // who asks
	Ruling     Ruling        // the ruling, and the rules that may be made from it
	Memorable  bool          // Y and N are offered
	Guard      string        // the guard that asks, "" for a call; it takes no reply
	Review     bool          // of a guard: show the history
	Declinable bool          // the form can be declined
	Server     string        // of a permission: the server that the tool is of, "" for one of ours
	Described  string        // what that server says of it
	Named      string        // what that server calls it, "" if its name says so
	Edited     *store.Edited // what was taken instead of all of it when it was asked before, nil for nothing
	Lacks      bool          // its tool is not offered: a yes to a call is not taken, and an answer waits
	Place, Of  int           // "1 of 3 waiting"
	Which      string        // of a form of a tool that was called several times at once: the call, as "call 1 of 2", or "one of its 2 calls"
	Among      int           // of how many calls one asks, of which it is not known which; 0 where it is
	Nth, Nths  int           // "2 of 3 changes of this file"; 0 if it is the only one
}

// Change says which of several changes of the same file is before the user, "" if it
// is the only one.
func (p Prompt) Change() string {
	if p.Nths < 2 {
		return ""
	}
	return fmt.Sprintf("%d of %d changes of this file", p.Nth, p.Nths)
}

// Secrets is of how many answers a secret may be the last that are typed one after the other for this prompt and what its
// form asks behind it, 0 for none.
func (p Prompt) Secrets() int {
	n := p.Walk.Secrets()
	if n == 0 && p.Inquiry != nil && p.Inquiry.Question.AnswerType.Kind == forms.Secret {
		return 1
	}
	return n
}

// Partial reports whether a part of the change that is asked about, or another text, was chosen on a screen and not sent.
func (p Prompt) Partial(all store.Drafts) bool {
	return p.Inquiry != nil && all.Partial(store.InquiryRequest{ID: p.Inquiry.ID, Call: p.Call, Question: p.Inquiry.Question})
}

// Prompt returns what is before the user now.
func (s State) Prompt() (Prompt, bool) {
	p, ok := s.prompt()
	p.Line, _ = s.Folded.lines.get(p.Key.ID)
	return p, ok
}

func (s State) prompt() (Prompt, bool) {
	t, ok := s.Folded.Current()
	if !ok || !s.Env.SomebodyThere {
		return Prompt{}, false
	}
	if g := t.Guard; g != nil && g.Open != nil {
		return Prompt{
			Key: AskUser{ID: g.Open.ID}.Key(), Inquiry: g.Open, Walk: g.Walk, Label: guards.Header(g.Name), Guard: g.Name, Review: g.Reviews > 0,
			Place: 1, Of: 1 + s.waiting(&t),
		}, true
	}
	c, ok := t.holder()
	if !ok {
		return Prompt{}, false
	}
	p := Prompt{Tool: c.Name, Call: c.ID, Place: 1, Of: 1 + s.waiting(&t)}
	env := s.env()
	p.Nth, p.Nths = t.change(c, env)
	p.Lacks = !env.Mirrors && c.lacks(env)
	if r := c.openPermission(); r != nil {
		if t.unseen(c, env) {
			return Prompt{}, false
		}
		p.Key, p.Permission, p.Result, p.Label = AskUser{ID: r.ID}.Key(), r, c.Result, cmp.Or(store.ProgramName(s.Folded.Program), c.Name)
		p.Memorable = r.CoversKey != ""
		p.Ruling, _ = env.now.rulings.get(r.ID)
		if e, ok := s.Env.Tools.Get(c.Name); ok && e.Spec.Server != "" {
			p.Server, p.Described = e.Spec.Server, e.Tool.Spec().Description // not as it was configured
			p.Named = e.Named(c.Name)
		}
		return p, true
	}
	open := c.Asking.Open
	if open == nil || open.toReviewer() {
		return Prompt{}, false
	}
	q := open.Question
	p.Key, p.Inquiry, p.Walk, p.Edited = AskUser{ID: open.ID}.Key(), open, c.Asking.Walk, c.edited(q.ID)
	if form, is := c.Asking.Walk.Open(); is {
		p.Linked = c.linked(form)
	}
	p.Ruling, _ = env.now.rulings.get(open.ID)
	if q.Exclusive || open.EscalatedFrom != "" {
		p.Ruling.Offers = nil // no rule can answer such a question, so none is offered
	}
	p.Label = cmp.Or(store.ProgramName(s.Folded.Program), s.Env.Label(c.Name, q.ID))
	if e, ok := s.Env.Tools.Get(c.Name); ok {
		p.Declinable = e.Spec.Declines
		if !e.Spec.Assistant && p.Nths < 2 {
			p.Which = t.which(c)
		}
	}
	p.Memorable = q.Remembered() && open.EscalatedFrom == ""
	return p.among(&t, c, s.Env), true
}

// edited is what was taken, when a question was last answered, instead of all that it asked about;
// nil if that was taken whole, or not at all.
func (c Call) edited(question string) (e *store.Edited) {
	all := c.Answers
	if was := c.Asking.Was; was != nil {
		all = slices.Concat(all, was.Given)
	}
	for _, a := range all {
		if a.Question.ID == question {
			e = a.Edited
		}
	}
	return e
}

// Label says who asks a question of a tool.
func (e Env) Label(name, question string) string {
	if l := e.Rules.Question(name, question).Label; l != "" {
		return l
	}
	if e, ok := e.Tools.Get(name); ok {
		if l := e.Spec.Labels[question]; l != "" {
			return l
		}
		if l := e.Spec.Labels["*"]; l != "" {
			return l
		}
	}
	return name
}

// Busy says what a turn is doing, for the status line.
type Busy int

// What a turn does.
const (
	Idle        Busy = iota
	Held             // an interrupted turn waits for a key
	Thinking         // the model has been asked, nothing has arrived
	Answering        // the response is arriving
	Working          // tools run
	Reviewing        // a reviewer has been asked
	Waiting          // the user has been asked
	Stopping         // what was cancelled is not yet gone
	Lacking          // a call waits for a tool that is not offered
	SummingUp        // a model sums up what was said
	PuttingBack      // files are put back
)

// Busy returns what the turn is doing.
func (s State) Busy() Busy {
	if !s.Folded.Open() {
		return s.busyBeside()
	}
	if _, ok := s.Prompt(); ok {
		return Waiting
	}
	if s.Held {
		return Held
	}
	for _, r := range s.Running {
		switch {
		case r.Key.Kind == OfModel:
			if s.Live.Key == r.Key && (s.Live.text != nil || s.Live.reasoning != nil || s.Live.Calling) {
				return Answering
			}
			return Thinking
		case r.Key.Kind == OfReviewer:
			return Reviewing
		case r.Key.Kind == OfSummary:
			return SummingUp
		}
	}
	if len(s.Running) == 0 && s.Lacks() != "" {
		return Lacking
	}
	return Working
}

// Request is the request to the turn's model that runs.
func (s State) Request() (Key, bool) {
	for _, r := range s.Running {
		if r.Key.Kind == OfModel {
			return r.Key, true
		}
	}
	return Key{}, false
}

// busyBeside is what goes on while no turn is open.
func (s State) busyBeside() Busy {
	if s.Wanted != (Instruct{}) {
		return Thinking
	}
	busy := Idle
	for _, r := range s.Running {
		switch {
		case r.Key.Kind == OfSummary && !r.Stopping:
			busy = SummingUp
		case r.Key.Kind == OfUndo:
			busy = PuttingBack
		case r.Key.Kind != OfClock && r.Key.Kind != OfTitle && r.Key.Kind != OfCommand:
			return Stopping
		}
	}
	return busy
}

// UnderReview is a question that a reviewer has.
type UnderReview struct {
	Key      Key
	Tool     string
	Question forms.Question
	Model    string // as configured, "" if unknown
}

// Reviews lists the questions that reviewers have, in the order of the calls, without
// those that are being stopped.
func (s State) Reviews() []UnderReview {
	t, _ := s.Folded.Current()
	var out []UnderReview
	for _, c := range t.Calls.All() {
		if c.Done || c.Asking == nil || c.Asking.Open == nil {
			continue
		}
		q := c.Asking.Open.Question
		key := Review{Inquiry: c.Asking.Open.ID}.Key()
		if s.runs(key) {
			out = append(out, UnderReview{key, c.Name, q, s.Env.Rules.Question(c.Name, q.ID).Reviewer})
		}
	}
	return out
}

func (s State) runs(k Key) bool {
	return slices.ContainsFunc(s.Running, func(r *Running) bool { return r.Key == k && !r.Stopping })
}

// running reports whether an effect was started and is not yet gone.
func (s State) running(k Key) bool {
	return slices.ContainsFunc(s.Running, func(r *Running) bool { return r.Key == k })
}

func (s State) secret(inquiry string) (json.RawMessage, bool) {
	for _, x := range s.secrets {
		if x.inquiry == inquiry {
			return x.value, true
		}
	}
	return nil, false
}

func responseID(turn, n int) string { return fmt.Sprintf("%d.%d", turn, n) }
