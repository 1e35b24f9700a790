package mcp

import (
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"testing"
	"time"
)

func TestTheDesk(t *testing.T) {
	to := answerTo{issuer: "i"}
	get := func(address, host string) int {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = host
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		_, _ = io.Copy(io.Discard, response.Body)
		return response.StatusCode
	}
	d, err := listen(Client{}, "s")
	if err != nil {
		t.Fatal(err)
	}
	defer d.close()
	for _, c := range []struct {
		address, host string
		want          int
	}{
		{"http://" + d.host + "/?code=c&state=s", "", 404},
		{d.address + "?code=c&state=s", "rebound.example", 404},
		{d.address + "?code=c&state=mine", "", 403},
		{d.address + "?code=c", "", 403},
		{d.address + "?code=c&state=s&state=mine", "", 403},
		{d.address + "?error=access_denied&state=", "", 403},
		{d.address + "?code=c&state=s", "", 200},
		{d.address + "?code=other&state=s", "", 410},
	} {
		if got := get(c.address, c.host); got != c.want {
			t.Errorf("%s: %d, want %d", c.address, got, c.want)
		}
	}
	never := make(chan time.Time)
	if code, err := d.wait(t.Context(), never, nil, to); code != "c" || err != nil {
		t.Errorf("%q, %v", code, err)
	}
	paste := func(lines ...string) <-chan string {
		c := make(chan string, len(lines))
		for _, l := range lines {
			c <- l
		}
		close(c)
		return c
	}
	if code, err := d.wait(t.Context(), never, paste(" "+d.address+"?code=p&state=s\n"), to); code != "p" || err != nil {
		t.Errorf("pasted: %q, %v", code, err)
	}
	if _, err := d.wait(t.Context(), never, paste(d.address+"?code=p&state=mine"), to); err == nil || err.Error() != otherLoginText {
		t.Errorf("pasted, of another login: %v", err)
	}
	if _, err := d.wait(t.Context(), never, paste("http://127.0.0.1/?code=p&state=s"), to); err == nil || err.Error() != notBackText {
		t.Errorf("another address: %v", err)
	}
	over := make(chan time.Time, 1)
	over <- time.Time{}
	if _, err := d.wait(t.Context(), over, paste(), to); err == nil || err.Error() != nobodyCameText {
		t.Errorf("nobody came: %v", err)
	}
	gone, stop := context.WithCancel(t.Context())
	stop()
	if _, err := d.wait(gone, never, nil, to); !errors.Is(err, context.Canceled) {
		t.Errorf("given up: %v", err)
	}
}

// FuzzBack: nothing that comes back gives a code unless it belongs to this login.
func FuzzBack(f *testing.F) {
	d := &desk{state: "s", host: "127.0.0.1:1", path: "/p"}
	for _, line := range []string{"http://127.0.0.1:1/p?code=c&state=s", "http://127.0.0.1:1/p?code=c&state=s&iss=i", "http://127.0.0.1:1/p?code=c&state=x", "%", ""} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		query, is := d.pasted(line)
		if !is || !d.ours(query) {
			return
		}
		code, err := answerTo{issuer: "i"}.code(query)
		if err == nil && (code == "" || !slices.Equal(query["state"], []string{"s"}) || query.Has("iss") && query.Get("iss") != "i") {
			t.Errorf("%q gives the code %q", line, code)
		}
	})
}
