package script

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"time"

	"parley/providers"
)

// Player says what a scenario answers to a request. It is safe for concurrent use.
// Played in process or by a server, it gives the same takes.
type Player struct {
	scenario Scenario
	mu       sync.Mutex
	tries    map[[sha256.Size]byte]int // how often a request was made, for counting faults
}

// NewPlayer plays a scenario.
func NewPlayer(s Scenario) *Player {
	return &Player{scenario: s, tries: map[[sha256.Size]byte]int{}}
}

// Scenario is the scenario being played.
func (p *Player) Scenario() Scenario { return p.scenario }

// Take is one answer, or the fault that replaces or interrupts it.
type Take struct {
	Number    int // which answer of the conversation, from 1; 0 for a review
	Reasoning []string
	Text      []string
	Calls     []providers.Call
	Finish    string
	Usage     providers.Usage
	Delay     time.Duration // before anything is sent
	Rate      float64       // tokens per second, 0 for as fast as possible
	Wire      []Wire
	Fault     *Fault // how this attempt fails
}

// Take returns the answer to a request. A request that a server would refuse, or that
// the scenario does not expect, is an error that a retry does not fix. The reviewer
// answers requests for structured output and requests to its model.
func (p *Player) Take(req providers.Request) (Take, error) {
	if err := Check(req); err != nil {
		return Take{}, &providers.Error{Provider: "script", Status: 400, Message: fmt.Sprintf(textRefused, err)}
	}
	s := p.scenario
	if req.Output != nil || s.Reviewer != "" && req.Model == s.Reviewer {
		return p.review(req)
	}
	at, told, count := s.locate(req.Messages)
	k, found := s.choose(at, told)
	if !found {
		return Take{}, p.wrong(textOver, s.Name, count+1, len(s.Answers), excerpt(told))
	}
	a := s.Answers[k]
	for _, expected := range a.Expect {
		if !mentions(told, expected) {
			return Take{}, p.wrong(textUnexpected, s.Name, a.Line, expected, excerpt(told))
		}
	}
	take := p.speak(a.Speech, req)
	take.Number, take.Text = count+1, a.Text
	for i, c := range a.Calls {
		id := fmt.Sprintf("call_%d_%d", count+1, i+1)
		if c.ID != nil {
			id = *c.ID
		}
		take.Calls = append(take.Calls, providers.Call{ID: id, Name: c.Name, Arguments: c.Arguments})
	}
	return take.complete(req), nil
}

// review returns the reviewer's answer.
func (p *Player) review(req providers.Request) (Take, error) {
	asked, tries := question(req.Messages)
	v, found := p.scenario.review(asked, tries)
	if !found {
		return Take{}, p.wrong(textNoReview, p.scenario.Name, excerpt(asked))
	}
	take := p.speak(v.Speech, req)
	take.Text = Tokens(v.text())
	return take.complete(req), nil
}

func (p *Player) wrong(format string, args ...any) error {
	return &providers.Error{Provider: "script", Status: 400, Message: fmt.Sprintf(format, args...), Help: textMend}
}

// speak fills in what answers and reviews share, and the fault of this attempt.
func (p *Player) speak(s Speech, req providers.Request) Take {
	t := Take{Reasoning: s.Reasoning, Finish: s.Finish, Delay: s.Delay, Rate: s.Rate, Wire: s.Wire}
	if t.Rate == 0 {
		t.Rate = p.scenario.Rate
	}
	if s.Usage != nil {
		t.Usage = *s.Usage
	}
	if len(s.Faults) > 0 {
		t.Fault = faultAt(s.Faults, p.try(req))
	}
	return t
}

// try counts how often exactly the same conversation was sent before.
func (p *Player) try(req providers.Request) int {
	said, err := json.Marshal(struct {
		System   string
		Messages []providers.Message
		Output   *providers.Output
	}{req.System, withoutRaw(req.Messages), nil})
	if err != nil {
		panic("script: messages have no JSON form: " + err.Error())
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	key := sha256.Sum256(said)
	p.tries[key]++
	return p.tries[key] - 1
}

// withoutRaw drops the data for the provider, which may not be valid JSON.
func withoutRaw(messages []providers.Message) []providers.Message {
	plain := make([]providers.Message, len(messages))
	for i, m := range messages {
		calls := make([]providers.Call, len(m.Calls))
		for k, c := range m.Calls {
			calls[k] = providers.Call{ID: c.ID, Name: c.Name, Arguments: c.Arguments}
		}
		m.Calls = calls
		plain[i] = m
	}
	return plain
}

// faultAt returns the fault of an attempt, counted from 0, or nil.
func faultAt(faults []Fault, try int) *Fault {
	for _, f := range faults {
		if try -= max(1, f.Times); try < 0 || f.Times == Always {
			return &f
		}
	}
	return nil
}

// complete fills in what the scenario left open: the finish reason and the usage.
func (t Take) complete(req providers.Request) Take {
	if t.Finish == "" {
		t.Finish = "stop"
		if len(t.Calls) > 0 {
			t.Finish = "tool_calls"
		}
	}
	if t.Usage == (providers.Usage{}) {
		t.Usage.Reasoning = len(t.Reasoning)
		t.Usage.Output = len(t.Reasoning) + len(t.Text)
		for _, c := range t.Calls {
			t.Usage.Output += len(Tokens(c.Arguments))
		}
		size := len(req.System)
		for _, m := range req.Messages {
			size += len(m.Text)
			for _, c := range m.Calls {
				size += len(c.Arguments)
			}
		}
		t.Usage.Input = (size + 3) / 4
	}
	return t
}

// Response is the whole response of a take without a fault.
func (t Take) Response(model string) providers.Response {
	return providers.Response{
		Text:      strings.Join(t.Text, ""),
		Reasoning: strings.Join(t.Reasoning, ""),
		Calls:     t.Calls,
		Model:     model,
		Finish:    t.Finish,
		Usage:     t.Usage,
	}
}

// excerpt shows what the model was told, cut to a readable length.
func excerpt(messages []providers.Message) string {
	texts := make([]string, len(messages))
	for i, m := range messages {
		texts[i] = m.Text
	}
	text := []rune(strings.Join(texts, "\n"))
	if len(text) > 400 {
		text = append(text[:400], '…')
	}
	return string(text)
}
