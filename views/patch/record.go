package patch

import (
	"strings"

	"parley/store/text/diff"
	"parley/views/markdown"
)

// RecordedChanges makes a change from a question's own diff, when the texts
// themselves are no longer available. Such a change can only be accepted or refused
// as a whole. A context without a diff has no hunks.
func RecordedChanges(context string) *Changes {
	c := &Changes{part: true}
	text, _ := markdown.DiffIn(context)
	r := recorded{c: c}
	for line := range strings.Lines(text) {
		if name, ok := strings.CutPrefix(line, "+++ b/"); ok && !r.open {
			c.Path = strings.TrimSuffix(name, "\n")
		}
		r.line(line)
	}
	r.close()
	c.finish()
	return c
}

// PatchProse is what a question's context says besides its diff.
func PatchProse(context string) string {
	_, prose := markdown.DiffIn(context)
	return prose
}

// recorded walks through a diff. In a hunk, old and new are the numbers of the next
// lines, and togo counts the lines still to come.
type recorded struct {
	c                *Changes
	open             bool
	old, new         int
	togoOld, togoNew int
	from             int32 // where the block of changed lines begins
	gone, added      int
}

func (r *recorded) line(raw string) {
	text := strings.TrimSuffix(raw, "\n")
	switch sign := (text + " ")[0]; {
	case r.togoOld <= 0 && r.togoNew <= 0 && strings.HasPrefix(text, "@@"):
		r.begin(text)
	case !r.open:
	case sign == '\\':
		if n := len(r.c.lines); n > 0 {
			r.c.lines[n-1].text = strings.TrimSuffix(r.c.lines[n-1].text, "\n")
		}
	case sign == '-' && r.togoOld > 0:
		if r.added > 0 {
			r.pair()
		}
		r.add(lineGone, r.old, 0, text[1:])
		r.old, r.togoOld, r.gone = r.old+1, r.togoOld-1, r.gone+1
	case sign == '+' && r.togoNew > 0:
		r.add(lineAdded, 0, r.new, text[1:])
		r.new, r.togoNew, r.added = r.new+1, r.togoNew-1, r.added+1
	case r.togoOld > 0 && r.togoNew > 0:
		r.pair()
		r.add(lineSame, r.old, r.new, strings.TrimPrefix(text, " "))
		r.old, r.new, r.togoOld, r.togoNew = r.old+1, r.new+1, r.togoOld-1, r.togoNew-1
	}
}

func (r *recorded) begin(text string) {
	r.close()
	fields := strings.Fields(text)
	if len(fields) < 4 || fields[3] != "@@" {
		return
	}
	h := patchHunk{first: int32(len(r.c.lines))}
	h.oldFrom, h.oldLen = diff.Span(fields[1], "-")
	h.newFrom, h.newLen = diff.Span(fields[2], "+")
	_, after, _ := strings.Cut(strings.TrimPrefix(text, "@@"), "@@")
	h.title = strings.TrimSpace(after)
	r.old, r.togoOld, r.new, r.togoNew, r.open = h.oldFrom, h.oldLen, h.newFrom, h.newLen, true
	r.c.lines = append(r.c.lines, patchLine{kind: lineHead, hunk: int32(len(r.c.hunks)), mate: -1})
	r.c.hunks = append(r.c.hunks, h)
}

func (r *recorded) add(kind patchKind, old, new int, text string) {
	if r.gone+r.added == 0 {
		r.from = int32(len(r.c.lines))
	}
	h := &r.c.hunks[len(r.c.hunks)-1]
	switch kind {
	case lineGone:
		h.removed++
	case lineAdded:
		h.added++
	}
	r.c.lines = append(r.c.lines, patchLine{kind, int32(len(r.c.hunks) - 1), int32(old), int32(new), -1, text + "\n"})
}

func (r *recorded) pair() {
	r.c.mates(r.from, r.gone, r.added)
	r.gone, r.added = 0, 0
}

func (r *recorded) close() {
	if r.open {
		r.pair()
		r.c.hunks[len(r.c.hunks)-1].last = int32(len(r.c.lines))
	}
	r.open = false
}
