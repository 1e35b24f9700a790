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
	keep    bool // a line that begins with "!"
	dirs    bool // only directories
}

// maxIgnore is how much of a .gitignore is read, in bytes.
const maxIgnore = 256 << 10

// readRules reads dir's .gitignore and appends its rules. One that does not exist, or is
// not a regular file of a reasonable size, has none: it could only hide something.
func readRules(root *os.Root, dir string, rules []rule) []rule {
	f, _, err := openRegular(root, path.Join(dir, ".gitignore"))
	if err != nil {
		return rules
	}
	defer f.Close() // only read: nothing can be lost
	data, err := limited(f, maxIgnore)
	if err != nil {
		return rules
	}
	return append(rules[:len(rules):len(rules)], parseRules(dir, string(data))...)
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
		if line == "" {
			continue
		}
		switch {
		case strings.HasPrefix(line, "/"):
			line = line[1:]
		case !strings.Contains(line, "/"):
			line = "**/" + line
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
		if ok && globs(r.pattern, rel) {
			return !r.keep
		}
	}
	return false
}

// within is p seen from base.
func within(base, p string) (string, bool) {
	if base == "." {
		return p, true
	}
	return strings.CutPrefix(p, base+"/")
}
