package teatest

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The crash test kills the real program again and again while it works, and checks what is
// left: that nothing it said was on record is lost or altered, that what was open is still
// open under the same id, and that nothing runs twice that must not.
//
//	go test ./teatest -run Crash -kills 500 -seed 7 -v
//
// The seed decides how each run is used and at which event it is killed; what
// the program does in the microseconds until the signal reaches it is chance.

// kills and seed are the flags of the test.
var (
	kills = flag.Int("kills", 6, "how often the crash test kills the program")
	seed  = flag.Uint64("seed", 1, "what decides where the crash test kills it")
)

func TestCrash(t *testing.T) {
	t.Logf("-kills %d -seed %d", *kills, *seed)
	chance := rand.New(rand.NewPCG(*seed, 0))
	sizes := measureRuns(t)
	if t.Failed() {
		return
	}
	for left, story := *kills, 1; left > 0; story++ {
		t.Run(fmt.Sprintf("story %d", story), func(t *testing.T) {
			s := newStory(t, chance.IntN(2) == 0)
			s.chance, s.sizes = chance, sizes
			left -= s.run(min(left, 1+chance.IntN(3)))
		})
		if t.Failed() {
			t.Logf("this was -seed %d", *seed)
			return
		}
	}
}

// measureRuns is how long a run is that nobody kills, in each way of use; it also proves
// that the story ends as it should.
func measureRuns(t *testing.T) map[way]point {
	sizes := map[way]point{}
	for _, how := range []way{headless, plain, screen} {
		t.Run("undisturbed, "+string(how), func(t *testing.T) {
			s := newStory(t, how == headless)
			w := s.begin(how, never())
			s.reopen(w)
			s.finished()
			for _, call := range s.record.of("tool_call_response") {
				if call.IsError {
					t.Errorf("%s failed: %s", call.ID, call.line)
				}
			}
			want := "first\nended first\nsecond\nended second\nthird\nended third\n"
			ran := s.trace("ran.log")
			if len(ran) != len(want) || s.trace("notes.txt") != notesAfter || s.trace("report.txt") != "All is well.\n" {
				t.Errorf("the commands left %q, the notes are %q", ran, s.trace("notes.txt"))
			}
			sizes[how] = point{moments: -1 - w.left, bytes: w.drew}
		})
	}
	return sizes
}

// story is one conversation through its deaths to its end.
type story struct {
	t          *testing.T
	place      *Place
	steps      *steps
	unattended bool // the configuration lets commands run without a permission
	chance     *rand.Rand
	sizes      map[way]point
	record     facts
	raw        string // the file as it was when last seen
	id         string
}

func newStory(t *testing.T, unattended bool) *story {
	p := NewPlace(t)
	source, err := os.ReadFile(filepath.Join("testdata", "steps.toml"))
	if err != nil {
		t.Fatal(err)
	}
	p.Scenario("steps", string(source))
	answers := `{"ask_user.answer": "All the way", "fs_modify_file.apply_changes": true}`
	if err := os.WriteFile(filepath.Join(p.Home, "answers.json"), []byte(answers), 0o600); err != nil {
		t.Fatal(err)
	}
	s := &story{t: t, place: p, steps: newSteps(t, p), unattended: unattended}
	t.Cleanup(s.show)
	return s
}

// run kills the conversation so many times and then lets it end; it returns how
// often it was killed.
func (s *story) run(deaths int) int {
	killed := 0
	for range deaths {
		if s.record.ended() || s.t.Failed() {
			break
		}
		how := []way{headless, plain, screen}[s.chance.IntN(3)]
		w := s.begin(how, s.point(how))
		if w.killed {
			killed++
		}
		s.reopen(w)
	}
	for !s.record.ended() && !s.t.Failed() {
		how := []way{headless, plain, screen}[s.chance.IntN(3)]
		s.reopen(s.begin(how, never()))
	}
	if !s.t.Failed() {
		s.finished()
	}
	return killed
}

// point chooses where to kill.
func (s *story) point(how way) point {
	if how == screen && s.chance.IntN(2) == 0 {
		return point{-1, s.chance.IntN(s.sizes[how].bytes)}
	}
	return point{s.chance.IntN(s.sizes[how].moments), -1}
}

// begin starts or continues the conversation, and returns when the program has ended or
// was killed.
func (s *story) begin(how way, at point) *work {
	w := &work{t: s.t, place: s.place, at: at, left: at.moments, seen: s.steps}
	s.t.Logf("%s, to be killed at %+v, with %d events on record", how, at, len(s.record))
	var args, words []string // flags stand before words
	switch {
	case how == screen && s.id == "":
	case how == screen, s.record.begun():
		args, words = []string{"resume"}, []string{s.id}
	case s.id != "":
		args, words = []string{"run", "--resume", s.id}, []string{"Go"}
	default:
		args, words = []string{"run"}, []string{"Go"}
	}
	args = append(args, "-m", "script/steps", "-c", "forms.arming_delay=0s")
	if s.unattended {
		args = append(args, "-c", "conversation.tools.run_command.run=unattended", "-c", "conversation.tools.fs_create_file.run=unattended")
	}
	switch how {
	case headless:
		args = append(args, "--format", "ndjson", "--non-interactive", "--answers", filepath.Join(s.place.Home, "answers.json"))
		w.alone(append(args, words...))
	case plain:
		w.asked(append(append(args, "--format", "ndjson"), words...))
	case screen:
		w.drawn(append(args, words...), s.record.begun())
	}
	return w
}

// reopen looks at what a run has left.
func (s *story) reopen(w *work) {
	s.find()
	if s.id == "" {
		if len(w.acked) > 0 {
			s.t.Errorf("%d events were acknowledged, and there is no conversation", len(w.acked))
		}
		return
	}
	raw := s.events()
	if !strings.HasPrefix(raw, s.raw) {
		s.t.Errorf("what stood in the file was changed:\n%s\nis now\n%s", s.raw, raw)
	}
	shown := s.place.Run("show", "--format", "ndjson", s.id)
	if shown.Status != 0 {
		s.t.Fatalf("show ended with %+v", shown)
	}
	lines := strings.Split(strings.TrimSuffix(shown.Out, "\n"), "\n")
	if shown.Out == "" {
		lines = nil
	}
	now, err := parseRecord(lines)
	if err != nil {
		s.t.Fatal(err)
	}
	s.compare(now, w)
	s.record, s.raw = now, raw
	for _, fault := range append(now.faults(), now.effects(s.trace("ran.log"), s.trace("notes.txt"))...) {
		s.t.Error(fault)
	}
}

// compare compares what is on record now with what was before, what the run acknowledged,
// and what it showed.
func (s *story) compare(now facts, w *work) {
	var want []string
	for _, f := range s.record {
		want = append(want, f.line)
	}
	if len(w.acked) > 0 && len(s.record) > 0 && !s.record.ended() && s.record.begun() {
		if first := (facts{mustFact(s.t, w.acked[0])})[0]; first.Type != "resumed" {
			s.t.Errorf("an open turn was continued, but the first new event is %s", first.line)
		}
	}
	want = append(want, w.acked...)
	if len(now) < len(want) {
		s.t.Errorf("%d events were acknowledged, %d are left", len(want), len(now))
	}
	for i := range min(len(want), len(now)) {
		if now[i].line != want[i] {
			s.t.Errorf("event %d was acknowledged as\n%s\nand is now\n%s", i+1, want[i], now[i].line)
		}
	}
	for _, head := range w.shown {
		if !asksFor(now, head) {
			s.t.Errorf("this was on the screen, but its request is not on record:\n%s", head)
		}
	}
}

// asksFor reports whether what a prompt showed is asked for on record.
func asksFor(r facts, shown string) bool {
	for part, id := range map[string]string{
		"How far shall I go?": ".answer.1", "Edit notes.txt?": ".apply_changes.1",
		"step.sh first": "sh step.sh first", "step.sh second": "sh step.sh second", "step.sh third": "sh step.sh third",
		"report.txt": "report.txt",
	} {
		if !strings.Contains(shown, part) {
			continue
		}
		for _, f := range r.of("inquiry_request", "permission_request") {
			if strings.HasSuffix(f.ID, id) || f.Type == "permission_request" && strings.Contains(f.line, id) {
				return true
			}
		}
	}
	return false
}

func mustFact(t *testing.T, line string) fact {
	r, err := parseRecord([]string{line})
	if err != nil {
		t.Fatal(err)
	}
	return r[0]
}

// finished looks at a conversation that has ended.
func (s *story) finished() {
	for _, missing := range s.record.unfinished() {
		s.t.Error(missing)
	}
}

// show prints the record of a story that failed.
func (s *story) show() {
	if !s.t.Failed() {
		return
	}
	for _, f := range s.record {
		s.t.Log(f.line)
	}
}

// find looks for the conversation: there is at most one.
func (s *story) find() {
	entries, err := os.ReadDir(s.place.Store())
	if err != nil && !os.IsNotExist(err) {
		s.t.Fatal(err)
	}
	s.id = ""
	for _, e := range entries {
		if e.IsDir() {
			if s.id != "" {
				s.t.Errorf("there are two conversations, %s and %s", s.id, e.Name())
			}
			s.id = e.Name()
		}
	}
}

// events is the file of the conversation as it stands.
func (s *story) events() string {
	data, err := os.ReadFile(filepath.Join(s.place.Store(), s.id, "events.jsonl"))
	if err != nil && !os.IsNotExist(err) {
		s.t.Fatal(err)
	}
	return string(data)
}

// trace is a file of the workspace, "" if it is not there.
func (s *story) trace(name string) string {
	data, err := os.ReadFile(filepath.Join(s.place.Dir, name))
	if err != nil && !os.IsNotExist(err) {
		s.t.Fatal(err)
	}
	return string(data)
}
