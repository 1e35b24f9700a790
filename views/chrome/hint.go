package chrome

import (
	"strings"

	"parley/views/text"
)

// Hint is a key and what it does; without a key it is only a message. If not all
// hints fit, those with the highest Rank are dropped first, the last of them first.
// Before a hint of Rank 0 is dropped, its trailing words in brackets are. Brief are the
// words where there is but one line and, with the full ones, one of up to RankNear would
// be dropped; "" is Words.
type Hint struct {
	Key, Words string
	Brief      string
	Rank       int
}

// Width is how many cells the hint takes.
func (h Hint) Width() int {
	key, words, gap := h.within(1 << 10)
	return text.Width(key) + len(gap) + text.Width(words)
}

// within is the part of the hint that fits into a number of cells, with the gap
// between key and words.
func (h Hint) within(most int) (key, words, gap string) {
	if key = text.Line(h.Key, most); key != "" {
		gap = " "
	}
	if words = text.Line(h.Words, max(most-text.Width(key)-len(gap), 0)); words == "" {
		gap = ""
	}
	return key, words, gap
}

// hintGap stands between two hints.
const hintGap = 3

// Ranks of hints: if not all fit, the highest are dropped first.
const (
	RankBack   = iota - 1 // the way back: it outlasts everything but the first hint
	RankAnswer            // answers, and the way to everything else
	RankNear              // what goes with an answer
	RankAway              // what is also in the menu
	RankExtra             // conveniences
)

// FitHints returns the hints that fit into a number of lines, in their order. A
// second line is begun for answers, and for other hints only if there are several.
func FitHints(hints []Hint, width, rows int) []Hint {
	kept := append([]Hint(nil), hints...)
	for n := 1; n <= rows; n++ {
		try := kept
		for {
			if hintRows(try, width) <= n {
				return try
			}
			if n < rows && (len(kept)-len(try) == 1 || least(try) == RankAnswer) || len(try) == 0 {
				break
			}
			if short, shorter := withoutAsides(try); n == rows && shorter && least(try) == 0 {
				try = short
				continue
			}
			if short, shorter := briefly(try); rows == 1 && shorter && least(try) <= RankNear {
				try = short
				continue
			}
			try = withoutLeast(try)
		}
	}
	return nil
}

// hintRows is how many lines hints take when they are set one after the other.
func hintRows(hints []Hint, width int) int {
	rows, used := 0, 0
	for _, h := range hints {
		w := h.Width()
		switch {
		case rows == 0 || used+hintGap+w > width:
			rows, used = rows+1, 1+w
		default:
			used += hintGap + w
		}
	}
	return rows
}

// least is the rank of the hint that would be dropped next.
func least(hints []Hint) int {
	rank := 0
	for _, h := range hints {
		rank = max(rank, h.Rank)
	}
	return rank
}

// withoutAsides removes what is in brackets from the end of each hint's words, and
// reports whether there was any.
func withoutAsides(hints []Hint) (short []Hint, shorter bool) {
	short = append([]Hint(nil), hints...)
	for i, h := range short {
		if before, _, found := strings.Cut(h.Words, " ("); found && strings.HasSuffix(h.Words, ")") {
			short[i].Words, shorter = before, true
		}
	}
	return short, shorter
}

// briefly gives each hint its brief words, and reports whether any had some.
func briefly(hints []Hint) (short []Hint, shorter bool) {
	short = append([]Hint(nil), hints...)
	for i, h := range short {
		if h.Brief != "" {
			short[i].Words, short[i].Brief, shorter = h.Brief, "", true
		}
	}
	return short, shorter
}

// withoutLeast drops one hint: the last of the highest rank, and the way back only if
// nothing but the first is left.
func withoutLeast(hints []Hint) []Hint {
	worst := 0
	for i, h := range hints {
		if h.Rank >= hints[worst].Rank || worst == 0 && h.Rank == RankBack && hints[0].Rank == RankAnswer {
			worst = i
		}
	}
	return append(append([]Hint(nil), hints[:worst]...), hints[worst+1:]...)
}

// HintRows is how many lines of hints a prompt of this height has.
func HintRows(height int) int { return min(2, max(height/6, 1)) }
