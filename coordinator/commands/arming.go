package commands

import (
	"cmp"
	"context"
	"time"

	"parley/coordinator/arming"
)

// Armed makes each prompt ignore input for a while after it appears, and for just as
// long after input that came too early. Without a delay it ignores none. It returns p.
func (p *Plain) Armed(delay time.Duration, now func() time.Time, after func(time.Duration) <-chan time.Time) *Plain {
	p.arming, p.after = arming.Arming{Clock: arming.Clock{Now: now, Delay: delay}}, after
	p.entered() // in the shell
	return p
}

// entered notes that a line was ended: the key may be held down, and end empty lines.
func (p *Plain) entered() { p.arming.Pressed(arming.Enter, false) }

// opensEarly reports whether a line was begun before it could be an answer. One that only has
// its end may be of a key that is held down since the last one.
func (p *Plain) opensEarly(l line) bool {
	at, _ := p.arming.At() // a plain terminal shows at once
	return p.arming.Delay > 0 && (l.began.Before(at) || l.text == "" && p.arming.HeldAt(arming.Enter, false, l.began))
}

// left is how long the prompt still accepts nothing.
func (p *Plain) left() time.Duration {
	at, _ := p.arming.At()
	return at.Sub(p.arming.Now())
}

// quiet waits until the prompt accepts answers; it is false if ctx or the input ends
// first. The request for input is printed only then, exactly when input is accepted.
func (p *Plain) quiet(ctx context.Context, hidden bool) bool {
	p.keeps = false
	if p.arming.Delay <= 0 {
		return true
	}
	p.arming.Appear()
	return p.settles(ctx, hidden)
}

// settles waits until no input comes too early any more.
func (p *Plain) settles(ctx context.Context, hidden bool) bool {
	told := false
	tell := func() {
		if !told {
			p.say("%s\n", arming.TextNotYet)
		}
		told = true
		p.arming.Quiet()
	}
	if f, ok := p.terminal(); ok && p.pending == nil {
		if known, on := p.quietTerminal(ctx, f, tell); known {
			return on
		}
	}
	defer p.hide(false)() // a read that continues hears of each key
	for {
		left := p.left()
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
		case <-p.heard:
			tell()
		case <-p.after(left):
		case <-ctx.Done():
			return false
		}
	}
}

// answer asks for a line with words and reads it; ok is false if there will be none.
// A line that was begun too early does not count and is asked for again.
func (p *Plain) answer(ctx context.Context, words string, hidden bool) (text string, ok bool) {
	p.keeps = false
	goesOn, end := p.continued() // registered before anything is shown at which one could stop the program
	defer end()
	for {
		p.say("%s", words)
		l, ok := p.line(ctx, hidden, goesOn, func() {
			p.entered() // fg; and what was typed for the shell is no answer
			p.arming.Appear()
			p.say("%s%s", cmp.Or(p.asked.String(), "\n"), words)
		})
		if !ok {
			return "", false
		}
		early := p.opensEarly(l)
		p.entered()
		if !early {
			return l.text, true
		}
		p.say("%s\n", arming.TextNotYet)
		p.keeps = false
		p.arming.Quiet() // what may be held down stays what it was: else one that is pressed again and again would never answer
		if !p.settles(ctx, hidden) {
			return "", false
		}
	}
}

// Answer asks for a line that decides something, and takes none that came before it was asked
// for.
func (p *Plain) Answer(ctx context.Context, words string) (string, bool) {
	leave, ok := p.turn(ctx)
	if !ok {
		return "", false
	}
	defer leave()
	if !p.quiet(ctx, false) {
		return "", false
	}
	return p.answer(ctx, words, false)
}

// words asks for a text that decides nothing by itself, and takes what was typed ahead.
func (p *Plain) words(ctx context.Context, prompt string) (text string, ok bool) {
	p.arming.Hold()
	return p.answer(ctx, prompt, false)
}
