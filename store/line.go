package store

import (
	"bytes"
	"math"
	"strconv"
	"time"

	"parley/forms/rawjson"
	"parley/store/text/clean"
)

// A conversation may be very large and is held in memory once: what an event says is
// in its head and its body. Of its line only what cannot be rebuilt from these is
// kept, so that the line can be returned byte for byte, whoever wrote it, even if the
// file has changed.

// spelled is how the line of an event is spelled: what it holds besides the head and
// the longest text of the body.
type spelled struct {
	rest []byte
	head bool  // the head precedes it, as appendHead writes it
	at   int32 // the offset of the text in it, as told.append writes it; -1 for none
}

// leastTold is the least length in bytes at which leaving out a text pays.
const leastTold = 64

// Line is the event as it stands in the file, without the newline: the bytes to
// write, copy and digest. It is rebuilt on every call. An event that was neither read
// nor made by New has no line.
func (e Event) Line() []byte { return e.appendLine(make([]byte, 0, e.Size())) }

// Size is the approximate length of the line in bytes; it does not build the line.
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

// appendHead writes the head of an event as Encode does, if its strings need no
// escapes; spell compares the result.
func appendHead(b []byte, e Event) []byte {
	b = strconv.AppendInt(append(b, `{"v":`...), int64(e.V), 10)
	b = strconv.AppendInt(append(b, `,"seq":`...), e.Seq, 10)
	b = rawjson.AppendQuote(append(b, `,"event":`...), e.ID)
	b = e.Time.AppendFormat(append(b, `,"time":"`...), time.RFC3339Nano)
	b = rawjson.AppendQuote(append(b, `","conversation":`...), e.Conversation)
	b = strconv.AppendInt(append(b, `,"turn":`...), int64(e.Turn), 10)
	return rawjson.AppendQuote(append(b, `,"type":`...), e.Body.Type())
}

// told is a text of a body: a string, or JSON that stands in the line unchanged.
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

// toldBy is the text of a body that is likely to be long. A decision has none,
// because a reader may wrap it in an Unchained.
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

// speller finds out how successive lines are spelled. It reuses its buffers, and
// keeps what it retains of many lines close together in memory.
type speller struct {
	room, scratch []byte
	conversation  string // that of the previous line, so that equal ids share memory
	piece         int    // how much room is allocated at once; 0: as much as one line needs
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
		at := bytes.Index(line, s.scratch[:leastTold/2]) // a short needle is found sooner than a long one
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
