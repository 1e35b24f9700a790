// Package chrome draws what surrounds a conversation: the composer with its palette,
// the keys that work now, the status line, the list of conversations.
package chrome

import (
	"parley/views/text"
	"strings"
)

// Status is the bottom line: what is going on at the left; where, and at what cost,
// at the right. Empty parts are left out, and on a short line the least important
// parts are dropped first.
type Status struct {
	Model   string
	Doing   string     // "claude writes", "try 2 of 5 in 8 s"
	Less    string     // the same in fewer words, "" for none
	Moves   bool       // Doing is in progress: the spinner precedes it
	Pulse   text.Pulse // for the spinner
	Trouble bool       // Doing is what went wrong
	Queued  string     // messages that wait for the turn
	Clock   string     // how long the turn has been going on, or went on
	// ShortClock is that without what is worth least of it, "" if it has only one part.
	ShortClock string
	Read       bool    // Clock is of the turn that is being read
	Amount     string  // how much has come
	Guards     []Limit // that are near, the nearest first
	Waiting    int     // questions for the user

	Where  string // the workspace's name, or what else is shown
	Branch string
	Share  string // of the window: "38 %"
	Cost   string // "$0.08", empty if no price is known
}

// Limit is how far a turn has come towards one of its limits.
type Limit struct {
	Words string // "iteration 41 of 50"
	Short string // "iter 41/50", if there is no room for the words
}

// saying is a part of the status line.
type saying struct {
	text  string
	less  string // a shorter text, "" for none
	whole string // the text before it was shortened, "" if it was not
	rank  rank   // when it goes
	short rank   // when less takes its place
	style text.Style
	right bool
	tied  bool // no dot before it
}

// rank says what goes where there is no room: the highest first.
type rank int

// What a line that is too short tells to the last stands first. What goes on, and
// where, is worth more than how much of it there is.
const (
	rankDoing rank = iota
	rankNearest
	rankQueued
	rankClock
	rankModel
	rankWhere
	rankBranch
	rankShare
	rankGuard
	rankLess // of what is done: the model's name
	rankCost
	rankTook // of a turn that is over
	rankShortGuard
	rankShortBranch
	rankAmount
)

// Draw returns the line.
func (s Status) Draw(theme text.Theme, width int) string {
	if width < 1 {
		return ""
	}
	dot := " " + theme.Glyphs.Dot + " "
	kept := fit(append(s.left(theme, width), s.right(theme, width)...), dot, width)
	left, right := "", ""
	for _, p := range kept {
		side := &left
		if p.right {
			side = &right
		}
		switch {
		case *side == "":
		case p.tied:
			*side += " "
		default:
			*side += theme.Dim.Render(dot)
		}
		*side += p.style.Render(p.text)
	}
	if right == "" {
		return text.Cut(" "+left, width, theme.Glyphs.Ellipsis)
	}
	return text.Cut(text.Apart(" "+left, right+" ", width), width, "")
}

// left is what is going on.
func (s Status) left(theme text.Theme, width int) []saying {
	doing := theme.Plain
	if s.Trouble {
		doing = theme.Warn
	}
	clock := rankTook
	if s.Moves || s.Read {
		clock = rankClock
	}
	var parts []saying
	room := width - 2 // a blank before the line, and one behind it
	if s.Waiting > 0 {
		waits := theme.Glyphs.Decision + " " + text.Count(s.Waiting, "question waits", "questions wait")
		parts = append(parts, saying{text: waits, style: theme.Decide})
		room -= text.Width(waits) + 3
	}
	if s.Moves && s.Doing != "" {
		parts = append(parts, saying{text: s.Pulse.Mark(theme.Glyphs), rank: rankDoing, style: theme.Accent})
		room -= 2
	}
	parts = append(parts, saying{text: clause(text.Line(s.Doing, 400), room, theme.Glyphs.Ellipsis), less: text.Line(s.Less, width), rank: rankDoing, short: rankLess, style: doing, tied: s.Moves},
		saying{text: text.Line(s.Model, width), rank: rankModel, style: theme.Plain},
		saying{text: text.Line(s.Queued, width), rank: rankQueued, style: theme.Dim},
		saying{text: text.Line(s.Clock, width), less: text.Line(s.ShortClock, width), rank: clock, short: rankAmount, style: theme.Dim},
		saying{text: text.Line(s.Amount, width), rank: rankAmount, style: theme.Dim})
	for i, g := range s.Guards { // the nearest is worth more than the model's name
		p := saying{text: text.Line(g.Words, width), less: text.Line(g.Short, width), rank: rankNearest, short: rankShortGuard, style: theme.Dim}
		if i > 0 {
			p.rank = rankGuard
		}
		parts = append(parts, p)
	}
	return parts
}

// right is where that happens, and what it costs.
func (s Status) right(theme text.Theme, width int) []saying {
	parts := []saying{{text: text.Subject(s.Where, min(width, mostPlace)), rank: rankWhere, style: theme.Plain, right: true}}
	if branch := text.Subject(s.Branch, 4*mostPlace); branch != "" {
		words := func(most int) string {
			return theme.Glyphs.Branch + " " + text.Cut(branch, most, theme.Glyphs.Ellipsis)
		}
		p := saying{text: words(mostPlace), rank: rankBranch, short: rankShortBranch, style: theme.Branch, right: true, tied: true}
		if text.Width(branch) > shortBranch {
			p.less = words(shortBranch)
		}
		parts = append(parts, p)
	}
	return append(parts,
		saying{text: text.Line(s.Share, width), rank: rankShare, style: theme.Plain, right: true},
		saying{text: text.Line(s.Cost, width), rank: rankCost, style: theme.Dim, right: true})
}

// mostPlace bounds the name of a workspace and that of a branch, and shortBranch that
// of a branch where there is little room.
const (
	mostPlace   = 30
	shortBranch = 16
)

// fit drops the least important parts until the line fits.
func fit(parts []saying, dot string, width int) []saying {
	var kept []saying
	for _, p := range parts {
		if p.text != "" {
			kept = append(kept, p)
		}
	}
	size := func() int {
		n, before, right := 1, false, false
		for _, p := range kept {
			switch {
			case p.right && !right:
				n, right = n+1, true
				if before {
					n += 2
				}
			case before && p.tied:
				n++
			case before:
				n += text.Width(dot)
			}
			n, before = n+text.Width(p.text), true
		}
		return n
	}
	for len(kept) > 1 && size() > width-1 {
		drop, highest := 0, rank(-1)
		for i, p := range kept {
			r := p.rank
			if p.less != "" {
				r = max(r, p.short)
			}
			if r >= highest {
				drop, highest = i, r
			}
		}
		if p := &kept[drop]; p.less != "" {
			p.text, p.less, p.whole = p.less, "", p.text
			continue
		}
		kept = append(kept[:drop], kept[drop+1:]...)
	}
	for i := range kept { // what went may have left room enough
		p := &kept[i]
		if short := p.text; p.whole != "" {
			if p.text = p.whole; size() > width-1 {
				p.text = short
			}
		}
	}
	return kept
}

// clause shortens words that are too long for a line by their last part, if at least
// half of them remains: what is in brackets, after a comma, after a semicolon. Else they
// are cut: what is done is told, however little room there is for it.
func clause(words string, width int, ellipsis string) string {
	if text.Width(words) <= width {
		return words
	}
	for i := len(words) - 1; i > 0; i-- {
		if strings.HasPrefix(words[i:], " (") || strings.HasPrefix(words[i:], ", ") || strings.HasPrefix(words[i:], "; ") {
			if n := text.Width(words[:i]); n <= width && 2*n >= width {
				return words[:i]
			}
		}
	}
	return text.Cut(words, max(width, 1), ellipsis)
}
