package rules

import (
	"strings"
	"testing"
)

// TestWhatMayChangeFiles: a line may change files unless everything in it is known to only read.
func TestWhatMayChangeFiles(t *testing.T) {
	facts := Facts{Programs: map[string]Program{"mine": {InWorkspace: true}}}
	for _, name := range strings.Fields("cat grep sort git ls sed sleep timeout env mv tee tar mkdir touch rm find go awk sh mytool tail") {
		facts.Programs[name] = Program{}
	}
	for line, want := range map[string]bool{
		"cat a":                           false,
		"cat a | grep b | sort":           false,
		"git log -1 && ls docs":           false,
		"git status --short":              false,
		"sed -n 1,5p a":                   false,
		"echo hi":                         false,
		"sleep 1; true":                   false,
		"cat a 2>&1 >/dev/null":           false,
		"cat < a":                         false,
		"test -f a && pwd":                false,
		"timeout 5 cat a":                 false,
		"./bin/cat a":                     true, // what it is does not follow from its name
		"/bin/cat a":                      true,
		"mine a":                          true,
		"nobody-looked a":                 true,
		"head a":                          true, // nor did anybody look here
		"PATH=bin cat a":                  true,
		"timeout 5 mine a":                true,
		"nice cat a":                      true,
		"mv a b":                          true,
		"cat a && mv a b":                 true,
		"cat a | tee b":                   true,
		"sort -o a b":                     true,
		"sed -i s/a/b/ c":                 true,
		"git checkout x":                  true,
		"git log --output=a":              true,
		"tar xf a":                        true,
		"mkdir k":                         true,
		"touch a":                         true,
		"echo hi > a":                     true,
		"cat a >> b":                      true,
		"cat a >& b":                      true,
		"{ cat a; } > b":                  true,
		"echo $(rm a)":                    true,
		"env mv a b":                      true,
		"timeout 5 rm a":                  true,
		"sh -c 'rm a'":                    true,
		"find . -delete":                  true,
		"find . -exec rm {} +":            true,
		"eval rm a":                       true,
		"cd a && ls":                      true, // what is left out of account is not known to only read
		"go test ./...":                   true,
		"./x":                             true,
		"mytool":                          true,
		"$X a":                            true,
		"cat 'a":                          true, // cannot be read
		"awk 'BEGIN{system(\"rm a\")}' b": true,
		"":                                false,
	} {
		got := readLine(line).changes(facts)
		if got != want {
			t.Errorf("%s: %v, not %v", line, got, want)
		}
	}
}

// TestWhatNeedsNoProgramOfTheWorkspace: a line needs none if rules allow it and tables describe all
// its commands.
func TestWhatNeedsNoProgramOfTheWorkspace(t *testing.T) {
	const held = "run_command(cat *) ;; run_command(git status *) ;; run_command(git fetch) ;; run_command(go vet *) ;; run_command(go build ./...) ;; run_command(go test *) ;; run_command(mytool) ;; run_command(npm test) ;; run_command(mkdir a)"
	for line, want := range map[string]bool{
		"cat a": true, "git status -s | cat": true, "go vet ./...": true, "go build ./...": true, "mkdir a": true, "timeout 5 go vet ./...": true,
		"go test ./...": false, "go vet ./... && go test ./...": false, "npm test": false, "mytool": false, "git fetch": false, "cat /etc/passwd": false, "ls": false,
	} {
		got := world(rulesOf(t, held), Call{Tool: commandTool, Command: line, Root: "/w"})
		if got.Listed != want {
			t.Errorf("%s: %v, not %v", line, got.Listed, want)
		}
	}
}

// TestWhatAnotherPartWouldLend: what variables name in the workspace is left out for a line of listed
// commands. A part of which a rule spells every word does not bring it back for them.
func TestWhatAnotherPartWouldLend(t *testing.T) {
	const held = "run_command(rg *) ;; run_command(echo *) ;; run_command(git fetch) ;; run_command(mytool) ;; run_command(npm test) ;; run_command(go test *)"
	const lent = "rg would find programs and settings where your variables name the workspace, as another part of the line needs them; it is covered only without that part"
	for line, want := range map[string]string{
		"rg x; git fetch": lent, "git fetch && rg x | rg y": lent, "timeout 5 rg x; git fetch": lent,
		"rg x | rg y": "", "git fetch": "", "echo x; git fetch": "", "rg x; npm test": "", "go test ./... | rg x": "",
	} {
		wantLent(t, held, line, want, false)
	}
}

// wantLent decides about a line where variables name places in the workspace and where none does:
// only the first has the reason why it is not covered, "" for none.
func wantLent(t *testing.T, held, line, want string, unset bool) {
	t.Helper()
	for _, lends := range []bool{true, false} {
		facts := Facts{Paths: map[string]Place{}, Programs: map[string]Program{}, Configs: map[string]Config{}, Lends: lends, Unset: unset}
		call := Call{Tool: commandTool, Command: line, Root: "/w"}
		got := Decide(rulesOf(t, held), call, facts)
		for ; !got.Wants.Empty(); got = Decide(rulesOf(t, held), call, facts) {
			know(facts, got.Wants)
		}
		why := want
		if !lends {
			why = ""
		}
		if got.Verdict == Allowed && why != "" || got.Verdict != Allowed && got.Why != why {
			t.Errorf("%s, %v: %s, %s", line, lends, got.Verdict, got.Why)
		}
	}
}

// TestWhatAnotherProgramBrings: what another program runs gets what its variables name in the workspace,
// also where each command of a line is listed.
func TestWhatAnotherProgramBrings(t *testing.T) {
	const held = "run_command(rg *) ;; run_command(echo *) ;; run_command(mytool) ;; run_command(npm test)"
	const brought = "rg would find programs and settings where the variables of the program that asks name the workspace, or take flags for files"
	for line, want := range map[string]string{"rg x": brought, "rg x | rg y": brought, "echo x": "", "mytool": "", "npm test; rg x": ""} {
		wantLent(t, held, line, want, true)
	}
}

// TestOnlyWhatARuleAllowsOnlyReads: of what a person has to allow nobody knows what it does.
func TestOnlyWhatARuleAllowsOnlyReads(t *testing.T) {
	for line, want := range map[string]bool{"cat a": false, "cat a | tee b": true, "ls": true, "mv a b": true, "cat /etc/passwd": true} {
		got := world(rulesOf(t, "run_command(cat *) ;; run_command(tee b) ;; run_command(mv a b)"), Call{Tool: commandTool, Command: line, Root: "/w"})
		if got.Changes != want {
			t.Errorf("%s: %v, not %v", line, got.Changes, want)
		}
	}
}

// TestAPathTooLongToLookUp: a program such as mkdir goes a long way part by part, through a link
// at its end. What is no path may be as long.
func TestAPathTooLongToLookUp(t *testing.T) {
	way := strings.Repeat("./", longestPath/2)
	facts := Facts{Programs: map[string]Program{"mkdir": {}, "ls": {}, "echo": {}, "grep": {}}, Paths: map[string]Place{"link/x": Elsewhere, "x": Inside}}
	var held []Held
	for _, rule := range []string{"mkdir *", "ls *", "echo *", "grep *"} {
		r, err := Parse(Allow, "run_command("+rule+")")
		if err != nil {
			t.Fatal(err)
		}
		held = append(held, Held{Rule: r, Kind: Allow})
	}
	for line, want := range map[string]Verdict{
		"mkdir -p " + way + "link/x": Asked,
		"mkdir -p " + way + "x":      Asked,
		"ls " + way[2:] + "x":        Allowed,
		"echo a" + way:               Allowed,
		"grep 'a" + way + "' x":      Allowed,
	} {
		if got := Decide(NewSet(held, Here{}), Call{Tool: commandTool, Root: root, Command: line}, facts).Verdict; got != want {
			t.Errorf("%s…%s: %v, not %v", line[:8], line[len(line)-6:], got, want)
		}
	}
}
