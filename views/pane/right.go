package pane

import (
	"parley/views/text"
	"strings"
)

// pathLeast is from how many cells on what is left of a path is worth showing.
const pathLeast = 12

// longSummary is how many cells of what a call does are looked at: any path fits.
const longSummary = 4096

// cameTo is what came of a call in at most so many cells. A path that the call's
// line names already loses its middle, then goes; how much was changed is said in
// signs before any of it is lost.
func cameTo(right, summary string, width int, th text.Theme) string {
	right = text.Line(right, 2*longSummary)
	if text.Width(right) <= width {
		return right
	}
	before, after, found := strings.Cut(right, summary)
	if summary == "" || !found {
		return text.Cut(right, width, th.Glyphs.Ellipsis)
	}
	if room := width - text.Width(before) - text.Width(after); room >= pathLeast {
		return before + text.ShortPath(summary, room, th.Glyphs.Ellipsis) + after
	}
	what, ok := strings.CutPrefix(after, ": ")
	if !ok {
		return text.Cut(right, width, th.Glyphs.Ellipsis)
	}
	what = strings.TrimSuffix(what, ".")
	if text.Width(what) <= width {
		return what
	}
	if signs := changedSigns(what); signs != "" {
		what = signs
	}
	return text.Cut(what, width, th.Glyphs.Ellipsis)
}

// changedSigns says "3 lines added, 2 removed" as +3 -2; "" if the words are others.
func changedSigns(what string) string {
	added, removed, ok := strings.Cut(what, " added, ")
	n, unit, unitOK := strings.Cut(added, " ")
	m, end, endOK := strings.Cut(removed, " ")
	if !ok || !unitOK || !endOK || end != "removed" || unit != "line" && unit != "lines" {
		return ""
	}
	return "+" + n + " -" + m
}

// called is what a call does, in at most so many cells: of a path the middle goes
// first, so that the name of the file stays.
func called(summary string, width int, th text.Theme) string {
	if strings.Contains(summary, "/") && !strings.ContainsAny(summary, " \t\"") {
		return text.ShortPath(summary, max(width, 1), th.Glyphs.Ellipsis)
	}
	return text.Cut(summary, max(width, 1), th.Glyphs.Ellipsis)
}
