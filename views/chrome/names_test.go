package chrome

import (
	"slices"
	"testing"
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

func FuzzImageNames(f *testing.F) {
	f.Add("look at @shot.png and @\"my shot.png\"")
	f.Fuzz(func(t *testing.T, text string) {
		for _, name := range ImageNames(text) {
			if !ofImage(name) {
				t.Errorf("%q names %q", text, name)
			}
		}
	})
}
