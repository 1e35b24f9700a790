package rules

import (
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

const (
	longest  = 64 << 10 // bytes in a line
	deepest  = 32       // statements within statements
	mostMany = 100      // simple commands in a line
)

// command is a simple command of a line.
type command struct {
	words  []word
	assign []string   // names of the variables that it sets
	redirs []redirect // its own
	fed    bool       // it reads from a pipe, or from what a group around it is redirected from
	again  bool       // it is in a loop, and finds what it did before
	shown  string     // as written in the line
}

// redirect is one redirection of a command or of a group of commands.
type redirect struct {
	op    string
	fd    string
	word  word
	shown string

	names []string // the variables in a here-document
}

// reading is what one of the two grammars sees in a line.
type reading struct {
	commands []command
	groups   []redirect // of groups, loops and the like
	texts    []string   // of here-documents
	odd      []string   // what is asked about regardless of the rules, once each
	form     string     // the structure; two readings are the same if it is
	simple   bool       // it is one simple command
	file     *syntax.File
}

// reader walks through a syntax tree.
type reader struct {
	reading
	line   string
	form   strings.Builder
	depth  int
	within int             // how many substitutions enclose it
	fed    int             // how many pipes and redirected groups enclose it
	loops  int             // how many loops enclose it
	set    map[string]bool // variables that the line itself sets
	spell  speller
}

func newReader(line string) *reader {
	r := &reader{line: line, set: map[string]bool{}}
	r.form.Grow(len(line) + len(line)/2)
	r.spell = speller{odd: r.strange, nested: r.substitution, source: r.source}
	return r
}

func (r *reader) finish() reading {
	r.reading.form = r.form.String()
	for _, c := range r.commands {
		for _, w := range c.words {
			for _, n := range w.names {
				if r.set[n] {
					r.strange(oddLoopVariable)
				}
			}
		}
	}
	return r.reading
}

// strange notes why the line is asked about regardless of the rules.
//
//go:noinline
func (r *reader) strange(why string) {
	for _, o := range r.odd {
		if o == why {
			return
		}
	}
	r.odd = append(r.odd, why)
}

// put adds to the form of the line.
//
//go:noinline
func (r *reader) put(parts ...string) {
	for _, p := range parts {
		r.form.WriteString(p)
	}
}

func (r *reader) stmts(list []*syntax.Stmt) {
	for _, s := range list {
		r.stmt(s)
		r.put(";")
	}
}

func (r *reader) stmt(s *syntax.Stmt) {
	r.depth++
	defer func() { r.depth-- }()
	if r.depth > deepest {
		r.strange(oddDeep)
	}
	if s.Negated {
		r.put("!")
	}
	if s.Background {
		r.put("&")
	}
	if s.Coprocess || s.Disown {
		r.strange(oddShape)
	}
	if r.within > 0 && len(s.Comments) > 0 {
		r.strange(oddInSubstitution)
	}
	if call, ok := s.Cmd.(*syntax.CallExpr); ok || s.Cmd == nil {
		r.call(call, s.Redirs, s, nil)
		return
	}
	before := r.fed
	for _, redir := range s.Redirs {
		d := r.redirect(redir)
		r.groups = append(r.groups, d)
		if strings.HasPrefix(d.op, "<") {
			r.fed++
		}
	}
	r.compound(s.Cmd)
	r.fed = before
}

// call reads a simple command; lead are words that the other grammar sees before it.
func (r *reader) call(c *syntax.CallExpr, redirs []*syntax.Redirect, node syntax.Node, lead []word) {
	out := command{words: lead, fed: r.fed > 0, again: r.loops > 0, shown: r.source(node)}
	r.put("(")
	if c != nil {
		for _, a := range c.Assigns {
			out.assign = append(out.assign, r.assignment(a))
		}
		out.words = slices.Grow(slices.Clip(lead), len(c.Args))
		for _, w := range c.Args {
			out.words = append(out.words, r.spell.spell(w))
		}
	}
	for i := range out.words {
		out.words[i].writeKey(&r.form)
	}
	for _, redir := range redirs {
		d := r.redirect(redir)
		out.redirs = append(out.redirs, d)
		out.fed = out.fed || strings.HasPrefix(d.op, "<")
	}
	r.put(")")
	r.commands = append(r.commands, out)
	if len(r.commands) == mostMany+1 {
		r.strange(oddMany)
	}
}

// key is the word as part of a form, in which nothing can be mistaken for another word.
func (w word) key() string {
	var b strings.Builder
	w.writeKey(&b)
	return b.String()
}

func (w *word) writeKey(b *strings.Builder) {
	kind := byte('=')
	if w.is(changed) {
		kind = '$'
	}
	var digits [20]byte
	b.WriteByte(kind)
	b.Write(strconv.AppendInt(digits[:0], int64(len(w.text)), 10))
	b.WriteByte(':')
	b.WriteString(w.text)
}

func (r *reader) assignment(a *syntax.Assign) string {
	name := ""
	if a.Name != nil {
		name = a.Name.Value
	}
	if a.Index != nil || a.Array != nil || a.Naked {
		r.strange(oddShape)
	}
	value := r.spell.spell(a.Value)
	r.put("{", name, value.key(), "}")
	r.set[name] = true
	return name
}

func (r *reader) redirect(d *syntax.Redirect) redirect {
	out := redirect{op: d.Op.String(), word: r.spell.spell(d.Word), shown: r.source(d)}
	if d.N != nil {
		out.fd = d.N.Value
	}
	if len(out.fd) > 1 || out.fd > "9" {
		r.strange(oddDescriptor)
	}
	r.put("<", out.fd, out.op, out.word.key())
	if d.Hdoc != nil {
		out.names = r.document(d, out.word)
	}
	r.put(">")
	return out
}

// document reads a here-document and notes the variables in it. Every shell must agree on
// where it ends.
func (r *reader) document(d *syntax.Redirect, end word) (variables []string) {
	if !end.plain() || r.within > 0 || !plainEnd(r.source(d.Word)) {
		r.strange(oddDocument)
	}
	body := r.source(d.Hdoc)
	r.texts = append(r.texts, body)
	if end.is(hasQuotes) {
		r.put("'")
		return nil
	}
	if strings.ContainsAny(body, "\\`") {
		r.strange(oddDocument)
	}
	var o spelling
	for _, part := range d.Hdoc.Parts {
		if _, ok := part.(*syntax.Lit); !ok {
			r.spell.expansion(&o, part, true)
		}
	}
	r.put(o.word().key())
	return o.names
}

// plainEnd reports whether a word is a name, without quotes or quoted as a whole.
func plainEnd(source string) bool {
	name := strings.TrimPrefix(source, `\`)
	for _, q := range []string{`'`, `"`} {
		if len(source) > 2 && strings.HasPrefix(source, q) && strings.HasSuffix(source, q) {
			name = source[1 : len(source)-1]
		}
	}
	return syntax.ValidName(name)
}

func (r *reader) substitution(c *syntax.CmdSubst) string {
	outer := r.form
	r.form = strings.Builder{}
	r.within++
	if c.TempFile || c.ReplyVar {
		r.strange(oddShape)
	}
	if len(c.Last) > 0 {
		r.strange(oddInSubstitution)
	}
	fed := r.fed
	r.depth++
	r.stmts(c.Stmts)
	r.depth--
	r.fed = fed
	r.within--
	form := r.form.String()
	r.form = outer
	return strconv.Itoa(len(form)) + ":" + form
}

// source returns the text of a node.
func (r *reader) source(n syntax.Node) string {
	if n == nil {
		return ""
	}
	from, to := int(n.Pos().Offset()), int(n.End().Offset())
	if from > to || to > len(r.line) {
		return ""
	}
	return strings.TrimRight(r.line[from:to], " \t\n;&")
}
