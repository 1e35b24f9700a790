package screens

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/model/cli/process"
	"parley/model/cli/version"
	"parley/model/kit"
)

// breaking is a screen that breaks at a step of its life.
type breaking struct{ at string }

type goMsg struct{}

func (b breaking) breaks(at string) {
	if b.at == at {
		panic("broken: " + at)
	}
}

func (b breaking) Init() tea.Cmd {
	b.breaks("init")
	return func() tea.Msg { return goMsg{} }
}

func (b breaking) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if _, ok := msg.(goMsg); !ok {
		return b, nil
	}
	b.breaks("update")
	breaks := func(at string) tea.Cmd { return func() tea.Msg { b.breaks(at); return nil } }
	lend := func() tea.Msg {
		return kit.LendMsg{To: idle{}, Done: func(error) tea.Msg {
			b.breaks("back")
			if b.at == "" {
				return tea.QuitMsg{}
			}
			return nil // the fault ends the program
		}}
	}
	return b, tea.Batch(breaks("batch"), breaks("beside"), tea.Batch(breaks("within"), tea.Batch(breaks("deep"), lend)))
}

// idle is a program that has the terminal and does nothing.
type idle struct{}

func (idle) Run() error          { return nil }
func (idle) SetStdin(io.Reader)  {}
func (idle) SetStdout(io.Writer) {}
func (idle) SetStderr(io.Writer) {}

func (b breaking) View() tea.View {
	b.breaks("view")
	return tea.NewView("")
}

// TestAFaultOfTheProgramIsTold: wherever it is, the screen ends in order, Bubble Tea sees
// no panic, and the report is in a file.
func TestAFaultOfTheProgramIsTold(t *testing.T) {
	for _, at := range []string{"", "init", "update", "view", "batch", "beside", "within", "deep", "back"} {
		t.Run(at, func(t *testing.T) {
			ctx, end := context.WithCancel(t.Context())
			defer end()
			g := &guarded{Model: breaking{at}, end: end}
			_, err := tea.NewProgram(g, tea.WithContext(ctx), tea.WithInput(strings.NewReader("")), tea.WithOutput(io.Discard), tea.WithoutSignalHandler()).Run()
			f := g.broken()
			if at == "" {
				if err != nil || f != nil {
					t.Fatalf("the sound one ends with %v, %+v", err, f)
				}
				return
			}
			if errors.Is(err, tea.ErrProgramPanic) || f == nil || f.what != "broken: "+at {
				t.Fatalf("it ends with %v, the fault is %+v", err, f)
			}
		})
	}
}

func TestTheDetailsOfAFaultAreKept(t *testing.T) {
	home := t.TempDir()
	p := &process.Program{Env: []string{"HOME=" + home}, Now: func() time.Time { return time.Date(2026, 11, 21, 12, 0, 1, 0, time.UTC) }}
	file := filepath.Join(home, ".local", "state", "parley", "fault-20261121T120001Z.txt")
	want := "a fault in the program has ended it: index out of range.\n" +
		"What was said and decided by then is on disk; `parley resume` lists it.\n" +
		"The details are in " + file + "; please report them with what you did"
	if got := faultError(p, &fault{"index out of range", []byte("goroutine 1")}).Error(); got != want {
		t.Errorf("it says\n%s\n--- want\n%s", got, want)
	}
	kept, err := os.ReadFile(file)
	if want := version.Line() + "\nindex out of range\n\ngoroutine 1"; err != nil || string(kept) != want {
		t.Errorf("kept %q (%v), want %q", kept, err, want)
	}
	p.Env = nil
	got := faultError(p, &fault{"index out of range", nil}).Error()
	if first, rest, _ := strings.Cut(got, "\n"); first != "a fault in the program has ended it: index out of range." || !strings.HasSuffix(rest, "to absolute paths") {
		t.Errorf("without a home it says %q", got)
	}
	p.Brief = func() bool { return true }
	got = faultError(p, &fault{"index out of range", nil}).Error()
	if want := "a fault in the program has ended it: index out of range.\nThe tour was in a throw-away folder; `parley` offers it again\n"; !strings.HasPrefix(got, want) {
		t.Errorf("in the tour it says %q", got)
	}
}
