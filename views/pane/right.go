package pane

import (
	"parley/views/text"
	"strings"
)

// pathLeast is the number of cells from which what is left of a path is worth showing.
const pathLeast = 12

// longSummary is how many cells of a call's summary are considered: any path fits.
const longSummary = 4096

// called is what a call does, in at most so many cells: of a path the middle goes
// first, so that the name of the file stays.
func called(summary string, width int, th text.Theme) string {
	if strings.Contains(summary, "/") && !strings.ContainsAny(summary, " \t\"") {
		return text.ShortPath(summary, max(width, 1), th.Glyphs.Ellipsis)
	}
	return text.Cut(summary, max(width, 1), th.Glyphs.Ellipsis)
}
