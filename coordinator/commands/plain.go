package commands

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"

	"parley/coordinator"
	"parley/coordinator/arming"
	"parley/forms"
	"parley/store"
	"parley/store/system"
	"parley/store/text/clean"
)

// Plain asks in numbered lines, without redraws: on the controlling terminal of a
// program without a screen, for screen readers and for dumb terminals. What was typed
// before a prompt appears is thrown away: it is never an answer.
type Plain struct {
	tty     io.ReadWriter
	arming  arming.Arming
	after   func(time.Duration) <-chan time.Time
	pending chan line     // a read that continues although its prompt is gone
	heard   chan struct{} // by that read: a key, while each is handed on
	gone    bool          // the latest prompt ended before its answer came
	hush    hush          // of a secret among them
	broken  func(text string, width int) []string

	has      bool            // the terminal, for itself
	unread   func() bool     // what was printed before has not been read; nil: it has
	modes    modes           // of the terminal, while nobody else takes what is typed
	returned chan struct{}   // another program took what was typed until now
	keeps    bool            // what is said is what is asked
	asked    strings.Builder // for somebody who comes back to it
	drafts   func() store.Drafts
}

// line is what was typed, and when typing began.
type line struct {
	text  string
	err   error
	began time.Time
}

// NewPlain asks on a terminal.
func NewPlain(tty io.ReadWriter) *Plain {
	p := &Plain{tty: tty, arming: arming.Arming{Clock: arming.Clock{Now: time.Now}}, after: time.After, returned: make(chan struct{}, 1)}
	p.modes.own(false)
	return p
}

// Drafted makes it said where something was chosen on a screen that an answer in lines does not take.
func (p *Plain) Drafted(drafts func() store.Drafts) *Plain {
	p.drafts = drafts
	return p
}

// Ask shows a prompt until there is an answer that fits. It returns nil if ctx or the
// terminal's input ends first; the question then stays open.
func (p *Plain) Ask(ctx context.Context, x coordinator.Prompt) coordinator.Input {
	leave, ok := p.turn(ctx)
	if !ok {
		return nil
	}
	defer func() { leave() }()
	system.ForgetTyped(p.tty)
	p.keeps = true
	p.asked.Reset()
	ask := p.question
	if x.Permission != nil {
		ask = p.permission
	}
	in := ask(ctx, x)
	if p.gone = in == nil && ctx.Err() != nil; p.gone {
		p.hushes(ctx, x.Secrets())
	}
	switch {
	case p.hush.show != nil:
		p.rest(leave)
		leave = func() {} // it does
	case p.gone:
		system.ForgetTyped(p.tty)
	}
	return in
}

func (p *Plain) say(format string, args ...any) {
	text := clean.Prose(fmt.Sprintf(format, args...))
	if p.keeps {
		p.asked.WriteString(text)
	}
	// The terminal is the user's; if it is gone, the next read says so.
	_, _ = io.WriteString(p.tty, p.fitted(clean.Shown(text)))
}

// read returns the next line; ok is false if there will be none.
func (p *Plain) read(ctx context.Context, hidden bool) (text string, ok bool) {
	l, ok := p.line(ctx, hidden, nil, nil)
	return l.text, ok
}

// line reads the next line. It calls back when goesOn reports that the program continues after
// being stopped, and when another program has given the terminal back.
func (p *Plain) line(ctx context.Context, hidden bool, goesOn <-chan os.Signal, back func()) (l line, ok bool) {
	if _, is := p.terminal(); is && hidden && hides {
		defer p.say("\n") // the key that ends the line is not echoed either
	}
	p.begin(hidden)
	for {
		select {
		case l := <-p.pending:
			p.pending = nil
			if p.cut(l) {
				if !p.quiet(ctx, hidden) { // the rest of it was not meant as an answer
					return line{}, false
				}
				p.begin(hidden)
				continue
			}
			if l.err != nil && !hidden {
				p.say("\n") // so that the next message begins a line
			}
			if back != nil && (p.cameBack() || wentOn(goesOn)) {
				back()
			}
			return l, l.err == nil
		case <-goesOn:
			back()
		case <-p.returned:
			if back != nil {
				back()
			}
		case <-ctx.Done():
			return line{}, false
		}
	}
}

// cameBack reports whether another program gave the terminal back, which is not told yet.
func (p *Plain) cameBack() bool {
	select {
	case <-p.returned:
		return true
	default:
		return false
	}
}

// begin starts reading a line, unless that has begun.
func (p *Plain) begin(hidden bool) {
	if p.pending != nil {
		return
	}
	c := make(chan line, 1)
	heard := make(chan struct{}, 1)
	p.pending, p.heard = c, heard
	go func() { c <- p.scan(hidden, heard) }()
}

// scan reads exactly one line, so that a secret can be read next without echo. The end of the
// input ends it too, even in the middle of a line or a secret.
func (p *Plain) scan(hidden bool, heard chan<- struct{}) line {
	if f, ok := p.terminal(); ok && hidden && !hides {
		b, err := term.ReadPassword(int(f.Fd()))
		p.say("\n")
		return line{string(b), err, p.arming.Now()}
	}
	var b []byte
	var began time.Time
	since, _ := p.hush.drops()
	for {
		part, own, err := p.next()
		now, drops := p.hush.drops()
		if !own || now != since { // what came before was another program's, too, or a secret's
			b, began, since = nil, time.Time{}, now
		}
		if drops && string(part) == leaves {
			return line{"", io.EOF, began}
		}
		if len(part) > 0 && began.IsZero() {
			began = p.arming.Now()
		}
		select {
		case heard <- struct{}{}:
		default:
		}
		b = append(b, part...)
		switch text, ended := strings.CutSuffix(string(b), "\n"); {
		case ended:
			return line{strings.TrimRight(text, "\r"), nil, began}
		case len(part) > 0:
		case err != nil && len(b) > 0:
			return line{string(b), nil, began}
		case err != nil:
			return line{"", err, began}
		}
	}
}

// terminal is what is asked on, if that is a terminal.
func (p *Plain) terminal() (*os.File, bool) {
	f, ok := system.FileOf(p.tty)
	return f, ok && term.IsTerminal(int(f.Fd()))
}

// heading says who asks what.
func (p *Plain) heading(x coordinator.Prompt, words string) { p.says(x, x.Label+words) }

// says is the first line of what is asked.
func (p *Plain) says(x coordinator.Prompt, words string) {
	p.say("\n%s", words)
	if change := x.Change(); change != "" {
		p.say(" (%s)", change)
	}
	if x.Of > 1 {
		p.say(" (1 of %d waiting)", x.Of)
	}
	p.say("\n")
}

// indented indents a stranger's text. Choices begin in the first column, so no line of a
// command or a context can pass for one.
func indented(s string) string { return "  " + nested(strings.TrimRight(s, "\n")) }

// nested indents the continuation lines of a stranger's text, so that none begins in the first
// column.
func nested(s string) string { return strings.ReplaceAll(s, "\n", "\n  ") }

func (p *Plain) question(ctx context.Context, x coordinator.Prompt) coordinator.Input {
	q := x.Inquiry.Question
	p.intro(x, q)
	for {
		text, ok := p.put(ctx, prompting(q, x), q.AnswerType.Line().Hidden)
		if !ok {
			return nil
		}
		if move, is := p.move(ctx, x, strings.TrimSpace(text)); is {
			return move
		}
		if words, is := noWith(x, text); is {
			return coordinator.Answered{Key: x.Key, Value: json.RawMessage("false"), Note: words}
		}
		for q.AnswerType.Line().GoesOn && strings.HasSuffix(text, `\`) {
			p.say("%s", clean.Ours("… "))
			more, ok := p.read(ctx, false)
			if !ok {
				return nil
			}
			text = strings.TrimSuffix(text, `\`) + "\n" + more
		}
		value, err := parsed(q, x, text)
		if errors.Is(err, forms.ErrOwn) {
			own, ok := p.words(ctx, "Your own value: ")
			if !ok {
				return nil
			}
			value, err = q.AnswerType.ReadOwn(text, strings.TrimSpace(own))
		}
		if err == nil {
			err = q.Check(value)
		}
		if err != nil {
			p.say("%s\n", err) // the lines already typed after it were not meant as answers
			continue
		}
		return coordinator.Answered{Key: x.Key, Value: value}
	}
}

// put asks for a line with words once the prompt accepts one. What is typed for a secret is not shown
// from before that on.
func (p *Plain) put(ctx context.Context, words string, hidden bool) (text string, ok bool) {
	if hidden {
		show := p.hide(true)
		defer func() { p.shown(ctx, ok, show) }()
	}
	if !p.quiet(ctx, hidden) {
		return "", false
	}
	return p.answer(ctx, words, hidden)
}

// move reads the ways out of a form, spelled out. The words of a reply may follow in the same line.
func (p *Plain) move(ctx context.Context, x coordinator.Prompt, text string) (coordinator.Input, bool) {
	way, after, _ := strings.Cut(text, " ")
	if way == ":reply" {
		text = way
	}
	switch text {
	case ":back":
		if x.Walk.CanGoBack() {
			return coordinator.WentBack{Key: x.Key}, true
		}
	case ":leave":
		if x.Inquiry.Question.Optional {
			return coordinator.Answered{Key: x.Key, Value: json.RawMessage(forms.LeftOut)}, true
		}
	case ":decline":
		if x.Declinable {
			return coordinator.Declined{Key: x.Key}, true
		}
	case ":end":
		return coordinator.EndedTurn{Key: x.Key}, true
	case ":reply":
		if x.Guard != "" {
			return nil, false
		}
		words, ok := after, true
		if strings.TrimSpace(after) == "" {
			words, ok = p.words(ctx, "Reply: ")
		}
		if !ok {
			return nil, true
		}
		return coordinator.Replied{Key: x.Key, Text: strings.TrimSpace(words)}, true
	}
	return nil, false
}

// textForOther is said of a line that is not taken.
const textForOther = "What was typed before this was for what is not asked any more, and was not sent."

// Line asks for a line that is not an answer, such as the next message. It may have been typed
// ahead, but not where a prompt stood that ended before its answer came: that was meant for it.
func (p *Plain) Line(ctx context.Context, words string) (string, bool) {
	leave, ok := p.turn(ctx)
	if !ok {
		return "", false
	}
	defer leave()
	if p.gone {
		p.gone = false
		system.ForgetTyped(p.tty)
		select {
		case l := <-p.pending:
			p.pending = nil
			if l.err != nil {
				return "", false
			}
			p.say("%s\n", textForOther)
		default:
		}
		return p.Answer(ctx, words)
	}
	p.say("%s", words)
	return p.read(ctx, false)
}
