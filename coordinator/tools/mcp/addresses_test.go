package mcp

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestAddresses(t *testing.T) {
	for address, want := range map[string]string{
		"https://example.com/login?x=1":       "example.com https://example.com/login?x=1",
		"https://EXAMPLE.com":                 "example.com https://example.com",
		"http://localhost:8080/cb":            "localhost http://localhost:8080/cb",
		"http://127.0.0.1/":                   "127.0.0.1 http://127.0.0.1/",
		"http://[::1]:80/":                    "::1 http://[::1]:80/",
		"https://bücher.example/":             "xn--bcher-kva.example https://xn--bcher-kva.example/",
		"https://BÜCHER.example:8443/":        "xn--bcher-kva.example https://xn--bcher-kva.example:8443/",
		"https://bu\u0308cher.example/":       "xn--bcher-kva.example https://xn--bcher-kva.example/",
		"https://аpple.example/":              "xn--pple-43d.example https://xn--pple-43d.example/",
		"https://example.com./":               "example.com. https://example.com./",
		"https://a．example/":                  "a.example https://a.example/",
		"https://a／b.example/":                badAddressText,
		"https://a＠b.example/":                badAddressText,
		"https://a..example/":                 badAddressText,
		"https://-a.example/":                 badAddressText,
		"https://a_b.example/":                badAddressText,
		"https://ü`id`.example/":              badAddressText,
		"https://%0d%0aHost:x/":               badAddressText,
		"https://github.com@evil.example/":    userAddressText,
		"http://example.com/":                 schemeText,
		"javascript:alert(1)":                 badAddressText,
		"file:///etc/passwd":                  badAddressText,
		"ms-settings:privacy":                 badAddressText,
		"https://exa mple.com/":               badAddressText,
		"https://example.com\\@evil.example/": badAddressText,
		"ftp://example.com/":                  schemeText,
		"-flag":                               badAddressText,
		"$(id)":                               badAddressText,
		"//example.com/":                      schemeText,
	} {
		host, whole, err := safeAddress(address)
		got := host + " " + whole
		if err != nil {
			got = err.Error()
		}
		same(t, address, got, want)
	}
}

func TestIdsAreUniqueAndPlain(t *testing.T) {
	all, err := request{Schema: json.RawMessage(`{"properties":{"a.b":{"type":"boolean"},"a b":{"type":"boolean"},"a_b":{"type":"boolean"},".":{"type":"boolean"}}}`)}.ask("t", map[string]bool{})
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, p := range all {
		ids = append(ids, p.id)
	}
	same(t, "the ids", strings.Join(ids, " "), "a_b a_b_2 a_b_3 _")
}
