package answer

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"parley/coordinator"
	"parley/model/cli/process"
	"parley/model/cli/session"
	"parley/store"
)

// person is a terminal whose person thinks before each line; what happens meanwhile is up to
// the test.
type person struct {
	bytes.Buffer
	lines io.Reader
	think func()
}

func (p *person) Read(b []byte) (int, error) {
	if p.think != nil {
		think := p.think
		p.think = nil
		think()
	}
	return p.lines.Read(b)
}

func (p *person) Close() error { return nil }

// TestWhoeverThinksHoldsNothing: while a question stands on the terminal of one `parley answer`,
// another is answered at once, and who was too late is told who was first.
func TestWhoeverThinksHoldsNothing(t *testing.T) {
	const asks = "name = \"ask_user\"\narguments = { question = \"Go?\", answer_type = \"boolean\" }"
	yes := coordinator.Act{Do: coordinator.ActAnswer, Value: []byte("true")}
	for name, meanwhile := range map[string]bool{"alone": false, "another was first": true} {
		p, e, _ := parkedCall(t, "[forms]\narming_delay = \"0s\"\n", asks)
		at := &person{lines: strings.NewReader("no\n")}
		if meanwhile {
			at.think = func() {
				other := *p
				other.Sleep = func(context.Context, time.Duration) error { return errors.New("it is held") }
				if taken, recorded, err := give(t, &other, e.Ref, yes); err != nil || !taken.Done || !recorded {
					t.Errorf("%s: %+v, recorded %v, %v", name, taken, recorded, err)
				}
			}
		}
		p.Terminal = func() (io.ReadWriteCloser, error) { return at, nil }
		err := answering{p: p}.run(t.Context(), e.Conversation)
		var late process.StatusError
		if told := errors.As(err, &late) && late.Status == process.ExitUnanswered && strings.HasPrefix(err.Error(), "it was answered already: yes, by you"); told != meanwhile || !told && err != nil {
			t.Errorf("%s: %v\n%s", name, err, at.String())
		}
		if got := answersOf(t, p, e.Conversation); len(got) != 1 || got[0] != map[bool]string{true: "true", false: "false"}[meanwhile] {
			t.Errorf("%s: on record %v", name, got)
		}
	}
}

// answersOf are the answers on record.
func answersOf(t *testing.T, p *process.Program, id string) (all []string) {
	t.Helper()
	from, _, _, err := session.Looking(p)
	if err != nil {
		t.Fatal(err)
	}
	c, _, err := from.OpenRead(id)
	if err != nil {
		t.Fatal(err)
	}
	for _, ev := range c.Log().All() {
		if b, is := ev.Body.(store.InquiryResponse); is {
			all = append(all, string(b.Answer))
		}
	}
	return all
}
