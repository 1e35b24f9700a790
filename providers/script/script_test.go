package script_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"parley/providers"
	"parley/providers/script"
)

// scenario reads one of the repository's scenarios.
func scenario(t testing.TB, name string) script.Scenario {
	t.Helper()
	path := filepath.Join("..", "..", "testdata", "scenarios", name+".toml")
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s, err := script.Parse(name+".toml", src)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// parse reads a scenario written in a test.
func parse(t testing.TB, src string) script.Scenario {
	t.Helper()
	s, err := script.Parse("test.toml", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// drain reads a stream to its end.
func drain(s providers.Stream) ([]providers.Delta, error) {
	var deltas []providers.Delta
	for {
		d, err := s.Next(context.Background())
		if errors.Is(err, io.EOF) {
			return deltas, nil
		}
		if err != nil {
			return deltas, err
		}
		deltas = append(deltas, d)
	}
}

// ask sends messages and returns the response.
func ask(t testing.TB, p providers.Provider, messages ...providers.Message) providers.Response {
	t.Helper()
	deltas, err := drain(p.Stream(context.Background(), providers.Request{Model: "m", Messages: messages}))
	if err != nil {
		t.Fatal(err)
	}
	return deltas[len(deltas)-1].(providers.Finished).Response
}

func user(text string) providers.Message { return providers.Message{Role: providers.User, Text: text} }

func said(text string, calls ...providers.Call) providers.Message {
	return providers.Message{Role: providers.Assistant, Text: text, Calls: calls}
}

func result(id, text string) providers.Message {
	return providers.Message{Role: providers.Tool, CallID: id, Text: text}
}

func TestHello(t *testing.T) {
	p := script.New(scenario(t, "hello"), script.Options{})
	first := ask(t, p, user("hi"))
	if first.Text != "Hello. What shall we look at?" || first.Finish != "stop" || first.Model != "m" {
		t.Errorf("first answer: %+v", first)
	}
	for _, history := range [][]providers.Message{
		{user("hi"), said(first.Text), user("bye")},
		{user("hi"), said(first.Text), user("bye"), said("Goodbye."), user("bye")},
	} {
		if got := ask(t, p, history...).Text; got != "Goodbye." {
			t.Errorf("after %d messages: %q", len(history), got)
		}
	}
}
