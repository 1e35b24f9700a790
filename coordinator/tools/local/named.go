package local

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// mostFolders is how many folders that a command names its other words are looked for in.
const mostFolders = 64

// file is a place where a word of the command may name a file.
type file struct{ word, at string }

// named are the places that the words of the command may name: seen from the folder in which it
// runs, from each folder that it names, as in cd x && ./y, and where PATH finds a program. root is
// the workspace.
func (l local) named(dir, root string) []file {
	words := l.words()
	bases := l.folders(dir, root, words)
	var all []file
	for _, from := range bases {
		for _, w := range words {
			if !l.looks.may() {
				return all
			}
			for _, at := range places(from, w) {
				all = append(all, file{w, at})
			}
		}
	}
	for _, w := range words {
		if !strings.Contains(w, "/") {
			all = append(all, l.found(w, bases)...)
		}
	}
	return all
}

// places are where a word leads from a folder: as a shell reads it, to which x/.. is where x stands,
// and as the system does where x is a link.
func places(from, word string) []string {
	at := word
	if !filepath.IsAbs(word) {
		at = from + "/" + word
	}
	all := []string{filepath.Clean(at)}
	if !slices.Contains(strings.Split(word, "/"), "..") {
		return all
	}
	read, err := os.Stat(all[0])
	gone, goneErr := os.Stat(at)
	if goneErr == nil && (err != nil || !os.SameFile(read, gone)) {
		if at, err = filepath.EvalSymlinks(at); err == nil {
			all = append(all, at)
		}
	}
	return all
}

// found is where PATH finds a program, and what it passes over on the way, since a shell that reads a file
// takes one that cannot be run. A folder that PATH names without its whole path is looked for in each of
// bases, and what follows it counts too.
func (l local) found(word string, bases []string) (all []file) {
	for _, folder := range filepath.SplitList(l.variable("PATH")) {
		from, whole := bases, filepath.IsAbs(folder)
		if whole {
			from = []string{""}
		}
		for _, base := range from {
			if !whole {
				base += "/"
			}
			if !l.looks.may() {
				return all
			}
			at := base + folder + "/" + word // what a .. goes up from is where the links before lead
			all = append(all, file{word, at})
			if _, err := exec.LookPath(at); err == nil && whole {
				return all
			}
		}
	}
	return all
}

// folders are dir and those among words, also one that is named as seen from another one, as in
// cd x && cd y, if it lies in root.
func (l local) folders(dir, root string, words []string) []string {
	all := []string{dir}
	for i := 0; i < len(all); i++ {
		for _, w := range words {
			if !l.looks.may() {
				return all
			}
			for _, at := range places(all[i], w) {
				if len(all) > mostFolders {
					l.looks.over = true
					return all
				}
				info, err := os.Stat(at)
				if err == nil && info.IsDir() && !slices.Contains(all, at) && (i == 0 || within(root, at)) {
					all = append(all, at)
				}
			}
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
	read := onlyRead(commands) && !strings.ContainsAny(l.config.Shell, "$`") && !comments(l.config.Shell)
	for _, words := range commands {
		if read && len(words) > 0 {
			words = words[:1]
		}
		for _, w := range append(modules(words), words...) {
			all = l.held(all, w, maxHeld)
		}
	}
	texts := slices.Clone(l.config.Command)
	for _, set := range l.lent {
		if name, value, _ := strings.Cut(set, "="); name != "PATH" {
			all, texts = l.held(all, value, maxHeld), append(texts, value)
		}
	}
	if !read {
		all = l.pieces(all, append(texts, l.config.Shell)...)
	}
	return all
}

// scripted are programs that run a file whose name is given to them without its ending.
var scripted = [...]string{"node", "nodejs", "bun", "tsx", "ts-node"}

// besideModule are flags that Python takes in one word with -m, as in -um.
const besideModule = "bBdEiIOPqRsSuvx"

// modules are the files that the words of a command name as Python does behind -m, and as Node does: not by
// their paths.
func modules(words []string) (all []string) {
	node := slices.ContainsFunc(words, func(w string) bool { return slices.Contains(scripted[:], filepath.Base(w)) })
	for i, w := range words {
		if node {
			all = append(all, w+".js", w+".ts")
		}
		flags, module, is := strings.Cut(w, "m")
		if !is || len(w) > longest || flags == "" || strings.Trim(flags[1:], besideModule) != "" || flags[0] != '-' {
			continue
		}
		if module == "" && i+1 < len(words) {
			module = words[i+1]
		}
		at := ""
		for part := range strings.SplitSeq(module, ".") {
			at = filepath.Join(at, part)
			all = append(all, at+"/__init__.py", at+".py") // which Python runs on the way to it
		}
		all = append(all, at+"/__main__.py")
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
	mostWords = 2000 // words that may be files
	longest   = 4096 // bytes of such a word
)

// add adds a word that may name a file, once.
func (l local) add(all []string, word string) []string {
	if word = l.home(word); word == "" || word == "." || len(word) >= longest || slices.Contains(all, word) {
		return all
	}
	if len(all) >= mostWords {
		l.looks.over = true
		return all
	}
	return append(all, word)
}

// held adds a word, and what it holds: what follows =, :, a comma, an @, a ! or the letter of a flag, and
// the words of a line of shell.
func (l local) held(all []string, word string, depth int) []string {
	add := func(w string) { all = l.add(all, w) }
	add(word)
	if len(word) > 2 && word[0] == '-' && word[1] != '-' {
		add(word[2:])
	}
	for i, r := range word {
		if len(all) < mostWords && strings.ContainsRune("=:,@!", r) {
			add(word[i+1:])
			end := strings.IndexAny(word[i+1:], "=:,@!")
			if end > 0 {
				add(word[i+1 : i+1+end])
			}
		}
	}
	if !strings.ContainsAny(word, " \t\n;|&()<>`'\"") {
		return all
	}
	if depth == 0 {
		l.looks.over = true
		return all
	}
	for _, words := range split(word) {
		for _, w := range append(modules(words), words...) {
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
	commands, _ = parted(line)
	return commands
}

// parted is split and written.
func parted(line string) (commands [][]string, out []string) {
	var words []string
	var word strings.Builder
	quote, into, held := rune(0), false, false
	end := func() {
		switch {
		case held && into:
			out = append(out, word.String())
		case held:
			words = append(words, word.String())
		}
		into, held = into && !held, false
		word.Reset()
	}
	escaped, before := false, rune(0)
	for _, r := range line {
		switch {
		case escaped:
			escaped = false
			if quote == '"' && !strings.ContainsRune("$`\"\\\n", r) {
				word.WriteRune('\\') // which it stays there
			}
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
			into = before != '<' // <> opens a file to be read, too
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
		before = r
	}
	end()
	return append(commands, words), out
}
