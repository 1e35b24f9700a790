package mcp

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"strings"

	"parley/coordinator/tool"
	"parley/store/text/secret"
)

// discreet carries the requests of logins. What answers them is shown to people, kept, and sent to others whom a
// server names: so an answer that repeats a key that the server was given is none.
type discreet struct {
	http.RoundTripper
	keys tool.Secrets
}

// RoundTrip sends a request, and looks at its answer.
func (d discreet) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := d.RoundTripper.RoundTrip(r)
	if err != nil {
		return nil, hushed{err, d.keys.Hide(err.Error())}
	}
	for name, values := range response.Header {
		for _, text := range append(values, name) {
			if d.holds(text) || d.holds(strings.ReplaceAll(text, `\`, "")) { // within quotes, as in a challenge
				response.Body.Close()
				return nil, errors.New(keyedText)
			}
		}
	}
	if d.holds(response.Status) {
		response.Body.Close()
		return nil, errors.New(keyedText)
	}
	response.Body = &discreetBody{ReadCloser: response.Body, of: d}
	return response, nil
}

func (d discreet) holds(text string) bool { return d.keys.Hide(text) != text }

// discreetBody is what an answer says, none of it until all of it is searched.
type discreetBody struct {
	io.ReadCloser
	of   discreet
	said *bytes.Reader
	err  error
}

// Read gives what was searched.
func (b *discreetBody) Read(p []byte) (int, error) {
	if b.said == nil && b.err == nil {
		b.search()
	}
	if b.err != nil {
		return 0, b.err
	}
	return b.said.Read(p)
}

func (b *discreetBody) search() {
	data, err := io.ReadAll(io.LimitReader(b.ReadCloser, mostAnswer))
	if b.err = err; err != nil {
		return
	}
	if text := string(data); secret.HideText(text, b.of.keys.Hide) != text {
		b.err = errors.New(keyedText)
		return
	}
	b.said = bytes.NewReader(data)
}
