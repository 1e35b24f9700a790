package wire

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"parley/store/text/clean"
	"parley/store/text/secret"
)

// maxMessage is how many runes of a message are shown, and mostScrubbed how many bytes are looked at for them.
const (
	maxMessage   = 500
	mostScrubbed = 64 << 10
)

// tells reports whether a rune of a server's words says something: punctuation alone is no
// word about a fault.
func tells(r rune) bool { return !unicode.IsPunct(r) && !unicode.IsSpace(r) }

// clean makes text fit to show: without keys, control characters spelled out, on one line, at
// most maxMessage runes, with a full stop.
func (p *Server) clean(text string) string {
	text = clip(p.scrub(text), maxMessage-1)
	if r, _ := utf8.DecodeLastRuneInString(text); !strings.ContainsRune(".!?…", r) {
		text += "."
	}
	return text
}

// scrub removes the key and spells out what must not reach a terminal. A text that has
// the key in it loses that instead: what is invisible must not split a key.
func (p *Server) scrub(text string) string {
	text = text[:min(len(text), mostScrubbed)]
	plain, begun := secret.Uncoloured(text)
	bare := oneLine(plain + begun)
	if kept := p.keys.hide(bare); kept != bare {
		return kept
	}
	return strings.Join(strings.Fields(clean.Tame(strings.Join(strings.Fields(strings.ToValidUTF8(text, "\uFFFD")), " "))), " ")
}

// oneLine is a text as it would be seen, on one line, without what steers or hides.
func oneLine(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r), unicode.Is(unicode.Co, r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
	return strings.Join(strings.Fields(text), " ")
}

// clip shortens text to a number of runes.
func clip(text string, runes int) string {
	if utf8.RuneCountInString(text) <= runes {
		return text
	}
	return string([]rune(text)[:runes-1]) + "…"
}
