package firstrun

import (
	"errors"
	"net/url"
	"strconv"
	"strings"

	"parley/providers"
)

// The HTTP statuses that point to a wrong address or key.
const (
	statusNoKey     = 401
	statusForbidden = 403
	statusNotFound  = 404
)

// addressFault is why an address cannot be a server's, "" if it can.
func addressFault(address string) string {
	lower := strings.ToLower(address)
	if address == "" {
		return textEmptyAddress
	}
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

// wholeAddress completes an address as people write it: "localhost:8201". It is http
// on this machine and private networks, otherwise https.
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

// near reports whether an address is on this machine or a private network.
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

// variableName reports whether a shell could set a variable of this name; most keys
// contain a character that rules this out. "" is not a name.
func variableName(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool {
		return r != '_' && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9')
	}) && (s == "" || s[0] < '0' || s[0] > '9')
}

// serverFault is why a server did not list its models, and what to do about it. If
// the address was just typed, the server is not in a configuration yet, so the user
// is asked to correct the address and no setting is named.
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
