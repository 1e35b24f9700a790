package chrome

import (
	"parley/views/text"
	"strings"
)

// Hint is a key and what it does. Of hints that do not all fit, those of the
// highest Rank are left out first, the last of them first. Before one of Rank 0
// goes, what stands in brackets at the end of the Words does.
type Hint struct {
	Key, Words string
	Rank       int
}

func (h Hint) text() string { return strings.TrimSpace(h.Key + " " + h.Words) }

// Ranks of hints: of those that do not fit, the highest go first.
const (
	RankAnswer = iota // what answers, and the way to everything else
	RankAway          // what the menu offers too
	RankExtra         // what is only handy
)

// FitHints returns the hints that have room in so many lines, in their order, as
// Hints takes them. A second line is begun only for more than one hint.
func FitHints(hints []Hint, width, rows int) string {
	kept := append([]Hint(nil), hints...)
	for n := 1; n <= rows; n++ {
		try := kept
		for {
			if hintRows(try, width) <= n {
				return JoinHints(try)
			}
			if n < rows && len(kept)-len(try) == 1 || len(try) == 0 {
				break
			}
			if short, shorter := withoutAsides(try); n == rows && shorter && least(try) == 0 {
				try = short
				continue
			}
			try = withoutLeast(try)
		}
	}
	return ""
}

// hintRows is how many lines hints take when they are set one after the other.
func hintRows(hints []Hint, width int) int {
	rows, used := 0, 0
	for _, h := range hints {
		w := text.Width(h.text())
		switch {
		case rows == 0 || used+3+w > width:
			rows, used = rows+1, 1+w
		default:
			used += 3 + w
		}
	}
	return rows
}

// least is the rank of the hint that would be left out next.
func least(hints []Hint) int {
	rank := 0
	for _, h := range hints {
		rank = max(rank, h.Rank)
	}
	return rank
}

// withoutAsides takes what is in brackets from the end of each hint's words, and
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

func withoutLeast(hints []Hint) []Hint {
	worst := 0
	for i, h := range hints {
		if h.Rank >= hints[worst].Rank {
			worst = i
		}
	}
	return append(append([]Hint(nil), hints[:worst]...), hints[worst+1:]...)
}

// JoinHints writes hints in a row, as Hints takes them.
func JoinHints(hints []Hint) string {
	parts := make([]string, len(hints))
	for i, h := range hints {
		parts[i] = h.text()
	}
	return strings.Join(parts, "   ")
}

// HintRows is how many lines of hints a prompt of this height has.
func HintRows(height int) int { return min(2, max(height/6, 1)) }
