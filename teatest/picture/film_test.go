package main

import (
	"image"
	"image/color"
	"image/gif"
	"os"
	"path/filepath"
	"testing"
)

// TestAFilmKeepsItsColours: a rare colour is not lost among the shades of a frequent one, each
// frame stands as long as it should, and only what changed is written again.
func TestAFilmKeepsItsColours(t *testing.T) {
	shades := func(at image.Point) *image.RGBA {
		img := image.NewRGBA(image.Rect(0, 0, 400, 200))
		for i := range img.Rect.Dx() * img.Rect.Dy() {
			grey := uint8(i / 320)
			img.SetRGBA(i%400, i/400, color.RGBA{grey, grey, grey, 255})
		}
		for x := range 8 {
			for y := range 8 {
				img.SetRGBA(at.X+x, at.Y+y, color.RGBA{0, 0, 255, 255})
			}
		}
		return img
	}
	var f film
	f.add(shades(image.Pt(100, 100)), 1.5)
	f.add(shades(image.Pt(120, 100)), 0.25)
	f.add(shades(image.Pt(120, 100)), 2)
	path := filepath.Join(t.TempDir(), "film.gif")
	if err := f.write(path); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	got, err := gif.DecodeAll(file)
	if err != nil || len(got.Image) != 3 {
		t.Fatalf("%v, %d frames", err, len(got.Image))
	}
	if got.Delay[0] != 150 || got.Delay[1] != 25 || got.Delay[2] != 200 {
		t.Errorf("they stand for %v hundredths", got.Delay)
	}
	if c := color.RGBAModel.Convert(got.Image[0].At(52, 52)).(color.RGBA); c.B < 200 || c.R > 60 {
		t.Errorf("blue became %v", c)
	}
	for i, want := range []int{200, 16, 1} {
		if w := got.Image[i].Rect.Dx(); w > want || w < want-8 && i != 2 {
			t.Errorf("frame %d is %d wide, want about %d", i, w, want)
		}
	}
}
