package rules

import (
	"slices"
	"strings"
)

// prints reports whether a command is sed with a script that only selects which lines are
// printed or left out, and with no unknown flag.
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

// printsLines reports whether a sed script does nothing but print lines or leave them out: one
// or two addresses, and a letter.
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

// address takes an address off a script: a number, the last line, or an expression between
// slashes whose end every sed finds in the same place.
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

// filters reports whether a word is a jq program of known words only: none of these loads another
// file or shows a variable. What stands behind a dot is a key, as is what begins a field of an object,
// and a string may hold anything but a backslash, behind which a further program can stand.
func filters(program string) bool {
	open, last := "", byte(0) // the brackets that are open, and the sign before
	for rest := program; rest != ""; {
		c := rest[0]
		if c == '"' {
			inside, after, closed := strings.Cut(rest[1:], `"`)
			if !closed || strings.Contains(inside, `\`) {
				return false
			}
			rest, last = after, c
			continue
		}
		word := rest[:len(rest)-len(strings.TrimLeft(rest, wordLetters))]
		if word == "" {
			switch {
			case strings.IndexByte(" .[]{}(),:;|?+-*/%=<>!", c) < 0:
				return false
			case strings.IndexByte("[{(", c) >= 0:
				open += rest[:1]
			case strings.IndexByte("]})", c) >= 0 && open != "":
				open = open[:len(open)-1]
			}
			switch rest = rest[1:]; {
			case c == '.' && (last == '.' || last == '0'): // .. is no key's dot, nor is that of a number
				last = '0'
			case c != ' ' || last == '.':
				last = c
			}
			continue
		}
		rest = rest[len(word):]
		field := strings.HasSuffix(open, "{") && (last == '{' || last == ',') && strings.IndexByte(":,}", (strings.TrimLeft(rest, " ") + " ")[0]) >= 0
		key := last == '.' && strings.IndexByte("0123456789", word[0]) < 0
		if !key && !field && !digits(word) && !slices.Contains(filterWords, word) {
			return false
		}
		if last = 'a'; digits(word) {
			last = '0'
		}
	}
	return true
}

// wordLetters are what the words of a jq program consist of.
const wordLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789"

// filterWords are the words of a jq program that a wildcard takes: functions, and signs that are words.
// None of them encloses anything, as if and end do: what begins a field is told by brackets alone.
var filterWords = strings.Fields(`add all and any arrays ascii_downcase ascii_upcase booleans
	contains del empty endswith entries flatten floor first from_entries fromjson group_by has
	in index indices inside iterables join keys last length limit ltrimstr map map_values max max_by min
	min_by not null nulls numbers objects or paths range recurse reverse round rtrimstr scalars select sort
	sort_by split startswith strings test to_entries tojson tonumber tostring transpose true false
	type unique unique_by values walk with_entries`)

// What the table of the shell's own commands says about words that no pattern describes.
const (
	storing   = "<stores>"
	computing = "<computes>"
	numbering = "<numbers>"
)

// stores reports whether a word may be a printf format that stores in a variable how much was
// written, as `%n` does with any flags, widths and sizes.
func stores(text string) bool {
	return converts(text, func(_ bool, letter byte) bool { return letter == 'n' })
}

// numbers reports whether words are a printf format with a number in it, and words for it: some
// shells evaluate those, and an expression can set a variable.
func numbers(words []word) bool {
	if len(words) > 0 && words[0].text == "--" {
		words = words[1:]
	}
	if len(words) == 0 || !hasNumber(words[0].text) {
		return false
	}
	for _, w := range words[1:] {
		t := w.text
		if strings.ContainsAny(t, "=[") || strings.Contains(t, "++") || strings.Contains(t, "--") {
			return true
		}
	}
	return false
}

// hasNumber reports whether a word may be a format that takes a number, be it a width.
func hasNumber(text string) bool {
	return converts(text, func(width bool, letter byte) bool {
		return width || letter != 0 && strings.IndexByte("diouxXeEfFgGaA", letter) >= 0
	})
}

// converts reports whether a printf format contains one of the given conversions.
func converts(format string, such func(width bool, letter byte) bool) bool {
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		if strings.HasPrefix(format[i+1:], "%") {
			i++ // it stands for itself
			continue
		}
		if such(conversion(format[i+1:])) {
			return true
		}
	}
	return false
}

// conversion is what stands behind a percent sign: whether it takes a width from a word, and its
// letter, 0 for none. Shells differ in the flags that they know, so all that is no letter is one.
func conversion(rest string) (width bool, which byte) {
	for i := range len(rest) {
		switch c := rest[i]; {
		case c == '%':
			return width, 0
		case c == '*':
			width = true
		case strings.IndexByte("hlLqjztw", c) >= 0: // sizes, one of which is a conversion too
		case c|0x20 >= 'a' && c|0x20 <= 'z':
			return width, c
		}
	}
	return width, 0
}

// computes reports whether words compare as numbers something that is not a number: some shells
// evaluate it, and an expression can set a variable.
func computes(words []word) bool {
	number := func(i int) bool {
		return i >= 0 && i < len(words) && digits(strings.TrimPrefix(words[i].text, "-"))
	}
	for i, w := range words {
		switch w.text {
		case "-eq", "-ne", "-lt", "-le", "-gt", "-ge":
			if !number(i-1) || !number(i+1) {
				return true
			}
		case "-t":
			if i+1 < len(words) && words[i+1].text != "]" && !number(i+1) {
				return true
			}
		}
	}
	return false
}

// OthersRun reports whether a file of this name is hidden, run or read by other programs, or gives
// permission.
func OthersRun(name string) bool { return runsOrHides(name) || GivesPermission(name) != "" }

// runsOrHides reports whether a name on a path begins with a dot, or is one of those whose
// contents other programs run.
func runsOrHides(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if strings.HasPrefix(part, ".") && part != "." && part != ".." || tablesOf().file(part, runsKind) != "" {
			return true
		}
	}
	return false
}
