package rules

import (
	"slices"
	"strings"
)

// Whatever requires a person does so inside the words of another command, too: behind a
// wrapper, in the text that a shell is given, in the value of a flag.

// speaks says why only a person may decide about a command, or about one in its words.
func (j *judge) speaks(words []word) string {
	for _, inner := range started(words, 0) {
		if why := j.person(inner); why != "" {
			return why
		}
	}
	return ""
}

// speaksInside says why only a person may decide about what stands in a line as text: what
// only one grammar sees, and what a shell reads.
func (j *judge) speaksInside(l line) (why, shown string) {
	inside := slices.Clip(l.also)
	if slices.ContainsFunc(l.commands, command.shellReads) {
		inside = append(inside, l.told(0)...)
	}
	return j.speaksAny(inside)
}

// shellReads reports whether a command may be a shell that reads what it runs.
func (c command) shellReads() bool {
	shell, _ := find(tablesOf().programs, []word{literal("sh")})
	return c.fed && slices.ContainsFunc(started(c.words, 0), func(words []word) bool {
		p, _ := find(tablesOf().programs, words)
		return p.why == shell.why
	})
}

// speaksAny is the first such reason among the commands, and the command it holds for.
func (j *judge) speaksAny(commands []command) (why, shown string) {
	for _, c := range commands {
		if why := j.speaks(c.words); why != "" {
			return why, c.shown
		}
	}
	return "", ""
}

const (
	mostInner   = 4   // how deeply commands nest in the words of commands
	mostStarted = 256 // of all of them
	mostPlain   = 2   // words that are not flags; the first may be a file or a number, the second the command
)

// started returns the commands that a command starts: itself, and those in its words as
// far as their places are known. It is narrower than what denies search, so that a word
// such as "docker" is not taken for a command everywhere.
func started(words []word, depth int) [][]word {
	left := mostStarted
	return startedIn(words, depth, &left)
}

// startedIn is started, for as long as the budget left allows.
func startedIn(words []word, depth int, left *int) [][]word {
	if *left--; *left < 0 {
		return nil
	}
	if len(words) == 0 {
		return nil
	}
	out := [][]word{words}
	if depth >= mostInner {
		return out
	}
	more := func(words []word) { out = append(out, startedIn(words, depth+1, left)...) }
	text := func(text string) {
		for _, c := range lines(text, depth+1) {
			more(c.words)
		}
	}
	name := baseName(words[0].text)
	for _, n := range tablesOf().inside(name) {
		values, rest := n.values(words)
		for _, v := range values {
			for _, t := range textsIn(v) {
				text(t)
			}
		}
		if len(rest) > 0 {
			more(rest)
		}
	}
	p, _ := find(tablesOf().programs, words)
	if !p.gives && !tablesOf().wraps(name) && !passes(name) {
		return out
	}
	plain, behind := 0, false // what precedes it: a flag, or one of the words that a command may follow
	for i := 1; i < min(len(words), mostWrapped); i++ {
		w := &words[i]
		if strings.ContainsAny(w.text, " \t\n;|&`") && len(w.text) < longest {
			text(w.text)
		}
		switch {
		case len(p.only) > 0:
			if behind {
				more(words[i:])
			}
			behind = (&program{only: p.only}).holds(words[i : i+1])
			continue
		case strings.HasPrefix(w.text, "-") || strings.Contains(w.text, "="):
			behind = true
			continue
		case plain < mostPlain || behind:
			more(words[i:])
		}
		if !behind {
			plain++
		}
		behind = false
	}
	return out
}

// passes reports whether a command of the shell's own runs the words behind it, or is a word before
// commands, which stands there where a line is only cut up.
func passes(name string) bool {
	switch name {
	case "eval", "exec", "command", "builtin", "trap", "coproc", "time",
		"if", "then", "elif", "else", "while", "until", "do", "!":
		return true
	}
	return false
}

// person says why only a person may decide about a command.
func (j *judge) person(words []word) string {
	if len(words) == 0 || !words[0].plain() {
		return ""
	}
	name := words[0].text
	p, ok := find(tablesOf().person, words)
	if _, own := tablesOf().builtins[name]; !ok && !own && !j.facts.assume {
		program, known := j.facts.Programs[name]
		if !known {
			j.wants.program(name)
		}
		if program.Parley {
			p = tablesOf().person["parley"][0]
			ok = p.holds(words[1:])
		}
	}
	if !ok {
		return ""
	}
	return personText(name, p.why)
}
