package record

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"parley/store"
	"parley/store/text/clean"
)

// Words renders an audit as lines: for each decision what was asked, what was
// answered, by whom, after how long and why, then the reviewers' record. The text is
// not cleaned for a terminal.
func (a Audit) Words() string {
	var b strings.Builder
	about := map[string]string{}
	for _, d := range a.Decisions {
		about[d.ID] = About(d.Text, d.Arguments, d.Context)
		b.WriteString(decidedText(d, about[d.ID], about[d.Escalated]))
	}
	if len(a.Decisions) == 0 {
		b.WriteString("No decision.\n")
	}
	if tallies := a.TallyWords(); tallies != "" {
		b.WriteString("\n" + tallies)
	}
	return b.String()
}

// TallyWords describes the reviewers' record, one line per question.
func (a Audit) TallyWords() string {
	var b strings.Builder
	for _, t := range a.Tallies {
		fmt.Fprintf(&b, "%s: the reviewer said no %d of %d times", joined(t.Tool+"."+t.Question), t.No, t.Reviewed)
		if t.Judged > 0 {
			fmt.Fprintf(&b, "; of %d that came to you, you overruled %d", t.Judged, t.Overruled)
		}
		b.WriteString(".\n")
	}
	return b.String()
}

// decidedText is a decision with everything that it was about. That part is omitted
// if the previous decision was about the same thing.
func decidedText(d Decided, about, before string) string {
	what, text := ToolText(d.Tool), d.Text
	if d.Kind != KindQuestion {
		text = clean.Exact(text) // what was to run
	}
	switch {
	case d.Kind == KindRefused:
		return fmt.Sprintf("%s  %s\n", d.Asked.UTC().Format(time.RFC3339), joined(d.Text+textWasRefused+d.Reason+inBrackets(ToUser.Who(d.Via))))
	case d.Unasked():
		return fmt.Sprintf("%s  %s\n", d.Asked.UTC().Format(time.RFC3339), joined(d.Text+inBrackets(ToUser.Who(d.Via))))
	case d.Kind == KindLimit, strings.HasPrefix(d.Tool, store.AuthorGuard):
	case d.Kind == KindQuestion:
		what += "." + d.Question
		if n := len(d.Among); n > 0 {
			what += fmt.Sprintf(", one of %d calls", n)
		}
	default:
		what += ", permission to " + d.Kind
	}
	lines := append([]string{fmt.Sprintf("%s  %s  (%s)", d.Asked.UTC().Format(time.RFC3339), joined(what), joined(d.ID))}, askedLines(d.Kind, joined(text))...)
	lines = append(lines, barred(clean.Prose(strings.Join(d.Told, "\n")))...)
	if saw := evidenceText(d.Evidence); saw != "" {
		lines = append(lines, "  "+saw)
	}
	if d.Escalated != "" && about != "" && about == before {
		lines = append(lines, "  about the same as "+joined(d.Escalated))
	} else {
		lines = append(lines, barred(about)...)
	}
	lines = append(lines, answeredLines(d)...)
	if d.Forgotten {
		lines = append(lines, "  "+ToUser.Revoked(d.Revoked, d.lasted))
	}
	if d.EditedTo != "" {
		head := "  edited to:"
		if d.Part.Words() != "" {
			head = "  without the hunks that were left out:"
		}
		lines = append(lines, head)
		lines = append(lines, barred(clean.Reveal(clean.Exact(d.EditedTo)))...)
	}
	if d.Limit != "" && d.Kind != KindLimit {
		lines = append(lines, "  the limit of this turn: "+joined(d.Limit))
	}
	if d.Escalated != "" {
		lines[0] += "  after " + joined(d.Escalated)
	}
	return strings.Join(lines, "\n") + "\n"
}

// AnswerLine is how an answer stands before who gave it, and what of it stands below: all of
// it, if it has several lines or could be taken for words about who gave it.
func AnswerLine(words string) (said, below string) {
	among := strings.FieldsFunc(strings.ToLower(words), func(r rune) bool { return !unicode.IsLetter(r) })
	if strings.ContainsAny(words, "\r\n") || slices.Contains(among, "by") {
		return "answered as follows", words
	}
	return words, ""
}

// askedLines say what was asked. The words of a question are a tool's, a model's or a server's, so those
// that could be taken for an answer and who gave it stand below.
func askedLines(kind, text string) []string {
	if _, below := AnswerLine(text); kind != KindQuestion || below == "" {
		return []string{"  " + text}
	}
	return append([]string{"  asked as follows:"}, barred(text)...)
}

// answeredLines say what was answered, by whom, after how long and why.
func answeredLines(d Decided) []string {
	said, below := d.Words(), ""
	if d.Outcome == store.Answered {
		said, below = AnswerLine(said)
	}
	lines := []string{"  " + answeredText(d, joined(said))}
	if below != "" {
		lines[0] += ":"
	}
	return append(lines, barred(clean.Reveal(below))...)
}

// answeredText is that in one line.
func answeredText(d Decided, said string) string {
	if d.Open() {
		return "open"
	}
	switch d.Outcome {
	case store.Answered:
	case store.Redacted:
		said = "a secret"
	case store.Cancelled:
		return cancelledText(d) + afterText(d)
	default:
		said = PermitWords(d.Outcome)
	}
	switch {
	case d.Again:
		said = WordsAgain
	case d.Edited && d.Outcome == store.Answered:
		said = AsEdited(said, d.Part)
	}
	if by := ToUser.By(d.By, d.Model); by != "" {
		said += ", by " + by + d.ruleText()
	}
	if via := ToUser.Who(d.Via); via != "" {
		said += " (" + joined(via) + ")"
	}
	return said + afterText(d, InOwnWords(d.By, d.Reason))
}

// RuleWords name the rules that answered, and where they stood.
func (d Decided) RuleWords() string { return strings.TrimPrefix(d.ruleText(), ": ") }

func (d Decided) ruleText() string {
	said := ""
	for _, r := range append([]store.RuleAt{d.RuleAt}, d.Also...) {
		if r.Rule != "" {
			said += ": " + joined(r.Rule) + " (" + joined(r.At) + ")"
		}
	}
	return said
}

// cancelledText says why there is no answer, and which reviewer had the question.
func cancelledText(d Decided) string {
	said := ToUser.Cancelled(d.Reason, d.By)
	if d.By != store.ByReviewer {
		return said
	}
	return strings.TrimSuffix(said+" ("+joined(d.Model)+")", " ()")
}

// afterText says after how long something was decided, and with which words.
func afterText(d Decided, words ...string) string {
	took := (time.Duration(d.Seconds * float64(time.Second))).Round(100 * time.Millisecond).String()
	if d.Seconds < 0 {
		took = "no time (the clock went back)" // as exports say it
	}
	said := ", after " + took
	for _, w := range append(words, d.Said) {
		if w != "" {
			said += ": " + joined(w)
		}
	}
	return said
}

// barred keeps all lines of a text, marked so that none can pass for a line of the
// audit.
func barred(text string) (lines []string) {
	if text == "" {
		return nil
	}
	for _, line := range strings.Split(text, "\n") {
		lines = append(lines, strings.TrimRight("  | "+line, " "))
	}
	return lines
}

// joined keeps a text from passing for lines of the audit itself, and shows what hides in it,
// where its lines end too.
func joined(s string) string { return clean.InRow(clean.Prose(s)) }

// evidenceText is what a guard saw, in one line; "" if no readable evidence is
// recorded.
func evidenceText(raw Raw) string {
	var e struct {
		Iterations    int      `json:"iterations"`
		MaxIterations int      `json:"max_iterations"`
		Runtime       string   `json:"runtime"`
		MaxRuntime    string   `json:"max_runtime"`
		Calls         int      `json:"calls"`
		Failed        int      `json:"failed"`
		Count         int      `json:"count"`
		Signature     string   `json:"signature"`
		Digest        string   `json:"digest"`
		Errors        []string `json:"errors"`
	}
	if len(raw) == 0 || json.Unmarshal(raw, &e) != nil {
		return ""
	}
	of := func(value, limit string) string {
		if limit == "" || limit == "0" {
			return value
		}
		return value + " of " + limit
	}
	parts := []string{
		"iteration " + of(strconv.Itoa(e.Iterations), strconv.Itoa(e.MaxIterations)), of(e.Runtime, e.MaxRuntime),
		fmt.Sprintf("%d calls, %d failed", e.Calls, e.Failed),
	}
	if e.Signature != "" {
		parts = append(parts, fmt.Sprintf("%d times %q (%s)", e.Count, e.Signature, e.Digest))
	} else if e.Count > 0 {
		parts = append(parts, fmt.Sprintf("%d errors in a row", e.Count))
	}
	if n := len(e.Errors); n > 0 {
		parts = append(parts, "last error: "+joined(e.Errors[n-1]))
	}
	return "saw " + strings.Join(parts, clean.Ours(" · "))
}
