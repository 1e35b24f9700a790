package store

import (
	"bytes"
	"math"
	"strconv"
	"time"

	"parley/store/text/clean"
	"parley/store/text/rawjson"
)

// A conversation may have millions of letters, and is in memory once: what an event
// says is in its head and its body. Of its line is kept what cannot be made again of
// these byte for byte, whoever wrote it; so that the line is there, also when the file
// is not as it was.

// spelled is how the line of an event is spelled: what stands there beside the head and
// the longest text of the body.
type spelled struct {
	rest []byte
	head bool  // before it stands the head, as appendHead writes it
	at   int32 // where in it the text stands, as told.append writes it; -1: nowhere
}

// leastTold is the number of bytes from which it is worth leaving a text out.
const leastTold = 64

// Line is the event as it stands in the file, without the newline; it is what is
// written, copied and digested. It is made anew each time. An event that was neither
// read nor made by New has none.
func (e Event) Line() []byte { return e.appendLine(make([]byte, 0, e.Size())) }

// Size is about how many bytes the line has; nothing is made for that.
func (e Event) Size() int {
	n := len(e.line.rest)
	if e.line.head {
		n += 128 + len(e.ID) + len(e.Conversation)
	}
	if e.line.at >= 0 {
		t := toldBy(e.Body)
		n += len(t.raw) + len(t.text) + len(t.text)/16
	}
	return n
}

func (e Event) appendLine(b []byte) []byte {
	if len(e.line.rest) == 0 {
		return b
	}
	if e.line.head {
		b = appendHead(b, e)
	}
	if e.line.at < 0 {
		return append(b, e.line.rest...)
	}
	b = append(b, e.line.rest[:e.line.at]...)
	b = toldBy(e.Body).append(b)
	return append(b, e.line.rest[e.line.at:]...)
}

// appendHead writes the head of an event as Encode does, as far as its strings need no
// escape; spell compares.
func appendHead(b []byte, e Event) []byte {
	b = strconv.AppendInt(append(b, `{"v":`...), int64(e.V), 10)
	b = strconv.AppendInt(append(b, `,"seq":`...), e.Seq, 10)
	b = rawjson.AppendQuote(append(b, `,"event":`...), e.ID)
	b = e.Time.AppendFormat(append(b, `,"time":"`...), time.RFC3339Nano)
	b = rawjson.AppendQuote(append(b, `","conversation":`...), e.Conversation)
	b = strconv.AppendInt(append(b, `,"turn":`...), int64(e.Turn), 10)
	return rawjson.AppendQuote(append(b, `,"type":`...), e.Body.Type())
}

// told is a text of a body: a string, or JSON that stands in the line as it is.
type told struct {
	text string
	raw  []byte
}

func (t told) long() bool { return len(t.text)+len(t.raw) >= leastTold }

// append writes the text as it stands in a line.
func (t told) append(b []byte) []byte {
	if len(t.raw) > 0 {
		return append(b, t.raw...)
	}
	from := len(b)
	b = rawjson.AppendQuote(b, t.text)
	if harmless := clean.JSON(b[from:]); len(harmless) != len(b)-from { // an escape is longer than what it stands for
		b = append(b[:from], harmless...)
	}
	return b
}

// toldBy is the text of a body that is likely to be long. A decision has none: a reader
// may put it into an Unchained.
func toldBy(b Body) told {
	switch b := b.(type) {
	case ChatRequest:
		return told{text: b.Text}
	case ChatResponse:
		return told{text: b.Text}
	case Reasoning:
		return told{text: b.Text}
	case ToolCallRequest:
		return told{raw: b.Arguments}
	case ToolAsked:
		longest := ""
		for _, q := range b.Form {
			if len(q.Context) > len(longest) {
				longest = q.Context
			}
		}
		return told{text: longest}
	case UserCommandEnd:
		return told{text: b.Output}
	case ToolFinished:
		return told{text: b.Outcome.Content}
	case ToolCallResponse:
		return told{text: b.Content}
	case PermissionRequest:
		return told{raw: b.Arguments}
	case InquiryRequest:
		return told{text: b.Question.Context}
	}
	return told{}
}

// speller finds out how lines are spelled, one after the other: what it needs for that
// is made once, and what is kept of many lines is close together.
type speller struct {
	room, scratch []byte
	conversation  string // that of the line before, whose id need not be there twice
	piece         int    // how much room is made at once; 0: as much as one line needs
}

// spell says how the line of an event is spelled. It keeps nothing of the line itself.
func (s *speller) spell(e Event, line []byte) spelled {
	out := spelled{at: -1}
	s.scratch = appendHead(s.scratch[:0], e)
	if bytes.HasPrefix(line, s.scratch) && len(line) > len(s.scratch) {
		out.head, line = true, line[len(s.scratch):]
	}
	after := line[len(line):]
	if t := toldBy(e.Body); t.long() {
		s.scratch = t.append(s.scratch[:0])
		at := bytes.Index(line, s.scratch[:leastTold/2]) // few bytes are found sooner than many
		if at >= 0 && at <= math.MaxInt32 && bytes.HasPrefix(line[at:], s.scratch) {
			out.at, after, line = int32(at), line[at+len(s.scratch):], line[:at]
		}
	}
	if n := len(line) + len(after); cap(s.room)-len(s.room) < n {
		s.room = make([]byte, 0, max(n, s.piece))
	}
	from := len(s.room)
	s.room = append(append(s.room, line...), after...)
	out.rest = s.room[from:len(s.room):len(s.room)]
	return out
}
