package export

import (
	"encoding/json"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"parley/forms"
	"parley/store"
	"parley/store/record"
	"parley/store/text/clean"
)

// attacks are texts that would do something if they were taken for HTML, or for a part of
// the page.
func attacks() []string {
	return []string{
		"<script>alert(1)</script>", "</style><script>alert(1)</script>", "</title><img src=x onerror=alert(1)>",
		"[a](javascript:alert(1)) [b](data:text/html,x) [c](vbscript:x) [d]( JaVaScRiPt:alert(1))", "<javascript:alert(1)>",
		"![x](data:image/svg+xml;base64,PHN2Zz4=) ![y](http://example.org/y.png \"t\")", "[x]: javascript:alert(1)\n\n[x]",
		"<img src=x onerror=alert(1)>", "<a href='x' onclick='alert(1)'>y</a>", "<svg/onload=alert(1)>", "<iframe src=//example.org>",
		"&#60;script&#62;", "`<b onx=1>`", "```html\n<script>x</script>\n```", "<!-- --><!--><script>1</script>-->", "<![CDATA[<script>1</script>]]>",
		"\" onmouseover=\"alert(1)", "<h5 id=\"decision-1\">Decision 1</h5>", "# Heading\n<div class=\"decision yes\">\n\nx\n\n</div>",
		"<style>*{display:none}</style>", "<form action=//example.org><input name=a></form>", "<base href=//example.org>", "<meta http-equiv=refresh content=0>",
		"a\u202eb\u2066c", "&#x202e;abc", "\x00\x1b[31m\u009b", "\xff\xfe", "<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
		"a <b\n onclick=x>", "~~~\n</code></pre><script>1</script>\n~~~", "[l](http://example.org/\" onclick=\"x)", "<x@y.z>", "<http://a.b/\"onx=1>",
	}
}

// hostileLog puts a text wherever a log can hold one.
func hostileLog(t testing.TB, x string) Source {
	q := forms.Question{ID: x, Header: x, Text: x, Context: x + "\n\n```diff\n" + x + "\n```\n", AnswerType: forms.AnswerType{Kind: forms.Select, Options: []forms.Option{
		{Value: raw(`"v"`), Label: x, Description: x},
	}}}
	via, files := &store.Via{Program: x, Terminal: x, Parents: []string{x}, Said: x}, []store.File{{Digest: x, Name: x, Type: x}}
	return logOf(t, store.Workspace{Root: x}, store.Title{Title: x}, store.ForkedFrom{From: x, At: x}, store.TurnStart{},
		store.ChatRequest{Text: x}, store.ChatRequest{Text: x, Author: x}, store.ChatResponse{Response: "r", Text: x}, store.Reasoning{Response: "r", Text: x},
		store.ToolCallRequest{Response: "r", ID: "c", Name: x, Arguments: raw(`{"a":"b"}`)},
		store.ResponseEnd{Response: "r", Calls: 1, Model: x}, store.InquiryRequest{ID: "i" + x, Call: "c", Source: store.Source{Source: "tool", Name: x}, Question: q},
		store.InquiryResponse{ID: "i" + x, Outcome: store.Answered, Answer: raw(`"v"`), Reason: x, Reply: x, AnsweredBy: &store.AnsweredBy{By: x, Model: x}, Edited: &store.Edited{Content: x}},
		store.InquiryRequest{ID: "j" + x, Source: store.Source{Source: "tool", Name: x}, Question: q}, store.InquiryResponse{ID: "j" + x, Outcome: store.Cancelled, Reason: x},
		store.PermissionRequest{ID: "p" + x, Call: "c", Kind: "run", Tool: x, Text: x, Covers: x}, store.PermissionResponse{ID: "p" + x, Outcome: x, By: x, Reason: x, Scope: "turn", Content: &x},
		store.ToolCallResponse{ID: "c", Content: x, IsError: true}, store.GuardTripped{Guard: x}, store.GuardResolved{Guard: x, Choice: x, Limit: x},
		store.ModelFailed{Response: "s", Error: x}, store.ScratchpadNote{Text: x}, store.TurnEnd{Reason: x},
		store.UserCommand{ID: x, Command: x}, store.UserCommandEnd{ID: x, Output: x}, store.Instructions{Files: []store.Instruction{{Path: x, Digest: x}}},
		store.FileKept{ID: "c", Path: x, Before: x, After: x, Mode: x}, store.Undone{Files: []store.UndoneFile{{Path: x, Before: x}}, LeftOut: []string{x}, Via: via},
		store.Observed{Program: x, Version: x, Session: x}, store.AnswerRefused{ID: x, Via: *via, Reason: x}, store.ContextTrimmed{Upto: x},
		store.ContextSummary{Upto: x, Text: x, By: x, Model: x, Carried: []store.Carried{{Event: x, Kind: x, Text: x}}}, store.ContextSummary{Text: x, By: store.ByUser, Via: via}, store.ContextRevoked{Of: x, Via: via}, store.SummaryAsked{ID: x, Matters: x}, store.SummaryDropped{ID: x, Reason: x, Model: x},
		store.ChatRequest{Text: x, Files: files}, store.ToolCallRequest{Response: "r2", ID: "c2", Name: x}, store.ResponseEnd{Response: "r2", Calls: 1},
		store.ToolAsked{ID: "c2", Run: 1, Live: true, State: x, Form: []forms.Question{q}}, store.InquiryRequest{ID: "k" + x, Call: "c2", Question: q},
		store.InquiryResponse{ID: "k" + x, Outcome: store.Answered, Answer: raw(`"v"`), Files: files, AnsweredBy: &store.AnsweredBy{By: store.ByUser, Via: via}}, store.ToolCallResponse{ID: "c2", Content: x, Files: files})
}

// harmless says what in a page could act, or pretends to belong to the page itself.
func harmless(page string) []string {
	var faults []string
	doc, err := html.Parse(strings.NewReader(page))
	if err != nil {
		return []string{err.Error()}
	}
	allowed := " html head body meta title style header main section article nav h1 h2 h3 h4 h5 h6 p div span pre code a dl dt dd details summary table thead tbody tr th td ul ol li strong em del small time br hr blockquote "
	ids := map[string]bool{}
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		if n.Type == html.ElementNode {
			if n.Data == "img" && len(n.Attr) == 2 && n.Attr[0].Key == "alt" && n.Attr[1].Key == "src" &&
				regexp.MustCompile(`^data:image/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+=*$`).MatchString(n.Attr[1].Val) {
				return
			}
			if !strings.Contains(allowed, " "+n.Data+" ") {
				faults = append(faults, "element "+n.Data)
			}
			for _, a := range n.Attr {
				switch {
				case strings.HasPrefix(a.Key, "on"), a.Key == "src", a.Key == "style", a.Key == "action":
					faults = append(faults, "attribute "+a.Key)
				case a.Key == "href" && !regexp.MustCompile(`^(https?://|mailto:|#)`).MatchString(a.Val):
					faults = append(faults, "link to "+a.Val)
				case a.Key == "id" && ids[a.Val]:
					faults = append(faults, "two of "+a.Val)
				case a.Key == "id":
					ids[a.Val] = true
				}
			}
		}
		if n.Type == html.CommentNode {
			faults = append(faults, "comment "+n.Data)
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
	}
	walk(doc)
	if i := strings.IndexFunc(page, func(r rune) bool { return clean.Control(r) && r != '\n' && r != '\t' || clean.Hides(r) }); i >= 0 {
		faults = append(faults, strconv.QuoteToASCII(page[max(0, i-20):min(len(page), i+20)]))
	}
	return faults
}

func TestNothingOnThePageActs(t *testing.T) {
	for _, x := range attacks() {
		for _, o := range []Options{{}, {Title: x, DecisionsOnly: true}} {
			if faults := harmless(exported(t, "html", hostileLog(t, x), o)); len(faults) > 0 {
				t.Errorf("%q: %q", x, faults)
			}
		}
	}
}

// TestTheCheckFinds proves that the check above can fail.
func TestTheCheckFinds(t *testing.T) {
	for _, page := range []string{"<script>", "<p onclick=x>", "<a href='javascript:x'>", "<img>", "<img alt=x src='https://x/y.png'>", "<img alt=x src='data:image/svg+xml;base64,AA=='>", "<p id=a><p id=a>", "a\u202eb", "<!-- x -->", "<p style=x>"} {
		if len(harmless(page)) == 0 {
			t.Errorf("nothing is found in %q", page)
		}
	}
}

func TestColoursAreReadable(t *testing.T) {
	light, dark, ok := strings.Cut(string(style), "@media (prefers-color-scheme:dark)")
	if !ok {
		t.Fatal("there is no dark scheme")
	}
	for name, css := range map[string]string{"light": light, "dark": dark} {
		colours := map[string]string{}
		for _, m := range regexp.MustCompile(`--([a-z-]+):#([0-9a-f]{6})`).FindAllStringSubmatch(css, -1) {
			colours[m[1]] = m[2]
		}
		pairs := []string{"add-ink add", "del-ink del"}
		for _, ink := range []string{"ink", "dim", "link", "yes", "no", "open", "edge"} {
			pairs = append(pairs, ink+" ground", ink+" soft", ink+" loud")
		}
		for _, ink := range []string{"keyword", "string", "comment", "number", "name"} {
			pairs = append(pairs, ink+" soft")
		}
		for _, pair := range pairs {
			ink, ground, _ := strings.Cut(pair, " ")
			if c := contrast(t, colours[ink], colours[ground]); c < 4.5 {
				t.Errorf("%s: %s on %s has a contrast of %.2f", name, ink, ground, c)
			}
		}
	}
}

// contrast is the contrast ratio as WCAG 2 defines it.
func contrast(t *testing.T, a, b string) float64 {
	light := func(hex string) float64 {
		n, err := strconv.ParseUint(hex, 16, 32)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for i, weight := range []float64{0.0722, 0.7152, 0.2126} {
			v := float64(n>>(8*i)&255) / 255
			if v <= 0.04045 {
				v /= 12.92
			} else {
				v = math.Pow((v+0.055)/1.055, 2.4)
			}
			sum += weight * v
		}
		return sum
	}
	x, y := light(a), light(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// FuzzExport damages lines of a log; whatever is left is exported completely.
func FuzzExport(f *testing.F) {
	for i, x := range attacks() {
		f.Add(x, uint16(i*97), byte(i))
	}
	f.Fuzz(func(t *testing.T, x string, at uint16, with byte) {
		var lines []byte
		for _, e := range hostileLog(t, strings.ToValidUTF8(x, "?")).Log.All() {
			lines = append(append(lines, e.Line()...), '\n')
		}
		lines[int(at)%len(lines)] = with
		s := readLog(t, lines)
		if faults := harmless(exported(t, "html", s, Options{})); len(faults) > 0 {
			t.Errorf("%q", faults)
		}
		if fault := forged(exported(t, "md", s, Options{})); fault != "" {
			t.Error(fault)
		}
		told(t, s)
	})
}

// told checks that the JSON of a log is complete, and that the decisions in the audit and
// in the pages are the same.
func told(t *testing.T, s Source) {
	t.Helper()
	var got struct {
		Decisions []struct{ Kind string }
		Entries   []struct{ Decisions []int }
	}
	if err := json.Unmarshal([]byte(exported(t, "json", s, Options{})), &got); err != nil {
		t.Fatal(err)
	}
	asked, placed := 0, 0
	for _, d := range got.Decisions {
		if d.Kind != kindLimit {
			asked++
		}
	}
	for _, e := range got.Entries {
		placed += len(e.Decisions)
	}
	audit := 0
	for _, d := range record.NewAudit(s.Log).Decisions {
		if d.Kind != record.KindRefused { // it decided nothing
			audit++
		}
	}
	page := strings.Count(exported(t, "html", s, Options{}), "<section class=\"decision ")
	text := headings(exported(t, "md", s, Options{}), 4)
	if asked != audit || placed != len(got.Decisions) || page != placed || text != placed {
		t.Errorf("the audit has %d decisions, the JSON %d and %d of all in their places, the page %d, the Markdown %d", audit, asked, placed, page, text)
	}
}

func BenchmarkExport(b *testing.B) {
	bodies := []store.Body{store.TurnStart{}}
	for len(bodies) < 50_000 {
		n := strconv.Itoa(len(bodies))
		bodies = append(bodies, store.ChatRequest{Text: "Please do " + n},
			store.ChatResponse{Response: "r" + n, Text: "I will *do* it:\n\n```go\nx := " + n + "\n```\n"},
			store.ToolCallRequest{Response: "r" + n, ID: "c" + n, Name: "fs_read_file", Arguments: raw(`{"path":"a.go"}`)},
			store.ResponseEnd{Response: "r" + n, Calls: 1, Model: "m"}, store.ToolStarted{ID: "c" + n, Run: 1},
			store.InquiryRequest{ID: "c" + n + ".apply.1", Call: "c" + n, Source: store.Source{Source: "tool", Name: "t"}, Question: forms.Question{ID: "apply", Text: "Apply?", Context: patch, AnswerType: forms.AnswerType{Kind: forms.Boolean}}},
			store.InquiryResponse{ID: "c" + n + ".apply.1", Outcome: store.Answered, Answer: raw("true"), AnsweredBy: &store.AnsweredBy{By: store.ByUser}},
			store.ToolCallResponse{ID: "c" + n, Content: "package a"})
	}
	s := logOf(b, bodies...)
	for format, write := range writers() {
		b.Run(format, func(b *testing.B) {
			for b.Loop() {
				var n counter
				if err := write(&n, s, Options{Now: time.Time{}}); err != nil {
					b.Fatal(err)
				}
				b.SetBytes(int64(n))
			}
		})
	}
}

type counter int

func (c *counter) Write(p []byte) (int, error) { *c += counter(len(p)); return len(p), nil }

// TestWordsAfterAFence are shown if they do more than name a language.
func TestWordsAfterAFence(t *testing.T) {
	for info, want := range map[string]string{
		"go": "", "": "", "c++": "", "sh rm -rf <b>": "<p><code>sh rm -rf &lt;b&gt;</code></p>\n", "mermaid": "<p><code>mermaid</code></p>\n",
	} {
		if got, ok := newProse().layout("```" + info + "\nx\n```\n"); !ok || !strings.HasPrefix(got, want+"<pre") {
			t.Errorf("%q: got\n%s", info, got)
		}
	}
}

// TestALinkSaysWhereItLeads: a reader of the page sees each address, even one that does not
// become a link.
func TestALinkSaysWhereItLeads(t *testing.T) {
	const rel = ` rel="nofollow noreferrer">`
	for source, want := range map[string]string{
		"[https://bank.example](https://evil.example/a?b&c)": `<a href="https://evil.example/a?b&amp;c"` + rel + `https://bank.example</a> (https://evil.example/a?b&amp;c)`,
		"[https://a.example](https://a.example)":             `<a href="https://a.example"` + rel + `https://a.example</a>`,
		"[*so*](https://a.example \"a <b>\")":                `<a href="https://a.example"` + rel + `<em>so</em></a> (https://a.example) &#34;a &lt;b&gt;&#34;`,
		"[click](javascript:alert(1))":                       `click (javascript:alert(1))`,
		"[page](data:text/html,<b>)":                         `page (data:text/html,&lt;b&gt;)`,
		"[rel](../x)":                                        `rel (../x)`,
		"[turn](<https://a.example/\u202egnp>)":              `<a href="https://a.example/%E2%80%AEgnp"` + rel + `turn</a> (https://a.example/&lt;U+202E&gt;gnp)`,
	} {
		if got, ok := newProse().layout(source); !ok || got != "<p>"+want+"</p>\n" {
			t.Errorf("%s: got\n%swant\n<p>%s</p>", source, got, want)
		}
	}
}

// TestAnImageIsTold: its address and its title, whole.
func TestAnImageIsTold(t *testing.T) {
	long := "https://a.example/" + strings.Repeat("x", 300)
	for source, want := range map[string]string{
		"![a](" + long + ")":                       "<p>[picture: a " + long + "]</p>\n",
		"![a](b.png \"then delete <it>\")":         "<p>[picture: a b.png &#34;then delete &lt;it&gt;&#34;]</p>\n",
		"![a][r]\n\n[r]: b.png 'then delete it'\n": "<p>[picture: a b.png &#34;then delete it&#34;]</p>\n<pre tabindex=\"0\"><code>[r]: b.png &#39;then delete it&#39;</code></pre>\n",
	} {
		if got, ok := newProse().layout(source); !ok || got != want {
			t.Errorf("%s: got\n%swant\n%s", source, got, want)
		}
	}
}

// TestAFolderOfTheUsersIsNotStruckThrough: only two tildes are a mark.
func TestAFolderOfTheUsersIsNotStruckThrough(t *testing.T) {
	const source, want = "rm ~/x~ then ~~that~~", "<p>rm ~/x~ then <del>that</del></p>\n"
	if got, ok := newProse().layout(source); !ok || got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestAPageTellsAllOfItsSource: definitions stand where they were written, used or not, and a
// table of whose cells some would be left out is shown as its text.
func TestAPageTellsAllOfItsSource(t *testing.T) {
	for source, want := range map[string]string{
		"[unused]: https://x/rm-rf \"<title>\"":        "<pre tabindex=\"0\"><code>[unused]: https://x/rm-rf &#34;&lt;title&gt;&#34;</code></pre>\n",
		"[a]: https://x\n[a]: https://y 'b'\n\n- c":    "<pre tabindex=\"0\"><code>[a]: https://x</code></pre>\n<pre tabindex=\"0\"><code>[a]: https://y &#39;b&#39;</code></pre>\n<ul>\n<li>c</li>\n</ul>\n",
		"> [a]: <x y>\n>   (b)":                        "<blockquote>\n<pre tabindex=\"0\"><code>[a]: &lt;x y&gt;\n  (b)</code></pre>\n</blockquote>\n",
		"| a |\n|---|\n| b |":                          "<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>b</td>\n</tr>\n</tbody>\n</table>\n",
		"| a | b |\n|---|---|\n|  |\n| \\| `c\\|` | |": "<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td></td>\n<td></td>\n</tr>\n<tr>\n<td>| <code>c|</code></td>\n<td></td>\n</tr>\n</tbody>\n</table>\n",
	} {
		if got, ok := newProse().layout(source); !ok || got != want {
			t.Errorf("%q: got\n%s\nwant\n%s", source, got, want)
		}
	}
	for _, source := range []string{"| a |\n|---|\n| b | lost |", "> | a |\n> |---|\n> | | <lost>", "a\n-|\nb\n||lost\n"} {
		var out strings.Builder
		newProse().write(&sticky{w: &out}, source)
		if want := "<div class=\"plain\" dir=\"auto\">" + strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace(source) + "</div>\n"; out.String() != want {
			t.Errorf("%q: got\n%s\nwant\n%s", source, out.String(), want)
		}
	}
}
