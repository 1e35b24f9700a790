package cli

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/config"
)

func TestOwnPath(t *testing.T) {
	base := t.TempDir()
	work, out := filepath.Join(base, "work"), filepath.Join(base, "out")
	for _, dir := range []string{filepath.Join(work, "bin"), out, filepath.Join(base, "work-too")} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{filepath.Join(out, "door"): filepath.Join(work, "bin"), filepath.Join(base, "alias"): work} {
		if err := os.Symlink(to, link); err != nil {
			t.Fatal(err)
		}
	}
	for _, dir := range []string{work, filepath.Join(base, "alias")} {
		list := strings.Join([]string{"", ".", "bin", "../out", work, filepath.Join(work, "bin"), filepath.Join(work, "none"), filepath.Join(out, "door"),
			filepath.Join(out, "..", "work", "bin"), out, filepath.Join(base, "work-too"), "/nowhere"}, ":")
		want := strings.Join([]string{out, filepath.Join(base, "work-too"), "/nowhere"}, ":")
		got := ownPath(list, dir)
		if dir != work { // of what is not there nobody knows where it leads
			want = strings.Join([]string{filepath.Join(work, "none"), want}, ":")
		}
		if got != want {
			t.Errorf("in %s\ngot  %s\nwant %s", dir, got, want)
		}
	}
}

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
	p := &Program{Dir: work, Env: []string{"PATH=" + path, "SECRET=s"}}
	e := &editing{prog: p, line: "ed", text: "text", suffix: ".md"}
	if err := e.Run(); err != nil || e.text != "good\n" {
		t.Errorf("the editor wrote %q, %v", e.text, err)
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
		got, err := p.keyFrom(context.Background(), "x", c.cmd)
		fault := ""
		if err != nil {
			fault = err.Error()
		}
		if got != c.want || fault != c.fault {
			t.Errorf("%+v: %q, %q", c.cmd, got, fault)
		}
	}
}

// TestTheEditorsFileIsOurs: in a folder of its own that nobody else can read, and
// gone afterwards.
func TestTheEditorsFileIsOurs(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	p := &Program{Dir: t.TempDir(), Env: []string{"PATH=" + os.Getenv("PATH")}}
	var dirs []string
	for range 2 {
		e := &editing{prog: p, line: `f() { { dirname "$1"; ls -ld "$(dirname "$1")" "$1" | cut -c1-10; } > "$1.out"; cat "$1.out" > "$1"; }; f`, text: "secret", suffix: ".md"}
		if err := e.Run(); err != nil {
			t.Fatal(err)
		}
		dir, modes, _ := strings.Cut(e.text, "\n")
		if filepath.Dir(dir) != temp || modes != "drwx------\n-rw-------\n" {
			t.Errorf("%s: %q", dir, modes)
		}
		dirs = append(dirs, dir)
	}
	if dirs[0] == dirs[1] {
		t.Errorf("twice the same folder: %s", dirs[0])
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}
