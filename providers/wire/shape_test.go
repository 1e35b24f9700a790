package wire

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/iotest"
)

// The kind of a body does not depend on how much of it the first read brings.
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

// TestEnded: a reported truncation is not taken back, even if the server says afterwards
// that all is well.
func TestEnded(t *testing.T) {
	for _, c := range []struct{ before, now, want string }{
		{"", "stop", "stop"}, {"stop", "length", "length"}, {"length", "stop", "length"}, {"length", "", "length"},
		{"length", "STOP", "length"}, {"length", "eos", "length"}, {"content_filter", "eos_token", "content_filter"},
		{"content_filter", "stop_token", "content_filter"}, {"max_tokens", "complete", "max_tokens"}, {"length", "completed", "length"},
		{"length", "content_filter", "length, content_filter"}, {"tool_calls", "stop", "tool_calls"},
		{"odd", "length", "odd, length"}, {"length", "odd", "length, odd"}, {"length, odd", "odd", "length, odd"},
		{"", "null", ""}, {"", "None", ""}, {"length", "null", "length"},
		{"", " length\n", "length"}, {"my_length", "length", "my_length, length"}, {"", strings.Repeat("x", 201), strings.Repeat("x", 200)},
		{strings.Repeat("x", 201), "length", strings.Repeat("x", 201) + ", length"}, {strings.Repeat("x", 4097), "y", strings.Repeat("x", 4097)},
	} {
		if got := Ended(c.before, c.now); got != c.want {
			t.Errorf("%q and then %q is %q, want %q", c.before, c.now, got, c.want)
		}
	}
}
