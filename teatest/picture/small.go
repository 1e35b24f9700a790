package main

import (
	"image"
	"image/color"
	"image/png"
	"io"
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
	all := make([]color.RGBA, 0, len(count))
	for c := range count {
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b color.RGBA) int {
		if n := count[b] - count[a]; n != 0 {
			return n
		}
		return slices.Compare([]uint8{a.R, a.G, a.B}, []uint8{b.R, b.G, b.B})
	})
	var few color.Palette
	for _, c := range all[:min(colours, len(all))] {
		few = append(few, c)
	}
	nearest := map[color.RGBA]uint8{}
	for _, c := range all {
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
