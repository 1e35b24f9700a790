package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/gofrs/flock"

	"parley/coordinator/tool"
	"parley/store/system"
	"parley/store/text/secret"
)

// login is what a login has led to. It belongs to one identity at one address, to the
// issuer and the resource; it stands in a file of its own, that only its user can read.
type login struct {
	V        int       `json:"v"`
	Identity string    `json:"identity"`
	URL      string    `json:"url"` // of the server, variables filled in
	Issuer   string    `json:"issuer"`
	Resource string    `json:"resource"`
	Client   string    `json:"client"`
	Own      bool      `json:"own,omitempty"` // the client was registered by hand, and its secret is not kept here
	Secret   string    `json:"secret,omitempty"`
	Method   string    `json:"method,omitempty"` // how the client says who it is
	Tokens   string    `json:"tokens"`           // where tokens are given
	Revoke   string    `json:"revoke,omitempty"` // where they are taken back
	Asked    []string  `json:"asked,omitempty"`  // rights that were asked for
	Scopes   []string  `json:"scopes,omitempty"`
	Access   string    `json:"access"`
	Refresh  string    `json:"refresh,omitempty"`
	Expires  time.Time `json:"expires,omitzero"`
	Wants    []string  `json:"wants,omitempty"` // rights that the server asked for since
}

// errLogIn is that only a person can go on.
var errLogIn = errors.New(logInText)

// errNoLogin is that there is no login.
var errNoLogin = errors.New("there is no login")

// early is how long before its end a token is renewed.
const early = 30 * time.Second

// mostLogin is how large the file of a login may be.
const mostLogin = 256 << 10

func (o Options) now() time.Time {
	if o.Now == nil {
		return time.Now()
	}
	return o.Now()
}

func (o Options) loginFile(s Server) string {
	if o.State == "" || s.Identity == "" {
		return ""
	}
	return filepath.Join(o.State, "logins", s.Identity+".json")
}

// readLogin reads the login of a server; errNoLogin if there is none.
func (o Options) readLogin(s Server) (login, error) {
	name := o.loginFile(s)
	if name == "" || s.URL == "" {
		return login{}, errNoLogin
	}
	if err := system.NoLink(o.State, filepath.Dir(name)); err != nil {
		return login{}, err
	}
	info, err := os.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return login{}, errNoLogin
	}
	switch {
	case err != nil:
		return login{}, err
	case !info.Mode().IsRegular() || info.Size() > mostLogin:
		return login{}, fmt.Errorf("%s %s", name, noLoginFileText)
	case runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0:
		return login{}, fmt.Errorf("%s %s", name, openLoginText)
	}
	data, err := system.ReadFile(name, mostLogin)
	if err != nil {
		return login{}, err
	}
	var l login
	if err := json.Unmarshal(data, &l); err != nil || l.V != 1 {
		return login{}, fmt.Errorf("%s %s", name, noLoginFileText)
	}
	if l.Identity != s.Identity || l.URL != s.URL {
		return login{}, errNoLogin // it is the login of another server
	}
	return l, nil
}

// usable reads the login that is used now: one of another client, or from an issuer other
// than the configured one, is none.
func (o Options) usable(s Server) (login, error) {
	l, err := o.readLogin(s)
	if err == nil && !s.Client.made(l) {
		return login{}, errNoLogin
	}
	return l, err
}

// writeLogin writes a login; where it cannot be written, it is not used either.
func (o Options) writeLogin(s Server, l login) error {
	name := o.loginFile(s)
	if name == "" {
		return errors.New(nowhereText)
	}
	if l.Own {
		l.Secret = ""
	}
	data, err := json.Marshal(l)
	if err != nil {
		return err
	}
	if len(data) > mostLogin {
		return errors.New(largeLoginText) // it could not be read again
	}
	if err := system.Folder(o.State, filepath.Dir(name)); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(name), ".login-*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

// removeLogin forgets a login.
func (o Options) removeLogin(s Server) error {
	name := o.loginFile(s)
	if err := system.NoLink(o.State, filepath.Dir(name)); err != nil {
		return err
	}
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// lockLogin keeps other processes from renewing the same login meanwhile: a token that
// renews may be good only once.
func (o Options) lockLogin(ctx context.Context, s Server) (unlock func() error, err error) {
	name := o.loginFile(s)
	if name == "" {
		return nil, errNoLogin
	}
	if err := system.Folder(o.State, filepath.Dir(name)); err != nil {
		return nil, err
	}
	lock := flock.New(name+".lock", flock.SetFlag(os.O_CREATE|os.O_RDWR|system.NoFollow), flock.SetPermissions(0o600))
	if _, err := lock.TryLockContext(ctx, 20*time.Millisecond); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return lock.Unlock, nil
}

// writing is what writes logins at the moment: when the program ends, it waits for that, since a
// token that renews may be good only once. The zero value is ready for use.
type writing struct {
	mu     sync.Mutex
	n      int
	over   chan struct{} // closed when nothing writes any more, nil until somebody waits for that
	closed bool
}

// begins notes a write until written is called, and reports whether nobody waits for the end yet.
func (w *writing) begins() (written func(), open bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.n++
	return w.ends, !w.closed
}

func (w *writing) ends() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.n--; w.n == 0 && w.over != nil {
		close(w.over)
		w.over = nil
	}
}

// ended returns what is closed when nothing writes any more, nil if nothing does.
func (w *writing) ended() chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closed = true
	if w.n > 0 && w.over == nil {
		w.over = make(chan struct{})
	}
	return w.over
}

// keeper gives requests to one server its token, and renews it.
type keeper struct {
	o      Options
	server Server
	writes *writing

	mu      sync.Mutex
	renewal *renewal // that is under way, nil: none is
	seen    []string // tokens that were used, so that no text of the server repeats them
	spelled tool.Secrets
	denied  error // that the server wanted a login, or more rights
}

// renewal is a login that is being renewed. It goes on whoever gives up waiting for it.
type renewal struct {
	done   chan struct{}
	access string
	err    error
}

// token is what goes with a request now, "" without a login. refused is a token that the
// server has just refused.
func (k *keeper) token(ctx context.Context, refused string) (string, error) {
	k.mu.Lock()
	l, err := k.o.usable(k.server) // each time: a person may have logged out, or in as another
	if err != nil && !errors.Is(err, errNoLogin) {
		k.mu.Unlock()
		return "", err
	}
	k.take(l)
	if k.good(l, refused) || l.Access == "" && refused == "" {
		k.mu.Unlock()
		return l.Access, nil
	}
	r := k.renewal
	if r == nil {
		r = &renewal{done: make(chan struct{})}
		k.renewal = r
		written, _ := k.writes.begins()
		go func() {
			defer written()
			k.renews(r, refused)
		}()
	}
	k.mu.Unlock()
	select {
	case <-r.done:
		return r.access, r.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// denies notes that the server wanted a login, or more rights. The library goes on with
// another request then, and tells what became of that.
func (k *keeper) denies(err error) {
	if !errors.Is(err, errLogIn) && !errors.Is(err, errRights) {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.denied = err
}

// denial is what was noted, nil for nothing.
func (k *keeper) denial() error {
	if k == nil {
		return nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.denied
}

// take notes the secrets of a login; k.mu is held.
func (k *keeper) take(l login) {
	for _, of := range []string{l.Access, l.Refresh, l.Secret, k.server.Client.Secret} {
		if len(of) >= leastToken && !slices.Contains(k.seen, of) {
			k.seen = append(k.seen, of)
			k.spelled = secret.SpellFrom(leastToken, k.seen)
		}
	}
}

// good reports whether a login can be used as it is.
func (k *keeper) good(l login, refused string) bool {
	return l.Access != "" && l.Access != refused && (l.Expires.IsZero() || k.o.now().Add(early).Before(l.Expires))
}

// renews renews the login for all who wait for that.
func (k *keeper) renews(r *renewal, refused string) {
	ctx, stop := context.WithTimeout(context.Background(), loginLimit)
	defer stop()
	l, err := k.renewed(ctx, refused)
	k.mu.Lock()
	if err == nil || errors.Is(err, errLogIn) {
		k.take(l)
	}
	r.access, r.err, k.renewal = l.Access, err, nil
	k.mu.Unlock()
	close(r.done)
}

// renewed is what another process has renewed, or the login renewed.
func (k *keeper) renewed(ctx context.Context, refused string) (l login, err error) {
	unlock, err := k.o.lockLogin(ctx, k.server)
	if err != nil {
		return login{}, err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	switch l, err = k.o.usable(k.server); {
	case errors.Is(err, errNoLogin):
		return login{}, errLogIn
	case err != nil || k.good(l, refused):
		return l, err
	case l.Refresh == "":
		return l, errLogIn
	}
	server, err := url.Parse(l.URL)
	if err != nil {
		return l, err
	}
	if err := k.server.Client.sign(&l); err != nil {
		return l, fmt.Errorf("%s: %w", notRenewedText, err)
	}
	got, err := l.ask(ctx, k.o.guarded(server, k.server.Keys), url.Values{"grant_type": {"refresh_token"}, "refresh_token": {l.Refresh}})
	var no *refusal
	switch {
	case errors.As(err, &no) && no.final():
		l.Access, l.Refresh = "", ""
		return l, errors.Join(errLogIn, k.o.writeLogin(k.server, l))
	case err != nil:
		return l, fmt.Errorf("%s: %w", notRenewedText, err)
	}
	l.grant(got, k.o.now())
	return l, k.o.writeLogin(k.server, l)
}

// mostWants is how many rights are noted, and how many bytes the name of one may have.
const mostWants = 100

// wants notes rights that the server asked for, for the next login. It waits for another
// process that is renewing tokens, which would otherwise be lost.
func (k *keeper) wants(scopes []string) {
	slices.Sort(scopes)
	keys := secret.Spell(k.server.Keys)
	scopes = slices.DeleteFunc(slices.Compact(scopes), func(s string) bool { return len(s) > mostWants || keys.Hide(s) != s })
	written, open := k.writes.begins()
	defer written()
	if len(scopes) == 0 || !open {
		return
	}
	ctx, stop := context.WithTimeout(context.Background(), loginLimit)
	defer stop()
	unlock, err := k.o.lockLogin(ctx, k.server)
	if err != nil {
		return // the next login asks for too little, and the server asks again
	}
	if l, err := k.o.readLogin(k.server); err == nil {
		l.Wants = scopes[:min(len(scopes), mostWants)]
		_ = k.o.writeLogin(k.server, l) // as above
	}
	_ = unlock() // closing the file releases the lock in any case
}

// tokenWord stands in place of a token, of at least so many bytes.
const (
	tokenWord  = "[token]"
	leastToken = 8
)

// hide puts a word in place of tokens.
func (k *keeper) hide(text string) string {
	if k == nil {
		return text
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.spelled.HideAs(tokenWord, text)
}
