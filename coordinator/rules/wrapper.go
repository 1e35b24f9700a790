package rules

import (
	"fmt"
	"strings"
)

// addWrapper reads a form such as `[-k N] [-s SIG] N COMMAND`.
func (t *tables) addWrapper(row []string) error {
	f := form{flags: map[string]string{}}
	words := strings.Fields(row[1])
	for i := 0; i < len(words); i++ {
		w := words[i]
		switch {
		case strings.HasPrefix(w, "[") && strings.HasSuffix(w, "]"):
			f.flags[strings.Trim(w, "[]")] = ""
		case strings.HasPrefix(w, "[") && i+1 < len(words) && strings.HasSuffix(words[i+1], "]"):
			f.flags[w[1:]] = strings.TrimSuffix(words[i+1], "]")
			i++
		case w == "N" || strings.HasPrefix(w, "-") && i+1 < len(words):
			f.required = w
		case w == "COMMAND":
		case w == "--" && i == len(words)-1:
			f.tail = w
		default:
			return fmt.Errorf("%q is no part of a form", w)
		}
	}
	if !strings.Contains(row[1], "COMMAND") {
		return fmt.Errorf("the form has no COMMAND")
	}
	t.wrappers[row[0]] = append(t.wrappers[row[0]], f)
	return nil
}

// unwrapped is the command within the listed forms of wrappers.
type unwrapped struct {
	words []word
	whole []word   // with the wrappers
	names []string // of the wrappers
	fed   bool     // words are added that are not in the line
	asked string   // why the wrapper is asked about
}

func unwrap(words []word) unwrapped {
	out := unwrapped{words: words, whole: words}
	for len(out.words) > 0 && out.words[0].plain() {
		name := out.words[0].text
		forms, ok := tablesOf().wrappers[baseName(name)]
		if !ok {
			return out
		}
		if name != baseName(name) {
			out.asked = askedWrapper(name)
			return out
		}
		inner, fed, ok := forms[0].strip(out.words[1:])
		if !ok || out.fed {
			out.asked = askedWrapper(name)
			return out
		}
		out.words, out.fed, out.names = inner, fed, append(out.names, name)
	}
	return out
}

// strip takes a form off; tailed says that words follow the command's own.
func (f form) strip(words []word) (inner []word, tailed, ok bool) {
	required := f.required == ""
	i := 0
	for ; i < len(words); i++ {
		w := words[i]
		if !w.plain() {
			return nil, false, false
		}
		if !required && w.text == f.required {
			required = true
			continue
		}
		wants, known := f.flags[w.text]
		switch {
		case known && wants == "":
			continue
		case known:
			i++
			if i >= len(words) || !words[i].plain() || !fits(wants, words[i].text) {
				return nil, false, false
			}
			continue
		case !required && f.required == "N" && fits("N", w.text):
			required = true
			i++
		}
		break
	}
	if !required || i >= len(words) || !words[i].plain() || strings.HasPrefix(words[i].text, "-") || strings.Contains(words[i].text, "=") {
		return nil, false, false
	}
	inner = words[i:]
	if f.tail != "" {
		last := inner[len(inner)-1]
		if len(inner) < 2 || !last.plain() || last.text != f.tail {
			return nil, false, false
		}
		return inner[:len(inner)-1], true, true
	}
	return inner, false, true
}

// fits reports whether a word is a number, of seconds or of anything, or a signal.
func fits(want, text string) bool {
	if want == "SIG" {
		return text != "" && strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == ""
	}
	text = strings.TrimLeft(text, "+")
	if n := len(text); n > 1 && strings.IndexByte("smhd", text[n-1]) >= 0 {
		text = text[:n-1]
	}
	return digits(strings.Replace(text, ".", "", 1))
}
