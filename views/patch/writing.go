package patch

import (
	"parley/views/edit"
	"parley/views/prompt"
	"strings"
)

// Typed returns the reason being typed, for the external editor.
func (p Patch) Typed() string {
	if p.why == nil {
		return ""
	}
	return p.why.Text()
}

// Draft is what the user did with a patch before answering.
type Draft struct {
	Left []int  // the hunks that are left out, from 0
	Why  string // the reason being typed
	// Content is the text that the user edited, nil if they did not.
	Content *string
}

// Draft returns the state of the patch to be kept.
func (p Patch) Draft() Draft {
	d := Draft{Why: p.said}
	if p.why != nil {
		d.Why = p.why.Text()
	}
	for i, l := range p.left {
		if l {
			d.Left = append(d.Left, i)
		}
	}
	if p.now != nil && p.Edited() {
		d.Content = &p.now.new
	}
	return d
}

// Drafted is the patch with its earlier draft. The text that the user edited comes
// with With.
func (p Patch) Drafted(d Draft) Patch {
	p.said = d.Why
	for _, i := range d.Left {
		if i >= 0 && i < len(p.left) && p.Changeable() {
			p.left[i] = true
		}
	}
	if p.now == nil {
		return p
	}
	return p.shifted()
}

func (p Patch) saying(in prompt.Intent) (Patch, prompt.Act) {
	switch in := in.(type) {
	case prompt.Key:
		p.why.Update(in.Msg)
	case prompt.Insert:
		p.why.Insert(in.Text)
	case prompt.Replace:
		p.why.Set(in.Text)
	case prompt.OpenMenu:
		p.said, p.why = p.why.Text(), nil
	case prompt.Confirm:
		return p, Judged{Note: strings.TrimSpace(p.why.Text())}
	}
	return p, nil
}

func (p Patch) typing(in prompt.Intent) Patch {
	switch in := in.(type) {
	case prompt.Key:
		var changed bool
		if p.query, changed = p.query.Update(in.Msg); changed {
			return p.found(p.top.row, 1)
		}
	case prompt.Insert:
		p.query = p.query.Insert(in.Text)
		return p.found(p.top.row, 1)
	case prompt.Confirm:
		if p.query.Text() == "" {
			return p.unfound()
		}
		p.finding = goingThrough
	case prompt.OpenMenu:
		return p.unfound()
	}
	return p
}

func (p Patch) going(in prompt.Intent) Patch {
	switch in := in.(type) {
	case NextHit:
		if in.By < 0 {
			return p.found(p.hitRow()-1, -1)
		}
		return p.found(p.hitRow()+1, 1)
	case Find:
		p.finding, p.query, p.missed = typingQuery, edit.Line{}, false
	case NextHunk:
		return p.toHunk(p.cursor + in.By)
	case prompt.Edge:
		return p.toEdge(in.Last)
	case prompt.OpenMenu:
		return p.unfound()
	}
	return p
}

func (p Patch) unfound() Patch {
	p.finding, p.query, p.missed = notFinding, edit.Line{}, false
	return p
}

// Writing reports whether letters belong to a text.
func (p Patch) Writing() bool { return p.Mode() == PatchSaying || p.Mode() == PatchTyping }

// Query is the text searched for in the change.
func (p Patch) Query() string { return p.query.Text() }
