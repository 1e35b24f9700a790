package teatest

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
)

// probe is a model that keeps what it is told and does what a test gives it.
type probe struct {
	seen *[]string
	on   map[string]func() tea.Cmd // by the key's name
	w, h int
}

func newProbe(on map[string]func() tea.Cmd) probe { return probe{seen: &[]string{}, on: on} }

type word string

func say(s string) tea.Cmd { return func() tea.Msg { return word(s) } }

func (p probe) Init() tea.Cmd { return say("init") }

func (p probe) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case word:
		*p.seen = append(*p.seen, string(msg))
	case tea.WindowSizeMsg:
		p.w, p.h = msg.Width, msg.Height
	case tea.PasteMsg:
		*p.seen = append(*p.seen, "paste "+msg.Content)
	case tea.KeyPressMsg:
		*p.seen = append(*p.seen, "key "+msg.String())
		if do := p.on[msg.String()]; do != nil {
			return p, do()
		}
	}
	return p, nil
}

func (p probe) View() tea.View {
	v := tea.NewView(fmt.Sprintf("%d×%d\n%s", p.w, p.h, strings.Join(*p.seen, ", ")))
	v.WindowTitle, v.AltScreen = "probe", true
	v.Cursor = tea.NewCursor(3, 1)
	return v
}

// drive runs a test with a driver of a probe and returns what the probe saw.
func drive(t *testing.T, on map[string]func() tea.Cmd, do func(*Driver)) string {
	t.Helper()
	var seen []string
	synctest.Test(t, func(t *testing.T) {
		p := newProbe(on)
		d := NewDriver(t, p, 80, 24)
		do(d)
		seen = *p.seen
	})
	return strings.Join(seen, "|")
}

func check(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\n got %q\nwant %q", what, got, want)
	}
}

func TestDriverRunsCommandsUntilNothingIsLeft(t *testing.T) {
	on := map[string]func() tea.Cmd{
		"a": func() tea.Cmd { return tea.Batch(say("1"), tea.Batch(say("2"), say("3")), nil, say("4")) },
		"b": func() tea.Cmd { return tea.Batch() },
		"c": func() tea.Cmd { return func() tea.Msg { return nil } },
	}
	got := drive(t, on, func(d *Driver) { d.Press("a", "b", "c") })
	check(t, "the order of a batch", got, "init|key a|1|4|2|3|key b|key c")
}

func TestDriverKeepsSequencesInOrder(t *testing.T) {
	slow := func(s string, by time.Duration) tea.Cmd {
		return tea.Tick(by, func(time.Time) tea.Msg { return word(s) })
	}
	on := map[string]func() tea.Cmd{"a": func() tea.Cmd {
		return tea.Batch(
			tea.Sequence(slow("s1", time.Second), tea.Batch(slow("s2b", 3*time.Second), slow("s2a", time.Second)),
				tea.Sequence(slow("s3", 0), slow("s4", time.Second)), slow("s5", 0)),
			slow("b", 2500*time.Millisecond))
	}}
	got := drive(t, on, func(d *Driver) {
		d.Press("a")
		d.Advance(10 * time.Second)
		if d.Waiting() != 0 {
			t.Errorf("%d commands are left", d.Waiting())
		}
	})
	check(t, "a sequence beside a tick", got, "init|key a|s1|s2a|b|s2b|s3|s4|s5")
}

func TestDriverLetsTimePassOnlyWhenTold(t *testing.T) {
	ticks := -1 // the first key is the test's own
	on := map[string]func() tea.Cmd{"t": func() tea.Cmd {
		if ticks++; ticks == 5 {
			return nil
		}
		return tea.Tick(time.Second, func(time.Time) tea.Msg { return tea.KeyPressMsg{Text: "t", Code: 't'} })
	}}
	drive(t, on, func(d *Driver) {
		began := time.Now()
		d.Press("t")
		for _, c := range []struct {
			by   time.Duration
			want int
		}{{0, 0}, {999 * time.Millisecond, 0}, {time.Millisecond, 1}, {3 * time.Second, 4}, {time.Hour, 5}} {
			d.Advance(c.by)
			if ticks != c.want {
				t.Errorf("after %s: %d ticks, want %d", time.Since(began), ticks, c.want)
			}
		}
		if took := time.Since(began); took != time.Hour+4*time.Second {
			t.Errorf("%s passed", took)
		}
	})
}

func TestDriverSettlesAroundCommandsThatWait(t *testing.T) {
	ctx, end := context.WithCancel(t.Context())
	defer end()
	on := map[string]func() tea.Cmd{
		"w": func() tea.Cmd {
			return func() tea.Msg {
				ctx, stop := context.WithCancel(ctx)
				defer stop()
				<-ctx.Done()
				return word("stopped")
			}
		},
		"x": func() tea.Cmd { return func() tea.Msg { end(); return word("ending") } },
	}
	// The context must be one of the test's own bubble.
	var got string
	synctest.Test(t, func(t *testing.T) {
		ctx, end = context.WithCancel(context.Background())
		p := newProbe(on)
		d := NewDriver(t, p, 80, 24)
		d.Press("w", "w")
		if d.Waiting() != 2 {
			t.Errorf("%d commands wait, want 2", d.Waiting())
		}
		d.Press("x")
		if d.Waiting() != 0 {
			t.Errorf("%d commands wait, want none", d.Waiting())
		}
		got = strings.Join(*p.seen, "|")
	})
	check(t, "what came", got, "init|key w|key w|key x|stopped|stopped|ending")
}

// TestDriverWaitsForProcesses proves that what really takes time is waited for although
// the clock stands still.
func TestDriverWaitsForProcesses(t *testing.T) {
	on := map[string]func() tea.Cmd{"p": func() tea.Cmd {
		return func() tea.Msg {
			ctx, stop := context.WithTimeout(context.Background(), time.Nanosecond)
			defer stop()
			out, err := exec.CommandContext(ctx, "sh", "-c", "for i in 1 2 3; do sh -c :; done; echo done").CombinedOutput()
			return word(fmt.Sprintf("%s%v", out, err))
		}
	}}
	got := drive(t, on, func(d *Driver) { d.Press("p") })
	check(t, "what the process said", got, "init|key p|done\n<nil>")
}

func TestDriverStopsWhatGoesInCircles(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		again := func() tea.Cmd { return func() tea.Msg { return tea.KeyPressMsg{Text: "r", Code: 'r'} } }
		got := failure(t, func(f T) {
			d := NewDriver(f, newProbe(map[string]func() tea.Cmd{"r": again}), 80, 24)
			d.Press("r")
		})
		if want := "after 100000 steps the model is still not at rest; the last messages were:\n" +
			strings.TrimSuffix(strings.Repeat("tea.KeyPressMsg\n", 20), "\n"); got != want {
			t.Errorf("got %q", got)
		}
	})
}

func TestDriverEndsWithTheProgram(t *testing.T) {
	on := map[string]func() tea.Cmd{"q": func() tea.Cmd { return tea.Batch(tea.Quit, say("late")) }}
	got := drive(t, on, func(d *Driver) {
		if d.Quit() {
			t.Error("it has quit before")
		}
		d.Press("q", "a")
		if !d.Quit() {
			t.Error("it has not quit")
		}
	})
	check(t, "what came", got, "init|key q")
}

func TestDriverGivesNoTerminalAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		got := failure(t, func(f T) {
			d := NewDriver(f, newProbe(map[string]func() tea.Cmd{"e": func() tea.Cmd {
				return tea.ExecProcess(exec.Command("true"), nil)
			}}), 80, 24)
			d.Press("e")
		})
		check(t, "the failure", got, "the model gave its terminal to another program; only a Terminal has one")
	})
}

func TestDriverShowsTheScreenAndWhatGoesPastIt(t *testing.T) {
	on := map[string]func() tea.Cmd{
		"!": func() tea.Cmd { return tea.Batch(tea.Raw("\a"), tea.SetClipboard("copied")) },
	}
	drive(t, on, func(d *Driver) {
		d.Resize(20, 3)
		d.Type("a Ü!")
		d.Paste("p\nq")
		s := d.Screen()
		check(t, "the screen", s.String(), "20×3\ninit, key a, key spa\nq")
		if s.Cursor != (Cursor{3, 1, true}) || s.Title != "probe" || !s.Alt {
			t.Errorf("cursor %v, title %q, alternate screen %v", s.Cursor, s.Title, s.Alt)
		}
		check(t, "past the screen", fmt.Sprintf("%q %q", d.Raw(), d.Clipboard()), `["\a"] "copied"`)
		if p := d.Model().(probe); p.w != 20 || d.View().WindowTitle != "probe" {
			t.Error("the model is not the one that was driven")
		}
	})
}

// TestDriverLetsTicksRunOut: a pending tick does not count as a goroutine left behind, and
// its message is no longer handled.
func TestDriverLetsTicksRunOut(t *testing.T) {
	on := map[string]func() tea.Cmd{"t": func() tea.Cmd {
		return tea.Tick(100*time.Hour, func(time.Time) tea.Msg {
			return tea.BatchMsg{func() tea.Msg { panic("it was started") }}
		})
	}}
	got := drive(t, on, func(d *Driver) { d.Press("t", "t") })
	check(t, "what came", got, "init|key t|key t")
}

// TestDriverRepeatsItself: many commands that wake at the same moment, twice.
func TestDriverRepeatsItself(t *testing.T) {
	story := func() string {
		on := map[string]func() tea.Cmd{"m": func() tea.Cmd {
			var all []tea.Cmd
			for i := range 50 {
				all = append(all, func() tea.Msg {
					<-time.After(time.Duration(i%3) * time.Millisecond)
					return word(fmt.Sprint(i))
				})
			}
			return tea.Batch(all...)
		}}
		return drive(t, on, func(d *Driver) {
			d.Press("m")
			d.Advance(time.Second)
		})
	}
	first := story()
	for range 5 {
		check(t, "the same story again", story(), first)
	}
	if n := strings.Count(first, "|"); n != 51 {
		t.Errorf("%d messages came, want 51", n)
	}
}
