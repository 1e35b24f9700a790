package start

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"parley/model/kit"
	"parley/store"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func saved(id, workspace, title string, hours int, open string) store.Summary {
	return store.Summary{ID: id, Workspace: workspace, Title: title, Updated: noon.Add(-time.Duration(hours) * time.Hour), Open: open}
}

// TestWhichConversationsAreOffered: those of the workspace or of none, those that wait
// first, then the latest, three at most, and never the one on the screen.
func TestWhichConversationsAreOffered(t *testing.T) {
	list := []store.Summary{
		saved("here", "/w", "This one", 0, ""), saved("new", "/w", "New", 1, ""), saved("else", "/x", "Elsewhere", 1, "Which?"),
		saved("none", "", " ", 2, ""), saved("old", "/w", "Old", 3, ""), saved("asks", "/w", "Asks", 30, "Which?"), saved("asked", "/w", "Asked", 20, "Why?"),
	}
	for _, c := range []struct {
		list []store.Summary
		want string
	}{
		{nil, ""},
		{list[:1], ""},
		{list[:4], "new New, none (no title)"},
		{list, "asked Asked, asks Asks, new New"},
	} {
		var got []string
		for _, x := range Choose(c.list, "/w", "here") {
			got = append(got, x.ID+" "+x.Title)
		}
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("%q, want %q", s, c.want)
		}
	}
}

// TestWhoIsAsked names every reviewer once.
func TestWhoIsAsked(t *testing.T) {
	for want, reviewers := range map[string][]string{
		"big": nil, "big, reviewed by tiny": {"tiny"}, "big, reviewed by tiny and wee": {"tiny", "wee"}, "big, reviewed by a, b and c": {"a", "b", "c"},
	} {
		var s Screen
		if got := s.View(Here{Model: "big", Reviewers: reviewers}).Models; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestTheCursorStaysInTheList, even if it arrives anew and is shorter.
func TestTheCursorStaysInTheList(t *testing.T) {
	var s Screen
	recent := func(n int) (out []kit.Recent) {
		for i := range n {
			out = append(out, kit.Recent{ID: fmt.Sprint(i)})
		}
		return out
	}
	at := func() string { x, ok := s.Chosen(); return fmt.Sprint(x.ID, ok) }
	steps := []struct {
		do   func()
		want string
	}{
		{func() { s.Move(1) }, "false"},
		{func() { s.Learn(kit.Start{Recent: recent(3)}) }, "0true"},
		{func() { s.Move(5) }, "2true"},
		{func() { s.Move(-1) }, "1true"},
		{func() { s.Learn(kit.Start{Recent: recent(1)}) }, "0true"},
		{func() { s.Move(-1) }, "0true"},
		{s.Over, "false"},
	}
	for i, step := range steps {
		if step.do(); at() != step.want {
			t.Errorf("step %d: the cursor is on %s, want %s", i, at(), step.want)
		}
	}
}
