package teatest

import (
	"context"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/providers"
	"parley/providers/openai"
	"parley/providers/script"
	"parley/teatest/fakeserver/server"
)

// live is a server to talk to.
type live struct {
	url, model, key string
	heard           func() // a piece of text arrived; nil: nobody waits for it
}

// lives lists the server that the environment names, or none:
// PARLEY_LIVE_BASE_URL, PARLEY_LIVE_MODEL (as the server names it) and
// PARLEY_LIVE_API_KEY.
func lives() []live {
	url := os.Getenv("PARLEY_LIVE_BASE_URL")
	if url == "" {
		return nil
	}
	return []live{{url: url, model: os.Getenv("PARLEY_LIVE_MODEL"), key: os.Getenv("PARLEY_LIVE_API_KEY")}}
}

// TestLive talks to a real server if one is named; otherwise there is nothing to test.
func TestLive(t *testing.T) {
	for _, l := range lives() {
		if l.model == "" {
			t.Fatal("PARLEY_LIVE_BASE_URL is set and PARLEY_LIVE_MODEL is not; name a model of that server")
		}
		t.Run(l.model, l.all)
	}
}

// TestLiveAsksTheRightThings plays a server that responds well, to show that what a real
// one is asked can be answered. It sends a piece of the response once the previous one was
// heard: what is held back until more has arrived never comes.
func TestLiveAsksTheRightThings(t *testing.T) {
	s, err := script.Parse("good.toml", []byte(liveScenario))
	if err != nil {
		t.Fatal(err)
	}
	heard := make(chan struct{}, 1)
	fake, err := server.Open(server.Options{Sleep: func(ctx context.Context, _ time.Duration) error {
		select {
		case <-heard:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}}, s)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := fake.Close(); err != nil {
			t.Error(err)
		}
	}()
	live{fake.URL, "good", "no-secret", func() { heard <- struct{}{} }}.all(t)
	if n := len(server.Asked(fake.Requests())); n != 5 {
		t.Errorf("%d requests, want 5", n)
	}
}

const (
	liveWord   = "heliotrope-4711"
	liveColour = "vermilion"
	liveStream = "Count from 1 to 20, one number a line, and write nothing else."
	liveRead   = "Call the tool fs_read_file once to read the file word.txt. Then reply with exactly what the file says."
	liveAsk    = `Call the tool ask_user once with exactly these arguments: {"question": "Which colour?", "answer_type": "text"}. ` +
		"Then reply with the answer that you got, and nothing else."
)

const liveScenario = `
[[answer]]
when = "Count from 1 to 20"
tokens_per_second = 10
text = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n17\n18\n19\n20"
[[answer]]
when = "fs_read_file"
then = "word"
[[answer.call]]
name = "fs_read_file"
arguments = { path = "word.txt" }
[[answer]]
when = "ask_user"
then = "colour"
[[answer.call]]
name = "ask_user"
arguments = { question = "Which colour?", answer_type = "text" }
[[answer]]
name = "word"
when = "heliotrope-4711"
text = "heliotrope-4711"
[[answer]]
name = "colour"
when = "vermilion"
text = "vermilion"
`

func (l live) all(t *testing.T) {
	t.Run("an answer streams", l.streams)
	t.Run("a tool is called", func(t *testing.T) {
		p := l.place(t)
		p.Write("word.txt", liveWord+"\n")
		l.calls(t, p, "fs_read_file", liveWord, liveRead)
	})
	t.Run("a question is answered ahead", func(t *testing.T) {
		p := l.place(t)
		p.Write("answers.json", `{"ask_user.answer": "`+liveColour+`"}`)
		events := l.calls(t, p, "ask_user", liveColour, "--answers", "answers.json", liveAsk)
		if !slices.ContainsFunc(events, func(e event) bool {
			return e.Type == "inquiry_response" && e.AnsweredBy.By == "static" && string(e.Answer) == `"`+liveColour+`"`
		}) {
			t.Errorf("the answer given ahead is not on record: %v", events)
		}
	})
}

// streams expects a response in more than one piece, complete at the end.
func (l live) streams(t *testing.T) {
	p := openai.New(openai.Config{Name: "live", BaseURL: l.url, APIKey: l.key, Sleep: script.RealSleep, Now: time.Now})
	stream := p.Stream(t.Context(), providers.Request{
		Model: l.model, Messages: []providers.Message{{Role: providers.User, Text: liveStream}},
	})
	defer func() {
		if err := stream.Close(); err != nil {
			t.Error(err)
		}
	}()
	text, pieces := l.read(t, stream)
	if pieces < 2 {
		t.Errorf("the answer came in %d pieces", pieces)
	}
	for _, number := range []string{"1", "2", "10", "20"} {
		if !slices.Contains(strings.Fields(text), number) {
			t.Errorf("%s is missing in %q", number, text)
		}
	}
}

func (l live) read(t *testing.T, stream providers.Stream) (text string, pieces int) {
	t.Helper()
	for {
		delta, err := stream.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		switch d := delta.(type) {
		case providers.TextDelta:
			text, pieces = text+d.Text, pieces+1
			if l.heard != nil {
				l.heard()
			}
		case providers.Finished:
			if d.Response.Text != text {
				t.Errorf("the whole is %q, the pieces are %q", d.Response.Text, text)
			}
			return text, pieces
		}
	}
}

// place is an empty workspace whose model is the server's.
func (l live) place(t *testing.T) *Place {
	t.Helper()
	p := NewPlace(t)
	p.Env = slices.DeleteFunc(p.Env, func(v string) bool { return strings.HasPrefix(v, "HTTP") })
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "SSL_CERT_FILE"} {
		if v := os.Getenv(name); v != "" {
			p.Env = append(p.Env, name+"="+v) // a real server may be behind them
		}
	}
	p.Env = append(p.Env, "PARLEY_PROVIDERS__LLM__LIVE__BASE_URL="+l.url, "PARLEY_PROVIDERS__LLM__LIVE__API_KEY_ENV=PARLEY_LIVE_API_KEY",
		"PARLEY_LIVE_API_KEY="+l.key, "PARLEY_ASSISTANT__MODEL__ID=live/"+l.model)
	return p
}

// event is the part of an event line that is looked at.
type event struct {
	Type       string          `json:"type"`
	ID         string          `json:"id"`
	Name       string          `json:"name"`
	Text       string          `json:"text"`
	Content    string          `json:"content"`
	IsError    bool            `json:"is_error"`
	Answer     json.RawMessage `json:"answer"`
	Reason     string          `json:"reason"`
	AnsweredBy struct {
		By string `json:"by"`
	} `json:"answered_by"`
}

// calls runs a turn and expects one good call of the tool, its result, and a response that
// says it.
func (l live) calls(t *testing.T, p *Place, tool, gives string, args ...string) []event {
	t.Helper()
	r := p.Run(append([]string{"run", "--non-interactive", "--format", "ndjson"}, args...)...)
	if r.Status != 0 {
		t.Fatalf("exit status %d: %s", r.Status, r.Err)
	}
	var events []event
	var called, answer string
	given := false
	for line := range strings.Lines(r.Out) {
		var e event
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		events = append(events, e)
		switch {
		case e.Type == "tool_call_request" && e.Name == tool:
			called = e.ID
		case e.Type == "tool_call_response" && e.ID == called:
			given = given || !e.IsError && strings.Contains(e.Content, gives)
		case e.Type == "chat_response":
			answer = e.Text
		}
	}
	if called == "" || !given {
		t.Errorf("%s was not called, or did not give %q:\n%s", tool, gives, r.Out)
	}
	if !strings.Contains(answer, gives) {
		t.Errorf("the answer does not say %q: %q", gives, answer)
	}
	if last := events[len(events)-1]; last.Type != "turn_end" || last.Reason != "done" {
		t.Errorf("the turn ended as %+v", last)
	}
	return events
}
