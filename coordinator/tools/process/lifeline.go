package process

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// A lifeline ends a process group when this program ends without having ended
// it: killed by SIGKILL it has no time to. A shell waits at the other end of a
// pipe, and the pipe ends with the program, however that ends. It needs nothing
// of the system but a shell, so it is the same on Linux and macOS, and it reaches
// the whole group; a signal on the death of the parent, which only Linux has,
// would reach the command alone and not what it started.
type lifeline struct {
	shell *exec.Cmd
	pipe  *os.File // our end; nothing else has it
}

// holdsOn is the shell's script. Its first line of input is the group; there is
// no second one, only the end of the input. It asks the group to end and kills
// it after Grace, as Run does.
const holdsOn = `read -r group || exit 0
read -r nothing
kill -s TERM -- "-$group" || exit 0
for second in 1 2 3; do
	sleep 1
	kill -s 0 -- "-$group" || exit 0
done
kill -s KILL -- "-$group"`

// newLifeline starts the shell, in a session of its own, so that what is sent to
// this program's group or terminal does not reach it; nothing below dir, where
// the command runs, is taken for a program. Without a shell there is
// no lifeline, and commands run all the same.
func newLifeline(dir string) (*lifeline, error) {
	theirs, ours, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("process: %w", err)
	}
	defer theirs.Close()
	shell := exec.Command("/bin/sh", "-c", holdsOn)
	shell.Dir, shell.Env, shell.Stdin = "/", []string{"PATH=" + pathOutside(os.Getenv("PATH"), dir)}, theirs
	shell.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := begin(shell); err != nil {
		ours.Close()
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		return nil, fmt.Errorf("process: %w", err)
	}
	return &lifeline{shell: shell, pipe: ours}, nil
}

// pathOutside leaves out of a PATH what is not a whole path, and what lies in dir.
func pathOutside(list, dir string) string {
	folders := slices.DeleteFunc(filepath.SplitList(list), func(folder string) bool {
		rel, err := filepath.Rel(dir, folder)
		return !filepath.IsAbs(folder) || dir != "" && (err != nil || filepath.IsLocal(rel))
	})
	return strings.Join(folders, string(filepath.ListSeparator))
}

// tie names the group that is to end with this program: a program killed between
// the start of a command and this leaves the command alone. Should the shell be
// gone (somebody killed it), the command goes on without.
func (l *lifeline) tie(group int) {
	if l != nil {
		_, _ = fmt.Fprintln(l.pipe, group)
	}
}

// cut lets go of the group. The shell is killed before the pipe ends, so that it
// does nothing, and is waited for, so that nothing of it is left.
func (l *lifeline) cut() {
	if l == nil {
		return
	}
	_ = l.shell.Process.Kill() // that it is gone already is no fault
	_ = l.shell.Wait()         // its status says that it was killed
	over(l.shell)
	l.pipe.Close()
}
