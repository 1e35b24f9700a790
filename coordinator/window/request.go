// Package window is what a model is sent: a pure function of the events, the model and the settings,
// and what must be left out or summed up before it fits. It calls no model and records nothing.
package window

import (
	"bytes"
	"encoding/json"
	"iter"
	"strings"

	"parley/coordinator/tool"
	"parley/providers"
	"parley/store"
)

// Kept finds the bytes that an event names by their digest; ok is false if they are
// missing.
type Kept func(digest string) (data []byte, ok bool)

func (a Seen) newBuilder(log store.Log, placed []Placed, model string) *builder {
	return &builder{model: model, at: map[string]int{}, window: windowOf(log, placed), told: map[string]bool{}, files: a.Files, theirs: a.Theirs, measured: -1}
}

// read collects the messages of a log.
func (b *builder) read(log store.Log) {
	for i, ev := range log.All() {
		b.here = i
		switch {
		case i <= b.window.summed:
			b.summed(ev)
		default:
			b.add(ev.Body)
		}
		switch {
		case i != b.window.summed:
		case !b.summing:
			b.out = append(b.out, b.window.stands(b.reviewer, b.message)...)
		case b.window.summary.Text != "":
			b.out = append(b.out, providers.Message{Role: providers.User, Text: earlierSummaryText(b.window.summary.Text)})
		}
	}
}

// summed takes from an event that a summary covers what the summary does not replace:
// what is told with the next message, and instructions.
func (b *builder) summed(ev store.Event) {
	if m, ok := ev.Body.(store.ChatRequest); ok && m.Author == "" {
		b.begun = true
		for _, told := range b.beside.told() {
			b.window.kept = append(b.window.kept, kept{message: told, event: ev.ID, turn: ev.Turn})
		}
	}
	b.window.skip(ev)
	switch body := ev.Body.(type) {
	case store.Instructions:
		if text := b.instructions(body); b.begun && text != "" {
			b.window.kept = append(b.window.kept, kept{message: providers.Message{Role: providers.User, Text: text}, event: ev.ID})
		}
	case store.UserCommandEnd:
		body.Output = withoutMiddle(body.Output, longestOutput)
		b.beside.add(body)
	default:
		b.beside.add(body)
	}
}

// longestOutput is how much stays, in bytes, of what a command of the user's printed before
// a summary.
const longestOutput = 2000

// messages returns what was collected, from the first user message on: if a damaged
// file lacks it, servers refuse the rest. They also refuse a response at the end: a
// stopped response is sent with what follows it.
func (b *builder) messages() []providers.Message {
	for n := len(b.out); n > 0 && b.out[n-1].Stopped(); n-- {
		b.out = b.out[:n-1]
	}
	for i, m := range b.out {
		if m.Role == providers.User {
			return b.out[i:]
		}
	}
	return b.out
}

// builder collects messages. The parts of a response wait until its end shows that it
// happened; slots are reserved for the responses to its calls.
type builder struct {
	model    string
	out      []providers.Message
	response string
	text     string
	thought  store.Reasoning // what its server wants back
	calls    []store.ToolCallRequest
	at       map[string]int // call id to the index of its response
	beside   beside
	pictured pictured
	window   window
	here     int             // the index of the event in the log
	theirs   int             // instructions of events before this one are nobody's
	begun    bool            // there has been a user message
	told     map[string]bool // what was given as instructions
	system   []string        // the part of that for the system prompt
	skilled  bool            // the list of skills was given
	reviewer bool            // it is for a reviewer
	summing  bool            // it is for a model that sums up
	files    Kept

	measured int  // the place of the last response that was told how much it had taken, -1: none
	before   int  // how many messages it was given
	blind    bool // the model takes no images
}

// missingText replaces the response of a call that a damaged file lacks, since
// servers refuse a call without one.
const missingText = "The result of this call was not recorded."

func (b *builder) add(body store.Body) {
	if b.here <= b.window.trimmed {
		b.window.note(body)
	}
	b.pictured.add(body)
	switch ev := body.(type) {
	case store.UserCommand, store.UserCommandEnd, store.Undone:
		b.beside.add(ev)
	case store.Instructions:
		if text := b.instructions(ev); b.begun && text != "" && !b.summing {
			b.out = append(b.out, providers.Message{Role: providers.User, Text: text})
		}
	case store.ChatRequest:
		if ev.Author == "" {
			b.begun = true
			b.out = append(b.out, b.beside.told()...)
		}
		b.out = append(b.out, b.message(ev))
	case store.ChatResponse:
		switch {
		case ev.Ended():
			b.stopped(ev)
		case !ev.Partial:
			b.part(ev.Response)
			b.text += ev.Text
		}
	case store.Reasoning:
		if !ev.Partial && len(ev.Provider) > 0 {
			b.part(ev.Response)
			b.thought = ev
		}
	case store.ToolCallRequest:
		b.part(ev.Response)
		b.calls = append(b.calls, ev)
	case store.ResponseDropped:
		b.drop()
	case store.ResponseEnd:
		b.part(ev.Response)
		b.ended(ev)
	case store.ToolCallResponse:
		if i, ok := b.at[ev.ID]; ok {
			b.out[i].Text, b.out[i].IsError = b.window.result(b.here, ev), ev.IsError
			delete(b.at, ev.ID)
			b.out = append(b.out, b.answerImages(ev.ID)...)
			if len(ev.Files) > 0 && b.window.whole(b.here, ev) {
				b.out = append(b.out, b.message(store.ChatRequest{Text: resultImagesText(ev.ID), Files: ev.Files}))
			}
		}
	}
}

// part begins another response if its id differs; the one before never ended.
func (b *builder) part(response string) {
	if response != b.response {
		b.drop()
		b.response = response
	}
}

func (b *builder) drop() { b.response, b.text, b.thought, b.calls = "", "", store.Reasoning{}, nil }

// stopped gives the assistant the text that it had written when it was stopped.
// Servers refuse an empty response.
func (b *builder) stopped(ev store.ChatResponse) {
	b.drop()
	if text := strings.TrimRight(ev.Text, " \t\r\n"); text != "" {
		b.out = append(b.out, providers.Message{Role: providers.Assistant, Text: text + "\n\n" + stoppedText(ev.Stopped)})
	}
}

// stoppedText ends the text that the assistant had written when it was stopped.
func stoppedText(by string) string {
	if by == store.StoppedByGuard {
		return providers.StoppedByLimit
	}
	return providers.StoppedByUser
}

func (b *builder) ended(end store.ResponseEnd) {
	if end.Usage.Input > 0 {
		b.measured, b.before = b.here, len(b.out)
	}
	m := providers.Message{Role: providers.Assistant, Text: b.text}
	if end.Model == b.model {
		m.Reasoning = b.thought.Text
	}
	if serverOf(end.Model) == serverOf(b.model) {
		m.Provider = b.thought.Provider
	}
	for _, c := range b.calls {
		call := providers.Call{ID: c.ID, Name: sayable(c.Name), Arguments: argumentsText(c.Arguments)}
		if end.Model == b.model {
			call.Provider = c.Provider
		}
		m.Calls = append(m.Calls, call)
	}
	if m.Text == "" && len(m.Calls) == 0 {
		b.drop()
		return // an empty response says nothing, and servers refuse it
	}
	b.out = append(b.out, m)
	for _, c := range b.calls {
		b.at[c.ID] = len(b.out)
		b.out = append(b.out, providers.Message{Role: providers.Tool, CallID: c.ID, Text: missingText, IsError: true})
	}
	b.drop()
}

// serverOf is the server of a model's id.
func serverOf(model string) string {
	server, _, _ := strings.Cut(model, "/")
	return server
}

// argumentsText undoes what was done to arguments that are no JSON, to record them.
func argumentsText(recorded json.RawMessage) string {
	if !bytes.HasPrefix(bytes.TrimLeft(recorded, " \t\r\n"), []byte(`"`)) {
		return string(recorded)
	}
	var text string
	if json.Unmarshal(recorded, &text) == nil && !json.Valid([]byte(text)) {
		return text
	}
	return string(recorded)
}

// sayable is a tool name that every server accepts. A model may have called a tool by
// an impossible name, and servers refuse everything after such a call. Its response
// says that there is no such tool, with the original name.
func sayable(name string) string {
	name = strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			return r
		}
		return '_'
	}, name)
	if name == "" {
		return "_"
	}
	return name[:min(len(name), 64)]
}

// Seen is what a request is made of, besides the model.
type Seen struct {
	Log       store.Log
	Placed    []Placed
	Theirs    int // how many events it begins with that another hand may have written
	Tools     tool.Registry
	Files     Kept
	Debugging bool             // it is a debugging turn
	Anchors   iter.Seq[string] // the events up to which something may stand, in any order
	Rules     Rules
}

// Request is what a model is sent, and what it was made of.
type Request struct {
	providers.Request
	from *builder
}

// Waits reports whether a request waits until its model's window is known: a smaller one
// fits into any window.
func (r Request) Waits() bool { return tokens(weights(r.Messages)) >= waitFrom }

// waitFrom is how many tokens of messages a request has that waits until its model's
// window is known: a smaller one fits into any window.
const waitFrom = 2048

// Model is a model with everything that a request to it needs.
type Model struct {
	ID         string // provider/model, as configured
	Name       string // as the server names it
	Provider   providers.Provider
	System     string
	NoImages   bool // it is known to take none
	Parameters providers.Parameters
	Limits     providers.Limits
}

// ReadSkill is the tool that returns a skill. It is offered once the model was given the list of skills.
const ReadSkill = "read_skill"

// Request asks for the next response. The tool that ends debugging is offered only in
// debugging.
//
// Its messages are the conversation as a model sees it: an allow-list of events, only from
// responses that were completed or stopped, with each call followed by its response
// in the order of the request (docs/events.md). What a server wanted back with a call
// goes only to the model of that response; what it wanted back with a response goes
// to its server, which passes everything but reasoning to its other models.
func (a Seen) Request(m Model) Request {
	b := a.newBuilder(a.Log, a.Placed, m.ID)
	b.blind = m.NoImages
	b.read(a.Log)
	r := providers.Request{
		Model: m.Name, System: strings.Join(append([]string{m.System}, b.system...), "\n\n"), Messages: b.messages(),
		Parameters: m.Parameters, Limits: m.Limits,
	}
	r.Tools = a.offers(b.skilled)
	return Request{r, b}
}
