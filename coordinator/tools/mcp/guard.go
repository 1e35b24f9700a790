package mcp

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"syscall"
	"time"

	"parley/store/text/secret"
)

// A login reaches addresses that strangers name. They are public ones, over https, or on
// this machine where the server itself is; what is looked at is where a connection goes,
// after the name was resolved. The server's own origin is the user's choice.

// guard carries the requests of logins.
type guard struct {
	home    string // origin of the server
	local   bool   // the server is on this machine
	own     http.RoundTripper
	checked http.RoundTripper
	proxied func(*http.Request) (*url.URL, error)
}

// loginLimit is how long one request of a login may take.
const loginLimit = 30 * time.Second

// guarded is a client for the logins of a server. keys are those that it was given.
func (o Options) guarded(server *url.URL, keys []string) *http.Client {
	return &http.Client{Transport: discreet{o.guard(server), secret.Spell(keys)}, Timeout: loginLimit, CheckRedirect: stays}
}

func (o Options) guard(server *url.URL) *guard {
	g := &guard{home: origin(server), local: isLocal(server.Hostname()), own: http.DefaultTransport, proxied: http.ProxyFromEnvironment}
	if o.Client != nil && o.Client.Transport != nil {
		g.own = o.Client.Transport
	}
	dialer := &net.Dialer{Timeout: loginLimit, Control: g.control, Resolver: o.Resolver}
	g.checked = &http.Transport{DialContext: dialer.DialContext, DisableKeepAlives: true, TLSHandshakeTimeout: loginLimit, ForceAttemptHTTP2: true}
	return g
}

// stays refuses redirects to another origin.
func stays(r *http.Request, via []*http.Request) error {
	if origin(r.URL) != origin(via[0].URL) {
		return errElsewhere
	}
	return circle(via)
}

func circle(via []*http.Request) error {
	if len(via) > 5 {
		return errors.New("it leads in a circle")
	}
	return nil
}

// RoundTrip sends a request, unless its address is none to be reached for a login.
func (g *guard) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := g.allows(r.URL); err != nil {
		return nil, err
	}
	if origin(r.URL) == g.home {
		return g.own.RoundTrip(r)
	}
	if proxy, err := g.proxied(r); err != nil || proxy != nil {
		return g.own.RoundTrip(r) // the proxy resolves the name, and what it reaches is its matter
	}
	return g.checked.RoundTrip(r)
}

// allows looks at an address that a stranger named, as it is written.
func (g *guard) allows(at *url.URL) error {
	if origin(at) == g.home {
		return nil
	}
	host, _, err := safeAddress(at.String())
	if err != nil {
		return fmt.Errorf("%s: %w", inwardText(at.String()), err)
	}
	if isLocal(host) && !g.local {
		return errors.New(inwardText(at.String()))
	}
	if ip, err := netip.ParseAddr(host); err == nil && !g.reaches(ip) {
		return errors.New(inwardText(at.String()))
	}
	return nil
}

// control looks at where a connection goes.
func (g *guard) control(_, address string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil || !g.reaches(at.Addr()) {
		return errors.New(inwardText(address))
	}
	return nil
}

func (g *guard) reaches(ip netip.Addr) bool {
	if ip = ip.Unmap(); ip.IsLoopback() {
		return g.local
	}
	return public(ip)
}

func isLocal(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// inward are networks that are no part of the internet, or that stand for such.
var inward = [...]string{
	"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24",
	"192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3",
	"::/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "5f00::/16", "fc00::/7", "fe80::/9", "ff00::/8",
}

// public reports whether an address is one of the internet.
func public(ip netip.Addr) bool {
	if ip = ip.Unmap().WithZone(""); !ip.IsValid() {
		return false
	}
	for _, network := range inward {
		if p, err := netip.ParsePrefix(network); err != nil || p.Contains(ip) {
			return false
		}
	}
	return true
}
