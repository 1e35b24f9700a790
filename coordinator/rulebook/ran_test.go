package rulebook

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// hidden is what nothing may print. It stands in no name of a file or process.
const hidden = "kept+outside+of+it"

// hostileWorkspace is a workspace whose names are flags and programs, beside a folder that
// nothing may read or change.
func hostileWorkspace(t *testing.T, lines ...string) (b *Book, dir, outside string) {
	t.Helper()
	outside = t.TempDir()
	note := "#!/bin/sh\necho ran >>'" + filepath.Join(outside, "note") + "'\n"
	files := map[string]string{"AGENTS.md": "a\n", "-exec": "a\n", "--output=x": "a\n", "-i": "a\n", "a b": "a\n", "*": "a\n", "sub/in": "a\n", "$(evil)": "a\n"}
	for _, name := range []string{"evil", "ls", "cat", "sub/evil"} {
		files[name] = note
	}
	for _, name := range []string{"a", "b", "c", "names"} {
		files[name] = "one\ntwo\n"
	}
	b, dir = place(t, files, lines...)
	for _, err := range []error{
		os.WriteFile(filepath.Join(outside, "secret"), []byte(hidden+"\n"), 0o600),
		os.Symlink(filepath.Join(outside, "secret"), filepath.Join(dir, "link")),
		os.Symlink(filepath.Join(outside, "secret"), filepath.Join(dir, "-link")),
		os.Symlink(outside, filepath.Join(dir, "folder")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return b, dir, outside
}

// Words of hostile lines, and the commands that get them.
var (
	hostileWords = strings.Fields(`-a -b -c -e -f -i -l -n -o -p -r -s -w -x -L -R -n1 -rf -- - + 1 a b c names sub sub/in . .. a/.. link folder folder/secret folder/new
		OUT/secret ../secret ~/secret $HOME $(./evil) '$(./evil)' "$(cat/a)" * ./* ? evil ./evil sub/evil -exec -execdir -delete -fprint -ok --output=OUT/new --output x
		--files0-from=names --compress-program=./evil --in-place --follow -newer -samefile -path -name -type f @a AGENTS.md .git/x --reference=OUT/secret
		-t OUT --target-directory=OUT --backup --suffix=/x 1p 1,2p 's/a/b/e' '1w x' 'r OUT/secret' .[] env '$ENV.X' '"a"|input' -eq = '%s\n' '%n' /proc/self/root/OUT/secret
		--regexp=x --include=*.x --exclude-dir=.git -d -D recurse -z if=OUT/secret of=OUT/new file://OUT/secret -fOUT/secret -eOUT`)
	hostileCommands = strings.Fields("ls cat grep egrep find sed sort uniq cut tr head tail tac nl wc du stat file xxd od base64 sha256sum diff cmp comm join paste fold fmt pr jq date echo printf test pwd basename dirname realpath readlink which seq expr mkdir touch cp mv rm rmdir tee ps df uname id env xargs tar sh awk dd split shuf ln install nohup timeout")
	hostileShapes   = []string{"%", "%", "%", "% | %", "%; %", "% && %", "for f in a sub; do %; done", "cat \"$(%)\"", "% 2>&1", "% >/dev/null", "% <a", "% <link", "% <-link", "timeout 5 %", "nice -n 5 %", "% | xargs % --", "mv sub s2; %", "% >new", "% >folder/new", "\\%"}
)

// TestWhatAllowedLinesDo runs lines that rules with wildcards allow, with whatever programs
// are there: none reads or changes what lies outside, nor runs a program of the workspace,
// nor changes what gives permission.
func TestWhatAllowedLinesDo(t *testing.T) {
	var lines []string
	for _, c := range hostileCommands {
		lines = append(lines, "allow run_command("+c+" *)")
	}
	rng := rand.New(rand.NewPCG(3, 4))
	b, dir, outside := hostileWorkspace(t, lines...)
	allows := func(line string) bool {
		arguments, err := json.Marshal(map[string]string{"command": line})
		if err != nil {
			t.Fatal(err)
		}
		return b.one(t, "run_command", string(arguments)).Verdict == "allow"
	}
	command := func() string {
		line := hostileCommands[rng.IntN(len(hostileCommands))]
		for range rng.IntN(5) {
			if more := line + " " + strings.ReplaceAll(hostileWords[rng.IntN(len(hostileWords))], "OUT", outside); allows(more) || rng.IntN(40) == 0 {
				line = more
			}
		}
		return line
	}
	for ran := 0; ran < 120; {
		line := hostileShapes[rng.IntN(len(hostileShapes))]
		for strings.Contains(line, "%") {
			line = strings.Replace(line, "%", strings.ReplaceAll(command(), "%", "\x00"), 1)
		}
		if line = strings.ReplaceAll(line, "\x00", "%"); !allows(line) {
			continue
		}
		ran++
		cmd := exec.CommandContext(t.Context(), "/bin/sh", "-c", line)
		cmd.Dir, cmd.Env, cmd.WaitDelay = dir, []string{"PATH=/usr/bin:/bin", "HOME=" + outside, "TMPDIR=" + t.TempDir()}, time.Second
		out, _ := cmd.CombinedOutput() // that a line fails is as good
		if strings.Contains(string(out), hidden) {
			t.Errorf("%q printed what lies outside: %q", line, out)
		}
		left, err := os.ReadDir(outside)
		if err != nil || len(left) != 1 {
			t.Fatalf("%q changed what lies outside: %v, %v", line, left, err)
		}
		if text, err := os.ReadFile(filepath.Join(dir, "AGENTS.md")); err != nil || string(text) != "a\n" {
			t.Fatalf("%q changed what gives permission: %q, %v", line, text, err)
		}
		if _, err := os.Stat(filepath.Join(dir, "a")); err != nil { // something was moved or removed
			b, dir, outside = hostileWorkspace(t, lines...)
		}
	}
}
