// Package picture checks images before they are kept, sent or exported, and removes
// what they say about where they come from. It reads their structure only: no pixel is
// decoded, so an image that promises billions of them costs nothing.
package picture

import (
	"bytes"
	"errors"
	"fmt"
)

// Limits of one image, and of one message.
const (
	MaxBytes  = 5_000_000
	MaxPixels = 40_000_000
	MaxFrames = 500
	Most      = 20 // images of a message
)

// Picture is an image that may be kept: its bytes hold the picture and nothing else.
type Picture struct {
	Type          string // such as image/png
	Width, Height int
	Data          []byte
}

// Errors of Read.
var (
	ErrNoImage = errors.New("it is no PNG, JPEG, GIF or WebP image, whatever its name says")
	ErrBytes   = fmt.Errorf("it is larger than %d MB; make it smaller first", MaxBytes/1_000_000)
	ErrPixels  = fmt.Errorf("it has more than %d million pixels; make it smaller first", MaxPixels/1_000_000)
	ErrFrames  = fmt.Errorf("it has more than %d frames; take one of them", MaxFrames)
	errBroken  = errors.New("it is damaged or cut off; save it again")
)

// TypeOf is the type that the first bytes of a file indicate, "" for anything but an
// accepted image.
func TypeOf(data []byte) string {
	switch {
	case bytes.HasPrefix(data, []byte(pngHead)):
		return "image/png"
	case bytes.HasPrefix(data, []byte{0xff, 0xd8, 0xff}):
		return "image/jpeg"
	case bytes.HasPrefix(data, []byte("GIF87a")), bytes.HasPrefix(data, []byte("GIF89a")):
		return "image/gif"
	case len(data) >= 12 && string(data[:4]) == "RIFF" && string(data[8:12]) == "WEBP":
		return "image/webp"
	}
	return ""
}

// Read checks an image and returns it without its metadata.
func Read(data []byte) (Picture, error) {
	if len(data) > MaxBytes {
		return Picture{}, ErrBytes
	}
	p := Picture{Type: TypeOf(data)}
	read, known := map[string]func([]byte) (image, error){"image/png": readPNG, "image/jpeg": readJPEG, "image/gif": readGIF, "image/webp": readWebP}[p.Type]
	if !known {
		return Picture{}, ErrNoImage
	}
	i, err := read(data)
	switch {
	case err != nil:
		return Picture{}, err
	case i.width <= 0 || i.height <= 0:
		return Picture{}, errBroken
	case i.width > MaxPixels/i.height:
		return Picture{}, ErrPixels
	case i.frames > MaxFrames:
		return Picture{}, ErrFrames
	}
	p.Width, p.Height, p.Data = i.width, i.height, i.out
	return p, nil
}

// image is what was found in an image.
type image struct {
	width, height int
	frames        int
	out           []byte // what is kept
}

// reader takes bytes off the beginning of data. It remembers if there were too few.
type reader struct {
	data []byte
	bad  bool
}

//go:noinline
func (r *reader) take(n int) []byte {
	if n < 0 || n > len(r.data) {
		r.bad = true
		return make([]byte, min(max(n, 0), 16))
	}
	head := r.data[:n:n]
	r.data = r.data[n:]
	return head
}
