package stage

import (
	"fmt"
	"os"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

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
	ts.Setenv("PARLEY_PROVIDERS__LLM__FAKE__BASE_URL", s.URL)
	ts.Setenv("PARLEY_ASSISTANT__MODEL__ID", "fake/"+scenarios[0].Model)
}

func requests(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: requests TO")
	}
	var b strings.Builder
	for _, r := range stageOf(ts).server.Requests() {
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
