package rules

import (
	"strings"
	"testing"
)

// costly are lines of the length that is read, and some that are longer, made so that
// reading them may take long.
func costly() map[string]string {
	most := longest - 100
	repeat := func(s string) string { return strings.Repeat(s, most/len(s)) }
	return map[string]string{
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
	}
}

// TestHostileLinesCostLittle: none takes more pieces of memory than a hundred a byte, as
// one would whose cost grows with the square of its length, and none is allowed. How
// long they take is BenchmarkHostileLines.
func TestHostileLinesCostLittle(t *testing.T) {
	set := thousand(t)
	for name, line := range costly() {
		var got Result
		pieces := testing.AllocsPerRun(1, func() {
			got = Decide(set, Call{Tool: commandTool, Root: root, Command: line}, Facts{})
		})
		if most := 100*float64(min(len(line), longest)) + 20_000; pieces > most {
			t.Errorf("%s took %.0f pieces of memory, %.1f a byte", name, pieces, pieces/float64(len(line)))
		}
		if got.Verdict == Allowed {
			t.Errorf("%s is allowed", name)
		}
	}
}

// BenchmarkHostileLines is how long they take: none more than a third of a second.
func BenchmarkHostileLines(b *testing.B) {
	set := thousand(b)
	for name, line := range costly() {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Decide(set, Call{Tool: commandTool, Root: root, Command: line}, Facts{})
			}
		})
	}
}
