package store

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"parley/forms"
)

// questionAbout is a question about a text.
func questionAbout(context, words string) forms.Question {
	return forms.Question{ID: "q", Text: "Q? " + words, Context: context, AnswerType: forms.AnswerType{Kind: forms.Boolean}, Persistence: forms.PersistNone, Exclusive: true}
}

// TestLongTexts compares the fast path for long texts with the slow one.
func TestLongTexts(t *testing.T) {
	if testing.Short() {
		return // nothing in it runs side by side
	}
	long := func(part string) string { return strings.Repeat(part, LongText/len(part)+1) }
	rapid.Check(t, func(t *rapid.T) {
		text := long(rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{
			"plain ", "\"text\":\"\"", "\u2028\u202e", "a\u0301\u0301", "\u200d\U0001f469", "\x1b[31m\x7f", "é\\\n", "\xff", "\ufffd",
		})).Draw(t, "part") + rapid.String().Draw(t, "end") + "."[:rapid.IntRange(0, 1).Draw(t, "point")] + " ")
		given, err := json.Marshal(map[string]any{"arguments": "", "b": strings.ToValidUTF8(text, "?")})
		if err != nil {
			t.Fatal(err)
		}
		if rapid.Bool().Draw(t, "blanks") {
			given = bytes.Replace(given, []byte(`,`), []byte(" ,\n"), 1)
		}
		id := rapid.SampledFrom([]string{"1.1", `"text":""`, "", "\u202e"}).Draw(t, "id")
		h := Head{V: Version, Seq: 3, ID: "e3", Time: epoch(), Conversation: convID, Turn: 1}
		bodies := []Body{
			ChatRequest{Text: text, Queued: id, Files: []File{{Name: `"text":""`, Type: "text/plain"}}},
			ChatResponse{Response: id, Text: text, Partial: rapid.Bool().Draw(t, "partial")},
			Reasoning{Response: id, Text: text},
			Reasoning{Response: id, Text: text, Provider: []byte(`{"text":"", "b":[1]}`), Partial: true},
			ToolCallRequest{Response: id, ID: `"arguments":""`, Name: "a", Arguments: given, Provider: []byte(`{"arguments":"", "b":[1]}`)},
			ToolCallRequest{Response: id, ID: id, Name: "a", Arguments: AsWritten(given)},
			PermissionRequest{ID: id, Tool: "a", Text: `"arguments":""`, Arguments: AsWritten(given), Covers: "\"arguments\":\"\""},
			PermissionRequest{ID: id, Tool: "a", Text: text, Arguments: AsWritten(given), Covers: longMark},
			PermissionRequest{ID: longMark, Tool: `"text":"` + longMark + `"`, Text: text + longMark, Arguments: AsWritten(given), Personal: "\"text\":\"\""},
			PermissionRequest{ID: id, Tool: "a", Text: text, Arguments: given},
			InquiryRequest{ID: "i1", Call: "c1", Question: questionAbout(text, id)},
			ToolAsked{ID: "c1", Run: 1, Form: []forms.Question{questionAbout("short", id), questionAbout(text, id), questionAbout(text[:len(text)/3], id)}},
			ToolAsked{ID: "c1", Run: 1, Form: []forms.Question{questionAbout(text, id), questionAbout(longMark, id)}},
			ToolAsked{ID: "c1", Run: 1, Form: []forms.Question{questionAbout(strings.Repeat("Of another text. ", 8), id), questionAbout(text, "")}, State: id},
			ToolAsked{ID: "c1", Run: 1, Form: []forms.Question{questionAbout(text, text[:min(len(text), 200)]), questionAbout(strings.Repeat(longMark, 8), id)}},
		}
		from := rapid.IntRange(0, len(bodies)-1).Draw(t, "from")
		for i := range 5 {
			b := bodies[(from+3*i)%len(bodies)]
			line, err := Encode(h, b)
			if err != nil {
				t.Fatal(err)
			}
			want, err := Decode(line)
			if err != nil {
				t.Fatal(err)
			}
			got, err := New(h, b)
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Fatalf("%T of %.40q became %.200s, not %.200s (%v)", b, text, got.Line(), want.Line(), err)
			}
		}
	})
}

// BenchmarkNewLong is what the loop does for the text of a stopped response.
func BenchmarkNewLong(b *testing.B) {
	text := strings.Repeat("The parser holds every `index` until the \"first\" report grows, and a naïve reader waits.\n", 100_000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := New(Head{V: Version, Seq: 1, ID: "e", Time: epoch(), Conversation: convID, Turn: 1}, ChatResponse{Response: "1.1", Text: text, Partial: true}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkNewLongPermission is what the loop does before it asks about a command of 2 MB in one
// line, which the request holds twice.
func BenchmarkNewLongPermission(b *testing.B) {
	command := strings.Repeat("true \"abc\" ", 200_000)
	arguments, err := json.Marshal(map[string]string{"command": command})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(command)))
	for b.Loop() {
		if _, err := New(Head{V: Version, Seq: 1, ID: "e", Time: epoch(), Conversation: convID, Turn: 1}, PermissionRequest{ID: "p", Call: "c", Kind: PermitRun, Tool: "run_command", Text: command, Arguments: arguments}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkNewLongForm is what the loop does with a form of two questions, one of them about a
// change of 2 MB.
func BenchmarkNewLongForm(b *testing.B) {
	change := strings.Repeat("+\tfmt.Println(\"a line of the file\", x[1])\n", 45_000)
	form := []forms.Question{questionAbout(strings.Repeat("The change replaces most of the file. ", 3), ""), questionAbout(change, "")}
	b.SetBytes(int64(len(change)))
	for b.Loop() {
		if _, err := New(Head{V: Version, Seq: 1, ID: "e", Time: epoch(), Conversation: convID, Turn: 1}, ToolAsked{ID: "c1", Run: 1, Form: form}); err != nil {
			b.Fatal(err)
		}
	}
}

// TestLongArgumentsAreTheSameBytes: what is made ready where nobody waits is what the event has,
// and what is not is made so.
func TestLongArgumentsAreTheSameBytes(t *testing.T) {
	h := Head{V: Version, Seq: 3, ID: "e3", Time: epoch(), Conversation: convID, Turn: 1}
	for name, arguments := range map[string]string{
		"as it is": `{"a":"` + strings.Repeat("x ", LongText) + `"}`, "with blanks": `{"a": "` + strings.Repeat("x ", LongText) + `"}`,
		"with a mark": `{"a":"` + strings.Repeat("x\u202e", LongText) + `"}`, "broken": `{"a":"` + strings.Repeat("x\xff", LongText) + `"}`,
	} {
		ready := AsWritten(json.RawMessage(arguments))
		e, err := New(h, ToolCallRequest{Response: "1.1", ID: "a", Name: "b", Arguments: ready})
		if err != nil {
			t.Fatal(name, err)
		}
		if got := e.Body.(ToolCallRequest).Arguments; &got[0] != &ready[0] || len(got) != len(ready) {
			t.Errorf("%s: the event has other bytes", name)
		}
		if again, err := Decode(e.Line()); err != nil || !reflect.DeepEqual(again, e) {
			t.Errorf("%s: it is read in another way (%v)", name, err)
		}
	}
}
