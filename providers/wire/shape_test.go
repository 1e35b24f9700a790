package wire

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/iotest"
)

// What a body is does not hang on how much of it the first read brings.
func TestABodyIsKnownByteByByte(t *testing.T) {
	for body, want := range map[string]shape{
		"data: {}\n\n": anEventStream, "event: a\ndata: {}\n\n": anEventStream, ": hello\n\n": anEventStream, "\xef\xbb\xbfretry: 1\n": anEventStream,
		" \n {}": aWholeReply, "\xef\xbb\xbf[1]": aWholeReply, "dated": somethingElse, "da": somethingElse, "<html>": somethingElse, "": somethingElse,
	} {
		res := &http.Response{Header: http.Header{"Content-Type": {"text/plain"}}, Body: io.NopCloser(iotest.OneByteReader(strings.NewReader(body)))}
		got, err := shapeOf(res)
		equal(t, err, nil)
		equal(t, got, want)
		all, err := io.ReadAll(res.Body)
		equal(t, err, nil)
		equal(t, string(all), body)
	}
}
