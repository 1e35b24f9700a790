package coordinator

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"parley/providers"
	"parley/store"
	"parley/store/picture"
)

const (
	aPNG  = "\x89PNG\r\n\x1a\n the rest"
	aJPEG = "\xff\xd8\xff the rest"
)

func fileOf(name, kind, data string) store.File {
	return store.File{Digest: store.Digest([]byte(data)), Name: name, Type: kind, Bytes: int64(len(data)), Width: 4, Height: 3}
}

// TestImagesGoWithTheirMessage: those that exist and are what the record says. Any other
// is named, with the reason.
func TestImagesGoWithTheirMessage(t *testing.T) {
	large := aPNG + strings.Repeat("x", picture.MaxBytes)
	kept := keptOf(aPNG, aJPEG, "<html>", large)
	log := logOf(t, store.ChatRequest{Text: "look\n", Files: []store.File{
		fileOf("a.png", "image/png", aPNG), fileOf("b.jpg", "image/jpeg", aJPEG), fileOf("c.png", "image/png", "gone"),
		fileOf("d.png", "image/png", "<html>"), fileOf("e.jpg", "image/jpeg", aPNG), fileOf("f", "", aPNG), fileOf("g.png", "image/png", large),
		{Digest: "../../../etc/passwd", Name: "h.png", Type: "image/png", Bytes: 5},
	}})
	const gone = ": missing from the record"
	want := "look\n\n[image 1: a.png, 4×3, 17 bytes]\n[image 2: b.jpg, 4×3, 12 bytes]\n[image 3: c.png, 4×3, 4 bytes]" + gone +
		"\n[image 4: d.png, 4×3, 6 bytes]" + gone + "\n[image 5: e.jpg, 4×3, 17 bytes]" + gone + "\n[file 6: f, 4×3, 17 bytes]" + gone +
		"\n[image 7: g.png, 4×3, 5.0 MB]" + gone + "\n[image 8: h.png, 5 bytes]" + gone
	got := seen{log: log, files: kept}.request(Model{ID: "m/a"}).Messages
	images := []providers.Image{{Type: "image/png", Data: []byte(aPNG), Width: 4, Height: 3}, {Type: "image/jpeg", Data: []byte(aJPEG), Width: 4, Height: 3}}
	if len(got) != 1 || got[0].Text != want || !reflect.DeepEqual(got[0].Images, images) {
		t.Errorf("got %q with %d images\nwant %q", got[0].Text, len(got[0].Images), want)
	}
	log = logOf(t, store.ChatRequest{Text: "look", Files: []store.File{fileOf("a.png", "image/png", aPNG)}})
	got = seen{log: log, files: kept}.request(Model{ID: "m/a", NoImages: true}).Messages
	if want := "look\n\n[image 1: a.png, 4×3, 17 bytes]: not sent, since you take no images"; got[0].Text != want || got[0].Images != nil {
		t.Errorf("a model that takes none is told %q", got[0].Text)
	}
	got = Messages(log, "m/a")
	if want := "look\n\n[image 1: a.png, 4×3, 17 bytes]: missing from the record"; got[0].Text != want {
		t.Errorf("without files: %q", got[0].Text)
	}
}

// TestQueuedImagesGoWithTheirMessage.
func TestQueuedImagesGoWithTheirMessage(t *testing.T) {
	s := newStory(t, 1)
	files := []store.File{fileOf("a.png", "image/png", aPNG)}
	s.send(Submitted{ID: "one", Text: "one", Files: files})
	s.send(Submitted{ID: "two", Text: "two", Files: files[:1]})
	s.send(Interrupted{})
	s.tell(nil)
	var got []store.ChatRequest
	for _, ev := range s.disk {
		if m, ok := ev.Body.(store.ChatRequest); ok && m.Author == "" {
			got = append(got, m)
		}
	}
	if want := []store.ChatRequest{{Text: "one", Queued: "one", Files: files}, {Text: "two", Queued: "two", Files: files}}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
}

// refusing is a server that takes no images.
type refusing struct{ providers.Provider }

func (r refusing) Stream(context.Context, providers.Request) providers.Stream { return r }

func (refusing) Next(context.Context) (providers.Delta, error) {
	return nil, &providers.Error{Message: "the server refused the request (400): no images.", Err: errors.New("400")}
}

func (refusing) Close() error { return nil }

// TestARefusalOfImagesSaysWhatToDo: after the server's own words, and only if the refused
// request had images.
func TestARefusalOfImagesSaysWhatToDo(t *testing.T) {
	for images, want := range map[int]string{
		0: "the server refused the request (400): no images.",
		1: "the server refused the request (400): no images. If m/a takes no images, choose another model with /model, or set images = false for it under providers.llm.",
	} {
		r := providers.Request{Messages: []providers.Message{{Images: make([]providers.Image, images)}}}
		in, _ := streaming(Key{}, "m/a", imageHint(Model{ID: "m/a"}, r), refusing{})(t.Context())
		if got := in.(ModelBroke).Error; got != want {
			t.Errorf("%d images: %s", images, got)
		}
	}
}
