package coordinator

import (
	"bytes"
	"encoding/json"
	"errors"
	"image"
	"image/png"
	"reflect"
	"testing"

	"parley/coordinator/tool"
	"parley/store"
)

func drawn(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 3, 2))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestImagesOfAResultAreKept: those that are images go with it, and what is none is told.
func TestImagesOfAResultAreKept(t *testing.T) {
	var got [][]byte
	keep := func(data []byte) (string, error) { got = append(got, data); return store.Digest(data), nil }
	files, content := keptImages(keep, tool.Success{Content: "here", Images: &tool.Images{All: []tool.Image{{Name: "image 1", Data: drawn(t)}, {Name: "image 2", Data: []byte("<svg/>")}}}})
	if len(files) != 1 || len(got) != 1 || files[0].Digest != store.Digest(got[0]) || files[0].Width != 3 || files[0].Height != 2 || files[0].Name != "image 1" || files[0].Type != "image/png" {
		t.Errorf("kept are %+v", files)
	}
	if want := "here\n[image 2 cannot be passed on: it is no PNG, JPEG, GIF or WebP image, whatever its name says]"; content != want {
		t.Errorf("got %q, want %q", content, want)
	}
	full := func([]byte) (string, error) { return "", errors.New("the disk is full") }
	if files, content = keptImages(full, tool.Success{Images: &tool.Images{All: []tool.Image{{Name: "image 1", Data: drawn(t)}}}}); files != nil || content != "\n[image 1 cannot be passed on: the disk is full]" {
		t.Errorf("got %+v, %q", files, content)
	}
}

// TestImagesGoWithTheResult, also where it waits to be released; withheld, they do not.
func TestImagesGoWithTheResult(t *testing.T) {
	files := []store.File{{Digest: store.Digest([]byte("x")), Name: "image 1", Type: "image/png", Bytes: 1, Width: 1, Height: 1}}
	s, run := serverStory(t)
	s.send(ToolDone{Key: run, Outcome: tool.Success{Content: "done"}, Files: files})
	if r, ok := s.disk[len(s.disk)-1].Body.(store.ToolCallResponse); !ok || !reflect.DeepEqual(r.Files, files) {
		t.Errorf("on record: %+v", s.disk[len(s.disk)-1].Body)
	}
	for outcome, want := range map[string][]store.File{store.PermitAllowed: files, store.PermitDenied: nil} {
		s := newStory(t, 1)
		s.begin(1)
		s.answerWith(t, "giver")
		s.send(ToolDone{Key: s.at(t, OfTool), Outcome: tool.Success{Content: "done"}, Files: files})
		s.send(Permitted{Key: s.at(t, OfUser), Outcome: outcome})
		r, ok := s.disk[len(s.disk)-1].Body.(store.ToolCallResponse)
		if raw, _ := json.Marshal(r.Files); !ok || !reflect.DeepEqual(r.Files, want) {
			t.Errorf("%s: %s", outcome, raw)
		}
	}
}
