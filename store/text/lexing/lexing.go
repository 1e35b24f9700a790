// Package lexing finds the lexer of a language or a file, as its library does, without comparing a name
// with every pattern that the library knows: the name may come from a model, and be long.
package lexing

import (
	"path/filepath"
	"strings"
	"sync"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
)

// longest is the length in bytes beyond which a name is none of a language or a file.
const longest = 255

// Named is the lexer of a language that is called so, or that files with such a name or ending are
// written in; nil for none.
func Named(language string) chroma.Lexer {
	if len(language) > longest {
		return nil
	}
	x := known()
	for _, name := range []string{language, strings.ToLower(language)} {
		for _, by := range []map[string]chroma.Lexer{x.names, x.aliases} {
			if lexer := by[name]; lexer != nil {
				return lexer
			}
		}
	}
	return lexer(chief(x.of("filename."+language), x.of(language)))
}

// Of is the lexer of a file, by its name; nil for none.
func Of(path string) chroma.Lexer {
	return lexer(known().of(path))
}

// lexer is the one with a number, nil for -1.
func lexer(at int) chroma.Lexer {
	if at < 0 {
		return nil
	}
	return lexers.GlobalLexerRegistry.Lexers[at]
}

// index is what the library knows, by what it is looked up by. Lexers are numbered as the library
// has them.
type index struct {
	names, aliases map[string]chroma.Lexer
	first, second  patterns // the second counts where none of the first fits
}

// patterns are names of files.
type patterns struct {
	whole, ends map[string][]int // those without a wildcard, and those of which only an ending counts
	odd         []pattern
}

type pattern struct {
	glob  string
	lexer int
}

var known = sync.OnceValue(func() index {
	x := index{map[string]chroma.Lexer{}, map[string]chroma.Lexer{}, newPatterns(), newPatterns()}
	for i, lexer := range lexers.GlobalLexerRegistry.Lexers {
		c := lexer.Config()
		x.names[c.Name], x.names[strings.ToLower(c.Name)] = lexer, lexer
		for _, alias := range c.Aliases {
			x.aliases[alias], x.aliases[strings.ToLower(alias)] = lexer, lexer
		}
		x.first.add(c.Filenames, i)
		x.second.add(c.AliasFilenames, i)
	}
	return x
})

func newPatterns() patterns { return patterns{whole: map[string][]int{}, ends: map[string][]int{}} }

func (p *patterns) add(globs []string, lexer int) {
	for _, glob := range globs {
		end, cut := strings.CutPrefix(glob, "*")
		switch {
		case strings.ContainsAny(end, `*?[\`), cut && !strings.HasPrefix(end, "."):
			p.odd = append(p.odd, pattern{glob, lexer})
		case cut:
			p.ends[end] = append(p.ends[end], lexer)
		default:
			p.whole[glob] = append(p.whole[glob], lexer)
		}
	}
}

// beside are endings of copies, which are written in what their originals are.
var beside = [...]string{
	"", "~", ".bak", ".old", ".orig", ".dpkg-dist", ".dpkg-old", ".ucf-dist", ".ucf-new", ".ucf-old", ".rpmnew", ".rpmorig", ".rpmsave", ".in",
}

// of is the lexer of a file, -1 for none.
func (x index) of(path string) int {
	name := filepath.Base(path)
	if len(name) > longest {
		return -1
	}
	for _, p := range []patterns{x.first, x.second} {
		found := []int{}
		for _, copied := range beside {
			if of, is := strings.CutSuffix(name, copied); is {
				found = append(found, p.fit(of)...)
			}
		}
		if len(found) > 0 {
			return chief(found...)
		}
	}
	return -1
}

// fit are the lexers of a file of that name.
func (p patterns) fit(name string) []int {
	found := append([]int{}, p.whole[name]...)
	for i := range len(name) {
		if name[i] == '.' {
			found = append(found, p.ends[name[i:]]...)
		}
	}
	for _, o := range p.odd {
		if ok, err := filepath.Match(o.glob, name); ok && err == nil {
			found = append(found, o.lexer)
		}
	}
	return found
}

// chief is the lexer that precedes the others, the first of equals; -1 for none.
func chief(found ...int) int {
	at := -1
	for _, i := range found {
		if at < 0 || i >= 0 && (priority(i) > priority(at) || priority(i) == priority(at) && i < at) {
			at = i
		}
	}
	return at
}

func priority(lexer int) float32 {
	if p := lexers.GlobalLexerRegistry.Lexers[lexer].Config().Priority; p != 0 {
		return p
	}
	return 1
}
