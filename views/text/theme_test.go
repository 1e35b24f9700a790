package text

import (
	"math"
	"reflect"
	"strconv"
	"testing"
)

// TestTheTerminalsOwnColoursAreReadOnBlackAndWhite: nobody knows what lies behind
// the theme of sixteen colours. The measure is the contrast ratio of WCAG with
// the colours that xterm has unless it is told otherwise; 2.1 is that of the green
// which everybody draws additions with.
func TestTheTerminalsOwnColoursAreReadOnBlackAndWhite(t *testing.T) {
	xterm := map[int][3]float64{
		0: {}, 1: {205, 0, 0}, 2: {0, 205, 0}, 3: {205, 205, 0}, 4: {0, 0, 238}, 5: {205, 0, 205}, 6: {0, 205, 205}, 7: {229, 229, 229},
		8: {127, 127, 127}, 9: {255, 0, 0}, 10: {0, 255, 0}, 11: {255, 255, 0}, 12: {92, 92, 255}, 13: {255, 0, 255}, 14: {0, 255, 255}, 15: {255, 255, 255},
	}
	contrast := func(a, b float64) float64 { return (max(a, b) + 0.05) / (min(a, b) + 0.05) }
	p, err := paletteOf(ThemeTerminal)
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for field, value := range reflect.ValueOf(p).Fields() {
		if value.String() == "" {
			continue
		}
		n, err := strconv.Atoi(value.String())
		rgb, ok := xterm[n]
		if err != nil || !ok {
			t.Errorf("%s is %q, none of the sixteen", field.Name, value)
			continue
		}
		light := luminance(rgb)
		if black, white := contrast(light, 0), contrast(light, 1); min(black, white) < 2.1 {
			t.Errorf("%s: colour %d has a contrast of %.1f on black and %.1f on white", field.Name, n, black, white)
		}
		checked++
	}
	if checked < 10 {
		t.Errorf("only %d colours were looked at", checked)
	}
}

func luminance(rgb [3]float64) float64 {
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		c := rgb[i] / 255
		if c <= 0.03928 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}
