package rules

import (
	"slices"
	"strings"
)

// A program goes by several names: with a version (go1.22, python3.12, gcc-12), with the
// machine it builds for (x86_64-linux-gnu-gcc), or with a variant of its build
// (gdb-multiarch). The tables know only the plain name.

const (
	longestName = 64 // bytes; a longer program name is not taken apart
	mostTarget  = 4  // dashes after the parts of a target
	mostNumbers = 4  // groups of digits in a name
)

// family returns the next shorter name under which some table knows a program, "" if there is
// none.
func (t *tables) family(name string) string {
	if bare := t.gnu[name]; bare != "" {
		return bare
	}
	if len(name) > longestName || !strings.ContainsAny(name, "-.0123456789") {
		return ""
	}
	for at := range mostTarget + 1 {
		rest, is := t.untargeted(name, at)
		if !is {
			break
		}
		if rest != name && t.known[rest] {
			return rest
		}
		for _, less := range [2]string{rest, t.unqualified(rest)} {
			if less != rest && t.known[less] {
				return less
			}
			if f := t.unversioned(less); f != "" {
				return f
			}
		}
		if f := t.unqualified(t.stem(rest)); t.known[f] && f != name {
			return f // php8.2-dbg becomes php8.2, which becomes php
		}
	}
	return ""
}

// untargeted removes a target of the given number of parts from the front; is reports whether
// the name has one.
func (t *tables) untargeted(name string, parts int) (rest string, is bool) {
	first, _, dashed := strings.Cut(name, "-")
	if parts == 0 {
		return name, true
	}
	if !dashed || !t.targets(first) {
		return "", false
	}
	for range parts {
		if _, name, is = strings.Cut(name, "-"); !is {
			return "", false
		}
	}
	return name, true
}

func (t *tables) targets(first string) bool {
	for _, p := range t.before {
		if ends(p, first) && wild(p, first) {
			return true
		}
	}
	return false
}

// unqualified removes one of the known endings.
func (t *tables) unqualified(name string) string {
	if i := strings.LastIndexAny(name, "-."); i > 0 && t.behind[name[i+1:]] {
		return name[:i]
	}
	return name
}

// unversioned removes a version and returns the longest known name that remains, "" if none is
// known.
func (t *tables) unversioned(name string) string {
	groups := 0
	for i := len(name) - 1; i > 0 && groups < mostNumbers; i-- {
		if !digit(name[i]) || digit(name[i-1]) {
			continue
		}
		groups++
		if !version(name[i:]) {
			return ""
		}
		if stem := stemmed(name[:i]); t.known[stem] {
			return stem
		}
	}
	return ""
}

// stem returns a name without everything that may be its version.
func (t *tables) stem(name string) string {
	for i := 1; i < len(name); i++ {
		if digit(name[i]) && !digit(name[i-1]) && version(name[i:]) {
			return stemmed(name[:i])
		}
	}
	return name
}

// stemmed returns the text before a version, without the character that joins them.
func stemmed(text string) string {
	bare := strings.TrimRight(text, "-._")
	for _, sep := range []string{"-v", ".v", "_v"} {
		if cut, is := strings.CutSuffix(bare, sep); is {
			return cut
		}
	}
	return bare
}

// version reports whether a text that begins with a digit can be a version: 1.22rc1, 3.12, 12.
func version(text string) bool {
	for i := 0; i < len(text); {
		from := i
		for i < len(text) && 'a' <= text[i] && text[i] <= 'z' {
			i++
		}
		switch text[from:i] {
		case "":
			if !digit(text[i]) && strings.IndexByte(".-_+", text[i]) < 0 {
				return false
			}
			i++
		case "rc", "beta", "alpha", "pre", "preview", "dev", "git", "snapshot", "lts", "p", "a", "b", "m", "t", "d", "v", "r", "u":
		default:
			return false
		}
	}
	return true
}

func digit(c byte) bool { return '0' <= c && c <= '9' }

// common returns the name under which the tables know a program: its own, if a table has it.
func (t *tables) common(name string) string {
	if !t.known[name] {
		if f := t.family(name); f != "" {
			return f
		}
	}
	return name
}

// rows returns the rows of a command in the table of flags. A name with a complete version is
// that program. A name that only resembles a known one gets those rows if they are stricter
// than the treatment of unknown commands, and then without anything that they would
// additionally allow.
func (t *tables) rows(name string) []harmless {
	if rows := t.flags[name]; len(rows) > 0 {
		return rows
	}
	for n := t.family(name); n != ""; n = t.family(n) {
		rows := t.flags[n]
		if len(rows) == 0 {
			continue
		}
		_, runs := t.programs[n]
		switch {
		case !runs && len(rows) == 1 && !rows[0].takesNone() && rows[0].operands != "asked":
			return nil
		case strings.HasPrefix(name, n) && strings.Contains(name[len(n):], ".") && t.stem(name) == n:
			return rows
		}
		return resembling(rows)
	}
	return nil
}

// resembling returns rows without what they allow.
func resembling(rows []harmless) []harmless {
	out := slices.Clone(rows)
	for i := range out {
		out[i].flags, out[i].like = nil, true
	}
	return out
}

// wraps reports whether a command is a wrapper, under any of its names.
func (t *tables) wraps(name string) bool {
	for n := name; n != ""; n = t.family(n) {
		if _, is := t.wrappers[n]; is {
			return true
		}
	}
	return false
}

// inside returns the rows of the commands that stand within the words of a command, under any
// of its names.
func (t *tables) inside(name string) (all []nested) {
	for n := name; n != ""; n = t.family(n) {
		if len(all) == 0 {
			all = t.nested[n]
		} else {
			all = append(all[:len(all):len(all)], t.nested[n]...)
		}
	}
	return all
}

// know notes the names that occur in a table.
func (t *tables) know(names ...string) {
	for _, n := range names {
		if n = strings.TrimSuffix(n, "*"); !strings.Contains(n, "*") && n != "" { // python* makes python known
			t.known[n] = true
		}
	}
}
