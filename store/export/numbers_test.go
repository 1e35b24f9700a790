package export

import (
	"strings"
	"testing"
)

// TestNumbersAreThoseThatWereWritten: viewers count, so a list ends where they would be wrong.
func TestNumbersAreThoseThatWereWritten(t *testing.T) {
	for _, c := range []struct{ source, md, page string }{
		{"1. a\n2. b", "1. a\n2. b", "<ol>\n<li>a</li>\n<li>b</li>\n</ol>\n"},
		{"1. a\n1. b\n1. c", "1. a\n1. b\n1. c", "<ol>\n<li>a</li>\n<li>b</li>\n<li>c</li>\n</ol>\n"},
		{"1) keep\n7) delete\n8) c\n3) d", "1) keep\n7. delete\n8. c\n3) d",
			"<ol>\n<li>keep</li>\n</ol>\n<ol start=\"7\">\n<li>delete</li>\n<li>c</li>\n</ol>\n<ol start=\"3\">\n<li>d</li>\n</ol>\n"},
		{"1. a\n7. b\n2) c", "1. a\n7) b\n2. c", "<ol>\n<li>a</li>\n</ol>\n<ol start=\"7\">\n<li>b</li>\n</ol>\n<ol start=\"2\">\n<li>c</li>\n</ol>\n"},
		{"> - 1. a\n>   5. b", "> - 1. a\n>   5) b", "<blockquote>\n<ul>\n<li>\n<ol>\n<li>a</li>\n</ol>\n<ol start=\"5\">\n<li>b</li>\n</ol>\n</li>\n</ul>\n</blockquote>\n"},
		{"```\n1. a\n7. b\n```", "```\n1. a\n7. b\n```", "<pre tabindex=\"0\"><code>1. a\n7. b</code></pre>\n"},
	} {
		if got, want := markdownQuote(c.source, newParser()), "> "+strings.ReplaceAll(c.md, "\n", "\n> ")+"\n"; got != want {
			t.Errorf("%q: got\n%s\nwant\n%s", c.source, got, want)
		}
		if got, ok := newProse().layout(c.source); !ok || got != c.page {
			t.Errorf("%q: got\n%s\nwant\n%s", c.source, got, c.page)
		}
	}
	const unclear = "   >\t1. 5. a"
	if got, want := markdownQuote(unclear, newParser()), ">    >    1. 5. a\n"; got != want { // with blanks it is clear
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got, ok := newProse().layout(unclear); ok {
		t.Errorf("%q is laid out: %s", unclear, got)
	}
}

// TestNumbersBehindHTML: what becomes a list once the HTML around it is spelled out.
func TestNumbersBehindHTML(t *testing.T) {
	if got, want := markdownQuote("<div>\n1. a\n7. b", newParser()), "> \\<div>\n> 1. a\n> 7) b\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
