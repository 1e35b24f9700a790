package diff

import (
	"strings"

	"parley/store/text/clean"
)

// Apart is a text in which each line of a unified diff that was replaced by one that looks the
// same shows what makes it another (see [clean.Apart]), and in which a character of a hunk that
// would be taken for a mark stands as its number; the names of the files show theirs as those of
// any path do (see [clean.Signs]). Everything else stays as it is.
// It is for a text as it is, not for one that has been through it.
func Apart(s string) string {
	if !strings.Contains(s, "@@ ") || clean.Plain(s) && !strings.Contains(s, "\t") && !strings.Contains(s, "<U+") {
		return s
	}
	lines := strings.Split(s, "\n")
	var gone, added []int // the lines that changed together
	left, right := 0, 0   // lines still to come in the hunk
	flush := func() {
		apart(lines, gone, added)
		gone, added = gone[:0], added[:0]
	}
	for i, line := range lines {
		switch {
		case left <= 0 && right <= 0:
			flush()
			if i > 0 && strings.HasPrefix(line, "+++ ") && strings.HasPrefix(lines[i-1], "--- ") {
				lines[i-1], lines[i] = clean.Signs(lines[i-1]), clean.Signs(line)
			}
			if fields := strings.Fields(line); len(fields) >= 4 && fields[0] == "@@" && fields[3] == "@@" {
				_, left = Span(fields[1], "-")
				_, right = Span(fields[2], "+")
			}
		case strings.HasPrefix(line, "-"):
			if len(added) > 0 {
				flush()
			}
			gone, left = append(gone, i), left-1
		case strings.HasPrefix(line, "+"):
			added, right = append(added, i), right-1
		case !strings.HasPrefix(line, `\`):
			flush()
			lines[i] = clean.Marked(line)
			left, right = left-1, right-1
		}
	}
	flush()
	return strings.Join(lines, "\n")
}

// apart changes the lines of two sides that changed together, their signs in front.
func apart(lines []string, gone, added []int) {
	was, is := make([]string, len(gone)), make([]string, len(added))
	for i, at := range gone {
		was[i] = lines[at][1:]
	}
	for i, at := range added {
		is[i] = lines[at][1:]
	}
	was, is = told(was, is, marked)
	for i, at := range gone {
		lines[at] = "-" + was[i]
	}
	for i, at := range added {
		lines[at] = "+" + is[i]
	}
}

// told are two lists of lines in which those that would look the same side by side do not.
// The others are as shown makes them.
func told(was, is []string, shown func([]string) []string) (gone, came []string) {
	gone, came = shown(was), shown(is)
	for i, k := range Pairs(was, is) {
		if k < 0 {
			continue
		}
		if apart, differs := clean.Apart(was[i], is[k]); differs {
			gone[i] = apart
			came[k], _ = clean.Apart(is[k], was[i])
		}
	}
	return gone, came
}

// marked are lines in which nothing is taken for a mark.
func marked(lines []string) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = clean.Marked(line)
	}
	return out
}
