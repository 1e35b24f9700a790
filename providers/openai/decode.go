package openai

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"parley/providers"
	"parley/providers/wire"
)

// responding is what the decoders share: the response so far.
type responding struct {
	p         *Provider
	req       providers.Request
	forced    string // the tool whose arguments are the response's text, if any
	opening   wire.Opening
	text      []string // in pieces, so that nothing is copied until all is there
	reasoning []string
	drafts    drafts
	model     string
	finish    string
	late      bool // more came after the finish
	usage     providers.Usage
	others    []string // where an object is asked for: what was said beside the text, or told again in another way
	refused   bool     // it holds a refusal
}

func (p *Provider) responding(req providers.Request, l plan) responding {
	a := responding{p: p, req: req}
	if req.Output != nil && l.output == providers.OutputTool {
		a.forced = req.Output.Name
	}
	return a
}

// Finished reports whether the finish reason has arrived.
func (a *responding) Finished() bool { return a.finish != "" }

// Late reports whether the response went on after it.
func (a *responding) Late() bool { return a.late }

// ends takes in a word on how the response ended.
func (a *responding) ends(finish string) {
	a.finish, a.late = wire.Ended(a.finish, finish), false
}

// over handles the end of a stream without a finish reason: text is kept and marked
// as perhaps incomplete. Whether calls are complete cannot be known.
func (a *responding) over() {
	if a.finish == "" && len(a.text) > 0 && len(a.drafts.list) == 0 {
		a.finish = wire.Missing
	}
}

// otherwise takes in what is said beside the text, or instead of it: where one object was asked
// for, nobody can say which of two is the answer. One is enough, so few are kept.
func (a *responding) otherwise(text string) {
	if a.req.Output != nil && len(a.others) < 10 && strings.TrimSpace(text) != "" && !slices.Contains(a.others, text) {
		a.others = append(a.others, text)
	}
}

// again takes in a whole text that may be what arrived before.
func (a *responding) again(text string) {
	if a.req.Output == nil {
		return
	}
	if heard := strings.Join(a.text, ""); !strings.HasPrefix(heard, text) && !alike([]byte(heard), []byte(text)) {
		a.otherwise(text)
	}
}

func (a *responding) said(out []providers.Delta, text string) []providers.Delta {
	if text == "" {
		return out
	}
	a.text, a.late = append(a.text, text), a.finish != ""
	return append(out, providers.TextDelta{Text: text})
}

// speak takes in a piece of text; at the very start it may be reasoning.
func (a *responding) speak(out []providers.Delta, text string) []providers.Delta {
	if text == "" {
		return out
	}
	thought, said := a.opening.Feed(text)
	return a.said(a.thought(out, thought), said)
}

// rest releases the text that was held back.
func (a *responding) rest(out []providers.Delta) []providers.Delta {
	thought, said := a.opening.End()
	return a.said(a.thought(out, thought), said)
}

func (a *responding) thought(out []providers.Delta, text string) []providers.Delta {
	if text == "" {
		return out
	}
	a.reasoning, a.late = append(a.reasoning, text), a.finish != ""
	return append(out, providers.ReasoningDelta{Text: text})
}

// called reports a piece of a call. The arguments of a forced one are text.
func (a *responding) called(out []providers.Delta, at int, args string) []providers.Delta {
	c := a.drafts.list[at]
	a.late = a.finish != ""
	if a.forced != "" && c.name == a.forced {
		if args == "" {
			return out
		}
		return append(out, providers.TextDelta{Text: args})
	}
	return append(out, providers.CallDelta{Index: at, Name: c.name, Text: args})
}

// Response is the whole response, once it is finished.
func (a *responding) Response() (providers.Response, error) {
	calls, err := a.drafts.calls(a.p, a.req.Model)
	if err != nil {
		return providers.Response{}, err
	}
	ans := providers.Response{
		Text: strings.Join(a.text, ""), Reasoning: strings.Join(a.reasoning, ""), Calls: calls,
		Model: a.model, Finish: a.finish, Usage: a.usage,
	}
	if ans.Model == "" {
		ans.Model = a.req.Model
	}
	if a.req.Output != nil {
		a.unwrap(&ans)
	}
	if ans.Finish == "function_call" || ans.Finish == "stop" && len(ans.Calls) > 0 {
		ans.Finish = "tool_calls"
	}
	return ans, nil
}

// unwrap puts the requested object into the text, however it came.
func (a *responding) unwrap(ans *providers.Response) {
	for i, c := range ans.Calls {
		if a.forced != "" && c.Name == a.forced {
			ans.Text = wire.Answered(ans.Text, c.Arguments, a.refused)
			ans.Calls = append(ans.Calls[:i:i], ans.Calls[i+1:]...)
			ans.Finish = wire.Stopped(ans.Finish)
			break
		}
	}
	if len(ans.Calls) == 0 {
		ans.Calls = nil
	}
	ans.Text = wire.OneObject(ans.Text, a.others)
	if a.refused {
		ans.Text = textRefusal + ans.Text // whatever it says, it is no answer
	}
}

// textRefusal stands before what a model said when it refused.
const textRefusal = "It refused: "

// unread takes in a content with a part of a kind of which nothing is read.
func (a *responding) unread(content json.RawMessage) {
	var parts []map[string]json.RawMessage
	if a.req.Output == nil || !bytes.HasPrefix(content, []byte("[")) || json.Unmarshal(content, &parts) != nil {
		return
	}
	for _, p := range parts {
		kind := argumentsIn(p["type"])
		says := p["text"] != nil || p["thinking"] != nil || p["refusal"] != nil
		if len(p) > 0 && !known(kind) && (kind != "" || !says) {
			a.otherwise(string(content))
		}
	}
}

// textIn reads a text that comes as a string or as a list of parts; parts with the
// model's thoughts, or with a refusal, are returned separately.
func textIn(raw json.RawMessage) (text, thought, refusal string) {
	if !wire.Means(raw) {
		return "", "", ""
	}
	if raw[0] == '"' {
		return stringIn(raw), "", ""
	}
	var parts []struct {
		Type     string       `json:"type"`
		Text     string       `json:"text"`
		Thinking contentParts `json:"thinking"`
		Refusal  wire.Word    `json:"refusal"`
	}
	if raw[0] != '[' || json.Unmarshal(raw, &parts) != nil {
		return string(raw), "", ""
	}
	for _, part := range parts {
		for _, p := range part.Thinking { // of no further ones: each level would be copied
			thought += string(p.Text)
		}
		switch refusal += string(part.Refusal); {
		case wire.Considers(part.Type):
			thought += part.Text
		case part.Type == "refusal":
			refusal += part.Text
		default:
			text += part.Text
		}
	}
	return text, thought, refusal
}

// argumentsIn reads arguments that come as a string, as they should, or as the
// object itself.
func argumentsIn(raw json.RawMessage) string {
	if len(raw) == 0 || string(raw) == "null" {
		return ""
	}
	if raw[0] == '"' {
		return stringIn(raw)
	}
	return string(raw)
}

// stringIn reads a JSON string. Most need no decoding, which matters because this
// runs for every token.
func stringIn(raw json.RawMessage) (text string) {
	if inner := raw[1 : len(raw)-1]; bytes.IndexByte(inner, '\\') < 0 && utf8.Valid(inner) {
		return string(inner)
	}
	if json.Unmarshal(raw, &text) != nil {
		return string(raw) // it was parsed as JSON before, so this does not happen
	}
	return text
}
