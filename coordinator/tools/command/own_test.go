package command_test

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"

	"parley/coordinator/tool"
	"parley/coordinator/tools/command"
	"parley/coordinator/tools/process"
)

// TestOwn: a command of the user's own gets what run_command gets, and no time limit.
func TestOwn(t *testing.T) {
	dir := t.TempDir()
	half := strings.Repeat("1234567\n", 128<<10/8)
	c := command.Config{Env: []string{"PATH=/usr/bin:/bin", "A_KEY=k", "HUSH=h", "SEEN=s", "PWD=/"}, Given: process.Environment{Drop: []string{"HUSH"}}}
	for _, x := range []struct {
		line string
		want command.Ran
	}{
		{"pwd; echo $A_KEY $HUSH $SEEN $BELOW_PARLEY", command.Ran{Output: dir + "\ns 1\n", Exit: tool.Exited(0)}},
		{"echo a; echo b >&2; exit 7", command.Ran{Output: "a\nb\n", Exit: tool.Exited(7)}},
		{"read x; echo $?", command.Ran{Output: "1\n", Exit: tool.Exited(0)}},
		{"echo a; kill -KILL $$", command.Ran{Output: "a\n"}},
		{"yes 1234567 | head -c 1048576", command.Ran{Output: half + "\n… 786432 bytes left out …\n" + half, Exit: tool.Exited(0)}},
		{"a\x00b", command.Ran{Output: "command holds a NUL character, so nothing ran. Write the command without it.", Exit: tool.Exited(127)}},
	} {
		var live bytes.Buffer
		if got := command.Own(t.Context(), c, dir, x.line, &live); got != x.want {
			t.Errorf("%q: %d bytes, %+v; want %d, %+v", x.line, len(got.Output), got.Exit, len(x.want.Output), x.want.Exit)
		}
	}
	gone := filepath.Join(dir, "gone")
	if got := command.Own(t.Context(), c, gone, "true", nil); !strings.HasPrefix(got.Output, "The command could not be started") || got.Exit != tool.Exited(127) {
		t.Errorf("in no folder: %+v", got)
	}
	ctx, stop := context.WithCancel(t.Context())
	live := &stopper{cancel: stop}
	if got := command.Own(ctx, c, dir, "echo begun; sleep 1000", live); got != (command.Ran{Output: "begun\n"}) || live.seen.String() != "begun\n" {
		t.Errorf("ended: %+v, seen %q", got, live.seen.String())
	}
}
