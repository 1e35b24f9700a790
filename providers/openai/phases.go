package openai

import (
	"bytes"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strings"

	"parley/providers"
	"parley/providers/wire"
)

// textPlace is the position of one text in a response of the Responses API, which may
// have several, each with its phase.
type textPlace struct {
	Length int    `json:"length"`          // in bytes
	Phase  string `json:"phase,omitempty"` // what the text is for, to the user
	Calls  int    `json:"calls,omitempty"` // how many calls came before it
	Items  int    `json:"items,omitempty"` // and reasoning items after the last of them
}

// contentPart is a part of an item.
type contentPart struct {
	Type    string    `json:"type"`
	Text    wire.Word `json:"text"`
	Refusal wire.Word `json:"refusal"`
}

// words are what a part says; reasoning is not said.
func (p contentPart) words() string {
	if wire.Considers(p.Type) {
		return ""
	}
	return string(p.Text + p.Refusal)
}

// refuses reports whether a part is a refusal.
func (p contentPart) refuses() bool { return p.Refusal != "" || p.Type == "refusal" }

// unread reports whether a part is of a kind of which nothing is known.
func (p contentPart) unread() bool { return p.Type != "" && !known(p.Type) }

// known reports whether it is known what parts of a kind hold.
func known(kind string) bool {
	return slices.Contains([]string{"text", "input_text", "output_text", "refusal"}, kind) || wire.Considers(kind)
}

// hearPart takes in a part of a message: one that begins, which says nothing yet, or a whole one.
func (d *responsesDecoder) hearPart(out []providers.Delta, e responseEvent) []providers.Delta {
	var part contentPart
	if json.Unmarshal(e.Part, &part) != nil {
		part.Type = "a part that cannot be read"
	}
	d.refused = d.refused || part.refuses()
	if part.unread() {
		d.otherwise(string(e.Part))
	}
	d.muted(spot{e.Index, e.Content}, wire.Considers(part.Type))
	if e.Type == "response.content_part.added" {
		return out
	}
	return d.hearAll(out, e, part.words())
}

// spot is where an item has a part.
type spot struct{ item, content wire.Place }

// anywhere in an item.
const anywhere wire.Place = -1

// muted takes in whether the latest item or part at a place is none that speaks.
func (d *responsesDecoder) muted(at spot, is bool) {
	if d.mute == nil {
		d.mute = map[spot]bool{}
	}
	if d.req.Output != nil {
		d.mute[at] = is
	}
}

// silent reports whether an event is about an item or a part that does not speak.
func (d *responsesDecoder) silent(e responseEvent) bool {
	return d.mute[spot{e.Index, anywhere}] || d.mute[spot{e.Index, e.Content}]
}

// contentParts are the parts of an item. Items of other kinds may have anything else
// there.
type contentParts []contentPart

// UnmarshalJSON implements json.Unmarshaler.
func (c *contentParts) UnmarshalJSON(raw []byte) error {
	var parts []contentPart
	var part contentPart
	var text string
	switch {
	case json.Unmarshal(raw, &parts) == nil:
		*c = parts
	case json.Unmarshal(raw, &text) == nil:
		*c = contentParts{{Text: wire.Word(text)}}
	case json.Unmarshal(raw, &part) == nil:
		*c = contentParts{part}
	default:
		*c = contentParts{{Type: "parts that cannot be read"}}
	}
	return nil
}

// words are what an item says.
func (c contentParts) words() (all string) {
	for _, p := range c {
		all += p.words()
	}
	return all
}

// saying is a message of a response, as received so far.
type saying struct {
	parts map[wire.Place][]byte
	size  int // of all parts
	phase string
	over  bool // its item is done
}

// is reports whether the message has these parts.
func (s *saying) is(parts contentParts) bool {
	said := 0
	for i, p := range parts {
		if string(s.parts[wire.Place(i)]) != p.words() {
			return false
		}
		if p.words() != "" {
			said++
		}
	}
	return len(s.parts) == said
}

// says reports whether a text is all that the message said. vLLM gives each piece of a part a place of its
// own, and others to the part and the item when they are done.
func (s *saying) says(text string) bool {
	if s == nil || s.size != len(text) {
		return false
	}
	for _, at := range slices.Sorted(maps.Keys(s.parts)) {
		rest, begins := strings.CutPrefix(text, string(s.parts[at]))
		if !begins {
			return false
		}
		text = rest
	}
	return true
}

// between separates two texts of a response, for readers.
const between = "\n\n"

// segment is a piece of the response's text that lies in one message.
type segment struct {
	of *saying
	at textPlace
}

// sayings are the messages of a response. Their text comes in pieces, as a complete
// part, as a complete item or with the last event, and often in several of these
// ways.
type sayings struct {
	at       map[wire.Place]*saying // by the server's index
	segments []segment
}

// open begins a message, replacing one that ended at that index.
func (y *sayings) open(index wire.Place, phase string) *saying {
	if y.at == nil {
		y.at = map[wire.Place]*saying{}
	}
	s := &saying{parts: map[wire.Place][]byte{}, phase: phase}
	y.at[index] = s
	return s
}

// message is the message at an index; it begins one if none is open.
func (y *sayings) message(index wire.Place) *saying {
	if s := y.at[index]; s != nil && !s.over {
		return s
	}
	return y.open(index, "")
}

// hear takes in a piece of a part.
func (d *responsesDecoder) hear(out []providers.Delta, e responseEvent, text string) []providers.Delta {
	if text == "" {
		return out
	}
	if d.silent(e) {
		d.otherwise("(within what does not speak)")
	}
	s := d.messages.message(e.Index)
	s.parts[e.Content] = append(s.parts[e.Content], text...)
	s.size += len(text)
	d.speaking = s
	thought, said := d.opening.Feed(text)
	return d.say(d.thought(out, thought), s, said)
}

// rest releases the text that was held back.
func (d *responsesDecoder) rest(out []providers.Delta) []providers.Delta {
	thought, said := d.opening.End()
	return d.say(d.thought(out, thought), d.speaking, said)
}

// say adds to what a message says.
func (d *responsesDecoder) say(out []providers.Delta, s *saying, text string) []providers.Delta {
	if text == "" {
		return out
	}
	segments := d.messages.segments
	if n := len(segments); n == 0 || segments[n-1].of != s {
		if n > 0 {
			out = d.said(out, between)
		}
		segments = append(segments, segment{of: s, at: textPlace{Calls: len(d.drafts.list), Items: len(d.items)}})
	}
	segments[len(segments)-1].at.Length += len(text)
	d.messages.segments = segments
	return d.said(out, text)
}

// hearAll takes in a complete part; pieces of it may have come already.
func (d *responsesDecoder) hearAll(out []providers.Delta, e responseEvent, text string) []providers.Delta {
	if s := d.messages.at[e.Index]; s != nil && s.over && string(s.parts[e.Content]) == text {
		return out
	}
	if !d.silent(e) && d.speaking.says(text) { // wherever it is told to stand
		return out
	}
	s := d.messages.message(e.Index)
	heard := s.parts[e.Content]
	if rest, goesOn := bytes.CutPrefix([]byte(text), heard); goesOn {
		out = d.hear(out, e, string(rest))
	} else if !alike(heard, []byte(text)) {
		d.otherwise(text)
	}
	return out
}

// messageDone takes in a complete message.
func (d *responsesDecoder) messageDone(out []providers.Delta, e responseEvent, it responseItem) []providers.Delta {
	d.refused = d.refused || slices.ContainsFunc(it.Content, contentPart.refuses)
	if s := d.messages.at[e.Index]; s != nil && s.over && s.is(it.Content) {
		return out
	}
	for i, p := range it.Content {
		e.Content = wire.Place(i)
		if wire.Considers(p.Type) {
			out = d.considerAll(out, e, string(p.Text))
		}
		out = d.hearAll(out, e, p.words())
	}
	s := d.messages.message(e.Index)
	s.over = true
	if it.Phase != "" {
		s.phase = string(it.Phase)
	}
	return out
}

// places are the texts of the response as they are kept: nothing if no phase was
// given, and only the phase if there is one text before all calls.
func (d *responsesDecoder) places() returned {
	var r returned
	phased := false
	for _, s := range d.messages.segments {
		s.at.Phase = s.of.phase
		phased = phased || s.at.Phase != ""
		r.Texts = append(r.Texts, s.at)
	}
	if !phased {
		return returned{}
	}
	if len(r.Texts) > 1 || r.Texts[0].Calls > 0 {
		return r
	}
	if calls := d.drafts.list; len(calls) == 0 || len(calls[0].kept.Items) == r.Texts[0].Items {
		return returned{Phase: r.Texts[0].Phase}
	}
	return r
}

// answering is the phase of what answers. What a model says in another one, such as while it works, is
// no answer.
const answering = "final_answer"

// final is the text that answers, where one object is asked for: what was said on the way is
// none, and stands beside it only as another object would. A call may be the answer instead.
func (y *sayings) final(text string, called bool) []string {
	var way, last []string
	whole := text
	for i, s := range y.segments {
		if i > 0 {
			text = strings.TrimPrefix(text, between)
		}
		n := min(s.at.Length, len(text))
		if i == len(y.segments)-1 {
			n = len(text)
		}
		if s.of.phase != "" && s.of.phase != answering {
			way = append(way, text[:n])
		} else {
			last = append(last, text[:n])
		}
		text = text[n:]
	}
	switch answer := strings.Join(last, between); {
	case len(way) == 0:
		return []string{whole}
	case answer != "":
		return []string{wire.Answered(strings.Join(way, between), answer, false)}
	case called:
		return way
	}
	return nil
}

// inputTexts are the texts of a message that are still to be written.
type inputTexts struct {
	text   string
	places []textPlace
}

// textsOf are the texts of a message: one, before its calls, unless more is known.
// Text added after the last one belongs to it.
func textsOf(m providers.Message, kept returned) inputTexts {
	places := kept.Texts
	if len(places) == 0 {
		places = []textPlace{{Phase: kept.Phase, Items: math.MaxInt}}
	}
	return inputTexts{m.Text, places}
}

// write writes the texts that come before a position among calls and items.
func (t *inputTexts) write(e *wire.Encoder, role providers.Role, calls, items int) {
	for len(t.places) > 0 && (t.places[0].Calls < calls || t.places[0].Calls == calls && t.places[0].Items <= items) {
		n := min(max(t.places[0].Length, 0), len(t.text))
		if len(t.places) == 1 {
			n = len(t.text)
		}
		inputText(e, role, t.text[:n], t.places[0].Phase)
		t.text, t.places = strings.TrimPrefix(t.text[n:], between), t.places[1:]
	}
}

// inputText writes a text, with the phase that the model gave it.
func inputText(e *wire.Encoder, role providers.Role, text, phase string) {
	if role == providers.Assistant && strings.TrimSpace(text) == "" {
		return
	}
	e.Open('{')
	e.Text("role", string(role))
	e.Text("content", text)
	if phase != "" {
		e.Text("phase", phase)
	}
	e.End('}')
}
