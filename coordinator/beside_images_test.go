package coordinator

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"testing"

	"parley/coordinator/window"
	"parley/forms"
	"parley/providers"
	"parley/store"
	"parley/teatest/logs"
)

// TestQueuedImagesGoWithTheirMessage.
func TestQueuedImagesGoWithTheirMessage(t *testing.T) {
	s := newStory(t, 1)
	files := []store.File{logs.File("a.png", "image/png", logs.PNG)}
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
		in, _ := streaming(Key{}, "m/a", window.ImageHint(Model{ID: "m/a"}, r), refusing{})(t.Context())
		if got := in.(ModelBroke).Error; got != want {
			t.Errorf("%d images: %s", images, got)
		}
	}
}

// TestImagesGoWithATextAlone: an answer of another kind is not accepted with images.
func TestImagesGoWithATextAlone(t *testing.T) {
	files := []store.File{logs.File("a.png", "image/png", logs.PNG)}
	for kind, c := range map[forms.Kind]struct {
		value string
		taken bool
	}{forms.Text: {`"this"`, true}, forms.Boolean: {"true", false}, forms.Secret: {`"s"`, false}} {
		call := Call{ID: "c", Asking: &Asking{Open: &Inquiry{ID: "i", Question: forms.Question{ID: "q", Text: "Which?", AnswerType: forms.AnswerType{Kind: kind}}}}}
		_, said, ok := State{}.answered(call, Answered{Value: json.RawMessage(c.value), Files: files})
		if ok != c.taken || ok && !reflect.DeepEqual(said[0].(store.InquiryResponse).Files, files) {
			t.Errorf("%s: %v, %+v", kind, ok, said)
		}
	}
}
