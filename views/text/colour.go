package text

import (
	"image/color"
	"math"
	"strconv"
)

// rgb is a colour, each part from 0 to 255.
type rgb [3]float64

// leastContrast is the contrast that WCAG requires between text and background.
const leastContrast = 4.5

// rgbOf reads a colour of a palette: "#16161e", or the number of one of the 256. ok
// is false for the terminal's own sixteen, which are unknown, and for no colour.
func rgbOf(s string) (rgb, bool) {
	if len(s) == 7 && s[0] == '#' {
		n, err := strconv.ParseUint(s[1:], 16, 32)
		return rgb{float64(n >> 16), float64(n >> 8 & 0xff), float64(n & 0xff)}, err == nil
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 16 || n > 255 {
		return rgb{}, false
	}
	return indexed(n), true
}

// indexed is what xterm shows for one of the 256 colours, from number 16 on: a cube
// of six shades, then greys.
func indexed(n int) rgb {
	if n >= 232 {
		grey := float64(8 + 10*(n-232))
		return rgb{grey, grey, grey}
	}
	shade := func(n int) float64 {
		if n == 0 {
			return 0
		}
		return float64(55 + 40*n)
	}
	n -= 16
	return rgb{shade(n / 36), shade(n / 6 % 6), shade(n % 6)}
}

// toRGB converts a colour that a terminal reported.
func toRGB(c color.Color) rgb {
	r, g, b, _ := c.RGBA()
	return rgb{float64(r >> 8), float64(g >> 8), float64(b >> 8)}
}

func (c rgb) hex() string {
	n := uint64(0)
	for _, part := range c {
		n = n<<8 | uint64(math.Round(part))
	}
	s := strconv.FormatUint(n, 16)
	return "#" + "000000"[len(s):] + s
}

// towards is the colour at a share of the way to another.
func (c rgb) towards(to rgb, share float64) rgb {
	for i := range c {
		c[i] += (to[i] - c[i]) * share
	}
	return c
}

// luminance is the WCAG luminance, from 0 to 1.
func (c rgb) luminance() float64 {
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		part := c[i] / 255
		if part <= 0.03928 {
			part /= 12.92
		} else {
			part = math.Pow((part+0.055)/1.055, 2.4)
		}
		sum += weight * part
	}
	return sum
}

func contrast(a, b rgb) float64 {
	x, y := a.luminance(), b.luminance()
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func (c rgb) distance(d rgb) float64 {
	sum := 0.0
	for i := range c {
		sum += (c[i] - d[i]) * (c[i] - d[i])
	}
	return sum
}

// legible is the colour, or the nearest one on the way to white or black that is
// readable on a ground.
func (c rgb) legible(ground rgb) rgb {
	const steps = 16
	end := ground.opposite()
	for i := range steps {
		if d := c.towards(end, float64(i)/steps); contrast(rounded(d), ground) >= leastContrast {
			return rounded(d)
		}
	}
	return end
}

// opposite is white or black, whichever is more readable on a ground.
func (c rgb) opposite() rgb {
	if white := (rgb{255, 255, 255}); contrast(white, c) >= contrast(rgb{}, c) {
		return white
	}
	return rgb{}
}

func rounded(c rgb) rgb {
	for i := range c {
		c[i] = math.Round(c[i])
	}
	return c
}

// nearest is the number, among the 256, of the nearest acceptable colour; false if
// there is none.
func nearest(c rgb, do func(n int, c rgb) bool) (string, bool) {
	best, least := 0, math.MaxFloat64
	for n := 16; n < 256; n++ {
		if d := indexed(n); d.distance(c) < least && do(n, d) {
			best, least = n, d.distance(c)
		}
	}
	return strconv.Itoa(best), best > 0
}
