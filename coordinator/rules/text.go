package rules

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

const longestRule = 8 << 10 // bytes of a rule's text

// Fault says what is wrong with the text of a rule and what to do.
type Fault struct {
	Text string // the rule
	Why  string
}

func (f *Fault) Error() string { return faultText(f.Text, f.Why) }

// Parse reads the text of a rule. The String of the result is the same text.
func Parse(kind Kind, text string) (Rule, error) {
	r, why := parse(kind, text)
	if why != "" {
		return Rule{}, &Fault{text, why}
	}
	return r, nil
}

func parse(kind Kind, text string) (Rule, string) {
	switch {
	case text == "":
		return Rule{}, faultEmpty
	case len(text) > longestRule:
		return Rule{}, faultLong
	case !utf8.ValidString(text) || strings.ContainsFunc(text, func(c rune) bool { return unicode.IsControl(c) || c == '\u2028' || c == '\u2029' }):
		return Rule{}, faultControl
	case strings.TrimSpace(text) != text:
		return Rule{}, faultBlank
	case kind != Allow && kind != Ask && kind != Deny:
		return Rule{}, faultKind
	}
	name, body, brackets := strings.Cut(text, "(")
	r := Rule{text: text, tool: name}
	if brackets {
		if !strings.HasSuffix(body, ")") {
			return Rule{}, faultBracket
		}
		body = body[:len(body)-1]
	}
	if !toolName(name) {
		return Rule{}, faultName
	}
	switch {
	case name == commandTool && brackets:
		return r.command(kind, body)
	case isFile(name) && brackets:
		return r.file(kind, body)
	case brackets:
		return Rule{}, faultNoBrackets
	case (name == commandTool || isFile(name)) && kind == Allow:
		return Rule{}, faultWantsBrackets
	case kind == Allow && strings.Trim(name, "*") == "":
		return Rule{}, faultEverything
	}
	r.all = true
	return r, ""
}

func toolName(name string) bool {
	for _, c := range name {
		if !unicode.IsLetter(c) && !unicode.IsDigit(c) && !strings.ContainsRune("_-.:*", c) {
			return false
		}
	}
	return name != ""
}

func (r Rule) file(kind Kind, body string) (Rule, string) {
	if body == "" {
		return Rule{}, faultNoPath
	}
	r.path = newPattern(body)
	if kind == Allow && slices.Contains(strings.Split(body, "/"), "..") {
		return Rule{}, faultOutside
	}
	for i, part := range r.path.parts {
		if part == ".." && i > 0 && r.path.parts[i-1] != ".." {
			return Rule{}, faultClimbs
		}
		if strings.Contains(part, "**") && part != "**" {
			return Rule{}, faultStars
		}
	}
	if kind == Allow && strings.HasPrefix(body, "/") {
		return Rule{}, faultAbsolute
	}
	if strings.HasSuffix(body, `\`) && !strings.HasSuffix(body, `\\`) {
		return Rule{}, faultBackslash
	}
	if len(r.path.parts) == 1 && r.path.parts[0] == "" {
		return Rule{}, faultNoPath
	}
	return r, ""
}

// command reads the words of a rule as the shell does, in both grammars.
func (r Rule) command(kind Kind, body string) (Rule, string) {
	words, why := ruleWords(body)
	if why != "" {
		return Rule{}, why
	}
	if kind == Allow && (words[0].is(isAny) || words[0].is(changed)) {
		return Rule{}, faultFirstWord
	}
	r.words = words
	return r, ""
}

func ruleWords(body string) ([]word, string) {
	if words, ok := plainWords(body); ok {
		return words, ""
	}
	return shellWords(body)
}

// plainWords reads a rule in which nothing has a meaning to a shell, as shellWords would.
func plainWords(body string) ([]word, bool) {
	for i := range len(body) {
		if c := body[i]; !letter(c) && strings.IndexByte("_-./:,+@%^ *", c) < 0 {
			return nil, false
		}
	}
	var words []word
	for _, text := range strings.Fields(body) {
		switch {
		case text == "*":
			words = append(words, word{text: "*", traits: isAny})
		case strings.Contains(text, "*"):
			return nil, false
		default:
			words = append(words, literal(text))
		}
	}
	if len(words) == 0 || syntax.IsKeyword(words[0].text) || tablesOf().builtins[words[0].text].asked {
		return nil, false
	}
	return words, true
}

func letter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

func shellWords(body string) ([]word, string) {
	bare, ok := unescape(body)
	if !ok {
		return nil, faultQuoting
	}
	l := readLine(bare)
	switch {
	case len(l.odd) > 0:
		return nil, faultShape(l.odd[0])
	case len(l.commands) == 0:
		return nil, faultNoCommand
	case !l.simple:
		return nil, faultSimple
	}
	words := l.commands[len(l.commands)-1].words // those in substitutions come first
	if len(words) == 0 {
		return nil, faultNoCommand
	}
	for i := range words {
		if words[i].text == "*" && words[i].is(hasGlob) && !words[i].is(hasQuotes) {
			words[i] = word{text: "*", traits: isAny}
		}
	}
	return words, ""
}

// unescape turns `$'…'`, which a rule uses for line breaks and tabs, into single quotes,
// which every kind of shell knows.
func unescape(body string) (string, bool) {
	var b strings.Builder
	quote := byte(0)
	for i := 0; i < len(body); i++ {
		c := body[i]
		switch {
		case quote == '\'' && c == '\'' || quote == '"' && c == '"':
			quote = 0
		case quote == '\'':
		case c == '\\' && i+1 < len(body):
			b.WriteByte(c)
			i++
			c = body[i]
		case quote == 0 && c == '$' && i+1 < len(body) && body[i+1] == '\'':
			n, ok := dollarQuoted(&b, body[i+2:])
			if !ok {
				return "", false
			}
			i += n + 1
			continue
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		}
		b.WriteByte(c)
	}
	return b.String(), true
}

// dollarQuoted writes the text up to the closing quote and returns its length, including
// the quote.
func dollarQuoted(b *strings.Builder, s string) (int, bool) {
	var text strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\'':
			b.WriteString(single(text.String()))
			return i + 1, true
		case c == '\\' && i+1 < len(s):
			i++
			at := strings.IndexByte(`nt\'`, s[i])
			if at < 0 {
				return 0, false
			}
			text.WriteByte("\n\t\\'"[at])
		default:
			text.WriteByte(c)
		}
	}
	return 0, false
}

// single quotes a text for any shell.
func single(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// quote writes a word of a rule as one line that is read back as this word and no other.
func quote(s string) string {
	if strings.ContainsAny(s, "\n\t") {
		return "$'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`, "\n", `\n`, "\t", `\t`).Replace(s) + "'"
	}
	safe := s != "" && !syntax.IsKeyword(s)
	for i := range len(s) {
		c := s[i]
		safe = safe && (letter(c) || strings.IndexByte("_-./:,+@%^", c) >= 0 || i > 0 && strings.IndexByte("=~", c) >= 0)
	}
	if safe && !strings.Contains(s, "=~") && !strings.Contains(s, ":~") {
		return s
	}
	return single(s)
}

// exactRule returns the rule for these words and no others.
func exactRule(words []word, more ...string) (Rule, bool) {
	var texts []string
	for i, w := range words {
		if !w.plain() {
			return Rule{}, false
		}
		text := quote(w.text)
		if i == 0 && text == w.text && strings.Contains(text, "=") {
			text = single(text) // otherwise it would set a variable
		}
		texts = append(texts, text)
	}
	r, err := Parse(Allow, commandTool+"("+strings.Join(append(texts, more...), " ")+")")
	return r, err == nil
}
