package openai

import (
	"encoding/json"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"parley/providers/sse"
)

// Reading only the text of events that are otherwise identical gives the same as reading
// each completely.
func TestTemplatesChangeNothing(t *testing.T) {
	p := New(Config{Name: "testing", BaseURL: "http://localhost"}).(*Provider)
	rapid.Check(t, func(t *rapid.T) {
		frames := []string{
			`{"id":"c","model":"m-1","choices":[{"index":0,"delta":{"content":%s},"finish_reason":null}]}`,
			`{"choices":[{"delta":{"content":%s,"reasoning":"hm"}}]}`,
			`{"choices":[{"delta":{"role":"assistant","content":%s}}],"usage":{"prompt_tokens":7}}`,
			`{"choices":[{"index":1,"delta":{"content":%s}}]}`,
			`{"choices":[{"delta":{"content":%s,"reasoning":null,"refusal":null}}],"usage":null}`,
			`{"choices":[{"delta":{"content":%s},"finish_reason":"stop"}]}`,
			`{"choices":[{"delta":{"reasoning_content":%s,"content":"x"}}]}`,
			`{"obfuscation":%[1]s,"choices":[{"delta":{"content":%[1]s}}]}`,
		}
		texts := []string{`"hi"`, `"a"`, `""`, `"<think>"`, `"\\n\\""`, `"é\\u00e9"`, `null`, `"x\",\"y"`, `"a","b":"c"`, `7`, `" "`, `"\\"`}
		fast, slow := &chatDecoder{responding: p.responding(hello(), plan{})}, &chatDecoder{responding: p.responding(hello(), plan{})}
		for range rapid.IntRange(1, 12).Draw(t, "events") {
			raw := fmt.Appendf(nil, rapid.SampledFrom(frames).Draw(t, "frame"), rapid.SampledFrom(texts).Draw(t, "text"))
			slow.template = template{}
			got, err := fast.Decode(nil, sse.Event{Data: raw})
			want, wantErr := slow.Decode(nil, sse.Event{Data: raw})
			if fmt.Sprint(got, err) != fmt.Sprint(want, wantErr) {
				t.Fatalf("%s: got %v %v, want %v %v", raw, got, err, want, wantErr)
			}
		}
		a, errA := fast.Response()
		b, errB := slow.Response()
		rawA, _ := json.Marshal([]any{a, errA})
		rawB, _ := json.Marshal([]any{b, errB})
		if string(rawA) != string(rawB) {
			t.Fatalf("got %s, want %s", rawA, rawB)
		}
	})
	var learned template
	learned.learn([]byte(`{"a":"hi","b":"hi"}`), json.RawMessage(`"hi"`))
	if _, ok := learned.text([]byte(`{"a":"hi","b":"hi"}`)); ok {
		t.Error("a text that stands twice was taken for one")
	}
}
