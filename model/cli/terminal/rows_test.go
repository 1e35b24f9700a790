package terminal

import (
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/vt"
)

// screenAfter is what a terminal shows after pictures, and what it shows after the last alone.
func screenAfter(t *testing.T, pictures []string, can abilities) (drawn, whole string) {
	t.Helper()
	const width, height = 12, 5
	shows := func(pictures ...string) string {
		s, screen := newSheet([]string{"TERM=xterm-256color"}, colorprofile.TrueColor), vt.NewEmulator(width, height)
		for _, p := range pictures {
			if _, err := screen.Write(s.frame(view(p), width, height, can)); err != nil {
				t.Fatal(err)
			}
		}
		return screen.Render()
	}
	return shows(pictures...), shows(pictures[len(pictures)-1])
}

// TestRowsAreDrawnAlone: what a terminal shows does not depend on how much of a picture was
// drawn anew, also where a row's style or link goes on, where rows overflow or hold wide
// characters, and where a mark is drawn into the row above.
func TestRowsAreDrawnAlone(t *testing.T) {
	for name, c := range map[string]struct {
		pictures []string
		few      bool // the last one is drawn by rows
	}{
		"one row":                      {[]string{"one\ntwo\nthree", "one\n2\nthree"}, true},
		"none":                         {[]string{"one", "one"}, true},
		"three rows":                   {[]string{"a\nb\nc\nd", "1\n2\n3\nd"}, true},
		"four rows":                    {[]string{"a\nb\nc\nd", "1\n2\n3\n4"}, false},
		"a row more":                   {[]string{"a\nb", "a\nb\nc"}, false},
		"a row less":                   {[]string{"a\nb\nc", "a\nc"}, false},
		"styled":                       {[]string{"\x1b[31mone\x1b[m\nx", "\x1b[32mtwo\x1b[m\nx"}, true},
		"a style that goes on":         {[]string{"\x1b[31mone\ntwo\nx\x1b[m", "\x1b[31mone\n2\nx\x1b[m"}, false},
		"a style that went on":         {[]string{"\x1b[31mone\ntwo\x1b[m", "\x1b[31mone\x1b[m\ntwo\x1b[m"}, false},
		"a linked word":                {[]string{"\x1b]8;;http://a\aone\x1b]8;;\a\nx", "\x1b]8;;http://b\aone\x1b]8;;\a\nx"}, true},
		"a styled, linked word":        {[]string{"x", "\x1b[1m\x1b]8;;http://b\aone\x1b[m\x1b]8;;\a"}, true},
		"a link that goes on":          {[]string{"\x1b]8;;http://a\aone\x1b[m\nx", "\x1b]8;;http://a\aone\x1b[m\ny"}, false},
		"a mark at a beginning":        {[]string{"a\nb", "c\n\u0301b"}, false},
		"styled before it":             {[]string{"a\nb", "c\n\x1b[31m\u0301b\x1b[m"}, false},
		"one that was there":           {[]string{"a\n\u0301b", "a\nb"}, false},
		"wide characters":              {[]string{"日本語日本語日本語\nx", "a日本語日本語日本語\nx"}, true},
		"too long":                     {[]string{"12345678901234567890\nx", "abcdefghijklmnopqrst\nx"}, true},
		"a last row that is blank now": {[]string{"1\n2\n3\n4\n5", "1\n2\nx\n4\n "}, false},
		"below the screen":             {[]string{"1\n2\n3\n4\n5\n6", "1\n2\n3\n4\n5\n7"}, true},
		"what was there before":        {[]string{"1\n2\n3\n4\n5", "1\nx\n3\n4\n5", "2\nx\n3\n4\n5"}, true},
		"after it was scrolled":        {[]string{"1\n2\n3\n4\n5", "2\n3\n4\n5\n6", "2\n3\nx\n5\n6"}, true},
		"and scrolled again":           {[]string{"1\n2\n3\n4\n5", "1\n2\n3\nx\n5", "2\n3\nx\n5\n6"}, false},
	} {
		n := len(c.pictures)
		if _, few := changed(c.pictures[n-2], c.pictures[n-1]); few != c.few {
			t.Errorf("%s: by rows %v, want %v", name, few, c.few)
		}
		for _, can := range []abilities{{}, {graphemes: true, synced: true}} {
			if drawn, whole := screenAfter(t, c.pictures, can); drawn != whole {
				t.Errorf("%s: %q, want %q", name, drawn, whole)
			}
		}
	}
}

// FuzzRows: the same for pictures of any kind.
func FuzzRows(f *testing.F) {
	f.Add("one\ntwo\x00one\n2\x00one\n2\n3", false)
	f.Add("\x1b[31ma\x1b[m\nb\x00a\n\u0301b\x00c\nb", true)
	f.Add("1\n2\n3\n4\n5\x002\n3\n4\n5\n6\x002\n3\nx\n5\n6", false)
	f.Fuzz(func(t *testing.T, all string, graphemes bool) {
		pictures := strings.Split(all, "\x00")
		if len(all) > 500 || len(pictures) > 8 {
			return
		}
		cleaned(pictures)
		if drawn, whole := screenAfter(t, pictures, abilities{graphemes: graphemes}); drawn != whole {
			t.Errorf("%q: %q, want %q", pictures, drawn, whole)
		}
	})
}

// cleaned leaves of pictures what views are made of: text, line breaks, and a few styles.
func cleaned(pictures []string) {
	for i, p := range pictures {
		p = strings.Map(func(r rune) rune {
			if r == '\n' || r >= ' ' && r < 0x7f || r >= 0xa0 && r < 0x250 || r >= 0x300 && r < 0x370 || r >= 0x2500 && r < 0x2600 || r >= 0x4e00 && r < 0x9fff {
				return r
			}
			return -1
		}, p)
		pictures[i] = strings.NewReplacer("~r", "\x1b[31m", "~b", "\x1b[1;44m", "~l", "\x1b]8;;http://a\a", "~e", noLink, "~~", "\x1b[m").Replace(p)
	}
}
