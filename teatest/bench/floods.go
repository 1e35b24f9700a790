package main

import (
	"bytes"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"

	"parley/teatest"
)

// A response may say 4 MiB. These are what arrives of it before it is stopped, and how
// long that takes.
const (
	almost   = 4<<20 - 64<<10
	flooding = 2 * time.Second
)

// floods measures how soon the program obeys while a server sends as fast as it is read,
// and where it has said as much as it may.
func (b *bench) floods() {
	ended := func(s teatest.Screen) bool {
		return s.Has("Ask, or") && (s.Has("you ended the turn") || s.Has("stopped by you")) || s.Has("the turn ended with an error")
	}
	lines := strings.Repeat("words of an answer, and **more** of them\n", 12)
	line := strings.ReplaceAll(lines, "\n", " ")
	code := strings.Repeat("if x := f(a); x > 0 { return \\\"b\\\" } // and\n", 12)
	for _, f := range []struct{ name, delta, text string }{
		{"text", `{"content":"%s"}`, lines},
		{"one line of text", `{"content":"%s"}`, line},
		{"one word", `{"content":"%s"}`, strings.ReplaceAll(line, " ", "")},
		{"a block of code", `{"content":"%s"}`, code},
		{"reasoning", `{"reasoning_content":"%s"}`, lines},
		{"a call", `{"tool_calls":[{"index":0,"id":"c","function":{"name":"fs_create_file","arguments":"%s"}}]}`, lines},
		{"nothing", `{"role":"assistant","x":"%s"}`, lines},
	} {
		event := func(text string) []byte {
			text = strings.ReplaceAll(text, "\n", `\n`)
			return fmt.Appendf(nil, "data: {\"choices\":[{\"index\":0,\"delta\":"+f.delta+",\"finish_reason\":null}]}\n\n", text)
		}
		first := []byte(nil)
		if f.name == "a block of code" {
			first = event("```go\n")
		}
		for _, pace := range []time.Duration{0, flooding} {
			url, done := b.flood(flow{first: first, event: event(f.text), says: len(f.text), pace: pace})
			p := b.place()
			p.Env = append(p.Env, "PARLEY_ASSISTANT__MODEL__ID=bench/long", "PARLEY_PROVIDERS__LLM__BENCH__BASE_URL="+url, "NO_PROXY=127.0.0.1")
			s := state{name: f.name + " arrives as fast as it is read", open: b.opens(p, "go"), shows: "Esc", wait: flooding / 10, ctrlC: ended, esc: ended}
			if pace > 0 {
				s.name, s.wait = f.name+" arrives without a pause for two seconds, 4 MiB", pace
			}
			b.stop(s)
			done()
		}
	}
}

// flow is what a server sends: one event again and again, for ever or as much as a
// response may say, in some time.
type flow struct {
	first, event []byte
	says         int // bytes that the event says
	pace         time.Duration
}

// flood answers every completion with the same flow and returns the address.
func (b *bench) flood(f flow) (url string, done func()) {
	listen, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.t.Fatalf("%v", err)
	}
	const at = 1 << 16
	n := max(1, at/f.says)
	many := bytes.Repeat(f.event, n)
	s := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, "/chat/completions") {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		if _, err := w.Write(f.first); err != nil {
			return
		}
		began, said := time.Now(), 0
		for f.pace == 0 || said+n*f.says < almost {
			if _, err := w.Write(many); err != nil {
				return // the client is gone, which is its right
			}
			said += n * f.says
			if f.pace > 0 {
				pause(time.Until(began.Add(f.pace * time.Duration(said) / almost)))
			}
		}
		<-r.Context().Done()
	})}
	served := make(chan error, 1)
	go func() { served <- s.Serve(listen) }()
	return "http://" + listen.Addr().String() + "/v1", func() {
		_ = s.Close() // what is still open has been measured
		<-served
	}
}
