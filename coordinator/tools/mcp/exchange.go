package mcp

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"time"

	"parley/store/text/secret"
)

// granted is what the server of a login gives.
type granted struct {
	Access  string      `json:"access_token"`
	Refresh string      `json:"refresh_token"`
	Type    string      `json:"token_type"`
	Seconds json.Number `json:"expires_in"`
	Scope   string      `json:"scope"`
}

// refusal is that it gives nothing.
type refusal struct {
	Code        string `json:"error"`
	Description string `json:"error_description"`
}

func (r *refusal) Error() string { return refusalText(r.Code, r.Description) }

// final reports whether trying again is of no use.
func (r *refusal) final() bool {
	return r.Code == "invalid_grant" || r.Code == "invalid_client" || r.Code == "unauthorized_client"
}

// grant takes what was given. Without a new token that renews, the old one stays good.
func (l *login) grant(g granted, now time.Time) {
	l.Access, l.Expires = g.Access, time.Time{}
	if g.Refresh != "" {
		l.Refresh = g.Refresh
	}
	if seconds, err := g.Seconds.Int64(); err == nil && seconds > 0 && seconds < 1<<31 {
		l.Expires = now.Add(time.Duration(seconds) * time.Second)
	}
	if g.Scope != "" {
		l.Scopes = strings.Fields(g.Scope)
	}
}

// mostAnswer is how large an answer in a login may be.
const mostAnswer = 1 << 20

// ask asks for tokens. The resource goes with every such request, so that they are good
// for this server only.
func (l *login) ask(ctx context.Context, client *http.Client, form url.Values) (granted, error) {
	form.Set("resource", l.Resource)
	response, err := l.post(ctx, client, l.Tokens, form)
	if err != nil {
		return granted{}, hushed{err, l.hide(form, err.Error())}
	}
	defer response.Body.Close()
	var body struct {
		granted
		refusal
	}
	data, err := io.ReadAll(io.LimitReader(response.Body, mostAnswer))
	if err != nil {
		return granted{}, err
	}
	kind, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type")) // of a kind that cannot be read is none
	if kind != "application/json" || json.Unmarshal(data, &body) != nil {
		return granted{}, errors.New(oddAnswerText(l.hide(form, response.Status)))
	}
	switch {
	case body.Code != "":
		return granted{}, &refusal{l.hide(form, body.Code), l.hide(form, body.Description)}
	case response.StatusCode != http.StatusOK:
		return granted{}, errors.New(oddAnswerText(l.hide(form, response.Status)))
	case body.Access == "" || !strings.EqualFold(body.Type, "bearer"):
		return granted{}, errors.New(noBearerText)
	case strings.ContainsFunc(body.Access, func(r rune) bool { return r <= ' ' || r >= 0x7f }):
		return granted{}, errors.New(noBearerText)
	}
	return body.granted, nil
}

// hide puts a word in place of what is sent with such a request: its answer is told in part, and may repeat it.
func (l *login) hide(form url.Values, text string) string {
	secrets := []string{l.Access, l.Refresh, l.Secret, form.Get("code"), form.Get("code_verifier"), form.Get("refresh_token"), form.Get("token")}
	if l.Secret != "" {
		client := url.QueryEscape(l.Client) + ":" + url.QueryEscape(l.Secret) // as post says who it is
		secrets = append(secrets, base64.StdEncoding.EncodeToString([]byte(client)), client)
	}
	return secret.SpellFrom(leastToken, secrets).HideAs(tokenWord, text)
}

// post sends a form, and says who the client is.
func (l *login) post(ctx context.Context, client *http.Client, to string, form url.Values) (*http.Response, error) {
	if l.Method != "client_secret_basic" {
		form.Set("client_id", l.Client)
		if l.Secret != "" {
			form.Set("client_secret", l.Secret)
		}
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, to, strings.NewReader(form.Encode()))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Accept", "application/json")
	if l.Method == "client_secret_basic" {
		r.SetBasicAuth(url.QueryEscape(l.Client), url.QueryEscape(l.Secret))
	}
	return client.Do(r)
}

// LogOut forgets the login of a server, and asks for its tokens to be taken back where
// there is somebody to ask. It reports whether there was a login, and what of it may
// still be good somewhere.
func (o Options) LogOut(ctx context.Context, s Server) (was bool, left, err error) {
	unlock, err := o.lockLogin(ctx, s)
	if err != nil {
		return false, nil, err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	l, readErr := o.readLogin(s)
	if errors.Is(readErr, errNoLogin) {
		return false, nil, nil
	}
	if err := o.removeLogin(s); err != nil { // what cannot be read is removed too
		return true, nil, err
	}
	if readErr != nil { // nobody knows which tokens to take back
		return true, fmt.Errorf("%s: %s", notRevokedText, unreadLoginText), nil
	}
	if l.Access == "" && l.Refresh == "" {
		return true, nil, nil
	}
	if err := s.Client.sign(&l); err != nil {
		return true, fmt.Errorf("%s: %w", notRevokedText, err), nil
	}
	return true, s.hush(o.revoke(ctx, s, l)), nil
}

// revoke takes tokens back, each that can be. Its error is that of the first that could not.
func (o Options) revoke(ctx context.Context, s Server, l login) (left error) {
	server, err := url.Parse(l.URL)
	if l.Revoke == "" || err != nil {
		return errors.New(notRevokedText)
	}
	for _, token := range []string{l.Refresh, l.Access} {
		if token == "" {
			continue
		}
		form := url.Values{"token": {token}}
		response, err := l.post(ctx, o.guarded(server, s.Keys), l.Revoke, form)
		switch {
		case err != nil:
			left = cmp.Or(left, fmt.Errorf("%s: %w", notRevokedText, hushed{err, l.hide(form, err.Error())}))
			continue
		case response.StatusCode != http.StatusOK:
			left = cmp.Or(left, fmt.Errorf("%s: %s", notRevokedText, oddAnswerText(l.hide(form, response.Status))))
		}
		response.Body.Close()
	}
	return left
}
