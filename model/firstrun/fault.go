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
