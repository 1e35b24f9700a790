package replay

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

	"parley/forms"
	"parley/model/kit"
	"parley/store"
	"parley/teatest/desk"
	"parley/teatest/goldens"
	"parley/views/pane"
	"parley/views/replay"
)

// newScreening opens a replay of a log on a desk; it is paused unless change says
// otherwise.
func newScreening(t testing.TB, l store.Log, change ...func(*PlayerOptions)) *desk.Desk {
	t.Helper()
	d := desk.New(t)
	o := PlayerOptions{
		Log: l, Theme: d.Theme(), Paused: true, Now: d.Clock, Teller: pane.Teller{Took: true}, Tick: d.Tick,
	}
	for _, f := range change {
		f(&o)
	}
	d.Top = NewPlayer(o)
	return d.Start()
}

func player(d *desk.Desk) *Player {
	p, ok := d.Top.(*Player)
	if !ok {
		d.T.Fatalf("the screen is a %T", d.Top)
	}
	return p
}

// goldenScreens compares whole screens with testdata/screens/replay/<name>.txt.
func goldenScreens(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join(goldens.Root(t), "testdata", "screens", "replay", name+".txt")
	if os.Getenv("UPDATE") == "1" {
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(got), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; UPDATE=1 rewrites it\n--- got\n%s--- want\n%s", path, got, want)
	}
}

// TestReplayOfTheStory steps through a stored conversation: every screen is what a person
// sees then.
func TestReplayOfTheStory(t *testing.T) {
	for _, size := range [][2]int{{40, 12}, {80, 24}, {120, 40}} {
		d := newScreening(t, desk.StoryLog(t))
		d.Send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		var b strings.Builder
		for _, key := range []string{"", "]", "}", "}", "}", "}", "left", "}", "i", "i", "{", "]", "G", "left", "?", "x", "g"} {
			if key != "" {
				d.Press(key)
			}
			fmt.Fprintf(&b, "> %s\n%s\n", key, d.Screen())
		}
		goldenScreens(t, fmt.Sprintf("story-%d", size[0]), b.String())
	}
}

// TestReplayPlaysByTheConversationsTime: waits are as they were, long ones are shortened,
// and an answer stays long enough to be read.
func TestReplayPlaysByTheConversationsTime(t *testing.T) {
	l := timed(t, 0, 500*time.Millisecond, 14*time.Minute, 0, -time.Hour, 100*time.Millisecond, 3*24*time.Hour)
	for _, c := range []struct {
		speed float64
		at    []time.Duration // when the events are reached
		end   time.Duration
	}{
		{1, []time.Duration{0, 500, 2500, 2500, 2500, 2600, 4600}, 4600},
		{4, []time.Duration{0, 125, 625, 625, 625, 650, 1150}, 1150},
		{0.25, []time.Duration{0, 2000, 10000, 10000, 10000, 10400, 18400}, 18400},
	} {
		d := newScreening(t, l, func(o *PlayerOptions) { o.Paused, o.Speed = false, c.speed })
		begin := d.Now
		for passed := time.Duration(0); passed <= c.end+100; passed += 25 {
			d.Pass(begin.Add(passed * time.Millisecond).Sub(d.Now))
			want := 0
			for _, at := range c.at {
				if at <= passed-kit.FrameTime/time.Millisecond { // what is due within a frame comes with it
					want++
				}
			}
			most := 0
			for _, at := range c.at {
				if at <= passed {
					most++
				}
			}
			if got := player(d).point; got < want || got > most {
				t.Fatalf("at %g× after %d ms %d events have happened, want %d to %d", c.speed, passed, got, want, most)
			}
		}
		if player(d).playing || len(d.Timers) != 0 {
			t.Errorf("at %g× it goes on after the end: %v, %d timers", c.speed, player(d).playing, len(d.Timers))
		}
	}
	d := newScreening(t, l)
	var said []string
	for range l.Len() {
		said = append(said, fmt.Sprint(player(d).reel.passed(player(d).point)))
		d.Press("right")
	}
	if got := strings.Join(said, " "); got != "0 0 840 0 0 0 259200" {
		t.Errorf("the waits that were shortened: %s", got)
	}
}

// timed is a log of messages after these waits.
func timed(t testing.TB, waits ...time.Duration) store.Log {
	t.Helper()
	var l store.Log
	at := time.Date(2026, 1, 2, 15, 4, 5, 0, time.UTC)
	for i, w := range waits {
		at = at.Add(w)
		head := store.Head{V: 1, Seq: int64(i + 1), ID: fmt.Sprint("e", i+1), Time: at, Conversation: "c"}
		body := store.ChatRequest{Text: fmt.Sprint("message ", i+1)}
		e, err := store.New(head, body)
		if err != nil {
			t.Fatal(err)
		}
		l = l.Append(e)
	}
	return l
}

// TestReplayShowsAQuestionOpenAndThenAnswered while time runs.
func TestReplayShowsAQuestionOpenAndThenAnswered(t *testing.T) {
	q := forms.Question{ID: "env", Text: "Which environment?", AnswerType: forms.AnswerType{Kind: forms.Select, Options: []forms.Option{
		{Value: json.RawMessage(`"staging"`)}, {Value: json.RawMessage(`"production"`)}}}}
	l := desk.LogOf(t, 14*time.Second,
		store.ChatRequest{Text: "Migrate it"}, store.ToolCallRequest{Response: "r", ID: "c", Name: "migrate", Arguments: json.RawMessage("{}")},
		store.ToolAsked{ID: "c", Run: 1, Form: []forms.Question{{ID: "before"}, q, {ID: "after"}}},
		store.InquiryRequest{ID: "c.env.1", Call: "c", Source: store.Source{Source: "assistant"}, Target: store.TargetUser, Question: q},
		store.InquiryResponse{ID: "c.env.1", Outcome: store.Answered, Answer: json.RawMessage(`"production"`), AnsweredBy: &store.AnsweredBy{By: store.ByUser}},
		store.ToolStarted{ID: "c", Run: 2})
	d := newScreening(t, l, func(o *PlayerOptions) { o.Paused = false })
	d.Pass(6 * time.Second)
	d.Sees(`
── Assistant asks ── [2/3] ── open ─────────────────────────────────────────────

   Which environment?

     1  staging
     2  production
── 15:04:47  a question is asked ───────────────────────────────── 14 s passed ─
 ▶ 1×  event 4 of 6   00:06 / 00:10   ◆ 1 decision
 ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━●──────────────◆────────────────
 Space pause   ← → step   { } decision   + - speed   i raw   ? help   q leave`)
	d.Pass(2 * time.Second)
	d.Sees(`
── Assistant asked ── [2/3] ── answered by you after 14 s ──────────────────────

   Which environment?

     1  staging
   ● 2  production
── 15:05:01  the question is answered ──────────────────────────── 14 s passed ─
 ▶ 1×  event 5 of 6   00:08 / 00:10   ◆ 1 decision
 ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━●────────────────
 Space pause   ← → step   { } decision   + - speed   i raw   ? help   q leave`)
	d.Pass(2 * time.Second)
	if player(d).point != 6 || player(d).playing {
		t.Errorf("at event %d, playing %v", player(d).point, player(d).playing)
	}
}

// TestReplayReadsAnAnswer: what follows an answer at once waits a moment.
func TestReplayReadsAnAnswer(t *testing.T) {
	l := desk.LogOf(t, 0, store.PermissionRequest{ID: "c.run", Tool: "t", Text: "Run?"}, store.PermissionResponse{ID: "c.run", Outcome: store.PermitAllowed}, store.ToolStarted{ID: "c"})
	d := newScreening(t, l, func(o *PlayerOptions) { o.Paused = false })
	for _, c := range []struct {
		after time.Duration
		want  int
	}{{100 * time.Millisecond, 2}, {1300 * time.Millisecond, 2}, {200 * time.Millisecond, 3}} {
		d.Pass(c.after)
		if got := player(d).point; got != c.want {
			t.Errorf("%v later it is at event %d, want %d", c.after, got, c.want)
		}
	}
}

func TestReplaySpeeds(t *testing.T) {
	d := newScreening(t, desk.StoryLog(t))
	for _, c := range []struct {
		keys string
		want string
	}{{"", "1×"}, {"+", "2×"}, {"+ + + +", "16×"}, {"-", "8×"}, {"- - - -", "½×"}, {"- - -", "¼×"}, {"=", "½×"}} {
		d.Press(strings.Fields(c.keys)...)
		if got := replay.SpeedText(player(d).speed, false); got != c.want {
			t.Errorf("%s leads to %s, want %s", c.keys, got, c.want)
		}
	}
}

// TestReplayPauses: Space stops the clock and starts it again; at the end it begins anew.
// A change of speed counts from then on, a step stops.
func TestReplayPauses(t *testing.T) {
	d := newScreening(t, timed(t, 0, time.Second, time.Second, time.Second), func(o *PlayerOptions) { o.Paused = false })
	at := func(what string, point int, playing bool) {
		t.Helper()
		if p := player(d); p.point != point || p.playing != playing {
			t.Fatalf("%s: event %d, playing %v; want %d, %v", what, p.point, p.playing, point, playing)
		}
	}
	d.Pass(500 * time.Millisecond)
	d.Press("space")
	d.Pass(time.Hour)
	at("paused", 1, false)
	d.Press("space")
	d.Pass(600 * time.Millisecond)
	at("on again", 2, true)
	d.Press("+")
	d.Pass(500 * time.Millisecond)
	at("twice as fast", 3, true)
	d.Press("left")
	at("a step back", 2, false)
	d.Press("space").Pass(3 * time.Second)
	at("at the end", 4, false)
	d.Press("space")
	at("anew", 1, true)
}

// TestReplayOfASleepingComputer does not play what nobody saw.
func TestReplayOfASleepingComputer(t *testing.T) {
	d := newScreening(t, timed(t, 0, time.Second, time.Second, time.Second, time.Second), func(o *PlayerOptions) { o.Paused = false })
	d.Now = d.Now.Add(8 * time.Hour)
	timers := d.Timers
	d.Timers = nil
	d.Send(timers[0].Do(d.Now))
	if p := player(d); p.point != 3 || !p.playing {
		t.Errorf("event %d, playing %v", p.point, p.playing)
	}
}

// TestReplayFromAnywhereIsTheSame: however a point was reached, the screen is the one that
// is reached step by step.
func TestReplayFromAnywhereIsTheSame(t *testing.T) {
	l := desk.StoryLog(t)
	straight := make([]string, l.Len()+1)
	d := newScreening(t, l)
	for range l.Len() {
		straight[player(d).point] = d.Screen()
		d.Press("right")
	}
	rapid.Check(t, func(rt *rapid.T) {
		d := newScreening(t, l)
		for _, key := range rapid.SliceOfN(rapid.SampledFrom([]string{"left", "right", "[", "]", "{", "}", "g", "G", "30", "17"}), 1, 30).Draw(rt, "keys") {
			switch key {
			case "30", "17":
				d.Press(":", key[:1], key[1:], "enter")
			default:
				d.Press(key)
			}
			player(d).note = ""
			player(d).picture.Old()
			if got, want := d.Screen(), straight[player(d).point]; got != want {
				rt.Fatalf("after %s event %d is\n%s\n--- want\n%s", key, player(d).point, got, want)
			}
		}
	})
}

// TestReplayOfLittle: an empty log and one of a single event work.
func TestReplayOfLittle(t *testing.T) {
	keys := []string{"space", "left", "right", "[", "]", "{", "}", "g", "G", "+", "-", "i", "i", ":", "3", "enter", "/", "x", "enter", "up", "pgdown", "j", "?", "x", "f"}
	d := newScreening(t, store.Log{}, func(o *PlayerOptions) { o.Paused = false })
	d.Press(keys...).Press("esc")
	d.Sees(`
────────────────────────────────────────────────────────────────────────────────
 ‖ 1×  event 0 of 0   00:00 / 00:00
 ●─────────────────────────────────────────────────────────────────────────────
 ? help   q leave`)
	d.Shows(" ! The conversation holds no event.")
	d = newScreening(t, timed(t, 0), func(o *PlayerOptions) { o.Paused = false })
	d.Press(keys...).Press("esc")
	d.Sees(`
── 15:04:05  a message ─────────────────────────────────────────────────────────
 ‖ 1×  event 1 of 1   00:00 / 00:00
 ●─────────────────────────────────────────────────────────────────────────────
 ← → step   + - speed   i raw   / search   ? help   q leave`)
}

// TestReplayOfANewerParley: an event of an unknown type is named.
func TestReplayOfANewerParley(t *testing.T) {
	e, err := store.Decode([]byte(`{"v":1,"seq":1,"event":"e1","time":"2026-01-02T15:04:05Z","conversation":"c","turn":1,"type":"frobnicated","how":"well"}`))
	if err != nil {
		t.Fatal(err)
	}
	d := newScreening(t, store.Log{}.Append(e), func(o *PlayerOptions) { o.Notes = []string{"line 3: damaged"} })
	d.Shows(" ! line 3: damaged", " · frobnicated: an event that this Parley does not know",
		"── 15:04:05  frobnicated (an event that this Parley does not know) ─────────────")
}

// TestReplayLeaves: with the program, to another screen, and not at all if that fails. A
// fork begins at the event, or with the question of an answer open.
func TestReplayLeaves(t *testing.T) {
	d := newScreening(t, desk.StoryLog(t))
	d.Press("f", "q")
	if len(d.Out) == 0 || fmt.Sprintf("%T", d.Out[len(d.Out)-1]) != "tea.QuitMsg" {
		t.Errorf("q sent %v", d.Out)
	}
	var forks []int64
	fail := errors.New("the disk is full")
	d = newScreening(t, desk.StoryLog(t), func(o *PlayerOptions) {
		o.Fork = func(seq int64) (tea.Model, error) { forks = append(forks, seq); return nil, fail }
	})
	d.Press("}", "f").Shows(" the disk is full")
	d.Press("right", "f", "left", "left", "f")
	if got := fmt.Sprint(forks); got != "[13 15 13]" {
		t.Errorf("forks begin at %s", got)
	}
	next := &desk.Heard{}
	d = newScreening(t, desk.StoryLog(t), func(o *PlayerOptions) { o.Fork = func(int64) (tea.Model, error) { return next, nil } })
	d.Send(tea.WindowSizeMsg{Width: 60, Height: 20})
	d.Press("f")
	if got := fmt.Sprint(next.Msgs); got != "[{60 20} {f} init]" {
		t.Errorf("the fork was told %s", got)
	}
}

// TestReplayThatCannotBeRead ends and says why.
func TestReplayThatCannotBeRead(t *testing.T) {
	fail := errors.New("no such file")
	d := newScreening(t, store.Log{}, func(o *PlayerOptions) { o.Read = func() (Tape, error) { return Tape{}, fail } })
	if err := player(d).Err(); !errors.Is(err, fail) || len(d.Out) == 0 {
		t.Errorf("error %v, sent %v", err, d.Out)
	}
}

// TestReplayShowsWhatAnEventDid, wherever the conversation was scrolled to.
func TestReplayShowsWhatAnEventDid(t *testing.T) {
	end := desk.LogOf(t, 0, store.ResponseEnd{Response: "r"}).At(0) // which shows nothing
	end.ID = "end"
	d := newScreening(t, timed(t, make([]time.Duration, 60)...).Append(end))
	d.Press("G", "left", "left", "pgup", "pgup", "right")
	d.Shows(" ▌ message 60")
	d.Press("pgup", "pgup", "G")
	d.Shows(" ▌ message 60")
	d.Press("pgup", "pgup")
	for _, line := range strings.Split(d.Screen(), "\n") {
		if line == " ▌ message 60" {
			t.Error("it does not scroll")
		}
	}
}

// TestReelOfWhatDoesNotFit: an answer to another kind of question, a second one, and a
// question that was put before.
func TestReelOfWhatDoesNotFit(t *testing.T) {
	r := newReel(desk.LogOf(t, time.Second,
		store.PermissionRequest{ID: "a", Tool: "t"}, store.InquiryResponse{ID: "a", Outcome: store.Answered},
		store.PermissionRequest{ID: "a", Tool: "u"}, store.PermissionResponse{ID: "a", Outcome: store.PermitAllowed},
		store.PermissionResponse{ID: "a", Outcome: store.PermitDenied}, store.PermissionResponse{ID: "b"},
		store.InquiryRequest{ID: "c"}, store.PermissionRequest{ID: "d"}, store.InquiryResponse{ID: "c"}, store.TurnStart{Parent: 1}))
	if got := fmt.Sprint(r.marks, r.about, r.turns); got != "[4 8 9] [-1 0 0 0 0 -1 -1 1 2 1 2] []" {
		t.Errorf("decisions, what each event is about, and turns: %s", got)
	}
}

// TestAMessageForAnotherReplayIsDropped: for one that was left, or of another run.
func TestAMessageForAnotherReplayIsDropped(t *testing.T) {
	d := newScreening(t, desk.StoryLog(t))
	d.Press("G", "/").Write("say").Press("enter", "G")
	point := player(d).point
	for _, stale := range []tea.Msg{playedMsg{run: 1}, reelMsg{err: errors.New("of another")}, hitsMsg{run: 1, points: []int{1}}} {
		d.Send(stale)
	}
	if p := player(d); p.err != nil || p.point != point {
		t.Errorf("it was taken: %v, event %d", p.err, p.point)
	}
}
