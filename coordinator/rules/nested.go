package rules

import (
	"slices"
	"strings"
)

// Commands can also stand in a line as text: in a here-document that a shell reads, in
// what is printed into one, in the value of a flag. Asks and denies are looked for there.

// nested is a row of the table of commands within the words of others.
type nested struct {
	sub   []string // words that must be present
	flags []string // flags whose value is a line of shell
	rest  bool     // all that follows sub is a command
}

func (t *tables) addNested(row []string) {
	n := nested{sub: strings.Fields(row[1])}
	for _, f := range strings.Fields(row[2]) {
		if f == "*" {
			n.rest = true
		} else {
			n.flags = append(n.flags, f)
		}
	}
	for _, name := range strings.Fields(row[0]) {
		t.nested[name] = append(t.nested[name], n)
	}
}

// within returns the commands that a row finds in the words of a command.
func (n nested) within(words []word, depth int) [][]word {
	var out [][]word
	values, rest := n.values(words)
	for i := range rest[:min(len(rest), mostWrapped)] {
		out = append(append(out, rest[i:]), inText(rest[i].text, depth)...)
	}
	for _, v := range values {
		out = append(out, inText(v, depth)...)
	}
	return out
}

// values returns the values of a row's flags, and the words that are a command.
func (n nested) values(words []word) (values []string, rest []word) {
	at := 1
	for _, s := range n.sub {
		i := slices.IndexFunc(words[at:], func(w word) bool { return w.text == s })
		if i < 0 {
			return nil, nil
		}
		at += i + 1
	}
	if n.rest {
		rest = words[at:]
	}
	if len(n.flags) == 0 {
		return nil, rest
	}
	before := beforeSub(words) // done once: a line may have thousands of flags
	for i, w := range words[1:] {
		if !strings.HasPrefix(w.text, "-") {
			continue
		}
		for _, f := range n.flags {
			if len(f) == 2 && len(n.sub) == 0 && i >= before {
				continue // it means something else after a subcommand
			}
			value, is := value(f, w.text)
			if is && value == "" && i+2 < len(words) {
				value = words[i+2].text
			}
			if is {
				values = append(values, value)
			}
		}
	}
	return values, rest
}

// beforeSub counts the words between a command and its subcommand, or all if it has none.
func beforeSub(words []word) int {
	rows := tablesOf().rows(baseName(words[0].text))
	i := slices.IndexFunc(words[1:], func(w word) bool {
		return slices.ContainsFunc(rows, func(h harmless) bool { return len(h.sub) > 0 && h.sub[0] == w.text })
	})
	if i < 0 {
		return len(words) - 1
	}
	return i
}

// value is what follows a flag in the same word; the flag may be shortened, and a single
// letter may be the last of several.
func value(flag, text string) (value string, is bool) {
	name, value, attached := strings.Cut(text, "=")
	switch {
	case name == flag || len(name) > 3 && strings.HasPrefix(name, "--") && strings.HasPrefix(flag, name):
		return value, true
	case len(flag) != 2 || strings.HasPrefix(text, "--") || !strings.HasPrefix(text, "-"):
		return "", false
	}
	i := strings.IndexByte(text, flag[1])
	if i < 1 || attached && i > len(name) {
		return "", false
	}
	return text[i+1:], true
}

// inText returns the commands of a text that may be a line of shell: the whole, and what
// follows such beginnings of values as "alias.x=!ls" and "exec=ls" have.
func inText(text string, depth int) [][]word {
	if len(text) >= longest {
		return nil
	}
	var out [][]word
	for _, t := range textsIn(text) {
		for _, c := range lines(t, depth) {
			out = append(out, runs(c.words, depth+1)...)
		}
	}
	return out
}

// textsIn are the lines of shell that a value may be.
func textsIn(text string) []string {
	var out []string
	for range mostValues {
		out = append(out, strings.TrimPrefix(text, "!"))
		_, rest, more := strings.Cut(text, "=")
		if !more {
			break
		}
		text = rest
	}
	return out
}

const (
	mostValues = 3 // of the values chained with "="
	mostNested = 2 // lines of shell in lines of shell
)

// told returns the commands that stand as text in a line in which something may run what
// it reads: in here-documents, and in what is printed.
func (l line) told(depth int) []command {
	if depth > mostNested || !slices.ContainsFunc(l.commands, command.runsInput) {
		return nil
	}
	var out []command
	for _, text := range l.texts {
		out = append(out, lines(text, depth+1)...)
	}
	for _, c := range l.commands {
		words := unwrap(c.words).words
		if len(words) < 2 || words[0].text != "echo" && words[0].text != "printf" {
			continue
		}
		var all []string
		for _, w := range words[1:] {
			text := strings.NewReplacer(`\n`, "\n", `\t`, "\t").Replace(w.text)
			all = append(all, text)
			out = append(out, lines(text, depth+1)...)
		}
		if len(all) > 1 {
			out = append(out, lines(strings.Join(all, " "), depth+1)...)
		}
	}
	return out
}

// runsInput reports whether a command may run what it reads.
func (c command) runsInput() bool {
	if !c.fed {
		return false
	}
	return slices.ContainsFunc(runs(c.words, mostNested), func(words []word) bool {
		if len(words) == 0 {
			return false
		}
		_, is := find(tablesOf().programs, words)
		return is
	})
}

// lines reads a text as a line of shell.
func lines(text string, depth int) []command {
	l := readLine(text)
	return append(append(l.commands, l.also...), l.told(depth)...)
}
