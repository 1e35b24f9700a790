package text

import (
	"fmt"
	"image/color"
	"maps"
	"reflect"
	"slices"
	"testing"
)

// grounds are backgrounds that a terminal may have, dark and light: greys, and a cube of
// others.
func grounds() (out []color.RGBA) {
	for grey := 0; grey < 256; grey += 15 {
		out = append(out, color.RGBA{uint8(grey), uint8(grey), uint8(grey), 255})
	}
	for r := 0; r < 256; r += 51 {
		for g := 0; g < 256; g += 51 {
			for b := 0; b < 256; b += 51 {
				out = append(out, color.RGBA{uint8(r), uint8(g), uint8(b), 255})
			}
		}
	}
	return out
}

// inks are the colours of a palette, by name; "" is the colour of plain text.
func inks(p palette) map[string]string {
	out := map[string]string{"running text": ""}
	for field, value := range reflect.ValueOf(p).Fields() {
		out[field.Name] = value.String()
	}
	return out
}

// TestEveryTextCanBeReadOnItsField: whatever the background, each colour of a palette has
// the contrast that WCAG demands on each field, and on the background.
func TestEveryTextCanBeReadOnItsField(t *testing.T) {
	for _, name := range []string{ThemeDark, ThemeLight} {
		theme, err := NewTheme(name, Unicode())
		if err != nil {
			t.Fatal(err)
		}
		for _, few := range []bool{false, true} {
			for i, back := range grounds() {
				if few && i%29 != 0 {
					continue // each searches 240 colours for each text
				}
				th := theme.Upon(back, few)
				if fault := illegible(th, toRGB(back)); fault != "" {
					t.Fatalf("%s on %v, 256 colours only: %v: %s", name, back, few, fault)
				}
			}
		}
	}
}

func illegible(th Theme, back rgb) string {
	all := inks(th.Markdown)
	for f := NoField; f < fields; f++ {
		under := back
		if f != NoField {
			c, ok := rgbOf(th.Ground(f))
			if !ok {
				return fmt.Sprintf("field %d is %q", f, th.Ground(f))
			}
			under = c
		}
		for _, ink := range slices.Sorted(maps.Keys(all)) {
			if f == NoField && all[ink] == "" {
				continue // the terminal's own
			}
			c, ok := rgbOf(th.Ink(f, all[ink]))
			if !ok || contrast(c, under) < leastContrast {
				return fmt.Sprintf("%s is %q on field %d, %s, a contrast of %.2f", ink, th.Ink(f, all[ink]), f, under.hex(), contrast(c, under))
			}
		}
	}
	return ""
}

// TestFieldsAreSeen: on the backgrounds that terminals come with, no field is the
// background, and no two that stand beside each other are the same. Where the 256 have
// nothing as quiet in a hue, added and removed lines stand on a grey.
func TestFieldsAreSeen(t *testing.T) {
	for _, c := range []struct {
		theme string
		back  color.RGBA
		want  [2][fields]string
	}{
		{ThemeDark, color.RGBA{0x16, 0x16, 0x1e, 255}, [2][fields]string{
			{"", "#21222b", "#2a2b35", "#2a3229", "#3f4d35", "#38242f", "#5a3340"},
			{"", "235", "236", "236", "22", "236", "52"}}},
		{ThemeDark, color.RGBA{0, 0, 0, 255}, [2][fields]string{
			{"", "#0d0e10", "#18191c", "#181f10", "#2f3e20", "#251215", "#4a232b"},
			{"", "233", "234", "234", "22", "234", "52"}}},
		{ThemeDark, color.RGBA{0, 0x2b, 0x36, 255}, [2][fields]string{
			{"", "#0d3540", "#183c48", "#18433e", "#2f5c46", "#253643", "#4a4250"},
			{"", "236", "237", "236", "22", "236", "52"}}},
		{ThemeLight, color.RGBA{0xff, 0xff, 0xff, 255}, [2][fields]string{
			{"", "#f0f1f2", "#e9eaec", "#e6efe6", "#c1d8c2", "#f6e5e4", "#e8bebc"},
			{"", "255", "254", "194", "151", "224", "181"}}},
		{ThemeLight, color.RGBA{0xfd, 0xf6, 0xe3, 255}, [2][fields]string{
			{"", "#eee9d9", "#e7e2d4", "#e4e7ce", "#bfd2ae", "#f4ddcb", "#e7b8a8"},
			{"", "254", "253", "194", "151", "224", "181"}}},
	} {
		theme, err := NewTheme(c.theme, Unicode())
		if err != nil {
			t.Fatal(err)
		}
		for i, few := range []bool{false, true} {
			th := theme.Upon(c.back, few)
			var got [fields]string
			for f := range fields {
				got[f] = th.Ground(f)
			}
			if got != c.want[i] {
				t.Errorf("%s on %v: fields %q, want %q", c.theme, c.back, got, c.want[i])
			}
		}
	}
}

// TestWithoutColoursThereIsNoField: nobody knows what the sixteen look like, and NO_COLOR
// has none.
func TestWithoutColoursThereIsNoField(t *testing.T) {
	for _, name := range []string{ThemeTerminal, ThemePlain} {
		theme, err := NewTheme(name, Unicode())
		if err != nil {
			t.Fatal(err)
		}
		if th := theme.Upon(color.Black, false); !reflect.DeepEqual(th, theme) || th.HasFields() {
			t.Errorf("%s has fields on black", name)
		}
		if got := theme.On(AddedWordField, "").Render("x"); got != "x" {
			t.Errorf("%s: a text on a field is %q", name, got)
		}
	}
}
