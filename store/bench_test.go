package store

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// longStory is about n events of an ordinary conversation, 600 bytes each.
func longStory(t testing.TB, conv string, n int) []Event {
	t.Helper()
	text := strings.Repeat("some words of an answer ", 20)
	var bodies []Body
	for i := 0; len(bodies) < n; i++ {
		r, c := fmt.Sprint("r", i), fmt.Sprint("c", i)
		bodies = append(bodies,
			TurnStart{}, ChatRequest{Text: text}, ChatResponse{Response: r, Text: text},
			ToolCallRequest{Response: r, ID: c, Name: "fs_read_file", Arguments: raw(`{"path":"main.go"}`)},
			ResponseEnd{Response: r, Calls: 1}, ToolStarted{ID: c, Run: 1}, ToolCallResponse{ID: c, Content: text + text + text},
			ChatResponse{Response: r + "b", Text: text}, ResponseEnd{Response: r + "b"}, TurnEnd{Reason: ReasonDone})
	}
	return newWriter(t, conv).events(bodies[:n]...)
}

// BenchmarkAppend must take at most 1.5 times as long as BenchmarkBareAppend.
func BenchmarkAppend(b *testing.B) {
	s := Open(b.TempDir(), epoch)
	c := mustCreate(b, s, "a")
	lines := linesOf(longStory(b, "a", b.N))
	b.ResetTimer()
	for _, line := range lines {
		mustAppend(b, c, line)
	}
}

// BenchmarkBareAppend writes the same bytes with nothing but write and sync.
func BenchmarkBareAppend(b *testing.B) {
	f, err := os.OpenFile(b.TempDir()+"/f", os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	lines := linesOf(longStory(b, "a", b.N))
	b.ResetTimer()
	for _, line := range lines {
		if _, err := f.Write(append(line, '\n')); err != nil {
			b.Fatal(err)
		}
		if err := f.Sync(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLoad5000(b *testing.B) {
	data := fileOf(linesOf(longStory(b, "a", 5000)))
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if l := load("a", data); l.log.Len() != 5000 {
			b.Fatal(l.report)
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	e := longStory(b, "a", 10)[6]
	for b.Loop() {
		if _, err := Encode(e.Head, e.Body); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkVisible5000(b *testing.B) {
	l := logOf(longStory(b, "a", 5000))
	b.ReportAllocs()
	for b.Loop() {
		n := 0
		for range l.Visible() {
			n++
		}
		if n != 2500 {
			b.Fatal(n)
		}
	}
}

// BenchmarkList1000 lists from the cache, as every list but the first does.
func BenchmarkList1000(b *testing.B) {
	s := Open(b.TempDir(), epoch)
	for i := range 1000 {
		id := fmt.Sprint("c", i)
		if err := os.MkdirAll(s.root+"/"+id, dirMode); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(s.Path(id), fileOf(linesOf(longStory(b, id, 20))), fileMode); err != nil {
			b.Fatal(err)
		}
	}
	if _, err := s.List(); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if list, err := s.List(); err != nil || len(list) != 1000 {
			b.Fatal(len(list), err)
		}
	}
}
