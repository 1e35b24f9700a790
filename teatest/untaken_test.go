//go:build unix

package teatest

import (
	"bufio"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"
)

// TestEndedThoughTheTerminalTakesNothing: what ends a program ends it also while its terminal
// stands still, as one does at the other end of a line that is stuck. The shell that it was
// started from finds the terminal as it was, once that goes on.
func TestEndedThoughTheTerminalTakesNothing(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT} {
		place := NewPlace(t)
		ended, ends, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		defer ended.Close()
		cmd := exec.Command("sh", "-c", `trap : TERM HUP INT QUIT; "$0" -m script/any; echo "$?" >&3; read line`, place.Command().Path)
		cmd.Dir, cmd.Env, cmd.ExtraFiles = place.Dir, place.Env, []*os.File{ends}
		x := Start(t, 60, 16, cmd)
		if err := ends.Close(); err != nil {
			t.Fatal(err)
		}
		x.WaitFor("Ask, or / for commands")
		flows := x.stall()
		x.Type("the last words")
		x.Kill(sig)
		if err := ended.SetReadDeadline(time.Now().Add(patience)); err != nil {
			t.Fatal(err)
		}
		if status, err := bufio.NewReader(ended).ReadString('\n'); err != nil || status != "130\n" {
			t.Errorf("%s: the program ended with %q, %v", sig, status, err)
		}
		flows()
		x.Until("the first screen", func(s Screen) bool { return !s.Alt && s.Cursor.Visible })
	}
}

// stall fills the terminal and takes nothing more until flows is called.
func (x *Terminal) stall() (flows func()) {
	x.t.Helper()
	tty, err := os.OpenFile(x.name, os.O_WRONLY|syscall.O_NOCTTY, 0)
	if err != nil {
		x.t.Fatalf("open the terminal again: %v", err)
	}
	x.gate.Lock()
	x.work.Go(func() {
		defer tty.Close()
		_, _ = tty.Write(make([]byte, 1<<20)) // as much as it takes before the program is gone
	})
	return x.gate.Unlock
}
