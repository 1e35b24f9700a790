package commands

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"parley/coordinator"
	"parley/store"
)

// Loop runs a conversation without a screen: the same shell and performers, in a
// loop.
type Loop struct {
	Shell *coordinator.Shell
	// Ask asks the user a prompt and returns the answer; it returns nil if its
	// context ends before there is one, which is because of ErrClosed if it is not asked any more, or if their
	// input does: see Left. It is called again only when it has returned. Nil if nobody is there: what is asked then stays open, and Run returns
	// once nothing else runs.
	Ask func(context.Context, coordinator.Prompt) coordinator.Input
	// Outside are messages from outside of the loop, such as answers of another process; nil if
	// there are none. They are not waited for.
	Outside <-chan coordinator.Input
	// Patience is how many appends in a row may fail before Run gives up, 0 for any
	// number. Unwritten events are then lost, and Shell.Trouble says why.
	Patience int
	// Grace begins when ctx ends, and says when Run no longer waits for jobs that do not end with
	// it; nil: it waits as long as they take.
	Grace func() <-chan time.Time
	// Leaves reports, once ctx has ended, that the program is to end and no user said that the turn is: what is open
	// stays open, and what runs is left to whoever ends the session. Nil: it was the user.
	Leaves func() bool
	// Saw receives every message with the events that it led to, in order.
	Saw func(coordinator.Input, []store.Event)

	steps chan StepMsg
	asks  map[coordinator.Key]context.CancelCauseFunc
	asked chan struct{} // closed when the latest Ask has returned, nil before the first
	open  int           // running jobs
	gone  chan struct{} // closed: nobody takes steps any more
	ends  bool          // the context of Run has ended
	left  atomic.Bool
}

// ErrClosed is why what was asked ends before its answer came, while the conversation goes on: it was answered
// elsewhere, or is not asked any more.
var ErrClosed = errors.New("it is not asked any more")

// Left reports whether input ended before an answer was given. That question stays open, and
// no further one was asked.
func (l *Loop) Left() bool { return l.left.Load() }

// Run sends the first messages, which are on disk all or not at all, and goes on until
// nothing runs and everything is on disk. When ctx ends, the turn is ended as by the
// user, and the consequences are still recorded; but see Leaves. It leaves no goroutine behind, except one
// that waits for a person if Ask ignores its context, and those for which Grace was over.
func (l *Loop) Run(ctx context.Context, first ...coordinator.Input) {
	l.steps, l.asks, l.gone = make(chan StepMsg), map[coordinator.Key]context.CancelCauseFunc{}, make(chan struct{})
	l.begin(l.Shell.Together(l.Saw, first...))
	stop, late := ctx.Done(), (<-chan time.Time)(nil)
	for !l.over() && !l.hopeless(ctx) {
		select {
		case m := <-l.steps:
			l.open--
			if m.Input != nil {
				l.send(m.Input)
			}
			if m.More {
				l.start(m.Rest)
			}
		case in := <-l.Outside:
			l.send(in)
		case <-stop:
			stop, l.ends = nil, true
			if l.Grace != nil {
				late = l.Grace()
			}
			if l.Leaves != nil && l.Leaves() {
				l.leave()
				return
			}
			l.send(coordinator.Interrupted{})
		case <-late:
			if l.Shell.Saved() {
				close(l.gone) // what still runs ends with the program, as if it were killed
				return
			}
			late = l.Grace()
		}
	}
	l.join()
}

// leave waits for no job any more. What came of a response is kept and told; what cannot be written is the
// Shell's trouble.
func (l *Loop) leave() {
	close(l.gone)
	for _, stop := range l.asks {
		stop(nil)
	}
	before := l.Shell.Log().Len()
	err := l.Shell.Leave()
	if log := l.Shell.Log(); err == nil && l.Saw != nil && log.Len() > before {
		l.Saw(coordinator.Left{}, log.Slice(before, log.Len()))
	}
}

// over reports whether nothing more will happen: nothing runs and everything is on disk,
// or what remains waits for a person and none is there.
func (l *Loop) over() bool {
	return l.open == 0 && (l.Shell.Settled() || l.nobody() && l.Shell.Quiet())
}

// nobody reports whether there is nobody to ask.
func (l *Loop) nobody() bool { return l.Ask == nil || l.Left() }

// join ends what is still running when Run has given up, and waits for it.
func (l *Loop) join() {
	if l.open == 0 {
		return
	}
	for _, stop := range l.asks {
		stop(nil)
	}
	l.Shell.Stop(context.Background())
	for ; l.open > 0; l.open-- {
		<-l.steps
	}
}

// hopeless reports whether nothing can be written any more and nobody wants to wait
// for it: the program is being ended, or has waited long enough.
func (l *Loop) hopeless(ctx context.Context) bool {
	failed := l.Shell.Failed()
	return failed > 0 && (ctx.Err() != nil || l.Patience > 0 && failed >= l.Patience)
}

func (l *Loop) send(in coordinator.Input) {
	events, jobs := l.Shell.Send(in)
	if l.Saw != nil {
		l.Saw(in, events)
	}
	l.begin(jobs)
}

// begin starts jobs, and ends what asks about something that is not asked any more.
func (l *Loop) begin(jobs []coordinator.Job) {
	for _, j := range jobs {
		l.start(j)
	}
	why := ErrClosed
	if l.ends {
		why = nil
	}
	for k, stop := range l.asks {
		if p, ok := l.Shell.State().Prompt(); !ok || p.Key != k {
			stop(why)
			delete(l.asks, k)
		}
	}
}

func (l *Loop) start(j coordinator.Job) {
	if j.Ask != nil && l.nobody() {
		return // it stays open
	}
	l.open++
	if j.Ask != nil {
		ctx, stop := context.WithCancelCause(j.Context)
		l.asks[j.Key] = stop
		before, over := l.asked, make(chan struct{})
		l.asked = over
		go func() {
			if before != nil {
				<-before // it would read from the same terminal
			}
			in := l.Ask(ctx, *j.Ask)
			close(over)
			if in == nil && ctx.Err() == nil {
				l.left.Store(true)
			}
			l.step(StepMsg{Input: in})
		}()
		return
	}
	go func() {
		in, rest := j.Perform(j.Context)
		j.Perform = rest
		l.step(StepMsg{Input: in, Rest: j, More: rest != nil})
	}()
}

// step hands a step to Run, if that still waits for it.
func (l *Loop) step(m StepMsg) {
	select {
	case l.steps <- m:
	case <-l.gone:
	}
}
