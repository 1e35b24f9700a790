package rules

import "testing"

// TestScriptsThatOnlyPrint: only sed scripts that print lines or leave them out are taken,
// and nothing that a line break or a semicolon adds.
func TestScriptsThatOnlyPrint(t *testing.T) {
	for script, want := range map[string]bool{
		"5p": true, "1,5p": true, "1,+3p": true, "$d": true, "2!p": true, "/a b/,$p": true, "/^x/=": true, "10q": true,
		"": false, "p": false, "1": false, "1p\ne": false, "1p;e": false, "1e": false, "1w x": false, "1,p": false, "//p": false,
		"/a\\/e/p": false, "/[/]/p": false, "1q5": false, "1pe": false, "+3p": false, "s/a/b/": false,
	} {
		if printsLines(script) != want {
			t.Errorf("%q: %t", script, !want)
		}
	}
}
