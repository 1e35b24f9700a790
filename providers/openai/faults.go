package openai

import (
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"syscall"
	"time"
	"unicode"
	"unicode/utf8"

	"parley/providers"
)

// maxMessage is how many runes of a message a person is shown.
const maxMessage = 500

// failure is why one try failed: the error for the person, and what the next
// try has to know.
type failure struct {
	err    *providers.Error
	reason string        // a few words for the status line
	fault  fault         // as the server told it
	after  time.Duration // how long the server asks to wait; 0 is not said
}

// Error implements error.
func (f *failure) Error() string { return f.err.Error() }

// Unwrap implements the errors package's convention.
func (f *failure) Unwrap() error { return f.err }

// fail makes a failure. The detail, which is the server's own words, is cleaned
// and shortened with the message.
func (p *Provider) fail(status int, transient bool, message, detail, help string) *failure {
	whole := message
	if detail = strings.TrimSpace(detail); detail != "" {
		whole = message + ": " + detail
	}
	return &failure{
		err: &providers.Error{
			Provider: p.cfg.Name, Status: status, Message: p.clean(whole), Help: help, Transient: transient,
		},
		reason: clip(p.scrub(message), 80),
	}
}

// clean makes text fit to show: no key, no control character, one line, at most
// maxMessage runes, a full stop.
func (p *Provider) clean(text string) string {
	text = clip(p.scrub(text), maxMessage-1)
	if r, _ := utf8.DecodeLastRuneInString(text); !strings.ContainsRune(".!?…", r) {
		text += "."
	}
	return text
}

// scrub takes out the key and what must not reach a terminal.
func (p *Provider) scrub(text string) string {
	if len(p.cfg.APIKey) >= 8 {
		text = strings.ReplaceAll(text, p.cfg.APIKey, "***")
	}
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r), unicode.Is(unicode.Co, r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
	return strings.Join(strings.Fields(text), " ")
}

// clip shortens text to a number of runes.
func clip(text string, runes int) string {
	if utf8.RuneCountInString(text) <= runes {
		return text
	}
	return string([]rune(text)[:runes-1]) + "…"
}

func (p *Provider) title() string { return p.known.Title }

// refusal reads a response with a failing status.
func (p *Provider) refusal(model string, res *http.Response, ft fault) *failure {
	if res.StatusCode >= 300 && res.StatusCode < 400 {
		to := p.scrub(res.Header.Get("Location"))
		return p.fail(res.StatusCode, false, fmt.Sprintf(textRedirect, p.title(), clip(to, 200)), "", fmt.Sprintf(helpRedirect, p.cfg.Name))
	}
	f := p.statusFailure(res.StatusCode, model, ft)
	f.after = retryAfter(res.Header, p.cfg.Now())
	if f.after > maxWait && f.err.Transient {
		f.err.Help = fmt.Sprintf(helpTooFastTill, f.after.Round(time.Second))
	}
	return f
}

// streamFault reads an error that came inside a stream.
func (p *Provider) streamFault(model string, ft fault) *failure {
	status := ft.status
	if status == 0 {
		status = statusOfCode(ft)
	}
	if status == 0 {
		f := p.fail(0, false, fmt.Sprintf(textFault, p.title()), ft.message, "")
		f.fault = ft
		return f
	}
	return p.statusFailure(status, model, ft)
}

// statusOfCode is the HTTP status that a code in words stands for, or 0.
func statusOfCode(ft fault) int {
	words := " " + ft.code + " "
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

// statusFailure puts a status and the server's words into ours.
func (p *Provider) statusFailure(status int, model string, ft fault) *failure {
	f := p.byStatus(status, model, ft)
	f.fault = ft
	return f
}

func (p *Provider) byStatus(status int, model string, ft fault) *failure {
	title := p.title()
	switch {
	case status == 401:
		return p.keyFailure(status, ft)
	case status == 402 || ft.says("insufficient_quota"):
		return p.fail(status, false, fmt.Sprintf(textNoCredit, title), ft.message, helpNoCredit)
	case status == 403:
		help := helpForbiddenAny
		if p.known.KeyEnv != "" {
			help = fmt.Sprintf(helpForbidden, p.known.KeyEnv)
		}
		return p.fail(status, false, fmt.Sprintf(textForbidden, title), ft.message, help)
	case status == 413 || status < 500 && isTooLong(ft):
		return p.fail(status, false, fmt.Sprintf(textTooLong, title, model), ft.message, helpTooLong)
	case isNoModel(status, ft):
		return p.fail(status, false, fmt.Sprintf(textNoModel, title, model), ft.message, helpNoModel)
	case status == 404:
		return p.fail(status, false, fmt.Sprintf(textNoAddress, title, p.known.BaseURL), ft.message,
			fmt.Sprintf(helpNoAddress, model, p.cfg.Name))
	case status == 429:
		return p.fail(status, true, fmt.Sprintf(textTooFast, title), ft.message, helpTooFast)
	case status >= 500:
		return p.fail(status, true, fmt.Sprintf(textServerFault, title, status), ft.message, helpServerFault)
	default:
		return p.fail(status, status == 408 || status == 409, fmt.Sprintf(textRefused, title, status), ft.message, "")
	}
}

// keyFailure names the variable of the key.
func (p *Provider) keyFailure(status int, ft fault) *failure {
	text, help := textKeyRefused, helpKeyRefused
	if p.cfg.APIKey == "" {
		text, help = textKeyWanted, helpSetKey
	}
	if p.known.KeyEnv == "" {
		help = fmt.Sprintf(helpSetKeyConfig, p.cfg.Name)
	} else {
		help = fmt.Sprintf(help, p.known.KeyEnv)
	}
	return p.fail(status, false, fmt.Sprintf(text, p.title()), ft.message, help)
}

func isTooLong(ft fault) bool {
	return ft.says("context_length_exceeded", "context length", "context window", "context size", "maximum context",
		"prompt is too long", "too many tokens", "input token count", "exceed_context_size")
}

func isNoModel(status int, ft fault) bool {
	if ft.says("model_not_found", "model_not_exist", "model not exist", "invalid model", "not a valid model") {
		return true
	}
	return status == 404 && !ft.page && ft.says("model")
}

// noStream is a success that is no event stream.
func (p *Provider) noStream(model, kind string, ft fault) *failure {
	if ft.found && !ft.page && (ft.status != 0 || ft.code != "") {
		return p.streamFault(model, ft)
	}
	what := fmt.Sprintf(plainText, clip(p.scrub(kind), 60))
	if ft.page {
		what = webPage
	}
	f := p.fail(0, false, fmt.Sprintf(textNoStream, p.title(), what), ft.message, fmt.Sprintf(helpNoStream, p.cfg.Name))
	f.fault = ft
	return f
}

// unreachable is a request that got no response.
func (p *Provider) unreachable(err error) *failure {
	base, name := p.known.BaseURL, p.cfg.Name
	var certificate *tls.CertificateVerificationError
	var f *failure
	switch {
	case badAddress(base):
		f = p.fail(0, false, fmt.Sprintf(textBadAddress, p.title(), clip(p.scrub(base), 200)), "", fmt.Sprintf(helpBadAddress, name))
	case errors.As(err, &certificate):
		f = p.fail(0, false, fmt.Sprintf(textBadTLS, p.title()), certificate.Error(), fmt.Sprintf(helpBadTLS, name))
	case errors.Is(err, syscall.ECONNREFUSED) && p.known.Local:
		help := fmt.Sprintf(helpNotRunningAt, name)
		if p.known.Start != "" {
			help = fmt.Sprintf(helpNotRunning, p.known.Start)
		}
		f = p.fail(0, true, fmt.Sprintf(textNotRunning, p.title(), base), "", help)
	default:
		f = p.fail(0, true, fmt.Sprintf(textUnreachable, p.title(), base), why(err), fmt.Sprintf(helpUnreachable, name))
	}
	f.err.Err = notEnd(err)
	return f
}

func badAddress(base string) bool {
	u, err := url.Parse(base)
	return err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https"
}

// why says in few words why a connection failed.
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

// broken is a stream that ended in another way than by its end.
func (p *Provider) broken(model string, err error, x *exchange) *failure {
	var f *failure
	switch {
	case errors.As(err, &f):
		return f
	case errors.Is(err, errEventTooLarge):
		f = p.fail(0, false, fmt.Sprintf(textEventLarge, p.title()), "", "")
	case errors.Is(err, errTooLarge):
		f = p.fail(0, false, fmt.Sprintf(textTooLarge, p.title(), x.limit), "", fmt.Sprintf(helpTooLarge, x.settings.Key("request.max_response_bytes")))
	case errors.Is(err, io.EOF):
		f = p.endless(model, x)
	default:
		f = p.fail(0, true, fmt.Sprintf(textBrokeOff, p.title()), why(err), "")
		f.reason = reasonBrokeOff
	}
	if f.err.Err == nil {
		f.err.Err = notEnd(err)
	}
	return f
}

// notEnd keeps io.EOF out of errors: to a reader of the stream it is the end of
// a whole answer.
func notEnd(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// endless is what became of a stream that ended without a finish reason: cut, or never a
// stream at all.
func (p *Provider) endless(model string, x *exchange) *failure {
	if x.events != nil && len(x.events.junk) > 0 {
		ft := parseFault(x.events.junk, true)
		if ft.page {
			return p.noStream(model, "", ft)
		}
		return p.streamFault(model, ft)
	}
	f := p.fail(0, true, fmt.Sprintf(textBrokeOff, p.title()), "", "")
	f.reason = reasonBrokeOff
	return f
}

// silent is a stream that stopped speaking.
func (p *Provider) silent(x *exchange) *failure {
	f := p.fail(0, true, fmt.Sprintf(textSilent, p.title(), x.idle), "", fmt.Sprintf(helpSilent, x.settings.Key("request.idle_timeout")))
	f.reason = fmt.Sprintf(reasonSilent, x.idle)
	f.err.Err = errIdle
	return f
}
