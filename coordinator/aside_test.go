package coordinator

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"parley/providers"
	"parley/store"
)

// asideTest is a shell that keeps what arrives, with a clock of its own. Writes are done
// at once; jobs that keep or drop what arrived run only when a test says so.
type asideTest struct {
	*leaving
	now   time.Time
	jobs  []Job
	file  *store.Arrived // nil: there is none
	tries int            // how often Keep and Drop were called
	fault error
}

func newAside(t *testing.T, log store.Log, found store.Arrived) *asideTest {
	t.Helper()
	a := &asideTest{leaving: newLeaving(t, log), now: time.Unix(1_800_000_000, 0)}
	if !found.IsZero() {
		a.file = &found
	}
	a.shell.World.Now = func() time.Time { return a.now }
	a.shell.World.Aside = &Aside{
		Found: found,
		Keep: func(x store.Arrived) error {
			a.tries++
			if a.fault == nil {
				a.file = &x
			}
			return a.fault
		},
		Drop: func() error {
			a.tries++
			if a.fault == nil {
				a.file = nil
			}
			return a.fault
		},
	}
	return a
}

// send sends, does the writes, and holds back the jobs that keep or drop what arrived.
func (a *asideTest) send(in Input) {
	_, jobs := a.shell.Send(in)
	for _, j := range jobs {
		switch j.Key.Kind {
		case ofWriting:
			done, _ := j.Perform(j.Context)
			a.send(done)
		case ofAside:
			a.jobs = append(a.jobs, j)
		}
	}
}

// settle runs what is held back.
func (a *asideTest) settle() {
	for len(a.jobs) > 0 {
		j := a.jobs[0]
		a.jobs = a.jobs[1:]
		done, _ := j.Perform(j.Context)
		a.send(done)
	}
}

func (a *asideTest) says(after time.Duration, d providers.Delta) {
	a.now = a.now.Add(after)
	a.send(ModelSaid{Key: a.shell.State().Running[0].Key, Delta: d})
}

func (a *asideTest) kept() string {
	if a.file == nil {
		return "nothing"
	}
	return fmt.Sprintf("%s after %s: %q, %q", a.file.Response, a.file.After, a.file.Reasoning, a.file.Text)
}

// log is what was written.
func (a *asideTest) log(t *testing.T) store.Log {
	t.Helper()
	var log store.Log
	for _, line := range a.lines {
		ev, err := store.Decode([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		log = log.Append(ev)
	}
	return log
}

// A response is kept once a second while it arrives, and no longer once it is on record.
func TestAnAnswerIsKeptWhileItArrives(t *testing.T) {
	a := newAside(t, store.Log{}, store.Arrived{})
	a.send(Submitted{ID: "q", Text: "go"})
	last := a.shell.Log().At(a.shell.Log().Len() - 1).ID
	text := func(s string) providers.Delta { return providers.TextDelta{Text: s} }
	for i, step := range []struct {
		after time.Duration
		delta providers.Delta
		want  string
	}{
		{0, providers.ReasoningDelta{Text: "hm"}, "nothing"},
		{999 * time.Millisecond, text("One"), "nothing"},
		{time.Millisecond, text(" two"), `"hm", "One two"`},
		{999 * time.Millisecond, text(" three"), `"hm", "One two"`},
		{time.Hour, text(" four"), `"hm", "One two three four"`},
		{time.Minute, providers.CallDelta{Name: "x"}, `"hm", "One two three four"`},
		{-2 * time.Hour, text(" five"), `"hm", "One two three four five"`}, // a clock that was set back
	} {
		a.says(step.after, step.delta)
		a.settle()
		want := step.want
		if want != "nothing" {
			want = "1.1 after " + last + ": " + want
		}
		if got := a.kept(); got != want {
			t.Errorf("%d: kept %s, want %s", i, got, want)
		}
	}
	before := a.tries
	a.send(ModelDone{Key: a.shell.State().Running[0].Key, Response: providers.Response{Text: "One two three four five."}})
	a.settle()
	if a.kept() != "nothing" || a.tries != before+1 {
		t.Errorf("kept %s, after %d tries more", a.kept(), a.tries-before)
	}
	// a response that takes less than a second is never written
	a.send(Submitted{ID: "r", Text: "again"})
	a.says(0, text("Yes"))
	a.says(900*time.Millisecond, text("."))
	a.send(ModelDone{Key: a.shell.State().Running[0].Key, Response: providers.Response{Text: "Yes."}})
	a.settle()
	if a.tries != before+1 {
		t.Errorf("%d tries more", a.tries-before)
	}
}

// A long response is written completely each time, so it is written less often.
func TestALongAnswerIsKeptLessOften(t *testing.T) {
	a := newAside(t, store.Log{}, store.Arrived{})
	a.send(Submitted{ID: "q", Text: "go"})
	long := strings.Repeat("a", keepSize)
	for i, step := range []struct {
		after time.Duration
		delta providers.Delta
		tries int
	}{
		{0, providers.TextDelta{Text: "Once "}, 0},
		{time.Second, providers.TextDelta{Text: "more"}, 1},
		{time.Second, providers.TextDelta{Text: long}, 1}, // two seconds for more than 4 MiB
		{time.Second, providers.ReasoningDelta{Text: long}, 1},
		{time.Second, providers.TextDelta{Text: "."}, 2}, // three for more than 8
		{2 * time.Second, providers.TextDelta{Text: "."}, 2},
		{time.Second, providers.TextDelta{Text: "."}, 3},
	} {
		a.says(step.after, step.delta)
		a.settle()
		if a.tries != step.tries {
			t.Fatalf("after step %d it was written %d times, not %d", i, a.tries, step.tries)
		}
	}
}

// What goes to the file is written before what was kept is removed, and nothing begins
// while such a write is under way, or after one that failed.
func TestWhatIsKeptGoesLast(t *testing.T) {
	a := newAside(t, store.Log{}, store.Arrived{})
	answering(t, a.leaving, "Half")
	a.says(time.Second, providers.TextDelta{Text: " an"})
	a.says(time.Second, providers.TextDelta{Text: " answer"})
	if len(a.jobs) != 1 {
		t.Fatalf("%d jobs at once", len(a.jobs))
	}
	a.leaving.fault = errors.New("the disk is full")
	_, jobs := a.shell.Send(Interrupted{})
	a.settle()
	if !strings.HasSuffix(a.kept(), `"hm", "Half an"`) {
		t.Errorf("kept %s", a.kept())
	}
	for _, j := range jobs {
		if j.Key.Kind == ofWriting {
			done, _ := j.Perform(j.Context)
			_, again := a.shell.Send(done)
			if len(again) != 1 || again[0].Key.Kind != ofWriting {
				t.Errorf("%+v while nothing can be written", again)
			}
		}
	}

	a = newAside(t, store.Log{}, store.Arrived{})
	answering(t, a.leaving, "Half")
	a.fault = errors.New("the disk is full")
	for range 3 {
		a.says(time.Second, providers.TextDelta{Text: " an"})
		a.settle()
	}
	if a.tries != 1 || a.shell.Trouble() != nil {
		t.Errorf("%d tries, %v", a.tries, a.shell.Trouble())
	}
}

// A program that ends by itself leaves nothing beside the record.
func TestNothingIsKeptOfWhatALeaverRecorded(t *testing.T) {
	for _, done := range []bool{false, true} {
		a := newAside(t, store.Log{}, store.Arrived{})
		answering(t, a.leaving, "Half")
		a.says(time.Second, providers.TextDelta{Text: " an"})
		a.settle()
		if done {
			a.send(ModelDone{Key: a.shell.State().Running[0].Key, Response: providers.Response{Text: "Half an answer."}})
			done, _ := a.jobs[0].Perform(a.jobs[0].Context) // as its command does, whose message reaches nobody
			a.shell.Send(done)
		}
		if err := a.shell.Leave(); err != nil || a.kept() != "nothing" {
			t.Errorf("%v, kept %s", err, a.kept())
		}
	}
}

// What a killed program left is recorded as an interrupted response, which no model sees;
// the response is requested again; and it is on record once, wherever the program is
// killed next.
func TestWhatAKilledProgramLeftIsRecorded(t *testing.T) {
	killed := newAside(t, store.Log{}, store.Arrived{})
	answering(t, killed.leaving, "Half an")
	killed.says(time.Second, providers.TextDelta{Text: " ans"})
	killed.settle()
	log := killed.log(t)

	again := newAside(t, log, *killed.file)
	again.send(Opened{})
	var got []string
	for _, ev := range again.log(t).All() {
		got = append(got, fmt.Sprintf("%s %+v", ev.Body.Type(), ev.Body))
	}
	want := []string{
		"resumed {Answered:[] Strange:false}",
		"reasoning {Response:1.1 Text:hm Partial:true Provider:[]}",
		"chat_response {Response:1.1 Text:Half an ans Partial:true Stopped:}",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("recorded\n%s", strings.Join(got, "\n"))
	}
	if again.file == nil {
		t.Error("what was kept went before its job was done")
	}
	again.settle()
	if again.kept() != "nothing" {
		t.Errorf("kept %s", again.kept())
	}
	for _, m := range messages(again.shell.Log(), "m/a") {
		if strings.Contains(fmt.Sprintf("%+v", m), "Half") {
			t.Errorf("the model gets %+v", m)
		}
	}
	again.send(Continued{})
	if keys := again.shell.State().Running; len(keys) != 1 || keys[0].Key.String() != "model/1/1.1/1" {
		t.Fatalf("%+v runs", keys)
	}
	again.send(ModelDone{Key: CallModel{Turn: 1, Response: "1.1", Try: 1}.Key(), Response: providers.Response{Text: "The whole answer."}})
	if f := again.shell.State().Folded; f.Open() || f.Ignored != 0 {
		t.Errorf("open %t, %d ignored", f.Open(), f.Ignored)
	}
}

// What was left of another response, or of a turn that has ended, is dropped.
func TestWhatIsOfNoUseIsNotRecorded(t *testing.T) {
	killed := newAside(t, store.Log{}, store.Arrived{})
	killed.send(Submitted{ID: "q", Text: "go"})
	open := killed.log(t)
	killed.send(ModelDone{Key: CallModel{Turn: 1, Response: "1.1", Try: 1}.Key(), Response: providers.Response{Text: "Done."}})
	ended := killed.log(t)
	for name, c := range map[string]struct {
		log   store.Log
		found store.Arrived
		want  int
	}{
		"another answer": {open, store.Arrived{Response: "1.2", Text: "x"}, 1}, // resumed
		"an ended turn":  {ended, store.Arrived{Response: "1.1", Text: "x"}, 0},
	} {
		a := newAside(t, c.log, c.found)
		a.send(Opened{})
		a.settle()
		if len(a.lines) != c.want || a.kept() != "nothing" {
			t.Errorf("%s: %q, kept %s", name, a.lines, a.kept())
		}
	}
}

// However a response arrives, a killed program loses no more of it than what came within
// one second.
func TestAKillLosesASecond(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		a := newAside(t, store.Log{}, store.Arrived{})
		a.send(Submitted{ID: "q", Text: "go"})
		var came []time.Time
		for range rapid.IntRange(1, 40).Draw(r, "deltas") {
			after := time.Duration(rapid.IntRange(0, 1500).Draw(r, "after")) * time.Millisecond
			a.says(after, providers.TextDelta{Text: "x"})
			came = append(came, a.now)
			a.settle()
			has := 0
			if a.file != nil {
				has = len(a.file.Text)
			}
			if lost := came[has:]; len(lost) > 0 && a.now.Sub(lost[0]) >= time.Second {
				r.Fatalf("%d of %d are kept; the first that is lost came %s ago", has, len(came), a.now.Sub(lost[0]))
			}
		}
		if took := a.now.Sub(came[0]); a.tries > int(took/time.Second) {
			r.Fatalf("%d writes in %s", a.tries, took)
		}
	})
}
