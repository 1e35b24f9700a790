package secret

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"parley/forms/rawjson"
)

// HideJSON hides in the texts and numbers of valid JSON, keys too, as whoever reads the JSON gets
// them: "\u0070in" is "pin". All else stays to the letter, and the result is JSON.
//
// Where that would take too long, all of it becomes one text.
func HideJSON(raw json.RawMessage, hide func(string) string) json.RawMessage {
	if len(raw) > mostRead {
		if text := hide(string(raw)); text != string(raw) {
			return rawjson.Quote(text)
		}
		return raw
	}
	all := literals(raw)
	if text := readOf(raw, all); hide(string(raw)) == string(raw) && hide(text) == text {
		return raw
	}
	found := holding(raw, all, hide, mostHeld)
	if len(found) > mostHeld {
		return rawjson.Quote(hide(string(raw)))
	}
	var out, others []byte // others are without what was hidden
	at := 0
	for _, l := range found {
		hidden := l.hidden(string(raw[l.from:l.to]), hide)
		if hidden == nil {
			continue
		}
		out = append(append(out, raw[at:l.from]...), hidden...)
		others = append(append(others, raw[at:l.from]...), `""`...)
		at = l.to
	}
	out, others = append(out, raw[at:]...), append(others, raw[at:]...)
	if rest := string(others); hide(rest) != rest { // it is more than one text
		return rawjson.Quote(hide(rest))
	}
	return out
}

// HideTexts is HideJSON of JSON that is no stranger's, however long that takes: in its texts alone, since a text in the place
// of a number would be another document.
func HideTexts(raw json.RawMessage, hide func(string) string) json.RawMessage {
	all := slices.DeleteFunc(literals(raw), func(l literal) bool { return raw[l.from] != '"' })
	out, at := []byte(nil), 0
	for _, l := range holding(raw, all, hide, math.MaxInt) {
		if hidden := l.hidden(string(raw[l.from:l.to]), hide); hidden != nil {
			out, at = append(append(out, raw[at:l.from]...), hidden...), l.to
		}
	}
	return append(out, raw[at:]...)
}

// HideText hides in a text, in one that is an object or a list of JSON as HideJSON does.
func HideText(text string, hide func(string) string) string {
	if len(text) > mostRead {
		return hide(text)
	}
	if begun := strings.TrimLeft(text, " \t\r\n"); begun == "" || begun[0] != '{' && begun[0] != '[' || !json.Valid([]byte(text)) {
		return hide(text)
	}
	return string(HideJSON(json.RawMessage(text), hide))
}

// What is looked at text by text: so much JSON, and so many texts and numbers in which something is hidden. A server can
// send millions.
const (
	mostRead = 1 << 20
	mostHeld = 1000
)

// readOf are the texts and numbers as they are read and as they are written, each on lines of its own.
func readOf(raw []byte, all []literal) string {
	var b strings.Builder
	for _, l := range all {
		b.WriteString(l.read + "\n")
		b.Write(raw[l.from:l.to])
		b.WriteByte('\n')
	}
	return b.String()
}

// holding are those in which something may be hidden, no more than one too many.
func holding(raw []byte, all []literal, hide func(string) string, most int) []literal {
	text := readOf(raw, all)
	switch {
	case hide(text) == text:
		return nil
	case len(all) == 1:
		return all
	}
	found := holding(raw, all[:len(all)/2], hide, most)
	if len(found) > most {
		return found
	}
	return append(found[:len(found):len(found)], holding(raw, all[len(all)/2:], hide, most)...)
}

// literal is a text or a number in JSON.
type literal struct {
	from, to int
	read     string
}

// hidden is what stands in place of it, nil if nothing in it is hidden.
func (l literal) hidden(written string, hide func(string) string) []byte {
	for _, text := range []string{l.read, strings.Trim(written, `"`)} {
		if hidden := hide(text); hidden != text {
			return rawjson.Quote(hidden)
		}
	}
	return nil
}

func literals(raw []byte) (all []literal) {
	for i := 0; i < len(raw); i++ {
		l := literal{from: i}
		switch c := raw[i]; {
		case c == '"':
			for i++; i < len(raw) && raw[i] != '"'; i++ {
				if raw[i] == '\\' {
					i++
				}
			}
			l.to = min(i+1, len(raw))
			_ = json.Unmarshal(raw[l.from:l.to], &l.read) // it is valid
		case c == '-' || '0' <= c && c <= '9':
			for i+1 < len(raw) && bytes.IndexByte([]byte("0123456789+-.eE"), raw[i+1]) >= 0 {
				i++
			}
			l.to = i + 1
			l.read = digits(string(raw[l.from:l.to]))
		default:
			continue
		}
		all = append(all, l)
	}
	return all
}

// digits is a number without an exponent.
func digits(number string) string {
	if n, err := strconv.ParseFloat(number, 64); err == nil && strings.ContainsAny(number, "eE") {
		return strconv.FormatFloat(n, 'f', -1, 64)
	}
	return number
}
