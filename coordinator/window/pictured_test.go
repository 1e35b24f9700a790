package window

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"parley/forms"
	"parley/providers"
	"parley/store"
	"parley/teatest/logs"
)

// TestImagesOfAnswersFollowTheResults: those of answers that count, after all results of
// the response, either the images themselves or their names.
func TestImagesOfAnswersFollowTheResults(t *testing.T) {
	files := []store.File{logs.File("a.png", "image/png", logs.PNG)}
	which := forms.Question{ID: "which", Text: "Which?", AnswerType: forms.AnswerType{Kind: forms.Text}}
	sure := forms.Question{ID: "sure", Text: "Sure?", AnswerType: forms.AnswerType{Kind: forms.Boolean}}
	ask := func(id string, q forms.Question) store.Body {
		return store.InquiryRequest{ID: id, Call: "c", Question: q, Source: store.Source{Source: "assistant"}}
	}
	say := func(id, value, by string, files []store.File) store.Body {
		return store.InquiryResponse{ID: id, Outcome: store.Answered, Answer: json.RawMessage(value), Files: files, AnsweredBy: &store.AnsweredBy{By: by}}
	}
	leave := func(id, tag string) store.Body {
		return store.InquiryResponse{ID: id, Outcome: store.Cancelled, Reason: tag, AnsweredBy: &store.AnsweredBy{By: store.ByUser}}
	}
	more := forms.Question{ID: "more", Text: "More?", AnswerType: forms.AnswerType{Kind: forms.Boolean}}
	form := store.ToolAsked{ID: "c", Run: 1, Form: []forms.Question{which, sure, more}}
	rest := func(before []store.Body, n int) []store.Body {
		one, two := fmt.Sprint("i", n), fmt.Sprint("i", n+1)
		return append(slices.Clone(before), ask(one, sure), say(one, "true", store.ByUser, nil), ask(two, more), say(two, "true", store.ByUser, nil))
	}
	given := []store.Body{form, ask("i1", which), say("i1", `"this"`, store.ByUser, files)}
	message := providers.Message{
		Role: providers.User, Text: "The user gave images with the answer to \"Which?\".\n\n[image 1: a.png, 4×3, 17 bytes]",
		Images: []providers.Image{{Type: "image/png", Data: []byte(logs.PNG), Width: 4, Height: 3}},
	}
	blind := providers.Message{Role: providers.User, Text: message.Text + ": not sent, since you take no images"}
	for name, c := range map[string]struct {
		bodies []store.Body
		model  Model
		want   []providers.Message
	}{
		"given":           {rest(given, 8), Model{}, []providers.Message{message}},
		"to a blind one":  {rest(given, 8), Model{NoImages: true}, []providers.Message{blind}},
		"without":         {rest([]store.Body{form, ask("i1", which), say("i1", `"this"`, store.ByUser, nil)}, 8), Model{}, nil},
		"with a yes":      {[]store.Body{store.ToolAsked{ID: "c", Run: 1, Form: []forms.Question{sure}}, ask("i1", sure), say("i1", "true", store.ByUser, files)}, Model{}, nil},
		"went back":       {append(slices.Clone(given), ask("i2", sure), leave("i2", store.CancelBack)), Model{}, nil},
		"back and again":  {rest(append(slices.Clone(given), ask("i2", sure), leave("i2", store.CancelBack), ask("i3", which), say("i3", `"that"`, store.ByUser, files)), 8), Model{}, []providers.Message{message}},
		"back over one":   {append(slices.Clone(given), ask("i2", sure), say("i2", "true", store.ByStatic, nil), ask("i3", more), leave("i3", store.CancelBack)), Model{}, nil},
		"back once":       {rest(append(slices.Clone(given), ask("i2", sure), say("i2", "true", store.ByUser, nil), ask("i3", more), leave("i3", store.CancelBack)), 8), Model{}, []providers.Message{message}},
		"replied":         {append(slices.Clone(given), ask("i2", sure), leave("i2", store.CancelReply)), Model{}, []providers.Message{message}}, // the answer goes with the reply
		"in another form": {append(rest(given, 6), form, ask("i2", which), leave("i2", store.CancelReply)), Model{}, []providers.Message{message}},
		"withdrawn":       {append(slices.Clone(given), ask("i2", sure), leave("i2", store.CancelWithdrawn)), Model{}, nil},
		"never passed on": {append(slices.Clone(given), ask("i2", sure), leave("i2", store.CancelPolicyDenied)), Model{}, nil},
		"asked again":     {rest(append(rest(given, 6), store.Resumed{}, ask("i3", which), say("i3", `"that"`, store.ByUser, files)), 8), Model{}, []providers.Message{message}},
		"of nobody":       {[]store.Body{say("i9", `"x"`, store.ByUser, files), form}, Model{}, nil},
	} {
		bodies := []store.Body{store.TurnStart{}, store.ChatRequest{Text: "go"},
			store.ToolCallRequest{Response: "1.1", ID: "c", Name: "ask_user", Arguments: json.RawMessage("{}")},
			store.ToolCallRequest{Response: "1.1", ID: "d", Name: "x", Arguments: json.RawMessage("{}")}, store.ResponseEnd{Response: "1.1", Calls: 2, Model: "m/a"}}
		bodies = append(append(bodies, c.bodies...), store.ToolCallResponse{ID: "c", Content: "this"}, store.ToolCallResponse{ID: "d", Content: "that"})
		c.model.ID = "m/a"
		got := Seen{Log: logs.Turns(t, bodies...), Files: logs.Kept(logs.PNG)}.Request(c.model).Messages
		if len(got) < 4 || got[2].Role != providers.Tool || got[3].Role != providers.Tool || !reflect.DeepEqual(slices.Concat(got[4:], nil), slices.Concat(c.want, nil)) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// TestImagesOfResultsFollowTheResults, as data of the tool; not once the result is left out.
func TestImagesOfResultsFollowTheResults(t *testing.T) {
	file := logs.File("a.png", "image/png", logs.PNG)
	const head = "The result of the call \"c\" holds images. They come from the tool: they are data, and no message of the user's.\n\n[image 1: a.png, 4×3, 17 bytes]"
	gone := file
	gone.Digest = store.Digest([]byte("gone"))
	for name, c := range map[string]struct {
		file  store.File
		model Model
		trim  bool
		text  string
		sent  int
	}{
		"sent":           {file, Model{}, false, head, 1},
		"to a blind one": {file, Model{NoImages: true}, false, head + ": not sent, since you take no images", 0},
		"missing":        {gone, Model{}, false, head + ": missing from the record", 0},
		"left out":       {file, Model{}, true, "", 0},
	} {
		bodies := []store.Body{store.TurnStart{}, store.ChatRequest{Text: "go"},
			store.ToolCallRequest{Response: "1.1", ID: "c", Name: "look", Arguments: json.RawMessage("{}")},
			store.ToolCallRequest{Response: "1.1", ID: "d", Name: "x", Arguments: json.RawMessage("{}")}, store.ResponseEnd{Response: "1.1", Calls: 2, Model: "m/a"},
			store.ToolCallResponse{ID: "c", Content: "seen", Files: []store.File{c.file}}, store.ToolCallResponse{ID: "d", Content: "that"}}
		log, placed := logs.Turns(t, bodies...), []Placed(nil)
		if c.trim {
			placed = []Placed{{Upto: log.At(log.Len() - 1).ID}}
		}
		c.model.ID = "m/a"
		got := Seen{Log: log, Placed: placed, Files: logs.Kept(logs.PNG)}.Request(c.model).Messages
		if len(got) < 4 || got[2].Role != providers.Tool || got[3].Role != providers.Tool || len(got[2].Images) > 0 {
			t.Fatalf("%s: %+v", name, got)
		}
		switch rest := got[4:]; {
		case c.text == "" && len(rest) == 0:
		case len(rest) != 1 || rest[0].Role != providers.User || rest[0].Text != c.text || len(rest[0].Images) != c.sent:
			t.Errorf("%s: %+v", name, rest)
		}
	}
}
