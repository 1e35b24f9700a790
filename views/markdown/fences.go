package markdown

import "strings"

// CodeBlocks are the bodies of the fenced blocks of code in a text, in order,
// including those in lists and quotations. An unclosed block ends with the text.
func CodeBlocks(source string) (bodies []string) {
	var open fence
	var body []string
	indent := ""
	for line := range strings.Lines(source) {
		line = strings.TrimRight(line, "\r\n")
		inner := strings.TrimLeft(line, " \t>")
		switch {
		case open.n > 0 && open.closedBy(inner):
			bodies, body, open = append(bodies, strings.Join(body, "\n")), nil, fence{}
		case open.n > 0:
			body = append(body, outdented(line, indent))
		default:
			if f, ok := fenceOf(inner); ok {
				open, indent = f, line[:len(line)-len(inner)]
			}
		}
	}
	if open.n > 0 {
		bodies = append(bodies, strings.Join(body, "\n"))
	}
	return bodies
}

// outdented removes from a line what its fence is nested in, as far as the line has
// it.
func outdented(line, indent string) string {
	n := 0
	for n < len(indent) && n < len(line) && line[n] == indent[n] {
		n++
	}
	return line[n:]
}
