package bridge

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"parley/coordinator"
	"parley/model/cli/bridge/hook"
	"parley/model/cli/process"
	"parley/model/cli/socket"
	"parley/store"
	"parley/store/inbox"
)

// place is a home, a workspace and a runtime folder of their own.
type place struct {
	t     *testing.T
	home  string
	work  string
	out   bytes.Buffer
	err   bytes.Buffer
	prog  process.Program
	serve serving
	lives func() bool
	env   []string // what the program was started with

	open sync.Mutex
	wait []io.Closer // what a hook keeps open
}

func newPlace(t *testing.T, config string) *place {
	t.Helper()
	home, err := os.MkdirTemp("", "b") // short enough for a socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(home); err != nil {
			t.Error(err)
		}
	})
	p := &place{t: t, home: home, work: filepath.Join(home, "project")}
	for _, dir := range []string{p.work, filepath.Join(p.work, ".git"), filepath.Join(home, "run"), filepath.Join(home, ".config", "parley")} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	p.write("project/f.txt", "alpha\nhello world\nomega\n")
	p.write(".config/parley/config.toml", config)
	p.prog = process.Program{
		Env: []string{"HOME=" + home, "XDG_RUNTIME_DIR=" + filepath.Join(home, "run"), "SHELL=/bin/bash", "PATH=/usr/bin:/bin"}, Dir: p.work,
		Out: &p.out, Err: &p.err, Now: time.Now, Random: rand.Reader, Sleep: func(ctx context.Context, _ time.Duration) error { <-ctx.Done(); return ctx.Err() },
	}
	p.serve = func(dir, id string) (*socket.Server, error) { return socket.Serve(dir, id, "NO_MARK=1", nil) }
	p.lives = func() bool { return true }
	return p
}

func (p *place) write(name, text string) {
	p.t.Helper()
	if err := os.WriteFile(filepath.Join(p.home, name), []byte(text), 0o600); err != nil {
		p.t.Fatal(err)
	}
}

// message is a recorded one, in this workspace.
func (p *place) message(program, name string) hook.Message {
	p.t.Helper()
	data, err := os.ReadFile(filepath.Join("../../../testdata/hooks", program, "payloads", name+".json"))
	if err != nil {
		p.t.Fatal(err)
	}
	m, err := hook.Read(program, bytes.ReplaceAll(data, []byte("PLACE_PROJECT"), []byte(p.work)))
	if err != nil {
		p.t.Fatal(err)
	}
	return m
}

func (p *place) store() store.Store {
	return store.Open(filepath.Join(p.home, ".local", "share", "parley", "conversations"), time.Now)
}

// waiting is what the inbox has, once it has this many.
func (p *place) waiting(n int) []inbox.Entry {
	p.t.Helper()
	for range 2_000 {
		all, err := inbox.All(p.store())
		if len(all) == n && err == nil {
			return all
		}
		pause()
	}
	p.t.Fatalf("%d do not come to wait: %s", n, p.err.String())
	return nil
}

// pause lets others go on.
func pause() {
	t := time.NewTimer(time.Millisecond)
	<-t.C
}

// send has the process that waits take an act.
func (p *place) send(e inbox.Entry, act coordinator.Act) coordinator.Taken {
	p.t.Helper()
	_, digest, err := inbox.SplitRef(e.Ref)
	if err != nil {
		p.t.Fatal(err)
	}
	taken, err := socket.Send(context.Background(), filepath.Join(p.home, "run", "parley"), e.Conversation, digest, act, "", "")
	if err != nil {
		p.t.Fatal(err)
	}
	return taken
}

// ask has a request asked, and gives what came of it to then.
func (p *place) ask(m hook.Message, hooked io.ReadCloser, then func()) error {
	p.t.Helper()
	done := make(chan error, 1)
	go func() { done <- answerBy(context.Background(), &p.prog, m, hooked, reach{p.serve, p.lives, "", p.env}) }()
	then()
	return <-done
}

// record is what the latest conversation says of the decision, in short.
func (p *place) record(id string) string {
	p.t.Helper()
	c, _, err := p.store().OpenRead(id)
	if err != nil {
		p.t.Fatal(err)
	}
	var out []string
	for _, ev := range c.Log().All() {
		switch b := ev.Body.(type) {
		case store.Observed:
			out = append(out, b.Program)
		case store.ChatRequest:
			out = append(out, b.Text)
		case store.PermissionResponse:
			out = append(out, joined(b.Outcome, b.By, b.Reason, b.Rule))
		case store.InquiryResponse:
			by := ""
			if b.AnsweredBy != nil {
				by = b.AnsweredBy.By
			}
			out = append(out, joined(b.Outcome, string(b.Answer), b.Reason, by))
		case store.ToolCallResponse:
			out = append(out, b.Content)
		case store.TurnEnd:
			out = append(out, b.Reason)
		}
	}
	return strings.Join(out, " | ")
}

func joined(words ...string) string {
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), " ")
}

func yes() coordinator.Act {
	return coordinator.Act{Do: coordinator.ActAnswer, Value: json.RawMessage("true")}
}

func permit(outcome, reason string) coordinator.Act {
	return coordinator.Act{Do: coordinator.ActPermit, Outcome: outcome, Scope: store.ScopeOnce, Reason: reason}
}

func TestARequestIsAnsweredFromTheInbox(t *testing.T) {
	t.Parallel()
	edited := func(p *place, e inbox.Entry) coordinator.Act {
		act := yes()
		act.Edited = &store.Edited{Digest: e.Asked.Digest, Content: "alpha\nhunk one only\nomega\n"}
		return act
	}
	do := func(act coordinator.Act) func(*place, inbox.Entry) coordinator.Act {
		return func(*place, inbox.Entry) coordinator.Act { return act }
	}
	changed := permit(store.PermitEdited, "")
	changed.Arguments = json.RawMessage(`{"command":"git push --dry-run"}`)
	const allow = `{"hookSpecificOutput":{"decision":{"behavior":"allow"},"hookEventName":"PermissionRequest"}}`
	for _, c := range []struct {
		program, name string
		acts          []func(*place, inbox.Entry) coordinator.Act
		entry         string // what the inbox says of it
		out           string
		record        string
	}{
		{hook.Claude, "PermissionRequest-Bash-deny", []func(*place, inbox.Entry) coordinator.Act{do(permit(store.PermitAllowed, ""))},
			"permission Claude Code: Run git push --force origin main", allow,
			"claude | Claude Code asks: Run git push --force origin main\n\nIts reason: \"push\" | allowed user | Claude Code was told, and does it itself. | done"},
		{hook.Claude, "PermissionRequest-Bash-deny", []func(*place, inbox.Entry) coordinator.Act{do(permit(store.PermitSkipped, "Use a branch."))},
			"permission Claude Code: Run git push --force origin main",
			`{"hookSpecificOutput":{"decision":{"behavior":"deny","message":"The user said no to this: Use a branch."},"hookEventName":"PermissionRequest"}}`,
			"claude | Claude Code asks: Run git push --force origin main\n\nIts reason: \"push\" | skipped user Use a branch. | Tool skipped by user: Use a branch. | done"},
		{hook.Claude, "PermissionRequest-Bash-deny", []func(*place, inbox.Entry) coordinator.Act{do(changed)},
			"permission Claude Code: Run git push --force origin main",
			`{"hookSpecificOutput":{"decision":{"behavior":"allow","updatedInput":{"command":"git push --dry-run","description":"push"}},"hookEventName":"PermissionRequest"}}`,
			"claude | Claude Code asks: Run git push --force origin main\n\nIts reason: \"push\" | edited user | Claude Code was told, and does it itself. | done"},
		{hook.Claude, "PermissionRequest-Bash-deny", []func(*place, inbox.Entry) coordinator.Act{do(coordinator.Act{Do: coordinator.ActEnd})},
			"permission Claude Code: Run git push --force origin main",
			`{"hookSpecificOutput":{"decision":{"behavior":"deny","interrupt":true,"message":"The user ended the turn."},"hookEventName":"PermissionRequest"}}`,
			"claude | Claude Code asks: Run git push --force origin main\n\nIts reason: \"push\" | cancelled user end_turn | The user ended the turn before this was done. It was not carried out. | user"},
		{hook.Claude, "PermissionRequest-Edit", []func(*place, inbox.Entry) coordinator.Act{do(yes())},
			"question Claude Code: Edit f.txt  +1 −1",
			`{"hookSpecificOutput":{"decision":{"behavior":"allow","updatedInput":{"file_path":"WORK/f.txt","new_string":"two hunks\n","old_string":"hello world\n","replace_all":false}},"hookEventName":"PermissionRequest"}}`,
			"claude | Claude Code asks: Edit f.txt | answered true user | Claude Code was told, and does it itself. | done"},
		{hook.Claude, "PermissionRequest-Edit", []func(*place, inbox.Entry) coordinator.Act{edited},
			"question Claude Code: Edit f.txt  +1 −1",
			`{"hookSpecificOutput":{"decision":{"behavior":"allow","updatedInput":{"file_path":"WORK/f.txt","new_string":"hunk one only\n","old_string":"hello world\n","replace_all":false}},"hookEventName":"PermissionRequest"}}`,
			"claude | Claude Code asks: Edit f.txt | answered true user | Claude Code was told, and does it itself. | done"},
		{hook.Claude, "PermissionRequest-Write", []func(*place, inbox.Entry) coordinator.Act{do(permit(store.PermitAllowed, ""))},
			"permission Claude Code: Create new.txt",
			`{"hookSpecificOutput":{"decision":{"behavior":"allow","updatedInput":{"content":"written by claude\n","file_path":"WORK/new.txt"}},"hookEventName":"PermissionRequest"}}`,
			"claude | Claude Code asks: Write new.txt | allowed user | Claude Code was told, and does it itself. | done"},
		{hook.Claude, "PermissionRequest-Write", []func(*place, inbox.Entry) coordinator.Act{func(p *place, _ inbox.Entry) coordinator.Act {
			act := permit(store.PermitEdited, "")
			act.Arguments = json.RawMessage(`{"path":"new.txt","content":"another text\n"}`)
			return act
		}}, "permission Claude Code: Create new.txt",
			`{"hookSpecificOutput":{"decision":{"behavior":"allow","updatedInput":{"content":"another text\n","file_path":"WORK/new.txt"}},"hookEventName":"PermissionRequest"}}`,
			"claude | Claude Code asks: Write new.txt | edited user | Claude Code was told, and does it itself. | done"},
		{hook.Claude, "PermissionRequest-AskUserQuestion-single-multi-free", []func(*place, inbox.Entry) coordinator.Act{
			do(coordinator.Act{Do: coordinator.ActAnswer, Value: json.RawMessage(`"staging"`)}),
			do(coordinator.Act{Do: coordinator.ActAnswer, Value: json.RawMessage(`["api","docs"]`)}),
			do(coordinator.Act{Do: coordinator.ActAnswer, Value: json.RawMessage(`"my own words"`)}),
		}, "question Claude Code: Which environment?", "as recorded",
			`claude | Claude Code asks: Which environment? | answered "staging" user | answered ["api","docs"] user | answered "my own words" user | {"q1":"staging","q2":["api","docs"],"q3":"my own words"} | done`},
		{hook.Claude, "PermissionRequest-AskUserQuestion-deny", []func(*place, inbox.Entry) coordinator.Act{do(coordinator.Act{Do: coordinator.ActReply, Text: "Neither."})},
			"question Claude Code: Q deny?",
			`{"hookSpecificOutput":{"decision":{"behavior":"deny","message":"The user did not answer, and said instead: Neither."},"hookEventName":"PermissionRequest"}}`,
			`claude | Claude Code asks: Q deny? | cancelled reply user | {"cancelled":true,"answered":{},"reply":"Neither."} | done`},
		{hook.Claude, "PermissionRequest-ExitPlanMode", []func(*place, inbox.Entry) coordinator.Act{do(yes())},
			"question Claude Code: Carry out this plan?", "as recorded",
			"claude | Claude Code asks: Carry out a plan | answered true user | Claude Code was told, and does it itself. | done"},
		{hook.Claude, "PermissionRequest-mcp-tool", []func(*place, inbox.Entry) coordinator.Act{do(permit(store.PermitAllowed, ""))},
			"permission Claude Code: Call mcp__desk__book", allow,
			"claude | Claude Code asks: Call mcp__desk__book | allowed user | Claude Code was told, and does it itself. | done"},
		{hook.Codex, "PermissionRequest-apply_patch", []func(*place, inbox.Entry) coordinator.Act{do(coordinator.Act{Do: coordinator.ActAnswer, Value: json.RawMessage("false"), Note: "Not new.txt."})},
			"question Codex: Apply this patch?",
			`{"hookSpecificOutput":{"decision":{"behavior":"deny","message":"The user said no to this: Not new.txt."},"hookEventName":"PermissionRequest"}}`,
			"codex | Codex asks: Apply a patch to f.txt, new.txt\n\n" + placelessText + " | answered false Not new.txt. user | The user answered no to \"Apply this patch?\".\n\nThe user said: \"Not new.txt.\" | done"},
		{hook.Codex, "PreToolUse-request_user_input-answered-by-deny", []func(*place, inbox.Entry) coordinator.Act{do(coordinator.Act{Do: coordinator.ActAnswer, Value: json.RawMessage(`"staging"`)})},
			"question Codex: Which environment?",
			`{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"The user already answered these questions: {\"answers\":{\"env\":{\"answers\":[\"staging\"]}}}\nGo on with these answers; do not ask again."}}`,
			`codex | Codex asks: Which environment? | answered "staging" user | {"q1":"staging"} | done`},
	} {
		p := newPlace(t, "")
		id, said := "", ""
		err := p.ask(p.message(c.program, c.name), nil, func() {
			for i, act := range c.acts {
				e := p.waiting(1)[0]
				for e.At > 0 && e.At != i+1 {
					pause()
					e = p.waiting(1)[0]
				}
				if i == 0 {
					id, said = e.Conversation, e.Kind+" "+e.Who+": "+e.Subject
				}
				if taken := p.send(e, act(p, e)); !taken.Done {
					t.Errorf("%s: %+v", c.name, taken)
				}
			}
		})
		want := strings.ReplaceAll(c.out, "WORK", p.work) + "\n"
		if c.out == "as recorded" {
			want = p.took(c.program, c.name)
		}
		if got := p.out.String(); err != nil || got != want && c.out != "as recorded" || c.out == "as recorded" && !sameJSON(got, want) {
			t.Errorf("%s: %v\nsaid %swant %s", c.name, err, p.out.String(), want)
		}
		if said != c.entry {
			t.Errorf("%s: the inbox says %q", c.name, said)
		}
		if got := p.record(id); got != c.record {
			t.Errorf("%s: on record\n%s\nwant\n%s", c.name, got, c.record)
		}
		p.waiting(0)
	}
}

// took is the recorded answer.
func (p *place) took(program, name string) string {
	p.t.Helper()
	data, err := os.ReadFile(filepath.Join("../../../testdata/hooks", program, "answers", name+".json"))
	var took struct{ Stdout json.RawMessage }
	if err != nil || json.Unmarshal(data, &took) != nil {
		p.t.Fatalf("%s: %v", name, err)
	}
	return string(took.Stdout)
}

func sameJSON(a, b string) bool {
	var x, y any
	if json.Unmarshal([]byte(a), &x) != nil || json.Unmarshal([]byte(b), &y) != nil {
		return false
	}
	one, err := json.Marshal(x)
	two, worse := json.Marshal(y)
	return err == nil && worse == nil && bytes.Equal(one, two)
}
