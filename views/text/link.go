package text

import (
	"net/url"
	"strings"
)

// The escapes of a hyperlink (OSC 8) as Filter writes them.
const linkBegins, linkEnds = "\x1b]8;;", "\x1b\\"

// SafeLink reports whether a terminal may be given an address to open: plain http or
// https, or just a mailbox.
func SafeLink(address string) bool {
	low := strings.ToLower(address)
	switch {
	case len(address) > 2048:
		return false
	case strings.HasPrefix(low, "mailto:"):
		if strings.ContainsAny(low, "?&#,%") {
			return false
		}
	case !strings.HasPrefix(low, "http://") && !strings.HasPrefix(low, "https://"):
		return false
	}
	for i := range len(address) {
		if address[i] <= ' ' || address[i] >= 0x7f {
			return false
		}
	}
	return true
}

// LinkHost is the destination shown beside the text of an untrusted link: the host
// with its port, or the mailbox; "" if an address has neither.
func LinkHost(address string) string {
	u, err := url.Parse(address)
	switch {
	case err != nil:
		return ""
	case strings.EqualFold(u.Scheme, "mailto"):
		return u.Opaque
	}
	return u.Host
}

// BeginLink makes what follows, up to EndLink, a link. Filter still checks it.
func BeginLink(address string) string { return linkBegins + address + "\a" }

// EndLink ends a link.
func EndLink() string { return linkBegins + "\a" }

// Unlinked removes the links from filtered text and keeps their words.
func Unlinked(s string) string { return links(s, func(string) string { return "" }) }

// LinksTold writes the address of each link in filtered text after its words.
func LinksTold(s string) string { return links(s, func(address string) string { return address }) }

// links replaces the end of each link by words.
func links(s string, words func(address string) string) string {
	if !strings.Contains(s, linkBegins) {
		return s
	}
	var b strings.Builder
	last := ""
	for {
		before, link, found := strings.Cut(s, linkBegins)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		var address string
		address, s, _ = strings.Cut(link, linkEnds)
		if address == "" {
			b.WriteString(words(last))
		}
		last = address
	}
}
