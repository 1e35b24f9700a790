package secret

import "strings"

// Path reports whether a value reads as a path through a folder, and not as a key with slashes in it.
func Path(value string) bool {
	value = strings.TrimSpace(value)
	return value != "" && strings.IndexByte("/.~", value[0]) >= 0 && strings.Contains(value[1:], "/") && !byChance(value)
}

// byChance reports whether a value looks like a key, with slashes in it as Base64 has them: small letters, capitals and
// digits follow on each other more often than in words, where one capital stands in front and digits at the end.
func byChance(value string) bool {
	if strings.HasSuffix(value, "=") || Looks(strings.Trim(value, "/.~")) {
		return true
	}
	characters, turns, before, capitals := 0, 0, ' ', 0
	for _, r := range value {
		kind := kindOf(r)
		if kind != ' ' {
			characters++
			if begins := kind == 'a' && capitals == 1; before != ' ' && before != kind && !begins {
				turns++
			}
		}
		if before = kind; kind == 'A' {
			capitals++
		} else {
			capitals = 0
		}
	}
	return turns >= 3 && turns > characters/5
}

// kindOf is 'a' for a small letter, 'A' for a capital, '0' for a digit, and a blank for all else.
func kindOf(r rune) rune {
	switch {
	case r >= 'a' && r <= 'z':
		return 'a'
	case r >= 'A' && r <= 'Z':
		return 'A'
	case r >= '0' && r <= '9':
		return '0'
	}
	return ' '
}
