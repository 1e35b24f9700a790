package tool

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"parley/forms/rawjson"
)

// HideJSON hides in the texts and numbers of valid JSON, keys too, as whoever reads the JSON gets
// them: "\u0070in" is "pin". All else stays to the letter, and the result is JSON.
func HideJSON(raw json.RawMessage, hide func(string) string) json.RawMessage {
	all := literals(raw)
	read := bytes.NewBuffer(bytes.Clone(raw))
	for _, l := range all {
		read.WriteString("\n" + l.read)
	}
	if text := read.String(); hide(text) == text {
		return raw
	}
	var out, others []byte // others are without what was hidden
	at := 0
	for _, l := range all {
		written := raw[l.from:l.to]
		hidden := l.hidden(string(written), hide)
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

// HideText hides in a text, in one that is an object or a list of JSON as HideJSON does.
func HideText(text string, hide func(string) string) string {
	if begun := strings.TrimLeft(text, " \t\r\n"); begun == "" || begun[0] != '{' && begun[0] != '[' || !json.Valid([]byte(text)) {
		return hide(text)
	}
	return string(HideJSON(json.RawMessage(text), hide))
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
