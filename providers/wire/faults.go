package wire

import (
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"syscall"
	"time"

	"parley/providers"
	"parley/providers/sse"
)

// Failure is why one attempt failed: the error for the user, and what the next
// attempt needs to know.
type Failure struct {
	Err    *providers.Error
	Reason string        // a few words for the status line
	Fault  Fault         // as the server reported it
	After  time.Duration // how long the server asks to wait; 0 if not said

	said bool              // by the server, within its stream
	cut  *json.SyntaxError // the JSON has no end, which is a cut unless the event had one
}

// Error implements error.
func (f *Failure) Error() string { return f.Err.Error() }

// Unwrap implements the errors package's convention.
func (f *Failure) Unwrap() error { return f.Err }

// Fail makes a failure. The detail, in the server's own words, is cleaned and
// shortened together with the message.
func (p *Server) Fail(status int, transient bool, message, detail, help string) *Failure {
	whole := message
	if detail = strings.TrimSpace(detail); strings.ContainsFunc(detail, tells) {
		whole = message + ": " + detail
	}
	return &Failure{
		Err: &providers.Error{
			Provider: p.cfg.Name, Status: status, Message: p.clean(whole), Help: help, Transient: transient,
		},
		Reason: clip(p.scrub(message), 80),
	}
}

// Title is the server as shown to people.
func (p *Server) Title() string { return p.Known.Title }

// refusal reads a response with a failing status.
func (p *Server) refusal(model string, res *http.Response, ft Fault) *Failure {
	if res.StatusCode >= 300 && res.StatusCode < 400 {
		to := p.scrub(baseOf(res))
		return p.Fail(res.StatusCode, false, fmt.Sprintf(textRedirect, p.Title(), clip(to, 200)), "", fmt.Sprintf(helpRedirect, p.cfg.Name))
	}
	f := p.statusFailure(res.StatusCode, model, ft)
	f.After = max(retryAfter(res.Header, p.cfg.Now()), delay(ft.After))
	if f.After > maxWait && f.Err.Transient {
		f.Err.Help = fmt.Sprintf(helpTooFastTill, providers.Lasting(f.After))
	}
	return f
}

// StreamFault reads an error that came inside a stream.
func (p *Server) StreamFault(model string, ft Fault) *Failure {
	status := ft.Status
	if status == 0 {
		status = statusOfCode(ft)
	}
	if status == 0 {
		f := p.Fail(0, false, fmt.Sprintf(textFault, p.Title()), ft.Message, "")
		f.Fault, f.said = ft, true
		return f
	}
	f := p.statusFailure(status, model, ft)
	f.said = true
	return f
}

// statusOfCode is the HTTP status that a code word stands for, or 0.
func statusOfCode(ft Fault) int {
	words := " " + ft.Code + " "
	for _, c := range []struct {
		words  []string
		status int
	}{
		{[]string{"insufficient_quota"}, 429},
		{[]string{"rate_limit", "resource_exhausted", "too_many_requests"}, 429},
		{[]string{"overloaded", "unavailable"}, 503},
		{[]string{"server_error", "api_error", "internal"}, 500},
		{[]string{"timeout", "deadline_exceeded"}, 408},
		{[]string{"authentication_error", "invalid_api_key", "unauthenticated"}, 401},
		{[]string{"permission"}, 403},
		{[]string{"not_found"}, 404},
		{[]string{"invalid_request", "invalid_argument", "context_length_exceeded"}, 400},
	} {
		for _, w := range c.words {
			if strings.Contains(words, w) {
				return c.status
			}
		}
	}
	return 0
}

// statusFailure puts a status and the server's words into our words.
func (p *Server) statusFailure(status int, model string, ft Fault) *Failure {
	f := p.byStatus(status, model, ft)
	f.Fault = ft
	return f
}

func (p *Server) byStatus(status int, model string, ft Fault) *Failure {
	title := p.Title()
	switch {
	case status == 401:
		return p.keyFailure(status, ft)
	case status == 402 || ft.Says("insufficient_quota", "credit balance is too low"):
		return p.Fail(status, false, fmt.Sprintf(textNoCredit, title), ft.Message, helpNoCredit)
	case status == 403:
		help := helpForbiddenAny
		if p.Known.KeyEnv != "" {
			help = fmt.Sprintf(helpForbidden, p.Known.KeyEnv)
		}
		return p.Fail(status, false, fmt.Sprintf(textForbidden, title), ft.Message, help)
	case status == 429:
		return p.Fail(status, true, fmt.Sprintf(textTooFast, title), ft.Message, helpTooFast)
	case status == 413 || status < 500 && isTooLong(ft):
		return p.tooLong(status, model, ft)
	case isNoModel(status, ft):
		return p.Fail(status, false, fmt.Sprintf(textNoModel, title, model), ft.Message, helpNoModel)
	case wantsFlag(ft):
		return p.Fail(status, false, fmt.Sprintf(textNoTools, title, model), ft.Message, helpToolFlag)
	case status < 500 && isToolless(ft):
		return p.Fail(status, false, fmt.Sprintf(textNoTools, title, model), ft.Message, helpNoTools)
	case status == 404 && model == "":
		return p.Fail(status, false, fmt.Sprintf(textNoAddress, title, p.told()), ft.Message, fmt.Sprintf(helpNoStream, p.cfg.Name))
	case status == 404:
		return p.Fail(status, false, fmt.Sprintf(textNoAddress, title, p.told()), ft.Message,
			fmt.Sprintf(helpNoAddress, model, p.cfg.Name))
	case status >= 500 && !ft.Says("jinja exception"): // a template would refuse the same request again
		return p.Fail(status, true, fmt.Sprintf(textServerFault, title, status), ft.Message, helpServerFault)
	default:
		return p.Fail(status, status == 408 || status == 409, fmt.Sprintf(textRefused, title, status), ft.Message, "")
	}
}

// keyFailure names the key's variable.
func (p *Server) keyFailure(status int, ft Fault) *Failure {
	text, help := textKeyRefused, helpKeyRefused
	if p.cfg.APIKey == "" {
		text, help = textKeyWanted, helpSetKey
	}
	if p.Known.KeyEnv == "" {
		help = fmt.Sprintf(helpSetKeyConfig, p.cfg.Name)
	} else {
		help = fmt.Sprintf(help, p.Known.KeyEnv)
	}
	return p.Fail(status, false, fmt.Sprintf(text, p.Title()), ft.Message, help)
}

func (p *Server) tooLong(status int, model string, ft Fault) *Failure {
	f := p.Fail(status, false, fmt.Sprintf(textTooLong, p.Title(), model), ft.Message, helpTooLong)
	f.Err.TooLong = true
	return f
}

func isTooLong(ft Fault) bool {
	return ft.Says("context_length_exceeded", "context length", "context window", "context size", "maximum context", "context limit",
		"prompt is too long", "maximum prompt length", "too many tokens", "input token count", "exceed_context_size")
}

// isToolless reports whether a model cannot be offered tools.
func isToolless(ft Fault) bool {
	return ft.Says("does not support tools", "tools are not supported", "tool use is not supported", "does not support tool",
		"does not support function calling", "tool calling is not supported")
}

// wantsFlag reports whether a local server was started without the flag that enables
// tools: llama.cpp and vLLM name it.
func wantsFlag(ft Fault) bool { return ft.Says("requires --jinja", "--enable-auto-tool-choice") }

func isNoModel(status int, ft Fault) bool {
	if ft.Says("model_not_found", "model_not_exist", "model not exist", "invalid model", "not a valid model") {
		return true
	}
	return status == 404 && !ft.Page && ft.Says("model")
}

// noStream reports a success whose body is not an event stream.
func (p *Server) noStream(model, kind string, ft Fault) *Failure {
	if ft.Found && !ft.Page && (ft.Status != 0 || ft.Code != "") {
		return p.StreamFault(model, ft)
	}
	what := fmt.Sprintf(plainText, clip(p.scrub(kind), 60))
	if ft.Page {
		what = webPage
	}
	f := p.Fail(0, false, fmt.Sprintf(textNoStream, p.Title(), what), ft.Message, fmt.Sprintf(helpNoStream, p.cfg.Name))
	f.Fault = ft
	return f
}

// unreachable reports a request that got no response.
func (p *Server) unreachable(err error) *Failure {
	base, name := p.told(), p.cfg.Name
	var certificate *tls.CertificateVerificationError
	var f *Failure
	switch {
	case badAddress(p.base()):
		help := fmt.Sprintf(helpBadAddress, name)
		if name == "ollama" { // it has a variable of its own
			help = helpBadHost
		}
		f = p.Fail(0, false, fmt.Sprintf(textBadAddress, p.Title(), clip(p.scrub(base), 200)), "", help)
	case errors.As(err, &certificate):
		f = p.Fail(0, false, fmt.Sprintf(textBadTLS, p.Title()), certificate.Error(), fmt.Sprintf(helpBadTLS, name))
	case errors.Is(err, http.ErrSchemeMismatch):
		return p.garbled(err)
	case errors.Is(err, syscall.ECONNREFUSED) && p.Known.Local:
		help := fmt.Sprintf(helpNotRunningAt, name)
		if p.Known.Start != "" {
			help = fmt.Sprintf(helpNotRunning, p.Known.Start)
		}
		f = p.Fail(0, true, fmt.Sprintf(textNotRunning, p.Title(), base), "", help)
	default:
		f = p.Fail(0, true, fmt.Sprintf(textUnreachable, p.Title(), base), why(err), fmt.Sprintf(helpUnreachable, name))
	}
	f.Err.Err = notEnd(err)
	return f
}

// garbled reports a server that answered, but with nothing that is a response.
func (p *Server) garbled(err error) *Failure {
	said := why(err)
	if said == whyCut || said == whyTimeout {
		f := p.Fail(0, true, fmt.Sprintf(textBrokeOff, p.Title()), said, "")
		f.Reason, f.Err.Err = reasonBrokeOff, notEnd(err)
		return f
	}
	for _, library := range []string{"net/http: ", "HTTP/1.x transport connection broken: ", "net/http: ", "http: "} {
		said = strings.TrimPrefix(said, library)
	}
	f := p.Fail(0, false, fmt.Sprintf(textGarbled, p.Title(), p.told()), said, fmt.Sprintf(helpGarbled, p.cfg.Name))
	f.Err.Err = notEnd(err)
	return f
}

func badAddress(base string) bool {
	u, err := url.Parse(base)
	return err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https"
}

// why says in a few words why a connection failed.
func why(err error) string {
	var dns *net.DNSError
	var timeout net.Error
	switch {
	case errors.Is(err, syscall.ECONNREFUSED):
		return whyRefused
	case errors.As(err, &dns):
		return fmt.Sprintf(whyNoName, dns.Name)
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, syscall.EPIPE):
		return whyCut
	case errors.As(err, &timeout) && timeout.Timeout():
		return whyTimeout
	}
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err.Error()
	}
	return err.Error()
}

// broken reports a stream that did not end properly.
func (p *Server) broken(model string, err error, t *try) *Failure {
	x := t.x
	var f *Failure
	switch {
	case errors.As(err, &f):
		return f
	case errors.Is(err, sse.ErrTooLarge):
		f = p.Fail(0, false, fmt.Sprintf(textEventLarge, p.Title()), "", "")
	case errors.Is(err, errTooLarge) && x.list:
		f = p.Fail(0, false, fmt.Sprintf(textListLarge, p.Title(), mostList>>20), "", fmt.Sprintf(helpNoStream, p.cfg.Name))
	case errors.Is(err, errTooLarge):
		f = p.Fail(0, false, fmt.Sprintf(textTooLarge, p.Title(), x.limit), "", fmt.Sprintf(helpTooLarge, x.settings.Key("request.max_response_bytes")))
	case errors.Is(err, io.EOF):
		f = p.endless(model, t)
	default:
		f = p.Fail(0, true, fmt.Sprintf(textBrokeOff, p.Title()), why(err), "")
		f.Reason = reasonBrokeOff
	}
	if f.Err.Err == nil {
		f.Err.Err = notEnd(err)
	}
	return f
}

// notEnd keeps io.EOF out of errors: to a reader of the stream it means the end of a
// complete response.
func notEnd(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// endless reports a stream that ended without a finish reason: cut, or never a stream
// at all.
func (p *Server) endless(model string, t *try) *Failure {
	if f := p.compressed(t.res); f != nil && (t.events == nil || len(t.events.Junk()) > 0) {
		return f
	}
	if t.events != nil && len(t.events.Junk()) > 0 {
		ft := ParseFault(t.events.Junk(), true)
		if ft.Page {
			return p.noStream(model, "", ft)
		}
		return p.StreamFault(model, ft)
	}
	f := p.Fail(0, true, fmt.Sprintf(textBrokeOff, p.Title()), "", "")
	f.Reason = reasonBrokeOff
	return f
}

// silent reports a stream that fell silent.
func (p *Server) silent(x *exchange) *Failure {
	key := "request.first_byte_timeout"
	if x.begun {
		key = "request.idle_timeout"
	}
	f := p.Fail(0, true, fmt.Sprintf(textSilent, p.Title(), providers.Lasting(x.patience())), "", fmt.Sprintf(helpSilent, x.settings.Key(key)))
	f.Reason = fmt.Sprintf(reasonSilent, providers.Lasting(x.patience()))
	f.Err.Err = errIdle
	return f
}
