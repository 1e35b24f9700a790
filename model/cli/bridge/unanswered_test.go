package bridge

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parley/coordinator"
	"parley/model/cli/bridge/hook"
	"parley/model/cli/session"
	"parley/model/cli/socket"
	"parley/store"
	"parley/store/inbox"
)

// TestNothingIsAllowedWithoutAnAnswer: whatever ends the wait, the program itself decides,
// and the record says why.
func TestNothingIsAllowedWithoutAnAnswer(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(*place)
		hooked func(*place) io.ReadCloser
		end    func(*place)
		record string
	}{
		"the time is over": {func(p *place) {
			p.prog.Sleep = func(ctx context.Context, d time.Duration) error {
				if d > longestWait || d == lookEvery {
					<-ctx.Done()
				}
				return ctx.Err()
			}
		}, nil, nil,
			"cancelled policy expired | Nothing was decided here in time, so the program that asked decides. | done"},
		"the hook is killed": {nil, func(p *place) io.ReadCloser { return p.hook("") }, func(p *place) { p.gone("") },
			"cancelled policy expired | The hook was killed before anything was decided here, so Claude Code decides. | done"},
		"the hook is interrupted": {nil, func(p *place) io.ReadCloser { return p.hook("") }, func(p *place) { p.gone("i") },
			"cancelled policy expired | The hook was interrupted before anything was decided here, so Claude Code decides. | done"},
		"the hook's terminal is closed": {nil, func(p *place) io.ReadCloser { return p.hook("") }, func(p *place) { p.gone("h") },
			"cancelled policy expired | The terminal of the hook was closed before anything was decided here, so Claude Code decides. | done"},
		"the hook says what no hook says": {nil, func(p *place) io.ReadCloser { return p.hook("") }, func(p *place) { p.gone("?") },
			"cancelled policy expired | The hook was killed before anything was decided here, so Claude Code decides. | done"},
		"the program that asks is killed": {func(p *place) {
			gone := make(chan struct{})
			p.prog.Sleep = func(ctx context.Context, d time.Duration) error {
				var tick <-chan struct{}
				if d == lookEvery {
					tick = gone
				}
				select {
				case <-ctx.Done():
					return ctx.Err()
				case <-tick:
					return nil
				}
			}
			p.lives = func() bool { return false }
			p.wait = append(p.wait, closing(gone))
		}, nil, func(p *place) { p.gone("") },
			"cancelled policy expired | Claude Code ended before anything was decided here. | done"},
		"the hook is told to end": {nil, func(p *place) io.ReadCloser { return p.hook("") }, func(p *place) { p.gone("t") },
			"cancelled program elsewhere | It was decided in the program that asked. | done"},
		"nobody could answer": {func(p *place) {
			p.serve = func(string, string) (*socket.Server, error) { return nil, errors.New("no sockets here") }
		}, nil, nil,
			"cancelled policy expired | Nothing was decided here in time, so the program that asked decides. | done"},
	} {
		p := newPlace(t, "")
		if c.change != nil {
			c.change(p)
		}
		var hooked io.ReadCloser
		if c.hooked != nil {
			hooked = c.hooked(p)
		}
		err := p.ask(p.message(hook.Claude, "PermissionRequest-Bash-deny"), hooked, func() {
			if c.end != nil {
				p.waiting(1)
				c.end(p)
			}
		})
		if err != nil || p.out.Len() > 0 {
			t.Errorf("%s: %v, said %s", name, err, p.out.String())
		}
		list, err := p.store().List()
		if err != nil || len(list) != 1 {
			t.Fatalf("%s: %v, %v", name, list, err)
		}
		const begins = "claude | Claude Code asks: Run git push --force origin main\n\nIts reason: \"push\" | "
		if got := p.record(list[0].ID); got != begins+c.record {
			t.Errorf("%s: on record\n%s", name, got)
		}
	}
}

// TestWhetherTheYesArrived: only what the hook has passed on was told.
func TestWhetherTheYesArrived(t *testing.T) {
	t.Parallel()
	const told, gone = "Claude Code was told, and does it itself.", "Claude Code did not wait for the answer any more, so its own dialog decided."
	for name, c := range map[string]struct {
		says   string // the hook, once the answer is there
		late   bool   // or nothing, for too long
		record string
	}{
		"passed on":                        {"a", false, told},
		"passed on, and told to end":       {"at", false, told},
		"told to end instead":              {"t", false, gone},
		"killed":                           {"", false, gone},
		"interrupted":                      {"i", false, gone},
		"it neither passes it on nor ends": {"", true, gone},
	} {
		p := newPlace(t, "")
		r, w := io.Pipe()
		p.prog.Out = writing(func(line []byte) {
			if !c.late {
				go func() {
					_, _ = io.WriteString(w, c.says) // what is not read any more is not heard
					_ = w.Close()
				}()
			}
			p.out.Write(line)
		})
		p.prog.Sleep = func(ctx context.Context, d time.Duration) error {
			if d != passTime {
				<-ctx.Done()
			}
			return ctx.Err()
		}
		if !c.late {
			p.prog.Sleep = func(ctx context.Context, _ time.Duration) error { <-ctx.Done(); return ctx.Err() }
		}
		err := p.ask(p.message(hook.Claude, "PermissionRequest-Bash-deny"), r, func() { p.send(p.waiting(1)[0], permit(store.PermitAllowed, "")) })
		list, bad := p.store().List()
		if err != nil || bad != nil || len(list) != 1 || !strings.Contains(p.out.String(), `"behavior":"allow"`) {
			t.Fatalf("%s: %v, %v, said %s", name, err, bad, p.out.String())
		}
		if got := p.record(list[0].ID); !strings.HasSuffix(got, "| allowed user | "+c.record+" | done") {
			t.Errorf("%s: on record\n%s", name, got)
		}
	}
}

type writing func([]byte)

func (w writing) Write(line []byte) (int, error) { w(line); return len(line), nil }

// TestParleyIsToldToEnd while it waits: it says so, and nothing to the program.
func TestParleyIsToldToEnd(t *testing.T) {
	t.Parallel()
	p := newPlace(t, "")
	ctx, end := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() {
		done <- answerBy(ctx, &p.prog, p.message(hook.Codex, "PermissionRequest-Bash-allow"), nil, reach{p.serve, p.lives, "", p.env})
	}()
	id := p.waiting(1)[0].Conversation
	end()
	if err := <-done; err != nil || p.out.Len() > 0 {
		t.Errorf("%v, said %s", err, p.out.String())
	}
	const want = "| cancelled policy expired | Parley was told to end before anything was decided here, so Codex decides. | done"
	if got := p.record(id); !strings.HasSuffix(got, want) {
		t.Errorf("on record\n%s", got)
	}
}

// hook is the input that a living hook keeps open.
func (p *place) hook(string) io.ReadCloser {
	r, w := io.Pipe()
	p.open.Lock()
	defer p.open.Unlock()
	p.wait = append(p.wait, w)
	return r
}

// closing is something that is closed by its Close.
type closing chan struct{}

func (c closing) Close() error { close(c); return nil }

// gone ends a hook with a last message.
func (p *place) gone(word string) {
	p.t.Helper()
	p.open.Lock()
	defer p.open.Unlock()
	for _, w := range p.wait {
		if word != "" {
			if _, err := w.(io.Writer).Write([]byte(word)); err != nil {
				p.t.Error(err)
			}
		}
		if err := w.Close(); err != nil {
			p.t.Error(err)
		}
	}
}

// TestFaultsSayNothing: a faulty configuration, a full session, an output that nobody reads.
func TestFaultsSayNothing(t *testing.T) {
	t.Parallel()
	p := newPlace(t, "colour = 1\n")
	err := p.ask(p.message(hook.Claude, "PermissionRequest-Bash-deny"), nil, func() {})
	if err == nil || !strings.Contains(err.Error(), "colour: unknown key") || p.out.Len() > 0 {
		t.Errorf("a faulty configuration: %v, said %s", err, p.out.String())
	}
	p = newPlace(t, "")
	p.prog.Out = broken{}
	err = p.ask(p.message(hook.Claude, "PermissionRequest-Bash-deny"), nil, func() { p.send(p.waiting(1)[0], permit(store.PermitAllowed, "")) })
	list, bad := p.store().List()
	if !errors.Is(err, errBroken) || bad != nil || len(list) != 1 {
		t.Fatalf("an output that nobody reads: %v, %v", err, bad)
	}
	if got := p.record(list[0].ID); !strings.HasSuffix(got, "| allowed user | Claude Code did not wait for the answer any more, so its own dialog decided. | done") {
		t.Errorf("an output that nobody reads: %s", got)
	}
}

var errBroken = errors.New("broken pipe")

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errBroken }

// TestRulesAnswer: a rule answers with a record of its own, and only what it covers.
func TestRulesAnswer(t *testing.T) {
	t.Parallel()
	rules := "[conversation.rules]\nallow = [\"run_command(touch bash-ran.txt)\", \"fs_modify_file(*)\", \"mcp__desk__book\"]\ndeny = [\"run_command(git push *)\"]\n"
	for _, c := range []struct {
		name, payload, shell string
		out                  string
		record               string // "" if a person is asked
	}{
		{"a command", "PermissionRequest-Bash-adddirectories-suggestion", "/bin/bash", `{"hookSpecificOutput":{"decision":{"behavior":"allow"},"hookEventName":"PermissionRequest"}}` + "\n",
			"allowed rule run_command(touch bash-ran.txt) | Claude Code was told, and does it itself. | done"},
		{"a command for another shell", "PermissionRequest-Bash-adddirectories-suggestion", "/usr/bin/zsh", "", ""},
		{"a command for zsh, as theirs is neither", "PermissionRequest-Bash-adddirectories-suggestion", "/bin/dash", "", ""},
		{"a tool of theirs", "PermissionRequest-mcp-tool", "/bin/bash", "", ""},
	} {
		p := newPlace(t, rules)
		p.prog.Env = append(p.prog.Env, "SHELL="+c.shell)
		err := p.ask(p.message(hook.Claude, c.payload), nil, func() {
			if c.record == "" {
				p.send(p.waiting(1)[0], coordinator.Act{Do: coordinator.ActEnd})
			}
		})
		if c.record == "" {
			continue
		}
		list, bad := p.store().List()
		if err != nil || bad != nil || len(list) != 1 || p.out.String() != c.out {
			t.Fatalf("%s: %v, %v, said %s", c.name, err, bad, p.out.String())
		}
		if got := p.record(list[0].ID); !strings.HasSuffix(got, " | "+c.record) {
			t.Errorf("%s: on record %s", c.name, got)
		}
	}
	p := newPlace(t, rules)
	err := p.ask(p.message(hook.Claude, "PermissionRequest-Bash-deny"), nil, func() {})
	if !strings.Contains(p.out.String(), `"behavior":"deny","message":"A rule refuses this: `) || err != nil {
		t.Errorf("a deny: %v, said %s", err, p.out.String())
	}
}

// TestRulesAnswerByTheProgramsVariables: what a rule allows runs with the variables of the program that
// asks. Where these name the workspace, a command of the tables would find programs and settings
// there, so a person is asked.
func TestRulesAnswerByTheProgramsVariables(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		variable string
		allowed  bool
	}{
		"none":                      {"", true},
		"one for its hooks alone":   {"CLAUDE_PROJECT_DIR=WORK", true},
		"elsewhere":                 {"RIPGREP_CONFIG_PATH=/etc/ripgreprc", true},
		"settings in the workspace": {"RIPGREP_CONFIG_PATH=WORK/rc", false},
		"programs in the workspace": {"PATH=WORK/bin:/usr/bin:/bin", false},
		"programs where it works":   {"PATH=bin:/usr/bin:/bin", false},
		"a key in the workspace":    {"MY_KEY=WORK/key", false},
		"flags are files":           {"POSIXLY_CORRECT=1", false},
	} {
		p := newPlace(t, "[conversation.rules]\nallow = [\"run_command(grep *)\"]\n")
		if c.variable != "" {
			p.prog.Env = append(p.prog.Env, strings.ReplaceAll(c.variable, "WORK", p.work))
		}
		asked := false
		m := p.message(hook.Claude, "PermissionRequest-Bash-deny")
		m.Input = json.RawMessage(`{"command":"grep hello f.txt"}`)
		err := p.ask(m, nil, func() {
			if !c.allowed {
				p.send(p.waiting(1)[0], coordinator.Act{Do: coordinator.ActEnd})
				asked = true
			}
		})
		if said := strings.Contains(p.out.String(), `"behavior":"allow"`); err != nil || said != c.allowed || asked == c.allowed {
			t.Errorf("%s: %v, said %s", name, err, p.out.String())
		}
	}
}

// TestAWriteOverAFile is asked about as a change to the existing text; if the file is gone
// when the answer comes, that is no longer what was approved.
func TestAWriteOverAFile(t *testing.T) {
	t.Parallel()
	const allow = `{"hookSpecificOutput":{"decision":{"behavior":"allow","updatedInput":{"content":"written by claude\n","file_path":"WORK/new.txt"}},"hookEventName":"PermissionRequest"}}` + "\n"
	for _, c := range []struct {
		name   string
		before func(*place)
		act    func(inbox.Entry) coordinator.Act
		out    string
		record string
	}{
		{"taken as it is", func(*place) {}, func(inbox.Entry) coordinator.Act { return yes() }, allow,
			"answered true user | Claude Code was told, and does it itself. | done"},
		{"edited", func(*place) {}, func(e inbox.Entry) coordinator.Act {
			act := yes()
			act.Edited = &store.Edited{Digest: e.Asked.Digest, Content: "edited\n"}
			return act
		}, `{"hookSpecificOutput":{"decision":{"behavior":"allow","updatedInput":{"content":"edited\n","file_path":"WORK/new.txt"}},"hookEventName":"PermissionRequest"}}` + "\n",
			"answered true user | Claude Code was told, and does it itself. | done"},
		{"the file is gone", func(p *place) {
			if err := os.Remove(filepath.Join(p.work, "new.txt")); err != nil {
				p.t.Fatal(err)
			}
		}, func(inbox.Entry) coordinator.Act { return yes() }, "",
			"answered true user | What it would change cannot be worked out any more, so no answer went back, and the program that asked decides. | done"},
	} {
		p := newPlace(t, "")
		p.write("project/new.txt", "what stood there\n")
		id := ""
		err := p.ask(p.message(hook.Claude, "PermissionRequest-Write"), nil, func() {
			e := p.waiting(1)[0]
			id = e.Conversation
			if want := "```diff\n--- a/new.txt\n+++ b/new.txt\n@@ -1 +1 @@\n-what stood there\n+written by claude\n```"; e.Context != want {
				t.Errorf("%s: it shows %q", c.name, e.Context)
			}
			c.before(p)
			p.send(e, c.act(e))
		})
		if got := p.out.String(); err != nil || got != strings.ReplaceAll(c.out, "WORK", p.work) {
			t.Errorf("%s: %v, said %s", c.name, err, got)
		}
		if got := p.record(id); !strings.HasSuffix(got, " | "+c.record) {
			t.Errorf("%s: on record %s", c.name, got)
		}
	}
}

// TestAWriteOverAFileIsAPersonsYes: what is configured for whether a file may be replaced does not say that the
// writing may run.
func TestAWriteOverAFileIsAPersonsYes(t *testing.T) {
	t.Parallel()
	for _, set := range []string{`answer = true`, `target = "assistant"`} {
		p := newPlace(t, "[conversation.tools.fs_create_file.questions.overwrite_file]\n"+set+"\n")
		p.write("project/new.txt", "what stood there\n")
		asked := false
		err := p.ask(p.message(hook.Claude, "PermissionRequest-Write"), nil, func() {
			e := p.waiting(1)[0]
			asked = e.Kind == inbox.Permission
			p.send(e, coordinator.Act{Do: coordinator.ActEnd})
		})
		if err != nil || !asked || strings.Contains(p.out.String(), `"allow"`) {
			t.Errorf("%s: asked %v, %v, said %s", set, asked, err, p.out.String())
		}
	}
}

// TestHowLongIsWaited: as long as the program shows a dialog of its own, otherwise as
// configured.
func TestHowLongIsWaited(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		program, entry, set string
		want                time.Duration
	}{
		{hook.Claude, "", "30s", longestWait},
		{hook.Claude, "cli", "30s", longestWait},
		{hook.Claude, "sdk-cli", "30s", 30 * time.Second},
		{hook.Codex, "", "30s", 30 * time.Second},
		{hook.Codex, "", "2h", longestBlock},
	} {
		p := newPlace(t, "bridge.wait = \""+c.set+"\"\n")
		p.prog.Env = append(p.prog.Env, "CLAUDE_CODE_ENTRYPOINT="+c.entry)
		s, cfg, err := session.Configuration(&p.prog, session.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := newAsking(&p.prog, s, cfg, hook.Message{Program: c.program}, reach{}).wait; got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}
