package main

import (
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"os"
	"slices"

	scale "golang.org/x/image/draw"
)

// film is a moving picture in the making: its frames at half their size, each for as long as
// it stands, in hundredths of a second.
type film struct {
	frames []*image.RGBA
	stands []int
}

// most is how many colours a film has, and apart how much two of them differ at least: so
// that a rare colour is among them, and not each shade of the edges of letters.
const (
	most  = 96
	apart = 28
)

func (f *film) add(img *image.RGBA, seconds float64) {
	half := image.NewRGBA(image.Rect(0, 0, img.Rect.Dx()/2, img.Rect.Dy()/2))
	scale.BiLinear.Scale(half, half.Rect, img, img.Rect, draw.Src, nil)
	f.frames, f.stands = append(f.frames, half), append(f.stands, int(seconds*100))
}

// write writes the file: the first frame whole, and of the others the part that changed.
func (f *film) write(path string) error {
	few := f.palette()
	out := gif.GIF{LoopCount: 0}
	nearest := map[color.RGBA]uint8{}
	for i, img := range f.frames {
		part := img.Rect
		if i > 0 {
			part = changed(f.frames[i-1], img)
		}
		frame := image.NewPaletted(part, few)
		for y := part.Min.Y; y < part.Max.Y; y++ {
			for x := part.Min.X; x < part.Max.X; x++ {
				c := img.RGBAAt(x, y)
				at, known := nearest[c]
				if !known {
					at = uint8(few.Index(c))
					nearest[c] = at
				}
				frame.SetColorIndex(x, y, at)
			}
		}
		out.Image, out.Delay, out.Disposal = append(out.Image, frame), append(out.Delay, f.stands[i]), append(out.Disposal, gif.DisposalNone)
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(gif.EncodeAll(file, &out), file.Close())
}

// palette is the most frequent colours of all frames that can be told apart.
func (f *film) palette() color.Palette {
	count := map[color.RGBA]int{}
	for _, img := range f.frames {
		for y := range img.Rect.Dy() {
			for x := range img.Rect.Dx() {
				count[img.RGBAAt(x, y)]++
			}
		}
	}
	var few color.Palette
	for _, c := range frequent(count, len(count)) {
		near := slices.ContainsFunc(few, func(o color.Color) bool { return distance(c.(color.RGBA), o.(color.RGBA)) < apart })
		if !near && len(few) < most {
			few = append(few, c)
		}
	}
	return few
}

// distance is how much two colours differ, over all channels.
func distance(a, b color.RGBA) int {
	sum := 0
	for _, d := range [3]int{int(a.R) - int(b.R), int(a.G) - int(b.G), int(a.B) - int(b.B)} {
		sum += max(d, -d)
	}
	return sum
}

// changed is the rectangle in which two pictures of one size differ, at least one point.
func changed(a, b *image.RGBA) image.Rectangle {
	var out image.Rectangle
	for y := range b.Rect.Dy() {
		row := b.Rect.Dx() * 4
		was, is := a.Pix[y*a.Stride:][:row], b.Pix[y*b.Stride:][:row]
		if slices.Equal(was, is) {
			continue
		}
		for x := range b.Rect.Dx() {
			if a.RGBAAt(x, y) != b.RGBAAt(x, y) {
				out = out.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	if out.Empty() {
		return image.Rect(0, 0, 1, 1)
	}
	return out
}
