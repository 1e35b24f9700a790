package bridge

import (
	"context"
	"io"
	"time"

	"parley/coordinator"
	"parley/coordinator/tool"
	"parley/model/cli/bridge/hook"
	"parley/store"
)

// aliveAt is the descriptor by which parley-hook says that it is there: it is closed when the
// hook ends. What became of it comes before, in a byte each.
const aliveAt = 3

// What a hook says: that it has passed the answer on, or which signal ends it.
const (
	hookPassed      = 'a'
	hookTerminated  = 't'
	hookInterrupted = 'i'
	hookHungUp      = 'h'
)

// passTime is how long a hook may take to pass an answer on.
const passTime = 10 * time.Second

// hearing is what is heard of a hook: each is closed once it is so.
type hearing struct{ passed, gone chan struct{} }

// hear listens until the hook is gone, and returns why it is.
func (h *hearing) hear(hooked io.Reader, program string) coordinator.Closed {
	defer close(h.gone)
	word := make([]byte, 1)
	for passed := false; ; passed = true {
		if _, err := io.ReadFull(hooked, word); err != nil { // the end of the hook, without a word
			return endOf(0, program)
		}
		if word[0] != hookPassed || passed {
			return endOf(word[0], program)
		}
		close(h.passed)
	}
}

// took waits until the hook has passed an answer on, and reports whether it did.
func (h *hearing) took(ctx context.Context, sleep func(context.Context, time.Duration) error) bool {
	ctx, end := context.WithCancel(ctx)
	defer end()
	late := make(chan struct{})
	go func() {
		_ = sleep(ctx, passTime) // it ends early if the hook says something
		close(late)
	}()
	select {
	case <-h.passed:
	case <-h.gone:
	case <-late:
	}
	select {
	case <-h.passed: // and gone, maybe
		return true
	default:
		return false
	}
}

// endOf is why a hook that ended is not answered. The program terminates it because it has
// decided; whatever else ends it, nobody did.
func endOf(word byte, program string) coordinator.Closed {
	switch word {
	case hookTerminated:
		return coordinator.Closed{Reason: store.CancelElsewhere}
	case hookInterrupted:
		return coordinator.Closed{Reason: store.CancelExpired, Why: endedText(interrupted, program)}
	case hookHungUp:
		return coordinator.Closed{Reason: store.CancelExpired, Why: endedText(hungUp, program)}
	}
	return coordinator.Closed{Reason: store.CancelExpired, Why: endedText(killed, program)}
}

// hand hands a yes back, in a run that is on record by now. It is done once the hook has passed
// it on: a program that decided at the same moment has ended its hook, and was told nothing.
func (q *request) hand(d hook.Decision) tool.Outcome {
	gone := tool.Failure{Message: goneText(q.m.Program)}
	q.mu.Lock()
	again := q.said
	q.said = true
	q.mu.Unlock()
	if again {
		return gone // a run that is repeated says nothing twice
	}
	line := q.m.Say(d)
	if _, q.fault = q.p.Out.Write(line); q.fault != nil {
		return gone
	}
	if len(line) > 0 && q.heard != nil && !q.heard.took(context.Background(), q.p.Sleep) {
		return gone
	}
	return tool.Success{Content: toldText(q.m.Program)}
}
