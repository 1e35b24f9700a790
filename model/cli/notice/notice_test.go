package notice

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"parley/config"
	"parley/forms"
	"parley/store"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// desk is a conversation with a notifier, whose program writes what it reads into a file.
type desk struct {
	t    *testing.T
	log  store.Log
	now  time.Time
	out  string
	n    *Notifier
	save func(...store.Event) error
}

func newDesk(t *testing.T, context bool, line string) *desk {
	t.Helper()
	d := &desk{t: t, now: time.Unix(1_800_000_000, 0).UTC(), out: filepath.Join(t.TempDir(), "out")}
	d.n = New(Options{
		Command: config.Command{Line: line}, Context: context, Dir: t.TempDir(), Away: t.TempDir(), Find: exec.LookPath, Conversation: "abc", Environ: []string{"OUT=" + d.out, "PATH=" + os.Getenv("PATH")},
		Log: func() store.Log { return d.log }, Now: func() time.Time { return d.now },
	})
	d.save = d.n.Recording(func(events ...store.Event) error { d.log = d.log.Append(events...); return nil })
	return d
}

func (d *desk) record(bodies ...store.Body) {
	d.t.Helper()
	var events []store.Event
	for i, b := range bodies {
		seq := int64(d.log.Len() + i + 1)
		ev, err := store.New(store.Head{V: store.Version, Seq: seq, Time: d.now, Conversation: "abc", ID: fmt.Sprint(seq), Turn: 1}, b)
		if err != nil {
			d.t.Fatal(err)
		}
		events = append(events, ev)
	}
	if err := d.save(events...); err != nil {
		d.t.Fatal(err)
	}
}

// told is what the program read.
func (d *desk) told() (all []message) {
	d.t.Helper()
	d.n.runs.Wait()
	data, err := os.ReadFile(d.out)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		d.t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		var m message
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			d.t.Fatalf("%q: %v", line, err)
		}
		all = append(all, m)
	}
	return all
}

func run(n int) store.PermissionRequest {
	return store.PermissionRequest{
		ID: fmt.Sprintf("c%d.run", n), Call: fmt.Sprintf("c%d", n), Kind: store.PermitRun, Tool: "run_command", Text: "go \x1b[2Jtest '$(id)'",
		Arguments: json.RawMessage(`{"command":"go \u001b[2Jtest '$(id)'"}`),
	}
}

const write = `cat >>"$OUT"; echo "args: $#" >&2`

func TestAQuestionIsTold(t *testing.T) {
	for _, context := range []bool{false, true} {
		d := newDesk(t, context, write)
		d.record(store.TurnStart{}, run(1))
		all := d.told()
		if len(all) != 1 {
			t.Fatalf("%d told", len(all))
		}
		m := all[0]
		if m.Ref != "abc/"+store.Digest(d.log.At(1).Line())[:16] || m.Kind != "permission" || m.Subject != "Run go ␛[2Jtest '$(id)'" || m.Text != "go ␛[2Jtest '$(id)'" {
			t.Errorf("%+v", m)
		}
		if (m.Context != "") != context || strings.ContainsRune(m.Context, '\x1b') {
			t.Errorf("context %q", m.Context)
		}
		d.n.Close(true)
	}
}

// TestTheTokenOfAQuestion is for that very question, and appears only in what the program
// reads.
func TestTheTokenOfAQuestion(t *testing.T) {
	d := newDesk(t, false, `env >>"$OUT.env"; cat >>"$OUT"`)
	var of []string
	d.n.o.Token = func(request string) string { of = append(of, request); return "secret-token" }
	d.record(store.TurnStart{}, run(1))
	all := d.told()
	if len(all) != 1 || all[0].Token != "secret-token" || len(of) != 1 || of[0] != store.Digest(d.log.At(1).Line()) {
		t.Errorf("told %+v, the token is of %q", all, of)
	}
	env, err := os.ReadFile(d.out + ".env")
	if err != nil || strings.Contains(string(env), "secret-token") {
		t.Errorf("the environment is %s, %v", env, err)
	}
	d.n.Close(true)
}

// TestWhatIsNotTold: what a rule or a policy answered at once, a reviewer's question, and
// never a secret.
func TestWhatIsNotTold(t *testing.T) {
	d := newDesk(t, true, write)
	d.record(store.TurnStart{}, run(1), store.PermissionResponse{ID: "c1.run", Outcome: store.PermitAllowed, By: store.ByRule})
	d.record(store.InquiryRequest{ID: "c2.q.1", Call: "c2", Target: store.TargetReviewer, Question: forms.Question{ID: "q", Text: "Go?"}})
	if all := d.told(); len(all) != 0 {
		t.Errorf("%+v", all)
	}
	d.record(store.InquiryRequest{ID: "c3.k.1", Call: "c3", Source: store.Source{Source: "tool", Name: "deploy"}, Target: store.TargetUser, Question: forms.Question{ID: "k", Text: "The key?", AnswerType: forms.AnswerType{Kind: forms.Secret}}})
	d.record(store.InquiryResponse{Outcome: store.Redacted, ID: "c3.k.1"})
	if all := d.told(); len(all) != 1 || !all[0].Secret || all[0].Who != "deploy" {
		t.Errorf("%+v", all)
	}
	d.n.Close(true)
}

func TestManyQuestionsAreNotAllTold(t *testing.T) {
	d := newDesk(t, false, write)
	d.record(store.TurnStart{})
	for i := range 14 {
		d.record(run(i))
		d.n.runs.Wait()
		d.record(store.PermissionResponse{ID: fmt.Sprintf("c%d.run", i), Outcome: store.PermitDenied, By: store.ByUser})
	}
	if n := len(d.told()); n != mostAMinute {
		t.Errorf("%d told", n)
	}
	d.now = d.now.Add(time.Minute)
	d.record(run(20))
	if all := d.told(); len(all) != mostAMinute+1 || all[mostAMinute].LeftOut != 4 {
		t.Errorf("%d told, the last %+v", len(all), all[len(all)-1])
	}
	d.n.Close(true)
}

// TestAProgramThatHangsHoldsNothingUp: it is ended with the conversation, and a question is
// recorded although it cannot be told.
func TestAProgramThatHangsHoldsNothingUp(t *testing.T) {
	d := newDesk(t, false, `echo "{}" >>"$OUT"; exec sleep 1000`)
	d.record(store.TurnStart{}, run(1))
	d.n.Close(false)
	d = newDesk(t, false, "exit 7")
	d.n.o.Command = config.Command{Argv: []string{"/no/such/program"}}
	d.record(store.TurnStart{}, run(1))
	d.n.Close(true)
	if d.log.Len() != 2 {
		t.Error("it was not recorded")
	}
	if got := d.n.Trouble(); got != "notify.command failed, so perhaps nobody was told of what waits: /no/such/program cannot be started: no such file or directory" {
		t.Error(got)
	}
	if New(Options{}) != nil {
		t.Error("nobody is to be told")
	}
	failed := errors.New("the disk is full")
	if err := d.n.Recording(func(...store.Event) error { return failed })(); !errors.Is(err, failed) {
		t.Error(err)
	}
}

// TestHowItFailedIsKnown: the first failure, and none where it was ended with the conversation.
func TestHowItFailedIsKnown(t *testing.T) {
	for line, want := range map[string]string{
		"exit 0":            "",
		"exit 7":            "it ended with status 7",
		"kill -9 $$":        "it was ended by the signal killed",
		"/no/such/program":  "it ended with status 127",
		"exec sleep 100000": "",
	} {
		d := newDesk(t, false, line)
		d.record(store.TurnStart{}, run(1))
		d.n.Close(line != "exec sleep 100000")
		if want != "" {
			want = "notify.command failed, so perhaps nobody was told of what waits: " + want
		}
		if got := d.n.Trouble(); got != want {
			t.Errorf("%s: %q", line, got)
		}
	}
	d := newDesk(t, false, "exit 0")
	d.n.failed(limitText)
	d.n.failed(exitText(2))
	if got := d.n.Trouble(); got != "notify.command failed, so perhaps nobody was told of what waits: it was ended after ten seconds" {
		t.Error(got)
	}
	d.n.Close(true)
	if got := (*Notifier)(nil).Trouble(); got != "" {
		t.Error(got)
	}
}
