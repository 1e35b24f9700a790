package main

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"parley/providers"
	"parley/providers/script"
)

// served measures the same long response from a server: 20,000 tokens, each an event of
// chat completions, written as fast as they are taken.
func (b *bench) served() {
	words := b.words()
	if len(words) != tokens {
		b.t.Fatalf("%d tokens were generated, not %d", len(words), tokens)
	}
	url := b.serve(chatStream(words))
	p := b.place()
	p.Env = append(p.Env, "PARLEY_ASSISTANT__MODEL__ID=bench/long", "PARLEY_PROVIDERS__LLM__BENCH__BASE_URL="+url, "NO_PROXY=127.0.0.1")
	const runs = 7
	ours, others := &figures{}, &figures{}
	for range runs {
		ours.add(b.answered(p.Command(), 0))
		if b.beside != "" {
			cmd := p.Command()
			cmd.Path, cmd.Args[0] = b.beside, b.beside
			others.add(b.answered(cmd, 0))
		}
	}
	markdown := b.asFast()
	b.holdIn("20,000 tokens from a server, an event each", "", ours.String(), median(ours.took) <= 450*time.Millisecond && median(ours.cpu) <= 550*time.Millisecond,
		float64(slices.Min(ours.took))/float64(markdown.took), float64(slices.Min(ours.cpu))/float64(markdown.cpu))
	if b.beside != "" {
		row("… "+b.beside, "", others.String(), "")
	}
}

// figures are what responses took.
type figures struct{ took, cpu []time.Duration }

func (f *figures) add(took, cpu time.Duration, _ int) {
	f.took, f.cpu = append(f.took, took), append(f.cpu, cpu)
}

func (f *figures) String() string {
	return fmt.Sprintf("%s, CPU %s", ms(median(f.took)), ms(median(f.cpu)))
}

// words is the text of a long response, token by token.
func (b *bench) words() []string {
	s, err := script.Parse("long.toml", []byte(generated(tokens)))
	if err != nil {
		b.t.Fatalf("%v", err)
	}
	take, err := script.NewPlayer(s).Take(providers.Request{Model: s.Model, Messages: []providers.Message{{Role: providers.User, Text: "go"}}})
	if err != nil {
		b.t.Fatalf("%v", err)
	}
	return take.Text
}

// chatStream is a response as a server of chat completions sends it.
func chatStream(words []string) [][]byte {
	const frame = "data: {\"id\":\"chatcmpl-1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"long\",\"choices\":[{\"index\":0,\"delta\":%s,\"finish_reason\":%s}]}\n\n"
	var out [][]byte
	for _, w := range words {
		text, err := json.Marshal(map[string]string{"content": w})
		if err != nil {
			panic("bench: a word has no JSON form: " + err.Error())
		}
		out = append(out, fmt.Appendf(nil, frame, text, "null"))
	}
	end := fmt.Sprintf(frame, "{}", `"stop"`) + "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":20000}}\n\ndata: [DONE]\n\n"
	return append(out, []byte(end))
}

// serve answers every completion with the same events and returns the address.
func (b *bench) serve(events [][]byte) string {
	listen, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.t.Fatalf("%v", err)
	}
	s := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, "/chat/completions") {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		flush := http.NewResponseController(w)
		for _, e := range events {
			if _, err := w.Write(e); err != nil {
				return // the client is gone, which is its right
			}
			if flush.Flush() != nil {
				return
			}
		}
	})}
	served := make(chan error, 1)
	go func() { served <- s.Serve(listen) }()
	b.t.Cleanup(func() {
		_ = s.Close() // what is still open has been measured
		<-served
	})
	return "http://" + listen.Addr().String() + "/v1"
}
