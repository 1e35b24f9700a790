//go:build unix

package screens

import (
	"bytes"
	"os"
	"runtime"
	"slices"
	"syscall"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"parley/model/cli/terminal"
)

// read is a line that somebody else may have set.
type read struct {
	line
	theirs *bool
}

func (r read) Ours() bool { return !*r.theirs }

func (r read) Raw() (func() error, error) {
	*r.theirs = false
	return func() error { return nil }, nil
}

// TestAKeyThatIsReadBeforeTheSignal: the screen is told that the program was stopped before the
// key that waited in the terminal, which is read at once when the program goes on. On a busy
// machine the thread that takes SIGCONT may be late, so that the test waits for it.
func TestAKeyThatIsReadBeforeTheSignal(t *testing.T) {
	key := tea.KeyPressMsg{Code: 'y', Text: "y"}
	back := make(chan os.Signal, 1)
	for name, stop := range map[string]func(theirs *bool){
		"a shell that changes the terminal": func(theirs *bool) { *theirs = true },
		"a shell that does not": func(*bool) {
			if err := syscall.Kill(os.Getpid(), syscall.SIGCONT); err != nil {
				t.Fatal(err)
			}
			for len(back) == 0 {
				runtime.Gosched()
			}
		},
		"nobody": nil,
	} {
		theirs, h := false, &heard{}
		x := &running{drawn: terminal.New(&bytes.Buffer{}, read{theirs: &theirs}, 60, nil, colorprofile.TrueColor), root: &drawn{Model: h}, back: back}
		if err := x.drawn.Enter(); err != nil {
			t.Fatal(err)
		}
		deaf := x.listen()
		want := []tea.Msg{tea.ResumeMsg{}, key, key}
		if stop != nil {
			stop(&theirs)
		} else {
			want = want[1:]
		}
		for range 2 {
			x.root.Update(x.filter(nil, key))
		}
		if !slices.Equal(h.msgs, want) {
			t.Errorf("%s: it was told %#v, want %#v", name, h.msgs, want)
		}
		deaf()
		if err := x.drawn.Leave(); err != nil {
			t.Fatal(err)
		}
	}
}
