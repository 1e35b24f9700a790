package clean

import "strings"

// MostSought is how many bytes may be looked at for the ends of the links of a text of Markdown. Where
// none holds another one this is no more than the text has.
const MostSought = 128 << 10

// Sought is how many bytes a parser of Markdown looks at for the ends of links, about; it stops counting
// beyond MostSought. A short text of many beginnings is looked at from each of them.
func Sought(source string) (n int) {
	for n <= MostSought {
		at := strings.Index(source, "](")
		if at < 0 {
			break
		}
		source = source[at+2:]
		n += endOfLink(source)
	}
	return n
}

// endOfLink is where the address and the title of a link end, or where it shows that they don't.
func endOfLink(s string) int {
	rest := strings.TrimLeft(s, " \t\r\n")
	end, ends, depth := 0, " \t\r\n", 0
	if strings.HasPrefix(rest, "<") {
		ends = ">\n"
	}
	for ; end < len(rest) && depth >= 0 && strings.IndexByte(ends, rest[end]) < 0; end++ {
		switch {
		case rest[end] == '\\':
			end++
		case ends == ">\n":
		case rest[end] == '(':
			depth++
		case rest[end] == ')':
			depth--
		}
	}
	title := strings.TrimLeft(rest[min(end, len(rest)):], "> \t\r\n")
	if depth >= 0 && title != "" && strings.IndexByte(`"'(`, title[0]) >= 0 {
		closer := title[:1]
		if closer == "(" {
			closer = ")"
		}
		if at := strings.Index(title[1:], closer); at >= 0 {
			title = title[at+1:]
		} else {
			title = ""
		}
	}
	return len(s) - len(title)
}
