package rules

import (
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// costly holds lines that are slow to read for their length, some of them longer than what
// is read.
func costly(most int) map[string]string {
	most -= 100
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
		"printed":       "echo '" + repeat("rm;") + "' | sh",
		"documents":     "sh <<'E'\n" + repeat("sh <<'F'\nls\nF\n") + "E\n",
		"fed":           strings.Repeat("echo 'ls;rm' | sh;", min(100, most/18)),
		"values":        "git -c " + repeat("a=") + " x",
		"nested":        "git bisect run " + repeat("'a;b' "),
		"much":          strings.Repeat("rm -rf /; ", 500_000),
		"much of one":   strings.Repeat("a", 5_000_000),
		"stars":         repeat("*"),
		"braces":        repeat("{a,"),
		"comments":      repeat("#\n"),
		"redirections":  repeat(">a "),
	}
}

// TestHostileLinesCostLittle: a line four times as long takes four times as many pieces of
// memory, and not more, as one would whose cost grows with the square of its length; none
// takes more than a hundred a byte, and none is allowed. How long the longest take is
// BenchmarkHostileLines.
func TestHostileLinesCostLittle(t *testing.T) {
	set := thousand(t)
	pieces := func(line string) float64 { // no test of this package runs beside another
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		got := Decide(set, Call{Tool: commandTool, Root: root, Command: line}, Facts{})
		runtime.ReadMemStats(&after)
		if got.Verdict == Allowed {
			t.Errorf("%s is allowed", excerpt(line))
		}
		return float64(after.Mallocs - before.Mallocs)
	}
	pieces("none") // the tables are read with the first
	short, long := costly(longest/16), costly(longest/4)
	for name := range long {
		few, many := pieces(short[name]), pieces(long[name])
		if most := 100*float64(min(len(long[name]), longest)) + 20_000; many > most {
			t.Errorf("%s took %.0f pieces of memory, %.1f a byte", name, many, many/float64(len(long[name])))
		}
		if many > 4.4*few+2_000 {
			t.Errorf("%s took %.0f pieces of memory, and four times as long %.0f", name, few, many)
		}
	}
}

// TestHostileLinesTakeLittleTime: the work that needs no memory is bounded too. What is
// compared is the processor's time, of which a line of a quarter of the length takes a
// tenth of a second, and one whose cost grows with the square of its length took twenty.
func TestHostileLinesTakeLittleTime(t *testing.T) {
	const most = 3 * time.Second
	set := thousand(t)
	for name, line := range costly(longest / 4) {
		before := spent(t)
		Decide(set, Call{Tool: commandTool, Root: root, Command: line}, Facts{})
		if took := spent(t) - before; took > most {
			t.Errorf("%s took %s", name, took)
		}
	}
}

// spent is the processor's time that this process has taken.
func spent(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkHostileLines is how long they take: none more than a third of a second.
func BenchmarkHostileLines(b *testing.B) {
	set := thousand(b)
	for name, line := range costly(longest) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Decide(set, Call{Tool: commandTool, Root: root, Command: line}, Facts{})
			}
		})
	}
}
