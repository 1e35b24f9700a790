package export

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	goimage "image"
	"image/png"
	"strings"
	"testing"

	"parley/forms"
	"parley/store"
	"parley/store/text/clean"
)

// TestImagesAreInThePage: those that are kept and are what they claim, without metadata,
// as data; no other format holds them.
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
	log := logOf(t, store.TurnStart{}, store.ChatRequest{Text: "look", Files: files},
		store.ToolCallRequest{Response: "r", ID: "c", Name: "t"}, store.ResponseEnd{Response: "r", Calls: 1},
		store.InquiryRequest{ID: "i", Call: "c", Question: forms.Question{ID: "q", Text: "Which?", AnswerType: forms.AnswerType{Kind: forms.Text}}},
		store.InquiryResponse{ID: "i", Outcome: store.Answered, Answer: raw(`"this"`), Files: files, AnsweredBy: &store.AnsweredBy{By: store.ByUser}},
		store.ToolCallResponse{ID: "c", Content: "done"})
	o := Options{Kept: func(digest string) ([]byte, bool) { data, ok := kept[digest]; return data, ok }}
	page := exported(t, "html", log, o)
	want := `<p><img alt="image 2" src="data:image/png;base64,` + base64.StdEncoding.EncodeToString(b.Bytes()) + `"></p>`
	if strings.Count(page, "<img") != 2 || strings.Count(page, want) != 2 || len(harmless(page)) > 0 {
		t.Errorf("%d images; %q", strings.Count(page, "<img"), harmless(page))
	}
	for _, format := range []string{"md", "json"} {
		if strings.Contains(exported(t, format, log, o), "base64") {
			t.Errorf("%s holds an image", format)
		}
	}
}

// TestNoNameOfAnImageActs: whatever an image is called, in a message, an answer or a result,
// no format holds an address that is loaded, nor a sequence that a terminal obeys.
func TestNoNameOfAnImageActs(t *testing.T) {
	for _, name := range []string{
		"x.png](https://evil.example/?q=1) ![y", "![](https://evil.example/x.png)", `"><img src=https://evil.example/x.png>.png`, "<https://evil.example/x.png>",
		"&#33;[a](https://evil.example/x.png)", "\x1b]8;;https://evil.example\x07x\x1b]8;;\x07.png", "\x1b_Gf=100;AAAA\x1b\\.png", "\u009b2J.png", "a\r\n# b.png",
		"[x]: https://evil.example/x.png", "\n\n![x]\n\n[x]: https://evil.example/x.png", "url(https://evil.example/x.png)", "https://evil.example/x.png",
	} {
		files := []store.File{{Digest: "good", Name: name, Type: "image/png", Bytes: 5}}
		log := logOf(t, store.TurnStart{}, store.ChatRequest{Text: "look", Files: files},
			store.ToolCallRequest{Response: "r", ID: "c", Name: "t"}, store.ResponseEnd{Response: "r", Calls: 1},
			store.InquiryRequest{ID: "i", Call: "c", Question: forms.Question{ID: "q", Text: "Which?", AnswerType: forms.AnswerType{Kind: forms.Text}}},
			store.InquiryResponse{ID: "i", Outcome: store.Answered, Answer: raw(`"this"`), Files: files, AnsweredBy: &store.AnsweredBy{By: store.ByUser}},
			store.ToolCallResponse{ID: "c", Content: "done", Files: files})
		if fault := forged(exported(t, "md", log, Options{})); fault != "" {
			t.Errorf("%q: %s", name, fault)
		}
		if faults := harmless(exported(t, "html", log, Options{})); len(faults) > 0 {
			t.Errorf("%q: %q", name, faults)
		}
		data := exported(t, "json", log, Options{})
		if !json.Valid([]byte(data)) || strings.ContainsFunc(data, func(r rune) bool { return clean.Control(r) && r != '\n' }) {
			t.Errorf("%q: %q", name, data)
		}
	}
	plain := logOf(t, store.TurnStart{}, store.ChatRequest{Text: "look", Files: []store.File{{Digest: "d", Name: "shot.png", Type: "image/png", Bytes: 212_400, Width: 1280, Height: 720}}})
	for format, want := range map[string]string{"md": `\[image 1: shot.png, 1280×720, 212 kB\]`, "html": "[image 1: shot.png, 1280×720, 212 kB]", "json": `"name":"shot.png","type":"image/png","bytes":212400,"width":1280,"height":720`} {
		if got := exported(t, format, plain, Options{}); !strings.Contains(got, want) {
			t.Errorf("%s does not name it: %s", format, got)
		}
	}
}
