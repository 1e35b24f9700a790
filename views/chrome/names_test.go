package chrome

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"parley/views/text"
)

// TestImageNames: words that begin with @ and end like an image, each once.
func TestImageNames(t *testing.T) {
	for text, want := range map[string][]string{
		"":                              nil,
		"look at @shot.png":             {"shot.png"},
		"@a.PNG, (@b.jpeg) and @c.gif!": {"a.PNG", "b.jpeg", "c.gif"},
		"@~/pics/x.webp @/tmp/y.jpg.":   {"~/pics/x.webp", "/tmp/y.jpg"},
		`@"my shot.png" and @"a`:        {"my shot.png"},
		"@\"a\nb.png\"":                 nil,
		"@a.png @a.png":                 {"a.png"},
		"@main.go me@b.png x.png @ @.":  nil,
		"ä@b.png ä @ö.png\n@c.png":      {"ö.png", "c.png"},
		"\xff@a.png \xff @b.png":        {"b.png"},
		"@@a.png @.png":                 {"@a.png", ".png"},
	} {
		if got := ImageNames(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestPastedImages: the ways in which terminals write what is dropped onto them.
func TestPastedImages(t *testing.T) {
	for pasted, want := range map[string]string{
		"/tmp/a.png":                    "@/tmp/a.png ",
		"'/tmp/my shot.png' ":           `@"/tmp/my shot.png" `,
		`/tmp/my\ shot.png /b.gif`:      `@"/tmp/my shot.png" @/b.gif `,
		"file:///tmp/my%20shot.jpg\r\n": `@"/tmp/my shot.jpg" `,
		"~/a.webp\n~/b.jpeg":            "@~/a.webp @~/b.jpeg ",
		"":                              "",
		"a.png":                         "",
		"https://x/a.png":               "",
		"/tmp/a.go":                     "",
		"look at /tmp/a.png":            "",
		"'/tmp/a.png":                   "",
		`'/tmp/a"b.png'`:                "",
		"!/tmp/a.png":                   "",
		"file://%zz.png":                "",
	} {
		got, ok := PastedImages(pasted)
		if ok != (want != "") || ok && got != want {
			t.Errorf("%q: %q, %v; want %q", pasted, got, ok, want)
		}
		if ok && len(ImageNames(got)) != strings.Count(want, "@") {
			t.Errorf("%q names %q", got, ImageNames(got))
		}
	}
}

// TestVeryManyNames are found in one pass over the text.
func TestVeryManyNames(t *testing.T) {
	const many = 300_000
	var b strings.Builder
	for i := range many {
		fmt.Fprintf(&b, "@%d.png @1.png ", i)
	}
	if got := ImageNames(b.String()); len(got) != many {
		t.Errorf("%d names", len(got))
	}
}

func FuzzImageNames(f *testing.F) {
	f.Add("look at @shot.png and @\"my shot.png\"")
	f.Fuzz(func(t *testing.T, text string) {
		if names, ok := PastedImages(text); ok && len(ImageNames(names)) == 0 {
			t.Errorf("%q was pasted, and %q names nothing", text, names)
		}
		for _, name := range ImageNames(text) {
			if !OfImage(name) {
				t.Errorf("%q names %q", text, name)
			}
		}
	})
}

// TestNames: images, and what looks like a resource of a server, each once.
func TestNames(t *testing.T) {
	for text, want := range map[string][]string{
		"@s:test://notes, @a.png and @my-srv:x:y.":  {"s:test://notes", "a.png", "my-srv:x:y"},
		"@s:notes @:a:b @a b:c:d me@s:x:y @s_t:x:y": nil,
		"@s:file:///a.png @s:file:///a.png":         {"s:file:///a.png"},
		"(@s:wiki://Foo_(bar)), @s:doc:(@pic.png)!": {"s:wiki://Foo_(bar)", "s:doc:(@pic.png)"},
		"[@s:doc:[@a.png].] {@s:doc:{x}} @s:a:(b))": {"s:doc:[@a.png]", "s:doc:{x}", "s:a:(b)"},
		"(@s:a:b) @s:a:)( (see @s:c:d[1].)":         {"s:a:b", "s:a:)(", "s:c:d[1]"},
	} {
		if got := Names(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestNamed: what is chosen from a list names that, and nothing besides.
func TestNamed(t *testing.T) {
	for name, want := range map[string]string{
		"a.png": "@a.png", "my shot.png": `@"my shot.png"`, "a.png @~/b.png": `@"a.png @~/b.png"`, "a.png @/b.png": `@"a.png @/b.png"`, "a (1).png": `@"a (1).png"`,
		"notes (old)": `@"notes (old)"`, "x)": `@"x)"`, `a" @"~/b.png`: "", `"a.png`: "", `a"b.png`: `@a"b.png`, `a "b.png`: "", "a\u00a0@~/b.png": "@\"a\u00a0@~/b.png\"", "a(@~/b.png": "@a(@~/b.png",
	} {
		got, ok := Named(name)
		if got != want || ok != (want != "") {
			t.Errorf("%q: %q, %v", name, got, ok)
		}
		if names := ImageNames("see " + got + " "); ok && OfImage(name) && !slices.Equal(names, []string{name}) {
			t.Errorf("%q names %q", got, names)
		}
	}
	for name, want := range map[string]string{"~/me.png": "./~/me.png", "s:test:/key": "./s:test:/key", "a/~/b": "a/~/b", "~a/b": "~a/b", "clipboard-1.png": "./clipboard-1.png", "a/clipboard-1.png": "a/clipboard-1.png"} {
		if got := Below(name); got != want {
			t.Errorf("%q: %q", name, got)
		}
	}
}

// TestWords: a stranger's text, drawn in the composer, is a message that attaches nothing.
func TestWords(t *testing.T) {
	for text, want := range map[string]string{
		"":                      "",
		"as it is":              "as it is",
		"/export /tmp/rc":       "/ export /tmp/rc",
		" \n\u00a0/export x\n":  " \n\u00a0/ export x\n",
		"/ export":              "/ export",
		"/":                     "/",
		"//x":                   "/ /x",
		"a /export":             "a /export",
		"/undo\nand @~/me.png":  "/ undo\nand @ ~/me.png",
		"look at @s:test://key": "look at @ s:test://key",
		"see @me.p\uFFFDng":     "see @ me.png",
		"see @me.p\xffng":       "see @ me.png",
		"\uFFFDcaf\uFFFDe":      "\uFFFDcaf\uFFFDe",
	} {
		if got := Words(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func FuzzNameless(f *testing.F) {
	f.Add("see (@s:test://a and @\"a b.png @c.png\" @@s:x:y")
	f.Add(" \u200b@\u200bs:x:y @a.png(@s:x:y me@s:x:y @you")
	f.Add("see @a.p\uFFFDng @s\xff:x:y")
	c := NewComposer(text.Theme{}, "")
	f.Fuzz(func(t *testing.T, words string) {
		nameless := Nameless(words)
		c.Set("")
		c.Complete(0, "From:\n"+nameless)
		if names := Names(c.Shown()); len(names) > 0 {
			t.Errorf("%q became %q, which names %q", words, nameless, names)
		}
		c.Set("")
		if c.Complete(0, words); len(Names(c.Shown())) == 0 && nameless != words {
			t.Errorf("%q names nothing, and became %q", words, nameless)
		}
	})
}
