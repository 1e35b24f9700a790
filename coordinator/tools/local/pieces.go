package local

import (
	"path/filepath"
	"slices"
	"strings"
	"unicode"
)

// pieces adds whatever in texts could be the name of a file, however they are read: not every program reads a word as
// a shell does. What a shell writes output to is none.
func (l local) pieces(all []string, texts ...string) []string {
	node := slices.ContainsFunc(texts, func(text string) bool {
		return slices.ContainsFunc(scripted[:], func(program string) bool { return strings.Contains(text, program) })
	})
	out := l.written()
	for _, text := range texts {
		for piece := range strings.FieldsFuncSeq(text, ends) {
			if slices.Contains(out, piece) {
				continue
			}
			for _, name := range names(piece) {
				all = l.add(all, name)
				if node {
					all = l.add(l.add(all, name+".js"), name+".ts")
				}
				if !strings.Contains(name, "/") {
					continue
				}
				for _, ending := range endings { // as whoever loads a module leaves out
					all = l.add(all, name+ending)
				}
			}
		}
	}
	return all
}

// endings are those of files that are loaded as modules.
var endings = [...]string{".js", ".ts", ".mjs", ".cjs", ".json", ".node", ".jsx", ".tsx", ".py", ".rb", ".pl", ".lua"}

// names are what a piece may name: it, and what stands behind a sign or the letter of a flag.
func names(piece string) []string {
	all := []string{piece}
	if rest, is := strings.CutPrefix(piece, "~+/"); is {
		all = append(all, rest)
	}
	if bare := strings.TrimLeft(piece, "-+@%^~"); bare != piece {
		all = append(all, bare)
	}
	if len(piece) > 2 && piece[0] == '-' && piece[1] != '-' {
		all = append(all, piece[2:])
	}
	for i := range len(piece) - 1 { // ${NAME-./x}
		if (piece[i] == '-' || piece[i] == '+') && (piece[i+1] == '.' || piece[i+1] == '/') {
			all = append(all, piece[i+1:])
		}
	}
	return all
}

// ends reports whether a character ends the name of a file in most languages.
func ends(r rune) bool {
	return unicode.IsSpace(r) || strings.ContainsRune("\"'`$(){}[]<>|&;,:=!#*?\\", r)
}

// written are the files to which the command writes output, as far as a shell reads it. Where a shell may read it
// otherwise than it is read here, none are.
func (l local) written() []string {
	if l.config.Shell != "" {
		return writtenIn(l.config.Shell, maxHeld)
	}
	return writtenBy(l.config.Command, maxHeld)
}

func writtenIn(line string, depth int) []string {
	if comments(line) || depth == 0 {
		return nil
	}
	commands, out := parted(line)
	for _, words := range commands {
		out = append(out, writtenBy(words, depth-1)...)
	}
	return out
}

// comments reports whether a line of shell may hold a comment or a text of its own, in which quotes quote nothing.
func comments(line string) bool {
	if strings.Contains(line, "<<") {
		return true
	}
	for at := range len(line) {
		if line[at] == '#' && (at == 0 || strings.IndexByte(" \t\n;|&()`", line[at-1]) >= 0) {
			return true
		}
	}
	return false
}

// writtenBy are those of a shell that is given a line.
func writtenBy(words []string, depth int) []string {
	if len(words) < 3 || !slices.Contains(shells[:], filepath.Base(words[0])) || words[1] != "-c" {
		return nil
	}
	return writtenIn(words[2], depth)
}

// shells are those whose lines are read.
var shells = [...]string{"sh", "bash", "dash", "zsh", "ksh"}
