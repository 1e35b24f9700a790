package secret

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"parley/forms/rawjson"
)

// shortest is the least length of a secret that is searched for, and of a spelling that is added to one: shorter ones
// occur in too many other words.
const shortest = 4

// Given stands in place of a secret that a tool or a server was given.
const Given = "[secret]"

// Spelled are secrets in all their spellings.
type Spelled []string

// Hide takes the secrets out of a text. One may be in several colours, or be written with any escapes of JSON, an
// address, a shell or a web page: where such a text holds one, it loses these.
func (s Spelled) Hide(text string) string { return s.HideAs(Given, text) }

// HideAs is Hide with another word in place of them.
func (s Spelled) HideAs(word, text string) string {
	if len(s) == 0 {
		return text
	}
	found := unlike(text) // no part of a secret, as the word can be
	out := Read(text, func(text string) string { return s.hideSeen(found, text) })
	return strings.ReplaceAll(out, found, word)
}

// unlike is a word that is not in a text.
func unlike(text string) string {
	longest, run := 0, 0
	for i := range len(text) {
		if run++; text[i] != 2 {
			run = 0
		}
		longest = max(longest, run)
	}
	return "\x00" + strings.Repeat("\x02", longest+1) + "\x00"
}

// hideSeen hides what is there but for colours.
func (s Spelled) hideSeen(word, text string) string {
	plain, begun := Uncoloured(text)
	plain += begun
	if hidden := s.replace(word, plain); hidden != plain {
		return hidden
	}
	return s.replace(word, text)
}

func (s Spelled) replace(word, text string) string {
	pairs := make([]string, 0, 2*len(s))
	for _, form := range s {
		pairs = append(pairs, form, word)
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// longestColour is the length from which on digits after an escape are no colour any more.
const longestColour = 64

// Uncoloured takes the colours and erased lines out of a text, which a screen does not draw
// (views/text). Begun is the end of the text if it may be the beginning of one.
func Uncoloured(text string) (plain, begun string) {
	var b strings.Builder
	for {
		at := strings.IndexByte(text, '\x1b')
		if at < 0 {
			b.WriteString(text)
			return b.String(), ""
		}
		b.WriteString(text[:at])
		text = text[at:]
		end := 1
		if strings.HasPrefix(text, "\x1b[") {
			end = len(text) - len(strings.TrimLeft(text[2:], "0123456789;:"))
		}
		switch {
		case end == len(text) && end < longestColour:
			return b.String(), text
		case end > 1 && end < len(text) && (text[end] == 'm' || text[end] == 'K'):
			text = text[end+1:]
		default:
			b.WriteByte('\x1b')
			text = text[1:]
		}
	}
}

// Spell makes all spellings of secrets, also of what whoever reads one makes of it.
func Spell(found []string) Spelled { return SpellFrom(shortest, found) }

// SpellFrom is Spell of those that have at least so many bytes, and of what is made of them only where that has as many.
func SpellFrom(least int, found []string) Spelled {
	var all []string
	for _, secret := range found {
		if len(secret) >= least {
			all = append(all, readAs(secret, least)...)
		}
	}
	slices.SortFunc(all, func(a, b string) int { // longer ones first: a shorter one may be part of one
		return cmp.Or(len(b)-len(a), strings.Compare(a, b))
	})
	var spelled Spelled
	for _, secret := range slices.Compact(all) {
		spelled = append(spelled, spellings(secret)...)
	}
	return spelled
}

// spellings are a text as it is, quoted for JSON, for programs, for a shell and for an address,
// and each of these quoted for JSON once more, as a log or a result of JSON holds what a program
// printed.
func spellings(text string) []string {
	all := []string{text}
	add := func(forms ...string) {
		for _, f := range forms {
			if f != "" && !slices.Contains(all, f) {
				all = append(all, f)
			}
		}
	}
	doubled := strings.ReplaceAll(text, `\`, `\\`)
	add(quotings(text)...)
	add(doubled, strings.ReplaceAll(doubled, `'`, `\'`), strings.ReplaceAll(text, `'`, `'\''`))
	add(url.QueryEscape(text), url.PathEscape(text), url.User(text).String())
	for _, f := range []string{strings.ReplaceAll(text, " ", "+"), strings.ReplaceAll(text, `\`, "")} { // see readings
		if len(f) >= shortest {
			add(f)
		}
	}
	for _, f := range slices.Clone(all) {
		add(quotings(f)...)
	}
	return all
}

// quotings are a text as it stands in quotes in JSON, with and without the escapes for web pages,
// for ASCII and for a slash, and in Go.
func quotings(text string) (all []string) {
	inner := func(quoted string) string { return quoted[1 : len(quoted)-1] }
	if escaped, err := json.Marshal(text); err == nil {
		all = append(all, inner(string(escaped)))
	}
	plain := strings.TrimSuffix(string(rawjson.Quote(text)), "\n")
	all = append(all, inner(plain), inner(strconv.Quote(text)), inner(ascii(plain, `\u%04x`)), inner(ascii(plain, `\u%04X`)))
	for _, f := range slices.Clone(all) {
		all = append(all, strings.ReplaceAll(f, "/", `\/`))
	}
	return all
}

// ascii writes non-ASCII characters as JSON's \u escapes, as surrogate pairs if
// needed.
func ascii(quoted, escape string) string {
	var b strings.Builder
	for _, r := range quoted {
		if r < 0x80 {
			b.WriteRune(r)
			continue
		}
		for _, u := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&b, escape, u)
		}
	}
	return b.String()
}
