package coordinator

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"parley/coordinator/tool"
	"parley/providers"
	"parley/store"
)

// setting is a tool of the user's own, with a default.
type setting struct{ fakeTool }

func (setting) Identity() string { return "setting" }

const settingParameters = `{"type":"object","properties":{"o":{"type":"object"},"env":{"type":"string","default":"production"},"force":{"type":"boolean"}}}`

// set is a story in which a call of that tool is asked about.
func set(t *testing.T, arguments string) (*story, Prompt) {
	t.Helper()
	s := newStory(t, 1)
	s.state.Env.Tools = retooled(t, storyTools(), "writer", func(e *tool.Entry) {
		x := setting{fakeTool{tool.Spec{Name: "writer", Description: "sets", Parameters: json.RawMessage(settingParameters), Run: tool.Ask, Result: tool.Unattended}}}
		*e = tool.Entry{Tool: x, Spec: x.Spec()}
	})
	s.send(Opened{})
	s.send(Submitted{ID: "m", Text: "go"})
	s.send(ModelDone{Key: s.state.Running[0].Key, Response: providers.Response{Calls: []providers.Call{{ID: "c", Name: "writer", Arguments: arguments}}}})
	p, ok := s.state.Prompt()
	if !ok || p.Permission == nil {
		t.Fatalf("asked is %+v", p)
	}
	return s, p
}

// TestWhatIsAskedIsTheCallThatRuns: with the defaults of its tool, and with what JSON in a text holds;
// the call itself is on record as its model wrote it.
func TestWhatIsAskedIsTheCallThatRuns(t *testing.T) {
	for arguments, want := range map[string]string{
		`{}`: `{"env":"production"}`,
		`{"o":"{\"cmd\":\"\\u0072\\u006d\"}","env":"test"}`:       `{"o":{"cmd":"rm"},"env":"test"}`,
		`{"force": null, "o": {"\u0061":1}}`:                      `{"o":{"a":1},"env":"production"}`,
		`"{\"force\":true,\"env\":\"test\"}"`:                     `{"force":true,"env":"test"}`,
		`{"env":"a` + "\u202e" + `b","force":"true","o":{"n":1}}`: `{"env":"a\u202eb","force":true,"o":{"n":1}}`,
	} {
		s, p := set(t, arguments)
		if got := string(p.Permission.Arguments); got != want {
			t.Errorf("of %s is asked %s, want %s", arguments, got, want)
		}
		if got, want := p.Permission.CoversKey, want; got != want {
			t.Errorf("a yes for the turn covers %s, want %s", got, want)
		}
		turn, _ := s.state.Folded.Current()
		if c, _ := turn.Call("c"); string(c.Arguments) != string(store.AsWritten(json.RawMessage(arguments))) {
			t.Errorf("on record is %s, want %s", c.Arguments, arguments)
		}
		s.kill(len(s.disk))
		if again, ok := s.state.Prompt(); !ok || again.Key != p.Key {
			t.Errorf("%s: after a restart is asked %+v", arguments, again)
		}
		s.send(Permitted{Key: p.Key, Outcome: store.PermitAllowed, Scope: store.ScopeOnce})
		turn, _ = s.state.Folded.Current()
		if c, _ := turn.Call("c"); c.Run != 1 || string(s.state.ran(c)) != want {
			t.Errorf("run %d gets %s, want %s", c.Run, s.state.ran(c), want)
		}
	}
}

// TestARequestThatLeavesOutADefaultIsAskedAnew: one of a version that showed what the model wrote.
func TestARequestThatLeavesOutADefaultIsAskedAnew(t *testing.T) {
	s, p := set(t, `{}`)
	at := len(s.disk) - 1
	if _, is := s.disk[at].Body.(store.PermissionRequest); !is {
		t.Fatalf("the last event is %T", s.disk[at].Body)
	}
	old := *p.Permission
	old.Arguments = json.RawMessage(`{}`)
	s.disk[at].Body = old
	s.kill(len(s.disk))
	if p, ok := s.state.Prompt(); !ok || p.Permission.ID != "c.run.2" || string(p.Permission.Arguments) != `{"env":"production"}` {
		t.Errorf("then is asked %+v", p.Permission)
	}
}

// TestAnEditIsTheWholeCall: what a tool would get beside what was written is not taken, and is told.
func TestAnEditIsTheWholeCall(t *testing.T) {
	const fault = "writer would get another call than what was written: it has defaults for what is left out, and reads JSON in a text. Write the whole call; it still waits"
	for edited, taken := range map[string]bool{
		`{"env":"test"}`:                       true,
		"{\n \"force\": true, \"env\": \"\" }": true,
		`{"env":"test","unknown":1}`:           true, // the run says what is wrong with it
		`{}`:                                   false,
		`{"force":true}`:                       false,
		`{"env":"test","o":"{\"a\":1}"}`:       false,
		`{"env":"test","force":null}`:          false,
	} {
		s, p := set(t, `{}`)
		m := Permitted{Key: p.Key, Outcome: store.PermitEdited, Arguments: json.RawMessage(edited)}
		want := "<nil>"
		if !taken {
			want = fault
		}
		if got := fmt.Sprint(s.state.unfit(m)); got != want {
			t.Errorf("of %s is told %q, want %q", edited, got, want)
		}
		s.send(m)
		if now, open := s.state.Prompt(); (!open || now.Key != p.Key) != taken {
			t.Errorf("%s is taken: %v", edited, !taken)
		}
	}
}

// TestAnEditThatTheToolCannotDoIsNotTaken: nothing is on record of it, and the call still waits.
func TestAnEditThatTheToolCannotDoIsNotTaken(t *testing.T) {
	s, p := set(t, `{}`)
	s.state.Env.Tools = retooled(t, s.state.Env.Tools, "writer", func(e *tool.Entry) {
		e.Takes = func(edited json.RawMessage) error {
			if string(edited) == `{"env":"test"}` {
				return nil
			}
			return errors.New("not that")
		}
	})
	edited := func(arguments string) Permitted {
		return Permitted{Key: p.Key, Outcome: store.PermitEdited, Arguments: json.RawMessage(arguments)}
	}
	before := len(s.disk)
	if err := s.state.unfit(edited(`{"env":"other"}`)); fmt.Sprint(err) != "not that" {
		t.Errorf("is told %v", err)
	}
	s.send(edited(`{"env":"other"}`))
	if now, open := s.state.Prompt(); !open || now.Key != p.Key || len(s.disk) != before {
		t.Errorf("asked is %+v, with %d events more", now, len(s.disk)-before)
	}
	s.send(edited(`{"env":"test"}`))
	if now, open := s.state.Prompt(); open && now.Key == p.Key {
		t.Error("an edit that the tool can do is not taken")
	}
}
