package server

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"

	"parley/forms/rawjson"
	"parley/providers/script"
)

// style is the set of ways in which a scenario wants its response written.
type style map[script.Wire]bool

func styleOf(wire []script.Wire) style {
	s := style{}
	for _, w := range wire {
		s[w] = true
	}
	return s
}

// arguments writes a piece of a call's arguments.
func (s style) arguments(text string) json.RawMessage {
	if s[script.WireArguments] && json.Valid([]byte(text)) {
		return json.RawMessage(text)
	}
	return compact(text)
}

func (s style) reasoning(d *chatDelta, text string) {
	if s[script.WireReasoning] {
		d.Reasoning = text
		return
	}
	d.ReasoningContent = text
}

// pieces puts each call together where the style wants it whole.
func (s style) pieces(all []script.Piece) []script.Piece {
	if !s[script.WireWholeCalls] && !s[script.WireArguments] {
		return all
	}
	var out []script.Piece
	for _, p := range all {
		if p.Kind == script.PieceCall && !p.First {
			out[len(out)-1].Text += p.Text
			continue
		}
		out = append(out, p)
	}
	return out
}

// compact is a value as JSON.
func compact(v any) []byte {
	b, err := rawjson.Encode(v)
	if err != nil {
		panic("fake server: an answer has no JSON form: " + err.Error())
	}
	return b
}

// stream writes events. It cuts the connection after left bytes, if that is not negative.
type stream struct {
	w     http.ResponseWriter
	style style
	left  int
	begun bool
}

// eol is how lines end.
func (s *stream) eol() string {
	switch {
	case s.style[script.WireCRLF]:
		return "\r\n"
	case s.style[script.WireCR]:
		return "\r"
	}
	return "\n"
}

// event writes one event; last says that no other follows.
func (s *stream) event(e event, last bool) bool {
	var b strings.Builder
	s.opening(&b)
	if e.name != "" {
		b.WriteString("event: " + e.name + s.eol())
	}
	colon := "data: "
	if s.style[script.WireNoSpace] {
		colon = "data:"
	}
	lines := []string{string(e.data)}
	if s.style[script.WireMultiline] && json.Valid(e.data) {
		var spread bytes.Buffer
		if err := json.Indent(&spread, e.data, "", " "); err == nil {
			lines = strings.Split(spread.String(), "\n")
		}
	}
	for i, line := range lines {
		b.WriteString(colon + line)
		if !last || !s.style[script.WireNoNewline] || i < len(lines)-1 {
			b.WriteString(s.eol())
		}
	}
	if !last || !s.style[script.WireNoNewline] {
		b.WriteString(s.eol())
	}
	return s.write([]byte(b.String()))
}

// opening writes what precedes the first event, and each one.
func (s *stream) opening(b *strings.Builder) {
	if !s.begun {
		s.begun = true
		if s.style[script.WireBOM] {
			b.WriteString("\ufeff")
		}
		if s.style[script.WireComments] {
			b.WriteString(strings.Repeat(": waiting"+s.eol(), 400))
		}
	}
	if s.style[script.WireComments] {
		b.WriteString(": next" + s.eol())
	}
}

// write sends bytes at once, as many as the fault allows. It says whether the stream may
// continue.
func (s *stream) write(body []byte) bool {
	whole := s.left < 0 || len(body) <= s.left
	if !whole {
		body = body[:s.left]
	}
	if s.left >= 0 {
		s.left -= len(body)
	}
	size := len(body)
	if s.style[script.WireBytes] {
		size = 1
	}
	for len(body) > 0 {
		n := min(size, len(body))
		if !send(s.w, body[:n]) || !s.flush() {
			return false
		}
		body = body[n:]
	}
	return whole
}

// flush sends what is written; false means that the client is gone.
func (s *stream) flush() bool {
	return http.NewResponseController(s.w).Flush() == nil
}
