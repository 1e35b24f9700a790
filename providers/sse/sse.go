// Package sse reads event streams, which all protocols of model servers use. It knows
// no protocol: the caller decides what an event means.
package sse

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
)

// Event streams are read by their standard (a mark at the start, three kinds of line
// ending, comments, data of many lines) with two exceptions that servers make
// necessary: an event that ends with the stream instead of a blank line counts, and
// so does one that ends where another JSON document begins.

const (
	// MaxEvent is the size limit of one event in bytes.
	MaxEvent = 8 << 20

	window   = 32 << 10 // bytes read at once
	maxJunk  = 64 << 10 // bytes kept of a body that is not an event stream
	maxEmpty = 100      // consecutive reads that bring nothing
)

// ErrTooLarge says that one event is larger than MaxEvent.
var ErrTooLarge = errors.New("an event of the stream is larger than 8 MiB")

// Event is one event. Its data is valid until the next one is read.
type Event struct {
	Name  string
	Data  []byte
	Ended bool // a blank line ended it, or the next one began: nothing of it was cut off
}

// Reader reads the events of a stream.
type Reader struct {
	src   io.Reader
	err   error  // how src ended
	chunk []byte // the window that src is read into
	rest  []byte // the part of chunk not yet read
	line  []byte // the start of a line whose end has not arrived
	empty int    // consecutive reads that brought nothing
	begun bool   // the first line was read
	cr    bool   // the last line ended with CR: an LF now belongs to it

	name  string
	data  []byte
	spare []byte // the buffer of the previous event
	has   bool   // a data field arrived, perhaps an empty one
	later string // a name after the data: of this event, or of a following one that no blank line separates
	bare  bool   // the server omits the blank lines between events
	whole bool   // data is a complete event, though its end has not come
	junk  []byte
}

// NewReader makes a reader of a stream.
func NewReader(src io.Reader) *Reader {
	return &Reader{src: src, chunk: make([]byte, window)}
}

// Next returns the next event, or how the stream ended. It blocks.
func (e *Reader) Next() (Event, error) {
	for {
		ev, ready, err := e.Ready()
		if ready || err != nil {
			return ev, err
		}
		if e.err != nil {
			return e.last()
		}
		e.fill()
	}
}

// Ready returns the next event if it has been read completely; it never blocks.
func (e *Reader) Ready() (Event, bool, error) {
	if e.whole {
		e.whole = false
		ev, _ := e.dispatch()
		ev, err := e.sized(ev)
		return ev, err == nil, err
	}
	for {
		line, ok := e.takeLine()
		if max(len(line), len(e.line)) > MaxEvent {
			return Event{}, false, ErrTooLarge
		}
		if !ok {
			return Event{}, false, nil
		}
		if ev, ready := e.take(line); ready {
			ev, err := e.sized(ev)
			return ev, err == nil, err
		}
		if len(e.data) > MaxEvent {
			return Event{}, false, ErrTooLarge
		}
	}
}

// sized refuses an event that is too large.
func (e *Reader) sized(ev Event) (Event, error) {
	if len(ev.Data) > MaxEvent {
		return Event{}, ErrTooLarge
	}
	return ev, nil
}

// fill reads more. A source that repeatedly brings nothing is broken.
func (e *Reader) fill() {
	n, err := e.src.Read(e.chunk)
	e.rest, e.err = e.chunk[:n], err
	if n > 0 {
		e.empty = 0
	} else if e.empty++; e.empty > maxEmpty && err == nil {
		e.err = io.ErrNoProgress
	}
}

// last flushes what a clean end left behind. After a break, only a JSON document is
// known to be complete.
func (e *Reader) last() (Event, error) {
	if e.err != io.EOF {
		if e.has && isWhole(e.data) {
			ev, _ := e.dispatch()
			return e.sized(ev)
		}
		return Event{}, e.err
	}
	if len(e.line) > 0 {
		line := e.first(e.line)
		e.line = nil
		if !cutField(line) {
			if ev, ready := e.take(line); ready {
				return e.sized(ev)
			}
		}
	}
	if ev, ready := e.dispatch(); ready {
		return e.sized(ev)
	}
	return Event{}, io.EOF
}

// cutField reports whether a stream ended within a field's name: that is a cut, not the
// server's explanation.
func cutField(line []byte) bool {
	for _, name := range []string{"data", "event", "id", "retry"} {
		if strings.HasPrefix(name, string(line)) {
			return true
		}
	}
	return false
}

// takeLine returns the next complete line without its ending.
func (e *Reader) takeLine() ([]byte, bool) {
	if e.cr && len(e.rest) > 0 {
		e.cr = false
		e.rest = bytes.TrimPrefix(e.rest, []byte("\n"))
	}
	end := bytes.IndexByte(e.rest, '\n')
	if end < 0 {
		end = len(e.rest)
	}
	if i := bytes.IndexByte(e.rest[:end], '\r'); i >= 0 {
		end = i
	}
	if end == len(e.rest) {
		e.line = append(e.line, e.rest...)
		e.rest = nil
		return nil, false
	}
	line := e.rest[:end]
	if len(e.line) > 0 {
		line = append(e.line, line...)
		e.line = line[:0]
	}
	e.cr = e.rest[end] == '\r'
	e.rest = e.rest[end+1:]
	return e.first(line), true
}

// first takes the byte order mark off the first line.
func (e *Reader) first(line []byte) []byte {
	if e.begun {
		return line
	}
	e.begun = true
	return bytes.TrimPrefix(line, []byte("\xef\xbb\xbf"))
}

// take adds a line to the event; a blank one ends it.
func (e *Reader) take(line []byte) (Event, bool) {
	if len(line) == 0 {
		ev, ready := e.dispatch()
		ev.Ended = ready
		return ev, ready
	}
	field, value, _ := bytes.Cut(line, []byte(":"))
	value = bytes.TrimPrefix(value, []byte(" "))
	switch string(field) {
	case "": // a comment
	case "data":
		return e.takeData(value)
	case "event":
		if e.has {
			e.later = string(value)
		} else {
			e.name = string(value)
		}
	case "id", "retry":
	default:
		e.keep(line)
	}
	return Event{}, false
}

// takeData adds a line of data. It ends the previous event if that is a JSON document
// and the line begins another, since no document can continue like that. Once one
// event has ended this way, each event that is complete with its line ends there too.
func (e *Reader) takeData(value []byte) (Event, bool) {
	if e.has && parted(e.data, value) {
		ev := Event{e.name, e.data, true}
		e.data, e.spare = append(e.spare[:0], value...), e.data
		e.name, e.later, e.bare, e.whole = e.later, "", true, isWhole(value)
		return ev, true
	}
	if e.has {
		e.data = append(e.data, '\n')
	}
	first := !e.has
	e.data, e.has = append(e.data, value...), true
	if e.bare && first && isWhole(e.data) {
		return e.dispatch()
	}
	return Event{}, false
}

// parted reports whether a line begins a document other than the data before it.
func parted(data, line []byte) bool {
	data, line = bytes.TrimRight(data, " \t"), bytes.TrimLeft(line, " \t")
	ends := bytes.HasSuffix(data, []byte("}")) || isDone(data)
	return ends && (bytes.HasPrefix(line, []byte("{")) || isDone(bytes.TrimRight(line, " \t")))
}

// done ends many streams.
const done = "[DONE]"

// isDone compares the length first: the race detector reads everything that is
// compared, which would be quadratic for an event of many lines.
func isDone(data []byte) bool { return len(data) == len(done) && string(data) == done }

// isWhole reports whether data needs no more lines.
func isWhole(data []byte) bool {
	data = bytes.TrimSpace(data)
	return isDone(data) || len(data) > 0 && data[0] == '{' && json.Valid(data)
}

// Junk is the lines so far that do not belong in an event stream, shortened: they are
// often the error that explains the missing stream.
func (e *Reader) Junk() []byte { return e.junk }

func (e *Reader) dispatch() (Event, bool) {
	ev := Event{Name: e.name, Data: e.data}
	if e.later != "" {
		ev.Name = e.later
	}
	ready := e.has
	e.name, e.later, e.data, e.has = "", "", e.data[:0], false
	return ev, ready
}

// keep remembers a line that does not belong in an event stream: it is often the
// error that explains the missing stream.
func (e *Reader) keep(line []byte) {
	if room := maxJunk - len(e.junk); room > 1 {
		e.junk = append(append(e.junk, line[:min(len(line), room-1)]...), '\n')
	}
}
