package conversation

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/model/kit"
	"parley/providers"
	"parley/teatest/desk"
)

func statusLine(d *desk.Desk) string { return d.Bottom(1) }

func TestWhatGoesOnIsTold(t *testing.T) {
	d := newDesk(t).Write("hi").Press("enter")
	d.Sees(" ⠋ waiting for small")
	d.Pass(3 * time.Second)
	d.Sees(" ⠼ waiting for small · turn 3 s")
	d.Say(providers.ReasoningDelta{Text: "Let me see."})
	d.Pass(time.Second / 8)
	d.Shows(" ⠴ thinking: Let me see.                                                      ▸")
	d.Sees(" ⠴ small thinks · turn 3 s")
	d.Say(desk.Spoken(strings.Repeat("word ", 100)))
	d.Shows(" · thought: Let me see.                                                       ▸")
	d.Pass(12*time.Second + usualBeat)
	d.Sees(" ⠹ waiting for small, which has said nothing for 12 s · turn 15 s · ~127 tokens")
	d.Say(providers.CallDelta{Name: "fs_create_file", Text: `{"path":"cmd/report.go","content":"package main\n\nfunc`})
	d.Pass(time.Second / 8)
	d.Shows(" ⠸ Create cmd/report.go                                          3 lines so far", "     package main", "     func")
	d.Sees(" ⠸ small writes a call · turn 15 s · ~141 tokens")
	d.Say(desk.Finished(strings.Repeat("word ", 100)))
	d.Sees(" small · last turn 15 s of work                           1.2k tokens · < $0.01")
	if strings.Contains(d.Screen(), "Create") {
		t.Errorf("a call that never was is shown:\n%s", d.Screen())
	}
}

// TestWhoWritesIsTold: a model that is chosen while another one writes is not said to write.
func TestWhoWritesIsTold(t *testing.T) {
	d := newDesk(t).Write("hi").Press("enter")
	d.Host.Names("big")
	d.Pass(time.Second)
	d.Sees(" ⠇ waiting for small · turn 1 s")
	d.Say(desk.Spoken("Well"))
	d.Pass(time.Second / 8)
	d.Sees(" ⠏ small writes · turn 1 s")
	d.Say(desk.Finished("Well, there."))
	d.Write("more").Press("enter")
	d.Sees(" ⠋ waiting for big                                        1.2k tokens · < $0.01")
}

// The calls of a response take the place of what was seen of them.
func TestCallsTakeThePlaceOfTheirWriting(t *testing.T) {
	d := newDesk(t).Write("hi").Press("enter")
	d.Say(providers.CallDelta{Name: "echo", Text: `{"say":"one"}`}, providers.CallDelta{Index: 1, Name: "echo", Text: `{"say":"two`})
	d.Pass(time.Second / 8)
	d.Shows(" · echo   say: one                                                         next", " ⠙ echo")
	d.Say(desk.Finished("", providers.Call{ID: "a", Name: "echo", Arguments: `{"say":"one"}`}, providers.Call{ID: "b", Name: "echo", Arguments: `{"say":"two"}`}))
	for _, row := range []string{"say: one", "say: two"} {
		if n := strings.Count(d.Screen(), "echo   "+row); n != 1 {
			t.Errorf("%s stands there %d times:\n%s", row, n, d.Screen())
		}
	}
}

// Of a response with many calls only the first are shown while they are written.
func TestManyCallsBeingWritten(t *testing.T) {
	d := newDesk(t).Write("hi").Press("enter")
	for i := range 500 {
		d.Say(providers.CallDelta{Index: i, Name: "echo", Text: fmt.Sprintf(`{"say":"%d"}`, i)})
	}
	d.Pass(time.Second)
	if n := modelOf(d).pane.Len(); n != 21 {
		t.Errorf("%d entries, want the message and 20 calls", n)
	}
	d.Press("ctrl+c")
	d.Pass(time.Second)
	if got := d.Screen(); strings.Contains(got, "echo") {
		t.Errorf("calls that never were are shown:\n%s", got)
	}
}

// pictures counts how often the picture changes while time passes in small steps.
func pictures(d *desk.Desk, passes time.Duration) int {
	n, last := 0, d.Screen()
	for step := 5 * time.Millisecond; passes > 0; passes -= step {
		d.Pass(step)
		if now := d.Screen(); now != last {
			n, last = n+1, now
		}
	}
	return n
}

func TestTheBeat(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*desk.Desk, *Options)
		most   int // pictures in ten seconds
	}{
		{"usual", func(*desk.Desk, *Options) {}, 80},
		{"a slow line", func(_ *desk.Desk, o *Options) { o.Beat = time.Second / 4 }, 40},
		{"faster than may be", func(_ *desk.Desk, o *Options) { o.Beat = time.Second / 120 }, 80},
		{"nothing moves", func(_ *desk.Desk, o *Options) { o.Still = true }, 10},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDesk(t, c.change).Write("hi").Press("enter")
			if n := pictures(d, 10*time.Second); n != c.most {
				t.Errorf("%d pictures in ten seconds, want %d", n, c.most)
			}
			if still := strings.Contains(statusLine(d), " * waiting"); still != (c.name == "nothing moves") {
				t.Errorf("the status is %q", statusLine(d))
			}
			d.Say(desk.Finished("ok"))
			d.Pass(time.Minute)
			if n := pictures(d, 10*time.Second); n != 0 || timers(d) != 0 {
				t.Errorf("%d pictures and %d timers at rest", n, timers(d))
			}
		})
	}
}

// While a response streams in, its frames carry the spinner: it asks for none.
func TestTheBeatOfAStreamTakesNoPicture(t *testing.T) {
	d := newDesk(t).Write("hi").Press("enter")
	m := modelOf(d)
	d.Pass(time.Second / 8)
	d.Screen()
	m.Update(stepOf(coordinator.ModelSaid{Key: m.o.Shell.State().Running[0].Key, Delta: desk.Spoken("word ")}))
	if !m.frame.due || m.frame.stale {
		t.Fatal("no frame is on its way")
	}
	m.Update(kit.BeatMsg{})
	if m.frame.stale {
		t.Error("the beat takes a picture of its own")
	}
}

func TestNothingMovesWhileOneIsAsked(t *testing.T) {
	d := newDesk(t).Write("hi").Press("enter")
	d.Answer("", providers.Call{ID: "k1", Name: "echo", Arguments: `{"say":"x"}`})
	d.Pass(time.Minute)
	if n := pictures(d, 2*time.Second); n != 0 {
		t.Errorf("%d pictures while a question waits and nothing else goes on:\n%s", n, d.Screen())
	}
}

func TestWhatIsQueuedIsShown(t *testing.T) {
	d := newDesk(t).Write("one").Press("enter")
	for _, s := range []string{"two", "three\nlines of it", "four", "five"} {
		modelOf(d).composer.Set(s)
		d.Press("enter")
	}
	d.Sees(" · queued: two\n   queued: three lines of it\n   2 more queued   ↑ edits the last\n" + rule80 + `
 › Ask, or / for commands
 Esc stop   / commands   @ files   ? help
 ⠋ waiting for small`)
	d.Write("x")
	d.Sees("   2 more queued\n" + rule80 + "\n › x\n Enter queue it   Esc stop   Ctrl+J new line\n ⠋ waiting for small")
}

// timers counts those that run, but for the one that looks what waits elsewhere.
func timers(d *desk.Desk) int {
	n := 0
	for _, x := range d.Timers {
		if _, looks := x.Do(d.Now).(elsewhereDueMsg); !looks {
			n++
		}
	}
	return n
}

// TestWhatGoesOnWhileOneIsAsked is work of the turn, and how long they were asked is told
// beside it.
func TestWhatGoesOnWhileOneIsAsked(t *testing.T) {
	echo, slow := desk.CallOf("e", "echo", `{"say":"x"}`), desk.CallOf("s", "slow", `{}`)
	for _, c := range []struct {
		name   string
		calls  []providers.Call
		runs   time.Duration // the call that needs no permission
		looks  time.Duration // before y
		during string        // the status after a second
		end    string
		short  string // with 60 columns
		row    string
	}{
		{"nothing", []providers.Call{echo}, 0, 12 * time.Second,
			" ◆ 1 question waits · small                               1.2k tokens · < $0.01",
			" small · last turn 2 s of work, 12 s waiting for you        1.2k tokens · $0.01",
			" small · worked 2 s, waited 12 s        1.2k tokens · $0.01", ""},
		{"a command of 5 s", []providers.Call{echo, slow}, 5 * time.Second, 12 * time.Second,
			" ◆ 1 question waits · turn 3 s                            1.2k tokens · < $0.01",
			" small · last turn 7 s of work, 12 s waiting for you        1.2k tokens · $0.01",
			" small · worked 7 s, waited 12 s        1.2k tokens · $0.01",
			" ✓ slow                                                         says it   5.0 s"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var s desk.Slow
			d := newDesk(t, func(d *desk.Desk, o *Options) {
				s = d.Slow()
				env := o.Shell.State().Env
				env.Tools = desk.Registry(t, desk.Echo{}, s)
				o.Shell.SetEnv(env)
			}).Write("hi").Press("enter")
			d.Pass(2 * time.Second)
			d.Answer("", c.calls...)
			began := d.Now
			d.Pass(time.Second)
			d.Sees(c.during)
			if c.runs > 0 {
				d.Pass(c.runs - d.Now.Sub(began))
				s.End("says it")
			}
			d.Pass(c.looks - d.Now.Sub(began))
			d.Press("y")
			d.Answer("Done.")
			d.Sees(c.end)
			if c.row != "" {
				d.Shows(c.row)
			}
			d.Pass(time.Hour)
			d.Send(tea.WindowSizeMsg{Width: 60, Height: 24})
			d.Sees(c.short)
		})
	}
}

// TestATurnOfHardlyAnyWork still says how long the user was asked.
func TestATurnOfHardlyAnyWork(t *testing.T) {
	d := newDesk(t).Write("hi").Press("enter")
	d.Answer("", desk.CallOf("e", "echo", `{"say":"x"}`))
	d.Pass(34 * time.Second)
	d.Press("y")
	d.Answer("Done.")
	d.Sees(" small · last turn 34 s waiting for you                     1.2k tokens · $0.01")
}

// TestASilentServerDoesNotWrite: in the middle of a response as before it, it is waited for.
func TestASilentServerDoesNotWrite(t *testing.T) {
	d := newDesk(t).Write("hi").Press("enter")
	d.Pass(10 * time.Second)
	d.Sees(" ⠋ waiting for small · turn 10 s")
	for _, said := range []struct {
		what  providers.Delta
		words string
	}{{providers.ReasoningDelta{Text: "hm"}, " small thinks · "}, {desk.Spoken("ok"), " small writes · "}, {providers.CallDelta{Name: "echo", Text: `{"sa`}, " small writes a call · "}} {
		d.Say(said.what)
		d.Pass(4 * time.Second)
		if got := statusLine(d); !strings.Contains(got, said.words) {
			t.Errorf("after 4 seconds: %q", got)
		}
		d.Pass(8800 * time.Millisecond)
		if got := statusLine(d); !strings.Contains(got, " waiting for small, which has said nothing for 12 s · turn ") {
			t.Errorf("after 12 seconds: %q", got)
		}
	}
	d.Say(desk.Spoken("ok"))
	d.Pass(time.Second)
	if got := statusLine(d); !strings.Contains(got, " small writes · ") {
		t.Errorf("it speaks again: %q", got)
	}
}

// TestASummaryBesideATurn is told of while it is written.
func TestASummaryBesideATurn(t *testing.T) {
	d := newDesk(t).Write("one").Press("enter")
	d.Answer("First.")
	d.Write("two").Press("enter")
	d.Pass(time.Second)
	d.Write("/compact").Press("enter")
	d.Pass(time.Second)
	d.Sees(" ⠴ waiting for small · a summary is being written · turn 1 s        1.2k tokens")
}
