package commands

import (
	"context"
	"os"
	"time"

	"golang.org/x/term"
)

// TextNotYet is shown if something is typed too early to be an answer, by the screen
// too.
const TextNotYet = "one moment; keys are not accepted yet"

// arming is the moment during which a prompt accepts nothing, so that what was typed
// ahead is not an answer. Without a delay there is none.
type arming struct {
	delay time.Duration
	now   func() time.Time
	after func(time.Duration) <-chan time.Time
	at    time.Time // when the present prompt accepts answers
}

// Armed makes each prompt ignore input for a while after it appears, and for just as
// long after input that came too early. It returns p.
func (p *Plain) Armed(delay time.Duration, now func() time.Time, after func(time.Duration) <-chan time.Time) *Plain {
	p.arming = arming{delay: delay, now: now, after: after}
	return p
}

// quiet waits until the prompt accepts answers; it is false if ctx or the input ends
// first. The request for input is printed only then, exactly when input is accepted.
func (p *Plain) quiet(ctx context.Context, hidden bool) bool {
	if p.arming.delay <= 0 {
		return true
	}
	p.early()
	told := false
	tell := func() {
		if !told {
			p.say("%s\n", TextNotYet)
		}
		told = true
		p.early()
	}
	if f, ok := p.tty.(*os.File); ok && p.pending == nil && term.IsTerminal(int(f.Fd())) {
		if known, on := p.quietTerminal(ctx, f, tell); known {
			return on
		}
	}
	for {
		left := p.arming.at.Sub(p.arming.now())
		if left <= 0 {
			return true
		}
		p.begin(hidden)
		select {
		case l := <-p.pending:
			p.pending = nil
			if l.err != nil {
				return false
			}
			tell()
		case <-p.arming.after(left):
		case <-ctx.Done():
			return false
		}
	}
}

// early begins the moment.
func (p *Plain) early() { p.arming.at = p.arming.now().Add(p.arming.delay) }

// answer asks for a line with words and reads it; ok is false if there will be none.
// A line that was begun too early does not count and is asked for again.
func (p *Plain) answer(ctx context.Context, words string, hidden bool) (text string, ok bool) {
	for {
		p.say("%s", words)
		l, ok := p.line(ctx, hidden)
		if !ok {
			return "", false
		}
		if p.arming.delay <= 0 || !l.began.Before(p.arming.at) {
			return l.text, true
		}
		p.say("%s\n", TextNotYet)
		if !p.quiet(ctx, hidden) {
			return "", false
		}
	}
}
