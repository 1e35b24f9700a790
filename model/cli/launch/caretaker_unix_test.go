//go:build unix

package launch

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

var (
	orders = Orders{Undo: "undo ", Ended: "ended", Failed: "failed", Unkept: "unkept", File: "", Head: "version\n"}
	cooked = Settings{Iflag: 1, Lflag: 2}
	raw    = Settings{Iflag: 3}
)

// TestWhatACaretakerHears: the messages, however they are split on their way.
func TestWhatACaretakerHears(t *testing.T) {
	begun := slices.Concat(orders.Order(), Entered(cooked, raw))
	in := told{orders: orders, ours: true, before: cooked, mine: raw}
	out, failed := in, in
	out.ours, failed.last = false, []byte("fatal error: \x01\x02\x03")
	for name, c := range map[string]struct {
		came []byte
		want told
	}{
		"nothing":             {nil, told{}},
		"in":                  {begun, in},
		"out":                 {slices.Concat(begun, Left()), out},
		"in again":            {slices.Concat(begun, Left(), Entered(cooked, raw)), in},
		"a failure":           {slices.Concat(begun, failed.last), failed},
		"half a message":      {begun[:len(begun)-1], told{orders: orders}},
		"orders cut short":    {[]byte{ordered, 3, 0, 200, 0, 'x'}, told{orders: Orders{Undo: "x"}}},
		"settings of no size": {[]byte{entered, 1, 0, 'x'}, told{}},
	} {
		for cut := range len(c.came) + 1 {
			var got told
			got.take(append(got.take(bytes.Clone(c.came[:cut])), c.came[cut:]...))
			if !same(got, c.want) {
				t.Fatalf("%s, cut at %d: %+v\nwant %+v", name, cut, got, c.want)
			}
		}
	}
}

func same(a, b told) bool {
	return a.orders == b.orders && a.ours == b.ours && a.before == b.before && a.mine == b.mine && bytes.Equal(a.last, b.last)
}

// TestWhatTheRuntimeSaidIsKept in a file of its own, in folders that are created for it;
// what is there already is left alone.
func TestWhatTheRuntimeSaidIsKept(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a", "b", "fault.txt")
	failed := told{orders: orders, last: []byte("fatal error: x")}
	failed.orders.File = file
	if got := (&told{orders: orders}).words(); got != "ended" {
		t.Errorf("killed: %q", got)
	}
	if got := failed.words(); got != "failed" {
		t.Errorf("failed: %q", got)
	}
	failed.last = []byte("fatal error: y")
	if got := failed.words(); got != "unkept" {
		t.Errorf("failed again: %q", got)
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != "version\nfatal error: x" {
		t.Errorf("kept %q, %v", got, err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
}

// FuzzWhatACaretakerHears: anything may come, in any parts, and what is kept of it is
// limited.
func FuzzWhatACaretakerHears(f *testing.F) {
	f.Add(slices.Concat(orders.Order(), Entered(cooked, raw), Left(), []byte("panic: no")), 7)
	f.Add([]byte{entered, 0xff, 0xff}, 1)
	f.Fuzz(func(t *testing.T, came []byte, cut int) {
		cut = min(max(cut, 0), len(came))
		var whole, parts told
		whole.take(bytes.Clone(came))
		parts.take(append(parts.take(bytes.Clone(came[:cut])), came[cut:]...))
		if !same(whole, parts) || len(whole.last) > most {
			t.Errorf("%+v\nin parts %+v", whole, parts)
		}
	})
}
