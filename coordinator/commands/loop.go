package commands

import (
	"context"

	"parley/coordinator"
	"parley/store"
)

// Loop runs a conversation without a screen: the same shell and the same
// performers as on one, in a loop.
type Loop struct {
	Shell *coordinator.Shell
	// Ask puts a prompt before the user and returns the answer; it returns nil
	// when its context ends before there is one. Nil when nobody is there.
	Ask func(context.Context, coordinator.Prompt) coordinator.Input
	// Patience is how many appends in a row may fail before Run gives up, 0 for
	// any number. What was not written is lost then, and Shell.Trouble says why.
	Patience int
	// Saw receives every message with the events it led to, in order.
	Saw func(coordinator.Input, []store.Event)

	steps chan StepMsg
	asks  map[coordinator.Key]context.CancelFunc
	open  int // jobs under way
}

// Run sends the first messages and goes on until nothing runs and everything is
// on disk. When ctx ends the turn is ended as by the user, and what follows from
// that is still recorded. It leaves no goroutine behind, but one that waits for
// a person if Ask does not heed its context.
func (l *Loop) Run(ctx context.Context, first ...coordinator.Input) {
	l.steps, l.asks = make(chan StepMsg), map[coordinator.Key]context.CancelFunc{}
	for _, in := range first {
		l.send(in)
	}
	stop := ctx.Done()
	for (l.open > 0 || !l.Shell.Settled()) && !l.hopeless(ctx) {
		select {
		case m := <-l.steps:
			l.open--
			if m.Input != nil {
				l.send(m.Input)
			}
			if m.More {
				l.start(m.Rest)
			}
		case <-stop:
			stop = nil
			l.send(coordinator.Interrupted{})
		}
	}
	l.join()
}

// join ends what is still under way when Run has given up, and waits for it.
func (l *Loop) join() {
	if l.open == 0 {
		return
	}
	for _, stop := range l.asks {
		stop()
	}
	l.Shell.Stop(context.Background())
	for ; l.open > 0; l.open-- {
		<-l.steps
	}
}

// hopeless says that nothing can be written any more and that nobody wants to
// wait for it: whoever ends the program, or a program that has waited enough.
func (l *Loop) hopeless(ctx context.Context) bool {
	failed := l.Shell.Failed()
	return failed > 0 && (ctx.Err() != nil || l.Patience > 0 && failed >= l.Patience)
}

func (l *Loop) send(in coordinator.Input) {
	events, jobs := l.Shell.Send(in)
	if l.Saw != nil {
		l.Saw(in, events)
	}
	for _, j := range jobs {
		l.start(j)
	}
	for k, stop := range l.asks {
		if p, ok := l.Shell.State().Prompt(); !ok || p.Key != k {
			stop()
			delete(l.asks, k)
		}
	}
}

func (l *Loop) start(j coordinator.Job) {
	l.open++
	if j.Ask != nil {
		ctx, stop := context.WithCancel(j.Context)
		l.asks[j.Key] = stop
		go func() { l.steps <- StepMsg{Input: l.Ask(ctx, *j.Ask)} }()
		return
	}
	go func() {
		in, rest := j.Perform(j.Context)
		j.Perform = rest
		l.steps <- StepMsg{Input: in, Rest: j, More: rest != nil}
	}()
}
