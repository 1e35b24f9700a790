// Package diff finds what changed between two texts, line by line, for both the
// record of a change and the screen. It knows nothing about files or drawing.
package diff

import (
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff/lcs"
)

// Change says that the lines from OldFrom up to OldTo of an old text, counted from
// 0, became the lines from NewFrom up to NewTo of the new one.
type Change struct{ OldFrom, OldTo, NewFrom, NewTo int }

// Lines cuts a text after each line feed; the last line may lack it.
func Lines(text string) []string {
	if text == "" {
		return nil
	}
	out := make([]string, 0, strings.Count(text, "\n")+1)
	for line := range strings.Lines(text) {
		out = append(out, line)
	}
	return out
}

// Compare finds the changes between two lists of lines, in order; no two of them
// touch. Lines that occur exactly once on both sides are matched first, as a reader
// would match them; what lies between them is compared line by line. The cost grows
// hardly faster than the number of lines.
func Compare(a, b []string) []Change {
	c := comparer{a: a, b: b, ids: make(map[string]int32, len(a)+len(b))}
	c.as, c.bs = c.numbered(a), c.numbered(b)
	c.seenA, c.seenB = make([]occurrence, len(c.ids)), make([]occurrence, len(c.ids))
	c.between(0, len(a), 0, len(b))
	return c.out
}

// Signed are the lines that went, with a minus, and those that came, with a plus. They show
// what makes a line another than one that looks the same.
func Signed(was, is []string) (out []string) {
	for _, c := range Compare(was, is) {
		gone, came := told(was[c.OldFrom:c.OldTo], is[c.NewFrom:c.NewTo], slices.Clone[[]string])
		for _, line := range gone {
			out = append(out, "- "+line)
		}
		for _, line := range came {
			out = append(out, "+ "+line)
		}
	}
	return out
}

type comparer struct {
	a, b         []string
	as, bs       []int32 // the lines as numbers: equal lines, equal numbers
	ids          map[string]int32
	seenA, seenB []occurrence // by number
	round        int32
	out          []Change
}

// occurrence is where a line stands in the part that a round looks at.
type occurrence struct{ round, times, at int32 }

func (c *comparer) numbered(lines []string) []int32 {
	out := make([]int32, len(lines))
	for i, l := range lines {
		id, ok := c.ids[l]
		if !ok {
			id = int32(len(c.ids))
			c.ids[l] = id
		}
		out[i] = id
	}
	return out
}

func (c *comparer) between(a0, a1, b0, b1 int) {
	for a0 < a1 && b0 < b1 && c.as[a0] == c.bs[b0] {
		a0, b0 = a0+1, b0+1
	}
	for a0 < a1 && b0 < b1 && c.as[a1-1] == c.bs[b1-1] {
		a1, b1 = a1-1, b1-1
	}
	if a0 == a1 || b0 == b1 {
		c.add(Change{a0, a1, b0, b1})
		return
	}
	anchors := c.anchors(a0, a1, b0, b1)
	if len(anchors) == 0 {
		for _, d := range lcs.DiffLines(c.a[a0:a1], c.b[b0:b1]) {
			c.add(Change{a0 + d.Start, a0 + d.End, b0 + d.ReplStart, b0 + d.ReplEnd})
		}
		return
	}
	for _, at := range anchors {
		c.between(a0, int(at[0]), b0, int(at[1]))
		a0, b0 = int(at[0])+1, int(at[1])+1
	}
	c.between(a0, a1, b0, b1)
}

// add appends a change, joined to the previous one if they touch.
func (c *comparer) add(s Change) {
	if s.OldFrom == s.OldTo && s.NewFrom == s.NewTo {
		return
	}
	if n := len(c.out); n > 0 && c.out[n-1].OldTo == s.OldFrom && c.out[n-1].NewTo == s.NewFrom {
		c.out[n-1].OldTo, c.out[n-1].NewTo = s.OldTo, s.NewTo
		return
	}
	c.out = append(c.out, s)
}

// anchors are pairs of lines that occur once on either side, in the longest order
// that both sides share.
func (c *comparer) anchors(a0, a1, b0, b1 int) [][2]int32 {
	c.round++
	count := func(seen []occurrence, ids []int32, from, to int) {
		for i := from; i < to; i++ {
			o := &seen[ids[i]]
			if o.round != c.round {
				*o = occurrence{round: c.round}
			}
			o.times, o.at = o.times+1, int32(i)
		}
	}
	count(c.seenA, c.as, a0, a1)
	count(c.seenB, c.bs, b0, b1)
	var pairs [][2]int32
	for i := a0; i < a1; i++ {
		x, y := c.seenA[c.as[i]], c.seenB[c.as[i]]
		if x.times == 1 && y.round == c.round && y.times == 1 {
			pairs = append(pairs, [2]int32{int32(i), y.at})
		}
	}
	return rising(pairs)
}

// rising returns a longest subsequence of pairs that rises in the second number; the
// pairs already rise in the first.
func rising(pairs [][2]int32) [][2]int32 {
	var piles []int // the pair on top of each pile
	before := make([]int, len(pairs))
	for i, p := range pairs {
		lo, hi := 0, len(piles)
		for lo < hi {
			if mid := (lo + hi) / 2; pairs[piles[mid]][1] < p[1] {
				lo = mid + 1
			} else {
				hi = mid
			}
		}
		before[i] = -1
		if lo > 0 {
			before[i] = piles[lo-1]
		}
		if lo == len(piles) {
			piles = append(piles, i)
		} else {
			piles[lo] = i
		}
	}
	if len(piles) == 0 {
		return nil
	}
	out := make([][2]int32, len(piles))
	for i, at := len(piles)-1, piles[len(piles)-1]; i >= 0; i, at = i-1, before[at] {
		out[i] = pairs[at]
	}
	return out
}
