package local

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// mostFolders is how many folders that a command names its other words are looked for in.
const mostFolders = 16

// file is a place where a word of the command may name a file.
type file struct{ word, at string }

// named are the places that the words of the command may name: seen from the folder in which it
// runs, from each folder that it names, as in cd x && ./y, and where PATH finds a program.
func (l local) named(dir string) []file {
	words := l.words()
	var all []file
	for _, from := range append([]string{dir}, folders(dir, words)...) {
		for _, w := range words {
			at := w
			if !filepath.IsAbs(w) {
				at = filepath.Join(from, w)
			}
			all = append(all, file{w, filepath.Clean(at)})
		}
	}
	for _, w := range words {
		if strings.Contains(w, "/") {
			continue
		}
		if at, err := exec.LookPath(w); err == nil {
			all = append(all, file{w, at})
		}
	}
	return all
}

// folders are those among words.
func folders(dir string, words []string) (all []string) {
	for _, w := range words {
		at := w
		if !filepath.IsAbs(w) {
			at = filepath.Join(dir, w)
		}
		if info, err := os.Stat(at); err == nil && info.IsDir() && at != dir && len(all) < mostFolders && !slices.Contains(all, at) {
			all = append(all, at)
		}
	}
	return all
}

// words are the words of the command, and what they hold, that may name files.
func (l local) words() (all []string) {
	commands := [][]string{l.config.Command}
	if len(l.config.Command) == 0 {
		commands = split(l.config.Shell)
	}
	read := onlyRead(commands)
	for _, words := range commands {
		if read && len(words) > 0 {
			words = words[:1]
		}
		for _, w := range words {
			all = l.held(all, w, maxHeld)
		}
	}
	return all
}

// onlyRead reports whether commands do nothing but read what they are given, so that a file does
// the same whatever is in it. It may be a log, which changes at any time.
func onlyRead(commands [][]string) bool {
	for _, words := range commands {
		if len(words) > 0 && !slices.Contains(readers[:], words[0]) {
			return false
		}
		if slices.ContainsFunc(words, func(w string) bool { return strings.ContainsAny(w, "$`") }) {
			return false
		}
	}
	return true
}

// readers are commands that only read, whatever their flags are.
var readers = [...]string{
	"cat", "tac", "nl", "head", "tail", "wc", "ls", "du", "stat", "hexdump", "od", "strings", "sha1sum", "sha256sum", "sha512sum", "md5sum", "cksum",
	"diff", "cmp", "comm", "cut", "tr", "uniq", "grep", "egrep", "fgrep", "echo", "printf",
}

// Bounds of what is looked at.
const (
	maxHeld   = 4    // lines of shell within one another
	mostWords = 1000 // words that may be files
	longest   = 4096 // bytes of such a word
)

// held adds a word, and what it holds: what follows =, :, a comma, an @ or the letter of a flag, and
// the words of a line of shell.
func (l local) held(all []string, word string, depth int) []string {
	add := func(w string) {
		if w = l.home(w); w != "" && w != "." && len(w) < longest && len(all) < mostWords && !slices.Contains(all, w) {
			all = append(all, w)
		}
	}
	add(word)
	if len(word) > 2 && word[0] == '-' && word[1] != '-' {
		add(word[2:])
	}
	for i, r := range word {
		if len(all) < mostWords && strings.ContainsRune("=:,@", r) {
			add(word[i+1:])
			end := strings.IndexAny(word[i+1:], "=:,@")
			if end > 0 {
				add(word[i+1 : i+1+end])
			}
		}
	}
	if depth == 0 || !strings.ContainsAny(word, " \t\n;|&()<>`'\"") {
		return all
	}
	for _, words := range split(word) {
		for _, w := range words {
			if w != word {
				all = l.held(all, w, depth-1)
			}
		}
	}
	return all
}

// home is a word with what the shell puts in the place of the user's home folder.
func (l local) home(word string) string {
	for _, begin := range [...]string{"~/", "$HOME/", "${HOME}/"} {
		if rest, is := strings.CutPrefix(word, begin); is {
			return filepath.Join(l.variable("HOME"), rest)
		}
	}
	for _, begin := range [...]string{"$PWD/", "${PWD}/"} {
		if rest, is := strings.CutPrefix(word, begin); is {
			return rest
		}
	}
	return word
}

// variable is one of those of the command.
func (l local) variable(name string) string {
	if l.config.Env == nil {
		return os.Getenv(name)
	}
	for _, set := range l.config.Env {
		if value, is := strings.CutPrefix(set, name+"="); is {
			return value
		}
	}
	return ""
}

// split are the commands that a line of shell seems to consist of, each in words, without the
// files to which output goes.
func split(line string) (commands [][]string) {
	var words []string
	var word strings.Builder
	quote, into, held := rune(0), false, false
	end := func() {
		if held && !into {
			words = append(words, word.String())
		}
		into, held = into && !held, false
		word.Reset()
	}
	escaped := false
	for _, r := range line {
		switch {
		case escaped:
			escaped = false
			if r != '\n' {
				word.WriteRune(r)
				held = true
			}
		case r == '\\' && quote != '\'':
			escaped = true
		case quote != 0:
			if r == quote {
				quote = 0
			} else {
				word.WriteRune(r)
			}
		case r == '\'' || r == '"':
			quote, held = r, true
		case r == ' ' || r == '\t' || r == '<':
			end()
		case r == '>':
			end()
			into = true
		case strings.ContainsRune(";|&()`\n", r):
			if r == '&' && into && !held { // >&2
				break
			}
			end()
			commands, words, into = append(commands, words), nil, false
		default:
			word.WriteRune(r)
			held = true
		}
	}
	end()
	return append(commands, words)
}
