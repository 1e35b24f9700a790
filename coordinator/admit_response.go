package coordinator

import (
	"encoding/json"
	"fmt"
	"strings"

	"parley/providers"
	"parley/store"
	"parley/store/record"
)

// partial records the part of a response that will not be completed, and what stopped
// it for good; "" if it is requested again.
func (s State) partial(t Turn, stopped string) (State, []store.Body) {
	said := arrivedBodies(t.awaited(), s.Live.Reasoning(), s.Live.Text())
	for i, b := range said {
		if b, ok := b.(store.ChatResponse); ok {
			b.Stopped = stopped
			said[i] = b
		}
	}
	s.Live = Live{}
	return s, said
}

// stoppedBy is what stops a response if a turn ends for a reason.
func stoppedBy(reason string) string {
	switch reason {
	case store.ReasonUser, store.ReasonCancelled, store.ReasonPaused:
		return store.StoppedByUser
	case store.ReasonGuard:
		return store.StoppedByGuard
	}
	return ""
}

// hear takes in a part of an arriving response.
func (s State) hear(m ModelSaid) State {
	if !s.runs(m.Key) {
		return s
	}
	if s.Live.Key != m.Key {
		s.Live = Live{Key: m.Key}
	}
	switch d := m.Delta.(type) {
	case providers.TextDelta:
		s.Live.text, s.Live.Retry = s.Live.text.with(d.Text), nil
	case providers.ReasoningDelta:
		s.Live.reasoning, s.Live.Retry = s.Live.reasoning.with(d.Text), nil
	case providers.CallDelta:
		s.Live.Retry, s.Live.Calling = nil, true
	case providers.Retrying:
		s.Live.Retry = &d
	}
	return s
}

// responseDone makes the events of a completed response, its end last.
func (s State) responseDone(m ModelDone) (State, []store.Body) {
	a := m.Response
	t, _ := s.Folded.Current()
	id := t.awaited()
	s.Live = Live{}
	var said []store.Body
	if a.Reasoning != "" || len(a.Provider) > 0 {
		said = append(said, store.Reasoning{Response: id, Text: a.Reasoning, Provider: a.Provider})
	}
	if a.Text != "" {
		said = append(said, store.ChatResponse{Response: id, Text: a.Text})
	}
	used := s.Folded.used
	calls := a.Calls[:min(len(a.Calls), mostCalls)]
	for i, c := range calls {
		name := c.ID
		provider := c.Provider
		if name == "" || len(name) > longestID || used.has(name) || strings.ContainsFunc(name, oddInID) || passes(name) {
			provider = withID(provider, c.ID)
			for n := i + 1; ; n++ {
				if name = fmt.Sprintf("call_%d_%d_%d", t.N, t.Responses+1, n); !used.has(name) {
					break
				}
			}
		}
		used = used.with(name, struct{}{})
		arguments := m.recorded(i)
		said = append(said, store.ToolCallRequest{Response: id, ID: name, Name: c.Name, Arguments: arguments, Provider: provider})
	}
	return s, append(said, store.ResponseEnd{
		Response: id, Calls: len(calls), LeftOut: len(a.Calls) - len(calls), Model: a.Model, Finish: a.Finish, Said: saidOnly(a),
		Usage: store.Usage{Input: a.Usage.Input, Output: a.Usage.Output, Cached: a.Usage.Cached, Reasoning: a.Usage.Reasoning},
	})
}

// recorded is what is recorded as the arguments of a call.
func (m ModelDone) recorded(i int) json.RawMessage {
	if i < len(m.Arguments) {
		return m.Arguments[i]
	}
	return recordedArguments(m.Response.Calls[i].Arguments)
}

// saidOnly says what a response consists of with neither text nor calls.
func saidOnly(a providers.Response) string {
	switch {
	case len(a.Calls) > 0 || strings.TrimSpace(a.Text) != "":
		return ""
	case strings.TrimSpace(a.Reasoning) != "":
		return record.SaidReasoning
	}
	return record.SaidNothing
}

// longestID is how many bytes of an id are recorded wherever the call is named. Some gateways put a
// signature of kilobytes into it, which they want back.
const longestID = 16 << 10

// oddInID reports whether a character makes of an id more than a word: it stands in lists of
// decisions, where it could pass for one of their lines.
func oddInID(r rune) bool { return r <= ' ' || r > '~' }

// guardID begins the ids of what guards ask.
const guardID = "guard-"

// passes reports whether what has its name from a call with this id could pass for something else: for
// the question of a guard, or, where it is a draft, for a message that waits, a permission or the parts
// of another call's change. Some models want to see their own "functions.name:0" again.
func passes(id string) bool {
	for _, own := range []string{guardID, store.MessageDraft(""), store.PermissionDraft("")} {
		if strings.HasPrefix(id, own) {
			return true
		}
	}
	_, last, dotted := strings.Cut(id, ".")
	return dotted && !strings.Contains(last[strings.LastIndexByte(last, '.')+1:], ":")
}

// withID adds the provider's own id of a renamed call to what it wants back.
func withID(provider json.RawMessage, id string) json.RawMessage {
	fields := map[string]json.RawMessage{}
	if len(provider) > 0 && json.Unmarshal(provider, &fields) != nil {
		fields = map[string]json.RawMessage{"data": provider}
	}
	fields["id"], _ = json.Marshal(id) // a string always encodes
	out, _ := json.Marshal(fields)     // and so does a map of valid JSON
	return out
}

// recordedArguments is what the model wrote as JSON: unchanged if it is valid,
// otherwise as a JSON string. An empty text means no arguments.
func recordedArguments(text string) json.RawMessage {
	if text == "" {
		return json.RawMessage(`{}`)
	}
	if json.Valid([]byte(text)) {
		return json.RawMessage(text)
	}
	quoted, _ := json.Marshal(text) // a string always encodes
	return quoted
}

// retried records that the request for a response failed before it began, and that
// the provider makes it again.
func (s State) retried(m ModelSaid) ([]store.Body, bool) {
	d, ok := m.Delta.(providers.Retrying)
	t, open := s.Folded.Current()
	if !ok || !open || t.Ending != "" {
		return nil, false
	}
	return []store.Body{store.ModelFailed{Response: t.awaited(), Try: t.Failures + 1, Error: retriedText(d), Retried: true}}, true
}

// responseBroke decides about a failed response: one new attempt if the failure is
// transient and text had been shown, otherwise the end of the turn.
func (s State) responseBroke(m ModelBroke) (State, []store.Body) {
	t, _ := s.Folded.Current()
	began := s.Live.text != nil || s.Live.reasoning != nil || s.Live.Calling
	less := s.tooLong(m, began)
	again := m.Transient && began && t.Tries == 0 || less
	switch {
	case less:
		m.Error += " " + sumsUpFirstText
	case m.Help != "":
		m.Error += " " + m.Help
	}
	s, said := s.partial(t, "")
	return s, append(said, store.ModelFailed{Response: t.awaited(), Try: t.Failures + 1, Error: m.Error, Final: !again, TooLong: m.TooLong})
}
