package export

import (
	"bytes"
	"encoding/base64"
	goimage "image"
	"image/png"
	"strings"
	"testing"

	"parley/store"
)

// TestImagesAreInThePage: those that are kept and are what they say, without metadata, as
// data; no other format holds them.
func TestImagesAreInThePage(t *testing.T) {
	var b bytes.Buffer
	if err := png.Encode(&b, goimage.NewGray(goimage.Rect(0, 0, 3, 2))); err != nil {
		t.Fatal(err)
	}
	kept := map[string][]byte{"good": append(bytes.Clone(b.Bytes()), "52.5N"...), "page": []byte("<html>")}
	var files []store.File
	for _, digest := range []string{"gone", "good", "page"} {
		files = append(files, store.File{Digest: digest, Name: digest + ".png", Type: "image/png", Bytes: 5})
	}
	files = append(files, store.File{Digest: "good", Name: "x", Type: "text/html", Bytes: 5})
	log := logOf(t, store.TurnStart{}, store.ChatRequest{Text: "look", Files: files})
	o := Options{Kept: func(digest string) ([]byte, bool) { data, ok := kept[digest]; return data, ok }}
	page := exported(t, "html", log, o)
	want := `<p><img alt="image 2" src="data:image/png;base64,` + base64.StdEncoding.EncodeToString(b.Bytes()) + `"></p>`
	if strings.Count(page, "<img") != 1 || !strings.Contains(page, want) || len(harmless(page)) > 0 {
		t.Errorf("%d images; %q", strings.Count(page, "<img"), harmless(page))
	}
	for _, format := range []string{"md", "json"} {
		if strings.Contains(exported(t, format, log, o), "base64") {
			t.Errorf("%s holds an image", format)
		}
	}
}
