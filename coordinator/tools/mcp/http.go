package mcp

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// reach is the transport to a server that is reached over HTTP.
func (l *link) reach(c *connection) (mcp.Transport, error) {
	if _, _, err := safeAddress(l.URL); err != nil {
		return nil, fmt.Errorf("%s: %w", badServerText, err)
	}
	u, err := url.Parse(l.URL)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", badServerText, err)
	}
	l.began()
	base := http.DefaultTransport
	if given := l.set.o.Client; given != nil && given.Transport != nil {
		base = given.Transport
	}
	carrier := &carrier{base: base, headers: l.Headers, origin: origin(u), orders: c.orders}
	var once sync.Once
	c.hangUp = func() {
		once.Do(func() {
			if c.session != nil {
				go func() {
					_ = c.session.Close() // the server is told where it can be; nothing waits for that
				}()
			}
			close(c.gone)
		})
	}
	return &mcp.StreamableClientTransport{
		Endpoint: l.URL, HTTPClient: &http.Client{Transport: carrier, CheckRedirect: carrier.follows}, MaxEventSize: largestMessage, MaxRetries: 3,
	}, nil
}

// origin is the scheme, host and port of an address.
func origin(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = map[string]string{"https": "443", "http": "80"}[u.Scheme]
	}
	return u.Scheme + "://" + strings.ToLower(u.Hostname()) + ":" + port
}

// carrier gives requests their headers, keeps them to the server's origin, and looks at
// what comes back.
type carrier struct {
	base    http.RoundTripper
	headers map[string]string
	origin  string
	orders  *orders
}

var errElsewhere = errors.New("it leads to another address, which is not followed; if that is right, set it as the url")

// follows refuses redirects to another origin: what goes with a request is for this one.
func (c *carrier) follows(r *http.Request, via []*http.Request) error {
	if origin(r.URL) != c.origin {
		return errElsewhere
	}
	if len(via) > 5 {
		return errors.New("it leads in a circle")
	}
	return nil
}

// RoundTrip sends a request to the server, and to nobody else.
func (c *carrier) RoundTrip(r *http.Request) (*http.Response, error) {
	if origin(r.URL) != c.origin {
		return nil, errElsewhere
	}
	r = r.Clone(r.Context())
	for name, value := range c.headers {
		r.Header.Set(name, value)
	}
	response, err := c.base.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	response.Body = &read{body: response.Body, see: c.orders.see}
	return response, nil
}

// read passes on a body, and looks at each line of it: a message is one, or is the data
// of an event.
type read struct {
	body io.ReadCloser
	see  func([]byte)
	line bytes.Buffer
}

func (b *read) Read(p []byte) (int, error) {
	n, err := b.body.Read(p)
	for rest := p[:n]; len(rest) > 0; {
		line, after, ended := bytes.Cut(rest, []byte("\n"))
		if b.line.Len()+len(line) <= largestMessage {
			b.line.Write(line)
		}
		if ended {
			b.flush()
		}
		rest = after
	}
	if err != nil {
		b.flush()
	}
	return n, err
}

func (b *read) flush() {
	b.see(bytes.TrimPrefix(b.line.Bytes(), []byte("data:")))
	b.line.Reset()
}

// Close closes the body.
func (b *read) Close() error { return b.body.Close() }
