//go:build unix

package fs

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"parley/coordinator/tool"
)

// nobody is a user without rights.
const nobody = 65534

// child is this binary as a child: it takes rights or space away from itself, runs the
// tool calls from standard input in its working directory, says yes to every question, and
// prints how each call ended.
func child(job string) int {
	switch job {
	case "without rights":
		if os.Geteuid() == 0 {
			if err := syscall.Setgid(nobody); err != nil {
				return 3
			}
			if err := syscall.Setuid(nobody); err != nil {
				return 3
			}
		}
	case "without room":
		signal.Ignore(syscall.SIGXFSZ)
		limit := syscall.Rlimit{Cur: 100, Max: 100}
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
			return 3
		}
	}
	if err := perform(os.Stdin, os.Stdout); err != nil {
		fmt.Println(err)
		return 4
	}
	return 0
}

// job is one call for a child.
type job struct {
	Name      string
	Arguments json.RawMessage
}

func perform(in io.Reader, out io.Writer) error {
	root, err := os.OpenRoot(".")
	if err != nil {
		return err
	}
	defer root.Close()
	tools := map[string]tool.Tool{}
	for _, t := range Tools(Options{}) {
		tools[t.Spec().Name] = t
	}
	var jobs []job
	if err := json.NewDecoder(in).Decode(&jobs); err != nil {
		return err
	}
	for _, j := range jobs {
		if j.Name == "put" {
			if err := putIn(root, out, j.Arguments); err != nil {
				return err
			}
			continue
		}
		call := tool.Call{Arguments: j.Arguments, Root: root, Dir: "/nowhere", Live: io.Discard}
		outcome := done(context.Background(), tools[j.Name].Run(context.Background(), call))
		if asks, ok := outcome.(tool.NeedsInput); ok {
			call.Answers = map[string]tool.Answer{}
			for _, q := range asks.Form.Questions() {
				call.Answers[q.ID] = tool.Answer{Value: yes(), Asked: q}
			}
			outcome = done(context.Background(), tools[j.Name].Run(context.Background(), call))
		}
		if _, err := fmt.Fprintln(out, told(outcome)); err != nil {
			return err
		}
	}
	return nil
}

// putArguments are what a file is to hold again, "" for nothing.
type putArguments struct{ Path, Now, Then string }

// putIn puts a file back.
func putIn(root *os.Root, out io.Writer, raw json.RawMessage) error {
	var a putArguments
	if err := json.Unmarshal(raw, &a); err != nil {
		return err
	}
	now, then := "", []byte(nil)
	if a.Now != "" {
		now = sumOf([]byte(a.Now))
	}
	if a.Then != "" {
		then = []byte(a.Then)
	}
	err := Site{Root: root, Dir: "/nowhere"}.Put(context.Background(), a.Path, Standing{Digest: now}, then, 0o640, func([]byte) error { return nil })
	_, fault := fmt.Fprintf(out, "%s: %v\n", a.Path, err)
	return fault
}

// inChild runs calls in a child and returns how they ended, a line each.
func (y *yard) inChild(how string, jobs ...job) string {
	y.t.Helper()
	y.must(os.Chmod(filepath.Dir(y.dir), 0o755)) // so that a child without rights can reach it
	self, err := os.Executable()
	y.must(err)
	in, err := json.Marshal(jobs)
	y.must(err)
	cmd := exec.Command(self)
	cmd.Dir = y.dir
	cmd.Env = append(os.Environ(), "FS_TEST_CHILD="+how)
	cmd.Stdin = strings.NewReader(string(in))
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		y.t.Fatalf("child: %v\n%s", err, out)
	}
	return string(out)
}

func arguments(v any) json.RawMessage {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return raw
}

func TestAFullDiskLosesNothing(t *testing.T) {
	y := newYard(t, map[string]string{"a": "1\n2\n", "b": "1\n"})
	long := strings.Repeat("x", 200)
	got := y.inChild("without room",
		job{"fs_modify_file", arguments(change("a", "2", long))},
		job{"fs_create_file", arguments(createArguments{"b", long})},
		job{"fs_create_file", arguments(createArguments{"new/c", long})},
		job{"fs_modify_file", arguments(change("a", "2", "two"))},
	)
	want := "error: a could not be written: files of this size are not allowed here. What was there is unchanged. Tell the user.\n" +
		"error: b could not be written: files of this size are not allowed here. What was there is unchanged. Tell the user.\n" +
		"error: new/c could not be written: files of this size are not allowed here. What was there is unchanged. Tell the user.\n" +
		"ok: Modified a: 1 line added, 1 removed.\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	y.wantFile("a", "1\ntwo\n")
	y.wantNames("a b")
}

// TestAFullDiskKeepsAFileFromBeingPutBack, and no other: each is whole, and what was begun
// is gone.
func TestAFullDiskKeepsAFileFromBeingPutBack(t *testing.T) {
	y := newYard(t, map[string]string{"a": "1", "b": "2", "made": "m"})
	long := strings.Repeat("x", 200)
	got := y.inChild("without room",
		job{"put", arguments(putArguments{"a", "1", long})},
		job{"put", arguments(putArguments{"gone", "", long})},
		job{"put", arguments(putArguments{"new/gone", "", long})},
		job{"put", arguments(putArguments{"b", "2", "two"})},
		job{"put", arguments(putArguments{"made", "m", ""})},
	)
	const full = "files of this size are not allowed here; it stays as it is\n"
	if want := "a: " + full + "gone: " + full + "new/gone: " + full + "b: <nil>\nmade: <nil>\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	y.wantFile("a", "1")
	y.wantFile("b", "two")
	y.wantNames("a b")
}

// TestAFolderWithoutRights keeps what is in it.
func TestAFolderWithoutRights(t *testing.T) {
	y := newYard(t, map[string]string{"d/a": "1", "b": "2"})
	y.must(os.Chmod(y.path("d"), 0o555))
	y.must(os.Chmod(y.dir, 0o777))
	t.Cleanup(func() { y.must(os.Chmod(y.path("d"), 0o755)) })
	got := y.inChild("without rights",
		job{"put", arguments(putArguments{"d/a", "1", "x"})},
		job{"put", arguments(putArguments{"d/a", "1", ""})},
		job{"put", arguments(putArguments{"d/gone", "", "x"})},
		job{"put", arguments(putArguments{"d/e/gone", "", "x"})},
		job{"put", arguments(putArguments{"gone", "", "x"})},
	)
	const denied = ": the system does not allow it; it stays as it is\n"
	if want := "d/a" + denied + "d/a" + denied + "d/gone" + denied + "d/e/gone" + denied + "gone: <nil>\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	y.wantFile("d/a", "1")
	y.wantNames("b d/ d/a gone")
}

func TestAReadOnlyDirectory(t *testing.T) {
	y := newYard(t, map[string]string{"d/a": "1\n2\n", "shut/x": "y\n"})
	y.must(os.Chmod(y.path("d"), 0o555))
	y.must(os.Chmod(y.path("shut"), 0))
	t.Cleanup(func() {
		y.must(os.Chmod(y.path("d"), 0o755))
		y.must(os.Chmod(y.path("shut"), 0o755))
	})
	denied := func(p string) string {
		return "error: Permission to use " + p + " was denied by the system. Ask the user to change its permissions, or work on another file.\n"
	}
	got := y.inChild("without rights",
		job{"fs_modify_file", arguments(change("d/a", "2", "two"))},
		job{"fs_create_file", arguments(createArguments{"d/b", "x"})},
		job{"fs_create_file", arguments(createArguments{"d/e/b", "x"})},
		job{"fs_delete_file", arguments(deleteArguments{"d/a"})},
		job{"fs_move_file", arguments(moveArguments{"d/a", "d/b"})},
		job{"fs_read_file", arguments(readArguments{Path: "shut/x"})},
		job{"fs_list_files", arguments(listArguments{Path: "shut"})},
		job{"fs_list_files", arguments(listArguments{})},
		job{"fs_grep_files", arguments(grepArguments{Pattern: "1"})},
	)
	want := denied("d/a") + denied("d/b") + denied("d/e/b") + denied("d/a") + denied("d/a") + denied("shut/x") + denied("shut") +
		"ok: d/a\n1 directory could not be read: shut.\n" +
		"ok: d/a:1: 1\n\n1 matching line in 1 file.\n1 directory could not be read: shut.\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	y.wantFile("d/a", "1\n2\n")
}

func TestAFileOfSomebodyElse(t *testing.T) {
	if os.Geteuid() != 0 {
		// Only root can give files away; everybody else meets errOwner's text.
		if got, want := systemText("a", errOwner), "a belongs to another user, and a changed file could not be given back to them. Nothing was changed. Ask the user to change it."; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		return
	}
	y := newYard(t, map[string]string{"mine": "1\n2\n", "theirs": "1\n2\n"})
	y.must(os.Chown(y.path("theirs"), nobody, nobody))
	y.approve(change("theirs", "1", "one"))
	info, err := os.Stat(y.path("theirs"))
	y.must(err)
	if uid, gid, _ := owner(info); uid != nobody || gid != nobody {
		t.Errorf("now of %d:%d", uid, gid)
	}
	y.must(os.Chmod(y.dir, 0o777))
	y.must(os.Chmod(y.path("mine"), 0o666))
	got := y.inChild("without rights", job{"fs_modify_file", arguments(change("mine", "1", "one"))})
	want := "error: mine belongs to another user, and a changed file could not be given back to them. Nothing was changed. Ask the user to change it.\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	y.wantFile("mine", "1\n2\n")
	y.wantNames("mine theirs")
}
