package mcp

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/oauthex"

	"parley/store/text/secret"
)

// Page is where a person logs in. All of it is a stranger's but Server and Back.
type Page struct {
	Server  string
	Host    string   // of the page, in ASCII
	Tokens  string   // the host that gets what the page gives, in ASCII
	Address string   // of the page, whole
	Issuer  string   // who gives the tokens
	Scopes  []string // which rights are asked for
	Beside  []string // what else the issuer put into its address, by name and value; it may mean more rights
	Back    string   // where the browser ends
	Waits   time.Duration
}

// loginWait is how long a login waits for the browser.
const loginWait = 5 * time.Minute

// LogIn logs in to a server that is reached over HTTP. show gets the page that a person is
// to visit; what comes from it are addresses at which the browser ended, where that was
// on another machine; it may be nil. Nothing is opened here.
func (o Options) LogIn(ctx context.Context, s Server, show func(Page) <-chan string) (err error) {
	defer func() { err = s.hush(err) }()
	if err := s.canLogIn(); err != nil {
		return err
	}
	server, err := url.Parse(s.URL)
	if err != nil {
		return fmt.Errorf("%s: %w", badServerText, err)
	}
	d := discovery{o: o, server: s, guard: o.guard(server), client: o.guarded(server, s.Keys)}
	if err := d.find(ctx); err != nil {
		return err
	}
	verifier, state := rand.Text()+rand.Text(), rand.Text()
	desk, err := listen(s.Client, state)
	if err != nil {
		return err
	}
	defer desk.close()
	l, err := d.register(ctx, desk.address)
	if err != nil {
		return err
	}
	page, err := d.page(l, desk.address, verifier, state)
	if err != nil {
		return err
	}
	code, err := desk.wait(ctx, o.after(loginWait), show(page), answerTo{issuer: l.Issuer, says: d.issuer.AuthorizationResponseIssParameterSupported})
	if err != nil {
		return err
	}
	got, err := l.ask(ctx, d.client, url.Values{
		"grant_type": {"authorization_code"}, "code": {code}, "redirect_uri": {desk.address}, "code_verifier": {verifier},
	})
	if err != nil {
		return fmt.Errorf("%s: %w", noTokenText, err)
	}
	l.grant(got, o.now())
	unlock, err := o.lockLogin(ctx, s)
	if err != nil {
		return err
	}
	return errors.Join(o.writeLogin(s, l), unlock())
}

// canLogIn says why there can be no login to a server.
func (s Server) canLogIn() error {
	switch {
	case s.Fault != "":
		return errors.New(s.Fault)
	case s.URL == "":
		return errors.New(noURLText)
	case s.authorized():
		return errors.New(ownHeaderText)
	case secret.Spell(s.Keys).Hide(s.URL) != s.URL:
		return errors.New(keyInAddressText)
	}
	_, _, err := safeAddress(s.URL)
	return err
}

// authorized reports whether the configuration has a header that says who the user is.
func (s Server) authorized() bool {
	for name := range s.Headers {
		if http.CanonicalHeaderKey(name) == "Authorization" {
			return true
		}
	}
	return false
}

// discovery is what a login learns before it asks a person.
type discovery struct {
	o        Options
	server   Server
	guard    *guard
	client   *http.Client
	scopes   []string
	resource string
	issuer   *oauthex.AuthServerMeta
}

// find learns who gives tokens for the server, and how.
func (d *discovery) find(ctx context.Context) error {
	challenges, wanted, err := d.knock(ctx)
	if err != nil {
		return err
	}
	issuer, found, err := d.protects(ctx, challenges)
	if err != nil {
		return err
	}
	if !found && !wanted {
		return errors.New(noLoginText)
	}
	if err := d.server.Client.trusts(issuer); err != nil {
		return err
	}
	if _, _, err := safeAddress(issuer); err != nil { // a blank in it would write rows of its own beside it
		return fmt.Errorf("%s: %w", noIssuerText(issuer), err)
	}
	if d.issuer, err = auth.GetAuthServerMetadata(ctx, issuer, d.client); err != nil {
		return fmt.Errorf("%s: %w", noIssuerText(issuer), brief(err))
	}
	if d.issuer == nil {
		return errors.New(noIssuerText(issuer))
	}
	if !slices.Contains(d.issuer.CodeChallengeMethodsSupported, "S256") {
		return errors.New(noPKCEText(issuer))
	}
	if d.issuer.AuthorizationEndpoint == "" || d.issuer.TokenEndpoint == "" {
		return errors.New(noIssuerText(issuer))
	}
	for _, c := range challenges {
		if c.Scheme == "bearer" && c.Params["scope"] != "" {
			d.scopes = strings.Fields(c.Params["scope"])
		}
	}
	if before, err := d.o.readLogin(d.server); err == nil {
		d.scopes = append(d.scopes, before.Wants...)
		if before.Issuer == d.issuer.Issuer {
			d.scopes = append(d.scopes, before.Asked...) // what was given once is not lost when more is wanted
		}
	}
	if slices.Contains(d.issuer.ScopesSupported, "offline_access") {
		d.scopes = append(d.scopes, "offline_access")
	}
	d.scopes = strings.Fields(strings.Join(d.scopes, " ")) // none has a blank, so what is told of them is a list of words
	slices.Sort(d.scopes)
	d.scopes = slices.Compact(d.scopes)
	return nil
}

// hello is what a server is asked without a login, so that it says what it wants.
const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"parley","version":"login"}}}`

// offers is what a server is asked then that lets everybody say hello.
const offers = `{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
	`"io.modelcontextprotocol/clientInfo":{"name":"parley","version":"login"},"io.modelcontextprotocol/clientCapabilities":{}}}}`

// knock reaches the server without a login.
func (d *discovery) knock(ctx context.Context) (challenges []oauthex.Challenge, wanted bool, err error) {
	said, wanted, err := d.says(ctx, hello, nil)
	if err != nil || wanted {
		return challengesIn(said), wanted, err
	}
	headers := map[string]string{"Mcp-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/list"}
	if session := said.Get("Mcp-Session-Id"); session != "" { // it speaks an earlier revision
		headers = map[string]string{"Mcp-Protocol-Version": "2025-11-25", "Mcp-Session-Id": session}
	}
	said, wanted, err = d.says(ctx, offers, headers)
	return challengesIn(said), wanted, err
}

// says returns the headers of the server's answer to a message, and whether it wants a login.
func (d *discovery) says(ctx context.Context, message string, headers map[string]string) (http.Header, bool, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, d.server.URL, strings.NewReader(message))
	if err != nil {
		return nil, false, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	for _, of := range []map[string]string{headers, d.server.Headers} {
		for name, value := range of {
			r.Header.Set(name, value)
		}
	}
	response, err := d.client.Do(r)
	if err != nil {
		return nil, false, err
	}
	defer response.Body.Close()
	return response.Header, response.StatusCode == http.StatusUnauthorized, nil
}

// challengesIn are what a server asks for; where that cannot be read, the usual places
// are looked at.
func challengesIn(said http.Header) []oauthex.Challenge {
	all, err := oauthex.ParseWWWAuthenticate(said.Values("WWW-Authenticate"))
	if err != nil {
		return nil
	}
	return all
}

// protects finds out who gives tokens for the server. A server that does not say is
// asked itself, as revision 2025-03-26 had it.
func (d *discovery) protects(ctx context.Context, challenges []oauthex.Challenge) (issuer string, found bool, err error) {
	server, err := url.Parse(d.server.URL)
	if err != nil {
		return "", false, err
	}
	root := url.URL{Scheme: server.Scheme, Host: server.Host}
	for _, at := range metadataAt(challenges, *server, root) {
		var told oauthex.ProtectedResourceMetadata
		switch is, err := d.get(ctx, at, &told); {
		case err != nil:
			return "", false, fmt.Errorf("%s: %w", noProtectionText(at), brief(err))
		case !is:
			continue
		}
		if !slices.Contains([]string{d.server.URL, root.String(), root.String() + "/"}, told.Resource) {
			return "", false, errors.New(otherResourceText(at, told.Resource))
		}
		if len(told.AuthorizationServers) == 0 {
			return "", false, errors.New(noProtectionText(at))
		}
		d.resource, d.scopes = told.Resource, told.ScopesSupported
		return told.AuthorizationServers[0], true, nil
	}
	d.resource = d.server.URL
	return root.String(), false, nil
}

// metadataAt are the places where a server says who gives tokens for it.
func metadataAt(challenges []oauthex.Challenge, server, root url.URL) []string {
	var all []string
	for _, c := range challenges {
		if at := c.Params["resource_metadata"]; at != "" {
			all = append(all, at)
		}
	}
	const known = "/.well-known/oauth-protected-resource"
	if path := strings.Trim(server.Path, "/"); path != "" {
		root.Path = known + "/" + path
		all = append(all, root.String())
	}
	root.Path = known
	return append(all, root.String())
}

// get reads a JSON document; it is false where there is none.
func (d *discovery) get(ctx context.Context, at string, into any) (bool, error) {
	if _, _, err := safeAddress(at); err != nil {
		return false, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, at, nil)
	if err != nil {
		return false, err
	}
	r.Header.Set("Accept", "application/json")
	response, err := d.client.Do(r)
	if err != nil {
		return false, err
	}
	defer response.Body.Close()
	kind, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type")) // of a kind that cannot be read is none
	if response.StatusCode != http.StatusOK || kind != "application/json" {
		return false, nil
	}
	data, err := io.ReadAll(io.LimitReader(response.Body, mostAnswer))
	if err != nil {
		return false, err
	}
	return true, json.Unmarshal(data, into)
}

// register makes this program known, for this login only, unless it is known already.
func (d *discovery) register(ctx context.Context, back string) (login, error) {
	l := login{
		V: 1, Identity: d.server.Identity, URL: d.server.URL, Issuer: d.issuer.Issuer, Resource: d.resource,
		Tokens: d.issuer.TokenEndpoint, Revoke: d.issuer.RevocationEndpoint, Asked: d.scopes, Scopes: d.scopes,
	}
	if is, err := d.introduces(&l); is {
		return l, err
	}
	if d.issuer.RegistrationEndpoint == "" {
		return l, errors.New(noRegistrationText(l.Issuer, d.server.Name))
	}
	known, err := oauthex.RegisterClient(ctx, d.issuer.RegistrationEndpoint, &oauthex.ClientRegistrationMetadata{
		RedirectURIs: []string{back}, ClientName: "Parley", ApplicationType: "native", TokenEndpointAuthMethod: "none",
		GrantTypes: []string{"authorization_code", "refresh_token"}, ResponseTypes: []string{"code"}, Scope: strings.Join(d.scopes, " "),
	}, d.client)
	if err != nil {
		return l, fmt.Errorf("%s: %w", noClientText(l.Issuer), brief(err))
	}
	l.Client, l.Secret, l.Method = known.ClientID, known.ClientSecret, known.TokenEndpointAuthMethod
	switch {
	case l.Secret == "":
		l.Method = "none"
	case l.Method == "":
		l.Method = "client_secret_basic" // RFC 7591, section 2
	}
	return l, nil
}

// askingBeside are what an address that a stranger names could have in it to ask for other rights than those
// that a person is told, or for a request of its own in the place of this one.
var askingBeside = [...]string{"scope", "authorization_details", "claims", "request", "request_uri"}

// page is the page that a person is to visit.
func (d *discovery) page(l login, back, verifier, state string) (Page, error) {
	at, err := url.Parse(d.issuer.AuthorizationEndpoint)
	if err != nil {
		return Page{}, err
	}
	sum := sha256.Sum256([]byte(verifier))
	query := at.Query()
	for _, name := range askingBeside {
		query.Del(name)
	}
	own := map[string]string{
		"response_type": "code", "client_id": l.Client, "redirect_uri": back, "state": state, "resource": l.Resource,
		"code_challenge": base64.RawURLEncoding.EncodeToString(sum[:]), "code_challenge_method": "S256",
	}
	for name, value := range own {
		query.Set(name, value)
	}
	var beside []string
	for _, name := range slices.Sorted(maps.Keys(query)) {
		if _, is := own[name]; !is {
			beside = append(beside, name+"="+strings.Join(query[name], ", "))
		}
	}
	if len(d.scopes) > 0 {
		query.Set("scope", strings.Join(d.scopes, " "))
	}
	at.RawQuery, at.Fragment = query.Encode(), ""
	host, whole, err := safeAddress(at.String())
	if err != nil {
		return Page{}, fmt.Errorf("%s: %w", badPageText, err)
	}
	if err := d.guard.allows(at); err != nil {
		return Page{}, err
	}
	tokens, _, err := safeAddress(l.Tokens)
	if err != nil {
		return Page{}, fmt.Errorf("%s: %w", inwardText(l.Tokens), err)
	}
	return Page{Server: d.server.Name, Host: host, Tokens: tokens, Address: whole, Issuer: l.Issuer, Scopes: d.scopes, Beside: beside, Back: back, Waits: loginWait}, nil
}

// equal compares secrets.
func equal(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
