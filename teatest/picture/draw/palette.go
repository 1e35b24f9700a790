package draw

import (
	"fmt"
	"image/color"
	"strconv"

	"parley/model/replay"
	"parley/teatest"
)

// Palette is what the colours of a terminal look like.
type Palette struct {
	ink, back color.RGBA
	basic     [16]color.RGBA
}

// Dark is a palette on black, as a recording has.
func Dark() Palette { return palette(replay.DarkStage()) }

// Light is a palette on white.
func Light() Palette { return palette(replay.LightStage()) }

// Ground is the colours that a terminal of this palette reports as its own.
func (p Palette) Ground() teatest.Ground { return teatest.Ground{Ink: p.ink, Back: p.back} }

func palette(s replay.Stage) Palette {
	p := Palette{ink: parse(s.Ink), back: parse(s.Back)}
	for i, c := range s.Basic {
		p.basic[i] = parse(c)
	}
	return p
}

// parse reads #rrggbb; the texts are our own or an emulator's.
func parse(s string) color.RGBA {
	n, err := strconv.ParseUint(s[1:], 16, 32)
	if len(s) != 7 || err != nil {
		panic(fmt.Sprintf("draw: %q is no colour", s))
	}
	return color.RGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), 0xff}
}

// of are the colours in which a style is drawn.
func (p Palette) of(s teatest.Style) (ink, back color.RGBA) {
	ink, back = p.colour(s.Fg, p.ink), p.colour(s.Bg, p.back)
	if s.Reverse {
		ink, back = back, ink
	}
	if s.Faint {
		ink = between(ink, back)
	}
	return ink, back
}

// colour is the colour of a name in a style: "", a number, or #rrggbb.
func (p Palette) colour(name string, none color.RGBA) color.RGBA {
	if name == "" {
		return none
	}
	if name[0] == '#' {
		return parse(name)
	}
	n, err := strconv.Atoi(name)
	switch {
	case err != nil || n < 0 || n > 255:
		return none
	case n < 16:
		return p.basic[n]
	case n < 232:
		n -= 16
		return color.RGBA{step(n / 36), step(n / 6 % 6), step(n % 6), 0xff}
	}
	grey := uint8(8 + 10*(n-232))
	return color.RGBA{grey, grey, grey, 0xff}
}

// step is a level of the palette's cube of 6 by 6 by 6 colours.
func step(n int) uint8 {
	if n == 0 {
		return 0
	}
	return uint8(55 + 40*n)
}

func between(a, b color.RGBA) color.RGBA {
	half := func(x, y uint8) uint8 { return uint8((3*int(x) + 2*int(y)) / 5) }
	return color.RGBA{half(a.R, b.R), half(a.G, b.G), half(a.B, b.B), 0xff}
}
