package rules

import (
	"strings"
	"testing"
	"time"
)

// TestHostileLinesCostLittle: no line of the length that is read, and none that is
// longer, takes long with rules of every kind. The limit is far above what any takes,
// and far below what one costs that grows with the square of its length.
func TestHostileLinesCostLittle(t *testing.T) {
	set := thousand(t)
	most := longest - 100
	repeat := func(s string) string { return strings.Repeat(s, most/len(s)) }
	for name, line := range map[string]string{
		"parentheses":   repeat("("),
		"arithmetic":    strings.Repeat("$((", 40) + "1" + strings.Repeat("))", 40),
		"double":        strings.Repeat("((", 60) + "ls" + strings.Repeat("))", 60),
		"substitutions": strings.Repeat("\"$(", 60) + "ls" + strings.Repeat(")\"", 60),
		"if":            repeat("if "),
		"ifs":           repeat("if ls; then "),
		"case":          repeat("case x in x) "),
		"not":           repeat("! "),
		"while":         repeat("while "),
		"expansions":    repeat("${x:-"),
		"here":          repeat("<<a "),
		"backslashes":   repeat(`\`),
		"quotes":        repeat(`""`),
		"backquotes":    repeat("`"),
		"and":           repeat("a&&"),
		"pipes":         repeat("a|"),
		"words":         "sudo " + repeat("a "),
		"flags":         "git " + repeat("-ab "),
		"letters":       "git -" + repeat("abcdefghijklmnopqrstuvwxyz"),
		"long flags":    "git push " + repeat("--a0 --b1 --c2 --d3 "),
		"paths":         "git log -- docs/1 " + repeat("a/b "),
		"one path":      "git log -- docs/1 " + repeat("a/"),
		"pieces":        "git log -- docs/1 " + repeat("a:"),
		"dots":          "git log -- docs/1 " + repeat("../"),
		"lines in it":   "sh -c '" + repeat("sh -c \"ls; rm\"; ") + "'",
		"much":          strings.Repeat("rm -rf /; ", 500_000),
		"much of one":   strings.Repeat("a", 5_000_000),
		"stars":         repeat("*"),
		"braces":        repeat("{a,"),
		"comments":      repeat("#\n"),
		"redirections":  repeat(">a "),
	} {
		began := time.Now()
		got := Decide(set, Call{Tool: commandTool, Root: root, Command: line}, Facts{})
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("%s took %s", name, took)
		} else {
			t.Logf("%-14s %-5s %s: %s", name, got.Verdict, took, excerpt(got.Why))
		}
		if got.Verdict == Allowed {
			t.Errorf("%s is allowed", name)
		}
	}
}
