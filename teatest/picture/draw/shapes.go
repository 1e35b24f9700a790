package draw

import (
	"image"
	"image/color"
	"image/draw"

	"golang.org/x/image/vector"
)

// Lines, blocks and signs are drawn by hand: lines and blocks because they must
// meet those of the neighbouring cells, signs to be as clear as on a terminal that has
// a font for them.

// arms are the lines that a character has from the middle of its cell: left,
// right, up, down; 1 is thin, 2 is thick.
func arms(r rune) ([4]int, bool) {
	a, ok := map[rune][4]int{
		'─': {1, 1, 0, 0}, '━': {2, 2, 0, 0}, '│': {0, 0, 1, 1}, '┃': {0, 0, 2, 2}, '┌': {0, 1, 0, 1}, '╭': {0, 1, 0, 1},
		'┐': {1, 0, 0, 1}, '╮': {1, 0, 0, 1}, '└': {0, 1, 1, 0}, '╰': {0, 1, 1, 0}, '┘': {1, 0, 1, 0}, '╯': {1, 0, 1, 0},
		'├': {0, 1, 1, 1}, '┤': {1, 0, 1, 1}, '┬': {1, 1, 0, 1}, '┴': {1, 1, 1, 0}, '┼': {1, 1, 1, 1},
	}[r]
	return a, ok
}

// block is a filled part of the cell, in eighths: from left, top to right,
// bottom.
func block(r rune) ([4]int, bool) {
	switch {
	case r == '▀':
		return [4]int{0, 0, 8, 4}, true
	case r >= '▁' && r <= '█':
		return [4]int{0, 8 - int(r-'▁') - 1, 8, 8}, true
	case r >= '▉' && r <= '▏':
		return [4]int{0, 0, 8 - int(r-'▉') - 1, 8}, true
	case r == '▐':
		return [4]int{4, 0, 8, 8}, true
	}
	return [4]int{}, false
}

// outline is a sign's outline, in hundredths of the cell's width; heights too, measured
// from the middle.
func outline(r rune) [][2]float32 {
	switch r {
	case '▸':
		return [][2]float32{{25, -32}, {75, 0}, {25, 32}}
	case '▶':
		return [][2]float32{{10, -48}, {92, 0}, {10, 48}}
	case '▾':
		return [][2]float32{{18, -25}, {82, -25}, {50, 25}}
	case '◆':
		return [][2]float32{{50, -48}, {95, 0}, {50, 48}, {5, 0}}
	case '⑂':
		return [][2]float32{{10, -50}, {24, -50}, {50, -10}, {76, -50}, {90, -50}, {57, 2}, {57, 55}, {43, 55}, {43, 2}}
	case '‖': // two bars; the way from one to the other and back has no width
		return [][2]float32{{22, -45}, {40, -45}, {40, 0}, {60, 0}, {60, -45}, {78, -45}, {78, 45}, {60, 45}, {60, 0}, {40, 0}, {40, 45}, {22, 45}}
	}
	return nil
}

func isShape(r rune) bool {
	_, line := arms(r)
	_, part := block(r)
	return line || part || isBraille(r) || outline(r) != nil
}

// isBraille reports whether a character is made of dots, as spinners are.
func isBraille(r rune) bool { return r > 0x2800 && r <= 0x28ff }

// braille draws the dots of a character: six of them column by column, then two below.
func braille(img draw.Image, at image.Rectangle, r rune, ink color.Color) {
	for i := range 8 {
		if (r-0x2800)>>i&1 == 0 {
			continue
		}
		column, row := i/3, i%3
		if i >= 6 {
			column, row = i-6, 3
		}
		x, y := at.Min.X+cellW*(1+2*column)/4, at.Min.Y+cellH*(2*row+3)/12
		half := max(cellW/8, 1)
		fill(img, image.Rect(x-half, y-half, x+half, y+half), ink)
	}
}

// shape draws a character that is drawn by hand; false if it is not one.
func shape(img draw.Image, at image.Rectangle, r rune, ink color.Color) bool {
	if a, ok := arms(r); ok {
		lines(img, at, a, ink)
		return true
	}
	if b, ok := block(r); ok {
		x := func(n int) int { return at.Min.X + n*cellW/8 }
		y := func(n int) int { return at.Min.Y + n*cellH/8 }
		fill(img, image.Rect(x(b[0]), y(b[1]), x(b[2]), y(b[3])), ink)
		return true
	}
	if isBraille(r) {
		braille(img, at, r, ink)
		return true
	}
	points := outline(r)
	if points == nil {
		return false
	}
	var path vector.Rasterizer
	path.Reset(cellW, cellH)
	for i, p := range points {
		x, y := p[0]*cellW/100, p[1]*cellW/100+cellH/2
		if i == 0 {
			path.MoveTo(x, y)
		} else {
			path.LineTo(x, y)
		}
	}
	path.ClosePath()
	path.Draw(img, at, image.NewUniform(ink), image.Point{})
	return true
}

func lines(img draw.Image, at image.Rectangle, arms [4]int, ink color.Color) {
	mid := at.Min.Add(image.Pt(cellW/2, cellH/2))
	for i, weight := range arms {
		if weight == 0 {
			continue
		}
		half := weight // pixels to each side
		r := []image.Rectangle{
			image.Rect(at.Min.X, mid.Y-half, mid.X+half, mid.Y+half), image.Rect(mid.X-half, mid.Y-half, at.Max.X, mid.Y+half),
			image.Rect(mid.X-half, at.Min.Y, mid.X+half, mid.Y+half), image.Rect(mid.X-half, mid.Y-half, mid.X+half, at.Max.Y),
		}[i]
		fill(img, r, ink)
	}
}
