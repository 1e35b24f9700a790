package export

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/yuin/goldmark"

	"parley/forms/rawjson"
	"parley/store/record"
	"parley/store/text/clean"
	"parley/store/text/diff"
)

// Markdown writes a conversation as CommonMark: what it is, a list of its decisions,
// and everything that was said and done, turn by turn. All headings are the
// exporter's own.
func Markdown(w io.Writer, s Source, o Options) error {
	r, err := newContents(s, o)
	if err != nil {
		return err
	}
	m := mdWriter{sticky: &sticky{w: w}, md: newParser(), brief: o.DecisionsOnly}
	m.put("# ", inline(r.name()), "\n\n")
	for _, f := range r.facts(o) {
		m.put("- ", f.name, ": ", inline(f.text), "\n")
	}
	m.put("\n## ", textDecisions, "\n\n")
	if len(r.decisions) == 0 {
		m.put(textNoDecisions, "\n")
	}
	for _, d := range r.decisions {
		m.summary(d)
	}
	m.turns(r)
	return m.err
}

type mdWriter struct {
	*sticky
	md    goldmark.Markdown
	brief bool
}

// summary is a decision in one line, and below it everything that it was about, since
// that is what was allowed.
func (m mdWriter) summary(d *decision) {
	m.put(fmt.Sprintf("- [Decision %d](#decision:%d): ", d.Number, d.Number), inline(d.question()), " **", inline(short(d.answer(), 80)), "**")
	if who := d.who(); who != "" {
		m.put(", ", inline(who), ", after ", took(d.Given.Seconds))
	}
	m.put("\n")
	var below []string
	if about := d.about(); about != "" {
		below = append(below, fence(clean.Reveal(about), ""))
	}
	if d.Given != nil && d.Given.Edited != nil {
		below = append(below, editedHead(*d.Given)+":\n\n"+fence(clean.Reveal(clean.Exact(*d.Given.Edited)), ""))
	}
	if len(below) > 0 {
		m.put("\n", within(strings.Join(below, "\n")), "\n")
	}
}

// within is a block that belongs to a list item.
func within(block string) string {
	var b strings.Builder
	for line := range strings.Lines(block) {
		if line != "\n" {
			b.WriteString("  ")
		}
		b.WriteString(line)
	}
	return b.String()
}

func (m mdWriter) turns(r contents) {
	at, begun := 0, map[int]bool{}
	for i, it := range r.items {
		if it.entry.Turn != at || i == 0 {
			at = it.entry.Turn
			m.turn(r, at, begun[at])
			begun[at] = true
		}
		m.item(it)
	}
}

func (m mdWriter) turn(r contents, number int, again bool) {
	switch {
	case number == 0:
		m.put("\n## ", textTranscript, "\n\n")
		return
	case again:
		m.put(fmt.Sprintf("\n## Turn %d, continued\n\n", number))
		return
	}
	m.put(fmt.Sprintf("\n## Turn %d\n\n", number))
	if words := turnWords(r.turnOf(number)); words != "" {
		m.put(inline(words), "\n\n")
	}
}

// heading begins an entry.
func (m mdWriter) heading(words string) { m.put("### ", inline(words), "\n\n") }

func (m mdWriter) remark(words string) {
	if words != "" {
		m.put("*", inline(words), "*\n\n")
	}
}

func (m mdWriter) item(it item) {
	switch x := it.entry.Item.(type) {
	case *record.Message:
		m.heading(author(x))
		m.put(said(record.With(x.Text, x.Files)), "\n")
	case *record.Response:
		m.heading("Assistant")
		m.remark(stateWords(x.State))
		m.put(markdownQuote(clean.Tame(x.Text), m.md), "\n")
		m.remark(endWords(x.End))
	case *record.Thought:
		m.heading("Assistant, thinking")
		m.remark(stateWords(x.State))
		m.put(markdownQuote(clean.Tame(x.Text), m.md), "\n")
	case *record.ToolCall:
		m.call(x)
	case *record.Failure:
		m.put("- ", inline(failureWords(x)), "\n\n")
	case *record.Shortfall:
		m.put("- ", inline(record.ToStranger.Lack(x.End)), "\n\n")
	case *record.Guard:
		m.heading(guardWords(x))
		if len(x.Evidence) > 0 && !m.brief {
			m.put(fence(clean.Reveal(pretty(x.Evidence)), "json"), "\n")
		}
	case *record.Debugging:
		m.heading(textDebugging)
		for _, f := range debuggingFacts(x) {
			m.put("- ", f.name, ": ", inline(f.text), "\n")
		}
		m.put("\n")
	case *record.Command:
		m.heading(textRan)
		m.remark(x.Came())
		m.put(fence(clean.Reveal(clean.Exact(x.Command)), ""), "\n")
		if x.End != nil && x.End.Output != "" && !m.brief {
			m.put("Output:\n\n", fence(clean.Reveal(x.End.Output), ""), "\n")
		}
	case *record.Note:
		m.heading("Note")
		m.put(said(x.Text), "\n")
	case *record.Mark:
		if words := markWords(x); words != "" {
			m.put("- ", inline(words), "\n\n")
		}
		if _, more := record.ToStranger.Beside(x.Body); more != "" && !m.brief {
			m.put(fence(clean.Reveal(more), ""), "\n")
		}
	}
	for _, d := range it.decisions {
		m.decision(d)
	}
	if x, ok := it.entry.Item.(*record.ToolCall); ok && !m.brief {
		m.result(x)
	}
}

func (m mdWriter) call(x *record.ToolCall) {
	m.heading("Tool " + record.ToolText(x.Name))
	m.remark(stateWords(x.State))
	if m.brief {
		return
	}
	m.put(fence(clean.Reveal(clean.Exact(pretty(x.Arguments))), "json"), "\n")
}

// cameWords says how a call ended, after the word for its result.
func cameWords(x *record.ToolCall) string {
	if came := record.ToStranger.Came(x.Came()); came != "" {
		return " (" + inline(came) + ")"
	}
	return ""
}

func (m mdWriter) result(x *record.ToolCall) {
	switch {
	case x.Result == nil:
		m.remark(textNoResult)
		return
	case x.Result.IsError:
		m.put("Error", cameWords(x), ":\n\n")
	default:
		m.put("Result", cameWords(x), ":\n\n")
	}
	content := record.With(x.Result.Content, x.Result.Files)
	m.put(fence(clean.Reveal(diff.Apart(content)), languageOf(content)), "\n")
}

// decision begins with an anchor that no heading in a quoted text can take over:
// anchors made from headings have no colon.
func (m mdWriter) decision(d *decision) {
	m.put(fmt.Sprintf("#### <a id=\"decision:%d\"></a>Decision %d\n\n", d.Number, d.Number), said(clean.Prose(d.question())), "\n")
	m.put("- **Answer: ", inline(short(d.answer(), 400)), "**\n")
	fact := func(name, text string) {
		if text != "" {
			m.put("- ", name, ": ", inline(text), "\n")
		}
	}
	if who := d.who(); who != "" {
		fact("By", who+", after "+took(d.Given.Seconds))
	}
	if g := d.Given; g != nil {
		fact("Reason", record.InOwnWords(g.By, g.Reason))
		fact("Replied", g.Reply)
	}
	fact("Remembered", d.memory())
	fact("Asked by", d.asker()+", "+stamp(d.Asked.Time)+" ("+d.ID+")")
	if d.From > 0 {
		m.put(fmt.Sprintf("- Escalated from [decision %d](#decision:%d)\n", d.From, d.From))
	}
	if d.To > 0 {
		m.put(fmt.Sprintf("- Escalated to [decision %d](#decision:%d)\n", d.To, d.To))
	}
	m.put("\n")
	m.about(d)
}

// about is what a decision was about, and what was edited.
func (m mdWriter) about(d *decision) {
	if answer := d.answer(); len([]rune(answer)) > 400 || strings.Contains(answer, "\n") {
		m.put("The whole answer:\n\n", fence(clean.Reveal(answer), ""), "\n")
	}
	for _, told := range d.Asked.Told {
		m.put(said(clean.Prose(told)), "\n")
	}
	if d.Asked.Context != "" {
		m.put("Context:\n\n", markdownQuote(clean.Prose(diff.Apart(d.Asked.Context)), m.md), "\n")
	}
	if len(d.Asked.Type.Options) > 0 {
		m.put("Offered:\n\n")
		for _, o := range d.Asked.Type.Options {
			m.put("- ", inline(offered(o)), "\n")
		}
		m.put("\n")
	}
	if len(d.Asked.Arguments) > 0 {
		m.put("For the arguments:\n\n", fence(clean.Reveal(clean.Exact(pretty(d.Asked.Arguments))), "json"), "\n")
	}
	if d.Given != nil && d.Given.Edited != nil {
		m.put(editedHead(*d.Given), ":\n\n", fence(clean.Reveal(clean.Exact(*d.Given.Edited)), ""), "\n")
	}
}

// pretty is a JSON value over several lines, or a text in its place.
func pretty(v json.RawMessage) string { return string(rawjson.Laid(v)) }

// languageOf guesses the language of a text.
func languageOf(s string) string {
	if isDiff(s) {
		return "diff"
	}
	return ""
}

// isDiff reports whether a text is a unified diff.
func isDiff(s string) bool {
	head, _, _ := strings.Cut(s, "\n@@ -")
	return len(head) < len(s) && strings.Contains("\n"+head, "\n--- ") && strings.Contains(head, "\n+++ ") || strings.HasPrefix(s, "@@ -")
}
