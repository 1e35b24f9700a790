package main

import (
	"image"
	"image/color"
	"image/png"
	"io"
	"maps"
	"slices"
)

// colours is how many a small picture has: enough for the edges of letters.
const colours = 64

// small writes a picture with few colours: its most frequent ones, and for others the
// nearest of these.
func small(w io.Writer, img *image.RGBA) error {
	count := map[color.RGBA]int{}
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			count[img.RGBAAt(x, y)]++
		}
	}
	few := frequent(count, colours)
	nearest := map[color.RGBA]uint8{}
	for c := range count {
		nearest[c] = uint8(few.Index(c))
	}
	out := image.NewPaletted(img.Rect, few)
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			out.SetColorIndex(x, y, nearest[img.RGBAAt(x, y)])
		}
	}
	return (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(w, out)
}

// frequent are the most frequent of the colours that are counted.
func frequent(count map[color.RGBA]int, most int) color.Palette {
	all := slices.SortedFunc(maps.Keys(count), func(a, b color.RGBA) int {
		if n := count[b] - count[a]; n != 0 {
			return n
		}
		return slices.Compare([]uint8{a.R, a.G, a.B}, []uint8{b.R, b.G, b.B})
	})
	var few color.Palette
	for _, c := range all[:min(most, len(all))] {
		few = append(few, c)
	}
	return few
}
