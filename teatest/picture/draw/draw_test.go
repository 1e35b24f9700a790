package draw

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"parley/teatest"
)

func drawer(t testing.TB, p Palette) *Drawer {
	t.Helper()
	d, err := New(p)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func screen(t testing.TB, content string, w, h int) teatest.Screen {
	t.Helper()
	s, err := teatest.Picture(content, w, h)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// look counts the colours of a cell.
func look(img *image.RGBA, x, y int) map[color.RGBA]int {
	seen := map[color.RGBA]int{}
	r := place(x, y)
	for py := r.Min.Y; py < r.Max.Y; py++ {
		for px := r.Min.X; px < r.Max.X; px++ {
			seen[img.RGBAAt(px, py)]++
		}
	}
	return seen
}

// TestEverySignOfTheScreensIsKnown: none of our pictures has an empty frame where a person
// sees a sign. The world's scripts, emoji and invisible characters are not ours.
func TestEverySignOfTheScreensIsKnown(t *testing.T) {
	d := drawer(t, Dark())
	looked := 0
	for _, root := range []string{"../../../testdata/screens", "../../testdata"} {
		err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || !strings.HasSuffix(path, ".txt") {
				return err
			}
			data, err := os.ReadFile(path)
			for _, r := range string(data) {
				if r < ' ' || unicode.IsLetter(r) && !unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic) || !unicode.IsPrint(r) || r == unicode.ReplacementChar || r > 0xffff {
					continue
				}
				looked++
				if !d.Knows(r) {
					t.Errorf("%s has %q, which would be an empty frame", path, r)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if looked < 1000 {
		t.Errorf("only %d signs were looked at", looked)
	}
	if d.Knows('語') || !d.Knows('a') || !d.Knows('␛') {
		t.Error("Knows does not know what it knows")
	}
}

func TestColoursAreTheStyles(t *testing.T) {
	for _, p := range []Palette{Dark(), Light()} {
		s := screen(t, "\x1b[31m█\x1b[38;5;202m█\x1b[38;5;244m█\x1b[38;2;1;2;3m█\x1b[0m█\x1b[7m \x1b[0;45m \x1b[0;2m█\x1b[0m ", 9, 1)
		img := drawer(t, p).Image(s)
		all := cellW * cellH
		for x, want := range []color.RGBA{
			p.basic[1], {255, 95, 0, 255}, {128, 128, 128, 255}, {1, 2, 3, 255}, p.ink, p.ink, p.basic[5], between(p.ink, p.back), p.back,
		} {
			if n := look(img, x, 0)[want]; n != all {
				t.Errorf("cell %d has %v in %d of %d places", x, want, n, all)
			}
		}
		if img.Bounds() != image.Rect(0, 0, 9*cellW+2*margin, cellH+2*margin) {
			t.Errorf("the picture is %v", img.Bounds())
		}
	}
}

// TestLinesMeet: a frame drawn with line characters has no gaps between its cells.
func TestLinesMeet(t *testing.T) {
	p := Dark()
	img := drawer(t, p).Image(screen(t, "┌─┐\n│ │\n├─┤\n└─┘", 3, 4))
	for x := place(0, 0).Min.X + cellW/2; x < place(2, 0).Min.X+cellW/2; x++ {
		for _, row := range []int{0, 2, 3} {
			if img.RGBAAt(x, place(0, row).Min.Y+cellH/2) != p.ink {
				t.Fatalf("row %d has a gap at %d", row, x)
			}
		}
	}
	for y := place(0, 0).Min.Y + cellH/2; y < place(0, 3).Min.Y+cellH/2; y++ {
		for _, column := range []int{0, 2} {
			if img.RGBAAt(place(column, 0).Min.X+cellW/2, y) != p.ink {
				t.Fatalf("column %d has a gap at %d", column, y)
			}
		}
	}
}

func TestEveryStyleIsToBeSeen(t *testing.T) {
	d := drawer(t, Light())
	plain := d.Image(screen(t, "a", 1, 1))
	same := func(img *image.RGBA) bool { return bytes.Equal(img.Pix, plain.Pix) }
	if !same(d.Image(screen(t, "a", 1, 1))) {
		t.Error("the same screen gives another picture")
	}
	for _, sgr := range []string{"1", "2", "3", "1;3", "4", "7", "8", "9", "31"} {
		if same(d.Image(screen(t, "\x1b["+sgr+"ma\x1b[0m", 1, 1))) {
			t.Errorf("style %s is not to be seen", sgr)
		}
	}
	s := screen(t, "a", 1, 1)
	s.Cursor = teatest.Cursor{Visible: true}
	if same(d.Image(s)) {
		t.Error("the cursor is not to be seen")
	}
	for _, text := range []string{"▸", "▾", "▶", "◆", "★", "✓", "⑂", "▌", "▐", "▀", "▁", "▏", "━", "┼", "␛", "␡", "語"} {
		if len(look(d.Image(screen(t, text, 2, 1)), 0, 0)) < 2 {
			t.Errorf("%s is not to be seen", text)
		}
	}
}

func TestPNGIsAPicture(t *testing.T) {
	var b bytes.Buffer
	d := drawer(t, Dark())
	if err := d.PNG(&b, screen(t, "hello", 10, 2)); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&b)
	if err != nil || img.Bounds().Dx() != 10*cellW+2*margin {
		t.Errorf("%v, %v", img.Bounds(), err)
	}
}

func BenchmarkPicture(b *testing.B) {
	d := drawer(b, Dark())
	s := screen(b, strings.Repeat(strings.Repeat("Parley ◆ ", 13)+"\n", 40), 120, 40)
	for b.Loop() {
		if d.Image(s).Bounds().Empty() {
			b.Fatal("there is no picture")
		}
	}
}
