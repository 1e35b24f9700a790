package store

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"parley/forms"
)

// golden compares with a file of testdata/logs; UPDATE=1 writes it.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := "../testdata/logs/" + name
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs; got\n%s\nwant\n%s", name, got, want)
	}
}

// TestGoldenLogsBothWays compares the events in a file, and checks that what is read is
// what was written, to the byte.
func TestGoldenLogsBothWays(t *testing.T) {
	for name, events := range map[string][]Event{"story.jsonl": storyEvents(t), "answers.jsonl": newWriter(t, convID).events(answers()...),
		"beside.jsonl": newWriter(t, convID).events(besideTurns()...)} {
		golden(t, name, append(bytes.Join(linesOf(events), []byte("\n")), '\n'))
		data, err := os.ReadFile("../testdata/logs/" + name)
		if err != nil {
			t.Fatal(err)
		}
		l := load(convID, data)
		if len(l.report.Problems) != 0 || l.log.Len() != len(events) {
			t.Fatalf("%s: %d events, problems %v", name, l.log.Len(), l.report.Problems)
		}
		for i, e := range l.log.All() {
			if !reflect.DeepEqual(e, events[i]) {
				t.Errorf("%s: event %d: read %#v, written %#v", name, i, e, events[i])
			}
			again, err := Encode(e.Head, e.Body)
			if err != nil || !bytes.Equal(again, e.Line()) {
				t.Errorf("%s: event %d: %s written again as %s (%v)", name, i, e.Line(), again, err)
			}
		}
	}
}

// TestAnswersAreAnswers checks that the answers' log has only accepted answers, as they
// are stored.
func TestAnswersAreAnswers(t *testing.T) {
	asked := map[string]forms.Question{}
	for _, b := range answers() {
		switch b := b.(type) {
		case InquiryRequest:
			asked[b.ID] = b.Question
		case InquiryResponse:
			q := asked[b.ID]
			if b.Outcome == Answered && (q.Check(b.Answer) != nil || !bytes.Equal(q.Canonical(b.Answer), b.Answer)) {
				t.Errorf("%s: %s is no answer, or not as answers are kept", b.ID, b.Answer)
			}
		}
	}
}

func TestStoryHoldsEveryType(t *testing.T) {
	seen := make(map[string]bool)
	for _, b := range slices.Concat(story(), besideTurns()) {
		seen[b.Type()] = true
	}
	for _, b := range bodies() {
		if b.Type() != "forked_from" && b.Type() != "repaired" && !seen[b.Type()] {
			t.Errorf("the story has no %s", b.Type())
		}
	}
}

func TestEncode(t *testing.T) {
	h := Head{V: 1, Seq: 7, ID: "e7", Time: time.Date(2026, 1, 2, 16, 4, 5, 120, time.FixedZone("x", 3600)), Conversation: "c", Turn: 2}
	const head = `{"v":1,"seq":7,"event":"e7","time":"2026-01-02T15:04:05.00000012Z","conversation":"c","turn":2,"type":`
	for _, tc := range []struct {
		body Body
		want string
	}{
		{Resumed{}, `"resumed"}`},
		{Resumed{Answered: []string{"c.run"}}, `"resumed","answered":["c.run"]}`},
		{ChatRequest{Text: "<a> & \"b\"\n"}, `"chat_request","text":"<a> & \"b\"\n"}`},
		{ChatRequest{Text: "bad \xff end"}, `"chat_request","text":"bad \ufffd end"}`},
		{ToolCallRequest{Arguments: raw("{ \"a\":\n 1.0 }")}, `"tool_call_request","response":"","id":"","name":"","arguments":{"a":1.0}}`},
		{ToolCallRequest{Arguments: raw("\"\xff<\"")}, `"tool_call_request","response":"","id":"","name":"","arguments":"` + "\uFFFD" + `<"}`},
		{InquiryResponse{Outcome: Answered, ID: "i", Answer: raw("null")}, `"inquiry_response","outcome":"answered","id":"i","answer":null}`},
		{InquiryRequest{ID: "i", Target: "user", Question: forms.Question{ID: "q", Text: "?", Persistence: forms.PersistTurn, AnswerType: forms.AnswerType{Kind: forms.Text}}},
			`"inquiry_request","id":"i","source":{"source":""},"target":"user","question":{"id":"q","text":"?","answer_type":{"type":"text"}}}`},
	} {
		got, err := Encode(h, tc.body)
		if err != nil || string(got) != head+tc.want {
			t.Errorf("%#v: got\n%s (%v), want\n%s", tc.body, got, err, head+tc.want)
		}
		if !utf8.Valid(got) {
			t.Errorf("%#v: not UTF-8", tc.body)
		}
	}
}

func TestEncodeLeavesTheFormAsItIs(t *testing.T) {
	form := []forms.Question{{ID: "q", Persistence: forms.PersistTurn}}
	if _, err := Encode(Head{}, ToolAsked{Form: form}); err != nil {
		t.Fatal(err)
	}
	if form[0].Persistence != forms.PersistTurn {
		t.Error("Encode changed the caller's form")
	}
}

func TestEncodeRefuses(t *testing.T) {
	for _, tc := range []struct {
		body Body
		want string
	}{
		{nil, "store: encode event 3: a body of unknown type cannot be written, pass its line on"},
		{Unknown{Name: "x"}, "store: encode event 3: a body of unknown type cannot be written, pass its line on"},
		{GuardTripped{Evidence: raw("{")}, "store: encode event 3 (guard_tripped): json: error calling MarshalJSON for type json.RawMessage: unexpected end of JSON input"},
	} {
		_, err := Encode(Head{Seq: 3}, tc.body)
		if err == nil || err.Error() != tc.want {
			t.Errorf("%#v: %v, want %s", tc.body, err, tc.want)
		}
	}
}

func TestDecodeRefuses(t *testing.T) {
	const rest = `"event":"e","time":"2026-01-02T15:04:05Z","conversation":"c","turn":0,"type":"title","title":"x"}`
	for _, tc := range []struct{ line, want string }{
		{``, "the line ends in the middle of the event"},
		{`{"v":1,"seq`, "the line ends in the middle of the event"},
		{"\x00\x00\x00", "the line is not JSON at byte 1"},
		{`{"v":1,}`, "the line is not JSON at byte 8"},
		{`{"v":1}{}`, "the line is not JSON at byte 8"},
		{`[1]`, "the line is not a JSON object"},
		{`"x"`, "the line is not a JSON object"},
		{`null`, `the event has no valid "v"`},
		{`{}`, `the event has no valid "v"`},
		{`{"v":0,"seq":1,` + rest, `the event has no valid "v"`},
		{`{"v":1,"seq":0,` + rest, `the event has no valid "seq"`},
		{`{"v":1,"seq":9223372036854775806,` + rest, `the event has no valid "seq"`},
		{`{"v":1,"seq":1,"event":"e","time":"2026-01-02T15:04:05Z","conversation":"c","turn":9223372036854775807,"type":"x"}`, `the event has no valid "turn"`},
		{`{"v":1,"seq":1,"event":"e","time":"2026-01-02T15:04:05Z","conversation":"c","turn":-1,"type":"x"}`, `the event has no valid "turn"`},
		{`{"v":1,"seq":1e99,` + rest, `the field "seq" has a value of the wrong kind (number 1e99)`},
		{`{"v":1,"seq":"1",` + rest, `the field "seq" has a value of the wrong kind (string)`},
		{`{"v":1,"seq":1,"event":"","time":"2026-01-02T15:04:05Z","conversation":"c","type":"x"}`, `the event has no valid "event"`},
		{`{"v":1,"seq":1,"event":"e","conversation":"c","type":"x"}`, `the event has no valid "time"`},
		{`{"v":1,"seq":1,"event":"e","time":"0000-01-01T00:00:00+23:59","conversation":"c","type":"x"}`, `the event has no valid "time"`},
		{`{"v":1,"seq":1,"event":"e","time":"9999-12-31T23:59:59-00:01","conversation":"c","turn":0,"type":"title","title":"t"}`, `the event has no valid "time"`},
		{`{"v":1,"seq":1,"event":"e","time":"yesterday","conversation":"c","type":"x"}`, "the time is not in RFC 3339"},
		{`{"v":1,"seq":1,"event":"e","time":"2026-01-02T15:04:05Z","type":"x"}`, `the event has no valid "conversation"`},
		{`{"v":1,"seq":1,"event":"e","time":"2026-01-02T15:04:05Z","conversation":"c"}`, `the event has no valid "type"`},
		{strings.Replace(`{"v":1,"seq":4,`+rest, `"x"`, `{}`, 1), `event 4 (title): the field "title" has a value of the wrong kind (object)`},
	} {
		e, err := Decode([]byte(tc.line))
		if err == nil || err.Error() != tc.want {
			t.Errorf("%s: %v, want %s", tc.line, err, tc.want)
		}
		if !reflect.DeepEqual(e, Event{}) {
			t.Errorf("%s: an event came with the error", tc.line)
		}
	}
}

func TestDecodeKeepsWhatItDoesNotKnow(t *testing.T) {
	for _, tc := range []struct {
		line string
		want Body
	}{
		{`{"v":1,"seq":1,"event":"e","time":"2026-01-02T15:04:05Z","conversation":"c","turn":0,"type":"sketch","lines":[1,2]}`, Unknown{Name: "sketch"}},
		{`{"v":2,"seq":1,"event":"e","time":"2026-01-02T15:04:05Z","conversation":"c","turn":0,"type":"title","title":{"de":"x"}}`, Unknown{Name: "title"}},
		{`{"v":1,"mood":"good","seq":1,"event":"e","time":"2026-01-02T15:04:05Z","conversation":"c","turn":0,"type":"title","title":"x","lang":"en"}`, Title{Title: "x"}},
		{`{"v":1,"seq":1,"event":"e","time":"2026-01-02T15:04:05Z","conversation":"c","type":"inquiry_response","id":"i","answer":false}`, InquiryResponse{Outcome: Answered, ID: "i", Answer: raw("false")}},
		{`{"v":1,"seq":1,"event":"e","time":"2026-01-02T15:04:05Z","conversation":"c","type":"inquiry_response","id":"i","outcome":"cancelled","reason":"bored"}`, InquiryResponse{Outcome: Cancelled, ID: "i", Reason: "bored"}},
	} {
		e, err := Decode([]byte(tc.line))
		if err != nil {
			t.Errorf("%s: %v", tc.line, err)
			continue
		}
		if !reflect.DeepEqual(e.Body, tc.want) || string(e.Line()) != tc.line {
			t.Errorf("%s: got %#v, want %#v", tc.line, e.Body, tc.want)
		}
	}
}

func TestDigest(t *testing.T) {
	const want = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
	if got := Digest([]byte("abc")); got != want {
		t.Errorf("got %s", got)
	}
}

func TestChainOfDecisionsFits(t *testing.T) {
	prev, n := "", 0
	for _, e := range everyEvent(t) {
		if d, ok := Decides(e.Body); ok {
			n++
			if d.Chain() != prev {
				t.Errorf("event %d: prev %q, want %q", e.Seq, d.Chain(), prev)
			}
			prev = Digest(e.Line())
		}
	}
	if n != 14 {
		t.Errorf("%d decisions", n)
	}
}

// text draws strings that contain everything that can cause trouble.
func text() *rapid.Generator[string] {
	return rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", "\n", "\x00", "\xff\xfe", "\u2028", "</script>", `"`, `\`, "\x1b[2J"}))
}

func value() *rapid.Generator[json.RawMessage] {
	return rapid.Map(rapid.SampledFrom([]string{`null`, `true`, `-0.10e5`, `"<&\u0000>"`, `{"b":1,"a":[ ]}`, ` [ 1 , 2 ] `}),
		func(s string) json.RawMessage { return raw(s) })
}

func body() *rapid.Generator[Body] {
	return rapid.Custom(func(t *rapid.T) Body {
		s, v := text(), value()
		switch rapid.IntRange(0, 6).Draw(t, "kind") {
		case 0:
			return ChatRequest{Text: s.Draw(t, "text"), Author: s.Draw(t, "author")}
		case 1:
			return ToolCallRequest{Response: s.Draw(t, "response"), ID: s.Draw(t, "id"), Arguments: v.Draw(t, "arguments"), Provider: v.Draw(t, "provider")}
		case 2:
			return InquiryResponse{Outcome: Answered, ID: s.Draw(t, "id"), Answer: v.Draw(t, "answer"), Reply: s.Draw(t, "reply")}
		case 3:
			c := s.Draw(t, "content")
			return PermissionResponse{ID: s.Draw(t, "id"), Content: &c, Arguments: v.Draw(t, "arguments")}
		case 4:
			return ConfigDelta{Set: map[string]json.RawMessage{s.Draw(t, "key"): v.Draw(t, "value")}}
		case 5:
			return InquiryRequest{ID: s.Draw(t, "id"), Question: forms.Question{ID: s.Draw(t, "q"), Text: s.Draw(t, "text"), Default: v.Draw(t, "default")}}
		default:
			return ToolCallResponse{ID: s.Draw(t, "id"), Content: s.Draw(t, "content"), IsError: rapid.Bool().Draw(t, "error")}
		}
	})
}

func TestReadAfterWriteIsIdentity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := Head{V: 1, Seq: 1, ID: "e", Time: epoch().Add(time.Duration(rapid.Int64Range(0, 1e15).Draw(t, "ns"))), Conversation: "c"}
		e, err := New(h, body().Draw(t, "body"))
		if err != nil {
			t.Fatal(err)
		}
		if bytes.ContainsAny(e.Line(), "\n\r") || !utf8.Valid(e.Line()) {
			t.Fatalf("not one line of UTF-8: %q", e.Line())
		}
		if !reflect.DeepEqual(e.Head, h) {
			t.Fatalf("head %#v became %#v", h, e.Head)
		}
		again, err := New(e.Head, e.Body)
		if err != nil || !reflect.DeepEqual(again.Body, e.Body) || again.Head != e.Head {
			t.Fatalf("%s became %s (%v)", e.Line(), again.Line(), err)
		}
	})
}

func FuzzDecode(f *testing.F) {
	for _, e := range everyEvent(f) {
		f.Add(e.Line())
	}
	f.Add([]byte(`{"v":1,"seq":1,"event":"e","time":"2026-01-02T15:04:05Z","conversation":"c","type":"new"}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		e, err := Decode(line)
		var h wireHead
		if wrong := json.Unmarshal(line, &h); wrong != nil || err != nil {
			if wrong != nil && err == nil {
				t.Fatalf("%s is no JSON, and was read", line)
			}
			return
		}
		if h.Time = h.Time.UTC(); e.Head != h.Head || e.Body.Type() != h.Type {
			t.Fatalf("the head of %s is %+v (%s), not %+v (%s)", line, e.Head, e.Body.Type(), h.Head, h.Type)
		}
		if !bytes.Equal(e.Line(), line) {
			t.Fatalf("Line %q of %q", e.Line(), line)
		}
		if _, unknown := e.Body.(Unknown); unknown {
			return
		}
		first, err := New(e.Head, e.Body)
		if err != nil {
			t.Fatalf("%s cannot be written: %v", line, err)
		}
		second, err := New(first.Head, first.Body)
		if err != nil || !bytes.Equal(first.Line(), second.Line()) {
			t.Fatalf("%s is not stable: %s (%v)", first.Line(), second.Line(), err)
		}
	})
}

func ExampleEncode() {
	line, err := Encode(Head{V: Version, Seq: 1, ID: "e1", Time: epoch(), Conversation: convID}, Title{Title: "Hello"})
	fmt.Println(string(line), err)
	// Output: {"v":1,"seq":1,"event":"e1","time":"2026-01-02T15:04:05Z","conversation":"1h3p0c2ka7qd","turn":0,"type":"title","title":"Hello"} <nil>
}
