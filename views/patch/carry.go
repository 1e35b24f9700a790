package patch

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// Choice is what the user chose about a hunk. The hunk is identified by its removed
// and added lines, so that the choice can be recognised in a recomputed change.
type Choice struct {
	Mark  string `json:"mark"`
	Taken bool   `json:"taken,omitempty"`
}

// markOf is the mark of a hunk's lines.
func markOf(lines []patchLine) string {
	h := sha256.New()
	for _, l := range lines {
		if l.kind == lineGone || l.kind == lineAdded {
			fmt.Fprintf(h, "%d:%d:%s", l.kind, len(l.text), l.text) // a hash never fails to write
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:12])
}

// Choices are what was chosen about the hunks that are shown.
func (p Patch) Choices() []Choice {
	if !p.Changeable() {
		return nil
	}
	out := make([]Choice, len(p.left))
	for i, left := range p.left {
		out[i] = Choice{p.now.hunks[i].mark, !left}
	}
	return out
}

// Carry takes over the choices made about an earlier form of the change. A hunk that
// does not plainly match one of those is left out, and unknown counts it. A change
// that can only be taken as a whole is held back: it must be taken with a key of its
// own before a yes counts.
func (p Patch) Carry(from []Choice) (carried Patch, unknown int) {
	if !p.Changeable() {
		p.held = true
		return p, len(p.left)
	}
	taken, left := map[string]bool{}, map[string]bool{}
	for _, c := range from {
		taken[c.Mark], left[c.Mark] = taken[c.Mark] || c.Taken, left[c.Mark] || !c.Taken
	}
	p.left = make([]bool, len(p.left))
	for i, h := range p.now.hunks {
		p.left[i] = !taken[h.mark] || left[h.mark]
		if taken[h.mark] == left[h.mark] {
			unknown++
		}
	}
	return p.shifted(), unknown
}

// Held reports whether the change can only be taken as a whole but was not, since a
// part of it was left out before.
func (p Patch) Held() bool { return p.held }

// Taken is how many hunks would be applied.
func (p Patch) Taken() int { return len(p.left) - p.leftOut() }
