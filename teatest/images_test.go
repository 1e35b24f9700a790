package teatest

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"parley/providers/script"
	"parley/teatest/fakeserver/server"
)

// position is what an image must never tell.
const position = "52.5200N 13.4050E, by Ann"

// photos are images of each type that say where they were taken, wherever their format
// has room for that.
func photos(t *testing.T) map[string]string {
	var p, j, g bytes.Buffer
	m := image.NewPaletted(image.Rect(0, 0, 40, 30), color.Palette{color.Black, color.White})
	for i := range m.Pix {
		m.Pix[i] = uint8(i*7%3) % 2
	}
	for _, err := range []error{png.Encode(&p, m), jpeg.Encode(&j, m, nil), gif.Encode(&g, m, nil)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	chunk := func(name string) string {
		b := binary.BigEndian.AppendUint32(nil, uint32(len(position)))
		return string(binary.BigEndian.AppendUint32(append(append(b, name...), position...), crc32.ChecksumIEEE([]byte(name+position))))
	}
	segment := func(m byte, body string) string {
		return string(binary.BigEndian.AppendUint16([]byte{0xff, m}, uint16(len(body)+2))) + body
	}
	head, comment := 33, "\x21\xfe"+string(rune(len(position)))+position+"\x00"
	palette := 13 + 3*2
	return map[string]string{
		"shot.png":   p.String()[:head] + chunk("tEXt") + chunk("iTXt") + chunk("eXIf") + p.String()[head:] + position,
		"photo.jpg":  "\xff\xd8" + segment(0xe1, "Exif\x00\x00"+position) + segment(0xe1, "http://ns.adobe.com/xap/1.0/\x00"+position) + segment(0xed, position) + segment(0xfe, position) + j.String()[2:] + position,
		"motion.gif": g.String()[:palette] + comment + g.String()[palette:] + position,
	}
}

// TestWhereAnImageWasTakenStaysHere: neither the server nor what is saved nor an export is
// told more of an image than what it shows.
func TestWhereAnImageWasTakenStaysHere(t *testing.T) {
	t.Parallel()
	scenario, err := script.Parse("eyes.toml", []byte("about = \"Eyes\"\n[[answer]]\ntext = \"I see.\"\n[[answer]]\ntext = \"Still.\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	s := server.Start(t, scenario)
	p := NewPlace(t)
	for name, data := range photos(t) {
		p.Write(name, data)
		if !strings.Contains(data, position) {
			t.Fatal("the original says nothing")
		}
	}
	p.Env = append(p.Env, "PARLEY_PROVIDERS__LLM__FAKE__BASE_URL="+s.URL, "PARLEY_ASSISTANT__MODEL__ID=fake/eyes")
	x := p.Open(100, 30)
	x.WaitFor("Ask, or / for commands")
	x.Type("Compare @shot.png with @photo.jpg and @motion.gif please\n")
	x.WaitFor("[image 1: shot.png, 40×30", "[image 2: photo.jpg, 40×30", "[image 3: motion.gif, 40×30", "I see.")
	x.Type("Again\n") // they go to the server once more
	x.WaitFor("Still.")
	leave(t, x)

	sent := 0
	for _, r := range s.Requests() {
		if bytes.Contains(r.Body, []byte(position)) {
			t.Errorf("a request says it plainly")
		}
		for _, url := range regexp.MustCompile(`data:image/[a-z]+;base64,([^"\\]+)`).FindAllSubmatch(r.Body, -1) {
			silent(t, "a request", url[1])
			sent++
		}
	}
	if sent < 6 {
		t.Errorf("%d images were sent", sent)
	}
	kept := 0
	err = filepath.WalkDir(p.Home, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || strings.HasPrefix(path, p.Dir+string(filepath.Separator)) {
			return err
		}
		data, err := os.ReadFile(path)
		if bytes.Contains(data, []byte(position)) {
			t.Errorf("%s says it", path)
		}
		if filepath.Base(filepath.Dir(path)) == "files" {
			kept++
		}
		return err
	})
	if err != nil || kept != 3 {
		t.Errorf("%d images are kept, %v", kept, err)
	}
	id := p.Conversations()[0]
	out := p.Run("export", "--format", "html", id)
	shown := regexp.MustCompile(`src="data:image/[a-z]+;base64,([^"]+)"`).FindAllStringSubmatch(out.Out, -1)
	for _, url := range shown {
		silent(t, "the page", []byte(url[1]))
	}
	if out.Status != 0 || len(shown) != 3 || strings.Contains(out.Out, position) {
		t.Errorf("%d images are shown, status %d, %s", len(shown), out.Status, out.Err)
	}
}

// silent checks that an image says nothing but what it shows.
func silent(t *testing.T, where string, coded []byte) {
	t.Helper()
	data, err := base64.StdEncoding.DecodeString(string(coded))
	if err != nil {
		t.Fatal(err)
	}
	if m, _, err := image.Decode(bytes.NewReader(data)); err != nil || m.Bounds().Dx() != 40 {
		t.Errorf("%s holds an image that is none: %v", where, err)
	}
	for _, word := range []string{position, "Exif", "eXIf", "tEXt", "iTXt", "ns.adobe.com"} {
		if bytes.Contains(data, []byte(word)) {
			t.Errorf("%s holds an image with %q", where, word)
		}
	}
}
