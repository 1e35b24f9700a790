package account

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/config/private"
	"parley/store"
)

// tokensOf are the tokens of a book, as a process finds them.
func (b *book) tokensOf() *Tokens {
	b.t.Helper()
	all, err := NewTokens(b.dir, "c", func() store.Log { return b.log }, strings.NewReader(strings.Repeat("a", tokenBytes)+strings.Repeat("b", tokenBytes)+strings.Repeat("c", tokenBytes)))
	if err != nil {
		b.t.Fatal(err)
	}
	return all
}

// asks records a request, and returns its digest.
func (b *book) asks(id string) string {
	b.t.Helper()
	events := b.events(store.PermissionRequest{ID: id})
	if err := b.add(events...); err != nil {
		b.t.Fatal(err)
	}
	return store.Digest(events[0].Line())
}

// TestATokenIsForOneRequest: for no other request, in every process that can read the file,
// and until the turn is over.
func TestATokenIsForOneRequest(t *testing.T) {
	b := &book{t: t, dir: filepath.Join(t.TempDir(), "tokens")}
	if err := b.add(b.events(store.TurnStart{})...); err != nil {
		t.Fatal(err)
	}
	all := b.tokensOf()
	one, two := b.asks("a"), ""
	first := all.Make(one)
	two = b.asks("b")
	second := all.Make(two)
	if first == second || len(first) != 43 {
		t.Fatalf("the tokens are %q and %q", first, second)
	}
	holds := func(of *Tokens, want bool) {
		t.Helper()
		for name, c := range map[string]struct {
			request, token string
			want           bool
		}{
			"its own":                  {one, first, want},
			"its own, as a reference":  {two[:leastDigest], second, want},
			"another's":                {one, second, false},
			"the beginning of a token": {one, first[:20], false},
			"none":                     {one, "", false},
			"the digest on disk":       {one, digestOf(first), false},
			"too little of a digest":   {one[:leastDigest-1], first, false},
			"no request":               {"", first, false},
		} {
			if of.Hold(c.request, c.token) != c.want {
				t.Errorf("%s: %v", name, !c.want)
			}
		}
	}
	holds(all, true)
	holds(b.tokensOf(), true) // of a holder that was started again
	var none *Tokens
	holds(none, false)
	text, err := os.ReadFile(filepath.Join(b.dir, "c.json"))
	if err != nil || strings.Contains(string(text), first) || strings.Contains(string(text), second) {
		t.Errorf("on disk: %s, %v", text, err)
	}

	end := b.events(store.TurnEnd{Reason: store.ReasonDone})
	if err := all.Recording(b.add)(end...); err != nil {
		t.Fatal(err)
	}
	holds(all, false)
	holds(b.tokensOf(), false)
	if _, err := os.Stat(filepath.Join(b.dir, "c.json")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("it stays: %v", err)
	}
}

// TestTokensThatCannotBeKept: then there are none, which is reported once; a file that others
// could have written counts as empty.
func TestTokensThatCannotBeKept(t *testing.T) {
	b := &book{t: t, dir: filepath.Join(t.TempDir(), "tokens")}
	if err := b.add(b.events(store.TurnStart{})...); err != nil {
		t.Fatal(err)
	}
	request := b.asks("a")
	all := b.tokensOf()
	if err := os.WriteFile(b.dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if token := all.Make(request); token != "" {
		t.Errorf("the token is %q", token)
	}
	want := "What notify.command starts cannot answer, since Parley cannot write to DIR (mkdir DIR: not a directory). Answer in another way."
	if got := strings.ReplaceAll(strings.Join(all.Fails(), "|"), b.dir, "DIR"); got != want || len(all.Fails()) > 0 {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if err := errors.Join(os.Remove(b.dir), private.WriteTokens(b.dir, "c", []private.Token{{Request: request, Digest: digestOf("mine")}}), os.Chmod(filepath.Join(b.dir, "c.json"), 0o666)); err != nil {
		t.Fatal(err)
	}
	open, err := NewTokens(b.dir, "c", func() store.Log { return b.log }, strings.NewReader(""))
	want = "DIR/c.json is not used, since others can read or write it; chmod 600 makes it yours alone; what notify.command was told before this can be answered elsewhere only"
	if got := strings.ReplaceAll(told(err), b.dir, "DIR"); got != want || open.Hold(request, "mine") {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
