package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// answer is what a server says to a request over HTTP where that is JSON and not a stream. It
// becomes one line, since only lines are looked at. The library would wait for ever where it
// is the answer to another request, so what says that takes its place.
type answer struct {
	io.ReadCloser
	id   json.RawMessage // of the request
	line io.Reader       // what was read, nil before
}

var errLong = errors.New(longAnswerText)

// answered is the body of a response to a request. A stream of events has no end, and a
// limit for each event; everything else the library reads whole, whatever its status, so it
// gets no more than a message may have.
func answered(r *http.Request, response *http.Response) io.ReadCloser {
	kind, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type")) // of a kind that cannot be read is none
	if kind == "text/event-stream" && response.StatusCode/100 == 2 {
		return response.Body
	}
	if id := requestID(r); len(id) > 0 && kind == "application/json" && response.StatusCode == http.StatusOK {
		return &answer{response.Body, id, nil}
	}
	return &bounded{response.Body, largestMessage}
}

// bounded is a body that may not be longer than a message.
type bounded struct {
	io.ReadCloser
	left int // bytes
}

func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p[:min(len(p), b.left+1)])
	if b.left -= n; b.left < 0 {
		return 0, errLong
	}
	return n, err
}

// requestID is the id of the request in the body of one over HTTP, nil where there is none.
func requestID(r *http.Request) json.RawMessage {
	if r.GetBody == nil {
		return nil
	}
	body, err := r.GetBody()
	if err != nil {
		return nil // sending it fails too, and says why
	}
	defer body.Close()
	var m struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
	}
	if json.NewDecoder(body).Decode(&m) != nil || m.Method == "" {
		return nil
	}
	return m.ID
}

func (a *answer) Read(p []byte) (int, error) {
	if a.line == nil {
		data, err := io.ReadAll(io.LimitReader(a.ReadCloser, largestMessage+1))
		if err != nil {
			return 0, err
		}
		a.line = bytes.NewReader(a.own(data))
	}
	return a.line.Read(p)
}

// own is the answer to the request, in one line. What is no JSON passes as it is. One that is
// too long was not read to its end.
func (a *answer) own(data []byte) []byte {
	if len(data) > largestMessage {
		return a.instead(longAnswerText)
	}
	var line bytes.Buffer
	var m struct {
		ID     any             `json:"id"`
		Method string          `json:"method"`
		Error  json.RawMessage `json:"error"`
	}
	var id any
	if json.Compact(&line, data) != nil || json.Unmarshal(data, &m) != nil || json.Unmarshal(a.id, &id) != nil {
		return data
	}
	switch {
	case m.Method != "" || m.ID == id:
		return line.Bytes()
	case m.ID == nil && len(m.Error) > 0: // it could not read what it was asked
		return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":%s}`, a.id, m.Error)
	}
	return a.instead(otherAnswerText)
}

// instead is an answer that says why there is none.
func (a *answer) instead(why string) []byte {
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%q}}`, a.id, codeBroken, why)
}

// understood refuses results of a kind that is not known, whatever they are the answer to: what they
// hold may be no more than a receipt. So it does with lists that are too large.
func (p *parts) understood(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, r mcp.Request) (mcp.Result, error) {
		cursor := cursorOf(r.GetParams())
		first := cursor != nil && *cursor == ""
		result, err := next(ctx, method, r)
		if err != nil {
			return result, err
		}
		data, kind, err := kindOf(result)
		if err != nil {
			return nil, err
		}
		if cursor != nil && !p.take(cursor, first, data) {
			return nil, errors.New(largeListText)
		}
		asks, can := result.(interface{ NeedsInput() bool })
		switch {
		case kind == "", kind == "complete": // earlier revisions know only results that are complete
		case can && asks.NeedsInput():
		default:
			return nil, otherKind(p.hide(kind))
		}
		return result, nil
	}
}

// kindOf is a result as JSON, and what kind of one its server says that it is. The library keeps that to itself, but
// writes it where it writes a result.
func kindOf(result mcp.Result) (data []byte, kind string, err error) {
	var r struct {
		Kind string `json:"resultType"`
	}
	if data, err = json.Marshal(result); err == nil {
		err = json.Unmarshal(data, &r)
	}
	return data, r.Kind, err
}

// otherKind is the kind of a result that is not known.
type otherKind string

func (k otherKind) Error() string { return otherKindText(string(k)) }

// unusable is why nothing can be made of an answer that was replaced or of another kind, "" where an
// error is another one.
func unusable(err error) string {
	var other otherKind
	if errors.As(err, &other) {
		return other.Error()
	}
	var broken *jsonrpc.Error
	if errors.As(err, &broken) && broken.Code == codeBroken && slices.Contains([]string{brokenText, crowdedText(), otherAnswerText, longAnswerText}, broken.Message) {
		return broken.Message
	}
	return ""
}
