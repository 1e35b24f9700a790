//go:build unix

package process

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
)

// A lifeline ends a process group if this program ends without doing so, since
// SIGKILL leaves it no time. A shell waits at the other end of a pipe, and the pipe
// closes when the program ends, for whatever reason. It needs only a shell, so it is
// the same on Linux and macOS, and it reaches the whole group; a parent-death signal,
// which only Linux has, would reach only the command and not what it started.
type lifeline struct {
	shell *exec.Cmd
	pipe  *os.File // our end; nothing else has it
}

// holdsOn is the shell's script. Its first line of input is the group; after that
// comes only the end of the input. It then asks the group to end and kills it after
// Grace, as Run does. On Linux that is all of the group's session.
const holdsOn = `read -r group || exit 0
read -r nothing
each() {
	left= told=" $group "
	kill -s "$1" -- "-$group" && left=1
	for stat in /proc/[0-9]*/stat; do
		line=
		while read -r part; do line="$line $part"; done <"$stat"
		set -- "$1" ${line##*) }
		case $2.$5 in
		X.*) ;;
		*."$group")
			[ "$2.${19}" = Z.1 ] && continue
			left=1
			case $told in *" $4 "*) continue ;; esac
			told="$told$4 "
			kill -s "$1" -- "-$4" ;;
		esac
	done
	[ -n "$left" ]
}
each TERM || exit 0
for second in 1 2 3; do
	sleep 1
	each 0 || exit 0
done
for round in 1 2 3 4 5; do
	each KILL || exit 0 # what was killed may have started others before
done`

// systemPath is where systems keep sleep, the one program that the script needs. PATH could lead to
// one of a workspace.
const systemPath = "/usr/bin:/bin:/run/current-system/sw/bin"

// newLifeline starts the shell in a session of its own, so that signals to this
// program's group or terminal do not reach it. Without a shell there is no
// lifeline, and commands run all the same.
func newLifeline() (*lifeline, error) {
	theirs, ours, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("process: %w", err)
	}
	defer theirs.Close()
	shell := exec.Command("/bin/sh", "-c", holdsOn)
	shell.Dir, shell.Env, shell.Stdin = "/", []string{"PATH=" + systemPath}, theirs
	shell.SysProcAttr = apart()
	if err := begin(shell); err != nil {
		ours.Close()
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		return nil, fmt.Errorf("process: %w", err)
	}
	return &lifeline{shell: shell, pipe: ours}, nil
}

// tie names the group that must end with this program. If the program is killed after
// the start of a command but before this, the command is left running. If somebody
// killed the shell, the command goes on without a lifeline.
func (l *lifeline) tie(group int) {
	if l != nil {
		_, _ = fmt.Fprintln(l.pipe, group)
	}
}

// cut releases the group. The shell is killed before the pipe closes, so that it does
// nothing, and is waited for, so that nothing of it remains.
func (l *lifeline) cut() {
	if l == nil {
		return
	}
	_ = l.shell.Process.Kill() // it may be gone already
	_ = l.shell.Wait()         // its status only says that it was killed
	over(l.shell)
	l.pipe.Close()
}
