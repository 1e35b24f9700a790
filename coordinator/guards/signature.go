package guards

import (
	"encoding/json"
	"fmt"
	"maps"
	"parley/store/text/clean"
	"slices"
	"strings"
	"unicode/utf8"
)

// Signature identifies the outcome of an iteration, so that two can be compared. It
// is a digest of its calls and results in which times, ids, addresses, temporary
// paths, spaces and the order of keys do not matter.
type Signature struct {
	Digest uint64
	Calls  []Ended
}

// IsZero reports whether there was nothing to compare.
func (s Signature) IsZero() bool { return len(s.Calls) == 0 }

// Lengths, in bytes: of a readable signature, of what is normalised at either
// end of a long text (what lies between is compared as it is), and of what is
// read as JSON.
const (
	longestSignature = 80
	normalEnd        = 8 << 10
	longestRead      = 16 << 10
)

// Ended is a call that has ended, as the guards see it.
type Ended struct {
	Name      string
	Arguments json.RawMessage
	Content   string // what the model was told
	Failed    bool   // it ended in an error
	Refused   bool   // the user refused it
	Fault     string // what went wrong in a result that is not an error
	Signed    string // the signature that its tool gave
	Digest    uint64 // of all the above, once computed
}

// problem is what went wrong in the call, if anything did.
func (c Ended) problem() (string, bool) {
	if c.Fault != "" {
		return c.Fault, true
	}
	return c.Content, c.Failed
}

// Sum is what a call is compared by.
func (c Ended) Sum() uint64 {
	d := newDigest()
	d.raw(c.Name)
	if c.Signed != "" {
		d.raw(c.Signed)
		return uint64(d)
	}
	d.json(string(c.Arguments))
	if c.Failed {
		d.byte('!')
	}
	d.json(c.Content)
	return uint64(d)
}

// text is the call in a few words.
func (c Ended) text() string {
	if c.Signed != "" {
		return shortLine(clean.OneLine(c.Signed), longestSignature)
	}
	if c.Failed {
		return shortLine("error:"+slug(c.Content), longestSignature)
	}
	text := c.Name
	if subject := subjectOf(c.Arguments); subject != "" {
		text += ":" + subject
	}
	return shortLine(text, longestSignature)
}

// together is the signature of all calls in a response.
func together(calls []Ended) Signature {
	d := newDigest()
	for _, c := range calls {
		d.number(c.Digest)
	}
	return Signature{Digest: uint64(d), Calls: calls}
}

// between stands between the calls of a readable signature, and within none.
const between = ", "

// Text is the readable signature: "error:TypeError-null-auth.ts".
func (s Signature) Text() string {
	var texts []string
	for _, c := range s.Calls {
		if text := strings.ReplaceAll(c.text(), between, ","); !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	const shown = 2
	text := strings.Join(texts[:min(len(texts), shown)], between)
	if more := len(texts) - shown; more > 0 {
		text = fmt.Sprintf("%s%s+%d", text, between, more)
	}
	return text
}

// telling are the arguments that best show what a call was about.
func telling() []string {
	return []string{"path", "file", "command", "pattern", "query", "url", "name"}
}

// subjectOf is what a call was about, in a few words.
func subjectOf(arguments json.RawMessage) string {
	var m map[string]any
	if len(arguments) > longestRead || json.Unmarshal(arguments, &m) != nil {
		return ""
	}
	for _, key := range append(telling(), slices.Sorted(maps.Keys(m))...) {
		if s, ok := m[key].(string); ok && strings.TrimSpace(s) != "" {
			return clean.OneLine(s)
		}
	}
	return ""
}

// slug makes a name of an error's first line: its first two meaningful words, and the
// first that looks like a file.
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

// empty reports whether a lower-case word says nothing about an error.
func empty(w string) bool {
	switch w {
	case "a", "an", "the", "is", "was", "are", "be", "been", "has", "have", "had", "not", "no", "of", "to", "in", "on", "at",
		"for", "and", "or", "it", "its", "this", "that", "there", "with", "by", "from", "as", "error":
		return true
	}
	return false
}

// shortLine cuts a text to a number of bytes, at a character boundary.
func shortLine(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}
