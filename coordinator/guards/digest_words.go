package guards

import "strings"

// What a digest has in place of a word that changes from run to run.
const (
	markTime byte = iota + 1
	markID
	markAddress
	markPath
)

// longNumber is the number of digits from which a number names something specific to
// one run: a time, a process, a directory.
const longNumber = 6

func blank(b byte) bool { return b == ' ' || b == '\t' || b == '\n' || b == '\r' }

func digit(b byte) bool { return b >= '0' && b <= '9' }

func letter(b byte) bool { return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' }

func inWord(b byte) bool {
	return letter(b) || digit(b) || b >= 0x80 || strings.IndexByte("-_./:@+\\~", b) >= 0
}

// kindOf classifies a word with digits: a time, an address or an id, otherwise 0.
func kindOf(w string) byte {
	w = strings.TrimRight(w, ".:")
	switch {
	case w == "":
		return 0
	case strings.HasPrefix(w, "0x") || strings.HasPrefix(w, "0X") || localAddress(w):
		return markAddress
	case timeLike(w) || durationLike(w):
		return markTime
	case uuidLike(w):
		return markID
	}
	return 0
}

// timeLike recognises dates and times of day: groups of two and four digits,
// separated as in ISO 8601, with or without a zone.
func timeLike(w string) bool {
	if len(w) < 5 || !digit(w[0]) {
		return false
	}
	isDate := len(w) >= 10 && allDigits(w[:4]) && w[4] == '-' && allDigits(w[5:7]) && w[7] == '-' && allDigits(w[8:10])
	if !isDate {
		colons := strings.Count(w, ":")
		return colons >= 1 && colons <= 2 && clock(w)
	}
	rest := w[10:]
	return rest == "" || (rest[0] == 'T' || rest[0] == '_') && len(rest) > 1 && digit(rest[1])
}

func allDigits(s string) bool { return strings.Trim(s, "0123456789") == "" }

// clock recognises 15:04, 5:04:05 and 15:04:05.123Z.
func clock(w string) bool {
	rest, parts, first := strings.TrimRight(w, "Z"), 0, 0
	for more := true; more; parts++ {
		var part string
		part, rest, more = strings.Cut(rest, ":")
		whole, fraction, _ := strings.Cut(part, ".")
		if whole == "" || len(whole) > 2 || parts > 0 && len(whole) != 2 || !allDigits(whole) || !allDigits(fraction) {
			return false
		}
		if parts == 0 {
			first = len(whole)
		}
	}
	return parts == 3 || first == 2
}

// durationLike recognises 0.012s, 12ms and 1m3.5s.
func durationLike(w string) bool {
	units := 0
	for w != "" {
		rest := strings.TrimLeft(w, "0123456789.")
		if len(rest) == len(w) {
			return false
		}
		n := 0
		for _, unit := range [...]string{"ns", "us", "µs", "ms", "s", "m", "h"} {
			if strings.HasPrefix(rest, unit) {
				n = len(unit)
				break
			}
		}
		if n == 0 {
			return false
		}
		w = rest[n:]
		units++
	}
	return units > 0
}

func uuidLike(w string) bool {
	if len(w) != 36 {
		return false
	}
	for i := range len(w) {
		if i == 8 || i == 13 || i == 18 || i == 23 {
			if w[i] != '-' {
				return false
			}
		} else if !hexadecimal(w[i]) {
			return false
		}
	}
	return true
}

func hexadecimal(b byte) bool { return digit(b) || b >= 'a' && b <= 'f' || b >= 'A' && b <= 'F' }

// localAddress recognises an address with a port, which changes with every run.
func localAddress(w string) bool {
	host, port, ok := strings.Cut(w, ":")
	if !ok || port == "" || !allDigits(port) {
		return false
	}
	return host == "localhost" || strings.Count(host, ".") == 3 && allDigits(strings.ReplaceAll(host, ".", ""))
}

// idLike recognises generated names: long hexadecimal words with both digits and
// letters.
func idLike(s string) bool {
	if len(s) < 7 {
		return false
	}
	digits, letters := false, false
	for i := range len(s) {
		if !hexadecimal(s[i]) {
			return false
		}
		digits = digits || digit(s[i])
		letters = letters || !digit(s[i])
	}
	return digits && letters
}
