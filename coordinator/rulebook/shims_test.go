package rulebook

import (
	"os"
	"path/filepath"
	"testing"

	"parley/coordinator/rules"
)

// TestWhatAManagerOfVersionsStarts: a rule for a program that such a manager starts holds while the
// files of the workspace name no more than versions for it.
func TestWhatAManagerOfVersionsStarts(t *testing.T) {
	const why = "the rule run_command(jq .) does not cover it: a manager of versions starts jq, and a file of the workspace may name another program for it"
	for name, c := range map[string]struct {
		files map[string]string
		ask   bool
	}{
		"nothing":             {nil, false},
		"versions":            {map[string]string{".tool-versions": "# tools\njq 1.7.1 system # this one\ngolang 1.26.8\n", ".python-version": "3.12.1\n"}, false},
		"a folder":            {map[string]string{".tool-versions": "jq 1.7.1\njq path:./evil\n"}, true},
		"a commit":            {map[string]string{".tool-versions": "jq ref:main\n"}, true},
		"a place":             {map[string]string{".tool-versions": "ubi:evil/jq 1\n"}, true},
		"a way up":            {map[string]string{".jq-version": "../../evil\n"}, true},
		"a name that goes up": {map[string]string{".jq-version": "..\n"}, true},
		"settings of mise":    {map[string]string{"mise.toml": ""}, true},
		"settings of aqua":    {map[string]string{"aqua.yaml": ""}, true},
		"settings of proto":   {map[string]string{".prototools": ""}, true},
	} {
		b, _ := place(t, c.files, "allow run_command(jq .)")
		home := t.TempDir()
		for _, file := range []string{"mise", "shims/jq", "bin/jq", "plain/jq"} {
			at := filepath.Join(home, file)
			if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
				t.Fatal(err)
			}
			var err error
			if file == "bin/jq" {
				err = os.Symlink(filepath.Join(home, "mise"), at)
			} else {
				err = os.WriteFile(at, []byte("#!/bin/sh\n"), 0o755)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		for _, dir := range []string{"shims", "bin", "plain"} {
			b.o.Path = filepath.Join(home, dir)
			r := b.one(t, "run_command", `{"command":"jq ."}`)
			if asked := r.Verdict != rules.Allowed; asked != (c.ask && dir != "plain") || asked && r.Why != why {
				t.Errorf("%s, in %s: %v, %s", name, dir, r.Verdict, r.Why)
			}
		}
	}
}
