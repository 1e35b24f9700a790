package record

import (
	"fmt"
	"strconv"
	"strings"

	"parley/store"
	"parley/store/text/clean"
)

// Beside says in one line what happened beside the turns, with the text behind it if
// there is any; "" for an event of another type.
func (r Reader) Beside(b store.Body) (line, more string) {
	switch b := b.(type) {
	case store.Instructions:
		return instructionsWords(b), ""
	case store.FileKept:
		return keptWords(b), ""
	case store.Undone:
		return r.undone(b)
	case store.Observed:
		return strings.Join(strings.Fields("a session of "+store.ProgramName(b.Program)+" "+b.Version), " ") + ": " + clean.Prose(clean.OneLine(b.Session)), ""
	case store.AnswerRefused:
		return r.refused(b, nil), ""
	case store.ContextTrimmed:
		return "older results of tools are left out of what the assistant sees, since its window fills", ""
	case store.ContextSummary:
		return r.summed(b), summaryWords(b)
	case store.ContextRevoked:
		return wording{"you", "the user"}.to(r) + " took back what stood for earlier messages (" + b.Of + ")", ""
	case store.SummaryAsked:
		return wording{"you", "the user"}.to(r) + " asked for a summary of what was said", mattersWords(b.Matters)
	case store.SummaryDropped:
		return r.dropped(b), ""
	}
	return "", ""
}

// Mark says the same of an entry, with what an answer was to.
func (r Reader) Mark(m *Mark) (line, more string) {
	if b, is := m.Body.(store.AnswerRefused); is {
		return r.refused(b, m.About), ""
	}
	return r.Beside(m.Body)
}

// mostQuoted is how many characters of what was asked are told of a refused answer.
const mostQuoted = 80

// refused says that an answer was refused, and what it was to, as far as that is known.
func (r Reader) refused(b store.AnswerRefused, x *Exchange) string {
	words := "an answer"
	if x != nil {
		words += quoted(*x)
	}
	return words + textWasRefused + b.Reason + inBrackets(r.Who(b.Via.Outward()))
}

const (
	textRefusedAnswer = "An answer"
	textWasRefused    = " was refused: "
)

// quoted says what an answer was to.
func quoted(x Exchange) string {
	asked := []rune(clean.Reveal(strings.ReplaceAll(strings.TrimSpace(x.Text()), "\n", "␊")))
	if len(asked) > mostQuoted {
		asked = append(asked[:mostQuoted-1:mostQuoted-1], []rune(clean.Ours("…"))...)
	}
	return clean.Ours(" to “") + string(asked) + clean.Ours("”") + inBrackets(clean.OneLine(x.tool()))
}

// tool is the tool that a question is about, "" if it is about none.
func (x Exchange) tool() string {
	if x.Permission != nil {
		return x.Permission.Tool
	}
	if x.Inquiry.Source.Source == "tool" {
		return x.Inquiry.Source.Name
	}
	return ""
}

// Kinds of a decision that was made without a question.
const (
	KindUndo    = "undo"    // files were put back
	KindContext = "context" // what the model sees was summed up, or that was taken back
)

// done returns the kind of a decision that was made without a question, and what was
// done.
func done(b store.Body) (kind, text string) {
	switch b := b.(type) {
	case store.RuleAdded:
		return KindRule, "A rule was made: " + RuleWords(b.Verdict, b.Rule, b.Scope)
	case store.RuleRevoked:
		return KindRule, "A rule was taken back: " + RuleWords(b.Verdict, b.Rule, b.Scope)
	case store.Undone:
		if len(b.Files) == 0 {
			if b.Redo {
				return KindUndo, "An undo was not taken back after all, so these files stay as they are: " + allOf(b.LeftOut)
			}
			return KindUndo, "Changes were not undone after all, so that the files stay as they are: " + allOf(b.LeftOut)
		}
		what := "Changes were undone: "
		if b.Redo {
			what = "An undo of changes was taken back: "
		}
		return KindUndo, undoneWords(b, what, allOf)
	case store.ContextSummary:
		if b.By == store.ByUser {
			return KindContext, "Earlier messages were summed up for the assistant"
		}
	case store.ContextRevoked:
		return KindContext, "What stood for earlier messages was taken back"
	}
	return "", ""
}

// Done is what somebody did without being asked: its kind, what it was, and what the
// system knows of who did it. ok is false for all other events.
func Done(b store.Body) (kind, text string, via *store.Via, ok bool) {
	kind, text = done(b)
	store.WithVia(b, func(v *store.Via) *store.Via { via = v; return v })
	return kind, text, via, kind != ""
}

// Came says what became of a command that the user ran.
func (c *Command) Came() string {
	switch end := c.End; {
	case end == nil:
		return "it has no end on record: it runs, or was interrupted"
	case end.Interrupted:
		return "interrupted: it may or may not have taken effect"
	case end.Exit == nil:
		return "ended by a signal"
	default:
		return fmt.Sprintf("exit status %d", *end.Exit)
	}
}

// pathsOf lists paths so that none can pass for another or for several.
func pathsOf[T any](all []T, path func(T) string) string {
	var out []string
	for _, x := range all {
		name := path(x)
		if strings.ContainsAny(name, " ,\"\n") || name == "" {
			name = strconv.Quote(name)
		}
		out = append(out, name)
	}
	return strings.Join(out, ", ")
}

func keptWords(b store.FileKept) string {
	path := pathsOf([]string{b.Path}, func(s string) string { return s })
	switch {
	case b.Before == "":
		return "about to make " + path
	case b.After == "":
		return "about to remove " + path + ", which is kept as it is"
	}
	return "about to change " + path + ", which is kept as it is"
}

// undone names some of the files, and behind that all of them if they are many.
func (r Reader) undone(b store.Undone) (line, more string) {
	who := wording{"you undid changes: ", "the user undid changes: "}.to(r)
	if b.Redo {
		who = wording{"you took back an undo of changes: ", "the user took back an undo of changes: "}.to(r)
	}
	line = undoneWords(b, who, someOf)
	if len(b.Files) > mostNamed || len(b.LeftOut) > mostNamed {
		more = undoneWords(b, who, allOf)
	}
	return line, more
}

// undoneWords say what an undo did, after the words for what it put back.
func undoneWords(b store.Undone, put string, list func([]string) string) string {
	files := make([]string, len(b.Files))
	for i, f := range b.Files {
		files[i] = f.Path
	}
	switch {
	case len(b.LeftOut) == 0:
		return put + list(files)
	case len(b.Files) == 0:
		if b.Redo {
			return "an undo that was not taken back after all, so these files stay as they are: " + list(b.LeftOut)
		}
		return "changes that were not undone after all, so that the files stay as they are: " + list(b.LeftOut)
	}
	return put + list(files) + "; left as they are, since they changed meanwhile: " + list(b.LeftOut)
}

// allOf names all paths.
func allOf(paths []string) string { return pathsOf(paths, func(s string) string { return s }) }

// someOf names as many paths as a line has room for, and counts the others.
func someOf(paths []string) string {
	if len(paths) <= mostNamed {
		return allOf(paths)
	}
	return fmt.Sprintf("%s and %d more", allOf(paths[:mostNamed]), len(paths)-mostNamed)
}

func (r Reader) summed(b store.ContextSummary) string {
	line := Became(b)
	if b.By == store.ByUser {
		line += wording{", by you", ", by the user"}.to(r)
	}
	line += inBrackets(b.Model)
	if strings.TrimSpace(b.Text) == "" {
		line += "; no summary was written, and what was carried over stands alone"
	}
	shortened := 0
	for _, c := range b.Carried {
		if c.Short {
			shortened++
		}
	}
	switch {
	case shortened > 0 && b.LeftOut > 0:
		line += fmt.Sprintf("; %s shortened, %d left out", pieces(shortened), b.LeftOut)
	case shortened > 0:
		line += fmt.Sprintf("; %s shortened", pieces(shortened))
	case b.LeftOut > 0:
		line += fmt.Sprintf("; %s left out", pieces(b.LeftOut))
	}
	return line
}

// mattersWords say what a summary is to keep above all, "" for nothing.
func mattersWords(matters string) string {
	if strings.TrimSpace(matters) == "" {
		return ""
	}
	return "[what matters most]\n" + matters
}

// dropped says why a summary that the user asked for does not stand.
func (r Reader) dropped(b store.SummaryDropped) string {
	which := "the summary that " + wording{"you", "the user"}.to(r) + " asked for "
	switch b.Reason {
	case store.DropUser:
		return which + "was dropped"
	case store.DropNothing:
		return which + "was not written: there was nothing to sum up"
	case store.DropFailed:
		return which + "was not written: no model could be asked for it"
	case store.DropLate:
		return which + "was dropped: a later one stood by then"
	case store.DropInterrupted:
		return which + "was not accepted before the program ended, and nothing changed; /compact asks for it again"
	}
	return which + "was dropped: " + b.Reason
}

func pieces(n int) string {
	if n == 1 {
		return "1 piece"
	}
	return fmt.Sprintf("%d pieces", n)
}

// Became says what a summary made of what. Three bytes are taken for a token.
func Became(b store.ContextSummary) string {
	bytes := len(b.Text)
	for _, c := range b.Carried {
		bytes += len(c.Text)
	}
	what := fmt.Sprintf("%d messages", b.Stands)
	switch b.Stands {
	case 0:
		what = "what came before"
	case 1:
		what = "1 message"
	}
	if n := (bytes + 2) / 3; n != 1 {
		return fmt.Sprintf("%s became %d tokens", what, n)
	}
	return what + " became 1 token"
}

// summaryWords returns everything that a summary puts in place of earlier messages. What
// others wrote is quoted, so that none of its lines passes for one of the program's.
func summaryWords(b store.ContextSummary) string {
	var parts []string
	if b.Text != "" {
		parts = append(parts, quotedLines(b.Text))
	}
	for _, c := range b.Carried {
		short := ""
		if c.Short {
			short = ", its beginning"
		}
		parts = append(parts, fmt.Sprintf("[carried over: %s, %s%s]\n%s", c.Kind, c.Event, short, quotedLines(c.Text)))
	}
	if b.LeftOut > 0 {
		parts = append(parts, fmt.Sprintf("[left out: %d more]", b.LeftOut))
	}
	return strings.Join(parts, "\n\n")
}

// anyBreak starts a new quoted line at everything that a reader sees as the end of a line.
var anyBreak = strings.NewReplacer("\r\n", "\n> ", "\n", "\n> ", "\r", "\n> ", "\u2028", "\n> ", "\u2029", "\n> ")

func quotedLines(text string) string {
	return "> " + anyBreak.Replace(text)
}

func inBrackets(s string) string {
	if s == "" {
		return ""
	}
	return " (" + s + ")"
}

// mostNamed is how many skills, or files of an undo, a line names.
const mostNamed = 6

// instructionsWords say what a model was told: files, skills, and what had no room.
func instructionsWords(b store.Instructions) string {
	var parts []string
	if len(b.Files) > 0 {
		parts = append(parts, "the instructions in "+pathsOf(b.Files, func(f store.Instruction) string { return f.Path }))
	}
	if n := len(b.Skills); n > mostNamed {
		parts = append(parts, fmt.Sprintf("of %d skills", n))
	} else if n == 1 {
		parts = append(parts, "of the skill "+pathsOf(b.Skills, func(s store.Skill) string { return s.Name }))
	} else if n > 1 {
		parts = append(parts, "of the skills "+pathsOf(b.Skills, func(s store.Skill) string { return s.Name }))
	}
	if len(b.LeftOut) > 0 {
		parts = append(parts, "that there was no room for "+pathsOf(b.LeftOut, func(p string) string { return p }))
	}
	if len(parts) == 0 {
		return "the assistant was told no instructions"
	}
	return "the assistant was told " + strings.Join(parts, ", and ")
}
