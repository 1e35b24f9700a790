package mcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// answer is what a server says to a request over HTTP where that is JSON and not a stream. It
// becomes one line, since only lines are looked at. The library would wait for ever where it
// is the answer to another request, so what says that takes its place.
type answer struct {
	io.ReadCloser
	id   json.RawMessage // of the request
	line io.Reader       // what was read, nil before
}

// answered is the body of a response to a request.
func answered(r *http.Request, response *http.Response) io.ReadCloser {
	kind, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type")) // of a kind that cannot be read is none
	if id := requestID(r); len(id) > 0 && kind == "application/json" && response.StatusCode == http.StatusOK {
		return &answer{response.Body, id, nil}
	}
	return response.Body
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
		a.line = io.MultiReader(bytes.NewReader(a.own(data)), a.ReadCloser) // of one that is too large, the library refuses the rest
	}
	return a.line.Read(p)
}

// own is the answer to the request, in one line. What is no JSON passes as it is.
func (a *answer) own(data []byte) []byte {
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
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%q}}`, a.id, codeBroken, otherAnswerText)
}

// unusable is why nothing can be made of an answer that was replaced, "" where an error is
// another one.
func unusable(err error) string {
	var broken *jsonrpc.Error
	if errors.As(err, &broken) && broken.Code == codeBroken && (broken.Message == brokenText || broken.Message == otherAnswerText) {
		return broken.Message
	}
	return ""
}
