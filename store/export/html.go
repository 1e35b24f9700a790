package export

import (
	"fmt"
	"html"
	"io"
	"strconv"

	"parley/store/record"
	"parley/store/text/clean"
)

// HTML writes a conversation as one page that needs nothing else: no script, no font, and
// pictures only as data within the page, with a policy that forbids the rest. Its styles
// follow the reader's light or dark setting.
func HTML(w io.Writer, s Source, o Options) error {
	r, err := newContents(s, o)
	if err != nil {
		return err
	}
	p := page{out: &sticky{w: w}, prose: newProse(), brief: o.DecisionsOnly, kept: o.Kept}
	p.head(r, o)
	p.table(r)
	p.main(r)
	p.put("</main>\n</body>\n</html>\n")
	return p.out.err
}

// markup is our own HTML. Only constants convert to it implicitly, so that no text of
// a conversation can pass for it.
type markup string

// page writes HTML. Everything but markup goes through text.
type page struct {
	out   *sticky
	prose *prose
	brief bool
	kept  func(digest string) ([]byte, bool)
}

//go:noinline
func (p page) put(m ...markup) {
	for _, one := range m {
		p.out.put(string(one))
	}
}

// text writes text, escaped and cleaned.
func (p page) text(s string) { p.out.put(html.EscapeString(clean.Tame(s))) }

// number needs no escaping.
func (p page) number(n int) { p.out.put(strconv.Itoa(n)) }

func (p page) head(r contents, o Options) {
	p.put("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n",
		"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n",
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"referrer\" content=\"no-referrer\">\n",
		"<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"generator\" content=\"Parley\">\n<title>")
	p.text(clean.Prose(r.name()))
	p.put("</title>\n<style>\n", style, "</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#decisions\">Skip to the decisions</a>\n",
		"<a class=\"skip\" href=\"#conversation\">Skip to the conversation</a>\n<header>\n<h1 dir=\"auto\">")
	p.text(clean.Prose(r.name()))
	p.put("</h1>\n<dl>\n")
	for _, f := range r.facts(o) {
		p.put("<div><dt>")
		p.text(f.name)
		p.put("</dt><dd>")
		p.text(clean.Prose(f.text))
		p.put("</dd></div>\n")
	}
	p.put("</dl>\n</header>\n<main>\n")
}

// table lists the decisions, each with a link.
func (p page) table(r contents) {
	p.put("<section aria-labelledby=\"decisions\">\n<h2 id=\"decisions\">Decisions</h2>\n")
	if len(r.decisions) == 0 {
		p.put("<p>")
		p.text(textNoDecisions)
		p.put("</p>\n</section>\n")
		return
	}
	p.put("<div class=\"wide\" role=\"region\" aria-labelledby=\"decisions\" tabindex=\"0\"><table>\n<thead><tr><th scope=\"col\">No.</th>",
		"<th scope=\"col\">Question</th><th scope=\"col\">Answer</th><th scope=\"col\">By</th><th scope=\"col\">After</th></tr></thead>\n<tbody>\n")
	for _, d := range r.decisions {
		p.put("<tr><td>")
		p.link(d.Number, "")
		p.put("</td><td dir=\"auto\">")
		p.text(clean.Prose(d.question()))
		if about := d.about(); about != "" {
			p.folded("What it was about", about, "")
		}
		p.put("</td><td dir=\"auto\"><strong class=\"", toneClass(d), "\">")
		p.text(clean.Prose(short(d.answer(), 120)))
		p.put("</strong></td><td>")
		p.text(clean.Prose(d.who()))
		p.put("</td><td>")
		if d.Given != nil {
			p.text(took(d.Given.Seconds))
		}
		p.put("</td></tr>\n")
	}
	p.put("</tbody>\n</table></div>\n</section>\n")
}

func (p page) link(number int, before markup) {
	p.put("<a href=\"#decision-")
	p.number(number)
	p.put("\">", before)
	p.number(number)
	p.put("</a>")
}

func toneClass(d *decision) markup {
	switch d.tone() {
	case "yes":
		return "yes"
	case "no":
		return "no"
	case "open":
		return "open"
	}
	return "other"
}

// main is the conversation, turn by turn.
func (p page) main(r contents) {
	p.put("<section aria-labelledby=\"conversation\">\n<h2 id=\"conversation\">Conversation</h2>\n")
	at, begun := 0, map[int]bool{}
	for i, it := range r.items {
		if it.entry.Turn != at || i == 0 {
			at = it.entry.Turn
			p.turn(r, at, begun[at])
			begun[at] = true
		}
		p.item(it)
	}
	p.put("</section>\n")
}

func (p page) turn(r contents, number int, again bool) {
	if number == 0 {
		return
	}
	p.put("<h3 class=\"turn\">Turn ")
	p.number(number)
	if again {
		p.put(", continued")
	}
	if words := turnWords(r.turnOf(number)); words != "" && !again {
		p.put(" <small>")
		p.text(words)
		p.put("</small>")
	}
	p.put("</h3>\n")
}

// box begins the box of an entry: what it is, when it happened, and a remark.
func (p page) box(class markup, e record.Entry, who, remark string) {
	p.put("<article class=\"", class, "\"><h4>")
	p.text(clean.Prose(who))
	p.put(" <time datetime=\"")
	p.text(e.Time.UTC().Format("2006-01-02T15:04:05Z"))
	p.put("\">")
	p.text(e.Time.UTC().Format("15:04:05"))
	p.put("</time></h4>\n")
	if remark != "" {
		p.put("<p class=\"remark\">")
		p.text(remark)
		p.put("</p>\n")
	}
}

func (p page) item(it item) {
	switch x := it.entry.Item.(type) {
	case *record.Message:
		p.box("message", it.entry, author(x), "")
		p.message(x)
		p.put("</article>\n")
	case *record.Response:
		p.box("answer", it.entry, "Assistant", stateWords(x.State))
		p.prose.write(p.out, clean.Tame(x.Text))
		p.small(endWords(x.End))
		p.put("</article>\n")
	case *record.Thought:
		p.box("thought", it.entry, "Assistant, thinking", stateWords(x.State))
		p.put("<details><summary>What it thought</summary>\n")
		p.prose.write(p.out, clean.Tame(x.Text))
		p.put("</details></article>\n")
	case *record.ToolCall:
		p.call(it, x)
	case *record.Failure:
		p.line("failure", failureWords(x))
	case *record.Shortfall:
		p.line("failure", record.ToStranger.Lack(x.End))
	case *record.Guard:
		p.box("guard", it.entry, guardWords(x), "")
		if len(x.Evidence) > 0 && !p.brief {
			p.folded("What it saw", pretty(x.Evidence), "json")
		}
		p.decisions(it)
		p.put("</article>\n")
	case *record.Debugging:
		p.box("note", it.entry, textDebugging, "")
		p.put("<dl>\n")
		for _, f := range debuggingFacts(x) {
			p.put("<div><dt>")
			p.text(f.name)
			p.put("</dt><dd dir=\"auto\">")
			p.text(clean.Prose(f.text))
			p.put("</dd></div>\n")
		}
		p.put("</dl>\n")
		p.decisions(it)
		p.put("</article>\n")
	case *record.Command:
		p.command(it, x)
	case *record.Note:
		p.box("note", it.entry, "Note", "")
		p.plain(clean.Tame(x.Text))
		p.put("</article>\n")
	case *record.Mark:
		if words := markWords(x); words != "" {
			p.line("mark", words)
		}
		if _, more := record.ToStranger.Beside(x.Body); more != "" && !p.brief {
			p.folded("What stands in its place", more, "")
		}
		p.decisions(it)
	default:
		p.decisions(it)
	}
}

func (p page) command(it item, x *record.Command) {
	p.box("call", it.entry, textRan, x.Came())
	p.prose.code(p.out, clean.Exact(x.Command), "")
	if x.End != nil && x.End.Output != "" && !p.brief {
		p.folded(fmt.Sprintf("Output, %d characters", len([]rune(x.End.Output))), x.End.Output, "")
	}
	p.put("</article>\n")
}

func (p page) call(it item, x *record.ToolCall) {
	remark := stateWords(x.State)
	if x.Result == nil && !p.brief {
		remark = joined(remark, textNoResult)
	}
	p.box("call", it.entry, "Tool "+record.ToolText(x.Name), joined(remark, record.ToStranger.Came(x.Came())))
	if !p.brief {
		p.folded("Arguments", clean.Exact(pretty(x.Arguments)), "json")
	}
	p.decisions(it)
	if x.Result != nil && !p.brief {
		name := fmt.Sprintf("Result, %d characters", len([]rune(x.Result.Content)))
		if x.Result.IsError {
			name = "Error: " + short(x.Result.Content, 80)
		}
		content := record.With(x.Result.Content, x.Result.Files)
		p.folded(name, content, languageOf(content))
	}
	p.put("</article>\n")
}

func joined(a, b string) string {
	if a == "" {
		return b
	}
	return a + ". " + b
}

func (p page) decisions(it item) {
	for _, d := range it.decisions {
		p.decision(d)
	}
}

func (p page) line(class markup, words string) {
	p.put("<p class=\"line ", class, "\" dir=\"auto\">")
	p.text(clean.Prose(words))
	p.put("</p>\n")
}

func (p page) small(words string) {
	if words != "" {
		p.put("<p class=\"remark\">")
		p.text(clean.Prose(words))
		p.put("</p>\n")
	}
}

// plain writes a text with its line breaks and blanks preserved.
func (p page) plain(s string) {
	p.put("<div class=\"plain\" dir=\"auto\">")
	p.text(s)
	p.put("</div>\n")
}

// folded writes a text that the reader can open; a short one is open.
func (p page) folded(name, s, language string) {
	p.put("<details")
	if len(s) <= 400 {
		p.put(" open")
	}
	p.put("><summary>")
	p.text(clean.Prose(name))
	p.put("</summary>\n")
	p.prose.code(p.out, s, language)
	p.put("</details>\n")
}

// decision is the most prominent thing on the page.
func (p page) decision(d *decision) {
	p.put("<section class=\"decision ", toneClass(d), "\" id=\"decision-")
	p.number(d.Number)
	p.put("\" aria-labelledby=\"heading-")
	p.number(d.Number)
	p.put("\">\n<h5 id=\"heading-")
	p.number(d.Number)
	p.put("\"><a href=\"#decision-")
	p.number(d.Number)
	p.put("\">Decision ")
	p.number(d.Number)
	p.put("</a></h5>\n<p class=\"question\" dir=\"auto\">")
	p.text(clean.Prose(d.question()))
	p.put("</p>\n<p class=\"given\" dir=\"auto\"><strong>")
	p.text(clean.Prose(d.answer()))
	p.put("</strong></p>\n")
	if d.Given != nil {
		p.images(d.Given.Files)
	}
	p.put("<dl>\n")
	p.facts(d)
	p.put("</dl>\n")
	for _, told := range d.Asked.Told {
		p.put("<p class=\"plain\" dir=\"auto\">")
		p.text(clean.Prose(told))
		p.put("</p>\n")
	}
	if d.Asked.Context != "" {
		p.put("<div class=\"context\">")
		p.prose.write(p.out, clean.Prose(d.Asked.Context))
		p.put("</div>\n")
	}
	p.offers(d)
	if len(d.Asked.Arguments) > 0 {
		p.folded("For the arguments", clean.Exact(pretty(d.Asked.Arguments)), "json")
	}
	if d.Given != nil && d.Given.Edited != nil {
		p.folded(editedHead(*d.Given), clean.Exact(*d.Given.Edited), "")
	}
	p.put("</section>\n")
}

func (p page) facts(d *decision) {
	fact := func(name markup, text string) {
		if text != "" {
			p.put("<div><dt>", name, "</dt><dd dir=\"auto\">")
			p.text(clean.Prose(text))
			p.put("</dd></div>\n")
		}
	}
	if who := d.who(); who != "" {
		fact("By", who+", after "+took(d.Given.Seconds))
	}
	if d.Given != nil {
		fact("Reason", record.InOwnWords(d.Given.By, d.Given.Reason))
		fact("Replied", d.Given.Reply)
	}
	fact("Remembered", d.memory())
	fact("Asked by", d.asker()+", "+stamp(d.Asked.Time)+" ("+d.ID+")")
	if d.From > 0 {
		p.put("<div><dt>Escalated from</dt><dd>")
		p.link(d.From, "decision ")
		p.put("</dd></div>\n")
	}
	if d.To > 0 {
		p.put("<div><dt>Escalated to</dt><dd>")
		p.link(d.To, "decision ")
		p.put("</dd></div>\n")
	}
}

func (p page) offers(d *decision) {
	if len(d.Asked.Type.Options) == 0 {
		return
	}
	p.put("<details><summary>Offered</summary>\n<ul>\n")
	for _, o := range d.Asked.Type.Options {
		p.put("<li dir=\"auto\">")
		p.text(clean.Prose(offered(o)))
		p.put("</li>\n")
	}
	p.put("</ul></details>\n")
}
