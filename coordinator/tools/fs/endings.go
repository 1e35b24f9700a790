package fs

import "strings"

// bom is the byte order mark that some editors put before UTF-8.
const bom = "\uFEFF"

// isCRLF reports whether s has line ends, all of them CR LF.
func isCRLF(s string) bool {
	n := strings.Count(s, "\n")
	return n > 0 && n == strings.Count(s, "\r\n")
}

// sampled is how much of a file another program looks at to know its line ends.
const sampled = 4096

// mixed reports whether another program that changes a part of s may change its line ends as well: they
// are of both kinds, CR LF comes only behind what it looks at, or another CR stands before one.
func mixed(s string) bool {
	const end = "\r\n"
	return strings.Contains(s, end) && !(isCRLF(s) && strings.Contains(s[:min(len(s), sampled)], end) && !strings.Contains(s, "\r"+end))
}

// wide reports whether s begins as UTF-16 does. Another program may take it for that, and would write
// what was approved in UTF-16 as well: these bytes can be a text of their own, which nobody saw.
func wide(s string) bool { return strings.HasPrefix(s, "\xff\xfe") }

// toCRLF makes every line end CR LF.
func toCRLF(s string) string { return strings.ReplaceAll(toLF(s), "\n", "\r\n") }

// toLF makes every CR LF a line feed; a lone CR stays.
func toLF(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") }

// bare reports whether s has a line feed without a CR before it, and no CR LF.
func bare(s string) bool {
	return strings.Contains(s, "\n") && !strings.Contains(s, "\r\n")
}

// likeOld gives a text that replaces a whole file the line ends and the byte order mark of
// that file, as an editor would.
func likeOld(old, text string) string {
	if isCRLF(old) && bare(text) {
		text = toCRLF(text)
	}
	if strings.HasPrefix(old, bom) && !strings.HasPrefix(text, bom) {
		text = bom + text
	}
	return text
}
