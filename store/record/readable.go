package record

import (
	"bytes"
	"cmp"
	"encoding/json"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"parley/forms/rawjson"
	"parley/store/text/clean"
	"parley/store/text/diff"
)

// Readable formats a call's arguments for reading: one property per line, strings as
// plain text, with the lines of a multi-line string below the name. Characters that
// could hide text are made visible. If the arguments are not an object, the JSON is
// shown as it is; if they are not JSON, the text is.
func Readable(raw json.RawMessage) string {
	return readable(raw, func(string) bool { return false }, exact)
}

// readable is Readable without the texts that said reports as shown elsewhere, with
// values as words tells them.
func readable(raw json.RawMessage, said func(value string) bool, words func(json.RawMessage) string) string {
	dec := json.NewDecoder(bytes.NewReader(raw))
	if open, err := dec.Token(); err != nil || open != json.Delim('{') || !json.Valid(raw) {
		return clean.Reveal(IndentJSON(raw))
	}
	var b strings.Builder
	for dec.More() {
		name, err := dec.Token()
		var value json.RawMessage
		if err != nil || dec.Decode(&value) != nil {
			return clean.Reveal(string(raw))
		}
		key, ok := name.(string)
		if !ok {
			return clean.Reveal(string(raw))
		}
		var text string
		if json.Unmarshal(value, &text) == nil && said(text) {
			continue
		}
		property(&b, key, words(value))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// Told returns what a call will do, stated once and in full, and the remaining
// arguments formatted as by Readable. text is the line that describes the call:
// usually it begins with an argument or the first line of one; if the tool has no
// words of its own, it is the arguments themselves.
func Told(text string, arguments json.RawMessage) (whole, others string) {
	if strings.HasPrefix(text, "{") && json.Valid([]byte(text)) {
		return cmp.Or(Readable(arguments), textNoArguments), ""
	}
	var said string
	others = readable(arguments, func(value string) bool {
		if said == "" && tells(text, value) {
			said = value
			return true
		}
		return false
	}, exact)
	if said = strings.Trim(said, "\n"); strings.Contains(said, "\n") {
		return clean.Tabs(clean.Reveal(clean.Signs(clean.Exact(said)))), others
	}
	return clean.Tabs(clean.Prose(clean.Signs(clean.Exact(text)))), others
}

// tells reports whether a line begins with a value, or with the first line of a
// multi-line value, which is therefore cut.
func tells(text, value string) bool {
	first, _, more := strings.Cut(strings.Trim(value, "\n"), "\n")
	rest, ok := strings.CutPrefix(text, first)
	if !ok && first != "" {
		rest, ok = strings.CutPrefix(text, strconv.Quote(first))
	}
	if first == "" || !ok {
		return false
	}
	return !more && (rest == "" || rest[0] == ' ') || more && strings.HasPrefix(rest, " …")
}

// exact is a text as it is, and any other value as JSON. A short text that reads as such a value, as "null"
// does, keeps its quotes, and so does one with halves of a character, which has no other spelling.
func exact(value json.RawMessage) string {
	if text, ok := textOf(value); ok && !halved(value, text) && (len(text) > mostLikeJSON || !json.Valid([]byte(text))) {
		return clean.Exact(text)
	}
	return clean.Composed(clean.Exact(IndentJSON(value)))
}

// halved reports whether a text has halves of a character, as \ud800, which are read as what stands for anything
// that cannot be read.
func halved(value json.RawMessage, text string) bool {
	return strings.ContainsRune(text, utf8.RuneError) && (bytes.Contains(value, []byte(`\ud`)) || bytes.Contains(value, []byte(`\uD`)))
}

// mostLikeJSON is how long a text may be, in bytes, that is taken for another value.
const mostLikeJSON = 64

// textOf is a value that is a text.
func textOf(value json.RawMessage) (string, bool) {
	var text *string
	if json.Unmarshal(value, &text) != nil || text == nil {
		return "", false
	}
	return *text, true
}

func property(b *strings.Builder, name, text string) {
	name = clean.Exact(name)
	if !strings.ContainsFunc(text, unicode.IsSpace) { // a name, a path or an address, and no sentence
		text = clean.Signs(text)
	} else if !strings.Contains(text, "\n") {
		text = clean.Composed(text)
	}
	text = clean.Tabs(clean.Reveal(clean.Marked(text)))
	if name == "" || strings.HasPrefix(name, "…") || strings.Contains(name, ":") || strings.TrimSpace(name) != name {
		name = strconv.Quote(name) // else a part of it could be taken for a value
	}
	name = strings.ReplaceAll(clean.Reveal(clean.Signs(name)), "\n", "␊")
	switch {
	case text == "":
		text = `""`
	case strings.Contains(text, "\n"):
		text = "\n" + indented(text)
	}
	if !strings.HasPrefix(text, "\n") {
		text = " " + text
	}
	b.WriteString(name + ":" + text + "\n")
}

// indented is a text whose lines stand below a name. An empty line stays empty, so that nothing
// takes its margin for blanks of the text.
func indented(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if line != "" {
			lines[i] = "  " + line
		}
	}
	return strings.Join(lines, "\n")
}

// IndentJSON indents JSON, and returns anything else unchanged, as it does what is nested without end.
//
//go:noinline
func IndentJSON(raw json.RawMessage) string { return string(rawjson.Laid(raw)) }

// About is everything that a decision was about, for reading: the arguments of a
// call, unless text already states them or the only one, or the context of a
// question.
func About(text string, arguments json.RawMessage, context string) string {
	if len(arguments) == 0 {
		return strings.Trim(clean.Prose(diff.Apart(context)), "\n")
	}
	if text == string(arguments) {
		return ""
	}
	var only map[string]json.RawMessage
	if json.Unmarshal(arguments, &only) == nil && len(only) <= 1 {
		for _, v := range only {
			var said string
			if json.Unmarshal(v, &said) == nil && said == text {
				return ""
			}
		}
		if len(only) == 0 {
			return ""
		}
	}
	return Readable(arguments)
}

// textNoArguments is what a call does that has no words of its own and no arguments.
const textNoArguments = "without arguments"
