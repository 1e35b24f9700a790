package lexing

import (
	"strings"
	"testing"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
)

// TestAsTheLibrary: for every name and alias that the library knows, for its patterns, and for copies and
// variations of them, the same lexer is found. The library takes long, so it is asked about some of them,
// others with each version.
func TestAsTheLibrary(t *testing.T) {
	names := []string{"", "nothing", ".", "..", "a/b", "a.go/b", "x.go", "x.tar.gz", "X.GO", "gO", "Dockerfile.prod", ".env.local", "page.7", "a.php4.bak", "x.in", "~", "x.orig.orig", "é.py"}
	for i, l := range lexers.GlobalLexerRegistry.Lexers {
		c := l.Config()
		names = append(names, c.Name, strings.ToUpper(c.Name))
		names = append(names, c.Aliases...)
		if i%16 != len(lexers.GlobalLexerRegistry.Lexers)%16 {
			continue
		}
		for _, glob := range append(append([]string{}, c.Filenames...), c.AliasFilenames...) {
			name := strings.NewReplacer("*", "some", "[", "", "]", "").Replace(glob)
			names = append(names, name, strings.TrimPrefix(glob, "*."), "d/"+name, name+"~", name+".in")
		}
	}
	nameOf := func(l chroma.Lexer) string {
		if l == nil {
			return "none"
		}
		return l.Config().Name
	}
	for _, name := range names {
		if got, want := nameOf(Named(name)), nameOf(lexers.Get(name)); got != want {
			t.Errorf("the language %q is that of %s, not %s", name, got, want)
		}
		if !strings.ContainsAny(name, ".~") {
			continue // the library has just told whether a file is called so
		}
		if got, want := nameOf(Of(name)), nameOf(lexers.Match(name)); got != want {
			t.Errorf("the file %q is that of %s, not %s", name, got, want)
		}
	}
}

func TestNoLanguageIsThatLong(t *testing.T) {
	long := strings.Repeat("a", 1<<20)
	if l := Named(long + ".go"); l != nil {
		t.Errorf("it is %s", l.Config().Name)
	}
	if l := Of("/" + long + ".go"); l != nil {
		t.Errorf("the file is %s", l.Config().Name)
	}
	if l := Of("/" + long + "/a.go"); l == nil || l.Config().Name != "Go" {
		t.Errorf("a file in such a folder is %v", l)
	}
}

// BenchmarkNamed is what a fence costs whose language nobody knows.
func BenchmarkNamed(b *testing.B) {
	for b.Loop() {
		Named("unknown-language")
	}
}
