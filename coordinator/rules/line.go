package rules

import (
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

// line is a line of shell that was read, and what is odd about it.
type line struct {
	simple   bool       // one simple command, with nothing around it
	commands []command  // what both grammars see
	groups   []redirect // of groups
	texts    []string   // of here-documents
	odd      []string   // why it is asked about regardless of the rules
	also     []command  // what only one of them sees, or a rough look at the text; for denies
}

// readLine reads a line of shell in both grammars.
func readLine(text string) line {
	var out line
	if len(text) > longest {
		out.odd = append(out.odd, oddLong)
	}
	if control(text) {
		out.odd = append(out.odd, oddControl)
	}
	if !utf8.ValidString(text) {
		out.odd = append(out.odd, oddUTF8)
	}
	if continued(text) {
		out.odd = append(out.odd, oddContinuation)
	}
	if steep(text) {
		out.odd = append(out.odd, oddDeep)
	}
	if len(out.odd) > 0 {
		out.also = rough(text)
		return out
	}
	posix := readAs(text, syntax.LangPOSIX)
	bash := readAs(text, syntax.LangBash)
	out.commands, out.groups, out.texts, out.odd = posix.commands, posix.groups, posix.texts, posix.odd
	out.simple = posix.simple && bash.simple
	out.odd = append(out.odd, without(bash.odd, out.odd)...)
	switch {
	case posix.file == nil && bash.file == nil:
		out.odd = append([]string{oddSyntax}, out.odd...)
	case posix.file == nil || bash.file == nil || posix.form != bash.form:
		out.odd = append([]string{oddGrammars}, out.odd...)
	case len(out.odd) == 0 && !lasts(text, posix):
		out.odd = append(out.odd, oddPrinted)
	}
	if len(out.odd) > 0 {
		out.also = append(bash.commands, rough(text)...)
	}
	return out
}

// readAs reads a line in one grammar. If that fails it returns no file, and what precedes
// the fault was still read.
func readAs(text string, lang syntax.LangVariant) (out reading) {
	defer func() {
		if recover() != nil { // a fault of the parser on somebody's line must not end the program
			out = reading{odd: []string{oddSyntax}}
		}
	}()
	r := newReader(text)
	parser := syntax.NewParser(syntax.Variant(lang), syntax.KeepComments(true))
	file, err := parser.Parse(strings.NewReader(text), "")
	if err == nil {
		r.stmts(file.Stmts)
		out = r.finish()
		out.file, out.simple = file, simple(file)
		return out
	}
	for stmt, err := range parser.StmtsSeq(strings.NewReader(text)) {
		if err == nil {
			r.stmt(stmt)
		} // not stopping at an error: the parser would go on after it and panic
	}
	return r.finish()
}

// lasts says that a line is still the same after being printed and read again.
func lasts(text string, first reading) (same bool) {
	defer func() {
		if recover() != nil {
			same = false
		}
	}()
	var printed strings.Builder
	if err := syntax.NewPrinter().Print(&printed, first.file); err != nil {
		return false
	}
	if strings.TrimSuffix(printed.String(), "\n") == strings.TrimSuffix(text, "\n") {
		return true // it was read as Bash already
	}
	again := readAs(printed.String(), syntax.LangBash)
	return again.file != nil && again.form == first.form
}

// simple reports whether a file is one simple command and nothing else.
func simple(file *syntax.File) bool {
	if len(file.Stmts) != 1 || len(file.Last) > 0 {
		return false
	}
	s := file.Stmts[0]
	call, ok := s.Cmd.(*syntax.CallExpr)
	return ok && len(call.Assigns) == 0 && len(s.Redirs) == 0 && len(s.Comments) == 0 &&
		!s.Negated && !s.Background && !s.Semicolon.IsValid()
}

func without(list, those []string) []string {
	var out []string
	for _, s := range list {
		known := false
		for _, t := range those {
			known = known || s == t
		}
		if !known {
			out = append(out, s)
		}
	}
	return out
}

// control reports whether a text has a control character that no line of shell needs.
func control(text string) bool {
	for _, c := range text {
		if c < ' ' && c != '\t' && c != '\n' || c >= 0x7f && c < 0xa0 || c == '\u2028' || c == '\u2029' {
			return true
		}
	}
	return false
}

// continued reports whether a backslash and line break stand where the parser and the shells may
// disagree: anywhere but after a blank, on a line without a comment, in a text without
// here-documents.
func continued(text string) bool {
	at := strings.Index(text, "\\\n")
	for rest := text; at >= 0; at = strings.Index(rest, "\\\n") {
		before := rest[:at]
		begin := strings.LastIndexByte(before, '\n') + 1
		if at == 0 || before[at-1] != ' ' && before[at-1] != '\t' || strings.Contains(before[begin:], "#") || strings.Contains(text, "<<") {
			return true
		}
		rest = rest[at+2:]
	}
	return false
}

// steep reports whether a text may nest deeper than is read: it counts whatever can open
// something, so it errs on the side of caution.
func steep(text string) bool {
	open, most := 0, 0
	for i := range len(text) {
		switch text[i] {
		case '(', '{', '[':
			open++
			most = max(most, open)
		case ')', '}', ']':
			open = max(open-1, 0)
		}
	}
	return most > 4*deepest || strings.Count(text, "`") > 4*deepest
}
