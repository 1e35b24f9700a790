package mcp

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// sieve passes on what a server sends, line by line: a message is a line, or the data of an
// event. If messages arrive faster than they are read, it drops those that later ones
// supersede. A tool that the library cannot read is replaced, so that the other tools of the
// list are not lost with it.
type sieve struct {
	body  io.ReadCloser
	see   func([]byte)      // called with each message that passes
	calls func(string) bool // reports whether a call with this token runs
	asks  *patience         // with what the server asks
	of    *string           // the call on whose stream it is; "" for another request's, nil for one that is of none
	noise *noise            // takes lines that are no messages; nil where such lines have a meaning

	piece [32 << 10]byte
	line  []byte // an unfinished line
	event []byte // the data of an unfinished event, in one line
	over  bool   // the line is too long to examine, and passes as it comes
	out   bytes.Buffer
	err   error
}

// mostSteps is how many progress steps of a call are kept of those that arrive at once.
const mostSteps = 3

// Read returns what passes.
func (s *sieve) Read(p []byte) (int, error) {
	for s.out.Len() == 0 {
		if s.err != nil {
			return 0, s.err
		}
		n, err := s.body.Read(s.piece[:])
		s.err = err
		s.pass(s.lines(s.piece[:n]))
	}
	return s.out.Read(p)
}

// lines returns the lines that are complete, with their line ends.
func (s *sieve) lines(piece []byte) (all [][]byte) {
	for len(piece) > 0 {
		end := bytes.IndexByte(piece, '\n') + 1
		ended := end > 0
		if !ended {
			end = len(piece)
		}
		s.line = append(s.line, piece[:end]...)
		piece = piece[end:]
		if len(s.line) > largestMessage {
			s.over = true // the library will refuse it
		}
		if ended || s.over {
			all = s.whole(all, s.line)
			s.line, s.over = nil, s.over && !ended
		}
	}
	if s.err != nil && len(s.line) > 0 {
		all = s.whole(all, s.line)
		s.line = nil
	}
	if s.err != nil && s.event != nil {
		all = append(all, s.event)
		s.event = nil
	}
	return all
}

// whole adds a line to those that are complete. The data of an event may stand in several lines,
// whatever is between them: it is held back until the event ends, and then is one line.
func (s *sieve) whole(all [][]byte, line []byte) [][]byte {
	switch data, is := bytes.CutPrefix(line, []byte("data:")); {
	case is && s.event == nil && !s.over:
		s.event = line
	case is && !s.over:
		s.event = append(append(bytes.TrimRight(s.event, " \r\n"), ' '), bytes.TrimLeft(data, " ")...)
		if len(s.event) > largestMessage { // the library will refuse the event
			all, s.event = append(all, s.event), nil
		}
	case s.event != nil && len(bytes.TrimRight(line, "\r\n")) == 0:
		all, s.event = append(all, s.event, line), nil
	case s.event != nil && !bytes.HasSuffix(line, []byte("\n")): // nothing can follow it
		all, s.event = append(all, s.event, line), nil
	default:
		all = append(all, line)
	}
	return all
}

// pass writes those of the lines that count; the lines arrived together.
func (s *sieve) pass(lines [][]byte) {
	drop, asks := make([]bool, len(lines)), make([]int, len(lines))
	later := map[string]int{} // how often the same notification follows
	for i := len(lines) - 1; i >= 0; i-- {
		data, is := message(lines[i])
		if !is {
			continue
		}
		if shallow := flat(data); len(shallow) != len(data) {
			lines[i] = replaced(lines[i], data, shallow)
			data = shallow
		}
		if said, is := repaired(data); is {
			lines[i] = replaced(lines[i], data, said)
			data = said
		}
		drop[i] = crowded(data)
		if drop[i] {
			continue
		}
		key, most, asked := s.notice(data)
		asks[i] = asked
		if key == "" {
			clear(later) // a notification before another message does not repeat one after it
			continue
		}
		drop[i] = later[key] >= most
		later[key]++
	}
	for i, n := range asks {
		if n > 0 && !s.asks.takes(n+weight(lines[i])) {
			drop[i] = true
		}
	}
	for i, line := range lines {
		data, is := message(line)
		switch {
		case drop[i] && line[0] == 'd':
			s.out.WriteString("data:\n") // an event without data
		case drop[i]:
		case s.noise != nil && s.noise.takes(line):
			if s.noise.much.Load() {
				s.err = errNoise
				return
			}
		case !is:
			s.out.Write(line)
		default:
			s.see(data)
			if said, is := s.marks(data); is {
				line = replaced(line, data, said)
			} else if mended, is := mend(data); is {
				line = replaced(line, data, mended)
			} else if mended, is := mendParts(data); is {
				line = replaced(line, data, mended)
			}
			s.out.Write(line)
		}
	}
}

// replaced returns a line with another message in the place of its own.
func replaced(line, data, with []byte) []byte {
	return slices.Concat(line[:bytes.Index(line, data)], with, []byte("\n"))
}

// message returns the message in a line, if there is one.
func message(line []byte) (data []byte, is bool) {
	data = bytes.TrimSpace(bytes.TrimPrefix(line, []byte("data:")))
	return data, len(data) > 0 && (data[0] == '{' || data[0] == '[')
}

// notice returns what a notification has in common with others that it repeats, "" if the
// message is not a notification, and how many of these count when they arrive together. asks is
// how many questions the message has. What counts is what the library makes of it.
func (s *sieve) notice(data []byte) (key string, most, asks int) {
	if data[0] == '[' {
		return "", 0, asksIn(data)
	}
	m, err := jsonrpc.DecodeMessage(data)
	r, is := m.(*jsonrpc.Request)
	switch {
	case err != nil || !is:
		return "", 0, 0
	case r.IsCall():
		return "", 0, 1
	case !strings.HasPrefix(r.Method, "notifications/"):
		return "", 0, 0
	case r.Method == "notifications/message":
		return r.Method, 0, 0 // nobody reads it
	case r.Method == "notifications/progress":
		var p struct {
			Token string `json:"progressToken"`
		}
		if json.Unmarshal(r.Params, &p) != nil || !s.calls(p.Token) {
			return r.Method, 0, 0
		}
		return r.Method + " " + p.Token, mostSteps, 0
	}
	return r.Method + " " + string(r.Params), 1, 0
}

// Close closes the body.
func (s *sieve) Close() error { return s.body.Close() }

// unread marks a tool that takes the place of an unreadable one. No server can know it, and have its own words
// stand as ours.
var unread = "parley/" + rand.Text()

// deepestTool is how deeply the description of a tool may be nested.
const deepestTool = 500

// mend replaces each tool that the library could not read, because one of them would make it
// refuse the whole list.
func mend(data []byte) (mended []byte, is bool) {
	if !bytes.Contains(data, []byte(`"tools"`)) {
		return nil, false
	}
	var m map[string]json.RawMessage
	var result map[string]json.RawMessage
	var tools []json.RawMessage
	if json.Unmarshal(data, &m) != nil || json.Unmarshal(m["result"], &result) != nil || json.Unmarshal(result["tools"], &tools) != nil {
		return nil, false
	}
	for i, raw := range tools {
		if err := readable(raw); err != nil {
			tools[i], is = instead(raw, i, err), true
		}
	}
	if !is {
		return nil, false
	}
	var err error
	if result["tools"], err = json.Marshal(tools); err == nil {
		if m["result"], err = json.Marshal(result); err == nil {
			mended, err = json.Marshal(m)
		}
	}
	return mended, err == nil
}

// instead returns a tool to be left out, named like the unreadable one, or by its number if
// that has no name.
func instead(raw json.RawMessage, i int, why error) json.RawMessage {
	var said struct {
		Name any `json:"name"`
	}
	name := ""
	if json.Unmarshal(raw, &said) == nil {
		name, _ = said.Name.(string)
	}
	if name == "" {
		name = fmt.Sprintf("tool_%d", i+1)
	}
	quoted, err := json.Marshal(name)
	if err != nil {
		return raw
	}
	return fmt.Appendf(nil, `{"name":%s,"inputSchema":{"type":"object"},"_meta":{%q:%q}}`, quoted, unread, why)
}

// readable says why the library could not read a tool.
func readable(raw json.RawMessage) error {
	if depth(raw) > deepestTool {
		return errors.New(deepToolText)
	}
	var t mcp.Tool
	if json.Unmarshal(raw, &t) != nil {
		return errors.New(oddToolText)
	}
	return nil
}

// depth returns how deeply JSON is nested.
func depth(raw []byte) (deepest int) {
	now, quoted := 0, false
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			now++
			deepest = max(deepest, now)
		case c == '}' || c == ']':
			now--
		}
	}
	return deepest
}
