package teatest

import (
	"strings"
	"testing"
	"time"

	"parley/store"
	"parley/store/search"
)

// The sizes about which docs/performance.md promises something.
const (
	manyConversations = 10_000
	manyBytes         = 120 << 20
)

// BenchmarkSaved lists and searches 10,000 conversations of 120 MB; a tenth in a short run,
// which measures nothing.
func BenchmarkSaved(b *testing.B) {
	root := b.TempDir()
	many, bytes := manyConversations, manyBytes
	if testing.Short() {
		many, bytes = many/10, bytes/10
	}
	if _, err := SaveMany(root, many, bytes); err != nil {
		b.Fatal(err)
	}
	s := store.Open(root, time.Now)
	if _, err := s.List(); err != nil { // makes the cache
		b.Fatal(err)
	}
	b.Run("list", func(b *testing.B) {
		for b.Loop() {
			if list, err := s.List(); err != nil || len(list) != many {
				b.Fatal(len(list), err)
			}
		}
	})
	for _, q := range []struct {
		name, words string
		found       bool
	}{
		{"rare", Rare, true}, {"two words", strings.ToLower(Rare) + " ba", true}, {"nothing", "Qwertz", false}, {"umlaut", "Größe", false},
		{"word of the files", "tool_call_request", false}, {"key of the files", "response", false},
	} {
		b.Run("search/"+q.name, func(b *testing.B) {
			for b.Loop() {
				if n := searchAll(b, s, q.words, 0); (n > 0) != q.found {
					b.Fatal(n)
				}
			}
		})
	}
	b.Run("search/first 100 of a common word", func(b *testing.B) {
		for b.Loop() {
			if n := searchAll(b, s, "ba", 100); n != 100 {
				b.Fatal(n)
			}
		}
	})
}

// searchAll counts what is found, at most so many, or all with 0.
func searchAll(b *testing.B, s store.Store, words string, most int) int {
	b.Helper()
	n := 0
	for _, err := range search.In(b.Context(), s, words, search.Scope{}) {
		if err != nil {
			b.Fatal(err)
		}
		if n++; n == most {
			break
		}
	}
	return n
}
