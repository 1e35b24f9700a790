package mcp

import (
	"encoding/base64"
	"net/url"
	"testing"
)

// TestTheSecretOfAClientIsTakenOut of what the server of a login says, also as the header in which it is sent.
func TestTheSecretOfAClientIsTakenOut(t *testing.T) {
	l := &login{}
	l.Client, l.Secret, l.Method = "app", "hunter22+secret", "client_secret_basic"
	sent := "app:hunter22%2Bsecret"
	said := "Basic " + base64.StdEncoding.EncodeToString([]byte(sent)) + ", " + sent + ", hunter22+secret, app"
	same(t, "what is told", l.hide(url.Values{}, said), "Basic "+tokenWord+", "+tokenWord+", "+tokenWord+", app")
	same(t, "a client without a secret", (&login{}).hide(url.Values{}, "Basic Og=="), "Basic Og==")
}
