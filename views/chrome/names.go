package chrome

import (
	"net/url"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"parley/views/text"
)

// closing are the characters that end a sentence and not a name, unless they close a bracket in it.
const closing = ".,;:!?)]}'\""

// ImageNames are the images that a text names: words that begin with @ and end like an
// image. A name with blanks stands in quotes.
func ImageNames(text string) []string { return namesOf(text, OfImage) }

// Names are the images that a text names, and what looks like a resource of a server.
func Names(text string) []string {
	return namesOf(text, func(name string) bool { return OfImage(name) || OfServer(name) })
}

// OfServer reports whether a name is one of a server's resources: the server's name, a
// colon, and an address.
func OfServer(name string) bool {
	server, uri, is := strings.Cut(name, ":")
	return is && server != "" && strings.Contains(uri, ":") && !strings.ContainsFunc(server, func(r rune) bool {
		return r != '-' && (r >= 0x80 || !unicode.IsLetter(r) && !unicode.IsDigit(r))
	})
}

func namesOf(text string, is func(string) bool) (names []string) {
	before, known := ' ', map[string]bool{}
	for at := 0; at < len(text); {
		rest := text[at:]
		if rest[0] != '@' || !begins(before) {
			r, n := utf8.DecodeRuneInString(rest)
			before, at = r, at+n
			continue
		}
		name, n := nameAt(rest[1:])
		if is(name) && !known[name] {
			names, known[name] = append(names, name), true
		}
		before, at = '@', at+1+n
	}
	return names
}

// Drawn is a text as an editor draws it.
func Drawn(words string) string {
	return text.Clean(strings.ReplaceAll(strings.ToValidUTF8(words, ""), "\uFFFD", "")) // an editor drops it
}

// Nameless is a stranger's text that names nothing: only the user says what is read and attached.
// If it would name something as it is drawn, it is that, and a blank follows each @ that may begin a name.
func Nameless(words string) string {
	drawn := Drawn(words)
	if len(Names(drawn)) == 0 {
		return words
	}
	var b strings.Builder
	before := ' '
	for _, r := range drawn {
		if before == '@' && !unicode.IsSpace(r) && r != '@' {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		if r == '@' && before != '@' && !begins(before) {
			r = '.' // within a word, as in an address of mail
		}
		before = r
	}
	return b.String()
}

// Words is a stranger's text as it may stand in the composer: a message that is no command and names
// nothing. A blank follows a slash at its beginning.
func Words(words string) string {
	at := strings.IndexFunc(words, func(r rune) bool { return !unicode.IsSpace(r) })
	if at >= 0 && words[at] == '/' && at+1 < len(words) && !unicode.IsSpace(rune(words[at+1])) {
		words = words[:at+1] + " " + words[at+1:]
	}
	return Nameless(words)
}

// begins reports whether an @ behind this character may begin a name.
func begins(before rune) bool {
	return unicode.IsSpace(before) || strings.ContainsRune("([{\"'", before)
}

// nameAt is the name at the beginning of a text, and how many bytes it takes.
func nameAt(text string) (name string, n int) {
	if strings.HasPrefix(text, `"`) {
		if end := strings.IndexAny(text[1:], "\"\n"); end >= 0 && text[1+end] == '"' {
			return text[1 : 1+end], end + 2
		}
		return "", 1
	}
	end := strings.IndexFunc(text, unicode.IsSpace)
	if end < 0 {
		end = len(text)
	}
	return ended(text[:end]), end
}

// ended is a word without what ends a sentence behind it. A bracket that the word opens is its own.
func ended(word string) string {
	var more [3]int // of each bracket, how many the word closes beyond those that it opens
	for i := range more {
		more[i] = strings.Count(word, ")]}"[i:i+1]) - strings.Count(word, "([{"[i:i+1])
	}
	for word != "" && strings.IndexByte(closing, word[len(word)-1]) >= 0 {
		if at := strings.IndexByte(")]}", word[len(word)-1]); at >= 0 {
			if more[at] <= 0 {
				break
			}
			more[at]--
		}
		word = word[:len(word)-1]
	}
	return word
}

// Named is how a text names what is chosen from a list: behind @, in quotes where it needs them; false
// if a text would name something else by it, or more than that.
func Named(name string) (text string, ok bool) {
	for _, text := range [...]string{name, `"` + name + `"`} {
		if got, n := nameAt(text + " "); got == name && n == len(text) {
			return "@" + text, true
		}
	}
	return "", false
}

// Below is the name of a file below the workspace that means no other place, as one that begins
// with ~/ would, and no image that was pasted, even one that was taken out of the message again.
func Below(name string) string {
	if strings.HasPrefix(name, "~/") || strings.HasPrefix(name, "clipboard-") || OfServer(name) {
		return "./" + name
	}
	return name
}

// OfImage reports whether a name ends like that of an image.
func OfImage(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".png", ".jpg", ".jpeg", ".gif", ".webp":
		return true
	}
	return false
}

// PastedImages writes the paths of images that were pasted, or dropped onto the terminal,
// as a message names them; false if the text is anything else.
func PastedImages(pasted string) (text string, ok bool) {
	var names []string
	for rest := strings.TrimSpace(pasted); rest != ""; rest = strings.TrimSpace(rest) {
		var name string
		name, rest, ok = shellWord(rest)
		if address, is := strings.CutPrefix(name, "file://"); is {
			var err error
			if name, err = url.PathUnescape(address); err != nil {
				return "", false
			}
		}
		if !ok || !OfImage(name) || !strings.HasPrefix(name, "/") && !strings.HasPrefix(name, "~/") || strings.ContainsAny(name, "\"\n\r") {
			return "", false
		}
		if strings.ContainsFunc(name, unicode.IsSpace) || strings.TrimRight(name, closing) != name {
			name = `"` + name + `"`
		}
		names = append(names, "@"+name)
	}
	return strings.Join(names, " ") + " ", len(names) > 0
}

// shellWord takes the first word off a text as a shell would: terminals write what is
// dropped onto them in quotes or with backslashes.
func shellWord(text string) (word, rest string, ok bool) {
	var b strings.Builder
	quote := byte(0)
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		case quote == 0 && c == '\\' && i+1 < len(text):
			i++
			b.WriteByte(text[i])
		case quote == 0 && (c == ' ' || c == '\t' || c == '\n' || c == '\r'):
			return b.String(), text[i:], true
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), "", quote == 0
}
