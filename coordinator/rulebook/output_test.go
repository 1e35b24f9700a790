package rulebook

import (
	"os"
	"path/filepath"
	"testing"

	"parley/coordinator/rules"
)

// TestWhereGoWritesWhatItHasBuilt: a program that go build makes is written through no
// link, whatever the rule spells; other commands of go write none.
func TestWhereGoWritesWhatItHasBuilt(t *testing.T) {
	const asked = "the rule run_command(go build ./...) does not cover it: go may write through a link in the root of the workspace, which leads to no file, an empty one or a program"
	const allowed = "allowed by the rule run_command(go build ./...)"
	for _, c := range []struct{ name, file, text, why string }{
		{"nothing", "", "", asked},
		{"an empty file", "to", "", asked},
		{"a program", "to", "\x7fELF\x02\x01", asked},
		{"a program of another system", "to", "\xcf\xfa\xed\xfe\x07", asked},
		{"one of Windows", "to", "MZ\x90", asked},
		{"an archive", "to", "!<arch>\nx", asked},
		{"a text", "to", "é text\n", allowed},
		{"a script", "to", "#!/bin/sh\n", allowed},
		{"a folder", "to/x", "x", allowed},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, dir := place(t, map[string]string{"go.mod": "module x\n"}, "allow run_command(go build ./...)", "allow run_command(go vet ./...)")
			outside := t.TempDir()
			if c.file != "" {
				file := filepath.Join(outside, c.file)
				if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(c.text), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.Symlink(filepath.Join(outside, "to"), filepath.Join(dir, "x")); err != nil {
				t.Fatal(err)
			}
			if r := b.one(t, "run_command", `{"command":"go build ./..."}`); r.Why != c.why {
				t.Errorf("%s: %s", r.Verdict, r.Why)
			}
			if r := b.one(t, "run_command", `{"command":"go vet ./..."}`); r.Verdict != rules.Allowed {
				t.Errorf("go vet: %s", r.Why)
			}
		})
	}
}
