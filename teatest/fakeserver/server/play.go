package server

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"parley/providers"
	"parley/providers/script"
)

// play answers a request with what its scenario says.
func (s *Server) play(decode func([]byte) (asked, error)) func(http.ResponseWriter, *http.Request, *Request) {
	return func(w http.ResponseWriter, r *http.Request, seen *Request) {
		a, err := decode(seen.Body)
		seen.Model = a.req.Model
		for _, m := range a.req.Messages {
			for _, i := range m.Images {
				seen.Images = append(seen.Images, len(i.Data))
			}
		}
		if err != nil {
			refuse(w, seen, http.StatusBadRequest, err.Error())
			return
		}
		player := s.player(a.req.Model)
		if player == nil {
			refuse(w, seen, http.StatusNotFound, fmt.Sprintf("the model %q does not exist", a.req.Model))
			return
		}
		scenario := player.Scenario()
		seen.Review = a.req.Output != nil || scenario.Reviewer == a.req.Model
		a.server, a.body, a.said = scenario.Server, seen.Body, s.texts(scenario.Server)
		rules := rulesOf(a.server)
		if why := cmp.Or(unsupported(a, scenario), rules.broken(a, scenario)); why != "" {
			rules.refuse(w, seen, why)
			return
		}
		take, err := player.Take(a.req)
		if err != nil {
			status, why := message(err)
			refuse(w, seen, status, why)
			return
		}
		if a.forced != "" {
			take = forced(take, a.forced)
		}
		if !s.pass(r, take.Delay) {
			return
		}
		exchange{s, w, r, seen, a, take}.run()
	}
}

// texts are what the models of a server say.
func (s *Server) texts(server string) (texts []string) {
	for _, one := range s.Scenarios() {
		if one.Server != server {
			continue
		}
		for _, a := range one.Answers {
			texts = append(texts, strings.Join(a.Text, ""))
		}
	}
	return texts
}

// pass waits; false means that the client or the server is gone.
func (s *Server) pass(r *http.Request, d time.Duration) bool {
	if r.Context().Err() != nil || d <= 0 || s.opts.Sleep == nil {
		return r.Context().Err() == nil
	}
	return s.opts.Sleep(r.Context(), d) == nil
}

// unsupported says why a scenario's model cannot be held to such a schema.
func unsupported(a asked, s script.Scenario) string {
	switch {
	case s.NoTools && len(a.req.Tools) > 0:
		return "registry.ollama.ai/library/" + a.req.Model + " does not support tools"
	case a.format && s.Output != providers.OutputSchema:
		return fmt.Sprintf("the model %q has no structured output", a.req.Model)
	case a.forced != "" && s.Output == providers.OutputPrompted:
		return fmt.Sprintf("the model %q cannot be forced to call a tool", a.req.Model)
	}
	return ""
}

// forced turns a response's text into the call of a forced tool.
func forced(t script.Take, tool string) script.Take {
	t.Calls = []providers.Call{{ID: "call_" + tool, Name: tool, Arguments: strings.Join(t.Text, "")}}
	t.Text = nil
	return t
}

// exchange is one response in progress.
type exchange struct {
	s    *Server
	w    http.ResponseWriter
	r    *http.Request
	seen *Request
	a    asked
	take script.Take
}

func (x exchange) run() {
	if f := x.take.Fault; f != nil {
		x.seen.Fault = string(f.Kind)
		switch f.Kind {
		case script.FaultStatus:
			x.status(*f)
			return
		case script.FaultGarbage:
			x.body(http.StatusOK, orElse(f.Type, "text/html; charset=utf-8"), orElse(f.Body, "<html><body>502 Bad Gateway</body></html>"))
			return
		case script.FaultRefuse:
			panic(http.ErrAbortHandler) // closes the connection without a word
		}
	}
	if x.a.stream {
		x.stream()
		return
	}
	x.whole()
}

func orElse(text, other string) string {
	if text == "" {
		return other
	}
	return text
}

func (x exchange) status(f script.Fault) {
	body := f.Body
	if body == "" {
		body = string(compact(errorBody(f.Status, http.StatusText(f.Status))))
	}
	kind := "text/plain; charset=utf-8"
	if json.Valid([]byte(body)) {
		kind = "application/json"
	}
	if f.RetryAfter != "" {
		x.w.Header().Set("Retry-After", f.RetryAfter)
	}
	x.body(f.Status, orElse(f.Type, kind), body)
}

func (x exchange) body(status int, kind, body string) {
	x.seen.Status = status
	x.w.Header().Set("Content-Type", kind)
	x.w.WriteHeader(status)
	send(x.w, []byte(body))
}

// stream sends the response piece by piece, up to its end or its fault.
func (x exchange) stream() {
	x.seen.Status = http.StatusOK
	x.w.Header().Set("Content-Type", "text/event-stream")
	x.w.WriteHeader(http.StatusOK)
	out := &stream{w: x.w, style: styleOf(x.take.Wire), left: -1}
	f := x.take.Fault
	if f != nil && f.Wire {
		out.left = f.After
	}
	if !out.flush() {
		return
	}
	write := x.a.write(x.a, x.take)
	pace := script.NewPace(x.take.Rate)
	for _, p := range out.style.pieces(x.take.Pieces()) {
		if !x.s.pass(x.r, pace.Next()) {
			return
		}
		if !x.events(out, write.piece(p), false) {
			return
		}
	}
	if !x.s.pass(x.r, pace.Rest()) {
		return
	}
	switch {
	case f == nil || f.Wire:
		if x.events(out, write.finish(), true) && f != nil {
			x.broken(*f)
		}
	case f.Kind == script.FaultError:
		body := orElse(f.Body, string(compact(errorBody(500, script.UsualError))))
		x.events(out, []event{{"error", []byte(body)}}, true)
	case f.Kind == script.FaultNoFinish:
		x.events(out, write.unfinished(), true)
	default:
		x.broken(*f)
	}
}

// events writes events. When the bytes of a fault are used up, the connection
// breaks there.
func (x exchange) events(out *stream, events []event, last bool) bool {
	for i, e := range events {
		if out.event(e, last && i == len(events)-1) {
			continue
		}
		if out.left == 0 {
			x.broken(*x.take.Fault)
		}
		return false
	}
	return true
}

// broken is what a client sees of a cut or a silence.
func (x exchange) broken(f script.Fault) {
	if f.Kind == script.FaultSilent {
		select {
		case x.s.silent <- struct{}{}:
			<-x.r.Context().Done()
		case <-x.r.Context().Done():
		}
		return
	}
	panic(http.ErrAbortHandler)
}

// whole sends the response in one body, or what a fault leaves of it.
func (x exchange) whole() {
	pace := script.NewPace(x.take.Rate)
	for range x.take.Pieces() {
		if !x.s.pass(x.r, pace.Next()) {
			return
		}
	}
	if !x.s.pass(x.r, pace.Rest()) {
		return
	}
	write, f := x.a.write(x.a, x.take), x.take.Fault
	switch {
	case f == nil || f.Kind == script.FaultNoFinish:
		reply(x.w, x.seen, http.StatusOK, write.whole())
	case f.Kind == script.FaultError:
		x.body(http.StatusOK, "application/json", orElse(f.Body, string(compact(errorBody(500, script.UsualError)))))
	default:
		x.seen.Status = http.StatusOK
		x.w.Header().Set("Content-Type", "application/json")
		x.w.WriteHeader(http.StatusOK)
		out := &stream{w: x.w, left: f.After}
		if out.flush() {
			out.write(compact(write.whole()))
		}
		x.broken(*f)
	}
}
