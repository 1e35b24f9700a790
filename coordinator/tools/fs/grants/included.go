package grants

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"parley/coordinator/tools/fs/paths"
	"parley/store/system"
)

// Some assistants take into a file of words what it names behind an @, and what that names in turn.

const (
	maxIncluded = 32        // files that are read for one path
	maxHops     = 5         // from one to the next
	maxWords    = 256 << 10 // bytes of one, or of all settings that lie together
	maxNames    = 2000      // that they include in all
	maxPath     = 4096      // bytes of such a name
	mostMarks   = 4         // within it, and at its end
)

// closing are the characters before which a name may end: a fragment, an escape, what Markdown puts
// around words or behind them.
const closing = "#\\<>[]*~`|"

// marks are what Kiro, Cursor, Copilot and Gemini write in the place of an @.
var marks = strings.NewReplacer("[[file:", " @", "(mdc:", " @", "#file:", " @", "@{", " @")

// Included reports whether only instructions that include it, or settings that name it, make it give
// permission: words of a project, such as its README.md.
func (f Found) Included() bool { return f.Why == byNaming || f.Why == byNamed }

// includer looks for a path in what files of words include.
type includer struct {
	dir, home string
	top       string // from which an assistant may name files as well
	own       bool   // what it begins with is the user's, and may include what lies outside the workspace
	way       paths.Trail
	seen      map[string]bool
	names     int // looked at so far
}

// told are the folders in that of an assistant's settings whose files it takes words from.
var told = [...]string{"rules", "steering", "commands", "prompts"}

// words looks for the path in a file of words or a folder of such files, or in those of a folder of an assistant's
// settings.
func (i *includer) words(f listed) bool {
	i.top = topOf(f.abs)
	switch f.why {
	case byWords:
		return i.in(f.abs, maxHops) || i.under(f.abs, maxHops)
	case byAgent, byOwn:
		return i.in(filepath.Join(f.abs, "CLAUDE.md"), maxHops) || slices.ContainsFunc(told[:], func(name string) bool {
			return i.under(filepath.Join(f.abs, name), maxHops)
		})
	}
	return false
}

// topOf is the folder from which settings of assistants name files.
func topOf(settings string) string {
	top := filepath.Dir(settings)
	if filepath.Base(top) == ".github" {
		return filepath.Dir(top)
	}
	return top
}

// under reports whether a file in a folder, or so many levels down, includes the path.
func (i *includer) under(folder string, levels int) bool {
	names, _ := namesIn(folder) // one that cannot be read has none
	for _, name := range names {
		if len(i.seen) == maxIncluded {
			return false
		}
		at := filepath.Join(folder, name)
		if i.in(at, maxHops) || levels > 1 && i.under(at, levels-1) {
			return true
		}
	}
	return false
}

// in reports whether a file includes the path, by at most so many hops.
func (i *includer) in(file string, hops int) bool {
	if hops == 0 || len(i.seen) == maxIncluded || i.seen[file] {
		return false
	}
	i.seen[file] = true
	text, err := system.ReadFile(file, maxWords)
	if err != nil {
		return false
	}
	from := []string{filepath.Dir(file)}
	if real := filepath.Dir(paths.Straight(file)); real != from[0] {
		from = append(from, real) // what a link leads to names its files from there
	}
	if i.top != from[0] {
		from = append(from, i.top) // Cursor, Kiro and others begin there
	}
	if i.own {
		from = append(from, i.dir) // a command of the user's is for the project in which it is given
	}
	words := string(text)
	if filepath.Ext(file) == ".toml" {
		words = unescaped(words)
	}
	for _, name := range included(marks.Replace(words), maxNames-i.names) {
		i.names++
		for _, at := range i.places(from, name) {
			info, err := os.Stat(at)
			if err == nil && info.IsDir() {
				continue
			}
			if i.way.Meets("", at) || err == nil && (i.own || lies(at, i.dir)) && i.in(at, hops-1) {
				return true
			}
		}
	}
	return false
}

// places are where a name leads that a file in one of these folders has.
func (i *includer) places(from []string, name string) (at []string) {
	if rest, home := strings.CutPrefix(name, "~/"); home {
		return []string{filepath.Join(i.home, rest)}
	}
	if filepath.IsAbs(name) {
		return []string{filepath.Clean(name)}
	}
	for _, dir := range from {
		at = append(at, filepath.Join(dir, filepath.FromSlash(name)))
	}
	return at
}

// included are the words behind an @ in a text, with and without what follows a mark and the marks at their end,
// until there are this many. A backslash keeps a blank.
func included(text string, most int) (names []string) {
	for before := ' '; text != "" && len(names) < most; {
		r, n := utf8.DecodeRuneInString(text)
		text = text[n:]
		if r == '@' && !unicode.IsLetter(before) && !unicode.IsDigit(before) {
			name := word(text)
			names = append(names, name)
			for end, left := 0, mostMarks; left > 0; left-- {
				next := strings.IndexAny(name[end:], closing)
				if next < 0 {
					break
				}
				names = append(names, name[:end+next])
				end += next + 1
			}
			for range mostMarks {
				last, n := utf8.DecodeLastRuneInString(name)
				if name == "" || unicode.IsLetter(last) || unicode.IsDigit(last) {
					break
				}
				name = name[:len(name)-n]
				names = append(names, name)
			}
		}
		before = r
	}
	return names
}

// word is the path that a text begins with.
func word(text string) string {
	var b strings.Builder
	was := ' '
	for _, r := range text {
		if blank := unicode.IsSpace(r) || r == '\ufeff'; blank && (r != ' ' || was != '\\') || b.Len() > maxPath {
			break
		}
		b.WriteRune(r)
		was = r
	}
	return strings.ReplaceAll(b.String(), `\ `, " ")
}
