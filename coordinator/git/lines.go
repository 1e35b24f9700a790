package git

import (
	"slices"
	"strings"
)

// This file says what the lines of settings name that git or a shell runs. No shell is imitated: a
// file counts that a line may mean, and where a line could mean others than it writes out, so does
// what is under the folders in it.

// between is what ends a word of a line.
const between = " \t\n`;|&()<>!{}"

// quotes are the marks that a shell takes away.
const quotes = "\"'"

// open are the characters with which a word may mean more than it writes out.
const open = "$`*?["

// entering are words behind which stands the folder in which a line goes on.
var entering = [...]string{"cd", "chdir", "pushd", "-C", "--chdir", "--directory"}

// gathering are programs that run or name what is in folders, or what they read.
var gathering = [...]string{"eval", "find", "run-parts", "xargs"}

// maxEntered is how many folders a line may go to, one in the other.
const maxEntered = 32

// commands are the texts of a setting that may be lines or words of them. Addressed says that
// words of an address may be run wherever they stand.
func (s setting) commands(addressed bool) (texts []string) {
	section, _, _ := strings.Cut(s.key, ".")
	if !slices.Contains(idle[:], s.key) && !slices.Contains(idle[:], section+".") && !slices.Contains(read[:], s.key) || addressed && addresses(s.key) {
		texts = append(texts, s.value)
	}
	name := s.name
	if section == "url" {
		name += "*" // an address goes on behind it
	}
	for _, text := range [...]string{s.value, name} {
		if _, line, is := strings.Cut(text, "::"); is { // what a program for such addresses is given
			texts = append(texts, handed(line)...)
		}
	}
	return texts
}

// begins are the folders in which the words of a setting may begin, the work tree first.
func (s setting) begins(top string) []string {
	if s.key == "submodule.update" && s.name != "" { // a submodule lies where its name says, in most cases
		return []string{top, beside(top, s.name)}
	}
	return []string{top}
}

// addresses reports whether a setting is the address of another repository, or the beginning of some.
func addresses(key string) bool {
	return key == "remote.url" || key == "remote.pushurl" || key == "submodule.url"
}

// addressed reports whether settings can make a line of an address that does not look like one.
func addressed(set []setting) bool {
	return slices.ContainsFunc(set, func(s setting) bool {
		return s.key == "remote.vcs" || (s.key == "url.insteadof" || s.key == "url.pushinsteadof") && !strings.Contains(s.name, "://")
	})
}

// handed are the words of an address as git's own program for lines takes them, in which % keeps
// a blank, each with the line of them all.
func handed(line string) (texts []string) {
	const kept = "\x00"
	for _, w := range strings.Split(strings.ReplaceAll(line, "% ", kept), " ") {
		if strings.Contains(w, kept) {
			texts = append(texts, strings.ReplaceAll(w, kept, " "))
		}
	}
	return append(texts, line)
}

// entered are the folders in which the words of a line may begin: the first, and those that the line
// goes to, in the order of its words, also as they are without quotes. All is false if there are
// others, too.
func entered(first []string, line string) (folders []string, all bool) {
	if folders, all = through(first, line); all && strings.ContainsAny(line, quotes+`\`) {
		folders, all = through(folders, bare.Replace(line))
	}
	return folders, all
}

func through(first []string, line string) (folders []string, all bool) {
	folders, all = first, true
	for w, rest := word(line, between+quotes); w != "" || rest != ""; w, rest = word(rest, between+quotes) {
		for _, name := range entering {
			to, is := strings.CutPrefix(w, name+"=")
			if name == "-C" && len(w) > 2 {
				to, is = strings.CutPrefix(w, name)
			}
			if w == name {
				for to, rest = word(rest, " \t"); strings.HasPrefix(to, "-"); {
					to, rest = word(rest, " \t")
				}
				is = true
			}
			if !is || to == "" {
				continue
			}
			all = all && !strings.ContainsAny(to, open)
			for _, at := range slices.Clone(folders) {
				if at = beside(at, to); len(folders) < maxEntered && !slices.Contains(folders, at) {
					folders = append(folders, at)
				}
			}
		}
	}
	return folders, all && len(folders) < maxEntered
}

// word cuts a word from the front of a line as a shell does, behind characters that are passed over.
// A quote that nothing ends is the end of one that the line stands in.
func word(line, over string) (w, rest string) {
	line = strings.TrimLeft(line, over)
	var b strings.Builder
	quote := byte(0)
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '\\' && quote != '\'' && i+1 < len(line):
			i++
			b.WriteByte(line[i])
		case c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			if !strings.Contains(line[i+1:], string(c)) {
				return b.String(), line[i+1:]
			}
			quote = c
		case quote == 0 && strings.IndexByte(between, c) >= 0:
			return b.String(), line[i:]
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), ""
}

// unsure reports whether a line may name more than it writes out.
func unsure(line string) bool {
	for i, c := range line {
		if strings.ContainsRune(open, c) || c == '{' && i > 0 && strings.IndexByte(between, line[i-1]) < 0 {
			return true
		}
	}
	return slices.ContainsFunc(strings.FieldsFunc(line, func(c rune) bool { return strings.ContainsRune(between+quotes, c) }), func(w string) bool {
		return slices.Contains(gathering[:], w)
	})
}

// written are the parts of words of an unsure line that are written out: up to the last / before
// something that is not, and what follows the next / behind that.
func written(line string) (parts []string) {
	for _, w := range strings.FieldsFunc(bare.Replace(line), func(c rune) bool { return strings.ContainsRune(" \t\n;|&<>=:", c) }) {
		i := strings.IndexAny(w, open+"{(")
		if i < 0 || len(w) > maxWord || len(parts) > maxNamed {
			continue
		}
		if to := strings.LastIndexByte(w[:i], '/'); to > 0 {
			parts = append(parts, w[:to+1])
		}
		if _, tail, is := strings.Cut(w[i:], "/"); is && tail != "" {
			parts = append(parts, tail)
		}
	}
	return parts
}

// bare takes away the marks with which a shell quotes.
var bare = strings.NewReplacer(`"`, "", "'", "", `\`, "")
