package commands

import (
	"context"
	"encoding/json"
	"io"
	"reflect"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/creack/pty"

	"parley/coordinator"
	"parley/coordinator/arming"
	"parley/forms"
	"parley/store"
)

// keyed is a terminal on which keys come at their times.
type keyed struct {
	io.Reader
	mu   sync.Mutex
	said strings.Builder
}

func (k *keyed) Write(p []byte) (int, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.said.Write(p)
}

func (k *keyed) text() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.said.String()
}

// at is what is typed some time after the prompt appeared.
type at struct {
	after time.Duration
	keys  string
}

const (
	moment  = 300 * time.Millisecond
	asksYes = "\nAssistant asks\nDelete everything?\n  :reply answers with words instead   :end ends the turn\n"
	yesOrNo = "Answer (yes or no): "
)

func deletion() coordinator.Prompt {
	return askForm(forms.Question{ID: "q", Text: "Delete everything?", AnswerType: forms.AnswerType{Kind: forms.Boolean}})
}

// TestPlainTakesNoEarlyLine: nothing that came, or began to come, before the prompt had
// been there for the delay answers it, and the answer is asked for only when it can be
// taken.
func TestPlainTakesNoEarlyLine(t *testing.T) {
	for name, c := range map[string]struct {
		typed []at
		want  coordinator.Input
		says  string
	}{
		"when it is taken": {[]at{{moment, "y\n"}}, coordinator.Answered{Key: coordinator.AskUser{ID: "x"}.Key(), Value: json.RawMessage("true")}, asksYes + yesOrNo},
		"116 ms after it was put": {[]at{{116 * time.Millisecond, "y\n"}, {416 * time.Millisecond, "n\n"}},
			coordinator.Answered{Key: coordinator.AskUser{ID: "x"}.Key(), Value: json.RawMessage("false")}, asksYes + arming.TextNotYet + "\n" + yesOrNo},
		"just before": {[]at{{moment - 1, "y\n"}, {2*moment - 2, "y\n"}, {3*moment - 2, "n\n"}},
			coordinator.Answered{Key: coordinator.AskUser{ID: "x"}.Key(), Value: json.RawMessage("false")}, asksYes + arming.TextNotYet + "\n" + yesOrNo},
		"one line after the other": {append(every(100*time.Millisecond, 40, "y\n"), at{4000*time.Millisecond + moment, "n\n"}),
			coordinator.Answered{Key: coordinator.AskUser{ID: "x"}.Key(), Value: json.RawMessage("false")}, asksYes + arming.TextNotYet + "\n" + yesOrNo},
		"begun too early and ended later": {[]at{{100 * time.Millisecond, "y"}, {time.Second, "\n"}, {time.Second + moment, "n\n"}},
			coordinator.Answered{Key: coordinator.AskUser{ID: "x"}.Key(), Value: json.RawMessage("false")}, asksYes + arming.TextNotYet + "\n" + yesOrNo + arming.TextNotYet + "\n" + yesOrNo},
		"lines that were pasted": {[]at{{moment, "a log\ny\ny\n"}, {moment + 100*time.Millisecond, "y\n"}, {2*moment + 100*time.Millisecond, "n\n"}},
			coordinator.Answered{Key: coordinator.AskUser{ID: "x"}.Key(), Value: json.RawMessage("false")}, asksYes + yesOrNo + "type yes or no\n" + arming.TextNotYet + "\n" + yesOrNo},
		"a way out of it": {[]at{{0, ":end\n"}, {moment, "y\n"}}, coordinator.Answered{Key: coordinator.AskUser{ID: "x"}.Key(), Value: json.RawMessage("true")}, asksYes + arming.TextNotYet + "\n" + yesOrNo},
	} {
		synctest.Test(t, func(t *testing.T) {
			r, w := io.Pipe()
			tty := &keyed{Reader: r}
			go keys(w, c.typed)
			got := NewPlain(tty).Armed(moment, time.Now, time.After).Ask(context.Background(), deletion())
			if !reflect.DeepEqual(got, c.want) || tty.text() != c.says {
				t.Errorf("%s: got %#v after\n%s", name, got, tty.text())
			}
			w.Close()
		})
	}
}

// every types the same n times, at an even pace.
func every(gap time.Duration, n int, what string) (all []at) {
	for i := range n {
		all = append(all, at{time.Duration(i+1) * gap, what})
	}
	return all
}

// keys types within a bubble of synctest. What else is due at the time of a key comes before it.
func keys(w io.Writer, typed []at) {
	begun := time.Now()
	for _, x := range typed {
		<-time.After(time.Until(begun.Add(x.after)))
		synctest.Wait()
		if _, err := io.WriteString(w, x.keys); err != nil {
			return
		}
	}
}

// TestPlainPermissionTakesNoEarlyLine: the same for a permission.
func TestPlainPermissionTakesNoEarlyLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, w := io.Pipe()
		tty := &keyed{Reader: r}
		go keys(w, []at{{116 * time.Millisecond, "1\n"}, {416 * time.Millisecond, "a list\n1\n"}, {900 * time.Millisecond, "2\n"}})
		p := coordinator.Prompt{Key: coordinator.AskUser{ID: "x"}.Key(), Label: "run_command", Of: 1,
			Permission: &store.PermissionRequest{ID: "c.run", Call: "c", Kind: store.PermitRun, Tool: "run_command", Text: "rm -rf .", Arguments: json.RawMessage(`{}`)}}
		got := NewPlain(tty).Armed(moment, time.Now, time.After).Ask(context.Background(), p)
		want := coordinator.Permitted{Key: coordinator.AskUser{ID: "x"}.Key(), Scope: store.ScopeOnce, Outcome: store.PermitDenied}
		says := "\nRun this command?\n  rm -rf .\n1  run it, once\n2  no\n3  no, and say why\n4  end the turn\n" + arming.TextNotYet + "\n" + "Number: " + "Type a number from 1 to 4.\n" + arming.TextNotYet + "\n" + "Number: "
		if !reflect.DeepEqual(got, want) || tty.text() != says {
			t.Errorf("got %#v after\n%s", got, tty.text())
		}
		w.Close()
	})
}

// TestPlainEndsWhileItWaits: the end of the input, or of the question, is not an answer.
func TestPlainEndsWhileItWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, w := io.Pipe()
		w.Close()
		if got := NewPlain(&keyed{Reader: r}).Armed(moment, time.Now, time.After).Ask(context.Background(), deletion()); got != nil {
			t.Errorf("the end of the input: got %#v", got)
		}
		r, w = io.Pipe()
		ctx, end := context.WithCancel(context.Background())
		end()
		if got := NewPlain(&keyed{Reader: r}).Armed(moment, time.Now, time.After).Ask(ctx, deletion()); got != nil {
			t.Errorf("it is not asked any more: got %#v", got)
		}
		w.Close()
	})
}

// hands is a terminal with somebody at it, and a clock that the test moves.
type hands struct {
	*testing.T
	keys interface {
		io.ReadWriter
		io.Closer
	}
	mu   sync.Mutex
	now  time.Time
	runs bool // each look at the clock moves it
	had  string
}

func (h *hands) time() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.runs {
		h.now = h.now.Add(50 * time.Millisecond)
	}
	return h.now
}

// run lets time pass from now on.
func (h *hands) run() { h.moves(true) }

// rest lets no time pass from now on.
func (h *hands) rest() { h.moves(false) }

func (h *hands) moves(on bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.runs = on
}

func (h *hands) pass(d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.now = h.now.Add(d)
}

func (h *hands) typeIn(s string) {
	h.Helper()
	if _, err := io.WriteString(h.keys, s); err != nil {
		h.Fatal(err)
	}
}

// over stands on a terminal where nothing is asked any more.
const over = "[over]"

// until reads the terminal until it shows something.
func (h *hands) until(what string) {
	h.Helper()
	for !strings.Contains(h.had, what) {
		if strings.Contains(h.had, over) {
			h.Fatalf("%q does not come\n%s", what, h.had)
		}
		var b [256]byte
		n, err := h.keys.Read(b[:])
		if err != nil {
			h.Fatalf("%q does not come: %v\n%s", what, err, h.had)
		}
		h.had += string(b[:n])
	}
}

// TestPlainOnATerminal: there each key is known when it comes, including those of an
// unfinished line.
func TestPlainOnATerminal(t *testing.T) {
	for name, early := range map[string]string{"a line": "y\n", "the beginning of one": "y", "what was typed for something else": "delete it all, y\ny\n"} {
		keys, tty, err := pty.Open()
		if err != nil {
			t.Fatal(err)
		}
		h := &hands{T: t, keys: keys, now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
		answer := make(chan coordinator.Input, 1)
		go func() {
			answer <- NewPlain(tty).Armed(moment, h.time, time.After).Ask(context.Background(), deletion())
		}()
		h.until(":end ends the turn")
		h.pass(116 * time.Millisecond)
		h.typeIn(early)
		h.until(arming.TextNotYet)
		h.run()
		h.until(yesOrNo)
		if len(answer) > 0 {
			t.Errorf("%s: it was taken:\n%s", name, h.had)
		}
		h.typeIn("n\n")
		if got, want := <-answer, (coordinator.Answered{Key: coordinator.AskUser{ID: "x"}.Key(), Value: json.RawMessage("false")}); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %#v", name, got)
		}
		h.until(yesOrNo + "n")
		tty.Close()
		keys.Close()
	}
}

// TestPlainBehindAQuestionThatIsGone: a read goes on that was begun for that one, and hears of each
// key that is too early all the same. None is shown, and none becomes a part of an answer.
func TestPlainBehindAQuestionThatIsGone(t *testing.T) {
	keys, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer keys.Close()
	h := &hands{T: t, keys: keys, now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	answer, p := make(chan coordinator.Input, 1), NewPlain(tty)
	ctx, end := context.WithCancel(t.Context())
	end()
	if got := p.Ask(ctx, deletion()); got != nil || p.pending == nil {
		t.Fatalf("got %#v, reading: %v", got, p.pending != nil)
	}
	h.until(yesOrNo)
	h.had = ""
	go func() {
		answer <- p.Armed(moment, h.time, time.After).Ask(t.Context(), deletion())
		tty.Close()
	}()
	h.until(":end ends the turn")
	h.typeIn("ye")
	h.until(arming.TextNotYet)
	h.run()
	h.until(yesOrNo)
	h.typeIn("s\n")
	h.until(arming.TextNotYet + "\r\n" + yesOrNo + "s\r\n" + arming.TextNotYet + "\r\n" + yesOrNo)
	h.typeIn("n\n")
	if got, want := <-answer, (coordinator.Answered{Key: coordinator.AskUser{ID: "x"}.Key(), Value: json.RawMessage("false")}); !reflect.DeepEqual(got, want) {
		t.Errorf("got %#v", got)
	}
}

// TestADecisionInALineTakesNoEarlyOne: of lines that were pasted at once one answers a
// question, and the next question waits for its own.
func TestADecisionInALineTakesNoEarlyOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, w := io.Pipe()
		tty := &keyed{Reader: r}
		go keys(w, []at{{moment, "yes\nyes\n"}, {3 * moment, "no\n"}})
		p := NewPlain(tty).Armed(moment, time.Now, time.After)
		one, ok1 := p.Answer(t.Context(), "Some? ")
		two, ok2 := p.Answer(t.Context(), "Also? ")
		if one != "yes" || two != "no" || !ok1 || !ok2 {
			t.Errorf("%q %v, %q %v after\n%s", one, ok1, two, ok2, tty.text())
		}
		w.Close()
		if got, ok := p.Answer(t.Context(), "More? "); ok {
			t.Errorf("at the end of the input: %q", got)
		}
	})
}

// TestWhatWasTypedForAQuestionIsNoMessage: where that is not asked any more, a line that was typed
// before the next message was asked for is not sent as that. Otherwise it is typed ahead.
func TestWhatWasTypedForAQuestionIsNoMessage(t *testing.T) {
	for _, c := range []struct {
		withdrawn  bool
		typed      []at
		want, left string
	}{
		{true, []at{{2 * time.Second, "mine\n"}, {6 * time.Second, "hello\n"}}, "hello", textForOther + "\nMessage: "},
		{true, []at{{3600 * time.Millisecond, "mi"}, {5 * time.Second, "ne\n"}, {6 * time.Second, "hello\n"}}, "hello",
			arming.TextNotYet + "\nMessage: " + arming.TextNotYet + "\nMessage: "},
		{false, []at{{time.Second, "no\n"}, {2 * time.Second, "mine\n"}}, "mine", "Message: "},
	} {
		synctest.Test(t, func(t *testing.T) {
			r, w := io.Pipe()
			defer w.Close()
			tty := &keyed{Reader: r}
			go keys(w, c.typed)
			p := NewPlain(tty).Armed(moment, time.Now, time.After)
			ctx, stop := context.WithTimeout(t.Context(), 1500*time.Millisecond)
			defer stop()
			if got := p.Ask(ctx, deletion()); (got == nil) != c.withdrawn {
				t.Errorf("%#v", got)
			}
			<-time.After(2 * time.Second)
			if got, ok := p.Line(t.Context(), "Message: "); got != c.want || !ok || !strings.HasSuffix(tty.text(), c.left) {
				t.Errorf("withdrawn %v: %q %v after\n%s", c.withdrawn, got, ok, tty.text())
			}
		})
	}
}

// TestAHeldEnterTakesNoDefault: an Enter that is held down ends empty lines, which come again
// after more than the delay.
func TestAHeldEnterTakesNoDefault(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, w := io.Pipe()
		tty := &keyed{Reader: r}
		typed := []at{{time.Second, "yes\n"}}
		for i := range 30 {
			typed = append(typed, at{1600*time.Millisecond + time.Duration(i)*33*time.Millisecond, "\n"})
		}
		go keys(w, append(typed, at{4 * time.Second, "no\n"}, at{4600 * time.Millisecond, "\n"}, at{6 * time.Second, "\n"}))
		p := NewPlain(tty).Armed(moment, time.Now, time.After)
		one, ok1 := p.Answer(t.Context(), "Some? ")
		two, ok2 := p.Answer(t.Context(), "Also? ")
		three, ok3 := p.Answer(t.Context(), "More? ")
		if one != "yes" || two != "no" || three != "" || !ok1 || !ok2 || !ok3 {
			t.Errorf("%q %v, %q %v, %q %v after\n%s", one, ok1, two, ok2, three, ok3, tty.text())
		}
		w.Close()
	})
}

// TestEnterThatIsPressedAgainAndAgain takes what is offered as soon as it is surely not the one of before.
func TestEnterThatIsPressedAgainAndAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, w := io.Pipe()
		tty := &keyed{Reader: r}
		go keys(w, []at{{time.Second, "yes\n"}, {1700 * time.Millisecond, "\n"}, {2400 * time.Millisecond, "\n"}})
		p, began := NewPlain(tty).Armed(moment, time.Now, time.After), time.Now()
		if one, ok := p.Answer(t.Context(), "Some? "); one != "yes" || !ok {
			t.Fatalf("%q %v", one, ok)
		}
		two, ok := p.Answer(t.Context(), "Also? ")
		if after := time.Since(began); two != "" || !ok || after > 2500*time.Millisecond {
			t.Errorf("%q %v after %s:\n%s", two, ok, after, tty.text())
		}
		w.Close()
	})
}
