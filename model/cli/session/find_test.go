package session

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/config"
	"parley/model/cli/process"
)

// TestNoProgramOfTheWorkspaceIsStarted for the user: not as an editor, and not for
// a key.
func TestNoProgramOfTheWorkspaceIsStarted(t *testing.T) {
	work, ours := t.TempDir(), t.TempDir()
	put := func(name, line string) {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte("#!/bin/sh\n"+line+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, dir := range []string{work, filepath.Join(work, "bin")} {
		for _, name := range []string{"ed", "vault", "sh"} {
			put(filepath.Join(dir, name), `echo evil | tee "$1"`)
		}
	}
	put(filepath.Join(ours, "ed"), `echo good > "$1"`)
	put(filepath.Join(ours, "vault"), `echo good`)
	path := strings.Join([]string{"", ".", "bin", filepath.Join(work, "bin"), ours, os.Getenv("PATH")}, ":")
	t.Setenv("PATH", path)
	t.Chdir(work)
	p := &process.Program{Dir: work, Env: []string{"PATH=" + path, "SECRET=s"}}
	e := &process.Editing{Prog: p, Line: "ed", Text: "text", Suffix: ".md"}
	if err := e.Run(); err != nil || e.Text != "good\n" {
		t.Errorf("the editor wrote %q, %v", e.Text, err)
	}
	for _, c := range []struct {
		cmd         config.Command
		want, fault string
	}{
		{config.Command{Argv: []string{"vault"}}, "good", ""},
		{config.Command{Line: "vault x"}, "good", ""},
		{config.Command{Argv: []string{filepath.Join(ours, "vault")}}, "good", ""},
		{config.Command{Argv: []string{"bin/vault"}}, "", `the api_key_cmd of x: "bin/vault" would be looked for in the workspace; give its whole path, or its name alone`},
		{config.Command{Argv: []string{"no-such"}}, "", `the api_key_cmd of x: "no-such" is in no folder that PATH names by a whole path outside of the workspace`},
	} {
		got, err := keyFrom(context.Background(), p, "x", c.cmd)
		fault := ""
		if err != nil {
			fault = err.Error()
		}
		if got != c.want || fault != c.fault {
			t.Errorf("%+v: %q, %q", c.cmd, got, fault)
		}
	}
}
