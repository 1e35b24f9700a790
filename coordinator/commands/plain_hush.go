package commands

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"parley/coordinator/arming"
)

// What asks for a secret can close while somebody types it: its server takes it back, or it is answered elsewhere. Who types
// sees nothing of it, so they may not look, and pause. The terminal goes on to show nothing then, and what comes is dropped,
// until Enter ends it or nothing has come for a while. Whatever is asked next waits for that, and so does the end of the
// program, unless somebody ends it.

// hushedText says so, and what ends it.
func hushedText(answers int) string {
	if answers > 1 {
		return fmt.Sprintf("%sthat ends once nothing has come for %d seconds", arming.TextHushed, arming.SecretQuiet/time.Second)
	}
	return arming.TextHushed + "Enter ends that"
}

// leaves is the key that ends the input, where keys come one by one.
const leaves = "\x04"

// hush is what is known of the rest of a secret.
type hush struct {
	rest  arming.Rest   // what may come of it
	show  func()        // shows again what is typed; not nil: the secret is not asked for any more, and its rest may come
	over  chan struct{} // closed when none comes any more; nil: there was no such secret
	ended bool          // the input ended with it
	turns atomic.Int64  // how often what comes began to be dropped, and ceased to be
}

// drops reports whether what comes is dropped, and since when, as a number: what came before that is no part of
// what comes now.
func (h *hush) drops() (since int64, is bool) {
	since = h.turns.Load()
	return since, since%2 == 1
}

// shown shows again what is typed: at once, but for a secret that closed before it was ended. Of that the rest may come.
func (p *Plain) shown(ctx context.Context, ended bool, show func()) {
	if !ended && p.closes(ctx) {
		p.hush.show = show
		return
	}
	show()
}

// closes reports whether what is asked closed by itself, with keys on their way.
func (p *Plain) closes(ctx context.Context) bool {
	return p.arming.Delay > 0 && errors.Is(context.Cause(ctx), ErrClosed)
}

// hushes makes ready to drop the rest of what was asked, of which a secret may be a part: if not now, then with a later
// question of its form.
func (p *Plain) hushes(ctx context.Context, secrets int) {
	if secrets == 0 || !p.closes(ctx) {
		return
	}
	p.hush.rest.Begins(p.arming.Now(), secrets)
	if p.hush.show == nil {
		p.hush.show = p.hide(true)
	}
}

// rest drops the rest of a secret, shows again what is typed, and leaves the terminal to whoever asks next.
func (p *Plain) rest(leave func()) {
	show, over := p.hush.show, make(chan struct{})
	p.hush.show, p.hush.over = nil, over
	p.keeps = false
	p.hush.turns.Add(1)
	go func() {
		defer close(over)
		defer leave()
		defer show()
		defer p.hide(false)() // before it is shown, and without a moment between them
		p.say("%s\n", hushedText(p.hush.rest.Answers()))
		p.hush.ended = !p.drop()
		p.hush.turns.Add(1)
	}()
}

// drop takes what comes until a line has ended, if that is of one answer, or nothing has come for long enough; it is false if
// the input has ended. Where no key is heard of, as many lines are dropped as there may be answers.
func (p *Plain) drop() bool {
	_, is := p.terminal()
	for lines := 1; ; lines++ {
		p.begin(true)
		var quiet <-chan time.Time // none where a key is not heard of
		if !is || hides {
			quiet = p.after(arming.SecretQuiet)
		}
		select {
		case l := <-p.pending:
			p.pending = nil
			p.entered()
			of := p.hush.rest.Answers()
			if more := p.hush.rest.Drops(arming.Enter, p.arming.Now()); !more || l.err != nil || quiet == nil && lines >= of {
				return l.err == nil
			}
		case <-p.heard:
		case <-quiet:
			return true
		}
	}
}

// rested waits until nothing of a secret comes any more; it is false if ctx ends first, or the input did.
func (p *Plain) rested(ctx context.Context) bool {
	if p.hush.over == nil {
		return true
	}
	select {
	case <-p.hush.over:
		return !p.hush.ended
	case <-ctx.Done():
		return false
	}
}

// End says that nothing is asked any more. What may be the rest of a secret is for nobody who reads the terminal next, so it
// waits for that, unless ctx has ended or does.
func (p *Plain) End(ctx context.Context) {
	if ctx.Err() == nil {
		p.rested(ctx)
	}
	p.end()
}
