package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

func (t *tables) addFlags(row []string) error {
	operands, exact := strings.CutPrefix(row[3], "=")
	h := harmless{sub: strings.Fields(row[1]), style: row[2], operands: operands, exact: exact, flags: map[string]flag{}, harmful: strings.Fields(row[5])}
	if !slices.Contains([]string{"gnu", "go", "plain"}, h.style) {
		return fmt.Errorf("%q is no style: gnu, go or plain", h.style)
	}
	if _, err := strconv.Atoi(strings.TrimSuffix(h.operands, "!")); err != nil && !slices.Contains([]string{"paths", "any", "none", "files", "alone", "writes", "moves", "filter", "lines", "search", "words", "spelled", "refs", "input", "asked"}, h.operands) {
		return fmt.Errorf("%q is no word for operands: paths, any, none, files, alone, writes, moves, filter, lines, search, words, spelled, refs, input, asked or a number", h.operands)
	}
	for _, text := range strings.Fields(row[4]) {
		name, values, limited := strings.Cut(text, "=")
		f := flag{value: limited}
		if strings.HasSuffix(name, "?") {
			name, f = name[:len(name)-1], flag{maybe: true}
		}
		if but, is := strings.CutPrefix(values, "!"); is {
			f.but = but
		} else if values == "*" {
			f.pattern = true
		} else if values != "" {
			f.values = strings.Split(values, "|")
		}
		if !strings.HasPrefix(name, "-") && !strings.HasPrefix(name, "+") {
			return fmt.Errorf("%q is no flag", name)
		}
		if slices.Contains(h.harmful, name) {
			return fmt.Errorf("%q cannot be both harmless and harmful", name)
		}
		h.flags[name] = f
	}
	for _, name := range strings.Fields(row[0]) {
		h.command = name
		t.flags[name] = append(t.flags[name], h)
	}
	return nil
}

// spelled reports whether nothing is known of the words of this command.
func (h *harmless) spelled() bool {
	return slices.Contains([]string{"spelled", "refs", "input"}, h.operands)
}

// takesNone reports whether a wildcard takes nothing of this command.
func (h *harmless) takesNone() bool { return h.exact || h.spelled() }

// list reports whether a command may take a word that begins with "@" for a file with further words.
// It looks for such a word before it reads its flags, so the value of a flag is one as well; but
// what is looked for, and the sign alone as a value, are none.
func (u use) list(i int, text string) bool {
	switch {
	case !strings.HasPrefix(text, "@"):
		return false
	case u.row == nil || u.row.like:
		return true
	case u.roles[i] == isPattern || u.roles[i] == isValue && text == "@":
		return false
	}
	return u.row.mayList()
}

// mayList reports whether a command may take words for such files at all. A program of jq and a
// revision of git are none.
func (h *harmless) mayList() bool {
	return !h.noPaths() && h.operands != "filter" && h.command != "git"
}

// use is what is known of a command's words: the row of its table, how many words name the
// command, and what each of the others is.
type use struct {
	row   *harmless
	head  int
	asked string // why no rule covers it, "" if one may
	roles []role
}

// role is what a word is to its command.
type role uint8

const (
	isName     role = iota
	isHarmless      // a flag in the list
	isValue         // the value of such a flag
	isPattern       // what is looked for: never the path of a file
	isFlag          // any other flag
	isAfter         // what follows such a flag and may be its value
	isOperand
)

// useOf looks up what is known of a command.
func useOf(words []word) use {
	rows := tablesOf().rows(baseName(words[0].text))
	u := use{head: 1}
	var bare *harmless
	subs := false
	for i := range rows {
		switch {
		case len(rows[i].sub) == 0:
			bare = &rows[i]
		case rows[i].sub[0] == "*":
			subs = true
		default:
			subs = true
			if n := len(rows[i].sub); len(words) > 1 && words[1].text == rows[i].sub[0] && startsWith(words[1:], rows[i].sub) && n >= u.head {
				u.row, u.head = &rows[i], n+1
			}
		}
	}
	if u.row == nil && subs && len(words) > 1 {
		u.row, u.head, u.asked = unknownSub(rows, bare, words)
	} else if u.row == nil {
		u.row = bare
	}
	if u.row != nil && u.row.operands == "asked" && u.asked == "" {
		u.asked = askedTable(u.title(words))
	}
	u.assign(words)
	u.search(words)
	return u
}

// unknownSub handles a command whose subcommand is in no row: if the table has a row for
// that case, it is asked about; otherwise the word is a flag of the command itself.
func unknownSub(rows []harmless, bare *harmless, words []word) (*harmless, int, string) {
	if w := words[1]; w.flag() && bare != nil {
		if _, ok := bare.flags[w.text]; ok && len(words) == 2 {
			return bare, 1, ""
		}
		if _, ok := bare.flags[w.text]; ok {
			rest := useOf(append([]word{words[0]}, words[2:]...))
			return rest.row, rest.head + 1, rest.asked
		}
		return bare, 1, askedFlagBefore(baseName(words[0].text), w.text)
	}
	for i := range rows {
		if len(rows[i].sub) == 1 && rows[i].sub[0] == "*" {
			if rows[i].operands == "asked" {
				return &rows[i], 2, askedSub(baseName(words[0].text), words[1].text)
			}
			return &rows[i], 2, ""
		}
	}
	return bare, 1, ""
}

// title is what a command is called in messages: its name and the words that say what it does,
// without the * of a row that stands for all others.
func (u use) title(words []word) string {
	all := []string{said(baseName(words[0].text))}
	for i, sub := range u.row.sub {
		if sub == "*" && i+1 < len(words) {
			sub = said(words[i+1].shown())
		}
		all = append(all, sub)
	}
	return excerpt(strings.Join(all, " "))
}

func startsWith(words []word, sub []string) bool {
	if len(words) < len(sub) {
		return false
	}
	for i, s := range sub {
		if words[i].text != s || !words[i].plain() {
			return false
		}
	}
	return true
}

// assign gives every word its role.
func (u *use) assign(words []word) {
	u.roles = make([]role, len(words))
	next := isOperand
	ended, operands := false, false
	for i := u.head; i < len(words); i++ {
		w := words[i]
		if next == isValue {
			u.roles[i], next = isValue, isOperand
			switch of := u.row.named(words[i-1].text); {
			case !of.takes(w.text):
				u.roles[i] = isAfter
			case of.pattern:
				u.roles[i] = isPattern
			}
			continue
		}
		after := next == isAfter
		next = isOperand
		switch {
		case ended, operands && u.row.inOrder():
			u.roles[i] = isOperand
		case w.text == "--" && w.plain():
			u.roles[i], ended = isHarmless, true
		case w.flag() || strings.HasPrefix(w.text, "+") && len(w.text) > 1 && u.row != nil && u.row.plus():
			known, wants := u.row.flag(w.text)
			u.roles[i] = isFlag
			if known {
				u.roles[i] = isHarmless
			}
			switch {
			case known && wants:
				next = isValue
			case !known && !strings.Contains(w.text, "="):
				next = isAfter
			}
		case after:
			u.roles[i] = isAfter
		default:
			u.roles[i], operands = isOperand, true
		}
	}
}

// most is how many operands a command has at most, in digits, if that is what is known.
func (h *harmless) most() string { return strings.TrimSuffix(h.operands, "!") }

// inOrder reports whether a command takes what follows an operand for an operand too,
// though it look like a flag: the second is then a file that is written.
func (h *harmless) inOrder() bool { return h != nil && strings.HasSuffix(h.operands, "!") }

// pattern reports whether a word is a pattern, or a flag that has one behind "=".
func (u *use) pattern(i int, text string) bool {
	name, _, attached := strings.Cut(text, "=")
	return u.roles[i] == isPattern || u.roles[i] == isHarmless && attached && u.row.flags[name].pattern
}

// search finds the word that says what is looked for: the first operand, unless a flag
// anywhere says it, or may.
func (u *use) search(words []word) {
	if u.row == nil || u.row.like || u.row.operands != "search" {
		return
	}
	first := -1
	for i, r := range u.roles {
		text := words[i].text
		switch {
		case r == isFlag, r == isAfter:
			return
		case r == isHarmless && (text == "--files" || text == "--type-list" || strings.HasPrefix(text, "--regexp")):
			return
		case r == isHarmless && !strings.HasPrefix(text, "--") && strings.Contains(text, "e"):
			return
		case r == isOperand && first < 0:
			first = i
		}
	}
	if first >= 0 {
		u.roles[first] = isPattern
	}
}

// plus reports whether a command has words beginning with a plus that are not operands.
func (h *harmless) plus() bool {
	for name := range h.flags {
		if name[0] == '+' {
			return true
		}
	}
	return false
}

// flag says whether a flag is in the list, and whether its value is the next word.
func (h *harmless) flag(text string) (known, wants bool) {
	if h == nil {
		return false, false
	}
	name, value, attached := strings.Cut(text, "=")
	if h.style == "go" && strings.HasPrefix(name, "--") {
		name = name[1:]
	}
	f, ok := h.flags[name]
	switch {
	case ok && attached:
		return (f.value || f.maybe) && f.takes(value), false
	case ok:
		return !f.value || len(f.values) == 0, f.value
	case text[0] == '+':
		_, any := h.flags["+"]
		return any, false
	}
	if _, any := h.flags["-*"]; any {
		return true, false
	}
	if digits(text[1:]) {
		_, number := h.flags["-NUM"]
		return number, false
	}
	if h.style == "gnu" && !strings.HasPrefix(text, "--") {
		return h.cluster(text[1:])
	}
	return false, false
}

// named is the flag of a name, as it stands without a value; grouped letters end with the
// one that has the value.
func (h *harmless) named(text string) flag {
	if h.style == "go" && strings.HasPrefix(text, "--") {
		text = text[1:]
	}
	if f, ok := h.flags[text]; ok || h.style != "gnu" {
		return f
	}
	return h.flags["-"+text[len(text)-1:]]
}

// cluster handles grouped letters, the last of which may have a value.
func (h *harmless) cluster(letters string) (known, wants bool) {
	for i := range len(letters) {
		f, ok := h.flags["-"+letters[i:i+1]]
		if !ok {
			return false, false
		}
		rest := letters[i+1:]
		if f.value {
			return rest == "" && len(f.values) == 0 || rest != "" && f.takes(rest), rest == ""
		}
	}
	return true, false
}

func (f flag) takes(value string) bool {
	if f.but != "" && strings.Contains(value, f.but) {
		return false
	}
	return len(f.values) == 0 || slices.Contains(f.values, value)
}

func digits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}
