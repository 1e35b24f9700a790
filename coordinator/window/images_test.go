package window

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"parley/providers"
	"parley/store"
	"parley/store/picture"
	"parley/teatest/logs"
)

// TestWhatAnImageCountsFor: its pixels, up to a limit, whatever a record says.
func TestWhatAnImageCountsFor(t *testing.T) {
	for _, c := range []struct{ width, height, tokens int }{
		{4, 3, 0}, {1280, 720, 1228}, {2500, 1500, 5000}, {10_000, 4_000, 5000},
		{0, 0, 5000}, {0, 720, 5000}, {-4, 3, 5000}, {-4, -3, 5000}, {math.MaxInt, math.MaxInt, 5000}, {1, math.MaxInt, 5000}, {math.MaxInt, 1, 5000},
	} {
		if got := tokens(imageBytes(c.width, c.height)); got != c.tokens {
			t.Errorf("%d×%d: %d tokens, want %d", c.width, c.height, got, c.tokens)
		}
	}
}

// TestImagesCountForTheWindow, in a request and in what a summary may stand for; not for a
// model that takes none, and not by their bytes.
func TestImagesCountForTheWindow(t *testing.T) {
	shot := logs.File("a.png", "image/png", logs.PNG+strings.Repeat("x", 900_000))
	shot.Width, shot.Height = 1500, 1000
	said := store.ChatRequest{Text: "look", Files: []store.File{shot, shot}}
	const two = 2 * 2000
	log := logs.Of(t, said)
	a := Seen{Log: log, Files: logs.Kept(logs.PNG + strings.Repeat("x", 900_000))}
	size := func(m Model) int {
		return a.size(m, a.Request(m))
	}
	sees, blind := size(Model{ID: "m/a"}), size(Model{ID: "m/a", NoImages: true})
	if sees < two || sees > two+100 || blind > 100 {
		t.Errorf("%d tokens with two images of %d in all, %d without", sees, two, blind)
	}
	if got := tokens(eventBytes(said, false)); got < two || got > two+100 {
		t.Errorf("the event counts for %d tokens", got)
	}
	if got := weight(providers.Message{Images: make([]providers.Image, 2)}); got != 2*mostImageTokens*bytesPerToken {
		t.Errorf("images of no known size count for %d bytes", got)
	}
}

// TestAMessageThatASummaryLeavesKeepsItsImages: the one that the turn serves.
func TestAMessageThatASummaryLeavesKeepsItsImages(t *testing.T) {
	said := store.ChatRequest{Text: "look", Files: []store.File{logs.File("a.png", "image/png", logs.PNG)}}
	log := logs.Turns(t, store.TurnStart{}, said, store.ChatResponse{Response: "1.1", Text: "I do."},
		store.ResponseEnd{Response: "1.1", Model: "m/a"}, store.ContextSummary{Upto: "e4", Text: "It looks.", By: store.ByPolicy})
	got := Seen{Log: log, Placed: []Placed{{Event: "e5", Upto: "e4", Summary: true}}, Files: logs.Kept(logs.PNG)}.Request(Model{ID: "m/a"}).Messages
	last := got[len(got)-1]
	if last.Text != "look\n\n[image 1: a.png, 4×3, 17 bytes]" || len(last.Images) != 1 {
		t.Errorf("%q with %d images", last.Text, len(last.Images))
	}
}

// TestImagesGoWithTheirMessage: those that exist and are what the record says. Any other
// is named, with the reason.
func TestImagesGoWithTheirMessage(t *testing.T) {
	large := logs.PNG + strings.Repeat("x", picture.MaxBytes)
	kept := logs.Kept(logs.PNG, logs.JPEG, "<html>", large)
	log := logs.Of(t, store.ChatRequest{Text: "look\n", Files: []store.File{
		logs.File("a.png", "image/png", logs.PNG), logs.File("b.jpg", "image/jpeg", logs.JPEG), logs.File("c.png", "image/png", "gone"),
		logs.File("d.png", "image/png", "<html>"), logs.File("e.jpg", "image/jpeg", logs.PNG), logs.File("f", "", logs.PNG), logs.File("g.png", "image/png", large),
		{Digest: "../../../etc/passwd", Name: "h.png", Type: "image/png", Bytes: 5},
	}})
	const gone = ": missing from the record"
	want := "look\n\n[image 1: a.png, 4×3, 17 bytes]\n[image 2: b.jpg, 4×3, 12 bytes]\n[image 3: c.png, 4×3, 4 bytes]" + gone +
		"\n[image 4: d.png, 4×3, 6 bytes]" + gone + "\n[image 5: e.jpg, 4×3, 17 bytes]" + gone + "\n[file 6: f, 4×3, 17 bytes]" + gone +
		"\n[image 7: g.png, 4×3, 5.0 MB]" + gone + "\n[image 8: h.png, 5 bytes]" + gone
	got := Seen{Log: log, Files: kept}.Request(Model{ID: "m/a"}).Messages
	images := []providers.Image{{Type: "image/png", Data: []byte(logs.PNG), Width: 4, Height: 3}, {Type: "image/jpeg", Data: []byte(logs.JPEG), Width: 4, Height: 3}}
	if len(got) != 1 || got[0].Text != want || !reflect.DeepEqual(got[0].Images, images) {
		t.Errorf("got %q with %d images\nwant %q", got[0].Text, len(got[0].Images), want)
	}
	log = logs.Of(t, store.ChatRequest{Text: "look", Files: []store.File{logs.File("a.png", "image/png", logs.PNG)}})
	got = Seen{Log: log, Files: kept}.Request(Model{ID: "m/a", NoImages: true}).Messages
	if want := "look\n\n[image 1: a.png, 4×3, 17 bytes]: not sent, since you take no images"; got[0].Text != want || got[0].Images != nil {
		t.Errorf("a model that takes none is told %q", got[0].Text)
	}
	got = sentOf(log, "m/a")
	if want := "look\n\n[image 1: a.png, 4×3, 17 bytes]: missing from the record"; got[0].Text != want {
		t.Errorf("without files: %q", got[0].Text)
	}
}
