package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"parley/store"
	"parley/teatest/logs"
)

// logOf is a log of bodies, in turns of their own.
func logOf(t testing.TB, bodies ...store.Body) store.Log { return logs.Turns(t, bodies...) }

// eventsOf are the events of logOf.
func eventsOf(t testing.TB, bodies ...store.Body) []store.Event {
	l := logOf(t, bodies...)
	return l.Slice(0, l.Len())
}

// recorded is a log of testdata/logs, as the tests of store wrote it.
func recorded(t testing.TB, name string) (l store.Log) {
	t.Helper()
	data, err := os.ReadFile("../../testdata/logs/" + name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(data) {
		e, err := store.Decode(bytes.TrimSuffix(line, []byte("\n")))
		if err != nil {
			t.Fatal(err)
		}
		l = l.Append(e)
	}
	return l
}

// everyBody is a conversation with everything in it, and what happens beside its turns.
func everyBody(t testing.TB) (all []store.Body) {
	t.Helper()
	for _, name := range []string{"story.jsonl", "beside.jsonl"} {
		for _, e := range recorded(t, name).All() {
			all = append(all, e.Body)
		}
	}
	return all
}

// everyEvent is the same as one conversation.
func everyEvent(t testing.TB) []store.Event {
	t.Helper()
	return eventsOf(t, everyBody(t)...)
}

// everyType is one body of each type, in the order in which store declares them.
func everyType(t testing.TB) (all []store.Body) {
	t.Helper()
	source, err := os.ReadFile("../event.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, found := range regexp.MustCompile(`\) Type\(\) string +\{ return "(\w+)" \}`).FindAllSubmatch(source, -1) {
		e, err := store.Decode(fmt.Appendf(nil, `{"v":1,"seq":1,"event":"e","time":"2026-01-02T15:04:05Z","conversation":"c","turn":0,"type":%q}`, found[1]))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, e.Body)
	}
	return all
}

// longStory is about n events of an ordinary conversation, 600 bytes each.
func longStory(t testing.TB, n int) store.Log {
	t.Helper()
	text := strings.Repeat("some words of an answer ", 20)
	var bodies []store.Body
	for i := 0; len(bodies) < n; i++ {
		r, c := fmt.Sprint("r", i), fmt.Sprint("c", i)
		bodies = append(bodies,
			store.TurnStart{}, store.ChatRequest{Text: text}, store.ChatResponse{Response: r, Text: text},
			store.ToolCallRequest{Response: r, ID: c, Name: "fs_read_file", Arguments: raw(`{"path":"main.go"}`)},
			store.ResponseEnd{Response: r, Calls: 1}, store.ToolStarted{ID: c, Run: 1}, store.ToolCallResponse{ID: c, Content: text + text + text},
			store.ChatResponse{Response: r + "b", Text: text}, store.ResponseEnd{Response: r + "b"}, store.TurnEnd{Reason: store.ReasonDone})
	}
	return logOf(t, bodies[:n]...)
}

func raw(s string) json.RawMessage { return json.RawMessage(s) }

// epoch is when something was decided.
func epoch() time.Time { return time.Date(2026, 1, 2, 15, 4, 5, 0, time.UTC) }
