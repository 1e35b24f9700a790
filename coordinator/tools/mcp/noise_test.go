package mcp

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"time"
)

// TestLinesThatAreNoMessages are skipped and told in the log, and the messages between
// them arrive.
func TestLinesThatAreNoMessages(t *testing.T) {
	const (
		done  = `{"jsonrpc":"2.0","id":1,"result":{}}` + "\n"
		other = `{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}` + "\n"
	)
	line := func(s string) string { return "printed among its messages: " + s + "\n" }
	for _, c := range []struct{ name, said, want, log string }{
		{"only messages", done + other + done, done + other + done, ""},
		{"a greeting", "Welcome!\n\n" + done, done, line("Welcome!")},
		{"between messages", done + "  at index.js:3\r\n" + done, done + done, line("at index.js:3")},
		{"values that are no messages", "1\n\"a\"\nnull\n[]\n[1]\n{}\n" + done, done, line("1") + line(`"a"`) + line("null") + line("[]") + line("[1]") + line("{}")},
		{"a level in brackets", "[info] up\n{up}\n" + done, done, line("[info] up") + line("{up}")},
		{"a message as an event has it", "data: " + done + done, done, line("data: " + strings.TrimSpace(done))},
		{"answers to nothing that was asked", `{"jsonrpc":"2.0","id":null,"result":{}}` + "\n" + `{"jsonrpc":"2.0","id":true,"result":{}}` + "\n" + done, done,
			line(`{"jsonrpc":"2.0","id":null,"result":{}}`) + line(`{"jsonrpc":"2.0","id":true,"result":{}}`)},
		{"several messages in a list", "[" + strings.TrimSpace(done) + "]\n", "[" + strings.TrimSpace(done) + "]\n", ""},
		{"the last line", done + "bye", done, line("bye")},
		{"a long line", strings.Repeat("x", 5000) + "\n" + done, done, line(strings.Repeat("x", mostNoiseLine))},
		{"many", strings.Repeat("x\n", mostNoiseLines+50) + done, done, strings.Repeat(line("x"), mostNoiseLines) + line(moreNoiseText)},
	} {
		var log bytes.Buffer
		s := &sieve{body: body(c.said), see: func([]byte) {}, calls: func(string) bool { return true }, asks: &patience{now: time.Now}, noise: &noise{log: &log, hide: new(given).hide}}
		same(t, c.name, all(t, s), c.want)
		same(t, c.name+", the log", log.String(), c.log)
	}
}

// TestAProgramThatPrintsOnlyNoise is none that speaks the protocol; what it prints
// between messages counts anew after each.
func TestAProgramThatPrintsOnlyNoise(t *testing.T) {
	const message = `{"jsonrpc":"2.0","id":1,"result":{}}` + "\n"
	most := strings.Repeat(strings.Repeat("y", 1023)+"\n", mostNoise/1024)
	n := &noise{log: io.Discard, hide: new(given).hide}
	s := &sieve{body: body(most + message + most + message), see: func([]byte) {}, calls: func(string) bool { return true }, asks: &patience{now: time.Now}, noise: n}
	same(t, "with messages between", all(t, s), message+message)
	s = &sieve{body: body(most + "y\n" + message), see: func([]byte) {}, calls: func(string) bool { return true }, asks: &patience{now: time.Now}, noise: n}
	if got, err := io.ReadAll(s); len(got) > 0 || !errors.Is(err, errNoise) || !n.much.Load() {
		t.Errorf("it goes on: %q, %v", got, err)
	}
	set := newSet(t, local(t, "a", "noisy"), local(t, "b", "babbling"))
	set.Connect(t.Context(), false)
	same(t, "a greeting", set.States()[0].Failed, "")
	same(t, "nothing else", set.States()[1].Failed, "what it prints is not of the protocol")
}
