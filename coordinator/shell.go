package coordinator

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"parley/coordinator/tool"
	"parley/coordinator/window"
	"parley/store"
)

// World is what the shell needs of the outside. Everything except Now, Nonce and
// Written may block, and is called from jobs only.
type World struct {
	Record   func(...store.Event) error // events as store.New made them
	Look     func() error               // checks that the record is as it was left; nil: it is
	Model    func(context.Context) (Model, error)
	Title    func(context.Context) (Model, error)                   // nil: no model makes titles
	Keys     func() []string                                        // values that no title has; nil: none is known
	Summary  func(context.Context) (Model, error)                   // who sums up; nil: the model that is asked
	Window   func(ctx context.Context, m Model, wait bool) int      // how many tokens a model takes, 0 unknown; nil: as its provider says
	Rules    Rulebook                                               // nil: there are no rules
	Review   func(s State, log store.Log, inquiry string) Performer // nil: there is no reviewer
	Sleep    func(context.Context, time.Duration) error
	Work     Workspace
	Now      func() time.Time
	Nonce    func() string       // unique for each message, a few letters
	Written  func([]store.Event) // receives events once they are on disk
	Answered []string            // answers on record that are known to be a person's, see [Opened]
	Strange  bool                // the record was not made by this installation, see [Opened]
	Theirs   int                 // how many lines the record begins with in which another hand may say what was allowed
	Forward  Forwarder           // of a mirror; nil: the conversation is open here
	Aside    *Aside              // nil: arriving responses are not kept
	Command  Commander           // nil: there are no user commands
	Kept     window.Kept         // nil: nothing is kept
	PutBack  Putter              // nil: no file is put back
	Unput    []Unput             // files that recorded undos did not reach because the program was killed
	Who      func() *store.Via   // who decides here, as the system knows it; nil: it is not known
	Keep     Keeper              // keeps what stands in a file before it is changed; nil: it is not kept
	Instruct Instructor          // nil: no instructions are given
	SettleIn time.Duration       // the wait before a failed append is retried
	Hold     time.Duration       // how long an append waits for runs that only look; 0: not at all
}

// Job is something to run outside the loop: its performer's messages go back into
// Send. An Ask is shown to the user instead, who answers in their own time.
type Job struct {
	Key     Key
	Context context.Context
	Perform Performer
	Ask     *Prompt
}

// Urgent reports whether what the shell decided goes on with it: it does not wait behind the
// results of other jobs. At most one of each sort runs.
func (j Job) Urgent() bool {
	return j.Key.Kind == ofWriting || j.Key.Kind == ofSettling || j.Key.Kind == ofAside
}

// Shell is the small impure hand: it steps the core, keeps the log, writes it
// through the outbox, and turns effects into jobs. It is not safe for concurrent
// use: one loop owns it.
type Shell struct {
	World   World
	state   State
	log     store.Log
	outbox  Outbox
	ctx     context.Context
	cancels map[Key]context.CancelFunc
	trouble error
	failed  int            // consecutive failed appends
	goesOn  bool           // a job that continues settling is running
	runs    sync.WaitGroup // running tools and commands
	halted  map[Key]bool   // commands and undos that must end as soon as they begin
	keeping keeping
	writes  map[Key]tool.Writes // what runs said that they will write
	askers  *askers             // runs that can ask
	toTell  []told              // whose answers are not on disk yet
	holding holding
	handing bool         // the mirror has passed on an act
	gathers bool         // nothing is written yet: more messages belong to it
	adding  func() error // does the append under way, or waits for it; nil: there is none
	unsaved bool         // the program ends, and not everything is on disk
}

// wrote ends an append.
type wrote struct{ err error }

func (wrote) input() {}

// NewShell resumes a conversation from its log. Its effects end with ctx.
func NewShell(ctx context.Context, w World, env Env, conversation string, log store.Log) *Shell {
	f := foldHere(conversation, log, w.Theirs)
	return &Shell{
		World: w, ctx: ctx, log: log, cancels: map[Key]context.CancelFunc{}, askers: &askers{},
		state:  State{Folded: f, Env: env, standing: standing{before: begun(f), theirs: w.Theirs}, unplaced: f.Workspace == "" && len(f.Deltas) > 0},
		outbox: NewOutbox(f.Seq),
	}
}

// State returns what the core knows now.
//
//go:noinline
func (s *Shell) State() State { return s.state }

// Log returns the events so far, recorded or about to be.
func (s *Shell) Log() store.Log { return s.log }

// Trouble is why events cannot be written at present, nil if they can.
func (s *Shell) Trouble() error { return s.trouble }

// Failed counts the consecutive failed appends: 0 if the last one worked.
func (s *Shell) Failed() int { return s.failed }

// Settled reports whether nothing runs and everything is on disk.
func (s *Shell) Settled() bool { return len(s.state.Running) == 0 && !s.state.more && s.outbox.Idle() }

// Quiet reports whether nothing more will happen unless the user acts: everything is
// on disk, and at most questions wait for the user.
func (s *Shell) Quiet() bool {
	waits := func(r *Running) bool { return r.Key.Kind == OfUser || r.Key.Kind == OfVisit }
	return !s.state.more && s.outbox.Idle() && !slices.ContainsFunc(s.state.Running, func(r *Running) bool { return !waits(r) })
}

// Saved reports whether every event so far is on disk.
func (s *Shell) Saved() bool { return s.outbox.Idle() }

// SetEnv changes the tools and rules; what is running goes on.
func (s *Shell) SetEnv(env Env) {
	s.state.judgings, s.state.rulings = s.state.judgings+1, nil
	s.state.Env, s.state.calm, s.state.owing, s.state.files = env, nil, nil, nil
}

// Send gives the core a message. It returns what happened, for whoever draws it,
// and the jobs to run now.
func (s *Shell) Send(in Input) ([]store.Event, []Job) { return s.sendBy(nil, in) }

// sendBy is Send for an act of a person of whom the system knows something.
func (s *Shell) sendBy(via *store.Via, in Input) ([]store.Event, []Job) {
	if s.World.Forward != nil {
		return nil, s.mirrored(in)
	}
	switch x := in.(type) {
	case Sent:
		return s.sent(x)
	case wrote:
		return nil, s.wrote(x.err)
	case asideDone:
		return nil, s.asideDone(x.err)
	case hurried:
		if x.n != s.holding.n {
			return nil, nil
		}
		return nil, s.hurry()
	case CommandStopped:
		s.halt(RunCommand{ID: x.ID}.Key())
		return nil, nil
	case Interrupted:
		s.halt(s.state.Undoing.Key())
	case Opened:
		in = s.opens(x)
	case Settling:
		s.goesOn = false
	}
	if via == nil && decides(in) {
		via = s.decider()
	}
	s.promised(in)
	if !s.state.more { // else a step goes on that has cancelled them
		s.state.unbegun = s.outbox.unbegun()
	}
	state, did := Step(s.state, Msg{Time: s.World.Now(), Nonce: s.World.Nonce(), Body: in, Via: via})
	if did.Err != nil {
		s.trouble = did.Err
		return nil, nil
	}
	s.state = state
	s.log = s.log.Append(did.Events...)
	gone := s.cancel(did.Cancel)
	s.sweep(in)
	s.dropWrites()
	var start []Effect
	s.outbox, start = s.outbox.Ahead(s.ahead(did)...).Take(did)
	jobs := s.jobs(start)
	if s.state.more && !s.goesOn {
		s.goesOn = true
		jobs = append(jobs, Job{Key: Key{Kind: ofSettling}, Context: s.ctx, Perform: result(Settling{})})
	}
	events := did.Events
	for _, k := range gone {
		more, next := s.Send(Gone{Key: k})
		events, jobs = append(events, more...), append(jobs, next...)
	}
	jobs = append(jobs, s.patience()...)
	jobs = append(jobs, s.write(0)...)
	return events, append(jobs, s.aside()...)
}

// cancel ends effects. Effects that are not running are gone at once.
func (s *Shell) cancel(keys []Key) (gone []Key) {
	for _, k := range keys {
		stop, runs := s.cancels[k]
		if runs {
			stop()
			delete(s.cancels, k)
		}
		if !runs {
			gone = append(gone, k)
		}
	}
	return gone
}

// sweep frees the context of the effect that a message ended.
func (s *Shell) sweep(in Input) {
	k, ok := keyOf(in)
	stop, runs := s.cancels[k]
	s.outbox = s.outbox.Ended(k)
	if ok && runs && !s.state.running(k) {
		stop()
		delete(s.cancels, k)
	}
}

func (s *Shell) wrote(err error) []Job {
	s.adding = nil
	if err != nil {
		s.trouble = fmt.Errorf("cannot save the conversation: %w", err)
		s.failed++
		s.outbox, _ = s.outbox.Hurry().Wrote(err)
		return s.write(s.World.SettleIn)
	}
	s.trouble, s.failed = nil, 0
	before := s.outbox.Written()
	var start []Effect
	s.outbox, start = s.outbox.Wrote(nil)
	if s.World.Written != nil {
		s.World.Written(s.since(before))
	}
	s.tell()
	jobs := append(s.jobs(start), s.patience()...)
	jobs = append(jobs, s.write(0)...)
	return append(jobs, s.aside()...)
}

// since returns the events after one seq that are on disk.
func (s *Shell) since(seq int64) []store.Event {
	upto := s.outbox.Written()
	i := s.log.Len()
	for i > 0 && s.log.At(i-1).Seq > seq {
		i--
	}
	j := i
	for j < s.log.Len() && s.log.At(j).Seq <= upto {
		j++
	}
	return s.log.Slice(i, j)
}

// write starts the next append, if there is one and none is running.
func (s *Shell) write(after time.Duration) []Job {
	if s.gathers {
		return nil
	}
	var batch []store.Event
	s.outbox, batch = s.outbox.Next()
	if len(batch) == 0 {
		return nil
	}
	// An append outlives cancellation: what was decided must be recorded.
	ctx := context.WithoutCancel(s.ctx)
	record := sync.OnceValue(func() error { return s.World.Record(batch...) })
	s.adding = record
	return []Job{{Key: Key{Kind: ofWriting}, Context: ctx, Perform: func(ctx context.Context) (Input, Performer) {
		if after > 0 {
			if err := s.World.Sleep(ctx, after); err != nil {
				return wrote{err}, nil
			}
		}
		return wrote{record()}, nil
	}}}
}

// jobs turns effects into what runs them.
func (s *Shell) jobs(effects []Effect) []Job {
	if len(effects) == 0 {
		return nil
	}
	var jobs []Job
	live := make(map[Key]bool, len(s.state.Running))
	for _, r := range s.state.Running {
		live[r.Key] = !r.Stopping
	}
	for _, e := range effects {
		if !live[e.Key()] {
			continue // cancelled while its events were being written
		}
		if _, asks := e.(AskUser); asks {
			if p, ok := s.state.Prompt(); ok && p.Key == e.Key() {
				jobs = append(jobs, Job{Key: e.Key(), Context: s.ctx, Ask: &p})
			}
			continue
		}
		if before, again := s.cancels[e.Key()]; again { // it was begun, and found that something comes first
			before()
		}
		ctx, stop := context.WithCancel(s.ctx)
		s.cancels[e.Key()] = stop
		if s.halted[e.Key()] {
			delete(s.halted, e.Key())
			stop()
		}
		jobs = append(jobs, Job{Key: e.Key(), Context: ctx, Perform: s.performer(e)})
	}
	return jobs
}

func (s *Shell) performer(e Effect) Performer {
	switch e := e.(type) {
	case CallModel:
		return s.asks(e.Key())
	case Summarise:
		return s.sumsUp(e)
	case RunTool:
		return s.runner(e)
	case TellRun:
		return s.tells(e)
	case AwaitVisit:
		return s.awaiting(e)
	case PutFiles:
		return s.putting(e)
	case WriteFiles:
		return s.writing(e)
	case RunCommand:
		return s.commanding(e)
	case Review:
		if s.World.Review != nil {
			return s.World.Review(s.state, s.Log(), e.Inquiry)
		}
		return result(ReviewBroke{Key: e.Key(), Error: noReviewerText})
	case Judge:
		return s.judging(e)
	case Instruct:
		return instructing(s.World.Instruct, e)
	case Entitle:
		if s.World.Title == nil {
			return result(TitleBroke{Key: e.Key(), Error: noTitleText("no model is set up to make one")})
		}
		return entitling(s.World.Title, s.Log(), s.Hide)
	case Wake:
		now := s.World.Now()
		return func(ctx context.Context) (Input, Performer) {
			if err := s.World.Sleep(ctx, e.Due.Sub(now)); err != nil {
				return Gone{Key: e.Key()}, nil
			}
			return Woke{Key: e.Key()}, nil
		}
	}
	panic(fmt.Sprintf("coordinator: no performer for %T", e))
}

func result(in Input) Performer {
	return func(context.Context) (Input, Performer) { return in, nil }
}

// runner builds the run of a call from the state.
func (s *Shell) runner(e RunTool) Performer {
	t, _ := s.state.Folded.Current()
	c, _ := t.Call(e.Call)
	entry, ok := s.state.Env.Tools.Get(c.Name)
	if !ok {
		return result(ToolDone{Key: e.Key(), Outcome: tool.Failure{Message: unknownToolText(c.Name, s.state.Env.Tools.Names())}})
	}
	call, err := s.call(c, e.Run, entry)
	if err != nil {
		return result(ToolDone{Key: e.Key(), Outcome: tool.Failure{Message: err.Error()}})
	}
	run := s.keepingFiles(s.ruledRun(e.Key(), c, call, s.around(call, running(e.Key(), entry.Tool, call, &s.runs, s.askers))))
	run = signing(entry.Tool, c.Arguments, run)
	return s.looking(run, func(err error) Input { return ToolDone{Key: e.Key(), Outcome: tool.Failure{Message: err.Error()}} })
}

// call is the input of a call's run; the error is worded for the model.
func (s *Shell) call(c Call, run int, entry tool.Entry) (tool.Call, error) {
	arguments, err := s.state.Env.Tools.Check(c.Name, c.Arguments)
	if err != nil {
		return tool.Call{}, err
	}
	w := s.World.Work
	ruling, _ := s.state.rulings.get(runID(&c))
	return tool.Call{
		ID: c.ID, Name: c.Name, Arguments: slices.Clone(arguments), Answers: s.state.answers(c), Options: entry.Options,
		Root: w.Root, Dir: w.Dir, Closed: w.Closed, Conversation: w.Conversation, Allowed: c.Permit.personal(), Rests: c.restsOn(run), Asks: ruling.Asks && c.Permit.Asked == nil, Attempt: run, Ours: s.state.Folded.ours, Made: s.state.Folded.allOurs,
		Rules: s.rulesFor(c), ByRule: c.byRule(), Shown: c.shown(), Listed: c.Permit.By == store.ByRule && ruling.Listed, Agreed: c.Permit.By == store.ByUser && store.Permits(c.Permit.Outcome), State: c.State, Declined: c.Declined,
	}, nil
}
