package openai

import (
	"bytes"
	"errors"
	"io"
)

// Event streams, read by their standard (a mark at the start, three kinds of
// line end, comments, data of many lines) with one exception that servers make
// necessary: an event that ends with the stream instead of a blank line counts.

const (
	maxEvent = 8 << 20  // bytes of one event
	maxJunk  = 64 << 10 // bytes kept of what is no event stream at all
	maxEmpty = 100      // reads in a row that bring nothing
)

var errEventTooLarge = errors.New("an event of the stream is larger than 8 MiB")

// sseEvent is one event. Its data is valid until the next one is read.
type sseEvent struct {
	name string
	data []byte
}

// events reads the events of a stream.
type events struct {
	src   io.Reader
	err   error  // how src ended
	chunk []byte // the window that src is read into
	rest  []byte // the part of chunk not yet read
	line  []byte // the start of a line whose end has not arrived
	empty int    // reads in a row that brought nothing
	begun bool   // the first line is behind us
	cr    bool   // the last line ended with CR: a LF now belongs to it

	name string
	data []byte
	has  bool // a data field arrived, perhaps an empty one
	junk []byte
}

func newEvents(src io.Reader) *events {
	return &events{src: src, chunk: make([]byte, 16<<10)}
}

// next returns the next event, or how the stream ended.
func (e *events) next() (sseEvent, error) {
	for {
		line, ok := e.takeLine()
		if max(len(line), len(e.line)) > maxEvent {
			return sseEvent{}, errEventTooLarge
		}
		switch {
		case ok:
			if ev, ready := e.take(line); ready {
				return e.sized(ev)
			}
			if len(e.data) > maxEvent {
				return sseEvent{}, errEventTooLarge
			}
		case e.err != nil:
			return e.last()
		default:
			e.fill()
		}
	}
}

// sized refuses an event that is too large.
func (e *events) sized(ev sseEvent) (sseEvent, error) {
	if len(ev.data) > maxEvent {
		return sseEvent{}, errEventTooLarge
	}
	return ev, nil
}

// fill reads more. A source that brings nothing again and again is broken.
func (e *events) fill() {
	n, err := e.src.Read(e.chunk)
	e.rest, e.err = e.chunk[:n], err
	if n > 0 {
		e.empty = 0
	} else if e.empty++; e.empty > maxEmpty && err == nil {
		e.err = io.ErrNoProgress
	}
}

// last flushes what a clean end left behind. After a break nothing is whole.
func (e *events) last() (sseEvent, error) {
	if e.err != io.EOF {
		return sseEvent{}, e.err
	}
	if len(e.line) > 0 {
		line := e.first(e.line)
		e.line = nil
		if ev, ready := e.take(line); ready {
			return e.sized(ev)
		}
	}
	if ev, ready := e.dispatch(); ready {
		return e.sized(ev)
	}
	return sseEvent{}, io.EOF
}

// takeLine returns the next whole line without its end.
func (e *events) takeLine() ([]byte, bool) {
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
func (e *events) first(line []byte) []byte {
	if e.begun {
		return line
	}
	e.begun = true
	return bytes.TrimPrefix(line, []byte("\xef\xbb\xbf"))
}

// take adds a line to the event; a blank one ends it.
func (e *events) take(line []byte) (sseEvent, bool) {
	if len(line) == 0 {
		return e.dispatch()
	}
	field, value, _ := bytes.Cut(line, []byte(":"))
	value = bytes.TrimPrefix(value, []byte(" "))
	switch string(field) {
	case "": // a comment
	case "data":
		if e.has {
			e.data = append(e.data, '\n')
		}
		e.data = append(e.data, value...)
		e.has = true
	case "event":
		e.name = string(value)
	case "id", "retry":
	default:
		e.keep(line)
	}
	return sseEvent{}, false
}

func (e *events) dispatch() (sseEvent, bool) {
	ev := sseEvent{e.name, e.data}
	ready := e.has
	e.name, e.data, e.has = "", e.data[:0], false
	return ev, ready
}

// keep remembers a line that no event stream has: it is often the error that
// explains why there is none.
func (e *events) keep(line []byte) {
	if room := maxJunk - len(e.junk); room > 1 {
		e.junk = append(append(e.junk, line[:min(len(line), room-1)]...), '\n')
	}
}

// frames offers the events of a stream as go-openai can read them: one line of
// JSON each. An event named "error" ends the reading with that error.
type frames struct {
	body   io.Closer
	events *events
	fault  func(data []byte) error
	line   []byte // backing of out
	out    []byte
}

// Read implements io.Reader.
func (f *frames) Read(p []byte) (int, error) {
	for len(f.out) == 0 {
		ev, err := f.events.next()
		if err != nil {
			return 0, err
		}
		if ev.name == "error" {
			return 0, f.fault(ev.data)
		}
		if data := bytes.TrimSpace(ev.data); len(data) > 0 {
			f.out = f.frame(data)
		}
	}
	n := copy(p, f.out)
	f.out = f.out[n:]
	return n, nil
}

// frame writes one event as one line. In JSON a raw line break is white space
// only. The space after the brace hides "error": null, as a first key, from
// go-openai, which would take it for a fault; real faults are found later.
func (f *frames) frame(data []byte) []byte {
	f.line = append(f.line[:0], "data: "...)
	if data[0] == '{' {
		f.line = append(f.line, "{ "...)
		data = data[1:]
	}
	at := len(f.line)
	f.line = append(f.line, data...)
	for i := at; i < len(f.line); i++ {
		if f.line[i] == '\n' {
			f.line[i] = ' '
		}
	}
	f.line = append(f.line, '\n')
	return f.line
}

// Close implements io.Closer.
func (f *frames) Close() error { return f.body.Close() }
