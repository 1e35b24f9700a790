package tool_test

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"parley/coordinator/tool"
)

// reader is a tool that counts how often its arguments are read.
type reader struct{ reads *int }

func (reader) Spec() tool.Spec {
	return tool.Spec{Name: "reader", Parameters: json.RawMessage(`{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}`)}
}

func (reader) Run(context.Context, tool.Call) tool.Outcome { return tool.Success{} }

func (r reader) of(arguments json.RawMessage) string {
	*r.reads++
	return string(arguments[:20])
}

func (r reader) Describe(a json.RawMessage) string            { return r.of(a) }
func (r reader) Covers(a json.RawMessage) tool.Cover          { return tool.Cover{Key: r.of(a)} }
func (r reader) Refused(dir string, a json.RawMessage) string { return dir + r.of(a) }
func (r reader) Guarded(dir string, a json.RawMessage) string { return dir + r.of(a) }
func (r reader) Changes(dir string, a json.RawMessage) []string {
	return []string{dir + r.of(a)}
}

// TestLongArgumentsAreReadOnce: what was found out about them where nobody waited is not found out
// again, and is that of these arguments, of this folder.
func TestLongArgumentsAreReadOnce(t *testing.T) {
	reads := 0
	r, err := tool.NewRegistry(tool.Entry{Tool: reader{&reads}, Spec: reader{}.Spec()})
	if err != nil {
		t.Fatal(err)
	}
	e, _ := r.Get("reader")
	written := func(letter string, n int) json.RawMessage {
		return json.RawMessage(`{"a":"` + strings.Repeat(letter, n) + `"}`)
	}
	look := func(dir string, a json.RawMessage) {
		t.Helper()
		said := string(a[:20])
		if e.Describe(a) != said || e.Covers(a).Key != said || e.Refused(dir, a) != dir+said || e.Guarded(dir, a) != dir+said || !slices.Equal(e.Changes(dir, a), []string{dir + said}) {
			t.Fatalf("another call's words: %q", e.Describe(a))
		}
	}
	x, y := written("x", 1<<20), written("y", 1<<20)
	r.Read("reader", "/a", x)
	r.Read("reader", "/a", y)
	if reads != 10 {
		t.Fatalf("two calls are read %d times", reads)
	}
	for range 100 {
		look("/a", x)
		look("/a", y)
	}
	if reads != 10 {
		t.Errorf("they were read %d times again", reads-10)
	}
	look("/b", x)
	if reads != 13 {
		t.Errorf("in another folder they were read %d times, not 3", reads-10)
	}
	r.Read("reader", "/a", json.RawMessage(`{"b":"`+strings.Repeat("x", 1<<20)+`"}`))
	if reads != 13 {
		t.Error("arguments that do not fit were read")
	}
	short := written("z", 20)
	look("/a", short)
	look("/a", short)
	if reads != 23 {
		t.Errorf("short ones were read %d times, not each time", reads-13)
	}
}

// TestALongKeyIsADigest: what a yes for the turn covers is only compared, and is recorded with
// each request.
func TestALongKeyIsADigest(t *testing.T) {
	r, err := tool.NewRegistry(tool.Entry{Tool: plain{}, Spec: plain{}.Spec()})
	if err != nil {
		t.Fatal(err)
	}
	e, _ := r.Get("plain")
	short, long := `{"a":"x"}`, `{"a":"`+strings.Repeat("x", 4096)+`"}`
	digest := fmt.Sprintf("sha256:%x", sha256.Sum256([]byte(long)))
	for given, want := range map[string]string{short: short, long: digest} {
		if got := e.Covers(json.RawMessage(given)); got != (tool.Cover{Key: want, Text: "exactly this call of plain"}) {
			t.Errorf("%.20s: a yes covers %+v", given, got)
		}
	}
}

// plain is a tool without words of its own.
type plain struct{}

func (plain) Spec() tool.Spec {
	return tool.Spec{Name: "plain", Parameters: reader{}.Spec().Parameters}
}
func (plain) Run(context.Context, tool.Call) tool.Outcome { return tool.Success{} }
