package learning

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parley/coordinator"
	"parley/forms"
	"parley/model/cli/account"
	"parley/model/cli/process"
	"parley/store"
)

// began is when the first of the test's conversations begins.
var began = time.Date(2026, 11, 2, 9, 0, 0, 0, time.UTC)

// house is a user's home with a workspace and saved conversations.
type house struct {
	t        *testing.T
	p        *process.Program
	out, err strings.Builder
	saved    store.Store
	n        int
}

func newHouse(t *testing.T) *house {
	t.Helper()
	h := &house{t: t}
	home := t.TempDir()
	config := filepath.Join(home, ".config", "parley", "config.toml")
	if err := os.MkdirAll(filepath.Dir(config), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(config, []byte("[forms]\narming_delay = \"0s\"\n[conversation.inquiry.assistant]\nmodel.id = \"script/judge\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	h.p = &process.Program{
		Env: []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}, Dir: t.TempDir(), Out: &h.out, Err: &h.err,
		Now: func() time.Time { return began.AddDate(0, 0, 20) },
	}
	h.saved = store.Open(filepath.Join(home, ".local", "share", "parley", "conversations"), h.p.Now)
	return h
}

var (
	atDesk   = &store.Via{Program: "parley", PID: 7, Terminal: "/dev/pts/3"}
	noDesk   = &store.Via{Program: "parley", PID: 7, Parents: []string{"cron"}}
	someBot  = &store.Via{Program: "parley", PID: 7, Terminal: "/dev/pts/3", Said: "a bot"}
	otherOne = &store.Via{Program: "claude", PID: 7, Terminal: "/dev/pts/3"}
)

// run is one permission to run a command, and its answer.
func run(i int, command string, answer store.PermissionResponse) []store.Body {
	id := fmt.Sprintf("c%d.run", i)
	arguments, _ := json.Marshal(map[string]string{"command": command}) // a string always encodes
	answer.ID = id
	return []store.Body{store.PermissionRequest{ID: id, Call: fmt.Sprintf("c%d", i), Kind: store.PermitRun, Tool: "run_command", Arguments: arguments}, answer}
}

func yes(via *store.Via) store.PermissionResponse {
	return store.PermissionResponse{Outcome: store.PermitAllowed, By: store.ByUser, Via: via}
}

// change is a question whether a change of a file is written, and its answer.
func change(id, file, answer string, edited *store.Edited) []store.Body {
	arguments, _ := json.Marshal(map[string]string{"path": file}) // a string always encodes
	return []store.Body{
		store.ToolCallRequest{Response: "r", ID: id, Name: "fs_modify_file", Arguments: arguments},
		store.InquiryRequest{ID: id + ".apply", Call: id, Source: store.Source{Source: "tool", Name: "fs_modify_file"}, Target: store.TargetUser,
			Question: forms.Question{ID: "apply_changes", Text: "Write " + file + "?", AnswerType: forms.AnswerType{Kind: forms.Boolean}}},
		store.InquiryResponse{ID: id + ".apply", Outcome: store.Answered, Answer: json.RawMessage(answer), Edited: edited, AnsweredBy: &store.AnsweredBy{By: store.ByUser, Via: atDesk}},
	}
}

func no() store.PermissionResponse {
	return store.PermissionResponse{Outcome: store.PermitDenied, By: store.ByUser, Via: atDesk}
}

// save writes a conversation in the workspace, and returns its id.
func (h *house) save(title string, bodies ...store.Body) string {
	h.t.Helper()
	return h.saveIn(h.p.Dir, "mine/large", title, bodies...)
}

func (h *house) saveIn(dir, model, title string, bodies ...store.Body) string {
	h.t.Helper()
	h.n++
	id := fmt.Sprintf("conversation-%d", h.n)
	c, err := h.saved.Create(id)
	if err != nil {
		h.t.Fatal(err)
	}
	raw, _ := json.Marshal(model) // a string always encodes
	all := append([]store.Body{
		store.ConfigDelta{Set: map[string]json.RawMessage{"assistant.model.id": raw}}, store.Workspace{Root: dir}, store.Title{Title: title},
	}, bodies...)
	var f coordinator.Folded
	var events []store.Event
	for i, b := range all {
		ev, err := store.New(store.Head{
			V: store.Version, Seq: int64(i + 1), ID: fmt.Sprint(id, i), Conversation: id,
			Time: began.AddDate(0, 0, h.n).Add(time.Duration(i) * time.Minute),
		}, store.Chained(b, f.Decision))
		if err != nil {
			h.t.Fatal(err)
		}
		f, events = coordinator.Fold(f, ev), append(events, ev)
	}
	made := account.NewMade(h.notes(), id, "", c.Log)
	if err := errors.Join(made.Recording(c.Record)(events...), c.Close()); err != nil {
		h.t.Fatal(err)
	}
	return id
}

// notes is the folder of what was made here.
func (h *house) notes() string {
	return filepath.Join(h.p.Variable("HOME"), ".local", "state", "parley", "made")
}

// asked repeats the same permission n times.
func asked(n int, command string, answer store.PermissionResponse) (all []store.Body) {
	for i := range n {
		all = append(all, run(i, command, answer)...)
	}
	return all
}

func (h *house) suggest(inJSON bool) string {
	h.t.Helper()
	h.out.Reset()
	if err := suggest(h.t.Context(), h.p, inJSON); err != nil {
		h.t.Fatal(err)
	}
	return h.out.String()
}

// suggested are the rules that are suggested, in their order.
func (h *house) suggested() []string {
	h.t.Helper()
	var all struct {
		Suggestions []struct{ Rule string }
	}
	if err := json.Unmarshal([]byte(h.suggest(true)), &all); err != nil {
		h.t.Fatal(err)
	}
	rules := []string{}
	for _, s := range all.Suggestions {
		rules = append(rules, s.Rule)
	}
	return rules
}

// TestWhatIsSuggested: a rule takes ten yeses of a person at a terminal, in three
// conversations of this workspace, and never a no.
func TestWhatIsSuggested(t *testing.T) {
	const vet = "go vet ./..."
	rule := []string{"run_command(go vet ./...)"}
	edited := func() store.PermissionResponse {
		a := yes(atDesk)
		a.Outcome, a.Arguments = store.PermitEdited, json.RawMessage(`{"command":"go vet ."}`)
		return a
	}
	for name, c := range map[string]struct {
		with func(h *house)
		want []string
	}{
		"ten in three":           {func(h *house) {}, rule},
		"more of a line":         {func(h *house) { h.save("d", asked(1, "cd /tmp && "+vet, yes(atDesk))...) }, rule},
		"a no":                   {func(h *house) { h.save("d", asked(1, vet, no())...) }, nil},
		"a no to a line with it": {func(h *house) { h.save("d", asked(1, vet+" && make all", no())...) }, nil},
		"a no in a session of another program": {func(h *house) {
			h.save("d", append([]store.Body{store.Observed{Program: "claude", Session: "s"}}, asked(1, vet, no())...)...)
		}, nil},
		"a no to something else":  {func(h *house) { h.save("d", asked(1, "go vet -x ./...", no())...) }, rule},
		"another command instead": {func(h *house) { h.save("d", asked(1, vet, edited())...) }, nil},
		"refused by a rule": {func(h *house) {
			h.save("d", asked(1, vet, store.PermissionResponse{Outcome: store.PermitDenied, By: store.ByRule})...)
		}, nil},
		"nobody was there": {func(h *house) {
			h.save("d", asked(1, vet, store.PermissionResponse{Outcome: store.PermitDenied, By: store.ByPolicy})...)
		}, rule},
		"elsewhere a no": {func(h *house) { h.saveIn("/elsewhere", "mine/large", "d", asked(1, vet, no())...) }, rule},
	} {
		h := newHouse(t)
		h.save("a", asked(4, vet, yes(atDesk))...)
		h.save("b", asked(4, vet, yes(atDesk))...)
		h.save("c", asked(2, vet, yes(atDesk))...)
		c.with(h)
		if got := h.suggested(); fmt.Sprint(got) != fmt.Sprint(append([]string{}, c.want...)) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestWhatDoesNotCount: the tenth yes, or the third conversation, is missing.
func TestWhatDoesNotCount(t *testing.T) {
	const vet = "go vet ./..."
	for name, c := range map[string]struct {
		third func(h *house)
		want  []string
	}{
		"nine":               {func(h *house) { h.save("c", asked(1, vet, yes(atDesk))...) }, nil},
		"without a terminal": {func(h *house) { h.save("c", asked(2, vet, yes(noDesk))...) }, nil},
		"a bot":              {func(h *house) { h.save("c", asked(2, vet, yes(someBot))...) }, nil},
		"another program":    {func(h *house) { h.save("c", asked(2, vet, yes(otherOne))...) }, nil},
		"nobody knows who":   {func(h *house) { h.save("c", asked(2, vet, yes(nil))...) }, nil},
		"a rule": {func(h *house) {
			h.save("c", asked(2, vet, store.PermissionResponse{Outcome: store.PermitAllowed, By: store.ByRule})...)
		}, nil},
		"what was remembered": {func(h *house) {
			h.save("c", asked(2, vet, store.PermissionResponse{Outcome: store.PermitAllowed, By: store.ByTurnCache})...)
		}, nil},
		"elsewhere": {func(h *house) { h.saveIn("/elsewhere", "mine/large", "c", asked(2, vet, yes(atDesk))...) }, nil},
		"another folder at the path": {func(h *house) {
			h.save("c", append([]store.Body{store.Workspace{Root: h.p.Dir, Folder: "another"}}, asked(2, vet, yes(atDesk))...)...)
		}, nil},
		"a script": {func(h *house) { h.saveIn(h.p.Dir, "script/tour", "c", asked(2, vet, yes(atDesk))...) }, nil},
		"a session of another program": {func(h *house) {
			h.save("c", append([]store.Body{store.Observed{Program: "claude", Session: "s"}}, asked(2, vet, yes(atDesk))...)...)
		}, nil},
		"a fork": {func(h *house) {
			h.save("c", append([]store.Body{store.ForkedFrom{From: "conversation-1"}}, asked(2, vet, yes(atDesk))...)...)
		}, nil},
		"before a fork": {func(h *house) {
			h.save("c", append(asked(2, vet, yes(atDesk)), store.ForkedFrom{From: "gone"})...)
		}, nil},
		"another hand": {func(h *house) {
			id := h.save("c", asked(2, vet, yes(atDesk))...)
			data, err := os.ReadFile(h.saved.Path(id))
			if err == nil {
				err = os.WriteFile(h.saved.Path(id), []byte(strings.Replace(string(data), `"c0.run"`, `"c9.run"`, 2)), 0o600)
			}
			if err != nil {
				h.t.Fatal(err)
			}
		}, nil},
		"a stranger's file": {func(h *house) {
			id := h.save("c", asked(2, vet, yes(atDesk))...)
			if err := os.Remove(filepath.Join(h.notes(), id+".json")); err != nil {
				h.t.Fatal(err)
			}
		}, nil},
		"as it takes": {func(h *house) { h.save("c", asked(2, vet, yes(atDesk))...) }, []string{"run_command(go vet ./...)"}},
		"what runs what it is given": {func(h *house) {
			for range 3 {
				h.save("m", asked(10, "make all", yes(atDesk))...)
			}
		}, nil},
		"changes of a file": {func(h *house) {
			for i := range 12 {
				h.save(fmt.Sprint("m", i), change("m1", "a.go", "true", nil)...)
			}
		}, []string{"fs_modify_file(a.go)"}},
		"changes of a file that the user had put in another's place": {func(h *house) {
			for i := range 12 {
				edit := run(0, "", store.PermissionResponse{Outcome: store.PermitEdited, By: store.ByUser, Via: atDesk, Arguments: json.RawMessage(`{"path":"a.go"}`)})
				asked := edit[0].(store.PermissionRequest)
				asked.Call, asked.Tool = "m1", "fs_modify_file"
				made := change("m1", "b.go", "true", nil)
				h.save(fmt.Sprint("m", i), made[0], asked, edit[1], made[1], made[2])
			}
		}, []string{"fs_modify_file(a.go)"}},
		"changes of a file, one of them edited": {func(h *house) {
			for i := range 12 {
				h.save(fmt.Sprint("m", i), change("m1", "a.go", "true", nil)...)
			}
			h.save("e", change("m1", "a.go", "true", &store.Edited{Content: "x"})...)
		}, nil},
	} {
		h := newHouse(t)
		for _, name := range []string{"a.go", "b.go"} {
			if err := os.WriteFile(filepath.Join(h.p.Dir, name), []byte("package a\n"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		h.save("a", asked(4, vet, yes(atDesk))...)
		h.save("b", asked(4, vet, yes(atDesk))...)
		c.third(h)
		if got := h.suggested(); fmt.Sprint(got) != fmt.Sprint(append([]string{}, c.want...)) {
			t.Errorf("%s: %q, want %q\n%s", name, got, c.want, h.err.String())
		}
	}
}

// desk is a terminal on which somebody answers each question, and leaves after the last.
type desk struct {
	io.Reader
	hand    *io.PipeWriter
	answers []string
}

func newDesk(answers ...string) *desk {
	r, w := io.Pipe()
	return &desk{Reader: r, hand: w, answers: answers}
}

func (d *desk) Write(p []byte) (int, error) {
	switch {
	case !strings.Contains(string(p), makeText) && !strings.Contains(string(p), sendText):
	case len(d.answers) == 0:
		d.hand.Close()
	default:
		go io.WriteString(d.hand, d.answers[0]+"\n")
		d.answers = d.answers[1:]
	}
	return len(p), nil
}

func (d *desk) Close() error { return nil }

// TestAPersonMakesEachRule: each rule is shown with its evidence; only the word yes makes it.
func TestAPersonMakesEachRule(t *testing.T) {
	h := newHouse(t)
	for i := range 3 {
		h.save(fmt.Sprint("Mend\nit ", i), append(asked(4, "go vet ./...", yes(atDesk)), asked(5, "git status", yes(atDesk))...)...)
	}
	plain := h.suggest(false)
	d := newDesk("y", "yes")
	h.p.OutTTY, h.p.Terminal = true, func() (io.ReadWriteCloser, error) { return d, nil }
	said := h.suggest(false)
	const status = `allow  run_command(git status)
       exactly git status
       You said yes to it 15 times, in 3 conversations, and never no:
         2026-11-05 09:19  conversation-3  Mend it 2
         2026-11-05 09:17  conversation-3  Mend it 2
         2026-11-05 09:15  conversation-3  Mend it 2
         and 12 more

`
	if !strings.HasPrefix(plain, status) || !strings.HasSuffix(plain, byHandText+"\n") {
		t.Errorf("in a pipe:\n%s", plain)
	}
	if !strings.HasPrefix(said, strings.TrimSuffix(status, "\n")+"Not made.\n\nallow  run_command(go vet ./...)\n") ||
		!strings.HasSuffix(said, "Made: allow run_command(go vet ./...). `parley rules rm 'run_command(go vet ./...)'` takes it back.\n\n") {
		t.Errorf("on a terminal:\n%s", said)
	}
	if got := h.suggested(); fmt.Sprint(got) != "[run_command(git status)]" {
		t.Errorf("afterwards: %q", got)
	}
	d = newDesk()
	if err := suggest(t.Context(), h.p, false); err == nil || err.Error() != endedText {
		t.Errorf("nobody answers: %v", err)
	}
}
