package teatest

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// TestACommandCannotReadTheKeys from its own environment, from that of the program, or
// from the program's memory.
func TestACommandCannotReadTheKeys(t *testing.T) {
	base, err := os.MkdirTemp(enterable(t), "parley-keys-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(base); err != nil {
			t.Error(err)
		}
	})
	program, work := filepath.Join(base, "parley"), filepath.Join(base, "work")
	copyFile(t, Build(t), program)
	const scenario = `[[answer]]
[[answer.call]]
name = "run_command"
arguments = { command = "./look > got 2>&1" }
[[answer]]
text = "Done."
`
	if err := os.MkdirAll(filepath.Join(work, ".parley", "scenarios"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(work, ".parley", "scenarios", "keys.toml"), []byte(scenario), 0o600); err != nil {
		t.Fatal(err)
	}
	const look = `#!/bin/sh
env
p=$PPID
while [ "$p" -gt 1 ]; do
	cat /proc/$p/environ
	head -c 1 /proc/$p/mem
	p=$(sed -n 's/^PPid:[[:space:]]*//p' /proc/$p/status)
done
true
`
	if err := os.WriteFile(filepath.Join(work, "look"), []byte(look), 0o700); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "run", "-m", "script/keys", "-c", `conversation.tools."*".run=unattended`,
		"-c", `conversation.tools.run_command.environment=["GIVEN_TOKEN"]`, "go")
	cmd.Dir = work
	cmd.Env = append(Environment(filepath.Join(base, "home")), "TMPDIR="+base, "OPENAI_API_KEY=sk-secret-1", "PGPASSWORD=sk-secret-2", "GIVEN_TOKEN=yes", "TMUX=sk-secret-3")
	if os.Getuid() == 0 { // a user who may read everything proves nothing
		const nobody = 65534
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		err := filepath.WalkDir(base, func(path string, _ os.DirEntry, err error) error {
			if err != nil {
				return err
			}
			return os.Chown(path, nobody, nobody)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if out, err := cmd.CombinedOutput(); err != nil || !strings.HasSuffix(string(out), "Done.\n") {
		t.Fatalf("%v: %s", err, out)
	}
	data, err := os.ReadFile(filepath.Join(work, "got"))
	if err != nil {
		t.Fatal(err)
	}
	if found := regexp.MustCompile(`sk-secret-\d`).Find(data); found != nil {
		t.Errorf("a command has read %s:\n%s", found, data)
	}
	proc := fmt.Sprintf("/proc/%d/", cmd.Process.Pid)
	for _, want := range []string{`(?m)^GIVEN_TOKEN=yes$`, proc + `environ: Permission denied`, proc + `mem' for reading: Permission denied`} {
		if !regexp.MustCompile(want).Match(data) {
			t.Errorf("%s is not in:\n%s", want, data)
		}
	}
}

// enterable is a folder for temporary ones that every user can enter: if the test has all
// rights, the program runs as another user.
func enterable(t *testing.T) string {
	t.Helper()
	for _, dir := range []string{os.TempDir(), "/tmp", "/var/tmp"} {
		open := true
		for at := dir; ; at = filepath.Dir(at) {
			info, err := os.Stat(at)
			if open = open && err == nil && info.Mode().Perm()&0o001 != 0; !open || at == filepath.Dir(at) {
				break
			}
		}
		if open || os.Getuid() != 0 {
			return dir
		}
	}
	t.Fatal("there is no folder for temporary ones that every user can go into")
	return ""
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	in, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o700)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(out, in); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
}
