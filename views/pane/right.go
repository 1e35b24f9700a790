package pane

import (
	"parley/views/text"
	"strings"
)

// pathLeast is the least width at which a shortened path is worth showing.
const pathLeast = 12

// longSummary is how many cells of a call's summary are considered: any path fits.
const longSummary = 4096

// called is what a call does, in a limited width: the middle of a path goes first, so
// that the file name stays.
func called(summary string, width int, th text.Theme) string {
	if strings.Contains(summary, "/") && !strings.ContainsAny(summary, " \t\"") {
		return text.ShortPath(summary, max(width, 1), th.Glyphs.Ellipsis)
	}
	return text.Cut(summary, max(width, 1), th.Glyphs.Ellipsis)
}
