package openai

import (
	"encoding/json"
	"strings"

	"parley/providers"
)

// decoder turns the events of one answer into deltas.
type decoder interface {
	// decode reads one event. An error is a *failure.
	decode(raw []byte) ([]providers.Delta, error)
	// finished says that the finish reason was seen.
	finished() bool
	// answer is the whole answer, once it is finished.
	answer() (providers.Answer, error)
}

// answering is what the decoders share: the answer as far as it has come.
type answering struct {
	p         *Provider
	req       providers.Request
	forced    string // the tool whose arguments are the answer's text, if any
	text      strings.Builder
	reasoning strings.Builder
	drafts    drafts
	model     string
	finish    string
	usage     providers.Usage
}

func (p *Provider) answering(req providers.Request, l plan) answering {
	a := answering{p: p, req: req}
	if req.Output != nil && l.output == providers.OutputTool {
		a.forced = req.Output.Name
	}
	return a
}

func (a *answering) finished() bool { return a.finish != "" }

func (a *answering) said(out []providers.Delta, text string) []providers.Delta {
	if text == "" {
		return out
	}
	a.text.WriteString(text)
	return append(out, providers.TextDelta{Text: text})
}

func (a *answering) thought(out []providers.Delta, text string) []providers.Delta {
	if text == "" {
		return out
	}
	a.reasoning.WriteString(text)
	return append(out, providers.ReasoningDelta{Text: text})
}

// called reports a piece of a call. The arguments of a forced one are text.
func (a *answering) called(out []providers.Delta, at int, args string) []providers.Delta {
	c := a.drafts.list[at]
	if a.forced != "" && c.name == a.forced {
		if args == "" {
			return out
		}
		return append(out, providers.TextDelta{Text: args})
	}
	return append(out, providers.CallDelta{Index: at, Name: c.name, Bytes: len(c.args)})
}

func (a *answering) answer() (providers.Answer, error) {
	calls, err := a.drafts.calls(a.p, a.req.Model)
	if err != nil {
		return providers.Answer{}, err
	}
	ans := providers.Answer{
		Text: a.text.String(), Reasoning: a.reasoning.String(), Calls: calls,
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

// unwrap puts the object that was asked for into the text, however it came.
func (a *answering) unwrap(ans *providers.Answer) {
	for i, c := range ans.Calls {
		if a.forced != "" && c.Name == a.forced {
			ans.Text = c.Arguments
			ans.Calls = append(ans.Calls[:i:i], ans.Calls[i+1:]...)
			if ans.Finish == "tool_calls" || ans.Finish == "function_call" {
				ans.Finish = "stop"
			}
			break
		}
	}
	if len(ans.Calls) == 0 {
		ans.Calls = nil
	}
	ans.Text = objectIn(ans.Text)
}

// textIn reads a text that comes as a string or as a list of parts; the parts
// that a model thinks in are returned apart.
func textIn(raw json.RawMessage) (text, thought string) {
	if !means(raw) {
		return "", ""
	}
	if raw[0] == '"' && json.Unmarshal(raw, &text) == nil {
		return text, ""
	}
	var parts []struct {
		Type     string          `json:"type"`
		Text     string          `json:"text"`
		Thinking json.RawMessage `json:"thinking"`
	}
	if raw[0] != '[' || json.Unmarshal(raw, &parts) != nil {
		return string(raw), ""
	}
	for _, part := range parts {
		inner, deeper := textIn(part.Thinking)
		thought += inner + deeper
		text += part.Text
	}
	return text, thought
}

// argumentsIn reads arguments that come as a string, as they should, or as the
// object itself.
func argumentsIn(raw json.RawMessage) string {
	if len(raw) == 0 || string(raw) == "null" {
		return ""
	}
	var text string
	if raw[0] == '"' && json.Unmarshal(raw, &text) == nil {
		return text
	}
	return string(raw)
}
