package fs

import (
	"os"
	"path"
	"strings"
)

// rule is one line of a .gitignore: what it matches, and from which directory down.
type rule struct {
	base    string // the directory of the .gitignore, "." for the root
	pattern string
	name    bool // the pattern is for names, in any directory
	keep    bool // a line that begins with "!"
	dirs    bool // only directories
}

// maxIgnore is how much of a .gitignore is read, in bytes.
const maxIgnore = 256 << 10

// Limits of ignore rules. What exceeds them hides nothing. Each entry of a directory is
// compared with every rule above it, so the two numbers multiply.
const (
	maxPattern = 1 << 10   // bytes of one pattern
	maxRules   = 512 << 10 // bytes of all patterns that hold in a directory
)

// readRules reads dir's .gitignore and appends its rules. One that does not exist, or is
// not a regular file of a reasonable size, has none: it could only hide something. So it is with
// a link, as for git: what a listing leaves out would tell of a file that is denied.
func readRules(root *os.Root, dir string, rules []rule) []rule {
	name := path.Join(dir, ".gitignore")
	seen, err := root.Lstat(name)
	if err != nil {
		return rules
	}
	f, now, err := openRegular(root, name)
	if err != nil {
		return rules
	}
	defer f.Close() // only read: nothing can be lost
	if !os.SameFile(seen, now) {
		return rules
	}
	data, err := limited(f, maxIgnore)
	if err != nil {
		return rules
	}
	return joinedRules(rules, parseRules(dir, string(data)))
}

// joinedRules adds rules to those from above, as far as the limit allows.
func joinedRules(above, more []rule) []rule {
	room := maxRules
	for _, r := range above {
		room -= len(r.pattern) + 1
	}
	out := above[:len(above):len(above)]
	for _, r := range more {
		if room -= len(r.pattern) + 1; room < 0 {
			break
		}
		out = append(out, r)
	}
	return out
}

// parseRules reads the lines of a .gitignore as git does, except for trailing spaces
// quoted with a backslash.
func parseRules(base, text string) []rule {
	var rules []rule
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \t\r\n")
		if line == "" || line[0] == '#' {
			continue
		}
		r := rule{base: base}
		line, r.keep = strings.CutPrefix(line, "!")
		line, r.dirs = strings.CutSuffix(line, "/")
		if line == "" || len(line) > maxPattern {
			continue
		}
		switch {
		case strings.HasPrefix(line, "/"):
			line = line[1:]
		case !strings.Contains(line, "/"):
			r.name = true
		}
		r.pattern = line
		rules = append(rules, r)
	}
	return rules
}

// ignored says what the last rule that matches says.
func ignored(rules []rule, p string, dir bool) bool {
	for i := len(rules) - 1; i >= 0; i-- {
		r := rules[i]
		if r.dirs && !dir {
			continue
		}
		rel, ok := within(r.base, p)
		if ok && r.matches(rel) {
			return !r.keep
		}
	}
	return false
}

func (r rule) matches(rel string) bool {
	if r.name {
		return r.pattern == "**" || matches(r.pattern, path.Base(rel))
	}
	return globs(r.pattern, rel)
}

// within is p seen from base.
func within(base, p string) (string, bool) {
	if base == "." {
		return p, true
	}
	return strings.CutPrefix(p, base+"/")
}
