package search

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"parley/store"
)

// epoch is the time before the first event.
func epoch() time.Time { return time.Date(2026, 1, 2, 15, 4, 5, 0, time.UTC) }

// shelf is a store for a test.
type shelf struct {
	store.Store
	read func(id string) error // before each read
}

func newShelf(t testing.TB) shelf {
	t.Helper()
	return shelf{store.Open(t.TempDir(), epoch), func(string) error { return nil }}
}

func (s shelf) Read(id string, room []byte) ([]byte, error) {
	if err := s.read(id); err != nil {
		return nil, err
	}
	return s.Store.Read(id, room)
}

// put makes a conversation of lines.
func (s shelf) put(t testing.TB, id string, lines ...[]byte) {
	t.Helper()
	var data []byte
	for _, line := range lines {
		data = append(append(data, line...), '\n')
	}
	path := s.Path(id)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, data, 0o600)); err != nil {
		t.Fatal(err)
	}
}

// logged puts a conversation that the tests of the store wrote, and returns its lines and its id.
func (s shelf) logged(t testing.TB, name string) (lines [][]byte, id string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "testdata", "logs", name))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		lines = append(lines, []byte(strings.TrimRight(line, "\n")))
	}
	e, err := store.Decode(lines[0])
	if err != nil {
		t.Fatal(err)
	}
	s.put(t, e.Conversation, lines...)
	return lines, e.Conversation
}

// lines are the events of a conversation, one a second.
func lines(t testing.TB, id string, from int64, bodies ...store.Body) (out [][]byte) {
	t.Helper()
	for _, e := range events(t, id, from, bodies...) {
		out = append(out, e.Line())
	}
	return out
}

func events(t testing.TB, id string, from int64, bodies ...store.Body) (out []store.Event) {
	t.Helper()
	for i, b := range bodies {
		seq := from + int64(i)
		e, err := store.New(store.Head{V: store.Version, Seq: seq, ID: fmt.Sprintf("%s-e%d", id, seq), Time: epoch().Add(time.Duration(seq) * time.Second), Conversation: id}, b)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, e)
	}
	return out
}

// said is a message.
func said(text string) store.Body { return store.ChatRequest{Text: text} }

// found searches and writes one match per line: conversation, number, line with the word
// marked.
func found(t testing.TB, s Saved, query string, scope Scope) string {
	t.Helper()
	var out []string
	for m, err := range In(t.Context(), s, query, scope) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, fmt.Sprintf("%s %d %s %s[%s]%s", m.ID, m.Seq, m.Type, m.Line[:m.From], m.Line[m.From:m.To], m.Line[m.To:]))
	}
	return strings.Join(out, "\n")
}

func TestSearchTheStory(t *testing.T) {
	s := newShelf(t)
	_, convID := s.logged(t, "story.jsonl")
	for _, tc := range []struct{ query, want string }{
		{"", ""},
		{`  "" `, ""},
		{"nothing of the kind", ""},
		{"PLEASE", convID + " 4 chat_request [please]: \x1b[31m ünïcödé 🙂"},
		{"Ünïcödé", convID + " 4 chat_request please: \x1b[31m [ünïcödé] 🙂"},
		{"🙂", convID + " 4 chat_request please: \x1b[31m ünïcödé [🙂]"},
		{"this that", convID + " 21 inquiry_request Apply <[this]> & that?\n" + convID + " 17 inquiry_request Apply <[this]> & that?"},
		{`"that? this"`, ""},
		{`"change   IT"`, convID + " 9 chat_response I will [change it].\n" + convID + " 4 chat_request [Change it],"},
		{"go te", convID + ` 11 tool_call_request {"command": "[go] te`},
		{"staging area", convID + " 23 inquiry_request The [staging] area\n" + convID + " 19 inquiry_request The [staging] area"},
		{"1.50", convID + " 24 inquiry_response [1.50]\n" + convID + " 23 inquiry_request [1.50]\n" + convID + " 19 inquiry_request [1.50]"},
		{"because", convID + " 24 inquiry_response [because]"},
		{"12345678901234567890.10", convID + " 10 tool_call_request [12345678901234567890.10]"},
		{"<this>", convID + " 21 inquiry_request Apply [<this>] & that?\n" + convID + " 17 inquiry_request Apply [<this>] & that?"},
		{"chat_request", ""}, // words of the file's own are not what was said
		{"call_9", ""},
		{convID, ""},
		{`"a change"`, convID + " 40 title [A change]\n" + convID + " 8 reasoning [A change], then."},
	} {
		if got := found(t, s, tc.query, Scope{}); got != tc.want {
			t.Errorf("%q:\n%s\nwant\n%s", tc.query, got, tc.want)
		}
	}
}

func TestSearchFindsWhatHappensBesideTheTurns(t *testing.T) {
	s := newShelf(t)
	_, convID := s.logged(t, "beside.jsonl")
	for query, want := range map[string]string{
		"go vet":           convID + " 1 user_command [go vet] ./...",
		"<bad>":            convID + " 2 user_command_end main.go:3: [<bad>] \x1b[31mcall\x1b[0m",
		"agents.md":        convID + " 5 instructions [AGENTS.md]",
		"shot.png":         convID + " 7 chat_request [shot.png]",
		"out.png":          convID + " 16 tool_call_response [out.png]",
		"looked at":        convID + " 18 context_summary A picture was [looked at].",
		"the <picture>":    convID + " 22 summary_asked [the <picture>]",
		"go.mod":           convID + " 26 undone [go.mod]",
		"0b5c7c1e":         convID + " 27 observed [0b5c7c1e]",
		"was started by a": convID + " 13 answer_refused it [was started by a] command of this conversation",
		"opaque":           "",
		"9933b68880bf44bf": "",
	} {
		if got := found(t, s, `"`+query+`"`, Scope{}); got != want {
			t.Errorf("%q:\n%s\nwant\n%s", query, got, want)
		}
	}
}

// TestNoTypeIsPassedOverInSilence: a search finds what a person can read of an event. A new type is
// in this list only if it is meant to be.
func TestNoTypeIsPassedOverInSilence(t *testing.T) {
	s, has := newShelf(t), map[string]bool{}
	for _, name := range []string{"story.jsonl", "beside.jsonl"} {
		lines, _ := s.logged(t, name)
		for _, line := range lines {
			e, err := store.Decode(line)
			if err != nil {
				t.Fatal(err)
			}
			has[e.Body.Type()] = has[e.Body.Type()] || strings.Join(textsOf(e.Body), "") != ""
		}
	}
	maps.DeleteFunc(has, func(_ string, found bool) bool { return found })
	unfound := slices.Sorted(maps.Keys(has))
	if want := []string{
		"config_delta", "context_revoked", "context_trimmed", "memory_revoked", "response_dropped", "response_end", "resumed",
		"summary_dropped", "tool_asked", "tool_started", "turn_end", "turn_ending", "turn_start", "workspace",
	}; !slices.Equal(unfound, want) {
		t.Errorf("nothing is found of %q\nwant %q", unfound, want)
	}
}

func TestSearchOrderAndScope(t *testing.T) {
	s := newShelf(t)
	for id, root := range map[string]string{"a": "/w", "b": "/w", "c": "/v"} {
		from := int64(id[0]-'a') + 1 // c changed last
		s.put(t, id, lines(t, id, from, store.Workspace{Root: root}, said("needle one"), said("hay"), said("needle two"))...)
	}
	s.put(t, "old", lines(t, "old", 1, said("NEEDLE"))...)
	all := "c 6 chat_request [needle] two\nc 4 chat_request [needle] one\nb 5 chat_request [needle] two\nb 3 chat_request [needle] one\n" +
		"a 4 chat_request [needle] two\na 2 chat_request [needle] one\nold 1 chat_request [NEEDLE]"
	if got := found(t, s, "needle", Scope{}); got != all {
		t.Errorf("got\n%s", got)
	}
	want := "b 5 chat_request [needle] two\na 4 chat_request [needle] two\nold 1 chat_request [NEEDLE]"
	if got := found(t, s, "needle", Scope{Workspace: "/w", Most: 1}); got != want {
		t.Errorf("got\n%s", got)
	}
}

// TestSearchStops: once no more is wanted no more is read, and a search that is cancelled
// says so.
func TestSearchStops(t *testing.T) {
	s := newShelf(t)
	for i := range 300 {
		id := fmt.Sprint("c", i)
		s.put(t, id, lines(t, id, 1, said("needle"))...)
	}
	var opened atomic.Int64
	s.read = func(string) error { opened.Add(1); return nil }
	for _, err := range In(t.Context(), s, "needle", Scope{}) {
		if err != nil {
			t.Fatal(err)
		}
		break
	}
	if n := opened.Load(); n == 0 || n > 2*ahead {
		t.Errorf("%d files were read for one match", n)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	n, last := 0, error(nil)
	for _, err := range In(ctx, s, "needle", Scope{}) {
		stop()
		n++
		last = err
	}
	if n != 2 || !errors.Is(last, context.Canceled) {
		t.Errorf("%d matches, then %v", n, last)
	}
}

func TestSearchTellsOfWhatCannotBeRead(t *testing.T) {
	s := newShelf(t)
	s.put(t, "a", lines(t, "a", 1, said("needle"))...)
	s.put(t, "b", lines(t, "b", 1, said("needle"))...)
	s.put(t, "gone", lines(t, "gone", 1, said("needle"))...)
	s.read = func(id string) error {
		return map[string]error{"b": os.ErrPermission, "gone": os.ErrNotExist}[id]
	}
	var got []string
	for m, err := range In(t.Context(), s, "needle", Scope{}) {
		got = append(got, fmt.Sprint(m.ID, err))
	}
	want := []string{"permission denied", "a<nil>"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

// TestSearchPassesOverBadLines: what is set aside is not found, of a fork what it
// copied is.
func TestSearchPassesOverBadLines(t *testing.T) {
	s := newShelf(t)
	a := lines(t, "a", 1, said("needle of a"), said("needle again"))
	b := lines(t, "b", 1, said("needle of b"))
	s.put(t, "a", a[0], b[0], []byte(`{"type":"chat_request","text":"needle"}`), a[0], a[1][:len(a[1])-3])
	s.put(t, "orig", lines(t, "orig", 1, said("copied needle"))...)
	if _, err := s.Fork("orig", 1, "fork"); err != nil {
		t.Fatal(err)
	}
	want := "orig 1 chat_request copied [needle]\nfork 1 chat_request copied [needle]\na 1 chat_request [needle] of a"
	got := strings.Split(found(t, s, "needle", Scope{}), "\n")
	if slices.Sort(got); strings.Join(got, "\n") != strings.Join(sorted(want), "\n") {
		t.Errorf("got %q", got)
	}
}

// TestWhateverIsDamagedIsSearched: no damage of a file ends a search, or hides what another one says.
func TestWhateverIsDamagedIsSearched(t *testing.T) {
	whole, id := newShelf(t).logged(t, "story.jsonl")
	rapid.Check(t, func(r *rapid.T) {
		s, hurt := newShelf(t), slices.Clone(whole)
		for range rapid.IntRange(1, 6).Draw(r, "damages") {
			at := rapid.IntRange(0, len(hurt)-1).Draw(r, "line")
			line := bytes.Clone(hurt[at])
			if len(line) > 0 {
				line[rapid.IntRange(0, len(line)-1).Draw(r, "byte")] = rapid.Byte().Draw(r, "becomes")
			}
			hurt[at] = line[:rapid.IntRange(len(line)/2, len(line)).Draw(r, "cut")]
		}
		s.put(t, id, hurt...)
		s.put(t, "b", lines(t, "b", 1, said("please"))...)
		if got := "\n" + found(t, s, "please", Scope{}) + "\n"; !strings.Contains(got, "\nb 1 chat_request [please]\n") {
			r.Fatalf("found only\n%s", got)
		}
	})
}

func sorted(lines string) []string {
	out := strings.Split(lines, "\n")
	slices.Sort(out)
	return out
}

func TestExcerpt(t *testing.T) {
	long := strings.Repeat("ä", 300)
	for _, tc := range []struct{ query, line, want string }{
		{"b", "  a b c  ", "a [b] c"},
		{"x", long + "X" + long, "…" + strings.Repeat("ä", 40) + "[X]" + strings.Repeat("ä", 199) + "…"},
		{"x", "x" + long, "[x]" + strings.Repeat("ä", 239) + "…"},
		{"x", long + "x", "…" + strings.Repeat("ä", 40) + "[x]"},
		{"c b", "a b c", "a [b] c"},
		{"ẞ", "eine straße", "eine stra[ß]e"},
	} {
		text, from, to := newQuery(tc.query).excerpt(tc.line)
		if got := text[:from] + "[" + text[from:to] + "]" + text[to:]; got != tc.want {
			t.Errorf("%q in %.20q: %q, want %q", tc.query, tc.line, got, tc.want)
		}
	}
}

// TestTheQuickLookMissesNothing compares the raw scan of a file with the slow way of
// decoding every line.
func TestTheQuickLookMissesNothing(t *testing.T) {
	letters := []rune(`abkKsSté É"\/<>&'` + "\n\t \u2028\u202e\x00\x7fſKßẞ🙂漢{}:,.type0")
	text := func(t *rapid.T, name string, most int) string {
		return string(rapid.SliceOfN(rapid.SampledFrom(letters), 0, most).Draw(t, name))
	}
	rapid.Check(t, func(r *rapid.T) {
		var bodies []store.Body
		for range rapid.IntRange(1, 6).Draw(r, "events") {
			said := text(r, "text", 12)
			bodies = append(bodies, rapid.SampledFrom([]store.Body{
				store.ChatRequest{Text: said}, store.ChatResponse{Response: said, Text: "x"}, store.ToolCallResponse{ID: "i", Content: said},
				store.ScratchpadNote{Text: said}, store.TurnStart{},
			}).Draw(r, "body"))
		}
		all := events(t, "a", 1, bodies...)
		q := newQuery(text(r, "query", 4))
		if len(q.words) == 0 {
			return
		}
		var want []int64
		for _, e := range all {
			if _, ok := q.event(e); ok {
				want = append(want, e.Seq)
			}
		}
		var got []int64
		var data []byte
		for _, e := range all {
			data = append(append(data, e.Line()...), '\n')
		}
		for _, m := range q.in(t.Context(), store.Summary{ID: "a"}, data, 0) {
			got = append(got, m.Seq)
		}
		slices.Reverse(got)
		if !slices.Equal(got, want) {
			r.Fatalf("query %q (plain %q): %v, want %v", q.words, q.plain, got, want)
		}
	})
}

func TestNothingElseFoldsToAPlainRune(t *testing.T) {
	if testing.Short() {
		return // nothing in it runs side by side
	}
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if f := foldRune(r); f != r && f >= utf8.RuneSelf && plainRune(f) {
			t.Errorf("%q folds to %q", r, f)
		}
	}
}
