package mcp

import (
	"bufio"
	"bytes"
	"errors"
	"net"
	"net/http"
	"net/url"
	"strings"

	"golang.org/x/text/unicode/norm"

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
	ip := net.ParseIP(name)
	if ip == nil {
		if name, err = asciiHost(name); err != nil {
			return "", "", err
		}
	}
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

// asciiHost is the name of a host as a request would carry it, in ASCII and small letters. What is no
// name of labels with letters, digits and hyphens within is an error, with its letters of other
// scripts as without.
func asciiHost(name string) (string, error) {
	var sent bytes.Buffer
	err := (&http.Request{URL: &url.URL{Scheme: "https", Host: norm.NFKC.String(strings.ToLower(name))}}).Write(&sent)
	if err != nil {
		return "", errors.New(badAddressText)
	}
	request, err := http.ReadRequest(bufio.NewReader(&sent))
	if err != nil {
		return "", errors.New(badAddressText)
	}
	for label := range strings.SplitSeq(strings.TrimSuffix(request.Host, "."), ".") {
		odd := strings.ContainsFunc(label, func(r rune) bool { return !('a' <= r && r <= 'z' || '0' <= r && r <= '9' || r == '-') })
		if odd || label == "" || len(label) > 63 || label != strings.Trim(label, "-") {
			return "", errors.New(badAddressText)
		}
	}
	return request.Host, nil
}
