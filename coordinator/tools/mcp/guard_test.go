package mcp

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/dns/dnsmessage"
)

func TestWhatIsPublic(t *testing.T) {
	for address, want := range map[string]bool{
		"93.184.216.34": true, "2606:2800:220:1:248:1893:25c8:1946": true, "8.8.8.8": true,
		"127.0.0.1": false, "127.9.9.9": false, "10.1.2.3": false, "172.31.0.1": false, "192.168.1.1": false, "169.254.169.254": false,
		"100.64.0.1": false, "0.0.0.0": false, "224.0.0.1": false, "255.255.255.255": false, "198.18.0.1": false, "192.0.0.170": false,
		"::1": false, "::": false, "fe80::1": false, "fe80::1%eth0": false, "fc00::1": false, "fd00:ec2::254": false, "fec0::1": false, "ff02::1": false,
		"::ffff:127.0.0.1": false, "::ffff:10.0.0.1": false, "::7f00:1": false, "64:ff9b::7f00:1": false, "2002:7f00:1::": false, "2001:db8::1": false,
	} {
		if got := public(netip.MustParseAddr(address)); got != want {
			t.Errorf("%s: %v", address, got)
		}
	}
}

func TestWhereALoginLeads(t *testing.T) {
	for _, c := range []struct {
		server, address string
		want            bool
	}{
		{"https://mcp.example/", "https://login.example/x", true},
		{"https://mcp.example/", "https://mcp.example/x", true},
		{"https://mcp.example/", "http://login.example/x", false},
		{"https://mcp.example/", "http://127.0.0.1/x", false},
		{"https://mcp.example/", "https://localhost/x", false},
		{"https://mcp.example/", "https://[::1]/x", false},
		{"https://mcp.example/", "https://10.0.0.1/x", false},
		{"https://mcp.example/", "https://[::ffff:10.0.0.1]/x", false},
		{"https://mcp.example/", "https://login.example@evil.example/x", false},
		{"https://mcp.example/", "javascript:alert(1)", false},
		{"https://mcp.example/", "file:///etc/passwd", false},
		{"https://10.0.0.5/", "https://10.0.0.5/x", true}, // the user's own choice
		{"https://10.0.0.5/", "https://10.0.0.6/x", false},
		{"https://10.0.0.5/", "https://10.0.0.5:8443/x", false},
		{"http://127.0.0.1:1/", "http://localhost:2/x", true},
		{"http://127.0.0.1:1/", "http://10.0.0.1/x", false},
		{"http://127.0.0.1:1/", "https://login.example/x", true},
	} {
		server, err := url.Parse(c.server)
		if err != nil {
			t.Fatal(err)
		}
		at, err := url.Parse(c.address)
		if err != nil {
			t.Fatal(err)
		}
		if err := (Options{}).guard(server).allows(at); (err == nil) != c.want {
			t.Errorf("%s names %s: %v", c.server, c.address, err)
		}
	}
}

// TestANameThatLeadsInward: what counts is where a connection goes, whatever the name was
// resolved to before.
func TestANameThatLeadsInward(t *testing.T) {
	for _, to := range []string{"127.0.0.1", "169.254.169.254", "10.0.0.1"} {
		t.Run(to, func(t *testing.T) {
			server, err := url.Parse("https://mcp.example/")
			if err != nil {
				t.Fatal(err)
			}
			g := Options{Resolver: resolving(t, netip.MustParseAddr(to))}.guard(server)
			g.proxied = func(*http.Request) (*url.URL, error) { return nil, nil }
			r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "https://login.example/", nil)
			if err != nil {
				t.Fatal(err)
			}
			response, err := g.RoundTrip(r)
			if err == nil {
				response.Body.Close()
			}
			if err == nil || !strings.Contains(err.Error(), inwardText(to+":443")) {
				t.Errorf("%v", err)
			}
		})
	}
}

// resolving resolves each name to one address.
func resolving(t *testing.T, to netip.Addr) *net.Resolver {
	t.Helper()
	c, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	go func() {
		buffer := make([]byte, 1500)
		for {
			n, from, err := c.ReadFrom(buffer)
			if errors.Is(err, net.ErrClosed) {
				return
			}
			var m dnsmessage.Message
			if err != nil || m.Unpack(buffer[:n]) != nil || len(m.Questions) != 1 {
				t.Error("no question that is understood")
				return
			}
			m.Response, m.Additionals = true, nil
			if q := m.Questions[0]; q.Type == dnsmessage.TypeA {
				m.Answers = []dnsmessage.Resource{{
					Header: dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class}, Body: &dnsmessage.AResource{A: to.As4()},
				}}
			}
			answer, err := m.Pack()
			if err == nil {
				_, err = c.WriteTo(answer, from)
			}
			if err != nil {
				t.Error(err)
			}
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "udp", c.LocalAddr().String())
	}}
}
