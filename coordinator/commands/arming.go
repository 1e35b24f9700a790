package commands

import (
	"context"
	"os"
	"time"

	"golang.org/x/term"
)

// notYetText is told where something is typed that comes too early to be an answer.
const notYetText = "one moment; keys are not taken yet\n"

// arming is the moment in which a prompt takes nothing, so that what was typed ahead
// is no answer. Without a delay there is none.
type arming struct {
	delay time.Duration
	now   func() time.Time
	after func(time.Duration) <-chan time.Time
	at    time.Time // when what stands before the user takes answers
}

// Armed lets each prompt take nothing until it has stood there for a while, nor for
// as long after what came too early. It returns p.
func (p *Plain) Armed(delay time.Duration, now func() time.Time, after func(time.Duration) <-chan time.Time) *Plain {
	p.arming = arming{delay: delay, now: now, after: after}
	return p
}

// quiet waits until what was shown takes answers; it is false when ctx or the input
// ends before. What is asked for is not printed until then, so that it is there
// exactly when it is taken.
func (p *Plain) quiet(ctx context.Context, hidden bool) bool {
	if p.arming.delay <= 0 {
		return true
	}
	p.early()
	told := false
	tell := func() {
		if !told {
			p.say(notYetText)
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

// answer asks for a line with words and reads it; ok is false when there will be
// none. A line that was begun too early is none: then it is asked for again.
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
		p.say("%s", notYetText)
		if !p.quiet(ctx, hidden) {
			return "", false
		}
	}
}
