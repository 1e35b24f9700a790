package stage

import (
	"fmt"
	"os"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"parley/providers"
	"parley/providers/script"
	"parley/teatest/fakeserver/server"
)

func serve(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: serve FILE…")
	}
	var scenarios []script.Scenario
	for _, file := range args {
		s, err := script.Parse(file, []byte(ts.ReadFile(file)))
		ts.Check(err)
		scenarios = append(scenarios, s)
	}
	s, err := server.Open(server.Options{Key: ts.Getenv("WANTED_KEY")}, scenarios...)
	ts.Check(err)
	ts.Defer(func() { ts.Check(s.Close()) })
	stageOf(ts).server = s
	name := "fake"
	if known, ok := providers.Lookup(scenarios[0].Server); ok {
		name = known.Name
	}
	ts.Setenv("PARLEY_PROVIDERS__LLM__"+strings.ToUpper(name)+"__BASE_URL", s.URL)
	ts.Setenv("PARLEY_ASSISTANT__MODEL__ID", name+"/"+scenarios[0].Model)
}

// bodies writes what was sent, one request per line.
func bodies(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: bodies TO")
	}
	var b strings.Builder
	for _, r := range server.Asked(stageOf(ts).server.Requests()) {
		b.Write(r.Body)
		b.WriteString("\n")
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(b.String()), 0o600))
}

func requests(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: requests TO")
	}
	var b strings.Builder
	for _, r := range server.Asked(stageOf(ts).server.Settled()) {
		fmt.Fprintf(&b, "%s %s %s %d", r.Method, r.Path, r.Model, r.Status)
		if r.Fault != "" {
			fmt.Fprintf(&b, " fault %s", r.Fault)
		}
		if r.Refused != "" {
			fmt.Fprintf(&b, " refused: %s", r.Refused)
		}
		b.WriteString("\n")
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(b.String()), 0o600))
}
