// Package logs makes records for tests of the rooms that read them.
package logs

import (
	"fmt"
	"testing"
	"time"

	"parley/store"
)

// Turns is a log of bodies whose events have the ids e1, e2 and so on, in the turns
// that they begin.
func Turns(t testing.TB, bodies ...store.Body) store.Log {
	t.Helper()
	var log store.Log
	var turns []int
	n, prev := 0, ""
	for i, b := range bodies {
		if _, ok := b.(store.TurnStart); ok {
			n++
			turns = append(turns, n)
		}
		turn := 0
		if len(turns) > 0 {
			turn = turns[len(turns)-1]
		}
		ev, err := store.New(store.Head{V: store.Version, Seq: int64(i + 1), ID: fmt.Sprintf("e%d", i+1), Time: Moment(i), Conversation: "c", Turn: turn}, store.Chained(b, prev))
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := store.Decides(ev.Body); ok {
			prev = store.Digest(ev.Line())
		}
		if _, ok := b.(store.TurnEnd); ok {
			turns = turns[:max(len(turns)-1, 0)]
		}
		log = log.Append(ev)
	}
	return log
}

// Of is a log of bodies, all in the first turn.
func Of(t testing.TB, bodies ...store.Body) store.Log {
	t.Helper()
	var log store.Log
	for i, b := range bodies {
		if u, ok := b.(store.Unknown); ok {
			ev, err := store.Decode([]byte(`{"v":1,"seq":99,"event":"u","time":"2026-01-01T00:00:00Z","conversation":"c","turn":1,"type":"` + u.Name + `","text":"hidden"}`))
			if err != nil {
				t.Fatal(err)
			}
			log = log.Append(ev)
			continue
		}
		ev, err := store.New(store.Head{V: store.Version, Seq: int64(i + 1), ID: "e" + string(rune('a'+i)), Time: time.Unix(1, 0), Conversation: "c", Turn: 1}, b)
		if err != nil {
			t.Fatal(err)
		}
		log = log.Append(ev)
	}
	return log
}

// Kept finds texts by their digests.
func Kept(texts ...string) func(digest string) (data []byte, ok bool) {
	all := map[string]string{}
	for _, text := range texts {
		all[store.Digest([]byte(text))] = text
	}
	return func(digest string) ([]byte, bool) {
		text, ok := all[digest]
		return []byte(text), ok
	}
}

// Moment is a time for the event with an index.
func Moment(i int) time.Time { return time.Unix(1_800_000_000+int64(i), 0) }

// What begins as an image does.
const (
	PNG  = "\x89PNG\r\n\x1a\n the rest"
	JPEG = "\xff\xd8\xff the rest"
)

// File is a file of these bytes that goes with a message.
func File(name, kind, data string) store.File {
	return store.File{Digest: store.Digest([]byte(data)), Name: name, Type: kind, Bytes: int64(len(data)), Width: 4, Height: 3}
}
