package rules

import "strings"

// prints says that a command is sed with a script that says which lines are printed or
// left out, and with no flag that is not known.
func (u use) prints(words []word) bool {
	for i, r := range u.roles {
		switch r {
		case isFlag, isAfter:
			return false
		case isOperand:
			return words[i].plain() && printsLines(words[i].text)
		}
	}
	return false
}

// printsLines says that a script of sed does nothing but print lines or leave them out:
// one or two addresses, and a letter.
func printsLines(script string) bool {
	rest, ok := address(script)
	if !ok {
		return false
	}
	if second, is := strings.CutPrefix(rest, ","); is {
		if rest, ok = address(strings.TrimPrefix(second, "+")); !ok {
			return false
		}
	}
	switch strings.TrimPrefix(rest, "!") {
	case "p", "d", "q", "=":
		return true
	}
	return false
}

// address takes an address off a script: a number, the last line, or an expression
// between slashes in which every sed finds the same end.
func address(script string) (rest string, ok bool) {
	if rest, is := strings.CutPrefix(script, "$"); is {
		return rest, true
	}
	if inside, is := strings.CutPrefix(script, "/"); is {
		text, rest, closed := strings.Cut(inside, "/")
		return rest, closed && text != "" && !strings.ContainsAny(text, "[\\\n")
	}
	rest = strings.TrimLeft(script, "0123456789")
	return rest, rest != script
}
