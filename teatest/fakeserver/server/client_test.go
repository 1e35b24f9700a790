package server_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"parley/providers"
	"parley/providers/openai"
	"parley/providers/script"
	"parley/teatest/fakeserver/server"
)

// These tests connect the program's own client to the server: what arrives must be what
// the same scenario gives in process.

// overHTTP is the client for a server.
func overHTTP(s *server.Server) providers.Provider {
	return openai.New(openai.Config{
		Name: "fake", BaseURL: s.URL, HTTP: &http.Client{Transport: &http.Transport{DisableKeepAlives: true}},
		Profile:   &providers.Profile{Output: s.Scenarios()[0].Output, StreamUsage: true, Responses: true},
		Sleep:     func(context.Context, time.Duration) error { return nil },
		AfterFunc: immediately,
		Jitter:    func() float64 { return 0 },
	})
}

// immediately is the clock of a client that never times out on silence; silence has a test
// of its own.
func immediately(time.Duration, func()) func() bool { return func() bool { return true } }

// last reads a stream and returns its response.
func last(s providers.Stream) (providers.Response, error) {
	for {
		d, err := s.Next(context.Background())
		if err != nil {
			return providers.Response{}, errors.Join(err, s.Close())
		}
		if f, ended := d.(providers.Finished); ended {
			if _, err := s.Next(context.Background()); !errors.Is(err, io.EOF) {
				return f.Response, fmt.Errorf("after the end: %w", err)
			}
			return f.Response, s.Close()
		}
	}
}

// plain drops from a response what a server wants back.
func plain(a providers.Response) providers.Response {
	calls := make([]providers.Call, len(a.Calls))
	for i, c := range a.Calls {
		calls[i] = providers.Call{ID: c.ID, Name: c.Name, Arguments: c.Arguments}
	}
	a.Calls = calls
	return a
}

const everything = `
reasoning = "Let me think"
text = "Hello, «you»\nand you"
usage = { input = 5, output = 4, cached = 2, reasoning = 1 }
[[answer.call]]
name = "f"
arguments = { path = "a/b.txt", text = "<&>" }
[[answer.call]]
name = "g"
`

// TestClientReadsEveryWire: however it is written, the client reads the response.
func TestClientReadsEveryWire(t *testing.T) {
	for _, wire := range []string{"[]", `"bom"`, `"crlf"`, `"cr"`, `"comments"`, `"multiline"`, `"no_final_newline"`, `"no_done"`,
		`["no_done", "no_final_newline"]`, `"no_space"`, `["whole_calls", "no_index"]`, `"no_index"`, `"arguments_object"`,
		`"reasoning_field"`, `"whole_calls"`, `"bytes"`} {
		for _, model := range []string{"chat-model", "gpt-6-sol"} {
			t.Run(model+" "+wire, func(t *testing.T) {
				scenario := parse(t, "test.toml", "model = '"+model+"'\n[[answer]]\nwire = "+wire+everything)
				s := server.Start(t, scenario)
				req := providers.Request{Model: model, Messages: []providers.Message{{Role: providers.User, Text: "x"}},
					Tools: []providers.ToolSpec{{Name: "f", Parameters: []byte(`{"type":"object","properties":{}}`)}}}
				got, err := last(overHTTP(s).Stream(context.Background(), req))
				if err != nil {
					t.Fatal(err)
				}
				want, err := last(script.New(scenario, script.Options{}).Stream(context.Background(), req))
				if err != nil {
					t.Fatal(err)
				}
				if model == "gpt-6-sol" {
					if path := s.Requests()[0].Path; path != "/v1/responses" {
						t.Fatalf("asked %s", path)
					}
				}
				got.Provider = nil // what goes back is tested with servers that insist on it
				if got := plain(got); !reflect.DeepEqual(got, want) {
					t.Errorf("got\n%+v\nwant\n%+v", got, want)
				}
			})
		}
	}
}

// TestClientGetsReviews: structured output in each of its forms.
func TestClientGetsReviews(t *testing.T) {
	for _, output := range []string{"schema", "tool", "text"} {
		t.Run(output, func(t *testing.T) {
			s := server.Start(t, parse(t, "test.toml", "reviewer = 'judge'\noutput = '"+output+"'\n[[answer]]\ntext = 'a'\n[[review]]\nreason = 'fine'\nanswer = true"))
			got, err := last(overHTTP(s).Stream(context.Background(), providers.Request{
				Model: "judge", Messages: []providers.Message{{Role: providers.User, Text: "x"}},
				Output: &providers.Output{Name: "answer", Schema: []byte(`{"type":"object","properties":{"reason":{"type":"string"},"answer":{"type":"boolean"}},"required":["reason","answer"],"additionalProperties":false}`)},
			}))
			if err != nil || got.Text != `{"reason":"fine","answer":true}` || len(got.Calls) != 0 {
				t.Errorf("got %+v, %v", got, err)
			}
		})
	}
}

// TestClientPlaysEveryScenario: a conversation over HTTP is the same as in process, and a
// strict server would accept every request in it.
func TestClientPlaysEveryScenario(t *testing.T) {
	paths, err := filepath.Glob("../../../testdata/scenarios/*.toml")
	if err != nil || len(paths) < 8 {
		t.Fatalf("%d scenarios, %v", len(paths), err)
	}
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".toml")
		if name == "faults" || name == "long-markdown" && testing.Short() {
			continue // TestClientMeetsEveryFault, and a long one takes the race detector long
		}
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, model := range []string{"chat-model", "gpt-6-sol"} { // the second wants the Responses API
			t.Run(name+" "+model, func(t *testing.T) {
				played := parse(t, path, string(src))
				played.Model = model
				for i := range played.Answers {
					played.Answers[i].Expect = nil // the tools of this test say other things
				}
				converse(t, played)
			})
		}
	}
}

// converse plays a scenario in process and over HTTP, side by side, to its end
// and once beyond.
func converse(t *testing.T, played script.Scenario) {
	t.Helper()
	s := server.Start(t, played)
	near, far := script.New(played, script.Options{}), overHTTP(s)
	history := []providers.Message{{Role: providers.User, Text: "start"}}
	for range min(8, len(played.Answers)+1) {
		req := providers.Request{Model: played.Model, Messages: history,
			Tools: []providers.ToolSpec{{Name: "f", Parameters: []byte(`{"type":"object","properties":{}}`)}}}
		want, nearErr := last(near.Stream(context.Background(), req))
		got, farErr := last(far.Stream(context.Background(), req))
		if nearErr != nil || farErr != nil {
			var known *providers.Error
			if !errors.As(farErr, &known) || !errors.As(nearErr, &known) || !strings.Contains(nearErr.Error(), "has nothing for answer") {
				t.Fatalf("in process %v\nover HTTP %v", nearErr, farErr)
			}
			return
		}
		if got = plain(got); !same(got, want) {
			t.Fatalf("over HTTP\n%+v\nin process\n%+v", got, want)
		}
		history = append(history, answered(got, len(history))...)
	}
}

// same compares responses except for the ids of calls, which a client may have to make up,
// and the size of the input, which depends on how they are sent back.
func same(a, b providers.Response) bool {
	if len(a.Calls) != len(b.Calls) {
		return false
	}
	for i := range a.Calls {
		if a.Calls[i].Name != b.Calls[i].Name || a.Calls[i].Arguments != b.Calls[i].Arguments {
			return false
		}
	}
	return a.Text == b.Text && a.Reasoning == b.Reasoning && a.Finish == b.Finish && a.Usage.Output == b.Usage.Output
}

// answered is a response and what a program would say to it: a result for each call, under
// ids of its own that are unique because of their place in the conversation.
func answered(a providers.Response, place int) []providers.Message {
	m := providers.Message{Role: providers.Assistant, Text: a.Text}
	var results []providers.Message
	for i, c := range a.Calls {
		id := fmt.Sprintf("own_%d_%d", place, i)
		m.Calls = append(m.Calls, providers.Call{ID: id, Name: c.Name, Arguments: c.Arguments})
		results = append(results, providers.Message{Role: providers.Tool, CallID: id, Text: `echo "Hi" alpha beta`})
	}
	if len(results) == 0 {
		results = []providers.Message{{Role: providers.User, Text: "go on"}}
	}
	return append([]providers.Message{m}, results...)
}

// TestClientMeetsEveryFault plays the scenario of faults: each response comes after its
// fault, by a retry of the client's or by asking again.
func TestClientMeetsEveryFault(t *testing.T) {
	played := scenario(t, "faults")
	s := server.Start(t, played)
	p := openai.New(openai.Config{
		Name: "fake", BaseURL: s.URL, HTTP: &http.Client{Transport: &http.Transport{DisableKeepAlives: true}},
		Sleep:     func(context.Context, time.Duration) error { return nil },
		AfterFunc: onlyWhenSilent(s),
		Jitter:    func() float64 { return 0 },
	})
	history := []providers.Message{{Role: providers.User, Text: "start"}}
	for i, a := range played.Answers[:len(played.Answers)-1] {
		req := providers.Request{Model: played.Model, Messages: history, Limits: providers.Limits{Retries: 2}}
		want := strings.Join(a.Text, "")
		got, err := last(p.Stream(context.Background(), req))
		if fault := a.Faults[0]; fault.After > 0 || fault.Kind == script.FaultGarbage {
			var known *providers.Error
			failed := errors.As(err, &known)
			// The clock may run out before the client has read what came before
			// the silence; then it tries again by itself.
			if !failed && fault.Kind != script.FaultSilent {
				t.Fatalf("answer %d: %v instead of its fault", i+1, err)
			}
			if failed {
				got, err = last(p.Stream(context.Background(), req))
			}
		}
		if err != nil || got.Text != want {
			t.Fatalf("answer %d: got %q (%v), want %q", i+1, got.Text, err, want)
		}
		history = append(history, answered(got, len(history))...)
	}
	_, err := last(p.Stream(context.Background(), providers.Request{Model: played.Model, Messages: history}))
	var known *providers.Error
	if !errors.As(err, &known) || known.Status != 401 {
		t.Errorf("the key: %v", err)
	}
}

// onlyWhenSilent is an idle timer that runs out as soon as the server has gone silent, and
// never otherwise.
func onlyWhenSilent(s *server.Server) func(time.Duration, func()) func() bool {
	return func(_ time.Duration, f func()) func() bool {
		done := make(chan struct{})
		go func() {
			select {
			case <-s.Silent():
				f()
			case <-done:
			}
		}()
		stopped := false
		return func() bool {
			if !stopped {
				stopped = true
				close(done)
			}
			return true
		}
	}
}
