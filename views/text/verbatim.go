package text

import (
	"strings"
	"unicode/utf8"

	"parley/store/text/clean"
)

// Verbatim is Wrap for what is decided about: where a line is broken, nobody has to guess
// whether a blank stands there, or how many. A row of several words is broken at the one
// blank behind its last. A row that one word fills may be broken within it: so where a
// blank ends such a row, and where several blanks stand at a break, they are shown as ␠
// and ␉ in the row below.
func Verbatim(text string, width int) (rows []string) {
	width = max(width, 1)
	for line := range strings.SplitSeq(text, "\n") {
		marks := ""
		for {
			row, rest, broke := breakMarked(marks, line, width)
			if !broke {
				break
			}
			blanks := hanging(row, line[:len(line)-len(rest)], width)
			rows = append(rows, strings.TrimRight(row, " "))
			for ; len(blanks) > width; blanks = blanks[width:] {
				rows = append(rows, pictures(blanks[:width]))
			}
			marks, line = pictures(blanks), rest
		}
		rows = append(rows, lastLine(marks+line, width))
	}
	return rows
}

// breakMarked splits the first row off a line behind marks, which fit into it. No more of the line
// is copied than the row needs.
func breakMarked(marks, line string, width int) (row, rest string, broke bool) {
	if marks == "" {
		return breakLine(line, width, true)
	}
	for n := 4 * width; ; n *= 2 {
		for n < len(line) && !utf8.RuneStart(line[n]) {
			n++
		}
		part := line[:min(n, len(line))]
		row, rest, broke = breakLine(marks+part, width, len(part) == len(line))
		if broke || len(part) == len(line) {
			return row, line[len(part)-len(rest):], broke
		}
	}
}

// hanging is the blanks at a break that have to be seen. taken is the source of the row,
// with the blanks behind it.
func hanging(row, taken string, width int) string {
	blanks := taken[len(strings.TrimRight(taken, " \t")):]
	row = strings.TrimRight(row, " ")
	oneWord := !strings.Contains(strings.TrimLeft(row, " "), " ")
	if blanks == " " && !(oneWord && 2*Width(row) > width) {
		return ""
	}
	return blanks
}

func pictures(blanks string) string { return strings.Map(clean.Picture, blanks) }
