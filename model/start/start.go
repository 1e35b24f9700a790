// Package start is what a conversation's screen shows before its first message: where
// the user is, which model answers, and the conversations to continue.
package start

import (
	"sort"
	"strings"
	"time"

	"parley/model/kit"
	"parley/store"
	"parley/store/record"
	"parley/views/chrome"
	"parley/views/text"
)

// All words of the start screen.
const (
	textAsks     = "a question is open"
	textTurnOpen = "a turn is open"
	textReviewed = ", reviewed by "
)

// Most is how many conversations are shown.
const Most = 3

// Delay is how long the lookup waits, so that the first pictures have the processors
// to themselves.
const Delay = 100 * time.Millisecond

// Choose are the conversations of a workspace to continue, without the one on screen:
// those that wait for an answer first, then the latest changed. What another program asked is
// continued there.
func Choose(list []store.Summary, workspace, here string) []kit.Recent {
	var out []kit.Recent
	for _, x := range list {
		if x.Near(workspace) && x.ID != here && x.Program == "" {
			out = append(out, kit.Recent{ID: x.ID, Title: kit.TitleOf(x), Updated: x.Updated, Asks: x.Open != "", Open: x.TurnOpen})
		}
	}
	sort.SliceStable(out, func(i, j int) bool {
		if out[i].Asks != out[j].Asks {
			return out[i].Asks
		}
		return out[i].Updated.After(out[j].Updated)
	})
	return out[:min(len(out), Most)]
}

// Screen is what the start screen shows and where its cursor is.
type Screen struct {
	told kit.Start
	at   int
	over bool // something was said: the screen does not come back
}

// Over ends the start screen.
func (s *Screen) Over() { s.over = true }

// Ended reports whether something was said.
func (s *Screen) Ended() bool { return s.over }

// Learn takes in what was looked up.
func (s *Screen) Learn(told kit.Start) {
	s.told = told
	s.Point(s.at)
}

// Some reports whether there is a conversation to continue.
func (s *Screen) Some() bool { return !s.over && len(s.told.Recent) > 0 }

// Move moves the cursor by n conversations.
func (s *Screen) Move(n int) { s.Point(s.at + n) }

// Point puts the cursor on a conversation.
func (s *Screen) Point(at int) { s.at = min(max(at, 0), max(len(s.told.Recent)-1, 0)) }

// Chosen is the conversation under the cursor.
func (s *Screen) Chosen() (kit.Recent, bool) {
	if !s.Some() {
		return kit.Recent{}, false
	}
	return s.told.Recent[s.at], true
}

// Here is what the surrounding screen knows.
type Here struct {
	Place     kit.Place
	Model     string
	Reviewers []string
	Keys      []chrome.Hint
	Still     bool // their row is reserved
	Chooses   bool // the cursor is in the list
	Now       time.Time
}

// View is its visible part.
func (s *Screen) View(h Here) chrome.Start {
	v := chrome.Start{Path: h.Place.Path, Branch: h.Place.Branch, Models: models(h), Keys: h.Keys, Still: h.Still, At: -1}
	if h.Chooses {
		v.At = s.at
	}
	for _, x := range s.told.Recent {
		row := chrome.StartRow{Title: x.Title}
		switch {
		case x.Asks:
			row.Waits = textAsks
		case x.Open:
			row.Note = textTurnOpen
		}
		if !x.Updated.IsZero() {
			row.Age = record.Ago(h.Now.Sub(x.Updated))
		}
		v.Recent = append(v.Recent, row)
	}
	v.Facts = append(v.Facts, s.told.Told.Facts()...)
	if n := s.told.Rules; n > 0 {
		v.Facts = append(v.Facts, text.Count(n, "rule", "rules"))
	}
	return v
}

// models says which model answers, and which reviews.
func models(h Here) string {
	if len(h.Reviewers) == 0 {
		return h.Model
	}
	last := len(h.Reviewers) - 1
	who := h.Reviewers[last]
	if last > 0 {
		who = strings.Join(h.Reviewers[:last], ", ") + " and " + who
	}
	return h.Model + textReviewed + who
}
