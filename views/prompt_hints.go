package views

import "strings"

// Hint is a key and what it does. Of hints that do not all fit, those of the
// highest Rank are left out first, the last of them first.
type Hint struct {
	Key, Words string
	Rank       int
}

func (h Hint) text() string { return strings.TrimSpace(h.Key + " " + h.Words) }

// FitHints returns the hints that have room in so many lines, in their order, as
// Hints takes them. A second line is begun only for more than one hint.
func FitHints(hints []Hint, width, rows int) string {
	kept := append([]Hint(nil), hints...)
	for n := 1; n <= rows; n++ {
		try := kept
		for {
			if hintRows(try, width) <= n {
				return joinHints(try)
			}
			if n < rows && len(kept)-len(try) == 1 || len(try) == 0 {
				break
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
		w := Width(h.text())
		switch {
		case rows == 0 || used+3+w > width:
			rows, used = rows+1, 1+w
		default:
			used += 3 + w
		}
	}
	return rows
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

func joinHints(hints []Hint) string {
	parts := make([]string, len(hints))
	for i, h := range hints {
		parts[i] = h.text()
	}
	return strings.Join(parts, "   ")
}

// HintRows is how many lines of hints a prompt of this height has.
func HintRows(height int) int { return min(2, max(height/6, 1)) }
