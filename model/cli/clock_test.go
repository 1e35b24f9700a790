package cli

import (
	"bytes"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
)

// beats counts what a ticker says until it is stopped.
func beats(beat *time.Ticker) (count func() int, stop func()) {
	n, done := 0, make(chan struct{})
	ask := make(chan chan int)
	go func() {
		for {
			select {
			case <-beat.C:
				n++
			case c := <-ask:
				c <- n
			case <-done:
				return
			}
		}
	}()
	return func() int {
		synctest.Wait()
		c := make(chan int)
		ask <- c
		return <-c
	}, func() { beat.Stop(); close(done) }
}

// TestTheClock: a picture is drawn soon after it changed, at most as often as the
// user wants, and nearly nothing happens while nothing changes.
func TestTheClock(t *testing.T) {
	const (
		fps   = 125
		frame = time.Second / fps
		bit   = 100 * time.Microsecond // so that no two things happen at the same time
	)
	type step struct {
		do   func(c *clock)
		wait time.Duration
		want int // beats in that time
	}
	var (
		wait    = func(*clock) {}
		changed = func(c *clock) { c.stir(true) }
		same    = func(c *clock) { c.stir(false) }
		drawn   = func(c *clock) { c.writes(); c.wrote() }
		again   = func(c *clock) {
			for range 5 {
				c.writes()
				c.wrote()
			}
		}
		late    = func(c *clock) { took(c, 60*time.Millisecond) }
		stalled = func(c *clock) { took(c, time.Hour) }
		rested  = step{wait, 2 * time.Second, 10}
	)
	for name, steps := range map[string][]step{
		"begins with the pace it was asked for": {{wait, 2*frame + bit, 2}},
		"rests":                                 {{wait, time.Second, 6}, {wait, time.Second, 4}, {wait, 10 * time.Second, 40}},
		"draws a new picture soon": {rested, {changed, soon - bit, 0}, {wait, 2 * bit, 1}, {drawn, frame - bit, 0}, {wait, 2 * bit, 1},
			{wait, time.Second, 5}},
		"is not put off by more pictures":         {rested, {changed, soon / 2, 0}, {changed, soon/2 + bit, 1}, {changed, soon / 2, 0}, {changed, soon / 2, 1}},
		"draws a few pictures in a row at once":   {rested, {changed, soon + bit, 1}, {drawn, bit, 0}, {changed, soon + bit, 1}, {drawn, bit, 0}, {changed, soon + bit, 1}},
		"… but no more than a few":                {{again, bit, 0}, {changed, frame - 2*bit, 0}, {wait, 2 * bit, 1}},
		"wakes by what changes no picture":        {rested, {same, frame - bit, 0}, {wait, 2 * bit, 1}, {wait, time.Second, 5}},
		"rests after a picture that was as it is": {rested, {changed, 20*soon + bit, 20}, {wait, 10 * time.Second, 49}},
		"leaves a slow terminal alone as long":    {{late, 60*time.Millisecond - bit, 0}, {wait, 2 * bit, 1}, {changed, soon + bit, 1}},
		"… also if there is a new picture":        {{late, 2 * frame, 0}, {changed, 2 * frame, 0}, {wait, 60*time.Millisecond - 4*frame + bit, 1}},
		"… and never for long":                    {{stalled, resting - bit, 0}, {wait, 2 * bit, 1}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := newClock(fps)
				beat := time.NewTicker(frame)
				count, stop := beats(beat)
				defer stop()
				c.follow(beat)
				had := 0
				for i, s := range steps {
					s.do(c)
					<-time.After(s.wait) // of the bubble: no real time passes
					if n := count(); n-had != s.want {
						t.Errorf("step %d: %d beats, want %d", i, n-had, s.want)
					}
					had = count()
				}
			})
		})
	}
}

// TestTheClockWithoutABeat: where Bubble Tea has no ticker that can be set, it
// draws at its own pace.
func TestTheClockWithoutABeat(t *testing.T) {
	c := newClock(60)
	c.follow(nil)
	c.stir(true)
	c.writes()
	c.wrote()
}

// took lets a frame have begun that long ago.
func took(c *clock, d time.Duration) {
	c.writes()
	c.began = c.began.Add(-d)
	c.wrote()
}

// TestTheClockKnowsWhatIsShown: what is asked counts as seen when a frame that began
// later has been taken, or when there was nothing to be drawn.
func TestTheClockKnowsWhatIsShown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newClock(125)
		is := func(what string, since time.Time, after time.Duration, ok bool) {
			t.Helper()
			if at, known := c.shown(since); known != ok || ok && at.Sub(since) != after {
				t.Errorf("%s: after %s, %v", what, at.Sub(since), known)
			}
		}
		c.stir(true)
		c.writes()
		<-time.After(time.Second)
		asked := time.Now() // while the terminal still takes a frame that knows nothing of it
		c.stir(true)
		is("at once", asked, 0, false)
		<-time.After(time.Second)
		is("while an earlier frame is taken", asked, 0, false)
		c.wrote()
		is("when that was taken", asked, time.Second, false)
		c.writes()
		<-time.After(5 * time.Second)
		is("while its own is taken", asked, 0, false)
		c.wrote()
		is("when that was taken", asked, 6*time.Second, true)
		for range kept + 5 {
			<-time.After(time.Second)
			c.writes()
			c.wrote()
		}
		if _, ok := c.shown(asked); !ok {
			t.Error("it is forgotten after many frames")
		}
		again := time.Now().Add(time.Second)
		<-time.After(time.Second)
		c.stir(false)
		is("asked again, as it was", again, 0, false)
		<-time.After(nothing)
		is("with nothing to be drawn", again, 0, true)
	})
}

// asking is a model that looks for its program's beat when it begins.
type asking struct{ look func() }

func (a asking) Init() tea.Cmd                       { a.look(); return tea.Quit }
func (a asking) Update(tea.Msg) (tea.Model, tea.Cmd) { return a, nil }
func (a asking) View() tea.View                      { return tea.NewView("") }

// TestTheBeat: this version of Bubble Tea has its ticker where it is looked for,
// and has it when a model begins. If this fails after an update, see
// docs/decisions/011-the-frame-clock.md.
func TestTheBeat(t *testing.T) {
	var p *tea.Program
	var found *time.Ticker
	var out bytes.Buffer
	p = tea.NewProgram(asking{func() { found = beatOf(p) }}, tea.WithInput(nil), tea.WithOutput(&out), tea.WithWindowSize(20, 5))
	if before := beatOf(p); before != nil {
		t.Error("there is a beat before the program runs")
	}
	if _, err := p.Run(); err != nil {
		t.Fatal(err)
	}
	if found == nil {
		t.Fatal("no ticker")
	}
}

// TestPicturesAreTold: the clock hears of what can be seen.
func TestPicturesAreTold(t *testing.T) {
	view := func(change func(v *tea.View)) tea.View {
		v := tea.NewView("text")
		v.Cursor = tea.NewCursor(1, 1)
		change(&v)
		return v
	}
	plain := view(func(*tea.View) {})
	for name, c := range map[string]struct {
		change func(v *tea.View)
		alike  bool
	}{
		"nothing":            {func(*tea.View) {}, true},
		"the text":           {func(v *tea.View) { v.Content = "other" }, false},
		"the cursor's place": {func(v *tea.View) { v.Cursor = tea.NewCursor(2, 1) }, false},
		"no cursor":          {func(v *tea.View) { v.Cursor = nil }, false},
		"the title":          {func(v *tea.View) { v.WindowTitle = "title" }, false},
	} {
		if got := alike(plain, view(c.change)); got != c.alike {
			t.Errorf("%s: alike is %v", name, got)
		}
	}
}
