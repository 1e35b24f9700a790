package text

import (
	"image/color"
	"strconv"

	"charm.land/lipgloss/v2"
)

// Field is the background of a text: the terminal's own, or that blended towards a
// role.
type Field int

// The fields.
const (
	NoField Field = iota
	CodeField
	InlineField
	AddedField
	AddedWordField
	GoneField
	GoneWordField
	fields
)

// blend says how a field is made from the background: towards which colour of the
// palette, by how much on dark and on light, and which component must be strongest if
// there are few colours.
type blend struct {
	to          func(palette) string
	dark, light float64
	strongest   int   // 0 red, 1 green, -1 any
	upon        Field // the field of which it is a stronger one
}

func blends() [fields]blend {
	quiet := func(p palette) string { return p.Dim }
	good := func(p palette) string { return p.Added }
	bad := func(p palette) string { return p.Gone }
	return [fields]blend{
		CodeField: {quiet, 0.10, 0.10, -1, NoField}, InlineField: {quiet, 0.18, 0.15, -1, NoField},
		AddedField: {good, 0.15, 0.12, 1, NoField}, AddedWordField: {good, 0.30, 0.30, 1, AddedField},
		GoneField: {bad, 0.15, 0.12, 0, NoField}, GoneWordField: {bad, 0.30, 0.30, 0, GoneField},
	}
}

// ground is what is known about the terminal's background, and its fields.
type ground struct {
	known  bool
	few    bool // only 256 colours
	back   rgb
	fields [fields]string
	inks   map[stood]string // the colours of the palette, made readable
}

// stood is a colour on a field.
type stood struct {
	colour string
	on     Field
}

// Upon is the theme on a terminal with this background: it has fields, and every
// colour is moved as far as it takes to be readable. few says that there are only 256
// colours. A theme with unknown colours is unchanged.
func (t Theme) Upon(back color.Color, few bool) Theme {
	p := t.Markdown
	if _, ok := rgbOf(p.fg); !ok || back == nil {
		return t
	}
	g := ground{known: true, few: few, back: toRGB(back)}
	taken := map[string]bool{}
	if few {
		same, _ := nearest(g.back, func(int, rgb) bool { return true })
		taken[same] = true
	}
	for f, b := range blends() {
		if b.to == nil {
			continue
		}
		to, _ := rgbOf(b.to(p))
		share := b.dark
		if g.back.luminance() > 0.5 {
			share = b.light
		}
		g.fields[f] = g.field(rounded(g.back.towards(to, share)), b, taken)
	}
	g.inks = map[stood]string{}
	for _, c := range p.colours() {
		for f := range fields {
			g.inks[stood{c, f}] = g.read(c, f)
		}
	}
	name := t.Name + "/" + g.back.hex()
	if few {
		name += "/256"
	}
	upon := paint(name, t.Glyphs, p, g)
	upon.Measure, upon.Links = t.Measure, t.Links
	return upon
}

// field is the colour of a field in the terminal's form.
func (g ground) field(c rgb, b blend, taken map[string]bool) string {
	if !g.few {
		return c.hex()
	}
	text := g.back.opposite()
	free := func(n int, d rgb) bool {
		for i := range d {
			if b.strongest >= 0 && i != b.strongest && d[i] >= d[b.strongest] {
				return false
			}
		}
		return !taken[strconv.Itoa(n)]
	}
	line, stronger := rgbOf(g.fields[b.upon]) // of the same hue, and no greyer than its line
	name, ok := nearest(c, func(n int, d rgb) bool {
		for i := range d {
			if stronger && i != b.strongest && d[i] > line[i] {
				return false
			}
		}
		return free(n, d) && contrast(text, d) >= leastContrast
	})
	if !ok { // no colour is as dark, or as light, as the background
		name, ok = nearest(c, free)
	}
	if b.strongest >= 0 && b.upon == NoField && (!ok || g.loud(name, c)) {
		if grey, ok := g.greyField(c); ok {
			return grey
		}
	}
	taken[name] = true
	return name
}

// loud reports whether the nearest colour of a field's hue is much stronger than the
// field is meant to be. Beside the black of the cube there is nothing between no green
// and a bright one.
func (g ground) loud(name string, c rgb) bool {
	const near = 48
	d, _ := rgbOf(name)
	return c.distance(d) > near*near
}

// greyField is a field without a hue, where those with one are loud: it sets the lines
// that changed apart, their marks and the words that changed say how. Added and removed
// lines may have the same.
func (g ground) greyField(c rgb) (string, bool) {
	text := g.back.opposite()
	back, _ := nearest(g.back, func(int, rgb) bool { return true })
	return nearest(c, func(n int, d rgb) bool {
		return n >= 232 && strconv.Itoa(n) != back && contrast(text, d) >= leastContrast
	})
}

// ink is a colour of the palette as it is readable on a field.
func (g ground) ink(c string, f Field) string {
	if read, ok := g.inks[stood{c, f}]; ok {
		return read
	}
	return c
}

// read finds the readable form of a colour on a field.
func (g ground) read(c string, f Field) string {
	have, ok := rgbOf(c)
	if !ok {
		return c
	}
	under := g.back
	if on, ok := rgbOf(g.fields[f]); ok {
		under = on
	}
	want := have.legible(under)
	if !g.few {
		return want.hex()
	}
	name, _ := nearest(want, func(_ int, d rgb) bool { return contrast(d, under) >= leastContrast })
	return name
}

// HasFields reports whether fields can be shown.
func (t Theme) HasFields() bool { return t.ground.known }

// On is the style of a text in a colour of the palette, "" for the usual one, on a
// field. Without fields it is only the text's style.
func (t Theme) On(f Field, colour string) Style {
	s := lipgloss.NewStyle()
	if colour == "" && f != NoField && t.ground.known {
		colour = t.Markdown.fg
	}
	if colour != "" {
		s = s.Foreground(lipgloss.Color(t.ground.ink(colour, f)))
	}
	if on := t.ground.fields[f]; on != "" {
		s = s.Background(lipgloss.Color(on))
	}
	return StyleOf(s)
}

// Ink is a colour of the palette as it is readable on a field, "" for none.
func (t Theme) Ink(f Field, colour string) string {
	if colour == "" && t.ground.fields[f] != "" {
		colour = t.Markdown.fg
	}
	return t.ground.ink(colour, f)
}

// Ground is the colour of a field, "" if there is none.
func (t Theme) Ground(f Field) string { return t.ground.fields[f] }
