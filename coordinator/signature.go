package coordinator

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// Signature says what an iteration came to, so that two can be compared: a short
// text to be read, and a digest of its calls and results in which times, ids,
// addresses, temporary paths, spaces and the order of keys do not matter.
type Signature struct {
	Text   string
	Digest uint64
}

// IsZero says that there was nothing to compare.
func (s Signature) IsZero() bool { return s == Signature{} }

// Lengths, in bytes: of a readable signature, of what is normalised at either
// end of a long text (what lies between is compared as it is), and of arguments
// that are read as JSON.
const (
	longestSignature = 80
	normalEnd        = 8 << 10
	longestRead      = 16 << 10
)

// signed returns the signature of a call that has ended. given is the one of the
// tool's own, "" if it has none.
func signed(c Call, content string, isError bool, given string) Signature {
	if given = oneLine(given); given != "" {
		d := newDigest()
		d.raw(c.Name)
		d.raw(given)
		return Signature{Text: shortLine(given, longestSignature), Digest: uint64(d)}
	}
	args, read := readArguments(c.Arguments)
	d := newDigest()
	d.raw(c.Name)
	if read {
		d.value(args)
	} else {
		d.text(string(c.Arguments))
	}
	if isError {
		d.raw("!")
	}
	if v, ok := readArguments(json.RawMessage(content)); ok {
		d.value(v)
	} else {
		d.text(content)
	}
	text := c.Name
	if subject := subjectOf(args); subject != "" {
		text += ":" + subject
	}
	if isError {
		text = "error:" + slug(content)
	}
	return Signature{Text: shortLine(text, longestSignature), Digest: uint64(d)}
}

// together is the signature of all calls of an answer.
func together(calls []Call) Signature {
	if len(calls) == 1 {
		return calls[0].Signature
	}
	var texts []string
	d := newDigest()
	for _, c := range calls {
		d.number(c.Signature.Digest)
		if !slices.Contains(texts, c.Signature.Text) {
			texts = append(texts, c.Signature.Text)
		}
	}
	const shown = 2
	text := strings.Join(texts[:min(len(texts), shown)], ", ")
	if more := len(texts) - shown; more > 0 {
		text = fmt.Sprintf("%s, +%d", text, more)
	}
	return Signature{Text: text, Digest: uint64(d)}
}

// readArguments reads an object or a list that is not too long to be read.
func readArguments(raw json.RawMessage) (any, bool) {
	t := bytes.TrimSpace(raw[:min(len(raw), longestRead)])
	if len(raw) > longestRead || len(t) == 0 || t[0] != '{' && t[0] != '[' {
		return nil, false
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	if dec.Decode(&v) != nil || dec.More() {
		return nil, false
	}
	return v, true
}

// telling are the arguments that tell best what a call was about.
func telling() []string {
	return []string{"path", "file", "command", "pattern", "query", "url", "name"}
}

// subjectOf is what a call was about, in a few words.
func subjectOf(args any) string {
	m, ok := args.(map[string]any)
	if !ok {
		return ""
	}
	for _, key := range append(telling(), slices.Sorted(maps.Keys(m))...) {
		if s, ok := m[key].(string); ok && strings.TrimSpace(s) != "" {
			return oneLine(s)
		}
	}
	return ""
}

// slug makes a name of an error's first line: its first two telling words, and
// the first that looks like a file.
func slug(message string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(message[:min(len(message), longestSignature*8)]), "\n")
	var words []string
	file := ""
	for _, w := range strings.FieldsFunc(line, notInWord) {
		w = strings.Trim(w, ".-_/")
		if w == "" || empty(strings.ToLower(w)) || strings.Trim(w, "0123456789") == "" {
			continue
		}
		if i := strings.LastIndexByte(w, '.'); i > 0 && i < len(w)-1 && file == "" {
			file = w
			continue
		}
		if len(words) < 2 {
			words = append(words, w)
		}
	}
	if file != "" {
		words = append(words, file)
	}
	if len(words) == 0 {
		return "unnamed"
	}
	return strings.Join(words, "-")
}

func notInWord(r rune) bool {
	return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' || r == '_' || r == '-' || r == '/' || r >= utf8.RuneSelf)
}

// empty says of a lower-case word that it tells nothing of an error.
func empty(w string) bool {
	switch w {
	case "a", "an", "the", "is", "was", "are", "be", "been", "has", "have", "had", "not", "no", "of", "to", "in", "on", "at",
		"for", "and", "or", "it", "its", "this", "that", "there", "with", "by", "from", "as", "error":
		return true
	}
	return false
}

// oneLine joins the words of a text with single spaces.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// shortLine cuts a text to so many bytes, at a character.
func shortLine(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}

// digest is an FNV-1a hash: it tells repetitions apart and keeps no secret.
type digest uint64

func newDigest() digest { return 14695981039346656037 }

func (d *digest) byte(b byte) { *d = (*d ^ digest(b)) * 1099511628211 }

// raw adds a text as it is, and its end.
func (d *digest) raw(s string) {
	for i := range len(s) {
		d.byte(s[i])
	}
	d.byte(0)
}

func (d *digest) number(n uint64) {
	for range 8 {
		d.byte(byte(n))
		n >>= 8
	}
}

// value adds JSON, the keys of objects in the order of the alphabet.
func (d *digest) value(v any) {
	switch v := v.(type) {
	case map[string]any:
		d.byte('{')
		for _, key := range slices.Sorted(maps.Keys(v)) {
			d.raw(key)
			d.value(v[key])
		}
		d.byte('}')
	case []any:
		d.byte('[')
		for _, x := range v {
			d.value(x)
		}
		d.byte(']')
	case string:
		d.byte('"')
		d.text(v)
	case json.Number:
		d.raw(v.String())
	case bool:
		d.byte('b')
		if v {
			d.byte(1)
		}
	default:
		d.byte('0') // null
	}
}

// text adds a text of which only what matters counts.
func (d *digest) text(s string) {
	if len(s) <= 2*normalEnd {
		d.normal(s)
		d.byte(0)
		return
	}
	d.normal(s[:normalEnd])
	d.raw(s[normalEnd : len(s)-normalEnd])
	d.normal(s[len(s)-normalEnd:])
	d.byte(0)
}

// normal adds the words of a text: one space for any, none at its ends.
func (d *digest) normal(s string) {
	space, begun := false, false
	for i := 0; i < len(s); {
		if blank(s[i]) {
			space = true
			i++
			continue
		}
		if space && begun {
			d.byte(' ')
		}
		space, begun = false, true
		if !inWord(s[i]) {
			d.byte(s[i])
			i++
			continue
		}
		end, digits := i, false
		for end < len(s) && inWord(s[end]) {
			digits = digits || digit(s[end])
			end++
		}
		d.word(s[i:end], digits)
		i = end
	}
}

func (d *digest) word(w string, digits bool) {
	if w[0] == '/' || w[0] == '\\' {
		w = d.temporary(w)
	}
	if !digits {
		d.bytes(w)
		return
	}
	if k := kindOf(w); k != 0 {
		d.byte(k)
		return
	}
	for w != "" {
		n := strings.IndexAny(w, "-_./:@+\\")
		if n < 0 {
			n = len(w)
		}
		d.segment(w[:n])
		if n < len(w) {
			d.byte(w[n])
			n++
		}
		w = w[n:]
	}
}

func (d *digest) bytes(s string) {
	for i := range len(s) {
		d.byte(s[i])
	}
}

func (d *digest) segment(s string) {
	switch {
	case idLike(s):
		d.byte(markID)
	default:
		body := strings.TrimRight(s, "0123456789")
		if len(s)-len(body) >= longNumber {
			s = body
			defer d.byte(markID)
		}
		d.bytes(s)
	}
}

// temporary adds the start of a temporary path without the names that differ
// from run to run, and returns the rest.
func (d *digest) temporary(w string) string {
	for _, place := range [...]struct {
		prefix string
		names  int
	}{{"/tmp/", 1}, {"/private/tmp/", 1}, {"/var/tmp/", 1}, {"/var/folders/", 4}, {"/private/var/folders/", 4}} {
		rest, ok := strings.CutPrefix(w, place.prefix)
		if !ok {
			continue
		}
		d.byte(markPath)
		for n := place.names; n > 0 && rest != ""; n-- {
			_, rest, _ = strings.Cut(rest, "/")
		}
		return rest
	}
	return w
}
