package wire

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

// A server that says nothing about its fault is not quoted: what it reports ends with a
// full stop, not with a colon and nothing.
func TestFaultWithoutWords(t *testing.T) {
	p := NewServer(Config{Name: "openai", APIKey: "a-key-of-a-test"})
	for _, body := range []string{
		"", " \n", ".", `""`, `{}`, `null`, `[]`, "<html></html>", "<html><title> </title></html>",
		`{"error":{}}`, `{"error":{"message":""}}`, `{"error":{"message":"."}}`, `{"error":" ... "}`, `{"error":true}`,
	} {
		ft := ParseFault([]byte(body), true)
		res := &http.Response{StatusCode: 500, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body))}
		if got, want := p.refusal("m", res, ft).Err.Message, "OpenAI failed (500)."; got != want {
			t.Errorf("%q with a status: got %q, want %q", body, got, want)
		}
		if got, want := p.StreamFault("m", ft).Err.Message, "OpenAI reports a fault."; got != want {
			t.Errorf("%q in a stream: got %q, want %q", body, got, want)
		}
	}
	ft := ParseFault([]byte(`{"error":{"message":"Overloaded."}}`), true)
	if got, want := p.StreamFault("m", ft).Err.Message, "OpenAI reports a fault: Overloaded."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
