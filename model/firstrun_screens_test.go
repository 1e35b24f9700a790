package model

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestEveryScreenOfAFirstRun(t *testing.T) { everyScreen(t, beginningStates()) }

func beginningStates() []state {
	all := func() *fakeBeginning {
		return &fakeBeginning{local: []Server{ollama()}, found: []Server{anthropic()}, models: []string{"big-1", "small-1"}}
	}
	first := func(name string, b func() *fakeBeginning, written string, keys ...string) state {
		return state{name, func(t *testing.T) *desk { return firstRun(t, b()).press(keys...).write(written) }}
	}
	return []state{
		first("first-run", all, ""),
		first("first-run-tour", all, "", "up", "down", "down", "down"),
		first("first-run-nothing", func() *fakeBeginning { return &fakeBeginning{} }, ""),
		first("first-run-models", all, "", "2"),
		first("first-run-address", all, "http://gpu:8000/v1", "3"),
		first("first-run-refused", func() *fakeBeginning {
			b := &fakeBeginning{found: []Server{anthropic()}}
			b.err = errors.New("Anthropic refused the key (401). Set ANTHROPIC_API_KEY to a valid one.")
			return b
		}, "big", "1"),
	}
}

// TestEveryServerOfAFirstRunIsSeen: with more of them than there are lines, the
// page shows what is chosen, wherever that is.
func TestEveryServerOfAFirstRunIsSeen(t *testing.T) {
	b := &fakeBeginning{local: []Server{ollama()}}
	for i := range 9 {
		b.found = append(b.found, Server{Name: fmt.Sprint("s", i), Title: fmt.Sprintf("Server %d", i), About: fmt.Sprintf("S%d_API_KEY is set", i)})
	}
	d := firstRun(t, b)
	d.send(sizes()[0])
	for i := range 12 {
		d.fits(sizes()[0])
		if want := fmt.Sprintf(" › %d  ", i+1); strings.Count(d.screen(), want) != 1 {
			t.Errorf("%q is not on\n%s", want, d.screen())
		}
		d.press("down")
	}
	d.sees(` › 12  Take the tour
      offline, two minutes, nothing is
      changed
 1-9 choose   ↑↓ Enter   Esc quit`)
}
