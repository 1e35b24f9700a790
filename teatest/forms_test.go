package teatest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"parley/providers/script"
	"parley/teatest/fakeserver/server"
)

// TestFormsAgainstAServer exercises forms from the outside: the program in a terminal, the
// model on a server. All types of answer, a branch, Back across it, a secret for a tool; a
// reply; the end of the turn; a kill in the middle of a form, and the same form again.
// What was recorded and what the model was told is compared word for word.
func TestFormsAgainstAServer(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile(filepath.Join("..", "testdata", "scenarios", "forms.toml"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := script.Parse("forms.toml", source)
	if err != nil {
		t.Fatal(err)
	}
	srv := server.Start(t, s)
	p := NewPlace(t)
	for name, text := range s.Files {
		p.Write(name, text)
	}
	p.Env = append(p.Env, "PARLEY_PROVIDERS__LLM__FAKE__BASE_URL="+srv.URL, "PARLEY_ASSISTANT__MODEL__ID=fake/forms")
	args := []string{"-c", "forms.arming_delay=0s", "-c", "conversation.tools.deploy.source=local",
		"-c", `conversation.tools.deploy.command=["sh","deploy.sh"]`, "-c", "conversation.tools.deploy.run=unattended"}
	x := p.Open(80, 24, args...)
	x.WaitFor("Ask, or / for commands")

	x.Type("Set it up\n")
	x.press("asks ── [1/5]", "y")
	x.press("asks ── [2/5]", "2")
	x.press("asks ── [3/5]", "space")
	x.press("2 of 3", "b")              // to the branch
	x.press("asks ── [2/5]", "b")       // and before it
	x.press("asks ── [1/5]", "n")       // there is no branch now
	x.press("asks ── [3/5]", "b")       // across where it was
	x.press("asks ── [1/5]", "y")       // it is back
	x.press("› 2  production", "enter") // with what was answered
	x.press("2 of 3", "enter")          // and with what was chosen and not given
	x.press("asks ── [4/5]", "ü", "shift+enter", "2", "enter")
	x.WaitFor("asks ── [5/5]")
	x.press("port │", "0", "f3") // fields, and the JSON of them
	x.press(`"port": 0`, "ctrl+s")

	x.WaitFor("what you type is not shown")
	x.Type("hunter2")
	x.press("typed, not shown", "enter")
	x.WaitFor("Deployed.", "Ask, or / for commands", "320 tokens")

	x.Type("More\n")
	x.press("asks ── [1/2]", "y")
	x.press("asks ── [2/2]", "esc", "r")
	x.hears("How far?", "│")
	x.Type("ask me tomorrow\n")
	x.WaitFor("Tomorrow, then.", "Ask, or / for commands", "520 tokens")

	x.Type("And?\n")
	x.hears("Which branch?", "│")
	x.Type("main")
	x.press("│ main", "ctrl+c")
	x.WaitFor("you ended the turn", "Ask, or / for commands")

	x.Type("Go on\n")
	x.press("asks ── [1/2]", "n")
	x.hears("asks ── [2/2]", "│")
	x.Type("because 日本")
	x.WaitFor("│ because 日本")
	p.untilSaved(t, "because 日本")
	x.Kill(syscall.SIGKILL)
	x.Wait()

	x = p.Open(80, 24, append([]string{"resume"}, args...)...)
	x.press("◆ question open", "enter")
	after := x.WaitFor("asks ── [2/2]", "│ because 日本")
	if !after.Has("◆ Are you sure?") {
		t.Errorf("what was answered before is not to be seen\n%s", after)
	}
	x.Type("語\n")
	x.WaitFor("All is said.", "Ask, or / for commands", "820 tokens")
	x.Press("ctrl+c")
	x.WaitFor("press Ctrl+C again to leave")
	x.Press("ctrl+c")
	if st := x.Wait(); st.ExitCode() != 0 {
		t.Errorf("it ended with %v", st)
	}
	Golden(t, "forms/record", formRecord(t, p))
	Golden(t, "forms/told", toldTo(t, srv))
	if left := grepAll(t, p.Home, "hunter2"); len(left) > 0 {
		t.Errorf("the secret is in %q", left)
	}
}

// press presses keys when a text is on the screen.
func (x *Terminal) press(when string, keys ...string) {
	x.t.Helper()
	x.WaitFor(when)
	x.Press(keys...)
}

// hears waits until texts are on the screen, and the question takes keys.
func (x *Terminal) hears(texts ...string) {
	x.t.Helper()
	x.Until(fmt.Sprintf("%q, and a question that takes keys", texts), func(s Screen) bool { return s.Has(texts...) && !s.Has("one moment;") })
}

// untilSaved waits until a draft is on disk.
func (p *Place) untilSaved(t *testing.T, text string) {
	t.Helper()
	p.untilIn(t, "drafts.json", text)
}

// untilIn waits until a file of a conversation has a text.
func (p *Place) untilIn(t *testing.T, file, text string) {
	t.Helper()
	limit := time.NewTimer(patience)
	defer limit.Stop()
	again := time.NewTicker(10 * time.Millisecond)
	defer again.Stop()
	saved := func(path string) bool { return filepath.Base(path) == file } // and not only on its way there
	for !slices.ContainsFunc(grepAll(t, p.Store(), text), saved) {
		select {
		case <-again.C:
		case <-limit.C:
			t.Fatalf("%q was not saved", text)
		}
	}
}

// formRecord is the events of the only conversation that belong to forms, as they stand in
// the file, without times and whatever is random.
func formRecord(t *testing.T, p *Place) string {
	t.Helper()
	entries, err := filepath.Glob(filepath.Join(p.Store(), "*", "events.jsonl"))
	if err != nil || len(entries) != 1 {
		t.Fatalf("conversations %q, %v", entries, err)
	}
	shown := p.Run("show", "--format", "ndjson", filepath.Base(filepath.Dir(entries[0])))
	var out []string
	for line := range strings.Lines(shown.Out) {
		var f map[string]json.RawMessage
		if err := json.Unmarshal([]byte(line), &f); err != nil {
			t.Fatal(err)
		}
		switch kind := string(f["type"]); kind {
		case `"inquiry_request"`, `"inquiry_response"`, `"turn_start"`, `"turn_ending"`, `"turn_end"`, `"tool_call_response"`, `"resumed"`:
			for _, key := range []string{"v", "seq", "event", "time", "conversation", "prev", "turn"} {
				delete(f, key)
			}
			rest, err := json.Marshal(f)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, viaOnRecord.ReplaceAllString(string(rest), `"via":"$1"`))
		}
	}
	return strings.Join(out, "\n")
}

// viaOnRecord is who decided, as the system knows it: the program and where it runs.
var viaOnRecord = regexp.MustCompile(`"via":\{"program":"(\w+)","pid":\d+,"terminal":"[^"]+"(,"parents":\[[^]]*\])?\}`)

// toldTo is what the model was told last: the results of its tools and the
// user's messages.
func toldTo(t *testing.T, srv *server.Server) string {
	t.Helper()
	var last []byte
	for _, r := range server.Asked(srv.Requests()) {
		if r.Refused != "" {
			t.Errorf("a request was refused: %s", r.Refused)
		}
		last = r.Body
	}
	var body struct {
		Messages []struct {
			Role    string          `json:"role"`
			Content json.RawMessage `json:"content"`
		} `json:"messages"`
	}
	if err := json.Unmarshal(last, &body); err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, m := range body.Messages {
		if m.Role == "user" || m.Role == "tool" {
			out = append(out, fmt.Sprintf("%s %s", m.Role, m.Content))
		}
	}
	return strings.Join(out, "\n")
}

// grepAll are the files below a folder that contain a text.
func grepAll(t *testing.T, dir, text string) []string {
	t.Helper()
	var found []string
	err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil // a temporary file that has its name by now
		}
		if strings.Contains(string(data), text) {
			found = append(found, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
