package account

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"parley/store"
)

// long is a record of some events: turns of a few calls each.
func long(b *testing.B, n int) (log store.Log) {
	for i := log.Len() + 1; i <= n; i++ {
		var body store.Body = store.ChatResponse{Text: "Some words about what was found in the file, and what is to be done with it next."}
		switch i % 20 {
		case 1:
			body = store.TurnStart{}
		case 5, 10:
			body = store.ToolCallResponse{ID: fmt.Sprint("call_", i), Content: string(make([]byte, 300))}
		case 0:
			body = store.TurnEnd{Reason: store.ReasonDone}
		}
		log = log.Append(event(b, i, body))
	}
	return log
}

func event(b *testing.B, n int, body store.Body) store.Event {
	ev, err := store.New(store.Head{V: store.Version, Seq: int64(n), ID: fmt.Sprint("e", n), Time: time.Unix(1, 0).UTC(), Conversation: "c"}, body)
	if err != nil {
		b.Fatal(err)
	}
	return ev
}

// BenchmarkOpened is what comparing a record with its note adds to its opening.
func BenchmarkOpened(b *testing.B) {
	for name, how := range map[string]string{"100": "file", "10000": "file", "10000-killed": ""} {
		b.Run(name, func(b *testing.B) {
			n := 100
			if name != "100" {
				n = 10_000
			}
			log, dir, r := long(b, n), b.TempDir(), &record{}
			write := NewMade(dir, "c", "f", r.all).Recording(r.write)
			first := write(log.At(0))
			r.log = log
			if err := errors.Join(first, write(event(b, n+1, store.TurnStart{}))); err != nil {
				b.Fatal(err)
			}
			m := NewMade(dir, "c", "f", r.all)
			_, err := m.Of("")
			if err = errors.Join(err, m.Recording(r.write)(event(b, n+2, store.TurnEnd{}))); err != nil {
				b.Fatal(err)
			}
			m.Closing("file")
			for b.Loop() {
				if found, err := NewMade(dir, "c", "f", r.all).Of(how); err != nil || found.Strange {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkTurn is what the notes add to a turn: its beginning, an answer, a file that is kept, and its end.
func BenchmarkTurn(b *testing.B) {
	for _, n := range []int{100, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			r := &record{log: long(b, n)}
			m := NewMade(b.TempDir(), "c", "f", r.all)
			write := m.Recording(r.write)
			seq := n
			add := func(body store.Body) {
				seq++
				if err := write(event(b, seq, body)); err != nil {
					b.Fatal(err)
				}
			}
			add(store.TurnStart{})
			for b.Loop() {
				add(store.TurnStart{})
				add(store.ChatResponse{Text: "text"})
				add(store.PermissionResponse{ID: "p", Outcome: store.PermitAllowed, By: store.ByUser})
				add(store.ChatResponse{Text: "text"})
				add(store.FileKept{ID: "c", Run: 1, Path: "a"})
				add(store.ChatResponse{Text: "text"})
				add(store.TurnEnd{Reason: store.ReasonDone})
			}
			if err := errors.Join(m.fault); err != nil {
				b.Fatal(err)
			}
		})
	}
}

// BenchmarkCall is what the note adds to one call that begins and ends, which is to be the same however long the record is.
func BenchmarkCall(b *testing.B) {
	for _, n := range []int{100, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			r := &record{log: long(b, n)}
			m := NewMade(b.TempDir(), "c", "f", r.all)
			write := m.Recording(r.write)
			seq := n
			add := func(body store.Body) {
				seq++
				if err := write(event(b, seq, body)); err != nil {
					b.Fatal(err)
				}
			}
			add(store.TurnStart{})
			for b.Loop() {
				add(store.ToolStarted{ID: "c", Run: 1})
				add(store.ToolCallResponse{ID: "c", Content: "text"})
			}
			if err := errors.Join(m.fault); err != nil {
				b.Fatal(err)
			}
		})
	}
}
