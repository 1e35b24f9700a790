package coordinator

import (
	"math"
	"strings"
	"testing"

	"parley/providers"
	"parley/store"
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
	shot := fileOf("a.png", "image/png", aPNG+strings.Repeat("x", 900_000))
	shot.Width, shot.Height = 1500, 1000
	said := store.ChatRequest{Text: "look", Files: []store.File{shot, shot}}
	const two = 2 * 2000
	log := logOf(t, said)
	a := seen{log: log, files: keptOf(aPNG + strings.Repeat("x", 900_000))}
	size := func(m Model) int {
		r, b := a.built(m)
		return a.size(m, r, b)
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
	said := store.ChatRequest{Text: "look", Files: []store.File{fileOf("a.png", "image/png", aPNG)}}
	log := eventful(t, store.TurnStart{}, said, store.ChatResponse{Response: "1.1", Text: "I do."},
		store.ResponseEnd{Response: "1.1", Model: "m/a"}, store.ContextSummary{Upto: "e4", Text: "It looks.", By: store.ByPolicy})
	f := FoldAll("c", log)
	if f.Ignored != 0 || len(f.Placed) != 1 {
		t.Fatalf("%d events are ignored, %d summaries stand", f.Ignored, len(f.Placed))
	}
	got := seen{log: log, placed: f.Placed, files: keptOf(aPNG)}.request(Model{ID: "m/a"}).Messages
	last := got[len(got)-1]
	if last.Text != "look\n\n[image 1: a.png, 4×3, 17 bytes]" || len(last.Images) != 1 {
		t.Errorf("%q with %d images", last.Text, len(last.Images))
	}
}
