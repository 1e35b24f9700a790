// Package gate is a server of tools over HTTP that wants a login, and the authorization
// server that gives its tokens, both at one address. It does as it is told, also what is
// wrong.
package gate

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
)

// Path is where the server of tools is.
const Path = "/mcp"

// Gate lets requests with a token through.
type Gate struct {
	Behind http.Handler                          // what is protected
	Bend   func(what string, doc map[string]any) // changes a document before it is sent: resource, issuer, client, token
	Back   func(answer url.Values)               // changes what goes back with the browser
	Grant  func(form url.Values) string          // refuses a request for tokens, or to take one back, with this code; "" grants it
	Wants  string                                // a right without which nothing passes

	ResourceAt string // where it stands who gives tokens, "none" for nowhere
	IssuerAt   string // where it stands how they are given
	IssuerPath string // of the issuer's address
	Scope      string // the rights that are named when a token is missing
	Silent     bool   // what is missing is not said where it stands
	Client     string // that is known beforehand, with a browser on this machine
	Secret     string // of that client
	Greets     bool   // whoever says hello passes
	Trusts     *Gate  // whose tokens pass instead of its own

	mu      sync.Mutex
	codes   map[string]url.Values // what a code was asked for with
	tokens  map[string]string     // what passes, and its rights
	renews  map[string]string     // tokens that renew, and their rights
	clients map[string]string     // clients, and where their browsers go
	asked   []url.Values          // forms that were sent for tokens
	given   int
}

// Asked are the forms that were sent for tokens, and to take them back.
func (g *Gate) Asked() []url.Values {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Clone(g.asked)
}

// Forget makes all tokens useless; those that renew as well, if all is set.
func (g *Gate) Forget(all bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.tokens = nil
	if all {
		g.renews = nil
	}
}

// ServeHTTP serves both servers.
func (g *Gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	base := "http://" + r.Host
	issuer := base + g.IssuerPath
	switch r.URL.Path {
	case cmp.Or(g.ResourceAt, "/.well-known/oauth-protected-resource"+Path):
		g.tell(w, "resource", map[string]any{"resource": base + Path, "authorization_servers": []string{issuer}, "scopes_supported": []string{"read"}})
	case cmp.Or(g.IssuerAt, "/.well-known/oauth-authorization-server"+g.IssuerPath):
		g.tell(w, "issuer", map[string]any{
			"issuer": issuer, "authorization_endpoint": base + "/authorize", "token_endpoint": base + "/token", "registration_endpoint": base + "/register",
			"revocation_endpoint": base + "/revoke", "code_challenge_methods_supported": []string{"S256"}, "scopes_supported": []string{"read", "write", "offline_access"},
			"authorization_response_iss_parameter_supported": true,
		})
	case "/register":
		g.register(w, r)
	case "/authorize":
		g.authorize(w, r, base)
	case "/token":
		g.token(w, r)
	case "/revoke":
		g.revoke(w, r)
	case Path:
		g.pass(w, r, base)
	default:
		http.NotFound(w, r)
	}
}

func (g *Gate) tell(w http.ResponseWriter, what string, doc map[string]any) {
	if g.Bend != nil {
		g.Bend(what, doc)
	}
	status := http.StatusOK
	if s, is := doc["status"].(int); is {
		status = s
		delete(doc, "status")
	} else if doc["error"] != nil {
		status = http.StatusBadRequest
	}
	if to, is := doc["redirect"].(string); is {
		w.Header().Set("Location", to)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(doc) // the client has gone
}

func (g *Gate) register(w http.ResponseWriter, r *http.Request) {
	var client struct {
		Back []string `json:"redirect_uris"`
	}
	if err := json.NewDecoder(r.Body).Decode(&client); err != nil || len(client.Back) != 1 {
		g.tell(w, "client", map[string]any{"error": "invalid_redirect_uri"})
		return
	}
	id := g.name("client")
	g.mu.Lock()
	put(&g.clients, id, client.Back[0])
	g.mu.Unlock()
	g.tell(w, "client", map[string]any{"client_id": id, "redirect_uris": client.Back, "token_endpoint_auth_method": "none"})
}

// authorize is the page to log in at; whoever visits it agrees.
func (g *Gate) authorize(w http.ResponseWriter, r *http.Request, base string) {
	asked := r.URL.Query()
	g.mu.Lock()
	known := g.clients[asked.Get("client_id")]
	if id := asked.Get("client_id"); id != "" && id == g.Client && strings.HasPrefix(asked.Get("redirect_uri"), "http://127.0.0.1:") && strings.HasSuffix(asked.Get("redirect_uri"), "/callback") {
		known = asked.Get("redirect_uri") // at any port
	}
	g.mu.Unlock()
	if known == "" || known != asked.Get("redirect_uri") || asked.Get("code_challenge_method") != "S256" {
		http.Error(w, "who are you?", http.StatusBadRequest)
		return
	}
	code := g.name("code")
	g.mu.Lock()
	put(&g.codes, code, asked)
	g.mu.Unlock()
	answer := url.Values{"code": {code}, "state": {asked.Get("state")}, "iss": {base + g.IssuerPath}}
	if g.Back != nil {
		g.Back(answer)
	}
	http.Redirect(w, r, known+"?"+answer.Encode(), http.StatusFound)
}

func (g *Gate) token(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if id, secret, is := r.BasicAuth(); is {
		r.PostForm.Set("basic", id+":"+secret)
	}
	scope, fault := g.granted(r.PostForm)
	if fault == "" && g.Grant != nil {
		fault = g.Grant(r.PostForm)
	}
	if fault != "" {
		g.tell(w, "token", map[string]any{"error": fault, "error_description": "not this time"})
		return
	}
	access, renew := g.name("access-token"), g.name("refresh-token")
	g.mu.Lock()
	put(&g.tokens, access, scope)
	put(&g.renews, renew, scope)
	g.mu.Unlock()
	g.tell(w, "token", map[string]any{"access_token": access, "refresh_token": renew, "token_type": "Bearer", "expires_in": 3600, "scope": scope})
}

// granted says with which rights tokens are given, or why none are.
func (g *Gate) granted(form url.Values) (scope, fault string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.asked = append(g.asked, form)
	if g.Secret != "" && form.Get("basic") != g.Client+":"+g.Secret && (form.Get("client_id") != g.Client || form.Get("client_secret") != g.Secret) {
		return "", "invalid_client"
	}
	switch form.Get("grant_type") {
	case "authorization_code":
		asked, is := g.codes[form.Get("code")]
		delete(g.codes, form.Get("code"))
		sum := sha256.Sum256([]byte(form.Get("code_verifier")))
		if !is || asked.Get("code_challenge") != base64.RawURLEncoding.EncodeToString(sum[:]) || asked.Get("redirect_uri") != form.Get("redirect_uri") ||
			asked.Get("resource") != form.Get("resource") {
			return "", "invalid_grant"
		}
		return asked.Get("scope"), ""
	case "refresh_token":
		scope, is := g.renews[form.Get("refresh_token")]
		delete(g.renews, form.Get("refresh_token")) // good once
		if !is {
			return "", "invalid_grant"
		}
		return scope, ""
	}
	return "", "unsupported_grant_type"
}

func (g *Gate) revoke(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.asked = append(g.asked, r.PostForm)
	if g.Grant != nil && g.Grant(r.PostForm) != "" {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	delete(g.tokens, r.PostForm.Get("token"))
	delete(g.renews, r.PostForm.Get("token"))
}

// pass lets a request through that has a token with the rights that are wanted.
func (g *Gate) pass(w http.ResponseWriter, r *http.Request, base string) {
	giver := cmp.Or(g.Trusts, g)
	giver.mu.Lock()
	scope, is := giver.tokens[strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")]
	giver.mu.Unlock()
	g.mu.Lock()
	wants := g.Wants
	g.mu.Unlock()
	switch {
	case g.Greets && greeting(r):
		g.Behind.ServeHTTP(w, r)
	case !is:
		w.Header().Set("WWW-Authenticate", g.challenge(base))
		http.Error(w, "who are you?", http.StatusUnauthorized)
	case wants != "" && !slices.Contains(strings.Fields(scope), wants):
		w.Header().Set("WWW-Authenticate", fmt.Sprintf("Bearer error=\"insufficient_scope\", scope=%q", wants))
		http.Error(w, "you may not", http.StatusForbidden)
	default:
		g.Behind.ServeHTTP(w, r)
	}
}

// greeting reports whether a request says hello.
func greeting(r *http.Request) bool {
	data, err := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(data))
	var message struct {
		Method string `json:"method"`
	}
	return err == nil && json.Unmarshal(data, &message) == nil && (message.Method == "initialize" || strings.HasPrefix(message.Method, "notifications/"))
}

// challenge says what a request without a token lacks.
func (g *Gate) challenge(base string) string {
	var parts []string
	if !g.Silent {
		parts = append(parts, fmt.Sprintf("resource_metadata=%q", base+cmp.Or(g.ResourceAt, "/.well-known/oauth-protected-resource"+Path)))
	}
	if g.Scope != "" {
		parts = append(parts, fmt.Sprintf("scope=%q", g.Scope))
	}
	return strings.TrimSpace("Bearer " + strings.Join(parts, ", "))
}

// name is a name that nobody can guess.
func (g *Gate) name(of string) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.given++
	return fmt.Sprintf("%s-%d-%s", of, g.given, rand.Text())
}

func put[V any](into *map[string]V, key string, value V) {
	if *into == nil {
		*into = map[string]V{}
	}
	(*into)[key] = value
}
