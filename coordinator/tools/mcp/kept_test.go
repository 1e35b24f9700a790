package mcp

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"parley/coordinator/tool"
)

func alteredIn(t *testing.T, s *Set, name string) string {
	t.Helper()
	return find(t, s, name).(tool.Altered).Altered()
}

// TestWhatWasAgreedToIsNotForgotten: where the record of it cannot be read, the server is not
// one that is reached for the first time, or it could choose when a rule holds for other tools.
func TestWhatWasAgreedToIsNotForgotten(t *testing.T) {
	const lost = "what you agreed to of the tools of the server t cannot be read or kept, so no rule allows this one yet"
	for what, spoil := range map[string]func(file string) error{
		"too large": func(file string) error { return os.Truncate(file, mostKept+1) },
		"cut":       func(file string) error { return os.Truncate(file, 100) },
		"empty":     func(file string) error { return os.Truncate(file, 0) },
		"another form": func(file string) error {
			return os.WriteFile(file, []byte(`{"v":2}`), 0o600)
		},
		"a link": func(file string) error {
			if err := os.Rename(file, file+"x"); err != nil {
				return err
			}
			return os.Symlink(file+"x", file)
		},
		"open to others": func(file string) error { return os.Chmod(file, 0o620) },
		"gone":           os.Remove,
	} {
		t.Run(what, func(t *testing.T) {
			if testing.Short() && what != "gone" {
				t.Skip("starts four servers")
			}
			s := newSet(t, local(t, "t", ""))
			s.Connect(t.Context(), false)
			same(t, "at first", alteredIn(t, s, "t__weather"), "")
			if err := spoil(s.o.cacheFile(s.links[0].Server)); err != nil {
				t.Fatal(err)
			}
			want := lost
			if what == "gone" {
				want = ""
			}
			for _, when := range []string{"at once", "later"} {
				next := New(s.o, local(t, "t", ""))
				t.Cleanup(func() { next.Close(5 * time.Second) })
				next.Connect(t.Context(), false)
				same(t, when, alteredIn(t, next, "t__echo"), want)
				same(t, when, alteredIn(t, next, "t__weather"), map[bool]string{true: want}[when == "at once"])
				next.links[0].agree(offered(t, next, "weather"))
				same(t, "once a person let it run", alteredIn(t, next, "t__weather"), "")
			}
		})
	}
}

// TestWhatCannotBeKeptIsNotAgreedTo: else each program would be the first to reach the server, and
// would agree to whatever it offers by then.
func TestWhatCannotBeKeptIsNotAgreedTo(t *testing.T) {
	const lost = "what you agreed to of the tools of the server t cannot be read or kept, so no rule allows this one yet"
	s := newSet(t, local(t, "t", ""))
	if err := errors.Join(os.RemoveAll(s.o.State), os.WriteFile(s.o.State, nil, 0o600)); err != nil { // no folder
		t.Fatal(err)
	}
	s.Connect(t.Context(), false)
	same(t, "at first", alteredIn(t, s, "t__weather"), lost)
	s.links[0].agree(offered(t, s, "weather"))
	same(t, "once a person let it run", alteredIn(t, s, "t__weather"), "")
	if err := os.Remove(s.o.State); err != nil {
		t.Fatal(err)
	}
	s.links[0].agree(offered(t, s, "echo"))
	next := New(s.o, local(t, "t", ""))
	t.Cleanup(func() { next.Close(5 * time.Second) })
	next.Connect(t.Context(), false)
	same(t, "what a person let run since it can be kept", alteredIn(t, next, "t__weather"), "")
	same(t, "another", alteredIn(t, next, "t__change"), lost)
}

func offered(t *testing.T, s *Set, name string) Offer {
	t.Helper()
	for _, o := range s.links[0].offers.tools {
		if o.Name == name {
			return o
		}
	}
	t.Fatalf("%s is not offered", name)
	return Offer{}
}

// TestMuchIsKeptInPart: what was agreed to is always among it.
func TestMuchIsKeptInPart(t *testing.T) {
	s := newSet(t, local(t, "t", ""))
	s.Connect(t.Context(), false)
	l := s.links[0]
	l.mu.Lock()
	much := l.offers
	much.prompts = []Prompt{{Name: "p", Description: strings.Repeat("x", mostKept)}}
	l.learn(much)
	l.mu.Unlock()
	k, is := s.o.cached(l.Server)
	if !is || len(k.Agreed) == 0 || len(k.Agreed) != len(l.agreed) {
		t.Errorf("%d of %d are kept", len(k.Agreed), len(l.agreed))
	}
}

// TestAListThatIsTooLong is given up before it takes much memory.
func TestAListThatIsTooLong(t *testing.T) {
	if testing.Short() {
		t.Skip("reads lists of some MiB")
	}
	for name, entry := range map[string]string{
		"schemas": `{"name":"t%d","inputSchema":{"type":"object","description":"` + strings.Repeat("d", 1<<20) + `"}}`,
		"names":   `{"name":"t%d` + strings.Repeat("n", 1<<20) + `","inputSchema":{"type":"object"}}`,
	} {
		t.Run(name, func(t *testing.T) {
			pages := 0
			s := scripted(t, map[string]func(http.ResponseWriter, json.RawMessage){"tools/list": func(w http.ResponseWriter, id json.RawMessage) {
				pages++
				fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"nextCursor":"%d","tools":[`+entry+`]}}`, id, pages, pages)
			}})
			same(t, "how it is", s.States()[0].standing(), "not there, it did not say what it offers: its list of tools is longer than 2 MiB")
			if pages > 3 {
				t.Errorf("%d pages were taken", pages)
			}
		})
	}
}

// TestAListOfManyValues is given up too: what nobody reads of it, the library keeps.
func TestAListOfManyValues(t *testing.T) {
	pages := 0
	s := scripted(t, map[string]func(http.ResponseWriter, json.RawMessage){"tools/list": func(w http.ResponseWriter, id json.RawMessage) {
		pages++
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"nextCursor":"%d","tools":[],"_meta":{"x":[%s{}]}}}`, id, pages, strings.Repeat("{},", 50_000))
	}})
	same(t, "how it is", s.States()[0].standing(), "not there, it did not say what it offers: it takes more than 32 MiB")
	if pages > 6 {
		t.Errorf("%d pages were taken", pages)
	}
}

// TestPartsOfLists are known by their numbers: those of the next list take their place.
func TestPartsOfLists(t *testing.T) {
	var p parts
	for range 2 {
		for i, want := range []string{"", "-1", "-2"} {
			cursor := map[bool]string{true: "", false: "of the server"}[i == 0]
			if is := p.take(&cursor, i == 0, []byte("{}")); !is || cursor != want {
				t.Errorf("part %d: %v %q, want %q", i, is, cursor, want)
			}
		}
	}
}

// TestOrdersBeginAnew: much is not remembered, and what came last always is.
func TestOrdersBeginAnew(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 40 MiB")
	}
	o := newOrders()
	for i := range 40 {
		schema := fmt.Sprintf(`{"z":%d,"a":"%s"}`, i, strings.Repeat("x", 1<<20))
		o.see([]byte(`{"inputSchema":` + schema + `}`))
		var v any
		if err := json.Unmarshal([]byte(schema), &v); err != nil {
			t.Fatal(err)
		}
		if got := string(o.of(v)); got != schema {
			t.Fatalf("%d: the order is another one: %.40s", i, got)
		}
		kept := 0
		for _, raw := range o.raw {
			kept += len(raw)
		}
		if kept > mostOrders {
			t.Fatalf("%d bytes are remembered", kept)
		}
	}
}
