package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	goimage "image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/image/webp"
)

const secret = "52.5200N 13.4050E taken by Ann"

// scene is a colourful image.
func scene(w, h int) *goimage.Paletted {
	m := goimage.NewPaletted(goimage.Rect(0, 0, w, h), color.Palette{color.Black, color.White, color.RGBA{R: 200, A: 255}, color.RGBA{B: 99, A: 255}})
	for i := range m.Pix {
		m.Pix[i] = uint8(i*7%11) % 4
	}
	return m
}

func chunk(name, body string) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	b = append(append(b, name...), body...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE([]byte(name+body)))
}

// pngWith is a PNG with more chunks after its header.
func pngWith(t testing.TB, more ...[]byte) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, scene(33, 21)); err != nil {
		t.Fatal(err)
	}
	head := len(pngHead) + 25
	return append(append(bytes.Clone(b.Bytes()[:head]), bytes.Join(more, nil)...), b.Bytes()[head:]...)
}

func segment(m byte, body string) []byte {
	return append(binary.BigEndian.AppendUint16([]byte{0xff, m}, uint16(len(body)+2)), body...)
}

// jpegWith is a JPEG with more segments at its beginning.
func jpegWith(t testing.TB, more ...[]byte) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, scene(33, 21), nil); err != nil {
		t.Fatal(err)
	}
	return append(append([]byte{0xff, 0xd8}, bytes.Join(more, nil)...), b.Bytes()[2:]...)
}

// gifWith is an animation with more blocks before its first frame.
func gifWith(t testing.TB, frames int, more ...[]byte) []byte {
	t.Helper()
	g := gif.GIF{}
	for range frames {
		g.Image, g.Delay = append(g.Image, scene(33, 21)), append(g.Delay, 1)
	}
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, &g); err != nil {
		t.Fatal(err)
	}
	data := b.Bytes()
	head := 13 + table(data[10])
	return append(append(bytes.Clone(data[:head]), bytes.Join(more, nil)...), data[head:]...)
}

func extension(label byte, blocks ...string) []byte {
	b := []byte{0x21, label}
	for _, x := range blocks {
		b = append(append(b, byte(len(x))), x...)
	}
	return append(b, 0)
}

func riff(chunks ...string) []byte {
	body := "WEBP" + strings.Join(chunks, "")
	return append(binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(len(body))), body...)
}

func part(name, body string) string {
	s := name + string(binary.LittleEndian.AppendUint32(nil, uint32(len(body)))) + body
	if len(body)%2 == 1 {
		s += "\x00"
	}
	return s
}

// lossless is a picture of one colour, 1 by 1.
const lossless = "\x2f\x00\x00\x00\x10\x07\x10\x11\x11\x88\x88\x08\x00"

// TestReadTakesTheMetadataAway, and leaves the picture as it was.
func TestReadTakesTheMetadataAway(t *testing.T) {
	for name, c := range map[string]struct {
		data       []byte
		kind       string
		w, h, less int
		decode     func(*bytes.Reader) (any, error)
	}{
		"png": {pngWith(t, chunk("tEXt", "Place\x00"+secret), chunk("eXIf", secret), chunk("tIME", secret[:7]), chunk("iCCP", secret), chunk("prVt", secret)), "image/png", 33, 21, 5*12 + 6 + 4*len(secret) + 7,
			func(r *bytes.Reader) (any, error) { return png.Decode(r) }},
		"png, something behind it": {append(pngWith(t), secret...), "image/png", 33, 21, len(secret), func(r *bytes.Reader) (any, error) { return png.Decode(r) }},
		"jpeg": {jpegWith(t, segment(0xe1, "Exif\x00\x00"+secret), segment(0xed, secret), segment(0xe2, secret), segment(0xfe, secret), segment(0xe0, "JFXX\x00"+secret)), "image/jpeg", 33, 21, 5*4 + 6 + 5 + 5*len(secret),
			func(r *bytes.Reader) (any, error) { return jpeg.Decode(r) }},
		"jpeg, a thumbnail":         {jpegWith(t, segment(0xe0, "JFIF\x00\x01\x02\x00\x00\x01\x00\x01\x03\x03"+secret[:27])), "image/jpeg", 33, 21, 27, func(r *bytes.Reader) (any, error) { return jpeg.Decode(r) }},
		"jpeg, something behind it": {append(jpegWith(t), secret...), "image/jpeg", 33, 21, len(secret), func(r *bytes.Reader) (any, error) { return jpeg.Decode(r) }},
		"gif": {gifWith(t, 3, extension(0xfe, secret), extension(0xff, "XMP DataXMP", secret), extension(0x01, strings.Repeat("x", 12), secret)), "image/gif", 33, 21, 4 + 5 + 11 + 5 + 12 + 3*len(secret),
			func(r *bytes.Reader) (any, error) { return gif.DecodeAll(r) }},
		"webp": {riff(part("VP8X", "\x2c\x00\x00\x00\x00\x00\x00\x00\x00\x00"), part("ICCP", secret), part("VP8L", lossless), part("EXIF", secret), part("XMP ", secret), part("abcd", secret)), "image/webp", 1, 1, 4 * (8 + len(secret)),
			func(r *bytes.Reader) (any, error) { return webp.Decode(r) }},
	} {
		p, err := Read(c.data)
		if err != nil || p.Type != c.kind || p.Width != c.w || p.Height != c.h {
			t.Errorf("%s: %s, %d by %d, %v", name, p.Type, p.Width, p.Height, err)
			continue
		}
		if bytes.Contains(p.Data, []byte(secret[:7])) || len(p.Data) != len(c.data)-c.less {
			t.Errorf("%s: %d of %d bytes are kept, %d fewer were wanted", name, len(p.Data), len(c.data), c.less)
		}
		before, err1 := c.decode(bytes.NewReader(c.data))
		after, err2 := c.decode(bytes.NewReader(p.Data))
		if err1 != nil || err2 != nil || !reflect.DeepEqual(before, after) {
			t.Errorf("%s: it is another picture: %v, %v", name, err1, err2)
		}
	}
}

// TestWhatIsKeptOfAnAnimation: its frames, their times, and how often they are repeated.
func TestWhatIsKeptOfAnAnimation(t *testing.T) {
	data := gifWith(t, 4)
	if p, err := Read(data); err != nil || !bytes.Equal(p.Data, data) || !bytes.Contains(data, []byte("NETSCAPE2.0")) {
		t.Errorf("%d of %d bytes, %v", len(p.Data), len(data), err)
	}
	frame := "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00"
	data = riff(part("VP8X", "\x02\x00\x00\x00\x00\x00\x00\x00\x00\x00"), part("ANIM", "123456"), part("ANMF", frame+part("VP8L", lossless)), part("ANMF", frame+part("VP8L", lossless)))
	if p, err := Read(data); err != nil || !bytes.Equal(p.Data, data) {
		t.Errorf("%d of %d bytes, %v", len(p.Data), len(data), err)
	}
}

// TestWhatIsNoImage, or too large a one, is refused before anything is decoded.
func TestWhatIsNoImage(t *testing.T) {
	size := func(data []byte, at int, w, h uint32) []byte {
		data = bytes.Clone(data)
		binary.BigEndian.PutUint32(data[at:], w)
		binary.BigEndian.PutUint32(data[at+4:], h)
		binary.BigEndian.PutUint32(data[at+13:], crc32.ChecksumIEEE(data[at-4:at+13]))
		return data
	}
	frame := "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00"
	extended := part("VP8X", "\x02\x00\x00\x00\x00\x00\x00\x00\x00\x00")
	for name, c := range map[string]struct {
		data []byte
		want error
	}{
		"nothing":                    {nil, ErrNoImage},
		"a page":                     {[]byte("<html><img src=x>"), ErrNoImage},
		"a drawing":                  {[]byte(`<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>`), ErrNoImage},
		"a bitmap":                   {[]byte("BM12345678901234567890"), ErrNoImage},
		"many bytes":                 {make([]byte, MaxBytes+1), ErrBytes},
		"a png bomb":                 {size(pngWith(t), 16, 50_000, 50_000), ErrPixels},
		"a png of 2^32":              {size(pngWith(t), 16, 1<<32-1, 1<<32-1), ErrPixels},
		"a png of nothing":           {size(pngWith(t), 16, 0, 5), errBroken},
		"a png of wrong sums":        {append(bytes.Clone(pngWith(t)[:20]), make([]byte, 50)...), errBroken},
		"a png that is cut":          {pngWith(t)[:60], errBroken},
		"a png without a header":     {append([]byte(pngHead), chunk("IEND", "")...), errBroken},
		"a png of 10,000 frames":     {pngWith(t, chunk("acTL", "12345678"), bytes.Repeat(chunk("fcTL", strings.Repeat("x", 26)), 10_000)), ErrFrames},
		"a jpeg that is cut":         {jpegWith(t)[:300], errBroken},
		"a jpeg without a picture":   {[]byte{0xff, 0xd8, 0xff, 0xd9}, errBroken},
		"a jpeg bomb":                {jpegWith(t, segment(0xc0, "\x08\xff\xff\xff\xff\x03")), errBroken}, // it has two sizes
		"a large jpeg":               {append(append([]byte{0xff, 0xd8}, segment(0xc0, "\x08\xff\xff\xff\xff\x03")...), append(segment(0xda, "x"), 0xff, 0xd9)...), ErrPixels},
		"a gif that is cut":          {gifWith(t, 1)[:40], errBroken},
		"a gif of 10,000 frames":     {gifWith(t, 501), ErrFrames},
		"a gif out of its frame":     {[]byte("GIF89a\x01\x00\x01\x00\x00\x00\x00\x2c\x00\x00\x00\x00\x02\x00\x02\x00\x00\x02\x00\x3b"), errBroken},
		"a gif of nothing":           {[]byte("GIF89a\x01\x00\x01\x00\x00\x00\x00\x3b"), errBroken},
		"a webp that is cut":         {riff(part("VP8L", lossless))[:18], errBroken},
		"a webp of nothing":          {riff(), errBroken},
		"a webp bomb":                {riff(part("VP8X", "\x00\x00\x00\x00\xff\xff\xff\xff\xff\xff"), part("VP8L", lossless)), ErrPixels},
		"a webp out of its frame":    {riff(extended, part("ANMF", "\x01"+frame[1:]+part("VP8L", lossless))), errBroken},
		"a webp with more in frames": {riff(extended, part("ANMF", frame+part("EXIF", secret)+part("VP8L", lossless))), errBroken},
		"a webp of 501 frames":       {riff(extended, strings.Repeat(part("ANMF", frame+part("VP8L", lossless)), 501)), ErrFrames},
	} {
		if p, err := Read(c.data); !errors.Is(err, c.want) || !reflect.DeepEqual(p, Picture{}) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	for err, want := range map[error]string{
		ErrNoImage: "it is no PNG, JPEG, GIF or WebP image, whatever its name says", ErrBytes: "it is larger than 5 MB; make it smaller first",
		ErrPixels: "it has more than 40 million pixels; make it smaller first", ErrFrames: "it has more than 500 frames; take one of them",
		errBroken: "it is damaged or cut off; save it again",
	} {
		if fmt.Sprint(err) != want {
			t.Errorf("got %q, want %q", err, want)
		}
	}
}

// FuzzRead: whatever the bytes are, what is kept is no longer, has the same type and size,
// and reading it again removes nothing.
func FuzzRead(f *testing.F) {
	f.Add(pngWith(f, chunk("tEXt", secret)))
	f.Add(jpegWith(f, segment(0xe1, secret)))
	f.Add(gifWith(f, 2, extension(0xfe, secret)))
	f.Add(riff(part("VP8X", "\x2c\x00\x00\x00\x00\x00\x00\x00\x00\x00"), part("VP8L", lossless), part("EXIF", secret)))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := Read(data)
		if err != nil {
			return
		}
		again, err := Read(p.Data)
		if err != nil || !reflect.DeepEqual(p, again) || p.Type != TypeOf(data) || len(p.Data) > len(data)+1 {
			t.Fatalf("%d bytes of %d, %s, %d by %d; again %v", len(p.Data), len(data), p.Type, p.Width, p.Height, err)
		}
		known := map[string]func() (goimage.Config, error){
			"image/png":  func() (goimage.Config, error) { return png.DecodeConfig(bytes.NewReader(data)) },
			"image/gif":  func() (goimage.Config, error) { return gif.DecodeConfig(bytes.NewReader(data)) },
			"image/jpeg": func() (goimage.Config, error) { return jpeg.DecodeConfig(bytes.NewReader(data)) },
		}[p.Type]
		if known == nil {
			return
		}
		if c, err := known(); err == nil && (c.Width != p.Width || c.Height != p.Height) {
			t.Fatalf("%d by %d, but a decoder sees %d by %d", p.Width, p.Height, c.Width, c.Height)
		}
	})
}

// TestNothingHidesInWhatIsKept: the kept segments end where their contents end.
func TestNothingHidesInWhatIsKept(t *testing.T) {
	var plain bytes.Buffer
	if err := jpeg.Encode(&plain, goimage.NewGray(goimage.Rect(0, 0, 4, 4)), nil); err != nil {
		t.Fatal(err)
	}
	adobe, extension := "\xff\xee\x00\x14Adobe\x00d\x00\x00\x00\x00\x01secret", "\xff\xf5\x00\x08secret"
	p, err := Read([]byte("\xff\xd8" + adobe + extension + plain.String()[2:]))
	if err != nil {
		t.Fatal(err)
	}
	if want := "\xff\xd8\xff\xee\x00\x0eAdobe\x00d\x00\x00\x00\x00\x01" + plain.String()[2:]; string(p.Data) != want {
		t.Errorf("kept is %q", p.Data)
	}
}

// TestNothingHidesInAPNG: a kept chunk occurs once, in its place, and is no longer than it may
// be.
func TestNothingHidesInAPNG(t *testing.T) {
	plain := pngWith(t) // indexed, of four colours, two bits each
	at := bytes.Index(plain, []byte("PLTE")) - 4
	palette := plain[at : at+12+12]
	behind := at + len(palette)
	var b bytes.Buffer
	if err := png.Encode(&b, goimage.NewNRGBA(goimage.Rect(0, 0, 3, 2))); err != nil {
		t.Fatal(err)
	}
	full := b.Bytes() // of colours of its own
	wrong := func(c []byte) []byte {
		c = bytes.Clone(c)
		c[len(c)-1] ^= 1
		return c
	}
	put := func(data []byte, at int, more ...[]byte) []byte {
		return slices.Concat(data[:at], bytes.Join(more, nil), data[at:])
	}
	long := strings.Repeat("x", 40)
	end := len(plain) - 12
	for name, c := range map[string]struct{ data, want []byte }{
		"all that is legal": {put(put(plain, behind, chunk("tRNS", "\x00\x80"), chunk("bKGD", "\x01")), len(pngHead)+25, chunk("gAMA", "\x00\x00\xb1\x8f"), chunk("sRGB", "\x00"), chunk("sBIT", "\x08\x08\x08"), chunk("cHRM", long[:32])),
			put(put(plain, behind, chunk("tRNS", "\x00\x80"), chunk("bKGD", "\x01")), len(pngHead)+25, chunk("gAMA", "\x00\x00\xb1\x8f"), chunk("sRGB", "\x00"), chunk("sBIT", "\x08\x08\x08"), chunk("cHRM", long[:32]))},
		"too long":            {put(plain, behind, chunk("gAMA", long), chunk("cHRM", long), chunk("sRGB", long), chunk("sBIT", long), chunk("bKGD", long), chunk("tRNS", long), chunk("acTL", long)), plain},
		"too short":           {put(plain, behind, chunk("gAMA", ""), chunk("cHRM", "x"), chunk("sRGB", ""), chunk("sBIT", "x"), chunk("bKGD", ""), chunk("tRNS", "")), plain},
		"twice":               {put(plain, behind, chunk("gAMA", "abcd"), chunk("gAMA", "efgh"), palette), put(plain, behind, chunk("gAMA", "abcd"))},
		"behind the picture":  {put(plain, end, chunk("gAMA", "abcd"), chunk("bKGD", "x"), palette, chunk("tRNS", "x"), chunk("acTL", long[:8])), plain},
		"no animation":        {put(plain, end, chunk("fcTL", long[:26]), chunk("fdAT", long)), plain},
		"an animation":        {put(put(plain, end, chunk("fdAT", long), chunk("fdAT", "1234")), behind, chunk("acTL", long[:8]), chunk("fcTL", long[:26]), chunk("fcTL", long)), put(put(plain, end, chunk("fdAT", long)), behind, chunk("acTL", long[:8]), chunk("fcTL", long[:26]))},
		"a body of the end":   {append(bytes.Clone(plain[:end]), chunk("IEND", long)...), plain},
		"wrong sums":          {put(plain, behind, wrong(chunk("iCCP", long)), wrong(chunk("tEXt", long)), wrong(chunk("prVt", long)), wrong(chunk("gAMA", "abcd"))), plain},
		"a wrong sum, at end": {append(bytes.Clone(plain[:end]), wrong(chunk("IEND", ""))...), plain},
		"no palette":          {put(full, len(pngHead)+25, chunk("PLTE", long[:39]), chunk("tRNS", "123456"), chunk("sBIT", "1234"), chunk("bKGD", "123456")), put(full, len(pngHead)+25, chunk("sBIT", "1234"), chunk("bKGD", "123456"))},
		"wrong sum of a part": {put(plain, behind, wrong(chunk("tRNS", "\x00"))), nil},
		"too large a palette": {append(append(bytes.Clone(plain[:at]), chunk("PLTE", long[:15])...), plain[behind:]...), nil},
		"too long a header":   {append(append([]byte(pngHead), chunk("IHDR", string(plain[16:29])+"x")...), plain[at:]...), nil},
		"no picture":          {append(bytes.Clone(plain[:behind]), pngEnd...), nil},
		"unknown colours":     {append(append([]byte(pngHead), chunk("IHDR", string(plain[16:25])+"\x05\x00\x00\x00")...), plain[at:]...), nil},
	} {
		p, err := Read(c.data)
		if !bytes.Equal(p.Data, c.want) || (err == nil) != (c.want != nil) || c.want == nil && !errors.Is(err, errBroken) {
			t.Errorf("%s: %q, %v, want %q", name, p.Data, err, c.want)
		}
	}
}
