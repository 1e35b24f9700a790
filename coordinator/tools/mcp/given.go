package mcp

import (
	"slices"
	"sort"
	"sync"

	"parley/coordinator/tool"
	"parley/store/text/secret"
)

// given are the secrets that a person gave to a server, in an answer or by configuring it, for as
// long as this program runs: a server lives longer than a call, and what it says is recorded and
// sent to a model.
type given struct {
	mu      sync.Mutex
	secrets tool.Secrets
}

// add notes the secrets among answers.
func (g *given) add(answers map[string]tool.Answer) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, s := range tool.SecretsOf(answers) {
		if !slices.Contains(g.secrets, s) {
			g.secrets = append(g.secrets, s)
		}
	}
	sort.SliceStable(g.secrets, func(i, j int) bool { return len(g.secrets[i]) > len(g.secrets[j]) }) // a shorter one may be part of one
}

// hide puts a word in place of them.
func (g *given) hide(text string) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.secrets.Hide(text)
}

// hide takes out of a text what a server must not repeat: its tokens, and the secrets that
// it was given.
func (c *connection) hide(text string) string { return c.given.hide(c.login.hide(text)) }

// hush returns an error of a login that holds none of the keys that the server was given.
func (s Server) hush(err error) error {
	if err == nil {
		return nil
	}
	return hushed{err, secret.Spell(s.Keys).Hide(err.Error())}
}

// hushed is an error whose text is free of what a server must not repeat.
type hushed struct {
	error
	text string
}

func (h hushed) Error() string { return h.text }

func (h hushed) Unwrap() error { return h.error }

// hush returns an error fit to be shown: errors about a server may contain a token or a
// secret, even before it is reached.
func (c *connection) hush(err error) error {
	if err == nil {
		return nil
	}
	return hushed{err, c.hide(err.Error())}
}

// brief is an error fit to be shown, on one line. It is searched before it is cut, which may go through a
// secret, and as the one line that it has become.
func (c *connection) brief(err error) error { return c.hush(brief(c.hush(err))) }

// brief is an error on one line: a stranger's reply may be a megabyte.
func brief(err error) error { return hushed{err, oneLine(cut(err.Error()))} }
