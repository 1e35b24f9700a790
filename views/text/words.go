package text

import (
	"strconv"
	"strings"
)

// Spaces returns n blanks, none if n is not positive.
//
//go:noinline
func Spaces(n int) string { return strings.Repeat(" ", max(n, 0)) }

// Count writes a number of things: "1 line", "12 lines".
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// Bytes writes a size: 1 byte, 891 bytes, 11.0 kB, 1.3 MB.
func Bytes(n int) string {
	switch {
	case n < 1000:
		return Count(n, "byte", "bytes")
	case n < 999_950:
		return strconv.FormatFloat(float64(n)/1000, 'f', 1, 64) + " kB"
	}
	return strconv.FormatFloat(float64(n)/1_000_000, 'f', 1, 64) + " MB"
}

// Thousands writes a number of tokens or bytes in short: 950, 14.2k, 1.3M.
func Thousands(n int) string {
	switch {
	case n < 1000:
		return strconv.Itoa(n)
	case n < 999_950:
		return strconv.FormatFloat(float64(n)/1000, 'f', 1, 64) + "k"
	default:
		return strconv.FormatFloat(float64(n)/1_000_000, 'f', 1, 64) + "M"
	}
}

// Told wraps what the program says: a number stays with its unit where there is room
// for both.
func Told(words string, width int) []string {
	const held, least = "\u00a0", 12
	if width < least {
		return Wrap(words, width)
	}
	parts := strings.Split(words, " ")
	var b strings.Builder
	for i, part := range parts {
		if i > 0 && amount(parts[i-1]) && unit(part) {
			b.WriteString(held)
		} else if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(part)
	}
	lines := Wrap(b.String(), width)
	if b.String() != words {
		for i := range lines {
			lines[i] = strings.ReplaceAll(lines[i], held, " ")
		}
	}
	return lines
}

// Attached wraps a text that somebody wrote. A marker of an attached file such as "[image 1:
// shot.png, 212 kB]" is kept on one line if it fits, and otherwise at least its size is.
func Attached(words string, width int) []string {
	const held = "\u00a0"
	if !strings.Contains(words, "[image ") && !strings.Contains(words, "[file ") || strings.Contains(words, held) {
		return Wrap(words, width)
	}
	var b strings.Builder
	for rest := words; rest != ""; {
		open := strings.IndexByte(rest, '[')
		end := strings.IndexAny(rest[open+1:], "]\n") + open + 2
		if open < 0 || end < open+2 {
			b.WriteString(rest)
			break
		}
		b.WriteString(rest[:open])
		name := rest[open:end]
		rest = rest[end:]
		at := strings.LastIndexByte(name, ' ')
		switch named := strings.HasPrefix(name, "[image ") || strings.HasPrefix(name, "[file "); {
		case !named || !strings.HasSuffix(name, "]"):
		case Width(name) <= width:
			name = strings.ReplaceAll(name, " ", held)
		default:
			name = name[:at] + held + name[at+1:]
		}
		b.WriteString(name)
	}
	lines := Wrap(b.String(), width)
	for i := range lines {
		lines[i] = strings.ReplaceAll(lines[i], held, " ")
	}
	return lines
}

func amount(word string) bool {
	return word != "" && word[0] >= '0' && word[0] <= '9' && strings.Trim(word, "0123456789.,") == ""
}

func unit(word string) bool {
	switch strings.TrimRight(word, ".,;:)") {
	case "s", "ms", "min", "h", "bytes", "kB", "MB", "GB":
		return true
	}
	return false
}
