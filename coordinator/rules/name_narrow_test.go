package rules

import (
	"fmt"
	"testing"
)

// TestNamesOnlyNarrow: a name that merely resembles a known one may be another program, and is
// never covered where an unknown name would not be.
func TestNamesOnlyNarrow(t *testing.T) {
	unheardof := map[string]Verdict{}
	for _, form := range []string{"%s2", "%s.real", "g%s"} {
		for name, rows := range tablesOf().flags {
			like := fmt.Sprintf(form, name)
			if tablesOf().family(like) != name || len(tablesOf().flags[like]) > 0 || name == "[" {
				continue
			}
			subs := map[string]bool{"": true}
			for _, row := range rows {
				if len(row.sub) == 1 {
					subs[" "+row.sub[0]] = true
				}
			}
			for sub := range subs {
				for _, words := range []string{"", " -n", " -v a", " --quiet", " -n 1 a", " a", " 1p", " /x/p a", " /etc/passwd", " @a", " +x", " a && cat b"} {
					if _, done := unheardof[sub+words]; !done {
						unheardof[sub+words] = named(t, "unheardof", sub, words)
					}
					if named(t, like, sub, words) == Allowed && unheardof[sub+words] != Allowed {
						t.Errorf("%s is allowed", like+sub+words)
					}
				}
			}
		}
	}
}

// named is what happens to a command with a rule for any words behind its name and subcommand.
func named(t *testing.T, name, sub, words string) Verdict {
	t.Helper()
	if sub == " *" {
		sub = " unknown"
	}
	set := rulesOf(t, "run_command("+name+sub+" *) ;; run_command(cat *)")
	return world(set, Call{Tool: commandTool, Command: name + sub + words, Root: root}).Verdict
}
