package mcp

import (
	"bufio"
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// desk waits on this machine for the browser to come back from a login, for one answer: at
// a port and a path that nobody can guess, unless they had to be told beforehand. Any page can send a
// browser there, so what does not know the secret of the login is no answer, and ends nothing. It reads
// requests one by one, since the server of the library would make the program a megabyte larger.
type desk struct {
	state    string // the secret of the login
	address  string
	host     string
	path     string
	listener net.Listener
	came     chan url.Values
}

// listen opens a desk. Where the client was told beforehand where its browser comes back,
// that is at a path of its own, and perhaps at a port.
func listen(known Client, state string) (*desk, error) {
	l, err := net.Listen("tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(known.Port)))
	if err != nil && known.Port != 0 {
		return nil, fmt.Errorf("%s: %w", takenPortText(known.Port), reason(err))
	}
	if err != nil {
		return nil, err
	}
	d := &desk{state: state, host: l.Addr().String(), path: cmp.Or(known.path(), "/"+rand.Text()), listener: l, came: make(chan url.Values, 1)}
	d.address = "http://" + d.host + d.path
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return // it is closed
			}
			go d.serve(c)
		}
	}()
	return d, nil
}

func (d *desk) close() { _ = d.listener.Close() } // nothing is waited for any more

// How long a browser may take for its request, and how long that may be.
const (
	deskPatience = 10 * time.Second
	mostRequest  = 64 << 10
)

// serve answers one request.
func (d *desk) serve(c net.Conn) {
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(deskPatience)) // one that cannot be set is met when it is read
	r, err := http.ReadRequest(bufio.NewReader(io.LimitReader(c, mostRequest)))
	if err != nil {
		return
	}
	status, text := d.take(r)
	w := http.Response{
		StatusCode: status, ProtoMajor: 1, ProtoMinor: 1, Request: r, Close: true, ContentLength: int64(len(text)), Body: io.NopCloser(strings.NewReader(text)),
		Header: http.Header{
			"Content-Type": {"text/plain; charset=utf-8"}, "Cache-Control": {"no-store"}, "Referrer-Policy": {"no-referrer"},
			"X-Content-Type-Options": {"nosniff"},
		},
	}
	_ = w.Write(c) // the answer is there, whoever reads this
}

// take takes the first answer at the right path.
func (d *desk) take(r *http.Request) (status int, text string) {
	if r.Host != d.host || r.URL.Path != d.path || r.Method != http.MethodGet {
		return http.StatusNotFound, deskElsewhereText
	}
	query := r.URL.Query()
	if !d.ours(query) {
		return http.StatusForbidden, deskOtherText
	}
	select {
	case d.came <- query:
		return http.StatusOK, deskText
	default:
		return http.StatusGone, deskTwiceText
	}
}

// ours reports whether an answer belongs to this login.
func (d *desk) ours(query url.Values) bool {
	return len(query["state"]) == 1 && equal(query["state"][0], d.state)
}

// answerTo is what an answer must fit.
type answerTo struct {
	issuer string
	says   bool // the issuer names itself in each answer
}

// wait waits for the browser, or for an address that somebody copies from it.
func (d *desk) wait(ctx context.Context, over <-chan time.Time, pasted <-chan string, to answerTo) (code string, err error) {
	for {
		select {
		case <-ctx.Done():
			return "", context.Cause(ctx)
		case <-over:
			return "", errors.New(nobodyCameText)
		case query := <-d.came:
			return to.code(query)
		case line, more := <-pasted:
			if !more {
				pasted = nil
				continue
			}
			query, ok := d.pasted(line)
			if !ok {
				return "", errors.New(notBackText)
			}
			if !d.ours(query) {
				return "", errors.New(otherLoginText)
			}
			return to.code(query)
		}
	}
}

// pasted reads an address at which a browser ended.
func (d *desk) pasted(line string) (url.Values, bool) {
	u, err := url.Parse(strings.TrimSpace(line))
	if err != nil || u.Scheme != "http" || u.Host != d.host || u.Path != d.path {
		return nil, false
	}
	return u.Query(), true
}

// code is what an answer to this login brings. Who gave it is looked at first.
func (a answerTo) code(query url.Values) (string, error) {
	one := func(name string) string {
		if all := query[name]; len(all) == 1 {
			return all[0]
		}
		return ""
	}
	issuer := one("iss")
	switch {
	case issuer != "" && issuer != a.issuer, issuer == "" && (a.says || query.Has("iss")):
		return "", errors.New(otherIssuerText)
	case query.Has("error"):
		return "", &refusal{Code: one("error"), Description: one("error_description")}
	case one("code") == "":
		return "", errors.New(noCodeText)
	}
	return one("code"), nil
}
