package commands

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parley/coordinator"
	"parley/coordinator/arming"
	"parley/forms"
	"parley/providers"
	"parley/store"
)

func password() coordinator.Prompt {
	return askForm(forms.Question{ID: "q", Text: "Password?", AnswerType: forms.AnswerType{Kind: forms.Secret}})
}

var hushed = asksPassword + hushedText(1) + "\n"

const (
	asksPassword = "\nAssistant asks\nPassword?\n  :reply answers with words instead   :end ends the turn\nAnswer (not shown): "
)

// TestTheRestOfASecretThatClosed is dropped, however slowly it is typed, until Enter ends it or nothing has come for a while.
// What comes next is asked only then.
func TestTheRestOfASecretThatClosed(t *testing.T) {
	slowly := []at{{time.Second, "corr"}, {3 * time.Second, "ect"}, {7 * time.Second, "horse"}, {11 * time.Second, "y"}}
	elsewhere := errors.New("the program ends")
	for name, c := range map[string]struct {
		cause error
		delay time.Duration
		then  []at
		want  string
		says  string
	}{
		"Enter ends it":             {ErrClosed, moment, []at{{15 * time.Second, "\n"}, {16 * time.Second, "hello\n"}}, "hello", hushed + "Message: "},
		"a line, and a message":     {ErrClosed, moment, []at{{15 * time.Second, "staple\nhi\n"}, {16 * time.Second, "hello\n"}}, "hello", hushed + arming.TextNotYet + "\nMessage: "},
		"nothing comes for a while": {ErrClosed, moment, []at{{17 * time.Second, "hello\n"}}, "hello", hushed + "Message: "},
		"Ctrl+D leaves":             {ErrClosed, moment, []at{{15 * time.Second, "\x04"}}, "", hushed},
		"the input ends":            {ErrClosed, moment, nil, "", hushed + arming.TextNotYet + "\n"},
		"the conversation ends":     {elsewhere, moment, []at{{12 * time.Second, "\n"}, {13 * time.Second, "hello\n"}}, "hello", asksPassword + arming.TextNotYet + "\nMessage: " + arming.TextNotYet + "\nMessage: "},
		"every key counts":          {ErrClosed, 0, []at{{12 * time.Second, "\n"}}, "correcthorsey", asksPassword + "Message: "},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r, w := io.Pipe()
				tty := &keyed{Reader: r}
				go func() {
					keys(w, append(append([]at(nil), slowly...), c.then...))
					if c.then == nil {
						w.Close()
					}
				}()
				p := NewPlain(tty).Armed(c.delay, time.Now, time.After)
				ctx, stop := context.WithCancelCause(t.Context())
				time.AfterFunc(1500*time.Millisecond, func() { stop(c.cause) })
				if got := p.Ask(ctx, password()); got != nil {
					t.Errorf("%#v", got)
				}
				if got, ok := p.Line(t.Context(), "Message: "); got != c.want || ok != (c.want != "") || tty.text() != c.says {
					t.Errorf("%q %v after\n%s", got, ok, tty.text())
				}
				w.Close()
			})
		})
	}
}

// TestAfterTheRestOfASecret another question waits for it as well, and so does the end of the program, but for somebody
// who ends it.
func TestAfterTheRestOfASecret(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, w := io.Pipe()
		tty := &keyed{Reader: r}
		go keys(w, []at{{time.Second, "corr"}, {4 * time.Second, "y"}, {5 * time.Second, "\n"}, {6 * time.Second, "n\n"}, {8 * time.Second, "corr"}})
		p, began := NewPlain(tty).Armed(moment, time.Now, time.After), time.Now()
		withdrawn := func(after time.Duration) {
			ctx, stop := context.WithCancelCause(t.Context())
			time.AfterFunc(after, func() { stop(ErrClosed) })
			if got := p.Ask(ctx, password()); got != nil {
				t.Errorf("%#v", got)
			}
		}
		withdrawn(2 * time.Second)
		short, end := context.WithTimeout(t.Context(), time.Second)
		if got := p.Ask(short, deletion()); got != nil || tty.text() != hushed {
			t.Errorf("it was not asked any more: %#v after\n%s", got, tty.text())
		}
		end()
		want := coordinator.Answered{Key: coordinator.AskUser{ID: "x"}.Key(), Value: json.RawMessage("false")}
		if got := p.Ask(t.Context(), deletion()); !reflect.DeepEqual(got, want) || tty.text() != hushed+asksYes+yesOrNo {
			t.Errorf("got %#v after\n%s", got, tty.text())
		}
		withdrawn(3 * time.Second) // six seconds have passed
		over, end := context.WithCancel(t.Context())
		end()
		if p.End(over); time.Since(began) != 9*time.Second {
			t.Errorf("somebody ended it, after %s", time.Since(began))
		}
		if p.End(t.Context()); time.Since(began) != 14*time.Second {
			t.Errorf("it ended by itself after %s", time.Since(began))
		}
		w.Close()
	})
}

// TestWhyAQuestionEnds: where another process answers it, what was asked closes and the conversation goes on. Where the
// user ends the program, nothing goes on.
func TestWhyAQuestionEnds(t *testing.T) {
	for name, closes := range map[string]bool{"answered elsewhere": true, "an interrupt": false} {
		t.Run(name, func(t *testing.T) {
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			outside, cause := make(chan coordinator.Input, 1), error(nil)
			b := newBench(t, func(ctx context.Context, p coordinator.Prompt) coordinator.Input {
				if closes {
					outside <- coordinator.Permitted{Key: p.Key, Scope: store.ScopeOnce, Outcome: store.PermitDenied}
				} else {
					stop()
				}
				<-ctx.Done()
				cause = context.Cause(ctx)
				return nil
			}, calls("a"), providers.Response{Text: "done"})
			b.loop.Outside = outside
			b.loop.Run(ctx, coordinator.Opened{}, coordinator.Submitted{ID: "m", Text: "go"})
			if errors.Is(cause, ErrClosed) != closes || cause == nil || !strings.HasSuffix(b.types(), "turn_end") {
				t.Errorf("because of %v: %s", cause, b.types())
			}
		})
	}
}

// TestASecretThatWasToCome behind what closed is dropped with the rest of that: who types a name and then a password does so
// without a look. A choice before it may take an Enter more.
func TestASecretThatWasToCome(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, w := io.Pipe()
		tty := &keyed{Reader: r}
		go keys(w, []at{{time.Second, "ali"}, {2 * time.Second, "ce\n"}, {4 * time.Second, "2\n"}, {8 * time.Second, "hunter2\n"}, {14 * time.Second, "hello\n"}})
		p := NewPlain(tty).Armed(moment, time.Now, time.After)
		ctx, stop := context.WithCancelCause(t.Context())
		time.AfterFunc(1500*time.Millisecond, func() { stop(ErrClosed) })
		name := forms.Question{ID: "n", Text: "User?", AnswerType: forms.AnswerType{Kind: forms.Text}}
		x := askForm(name)
		x.Walk = forms.Start(forms.Restore([]forms.Question{name, password().Inquiry.Question}))
		if got := p.Ask(ctx, x); got != nil {
			t.Errorf("%#v", got)
		}
		got, ok := p.Line(t.Context(), "Message: ")
		if said := "what is typed now is dropped, as the rest of a secret; that ends once nothing has come for 5 seconds\nMessage: "; got != "hello" || !ok || !strings.HasSuffix(tty.text(), said) {
			t.Errorf("%q after\n%s", got, tty.text())
		}
		w.Close()
	})
}
