package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// found searches and writes one match per line: conversation, number, line with the word
// marked.
func found(t testing.TB, s Store, query string, in Scope) string {
	t.Helper()
	var out []string
	for m, err := range s.Search(t.Context(), query, in) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, fmt.Sprintf("%s %d %s %s[%s]%s", m.ID, m.Seq, m.Type, m.Line[:m.From], m.Line[m.From:m.To], m.Line[m.To:]))
	}
	return strings.Join(out, "\n")
}

func TestSearchTheStory(t *testing.T) {
	s, _ := testStore(t)
	stored(t, s)
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

func TestSearchOrderAndScope(t *testing.T) {
	s, _ := testStore(t)
	old := newWriter(t, "old")
	for id, root := range map[string]string{"a": "/w", "b": "/w", "c": "/v"} {
		w := newWriter(t, id)
		w.seq = int64(id[0] - 'a') // c changed last
		events := w.events(Workspace{Root: root}, ChatRequest{Text: "needle one"}, ChatRequest{Text: "hay"}, ChatRequest{Text: "needle two"})
		mustWrite(t, s, id, fileOf(linesOf(events)))
	}
	mustWrite(t, s, "old", fileOf(linesOf(old.events(ChatRequest{Text: "NEEDLE"}))))
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

// mustWrite creates a conversation from the bytes of a file that nobody sealed.
func mustWrite(t testing.TB, s Store, id string, data []byte) {
	t.Helper()
	unsealed := ignoreMissing(os.Remove(s.path(id, sealFile)))
	if err := errors.Join(unsealed, os.MkdirAll(s.path(id, ""), dirMode), os.WriteFile(s.Path(id), data, fileMode)); err != nil {
		t.Fatal(err)
	}
}

// TestSearchStops: once no more is wanted no more is read, and a search that is cancelled
// says so.
func TestSearchStops(t *testing.T) {
	s, d := testStore(t)
	for i := range 300 {
		id := fmt.Sprint("c", i)
		mustWrite(t, s, id, fileOf(linesOf(newWriter(t, id).events(ChatRequest{Text: "needle"}))))
	}
	if _, err := s.List(); err != nil {
		t.Fatal(err)
	}
	opened := make(chan string, 400)
	d.open = func(path string, _ int) error {
		if strings.HasSuffix(path, eventsFile) {
			opened <- path
		}
		return nil
	}
	for _, err := range s.Search(t.Context(), "needle", Scope{}) {
		if err != nil {
			t.Fatal(err)
		}
		break
	}
	if n := len(opened); n == 0 || n > 2*ahead {
		t.Errorf("%d files were read for one match", n)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	n, last := 0, error(nil)
	for _, err := range s.Search(ctx, "needle", Scope{}) {
		stop()
		n++
		last = err
	}
	if n != 2 || !errors.Is(last, context.Canceled) {
		t.Errorf("%d matches, then %v", n, last)
	}
}

func TestSearchTellsOfWhatCannotBeRead(t *testing.T) {
	s, d := testStore(t)
	mustWrite(t, s, "a", fileOf(linesOf(newWriter(t, "a").events(ChatRequest{Text: "needle"}))))
	mustWrite(t, s, "b", fileOf(linesOf(newWriter(t, "b").events(ChatRequest{Text: "needle"}))))
	if _, err := s.List(); err != nil {
		t.Fatal(err)
	}
	d.open = func(path string, _ int) error {
		if path == s.Path("b") {
			return os.ErrPermission
		}
		return nil
	}
	var got []string
	for m, err := range s.Search(t.Context(), "needle", Scope{}) {
		got = append(got, fmt.Sprint(m.ID, err))
	}
	want := []string{"conversation b cannot be opened: open " + s.Path("b") + ": permission denied", "a<nil>"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

// TestSearchPassesOverBadLines: what is set aside is not found, of a fork what it
// copied is.
func TestSearchPassesOverBadLines(t *testing.T) {
	s, _ := testStore(t)
	a := linesOf(newWriter(t, "a").events(ChatRequest{Text: "needle of a"}, ChatRequest{Text: "needle again"}))
	b := linesOf(newWriter(t, "b").events(ChatRequest{Text: "needle of b"}))
	mustWrite(t, s, "a", fileOf([][]byte{a[0], b[0], []byte(`{"type":"chat_request","text":"needle"}`), a[0], a[1][:len(a[1])-3]}))
	mustWrite(t, s, "orig", fileOf(linesOf(newWriter(t, "orig").events(ChatRequest{Text: "copied needle"}))))
	if _, err := s.Fork("orig", 1, "fork"); err != nil {
		t.Fatal(err)
	}
	want := "orig 1 chat_request copied [needle]\nfork 1 chat_request copied [needle]\na 1 chat_request [needle] of a"
	got := strings.Split(found(t, s, "needle", Scope{}), "\n")
	if slices.Sort(got); strings.Join(got, "\n") != strings.Join(sorted(want), "\n") {
		t.Errorf("got %q", got)
	}
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
		w := newWriter(t, "a")
		var bodies []Body
		for range rapid.IntRange(1, 6).Draw(r, "events") {
			said := text(r, "text", 12)
			bodies = append(bodies, rapid.SampledFrom([]Body{
				ChatRequest{Text: said}, ChatResponse{Response: said, Text: "x"}, ToolCallResponse{ID: "i", Content: said},
				ScratchpadNote{Text: said}, TurnStart{},
			}).Draw(r, "body"))
		}
		events := w.events(bodies...)
		q := newQuery(text(r, "query", 4))
		if len(q.words) == 0 {
			return
		}
		var want []int64
		for _, e := range events {
			if _, ok := q.event(e); ok {
				want = append(want, e.Seq)
			}
		}
		var got []int64
		for _, m := range q.in(t.Context(), Summary{ID: "a"}, fileOf(linesOf(events)), 0) {
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
