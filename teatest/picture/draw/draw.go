// Package draw makes a picture of a screen: cells in DejaVu Sans Mono. Lines, blocks and
// signs that the font does not have, or that must meet their neighbours, are drawn by
// hand. It knows nothing of terminals; a screen is all that it sees.
package draw

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"unicode/utf8"

	"github.com/go-fonts/dejavu/dejavusansmono"
	"github.com/go-fonts/dejavu/dejavusansmonobold"
	"github.com/go-fonts/dejavu/dejavusansmonoboldoblique"
	"github.com/go-fonts/dejavu/dejavusansmonooblique"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"parley/teatest"
)

// Size of a cell in pixels, and of the margin around the screen.
const (
	cellW, cellH = 18, 40
	baseline     = 29
	margin       = 24
	fontSize     = 30 // DejaVu Sans Mono is 0.6 times as wide as it is high
	tinySize     = 13
)

// Drawer draws screens. It is not safe for use by several goroutines.
type Drawer struct {
	palette Palette
	known   *opentype.Font // to look characters up in
	plain   [4]font.Face   // by bold (1) and italic (2)
	tiny    font.Face
}

// New makes a drawer with a palette.
func New(p Palette) (*Drawer, error) {
	known, err := opentype.Parse(dejavusansmono.TTF)
	if err != nil {
		return nil, fmt.Errorf("draw: DejaVu Sans Mono: %w", err)
	}
	d := &Drawer{palette: p, known: known}
	for i, ttf := range [][]byte{dejavusansmono.TTF, dejavusansmonobold.TTF, dejavusansmonooblique.TTF, dejavusansmonoboldoblique.TTF} {
		face, err := load(ttf, fontSize)
		if err != nil {
			return nil, err
		}
		d.plain[i] = face
	}
	d.tiny, err = load(dejavusansmonobold.TTF, tinySize)
	return d, err
}

func load(ttf []byte, size float64) (font.Face, error) {
	f, err := opentype.Parse(ttf)
	if err != nil {
		return nil, fmt.Errorf("draw: DejaVu Sans Mono: %w", err)
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingFull})
	if err != nil {
		return nil, fmt.Errorf("draw: DejaVu Sans Mono: %w", err)
	}
	return face, nil
}

// PNG writes the picture of a screen.
func (d *Drawer) PNG(w io.Writer, s teatest.Screen) error {
	if err := png.Encode(w, d.Image(s)); err != nil {
		return fmt.Errorf("draw: %w", err)
	}
	return nil
}

// Image is the picture of a screen.
func (d *Drawer) Image(s teatest.Screen) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, s.W*cellW+2*margin, s.H*cellH+2*margin))
	fill(img, img.Bounds(), d.palette.back)
	for y, row := range s.Cells {
		for x, c := range row {
			d.back(img, x, y, c)
		}
	}
	for y, row := range s.Cells {
		for x, c := range row {
			r := place(x, y)
			if x+1 < len(row) && row[x+1].Text == "" {
				r.Max.X += cellW // a wide character
			}
			d.cell(img, r, c)
		}
	}
	if s.Cursor.Visible {
		d.cursor(img, s)
	}
	return img
}

func place(x, y int) image.Rectangle {
	at := image.Pt(margin+x*cellW, margin+y*cellH)
	return image.Rectangle{at, at.Add(image.Pt(cellW, cellH))}
}

func fill(img draw.Image, r image.Rectangle, c color.Color) {
	draw.Draw(img, r, image.NewUniform(c), image.Point{}, draw.Src)
}

func (d *Drawer) back(img draw.Image, x, y int, c teatest.Cell) {
	if _, back := d.palette.of(c.Style); back != d.palette.back {
		fill(img, place(x, y), back)
	}
}

func (d *Drawer) cell(img draw.Image, r image.Rectangle, c teatest.Cell) {
	ink, _ := d.palette.of(c.Style)
	if c.Style.Underline || c.Style.Link != "" {
		fill(img, image.Rect(r.Min.X, r.Min.Y+baseline+4, r.Max.X, r.Min.Y+baseline+6), ink)
	}
	if c.Style.Strike {
		fill(img, image.Rect(r.Min.X, r.Min.Y+cellH/2, r.Max.X, r.Min.Y+cellH/2+2), ink)
	}
	if c.Text != "" && c.Text != " " && !c.Style.Conceal {
		d.text(img, r, c, ink)
	}
}

// text draws the characters of a cell on top of each other; the marks of a combination
// have no width of their own.
func (d *Drawer) text(img draw.Image, r image.Rectangle, c teatest.Cell, ink color.Color) {
	face := d.plain[0]
	switch {
	case c.Style.Bold && c.Style.Italic:
		face = d.plain[3]
	case c.Style.Italic:
		face = d.plain[2]
	case c.Style.Bold:
		face = d.plain[1]
	}
	first, _ := utf8.DecodeRuneInString(c.Text)
	if shape(img, r, first, ink) {
		return
	}
	if name, ok := controlName(first); ok {
		d.write(img, d.tiny, name, image.Pt(r.Min.X, r.Min.Y+baseline-6), ink)
		return
	}
	if !d.Knows(first) {
		frame(img, r.Inset(3), ink)
		return
	}
	d.write(img, face, c.Text, image.Pt(r.Min.X, r.Min.Y+baseline), ink)
}

func (d *Drawer) write(img draw.Image, face font.Face, s string, at image.Point, ink color.Color) {
	w := font.Drawer{Dst: img, Src: image.NewUniform(ink), Face: face, Dot: fixed.P(at.X, at.Y)}
	w.DrawString(s)
}

// Knows reports whether a character is drawn as itself. An unknown one is drawn as an
// empty frame.
func (d *Drawer) Knows(r rune) bool {
	if _, ok := controlName(r); ok || isShape(r) {
		return true
	}
	glyph, err := d.known.GlyphIndex(nil, r)
	return err == nil && glyph != 0
}

// controlName is what stands in the sign of a control character.
func controlName(r rune) (string, bool) {
	names := []string{
		"NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS", "HT", "LF", "VT", "FF", "CR", "SO", "SI", "DLE",
		"DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM", "SUB", "ESC", "FS", "GS", "RS", "US", "SP", "DEL",
	}
	if r < 0x2400 || int(r-0x2400) >= len(names) {
		return "", false
	}
	return names[r-0x2400], true
}

// cursor frames the cell on which it stands.
func (d *Drawer) cursor(img draw.Image, s teatest.Screen) {
	frame(img, place(s.Cursor.X, s.Cursor.Y).Inset(1), d.palette.ink)
}

func frame(img draw.Image, r image.Rectangle, c color.Color) {
	for _, side := range []image.Rectangle{
		{r.Min, image.Pt(r.Max.X, r.Min.Y+2)}, {image.Pt(r.Min.X, r.Max.Y-2), r.Max},
		{r.Min, image.Pt(r.Min.X+2, r.Max.Y)}, {image.Pt(r.Max.X-2, r.Min.Y), r.Max},
	} {
		fill(img, side, c)
	}
}
