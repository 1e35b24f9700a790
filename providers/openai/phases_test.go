package openai

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"parley/providers"
)

// events of one response, as servers and the proxies in front of them send them.
const (
	evDelta   = `{"type":"response.output_text.delta","output_index":0,"content_index":0,"delta":"hi"}`
	evText    = `{"type":"response.output_text.done","output_index":0,"content_index":0,"text":"hi"}`
	evPart    = `{"type":"response.content_part.done","output_index":0,"content_index":0,"part":{"type":"output_text","text":"hi"}}`
	evAdded   = `{"type":"response.output_item.added","output_index":0,"item":{"type":"message","content":[]}}`
	evItem    = `{"type":"response.output_item.done","output_index":0,"item":{"type":"message","content":[{"type":"output_text","text":"hi"}]}}`
	evNothing = `{"type":"response.completed","response":{"model":"m-1","output":[]}}`
	evAll     = `{"type":"response.completed","response":{"model":"m-1","output":[{"type":"message","content":[{"type":"output_text","text":"hi"}]}]}}`
)

// A text is read from whichever event has it, and never twice.
func TestATextCountsOnceWhateverEventHasIt(t *testing.T) {
	placed := func(e string, item, content int) string {
		return strings.NewReplacer(`"output_index":0`, fmt.Sprintf(`"output_index":%d`, item), `"content_index":0`, fmt.Sprintf(`"content_index":%d`, content)).Replace(e)
	}
	second := func(e string) string { return strings.ReplaceAll(e, `"hi"`, `"there"`) }
	refusal := func(e string) string {
		return strings.NewReplacer("output_text", "refusal", `"text"`, `"refusal"`).Replace(e)
	}
	for name, c := range map[string]struct {
		events []string
		want   string
	}{
		"pieces":                     {[]string{evDelta, evNothing}, "hi"},
		"a whole text":               {[]string{evText, evNothing}, "hi"},
		"a whole part":               {[]string{evPart, evNothing}, "hi"},
		"a whole item":               {[]string{evItem, evNothing}, "hi"},
		"the last event":             {[]string{evAll}, "hi"},
		"all of them":                {[]string{evAdded, evDelta, evText, evPart, evItem, evAll}, "hi"},
		"all but pieces":             {[]string{evAdded, evText, evPart, evItem, evAll}, "hi"},
		"an item that is told twice": {[]string{evItem, evItem, evText, evNothing}, "hi"},
		"half in pieces":             {[]string{strings.Replace(evDelta, "hi", "h", 1), evItem, evAll}, "hi"},
		"half, and the last event":   {[]string{strings.Replace(evDelta, "hi", "h", 1), evAll}, "hi"},
		"pieces that are others":     {[]string{strings.Replace(evDelta, "hi", "ho", 1), evText, evItem, evAll}, "ho"},
		"a refusal":                  {[]string{refusal(evText), refusal(evPart), refusal(evItem), refusal(evAll)}, "hi"},
		"a refusal in an item":       {[]string{refusal(evItem), evNothing}, "hi"},
		"two without an index":       {[]string{evItem, second(evItem), evNothing}, "hi\n\nthere"},
		"two without an index, all":  {[]string{evAdded, evDelta, evItem, evAdded, second(evDelta), second(evText), second(evItem), evNothing}, "hi\n\nthere"},
		"two parts": {[]string{evText, strings.Replace(second(evText), `"content_index":0`, `"content_index":1`, 1),
			`{"type":"response.output_item.done","output_index":0,"item":{"type":"message","content":[{"type":"output_text","text":"hi"},{"type":"output_text","text":"there"}]}}`, evNothing}, "hithere"},
		"only the second of two": {[]string{evDelta,
			`{"type":"response.completed","response":{"output":[{"type":"message","content":[{"text":"hi"}]},{"type":"message","content":[{"text":"there"}]}]}}`}, "hi\n\nthere"},
		"a place for each piece": {[]string{strings.Replace(evDelta, "hi", "h", 1), placed(strings.Replace(evDelta, "hi", "i", 1), 0, 1),
			placed(evText, 0, 2), placed(evPart, 0, 3), evItem, evAll}, "hi"},
		"the end at another place":     {[]string{placed(evAdded, 2, 0), placed(evDelta, 2, 1), placed(evText, 3, 1), placed(evPart, 3, 1), placed(evItem, 3, 0), evAll}, "hi"},
		"other words at another place": {[]string{placed(evDelta, 2, 1), placed(second(evText), 3, 1), evNothing}, "hi\n\nthere"},
		"items of a kind of their own": {[]string{`{"type":"response.output_item.done","item":{"type":"odd","content":{"a":1},"summary":3}}`, evText,
			`{"type":"response.completed","response":{"output":[{"type":"odd","content":7}]}}`}, "hi"},
	} {
		got := answered(t, serve(t, named(c.events...)).provider(t, onResponses), hello(withTools))
		if got.Text != c.want || got.Finish != "stop" {
			t.Errorf("%s: %q %s, want %q", name, got.Text, got.Finish, c.want)
		}
	}
}

// TestReasoningInAMessageIsNoText: a part of it says what it is.
func TestReasoningInAMessageIsNoText(t *testing.T) {
	const message = `{"type":"message","content":[{"type":"reasoning_text","text":"hm"},{"type":"output_text","text":"hi"}]}`
	item, all := `{"type":"response.output_item.done","output_index":0,"item":`+message+`}`, `{"type":"response.completed","response":{"model":"m-1","output":[`+message+`]}}`
	for name, events := range map[string][]string{"an item": {item, evNothing}, "the last event": {all}, "both": {item, all}} {
		got := answered(t, serve(t, named(events...)).provider(t, onResponses), hello(withTools))
		if got.Text != "hi" || got.Reasoning != "hm" {
			t.Errorf("%s: %q, reasoning %q", name, got.Text, got.Reasoning)
		}
	}
}

// Arguments count from whichever event has them, too.
func TestArgumentsCountOnceWhateverEventHasThem(t *testing.T) {
	added := `{"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","call_id":"a","name":"f"}}`
	piece := `{"type":"response.function_call_arguments.delta","output_index":0,"delta":"{\"x\":1}"}`
	whole := `{"type":"response.function_call_arguments.done","output_index":0,"arguments":"{\"x\":1}"}`
	item := `{"type":"response.output_item.done","output_index":0,"item":{"type":"function_call","call_id":"a","name":"f","arguments":"{\"x\":1}"}}`
	bare := `{"type":"response.output_item.done","output_index":0,"item":{"type":"function_call","call_id":"a","name":"f","arguments":""}}`
	for _, events := range [][]string{
		{added, piece, evNothing}, {added, whole, evNothing}, {item, evNothing}, {added, piece, bare, evNothing}, {added, piece, whole, item, evNothing},
	} {
		got := answered(t, serve(t, named(events...)).provider(t, onResponses), hello(withTools))
		equal(t, got.Calls, []providers.Call{{ID: "a", Name: "f", Arguments: `{"x":1}`}})
	}
}

// A response may have several texts, before and after its calls, each with its phase: they
// go back as they were, also to another model of the server, to which no reasoning goes.
func TestTextsGoBackAsTheyWere(t *testing.T) {
	thought := func(id string) string {
		return `{"type":"reasoning","id":"` + id + `","summary":[],"encrypted_content":"E"}`
	}
	message := func(phase, text string) string {
		return `{"type":"message","phase":"` + phase + `","content":[{"type":"output_text","text":"` + text + `"}]}`
	}
	call := func(id string) string {
		return `{"type":"function_call","call_id":"` + id + `","name":"f","arguments":"{}"}`
	}
	items := []string{thought("r1"), message("commentary", "I think."), thought("r2"), message("commentary", "I look."), call("a"), thought("r3"), call("b"), message("final_answer", "Ha.")}
	var done, outline []string
	for i, item := range items {
		at, err := json.Marshal(i)
		if err != nil {
			t.Fatal(err)
		}
		done = append(done, `{"type":"response.output_item.done","output_index":`+string(at)+`,"item":`+item+`}`)
	}
	outline = append(outline, `{"type":"response.completed","response":{"output":[`+strings.Join(items, ",")+`]}}`)
	const kept = `{"server":"testing","model":"gpt-6-sol","texts":[{"length":8,"phase":"commentary","items":1},{"length":7,"phase":"commentary","items":2},{"length":3,"phase":"final_answer","calls":2}]}`
	said := func(phase, text string) string {
		return `{"role":"assistant","content":"` + text + `","phase":"` + phase + `"}`
	}
	for name, events := range map[string][]string{"each item": append(done, completed), "the last event": outline, "both": append(done, outline...)} {
		s := serve(t, named(events...), named(completed), named(completed))
		p := s.provider(t, onResponses)
		a := answered(t, p, hello(withTools))
		equal(t, a.Text, "I think.\n\nI look.\n\nHa.")
		equal(t, string(a.Provider), kept)
		back := func(r *providers.Request) {
			r.Messages = append(r.Messages, providers.Message{Role: providers.Assistant, Text: a.Text + " [stopped]", Calls: a.Calls, Provider: a.Provider},
				providers.Message{Role: providers.Tool, CallID: "a"}, providers.Message{Role: providers.Tool, CallID: "b"})
		}
		answered(t, p, hello(withTools, back))
		answered(t, p, hello(withTools, back, func(r *providers.Request) { r.Model = "gpt-5" }))
		results := `{"type":"function_call_output","call_id":"a","output":""},{"type":"function_call_output","call_id":"b","output":""}`
		ha := said("final_answer", "Ha. [stopped]")
		for i, want := range [][]string{
			{thought("r1"), said("commentary", "I think."), thought("r2"), said("commentary", "I look."), call("a"), thought("r3"), call("b"), ha, results},
			{said("commentary", "I think."), said("commentary", "I look."), call("a"), call("b"), ha, results},
		} {
			_, got, _ := strings.Cut(s.seen()[i+1].body, `"input":[`+user+`,`)
			got, _, _ = strings.Cut(got, `],"stream"`)
			if got != strings.Join(want, ",") {
				t.Errorf("%s, model %d:\n%s\nwant\n%s", name, i, got, strings.Join(want, ","))
			}
		}
	}
}
