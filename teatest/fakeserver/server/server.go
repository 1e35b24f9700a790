// Package server serves scenarios over HTTP as an OpenAI-compatible server does: chat
// completions, the Responses API and the list of models, streamed or whole, with
// structured output, and with real faults. It refuses what a strict provider would refuse
// and keeps every request as it arrived, which is how tests prove that the next request is
// valid.
//
// It knows nothing of the program that talks to it.
package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"path"
	"slices"
	"sync"
	"time"

	"parley/providers"
	"parley/providers/script"
)

// maxBody limits a request's body.
const maxBody = 64 << 20

// Options are how a server is started.
type Options struct {
	Addr  string                                     // where to listen; empty: a free port of the loopback
	Key   string                                     // the key a client must send; empty: none is asked for
	Sleep func(context.Context, time.Duration) error // nil: delays pass at once
	Log   func(Request)                              // receives each request once it is answered
}

// T is what Start needs of a test.
type T interface {
	Helper()
	Cleanup(func())
	Fatalf(format string, args ...any)
}

// Request is a request as it arrived, and how it was answered.
type Request struct {
	Method  string
	Path    string
	Header  http.Header
	Body    []byte
	Model   string // as the body names it, if it was understood
	Images  []int  // the sizes of those that were in it
	Review  bool   // it asked for structured output, or the reviewer's model
	Status  int    // 0 while it is being answered, or if there was none
	Refused string // why, if it was refused
	Fault   string // the fault that was played, if any
}

// Server is a running server. URL is the base address to give to a client; it
// ends in /v1.
type Server struct {
	URL     string
	opts    Options
	players []*script.Player
	http    *http.Server
	listen  net.Listener
	stop    context.CancelFunc
	served  chan error
	silent  chan struct{}

	mu       sync.Mutex
	requests []Request
	busy     int           // requests that are being answered
	rested   chan struct{} // closed when none are left; nil while nobody waits
}

// Start serves scenarios until the test ends. Delays pass at once; a silent stream stays
// silent until the client gives up.
func Start(t T, scenarios ...script.Scenario) *Server {
	t.Helper()
	s, err := Open(Options{}, scenarios...)
	if err != nil {
		t.Fatalf("%v", err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Fatalf("%v", err)
		}
	})
	return s
}

// Open serves scenarios until Close. Several scenarios can share a server if their models
// have different names.
func Open(o Options, scenarios ...script.Scenario) (*Server, error) {
	s := &Server{opts: o, served: make(chan error, 1), silent: make(chan struct{})}
	taken := map[string]string{}
	for _, one := range scenarios {
		for _, model := range models(one) {
			if first, known := taken[model]; known {
				return nil, fmt.Errorf("fake server: the scenarios %s and %s both name a model %q; give one of them model = \"…\"", first, one.Name, model)
			}
			taken[model] = one.Name
		}
		s.players = append(s.players, script.NewPlayer(one))
	}
	addr := o.Addr
	if addr == "" {
		addr = "127.0.0.1:0"
	}
	listen, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("fake server: %w", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	s.listen, s.stop, s.URL = listen, stop, "http://"+listen.Addr().String()+"/v1"
	s.http = &http.Server{Handler: s.routes(), BaseContext: func(net.Listener) context.Context { return ctx }}
	go func() { s.served <- s.http.Serve(listen) }()
	return s, nil
}

// models lists the names of a scenario's models.
func models(s script.Scenario) []string {
	if s.Reviewer == "" {
		return []string{s.Model}
	}
	return []string{s.Model, s.Reviewer}
}

// Close ends every response and stops listening.
func (s *Server) Close() error {
	s.stop()
	err := s.http.Close()
	if served := <-s.served; !errors.Is(served, http.ErrServerClosed) {
		err = errors.Join(err, served)
	}
	return err
}

// Asked are the requests that ask a model. What can be known about models is asked in the
// background, so its place among the others is random.
func Asked(all []Request) []Request {
	return slices.DeleteFunc(slices.Clone(all), func(r Request) bool {
		return slices.Contains([]string{"models", "ps", "show"}, path.Base(r.Path))
	})
}

// Requests returns every request so far, in order of arrival.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Settled returns every request once none is being answered any more: a client may have
// all of its response before the server knows that.
func (s *Server) Settled() []Request {
	s.mu.Lock()
	for s.busy > 0 {
		if s.rested == nil {
			s.rested = make(chan struct{})
		}
		rested := s.rested
		s.mu.Unlock()
		<-rested
		s.mu.Lock()
	}
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Silent yields a value each time a response falls silent for good, so that a test knows
// when a client's idle timer must run out.
func (s *Server) Silent() <-chan struct{} { return s.silent }

// Scenarios returns what is served.
func (s *Server) Scenarios() []script.Scenario {
	var all []script.Scenario
	for _, p := range s.players {
		all = append(all, p.Scenario())
	}
	return all
}

func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/ps", s.recorded(s.running))
	mux.HandleFunc("POST /api/show", s.recorded(s.show))
	mux.HandleFunc("GET /api/v1/models", s.recorded(s.besides))
	mux.HandleFunc("GET /v1/models", s.recorded(s.list))
	mux.HandleFunc("POST /v1/chat/completions", s.recorded(s.play(decodeChat)))
	mux.HandleFunc("POST /v1/messages", s.recorded(versioned(s.play(decodeMessages))))
	mux.HandleFunc("POST /v1/responses", s.recorded(s.play(decodeResponses)))
	mux.HandleFunc("/", s.recorded(func(w http.ResponseWriter, r *http.Request, seen *Request) {
		refuse(w, seen, http.StatusNotFound, fmt.Sprintf("there is no %s %s here", r.Method, r.URL.Path))
	}))
	return mux
}

// versioned refuses a request that does not say which version of the Messages API it
// speaks.
func versioned(answer func(http.ResponseWriter, *http.Request, *Request)) func(http.ResponseWriter, *http.Request, *Request) {
	return func(w http.ResponseWriter, r *http.Request, seen *Request) {
		if r.Header.Get("Anthropic-Version") == "" {
			refuse(w, seen, http.StatusBadRequest, "anthropic-version: header is required")
			return
		}
		answer(w, r, seen)
	}
}

// recorded keeps each request, before it is answered and again after.
func (s *Server) recorded(answer func(http.ResponseWriter, *http.Request, *Request)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
		seen := Request{Method: r.Method, Path: r.URL.Path, Header: r.Header.Clone(), Body: body}
		s.mu.Lock()
		at := len(s.requests)
		s.requests = append(s.requests, seen)
		s.busy++
		s.mu.Unlock()
		defer func() {
			s.mu.Lock()
			s.requests[at] = seen
			if s.busy--; s.busy == 0 && s.rested != nil {
				close(s.rested)
				s.rested = nil
			}
			s.mu.Unlock()
			if s.opts.Log != nil {
				s.opts.Log(seen)
			}
		}()
		r.Body = io.NopCloser(bytes.NewReader(body))
		switch {
		case err != nil:
			refuse(w, &seen, http.StatusRequestEntityTooLarge, err.Error())
		case s.opts.Key != "" && r.Header.Get("Authorization") != "Bearer "+s.opts.Key && r.Header.Get("X-Api-Key") != s.opts.Key:
			refuse(w, &seen, http.StatusUnauthorized, "the key is missing or wrong")
		default:
			answer(w, r, &seen)
		}
	}
}

// running lists the loaded models as Ollama does: those of its scenarios.
func (s *Server) running(w http.ResponseWriter, _ *http.Request, seen *Request) {
	type model struct {
		Name    string `json:"name"`
		Context int    `json:"context_length"`
	}
	models := []model{}
	for _, one := range s.Scenarios() {
		if one.Server == "ollama" {
			models = append(models, model{one.Model + ":latest", one.ContextWindow})
		}
	}
	reply(w, seen, http.StatusOK, map[string]any{"models": models})
}

// player returns the player of the model with this name.
func (s *Server) player(model string) *script.Player {
	for _, p := range s.players {
		if slices.Contains(models(p.Scenario()), model) {
			return p
		}
	}
	return nil
}

// reply sends a value as JSON.
func reply(w http.ResponseWriter, seen *Request, status int, v any) {
	body, err := json.Marshal(v)
	if err != nil {
		panic("fake server: an answer has no JSON form: " + err.Error())
	}
	seen.Status = status
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	send(w, body)
}

// send writes; a client that is gone has ended the request, which is its right.
func send(w io.Writer, body []byte) bool {
	_, err := w.Write(body)
	return err == nil
}

// refuse responds with an error in the format of the OpenAI API.
func refuse(w http.ResponseWriter, seen *Request, status int, why string) {
	seen.Refused = why
	reply(w, seen, status, errorBody(status, why))
}

type apiError struct {
	Error struct {
		Message string  `json:"message"`
		Type    string  `json:"type"`
		Param   *string `json:"param"`
		Code    *string `json:"code"`
	} `json:"error"`
}

func errorBody(status int, why string) apiError {
	var e apiError
	e.Error.Message, e.Error.Type = why, "invalid_request_error"
	if status >= 500 {
		e.Error.Type = "server_error"
	}
	return e
}

// message is the text of an error of the scenario's player.
func message(err error) (int, string) {
	var known *providers.Error
	if errors.As(err, &known) {
		return known.Status, known.Error()
	}
	return http.StatusInternalServerError, err.Error()
}
