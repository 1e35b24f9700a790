package model

import (
	"errors"
	"strings"

	"parley/providers"
)

// The HTTP statuses that tell of a wrong address or key.
const (
	statusNoKey     = 401
	statusForbidden = 403
	statusNotFound  = 404
)

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
