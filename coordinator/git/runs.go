package git

import (
	"path/filepath"
	"slices"
	"strings"
)

// maxNamed is how many words of settings are taken for files.
const maxNamed = 2000

// idle are settings whose values are files or folders that git neither runs nor goes by when it
// decides what to run, or that are looked at elsewhere. Of a section with a dot at its end, none does.
var idle = [...]string{
	"core.attributesfile", "core.hookspath", "core.excludesfile", "core.worktree", "init.templatedir", "commit.template", "mailmap.file",
	"blame.ignorerevsfile", "format.signaturefile", "fsck.skiplist", "safe.directory", "maintenance.repo", "submodule.url", "remote.url", "remote.pushurl",
	"remote.fetch", "remote.push", "user.", "url.", "branch.", "color.", "advice.",
}

// named are the files that settings may name as what is run, in which words of a command, or as
// what is gone by, such as a list of signers. What is relative begins where the work tree does.
func (r *reading) named(top string) (files []string) {
	for _, s := range r.set {
		section, _, _ := strings.Cut(s.key, ".")
		if slices.Contains(idle[:], s.key) || slices.Contains(idle[:], section+".") {
			continue
		}
		words := wordsOf(s.value)
		if strings.HasSuffix(s.key, "file") && !filepath.IsAbs(s.value) && !strings.HasPrefix(s.value, "~") {
			words = []string{"./" + s.value}
		}
		line := section != "alias" || strings.HasPrefix(s.value, "!")
		for i, w := range words {
			if len(files) >= maxNamed || i > maxNamed {
				r.lost(s.key)
				return files
			}
			if len(w) > maxWord || !strings.Contains(w, "/") && (i == 0 && !strings.HasPrefix(s.value, "!") || !line) {
				continue // PATH finds it, or it is a word of git's own
			}
			if rest, is := strings.CutPrefix(w, "$HOME/"); is {
				w = "~/" + rest
			}
			paths, _ := expanded(w, r.home) // what is not known may still be a word of another kind
			for _, at := range paths {
				files = append(files, beside(top, at))
			}
		}
	}
	return files
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
	const between = " \t\n`;|&()<>!{}"
	words := split(line, between+"\"'")
	if joined := strings.NewReplacer(`"`, "", "'", "", `\`, "").Replace(line); joined != line {
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
	if len(words) > 1 && strings.Contains(line, "/") {
		words = append(words, line)
	}
	return words
}
