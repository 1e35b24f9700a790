package rules

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// trait is something that the shell does to a word before a command gets it.
type trait uint8

const (
	hasGlob     trait = 1 << iota // replaced by names of files
	hasTilde                      // replaced by a home folder
	hasVariable                   // replaced by a variable's value
	hasOutput                     // replaced by what a command prints
	mayDash                       // its replacement may begin with "-"
	isAny                         // a rule's wildcard
	hasQuotes                     // part of it is in quotes or follows a backslash
)

// changed is set if a command gets something other than what is written.
const changed = hasGlob | hasTilde | hasVariable | hasOutput

// word is one word of a command or of a rule. Two words are the same if their keys are.
// text is what a command gets or, for a word that the shell changes, a form of its source
// that leaves out only quotes without meaning.
type word struct {
	text   string
	traits trait
	names  []string // the variables in it
	source string   // as written, for a word that the shell changes
}

// shown is the word as shown to people.
func (w word) shown() string {
	if w.source != "" {
		return excerpt(w.source)
	}
	return excerpt(w.text)
}

func literal(text string) word { return word{text: text} }

//go:noinline
func (w *word) is(t trait) bool { return w.traits&t != 0 }

// plain reports whether a command gets the text unchanged.
func (w *word) plain() bool { return !w.is(changed | isAny) }

func (w *word) same(o *word) bool {
	return w.text == o.text && w.is(changed) == o.is(changed) && w.is(isAny) == o.is(isAny)
}

// flag reports whether a command may take the word for a flag.
func (w *word) flag() bool { return len(w.text) > 1 && w.text[0] == '-' && w.plain() }

// speller turns the words of a syntax tree into words. It reports what it does not know to
// odd, once each.
type speller struct {
	odd    func(why string)
	nested func(*syntax.CmdSubst) string // reads the commands in a word and returns their form
	source func(syntax.Node) string
}

// spell returns the word of a tree.
func (s speller) spell(w *syntax.Word) word {
	if w == nil {
		return word{}
	}
	var out spelling
	if len(w.Parts) == 1 {
		lit, ok := w.Parts[0].(*syntax.Lit)
		if ok && (lit.Value == "[" || !strings.ContainsAny(lit.Value, "\\*?[~${#") && !broken(lit) && !blankBytes(lit.Value)) {
			return literal(lit.Value) // "[" is a command, not a pattern
		}
	}
	braces := braces{}
	for i, part := range w.Parts {
		out.first = i == 0 || out.first && out.empty()
		switch part := part.(type) {
		case *syntax.Lit:
			if braces.see(part.Value) {
				s.odd(oddBraces)
			}
			s.unquoted(&out, part, i == len(w.Parts)-1)
		case *syntax.SglQuoted:
			out.traits |= hasQuotes
			if part.Dollar {
				s.odd(oddDollarQuotes)
			}
			out.plain(part.Value)
		case *syntax.DblQuoted:
			out.traits |= hasQuotes
			if part.Dollar {
				s.odd(oddDollarQuotes)
			}
			s.quoted(&out, part.Parts)
		default:
			s.expansion(&out, part, false)
		}
	}
	word := out.word()
	if word.is(changed) {
		word.source = s.source(w)
	}
	return word
}

// spelling gathers the two forms of a word: what a command gets if the shell changes
// nothing, and the form of its source.
type spelling struct {
	text, form strings.Builder
	traits     trait
	names      []string
	first      bool // nothing that yields a character precedes this part
}

func (o *spelling) empty() bool { return o.text.Len() == 0 && o.form.Len() == 0 }

func (o *spelling) plain(s string) {
	o.text.WriteString(s)
	for i := range len(s) {
		if strings.IndexByte(`\*?[$~"`, s[i]) >= 0 {
			o.form.WriteByte('\\')
		}
		o.form.WriteByte(s[i])
	}
}

// special adds source that the shell changes.
func (o *spelling) special(form string, t trait) {
	if o.first {
		t |= mayDash
	}
	o.text.WriteString(form)
	o.form.WriteString(form)
	o.traits |= t
	o.first = false
}

func (o *spelling) word() word {
	w := word{text: o.text.String(), traits: o.traits, names: o.names}
	if w.is(changed) {
		w.text = o.form.String()
	}
	return w
}

// unquoted adds text outside quotes, in which a backslash quotes what follows.
func (s speller) unquoted(o *spelling, lit *syntax.Lit, last bool) {
	v := lit.Value
	if broken(lit) {
		s.odd(oddContinuation)
	}
	if blankBytes(v) {
		s.odd(oddBlank)
	}
	if eaten(v, '\\') {
		s.odd(oddEaten)
	}
	if strings.HasPrefix(v, "#") && o.first {
		s.odd(oddHash)
	}
	for i := 0; i < len(v); i++ {
		o.first = o.first && o.empty()
		switch c := v[i]; c {
		case '\\':
			i++
			if i == len(v) {
				s.odd(oddBackslash)
				return
			}
			o.traits |= hasQuotes
			o.plain(v[i : i+1])
		case '*', '?', '[':
			o.special(string(c), hasGlob)
		case '~':
			if i == 0 && o.first || i > 0 && (v[i-1] == '=' || v[i-1] == ':') {
				o.first = false // a home folder is an absolute path
				o.special("~", hasTilde)
			} else {
				o.plain("~")
			}
		case '$':
			s.odd(oddDollar)
			o.plain("$")
		default:
			o.plain(v[i : i+1])
		}
	}
}

// broken reports whether something was left out of a text: a backslash and line break.
func broken(lit *syntax.Lit) bool {
	return int(lit.ValueEnd.Offset())-int(lit.ValuePos.Offset()) != len(lit.Value)
}

// quoted adds text in double quotes.
func (s speller) quoted(o *spelling, parts []syntax.WordPart) {
	text := "" // of adjacent literals, which a dollar sign separates
	end := func(last bool) {
		if eaten(text, '\\') {
			s.odd(oddEaten)
		}
		for j := 0; j < len(text); j++ {
			switch {
			case text[j] == '\\' && j+1 < len(text) && strings.IndexByte("$`\"\\", text[j+1]) >= 0:
				j++
			case text[j] == '\\' && j+1 == len(text):
				s.odd(oddBackslash)
			case text[j] == '$' && (j+1 < len(text) && strings.IndexByte(" |)/,.", text[j+1]) < 0 || j+1 == len(text) && !last):
				s.odd(oddDollar)
			}
			o.plain(text[j : j+1])
		}
		text = ""
	}
	for i, part := range parts {
		if lit, ok := part.(*syntax.Lit); ok {
			if broken(lit) || i > 0 && parts[i-1].End() != lit.Pos() {
				s.odd(oddContinuation)
			}
			text += lit.Value
			continue
		}
		end(false)
		o.first = o.first && o.empty()
		s.expansion(o, part, true)
	}
	end(true)
}

// expansion adds a part in whose place the shell puts something.
func (s speller) expansion(o *spelling, part syntax.WordPart, inQuotes bool) {
	q := ""
	if inQuotes {
		q = `"`
	}
	switch part := part.(type) {
	case *syntax.ParamExp:
		name, ok := simpleName(part)
		if !ok {
			s.odd(oddExpansion)
			s.inside(part)
			name = "?"
		}
		o.names = append(o.names, name)
		o.special(q+"${"+name+"}"+q, hasVariable)
	case *syntax.CmdSubst:
		if part.Backquotes {
			s.odd(oddBackquotes)
		}
		if !inQuotes {
			o.first = true // it may be several words, and any of them may begin with "-"
		}
		o.special(q+"$("+s.nested(part)+")"+q, hasOutput)
	default:
		s.odd(oddExpansion)
		s.inside(part)
		o.special(q+"$?"+q, hasVariable)
	}
}

// inside reads the commands that stand anywhere in a node.
func (s speller) inside(n syntax.Node) {
	syntax.Walk(n, func(n syntax.Node) bool {
		sub, ok := n.(*syntax.CmdSubst)
		if ok {
			s.nested(sub)
		}
		return !ok
	})
}

// simpleName returns the name of an expansion that does nothing but put the value of
// a variable in its place.
func simpleName(p *syntax.ParamExp) (string, bool) {
	if p.Param == nil || p.Flags != nil || p.Excl || p.Length || p.Width || p.IsSet || p.NestedParam != nil ||
		p.Index != nil || p.Slice != nil || p.Repl != nil || p.Names != 0 || p.Exp != nil || len(p.Modifiers) > 0 ||
		p.Split != 0 || p.GlobSubst != 0 || p.RcExpand != 0 {
		return "", false
	}
	name := p.Param.Value
	if name == "_" || strings.HasPrefix(name, "BASH") {
		return name, false // what the line itself says stands in it
	}
	return name, syntax.ValidName(name) || name == "?"
}

// blankBytes reports whether a text has bytes that some shells take for blanks where a
// character is made of several.
func blankBytes(text string) bool {
	return strings.IndexByte(text, 0x85) >= 0 || strings.IndexByte(text, 0xa0) >= 0
}

// eaten reports whether a byte directly follows part of a character of several bytes. In some
// encodings, such as Shift JIS and GBK, a shell takes the two for one character.
func eaten(text string, c byte) bool {
	for i := 1; i < len(text); i++ {
		if text[i] == c && text[i-1] >= 0x80 {
			return true
		}
	}
	return false
}

// braces finds what Bash takes for `{a,b}` or `{1..3}`, and more: an open brace and,
// later in the word, a comma or two dots.
type braces struct{ open bool }

func (b *braces) see(v string) bool {
	for i := 0; i < len(v); i++ {
		switch {
		case v[i] == '\\':
			i++
		case v[i] == '{':
			b.open = true
		case b.open && (v[i] == ',' || v[i] == '.' && i+1 < len(v) && v[i+1] == '.'):
			return true
		}
	}
	return false
}
