package mcp

import (
	"errors"
	"slices"
	"strings"
)

// Client is how this program is known where one logs in to a server. Without an ID and a
// Document it makes itself known there.
type Client struct {
	ID       string // under which it was registered by hand, at the Issuer
	Secret   string // that it got there, "" for none
	NoSecret string // why the secret that is configured is not there
	Document string // the address of a page that describes it to whoever asks
	Issuer   string // who alone may give tokens; "" for whom the server names
	Port     int    // at which the browser comes back, 0 for any that is free
}

// backPath is where the browser comes back if that was told somewhere beforehand.
const backPath = "/callback"

// path is where the browser comes back, "" for a place that nobody can guess.
func (c Client) path() string {
	if c.ID != "" || c.Document != "" {
		return backPath
	}
	return ""
}

// trusts says why an issuer may not give tokens, nil if it may. What was registered by
// hand is for one issuer, which the user names: a server does not choose who gets it.
func (c Client) trusts(issuer string) error {
	switch {
	case c.Issuer == "" && c.ID != "":
		return errors.New(unnamedIssuerText(issuer))
	case c.Issuer != "" && !sameIssuer(c.Issuer, issuer):
		return errors.New(anotherIssuerText(issuer, c.Issuer))
	}
	return nil
}

func sameIssuer(a, b string) bool {
	return strings.TrimSuffix(a, "/") == strings.TrimSuffix(b, "/")
}

// made reports whether a login is one of this client.
func (c Client) made(l login) bool {
	if c.Issuer != "" && !sameIssuer(c.Issuer, l.Issuer) {
		return false
	}
	return l.Own == (c.ID != "") && (!l.Own || l.Client == c.ID)
}

// sign gives a login the secret of the client, which is kept in no file of logins.
func (c Client) sign(l *login) error {
	switch {
	case !l.Own:
		return nil
	case !c.made(*l):
		return errors.New(otherClientText)
	case c.NoSecret != "":
		return errors.New(c.NoSecret)
	}
	l.Secret = c.Secret
	return nil
}

// introduces makes a login one of a client that is known beforehand. It is false where
// the client is to make itself known.
func (d *discovery) introduces(l *login) (bool, error) {
	switch c := d.server.Client; {
	case c.ID != "":
		l.Own, l.Client, l.Method = true, c.ID, "none"
		if err := c.sign(l); err != nil || l.Secret == "" {
			return true, err
		}
		ways := d.issuer.TokenEndpointAuthMethodsSupported
		if len(ways) == 0 {
			ways = []string{"client_secret_basic"} // RFC 8414, section 2
		}
		for _, way := range []string{"client_secret_basic", "client_secret_post"} {
			if slices.Contains(ways, way) {
				l.Method = way
				return true, nil
			}
		}
		return true, errors.New(noSecretTakenText(l.Issuer))
	case c.Document != "" && d.issuer.ClientIDMetadataDocumentSupported:
		l.Client, l.Method = c.Document, "none"
		return true, nil
	}
	return false, nil
}
