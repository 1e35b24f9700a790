package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// fallbacks are what stands on a terminal of ASCII for a character that groff knows nothing
// for there: without one it leaves the character out and says so above the page. The first
// is how groff calls it.
var fallbacks = map[rune][2]string{
	'…': {"u2026", "..."}, '↑': {"ua", "up"}, '↓': {"da", "down"}, '·': {"pc", "."}, 'µ': {"mc", "u"}, '✓': {"OK", "ok"},
	'─': {"u2500", "-"}, '━': {"u2501", "="}, '├': {"u251C", "|"}, '┼': {"u253C", "+"}, '▌': {"u258C", "|"},
	'▶': {"u25B6", ">"}, '▸': {"u25B8", ">"}, '◆': {"u25C6", "*"}, '●': {"u25CF", "*"}, '★': {"u2605", "*"},
	'⑂': {"u2442", "Y"}, '␉': {"u2409", "TAB"}, '␊': {"u240A", "LF"}, '␍': {"u240D", "CR"}, '␛': {"u241B", "ESC"}, '␠': {"u2420", "SP"}, 'あ': {"u3042", "a"},
}

// page is all of it, with the fallbacks that it needs.
func (r *roff) page() string {
	text := r.String()
	var b strings.Builder
	for _, c := range slices.Sorted(maps.Keys(fallbacks)) {
		if strings.ContainsRune(text, c) {
			fmt.Fprintf(&b, ".fchar \\[%s] %s\n", fallbacks[c][0], fallbacks[c][1])
		}
	}
	title, rest, _ := strings.Cut(text, "\n")
	return title + "\n" + b.String() + rest
}

// roff writes the language of manual pages.
type roff struct{ strings.Builder }

// begin writes the title, and the name and the summary by which apropos finds the page.
func (r *roff) begin(name, section, summary string, e edition) {
	fmt.Fprintf(r, ".TH %s %s %s %s %s\n", quote(strings.ToUpper(name)), section, quote(e.date), quote("Parley "+e.number), quote("Parley's manual"))
	r.WriteString(".nh\n.ad l\n")
	r.section("Name")
	r.line(escape(name) + " \\- " + escape(summary))
}

func (r *roff) section(title string) { r.WriteString(".SH " + quote(strings.ToUpper(title)) + "\n") }

// line writes lines of text, none of which is a request.
func (r *roff) line(text string) {
	for l := range strings.Lines(text) {
		l = strings.TrimSuffix(l, "\n")
		if strings.HasPrefix(l, ".") || strings.HasPrefix(l, "'") {
			l = `\&` + l
		}
		r.WriteString(l + "\n")
	}
}

// verbatim writes text as it stands.
func (r *roff) verbatim(text string) {
	r.WriteString(".PP\n.RS 4\n.nf\n")
	for l := range strings.Lines(strings.TrimRight(text, "\n") + "\n") {
		if l == "\n" {
			r.WriteString(".sp\n")
			continue
		}
		r.line(escape(l))
	}
	r.WriteString(".fi\n.RE\n")
}

// escape makes text stand for itself, a hyphen for what can be typed.
func escape(text string) string {
	return strings.NewReplacer(`\`, `\e`, "-", `\-`, "`", "\\`", "^", `\(ha`, "~", `\(ti`, "'", `\(aq`).Replace(text)
}

// quote is one argument of a request.
func quote(text string) string { return `"` + strings.ReplaceAll(escape(text), `"`, `\(dq`) + `"` }

func bold(text string) string { return `\fB` + text + `\fR` }

func italic(text string) string { return `\fI` + text + `\fR` }
