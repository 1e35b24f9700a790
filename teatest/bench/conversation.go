package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"parley/store"
	"parley/teatest"
)

// usual is how many sentences the texts of an ordinary conversation have.
const usual = 8

// conversation stores an ordinary conversation of n events under the id "long", whose
// texts have so many sentences.
func (b *bench) conversation(p *teatest.Place, n, sentences int) {
	if err := os.MkdirAll(p.Store(), 0o700); err != nil {
		b.t.Fatalf("%v", err)
	}
	var file strings.Builder
	begun := time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC)
	seq, turn := int64(0), 0
	add := func(body store.Body) {
		seq++
		e, err := store.New(store.Head{V: store.Version, Seq: seq, ID: fmt.Sprint("e", seq), Time: begun.Add(time.Duration(seq) * time.Second),
			Conversation: "long", Turn: turn}, body)
		if err != nil {
			b.t.Fatalf("%v", err)
		}
		file.Write(e.Line())
		file.WriteByte('\n')
	}
	add(store.Workspace{Root: p.Dir})
	add(store.ConfigDelta{Set: map[string]json.RawMessage{"assistant.model.id": json.RawMessage(`"script/quiet"`)}})
	text := strings.Repeat("Some words of an answer with `code` and **weight**. ", sentences)
	for int(seq) < n-8 {
		turn++
		r, c := fmt.Sprint(turn, ".1"), fmt.Sprint("c", turn)
		for _, body := range []store.Body{
			store.TurnStart{}, store.ChatRequest{Text: "What of part " + fmt.Sprint(turn) + "?"}, store.ChatResponse{Response: r, Text: text},
			store.ToolCallRequest{Response: r, ID: c, Name: "fs_read_file", Arguments: json.RawMessage(`{"path":"main.go"}`)},
			store.ResponseEnd{Response: r, Calls: 1, Finish: "tool_calls"}, store.ToolStarted{ID: c, Run: 1},
			store.ToolCallResponse{ID: c, Content: text + text},
			store.ChatResponse{Response: r + "b", Text: "# Heading\n\n" + text + "\n\n- one\n- two\n\n```go\nfunc main() {}\n```\n"},
			store.ResponseEnd{Response: r + "b", Finish: "stop"}, store.TurnEnd{Reason: store.ReasonDone},
		} {
			add(body)
		}
	}
	dir := filepath.Join(p.Store(), "long")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		b.t.Fatalf("%v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "events.jsonl"), []byte(file.String()), 0o600); err != nil {
		b.t.Fatalf("%v", err)
	}
	p.Ours("long")
}
