package git

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// maxNamed is how many words of settings are taken for files.
const maxNamed = 2000

// idle are settings whose values are files or folders that git neither runs nor goes by when it
// decides what to run, or that are looked at elsewhere. Of a section with a dot at its end, none does.
var idle = [...]string{
	"core.hookspath", "core.worktree", "init.templatedir", "safe.directory", "maintenance.repo", "submodule.url", "remote.url", "remote.pushurl",
	"remote.fetch", "remote.push", "user.", "url.", "branch.", "color.", "advice.",
}

// read are settings whose values are files that git only reads. What it cannot make sense of there
// it may show.
var read = [...]string{
	"core.attributesfile", "core.excludesfile", "commit.template", "mailmap.file", "blame.ignorerevsfile", "format.signaturefile", "fsck.skiplist",
}

// named are the files that settings may name as what is run, in which words of a command, or as
// what is gone by, such as a list of signers, and the folders in which they may name any. What is
// relative begins where the work tree does, or in a folder that a command goes to.
func (r *reading) named(top string) (files, folders []string) {
	address := addressed(r.set)
	for _, s := range r.set {
		for _, text := range s.commands(address) {
			l := line{reading: r, setting: s, text: text, first: text != s.value || addresses(s.key)}
			if l.from, l.all = entered(s.begins(top), text); !l.read() || len(files)+len(l.files)+len(l.folders) > maxNamed {
				r.lost(s.key)
				return files, folders
			}
			files, folders = append(files, l.files...), append(folders, l.folders...)
		}
	}
	return files, folders
}

// line is a text of a setting whose words may be files.
type line struct {
	*reading
	setting
	text  string
	first bool     // its first word may be a file whatever it looks like
	from  []string // where what is relative may begin
	all   bool     // nowhere else

	files, folders []string
}

// read finds what the words may name. It reports false if there are too many.
func (l *line) read() bool {
	words := wordsOf(l.text)
	if strings.HasSuffix(l.key, "file") && !filepath.IsAbs(l.text) && !strings.HasPrefix(l.text, "~") {
		words = []string{"./" + l.text}
	}
	shell := strings.HasPrefix(l.text, "!")
	plain := strings.HasPrefix(l.key, "alias.") && !shell
	unsure := !l.all || unsure(strings.ReplaceAll(strings.ReplaceAll(l.text, "${HOME}/", ""), "$HOME/", ""))
	for i, w := range words {
		if i > maxNamed || len(l.files) > maxNamed {
			return false
		}
		if len(w) > maxWord || !strings.Contains(w, "/") && (i == 0 && !shell && !l.first || plain) {
			continue // PATH finds it, or it is a word of git's own
		}
		l.files = append(l.files, l.at(w, unsure)...)
	}
	if !unsure {
		return true
	}
	for _, w := range written(l.text) {
		if len(l.files) > maxNamed {
			return false
		}
		l.files = append(l.files, l.at(w, true)...)
	}
	l.folders = l.files
	return true
}

// at is where a word may lead. Where something may stand before it, its / need not be the root's.
func (l *line) at(w string, unsure bool) (out []string) {
	if rest, is := strings.CutPrefix(w, "$HOME/"); is {
		w = "~/" + rest
	}
	paths, _ := expanded(w, l.home) // what is not known may still be a word of another kind
	for _, at := range paths {
		if unsure && strings.HasPrefix(w, "/") {
			out, at = append(out, at), strings.TrimLeft(at, "/")
		}
		for _, from := range l.from {
			if full := beside(from, at); !slices.Contains(out, full) {
				out = append(out, full)
			}
		}
	}
	return out
}

// maxWord is how long a word may be that is a path.
const maxWord = 4096

// mostFlags is how many letters of flags may stand before a file in one word.
const mostFlags = 6

// wordsOf are the words of a line, also as a shell joins them where they are quoted in part, what
// follows = and the letters of flags in them, and the line itself, which may be one.
func wordsOf(line string) []string {
	line = strings.ReplaceAll(line, "${HOME}/", "$HOME/")
	split := func(line, at string) []string {
		return strings.FieldsFunc(line, func(c rune) bool { return strings.ContainsRune(at, c) })
	}
	words := split(line, between+quotes)
	if joined := bare.Replace(line); joined != line {
		words = append(words, split(joined, between)...)
	}
	for _, w := range words {
		if len(w) > maxWord {
			continue
		}
		for i := 2; strings.HasPrefix(w, "-") && i < min(len(w), 2+mostFlags) && len(words) <= maxNamed; i++ {
			words = append(words, w[i:])
		}
		for _, rest, is := strings.Cut(w, "="); is && len(words) <= maxNamed; _, rest, is = strings.Cut(rest, "=") {
			words = append(words, rest)
		}
	}
	for i, w := range words[:max(len(words)-1, 0)] {
		module, is := strings.CutPrefix(w, "-m")
		if strings.HasPrefix(w, "-") && !strings.HasPrefix(w, "--") && strings.HasSuffix(w, "m") {
			module, is = words[i+1], true // also behind -um
		}
		at := ""
		for part := range strings.SplitSeq(module, ".") {
			if is && len(words) <= maxNamed { // a module of Python, and what it runs on the way there
				at = path.Join(at, part)
				words = append(words, at+".py", at+"/__init__.py", at+"/__main__.py")
			}
		}
	}
	if len(words) > 1 && strings.Contains(line, "/") {
		words = append(words, line)
	}
	return words
}
