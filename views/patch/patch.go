// Package patch is the view for deciding about a change: hunk by hunk, unified or
// side by side, for files of any size.
package patch

import (
	"parley/views/edit"
	"parley/views/markdown"
	"parley/views/prompt"
	"parley/views/text"
)

// Patch is a change that waits for the user's yes or no, as a view of its own that
// can be scrolled, searched and accepted in part. It is a value, as a Field is; make
// one with NewPatch. No movement key answers, and Enter never answers.
type Patch struct {
	Rules  Rules
	Faults []string // why the last answer was refused

	first   *Changes // as it was proposed
	now     *Changes // as it is shown: the proposed one, or one the user edited
	left    []bool   // by hunk of now: it is left out
	held    bool     // all of it is left out, though no part of it can be
	shifts  []int    // by hunk, see shift
	version int      // counts the changes of left
	cursor  int      // the hunk under the cursor
	top     patchPlace
	moved   bool // the user has scrolled beyond the first picture
	beside  int  // 0 depending on the width, 1 never, 2 always
	said    string
	why     *edit.Editor // the reason being typed
	query   edit.Line
	finding patchFinding
	missed  bool // the query was not found
	theme   text.Theme
	seen    patchSeen
	paint   *patchPaint
	about   *markdown.Memo
	told    *markdown.Memo
}

// Rules are what the user may do with a patch here.
type Rules struct {
	Remember  bool   // Y and N are offered
	Whole     string // why it can only be accepted or refused as a whole, "" if it can be changed
	Notice    string // what the user must know before they look, as Markdown
	CanGoBack bool
}

// patchPlace is the first visible line: a row, -1 for the text above the first, and a
// line in it.
type patchPlace struct{ row, line int }

// patchSeen is the room that the last drawing had, and what was visible in it.
type patchSeen struct {
	width, room, lead, hit int
	over                   int // the first line that the first picture skipped, -1 none
	split, more            bool
	tight                  bool // there is no line for what is hidden above: the last one says it
}

// patchFinding is what a search does with keys.
type patchFinding int

const (
	notFinding patchFinding = iota
	typingQuery
	goingThrough
)

// Mode is what a patch does with keys.
type Mode int

// Modes of a patch.
const (
	PatchReading Mode = iota // it is looked at, and answered
	PatchTyping              // letters belong to the search
	PatchHits                // n and N go from hit to hit, nothing answers
	PatchSaying              // letters belong to the reason
)

// The intents of a patch, besides Allow, Deny, WriteReason, Scroll, Edge, Key,
// Insert, Replace, Confirm and OpenMenu.
type (
	// NextHunk goes forward by a number of hunks, back if By is negative.
	NextHunk struct{ By int }
	// TakeHunk takes or leaves the hunk under the cursor.
	TakeHunk struct{}
	// SideBySide switches between the unified and the side-by-side view.
	SideBySide struct{}
	// Find begins a search; NextHit goes to another hit.
	Find    struct{}
	NextHit struct{ By int }
)

func (NextHunk) IsIntent()   {}
func (TakeHunk) IsIntent()   {}
func (SideBySide) IsIntent() {}
func (Find) IsIntent()       {}
func (NextHit) IsIntent()    {}

// Judged is the outcome of a patch. Content is the text that the user approved
// instead of the proposed one, nil for the proposed one; Note is what they said with
// a no.
type Judged struct {
	Yes      bool
	Remember bool
	Content  *string // another text than the proposed one
	Taken    int     // hunks of it, if that text only leaves out others
	Note     string
}

func (Judged) IsAct() {}

// New shows a change; nil while it is being computed.
func New(theme text.Theme, c *Changes, rules Rules) Patch {
	p := Patch{Rules: rules, theme: theme, seen: patchSeen{over: -1}, paint: &patchPaint{}, about: &markdown.Memo{}, told: &markdown.Memo{}}
	if c != nil {
		p = p.With(c)
		p.first = c
	}
	return p
}

// Shown reports whether there is a change to look at.
func (p Patch) Shown() bool { return p.now != nil }

// With is the patch with another text in place of the proposed one, every hunk taken.
// With the proposed text itself it counts as unedited.
func (p Patch) With(c *Changes) Patch {
	if p.first != nil && c.new == p.first.new {
		c = p.first
	}
	p.now, p.left, p.cursor, p.top, p.moved, p.Faults = c, make([]bool, c.Hunks()), 0, patchPlace{-1, 0}, false, nil
	p.finding, p.missed = notFinding, false
	p.paint = &patchPaint{}
	return p.shifted()
}

// Hunks is how many groups of changes are shown.
func (p Patch) Hunks() int { return len(p.left) }

// Proposed is the change as it was asked about, nil while it is not there.
func (p Patch) Proposed() *Changes { return p.first }

// Edited reports whether the user changed the proposed text.
func (p Patch) Edited() bool { return p.now != p.first }

// Mode returns what the patch does with keys, so that the model can map them.
func (p Patch) Mode() Mode {
	switch {
	case p.why != nil:
		return PatchSaying
	case p.finding == typingQuery:
		return PatchTyping
	case p.finding == goingThrough:
		return PatchHits
	}
	return PatchReading
}

// Split reports whether old and new are side by side.
func (p Patch) Split() bool { return p.seen.split }

// Changeable reports whether hunks can be left out and the text edited.
func (p Patch) Changeable() bool {
	return p.now != nil && p.Rules.Whole == "" && p.now.hidden == "" && !p.now.part
}

// Memorable reports whether Y and N are offered: only for the change as proposed, and
// only if the user could see all of it.
func (p Patch) Memorable() bool {
	return p.Rules.Remember && p.now != nil && p.now == p.first && p.now.hidden == "" && !p.now.part && p.leftOut() == 0 && !p.held
}

func (p Patch) leftOut() (n int) {
	for _, l := range p.left {
		if l {
			n++
		}
	}
	return n
}

// Text is what would be written.
func (p Patch) Text() string { return p.now.Text(p.left) }

// WithTheme returns the patch in another theme; its content stays.
func (p Patch) WithTheme(theme text.Theme) Patch {
	if p.theme.Name != theme.Name {
		p.theme, p.paint = theme, &patchPaint{}
		if p.why != nil {
			p.why.SetTheme(theme)
		}
	}
	return p
}

// Update applies an intent and returns the resulting act, if any.
func (p Patch) Update(in prompt.Intent) (Patch, prompt.Act) {
	first := !p.moved
	switch in := in.(type) {
	case prompt.Scroll:
		p.moved = true
		if first && p.seen.over >= 0 {
			return p.scrolled(min(in.By, p.seen.over)), nil // from there on there is something to be seen
		}
		return p.scrolled(in.By), nil
	case prompt.Edge:
		p.moved = in.Last
	case NextHunk, Find:
		p.moved = true
	}
	p.Faults = nil
	switch p.Mode() {
	case PatchSaying:
		return p.saying(in)
	case PatchTyping:
		return p.typing(in), nil
	case PatchHits:
		return p.going(in), nil
	}
	return p.reading(in)
}

func (p Patch) reading(in prompt.Intent) (Patch, prompt.Act) {
	switch in := in.(type) {
	case prompt.Allow:
		return p.approve(in.Turn)
	case prompt.Deny:
		if in.Turn && !p.Memorable() {
			return p, nil
		}
		return p, Judged{Remember: in.Turn}
	case prompt.WriteReason:
		e := edit.NewEditor(p.theme, "")
		e.Set(p.said)
		p.why = &e
	case TakeHunk:
		return p.toggled(), nil
	case NextHunk:
		return p.toHunk(p.cursor + in.By), nil
	case prompt.Edge:
		return p.toEdge(in.Last), nil
	case SideBySide:
		return p.turned(), nil
	case Find:
		if p.now != nil && p.now.hidden == "" {
			p.finding, p.query, p.missed = typingQuery, edit.Line{}, false
		}
	}
	return p, nil
}

// approve is the yes to what is shown.
func (p Patch) approve(remember bool) (Patch, prompt.Act) {
	if p.now == nil || remember && !p.Memorable() {
		return p, nil
	}
	if p.held {
		p.Faults = []string{textHeldBack}
		return p, nil
	}
	yes := Judged{Yes: true, Remember: remember}
	if p.now.hidden != "" || p.now.part {
		return p, yes
	}
	text := p.Text()
	switch text {
	case p.first.new:
		return p, yes
	case p.first.old:
		p.Faults = []string{textNothingTaken}
		return p, nil
	}
	if yes.Content = &text; !p.Edited() {
		yes.Taken = p.Taken()
	}
	return p, yes
}

// toggled takes or leaves the hunk under the cursor.
func (p Patch) toggled() Patch {
	p.held = false
	if !p.Changeable() || len(p.left) == 0 {
		return p
	}
	p.left = append([]bool(nil), p.left...)
	p.left[p.cursor] = !p.left[p.cursor]
	return p.shifted()
}

// Long reports whether the change does not fit its room.
func (p Patch) Long() bool { return p.seen.more }

// Away reports whether the user has moved on from the first picture.
func (p Patch) Away() bool { return p.moved }

// Ended reports whether the end of the change is visible.
func (p Patch) Ended() bool { return p.now != nil && !p.bottom().after(p.top) }

// Page is the length of a page in lines: the visible part of the change, less one
// line of overlap.
func (p Patch) Page() int { return max(p.seen.room-2, 1) }
