package firstrun

import (
	"errors"
	"net/url"
	"strconv"
	"strings"

	"parley/providers"
)

// The HTTP statuses that tell of a wrong address or key.
const (
	statusNoKey     = 401
	statusForbidden = 403
	statusNotFound  = 404
)

// addressFault is why an address cannot be one of a server, "" if it can.
func addressFault(address string) string {
	lower := strings.ToLower(address)
	if !strings.HasPrefix(lower, "http://") && !strings.HasPrefix(lower, "https://") {
		return textBadAddress
	}
	u, err := url.Parse(address)
	switch {
	case err != nil:
		return textNoAddress
	case u.Hostname() == "":
		return textNoServer
	case u.Port() != "":
		if n, err := strconv.Atoi(u.Port()); err != nil || n < 1 || n > 65535 {
			return textBadPort
		}
	}
	if u.RawQuery != "" || u.ForceQuery || u.Fragment != "" {
		return textLongAddress
	}
	return ""
}

// wholeAddress makes an address of what people write of it: "localhost:8201". Of this
// machine and of networks of one's own it is http, else https.
func wholeAddress(written string) string {
	if written == "" || strings.Contains(written, "://") || strings.ContainsAny(written, " ?#") {
		return written
	}
	u, err := url.Parse("//" + written)
	if err != nil {
		return written
	}
	host, scheme := u.Hostname(), "https://"
	if strings.HasSuffix(host, "localhost") || !strings.Contains(host, ".") || near(host) {
		scheme = "http://"
	}
	if !strings.Contains(strings.TrimRight(written, "/"), "/") {
		written = strings.TrimRight(written, "/") + "/v1"
	}
	return scheme + written
}

// near says whether an address is one of this machine or of a private network.
func near(host string) bool {
	parts := strings.Split(host, ".")
	if len(parts) != 4 || strings.Trim(host, "0123456789.") != "" {
		return false
	}
	second, err := strconv.Atoi(parts[1])
	switch parts[0] {
	case "127", "10":
		return true
	case "192":
		return second == 168
	case "172":
		return err == nil && second >= 16 && second < 32
	}
	return false
}

// variableName says whether a shell could set a variable of this name; most keys hold a
// character that it could not. Nothing is the name of none.
func variableName(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool {
		return r != '_' && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9')
	}) && (s == "" || s[0] < '0' || s[0] > '9')
}

// serverFault is why a server did not list its models, and what to do about it.
// A server whose address was written a moment ago is in no configuration yet, so
// that the address is corrected and no setting is named.
func serverFault(s Server, err error) string {
	if s.BaseURL == "" {
		return err.Error()
	}
	var e *providers.Error
	if !errors.As(err, &e) { // the server was not asked: its variable is not set
		return strings.TrimRight(err.Error(), ".") + ". " + textMendKey
	}
	switch {
	case e.Status == statusNoKey && s.KeyEnv == "":
		return e.Message + " " + textMendKey
	case e.Status == statusNoKey, e.Status == statusForbidden:
		return e.Error() + " " + textMendKey
	case e.Status >= 400 && e.Status != statusNotFound:
		return e.Error() + " " + textMendAddress
	case strings.HasSuffix(s.BaseURL, "/v1"):
		return e.Message + " " + textMendAddress
	}
	return e.Message + " " + textMendEnd
}
