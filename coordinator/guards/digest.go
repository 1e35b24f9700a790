package guards

import (
	"encoding/json"
	"strings"
)

// digest is an FNV-1a hash: it recognises repetitions and reveals no secrets.
type digest uint64

func newDigest() digest { return 14695981039346656037 }

func (d *digest) byte(b byte) { *d = (*d ^ digest(b)) * 1099511628211 }

// raw adds a text as it is, and marks its end.
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

// json adds a text; the key order of an object or list does not matter.
func (d *digest) json(s string) {
	t := strings.TrimLeft(s, " \t\r\n")
	if t == "" || t[0] != '{' && t[0] != '[' || len(s) > longestRead || !json.Valid([]byte(s)) {
		d.text(s)
		return
	}
	d.value(t, 0)
}

// value adds valid JSON from an index on and returns where it ends. The members of an
// object are summed, so that their order does not matter.
func (d *digest) value(s string, i int) int {
	switch i = skip(s, i); s[i] {
	case '{':
		sum := digest(0)
		for i = skip(s, i+1); s[i] != '}'; i = skip(s, i) {
			member := newDigest()
			i = skip(s, member.value(s, i)) + 1 // the colon
			i = skip(s, member.value(s, i))
			sum += member
			if s[i] == ',' {
				i = skip(s, i+1)
			}
		}
		d.byte('{')
		d.number(uint64(sum))
		return i + 1
	case '[':
		d.byte('[')
		for i = skip(s, i+1); s[i] != ']'; i = skip(s, i) {
			if i = skip(s, d.value(s, i)); s[i] == ',' {
				i++
			}
		}
		d.byte(']')
		return i + 1
	case '"':
		return d.quoted(s, i)
	}
	end := i
	for end < len(s) && !blank(s[end]) && strings.IndexByte(",]}", s[end]) < 0 {
		end++
	}
	d.raw(s[i:end])
	return end
}

// quoted adds a string of valid JSON.
func (d *digest) quoted(s string, i int) int {
	end, escaped := i+1, false
	for s[end] != '"' {
		if s[end] == '\\' {
			escaped = true
			end++
		}
		end++
	}
	text := s[i+1 : end]
	if escaped {
		var plain string
		if json.Unmarshal([]byte(s[i:end+1]), &plain) == nil {
			text = plain
		}
	}
	d.byte('"')
	d.text(text)
	return end + 1
}

func skip(s string, i int) int {
	for i < len(s) && blank(s[i]) {
		i++
	}
	return i
}

// textDigest is the digest of a text by its significant parts.
func textDigest(s string) digest {
	d := newDigest()
	d.text(s)
	return d
}

// text adds the significant parts of a text.
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

// normal adds the words of a text: white space becomes one space, and none at the
// ends.
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

// temporary adds the start of a temporary path without the names that change from run
// to run, and returns the rest.
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
