package export

import (
	"html"
	"regexp"
	"strings"
	"testing"
)

func TestDiff(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"a removed line like the name of a file", "--- a\n+++ b\n@@ -1,2 +1,2 @@\n--- x\n+++ y\n z\n--- c",
			"[file]--- a|[file]+++ b|[hunk]@@ -1,2 +1,2 @@|[del]--- x|[add]+++ y| z|[file]--- c"},
		{"what hides is shown", "@@ -1 +1 @@\n-a\u202eb \n+\t\n", "[hunk]@@ -1 +1 @@|[del]-a<U+202E>b␠|[add]+␉|[file]"},
		{"an empty line of both sides", "@@ -1,2 +1,3 @@\n \n\n+\n", "[hunk]@@ -1,2 +1,3 @@| ||[add]+|[file]"},
		{"more lines than promised", "@@ -1 +1 @@\n-a\n+b\n+c\n", "[hunk]@@ -1 +1 @@|[del]-a|[add]+b|[file]+c|[file]"},
		{"lines that look the same", "@@ -1 +1 @@\n-\tb\n+        b", "[hunk]@@ -1 +1 @@|[del]-␉b|[add]+        b"},
		{"no numbers", "@@ what\n+a", "[hunk]@@ what|[file]+a"},
	} {
		got := diffHTML(c.in)
		got = strings.TrimSuffix(strings.TrimPrefix(got, `<pre class="diff" tabindex="0"><code>`), "</code></pre>\n")
		got = regexp.MustCompile(`<span class="([a-z]+)">`).ReplaceAllString(got, "[$1]")
		got = strings.ReplaceAll(html.UnescapeString(strings.ReplaceAll(got, "</span>", "")), "\n", "|")
		if got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}
