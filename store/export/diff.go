package export

import (
	"html"
	"strconv"
	"strings"

	"parley/store/text/clean"
	"parley/store/text/diff"
)

// diffHTML marks the added and removed lines; the sign in front works without colour.
// The hunk header gives the number of lines, so that a removed line that begins with
// two hyphens is not taken for a file name.
func diffHTML(s string) string {
	var b strings.Builder
	var h hunk
	b.WriteString("<pre class=\"diff\" tabindex=\"0\"><code>")
	for i, line := range strings.Split(diff.Apart(s), "\n") {
		if i > 0 {
			b.WriteByte('\n')
		}
		class := h.next(line)
		text := clean.Reveal(line)
		if class != "file" && class != "hunk" && line != "" {
			text = line[:1] + clean.Reveal(line[1:]) // the sign is not a blank to be marked
			if line[0] != '+' && line[0] != '-' && line[0] != ' ' {
				text = clean.Reveal(line)
			}
		}
		if class == "" {
			b.WriteString(html.EscapeString(text))
			continue
		}
		b.WriteString("<span class=\"" + class + "\">" + html.EscapeString(text) + "</span>")
	}
	b.WriteString("</code></pre>\n")
	return b.String()
}

// hunk counts the lines of each side that are still to come.
type hunk struct{ old, new int }

// next is the class of the next line: file, hunk, add, del, or "" for one on both
// sides.
func (h *hunk) next(line string) string {
	inside := h.old > 0 || h.new > 0
	switch {
	case inside && strings.HasPrefix(line, "+"):
		h.new--
		return "add"
	case inside && strings.HasPrefix(line, "-"):
		h.old--
		return "del"
	case inside && (line == "" || line[0] == ' '):
		h.old, h.new = h.old-1, h.new-1
		return ""
	case strings.HasPrefix(line, "@@"):
		*h = readHunk(line)
		return "hunk"
	}
	return "file"
}

// readHunk reads "@@ -41,6 +41,9 @@".
func readHunk(line string) hunk {
	f := strings.Fields(line)
	if len(f) < 4 || f[3] != "@@" {
		return hunk{}
	}
	return hunk{old: span(f[1]), new: span(f[2])}
}

func span(s string) int {
	_, length, ok := strings.Cut(s, ",")
	n, err := strconv.Atoi(length)
	switch {
	case !ok:
		return 1
	case err != nil:
		return 0
	}
	return n
}
