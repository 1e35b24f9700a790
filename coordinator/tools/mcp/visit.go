package mcp

import (
	"errors"
	"net"
	"net/url"
	"strings"

	"golang.org/x/net/idna"
	"parley/forms"
)

// visit asks the user to visit a page. Nothing is opened for that here: the question
// shows the host by itself and the whole address.
func (r request) visit(server string, used map[string]bool) ([]property, error) {
	host, address, err := safeAddress(r.URL)
	if err != nil {
		return nil, err
	}
	return asked{{id: unique("visited", used), question: forms.Question{
		Text: visitText(host), Context: visitContext(host, address),
		AnswerType: forms.AnswerType{Kind: forms.Boolean}, Persistence: forms.PersistNone, Page: address,
	}}}.with(r, server), nil
}

// safeAddress is the host of an address, in ASCII, and the whole address. Only pages on
// the web are taken, over https, or over http on this machine.
func safeAddress(address string) (host, whole string, err error) {
	if strings.ContainsFunc(address, func(r rune) bool { return r <= ' ' || r == 0x7f || r == '\\' }) {
		return "", "", errors.New(badAddressText)
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Opaque != "" {
		return "", "", errors.New(badAddressText)
	}
	if u.User != nil {
		return "", "", errors.New(userAddressText)
	}
	name := u.Hostname()
	if ascii, err := idna.Lookup.ToASCII(name); err == nil {
		name = ascii
	} else if net.ParseIP(name) == nil {
		return "", "", errors.New(badAddressText)
	}
	ip := net.ParseIP(name)
	local := name == "localhost" || ip != nil && ip.IsLoopback()
	if u.Scheme != "https" && !(u.Scheme == "http" && local) {
		return "", "", errors.New(schemeText)
	}
	if port := u.Port(); port != "" {
		u.Host = net.JoinHostPort(name, port)
	} else if strings.Contains(name, ":") {
		u.Host = "[" + name + "]"
	} else {
		u.Host = name
	}
	return name, u.String(), nil
}
