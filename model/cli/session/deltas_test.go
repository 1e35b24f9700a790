package session

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/coordinator"
	"parley/model/cli/instruct"
	"parley/store"
)

// TestChangesOfAnotherWorkspaceDoNotCount: a conversation that somebody passed on brings
// no permission with it.
func TestChangesOfAnotherWorkspaceDoNotCount(t *testing.T) {
	here := t.TempDir()
	t.Chdir(here)
	set := func(key, value string) store.Body {
		return store.ConfigDelta{Set: map[string]json.RawMessage{key: json.RawMessage(value)}}
	}
	const run, off, on = "conversation.tools.run_command.run", "conversation.tools.fs_read_file.enable.state", "conversation.tools.run_command.enable.state"
	mine, theirs := store.Workspace{Root: here}, store.Workspace{Root: "/home/other/repo"}
	for _, c := range []struct {
		name   string
		bodies []store.Body
		count  int
		left   []string
		where  string
	}{
		{"nothing set", []store.Body{mine}, 0, nil, ""},
		{"here", []store.Body{set("assistant.model.id", `"a/b"`), mine, set(run, `"unattended"`)}, 2, nil, ""},
		{"there", []store.Body{set("assistant.model.id", `"a/b"`), theirs, set(run, `"unattended"`), set(off, "false"), set(on, "true")}, 1,
			[]string{"assistant.model.id", on, run}, "/home/other/repo"},
		{"there, then here", []store.Body{set(run, `"unattended"`), theirs, mine, set("assistant.model.id", `"a/b"`)}, 1, []string{run}, "/home/other/repo"},
		{"there, then the same here", []store.Body{set(run, `"unattended"`), theirs, mine, set(run, `"ask"`)}, 1, nil, "/home/other/repo"},
		{"wherever the user is", []store.Body{set(run, `"unattended"`), store.Workspace{Root: "/proc/self/cwd"}}, 0, []string{run}, "/proc/self/cwd"},
		{"nowhere, then here", []store.Body{set(run, `"unattended"`), store.Workspace{}, mine}, 0, []string{run}, ""},
		{"nowhere", []store.Body{set(run, `"unattended"`)}, 0, []string{run}, ""},
	} {
		var events []store.Event
		var deltas []store.ConfigDelta
		for i, b := range c.bodies {
			events = append(events, store.Event{Head: store.Head{Seq: int64(i + 1)}, Body: b})
			if d, ok := b.(store.ConfigDelta); ok {
				deltas = append(deltas, d)
			}
		}
		x := &Session{}
		x.Strange, x.elsewhere = changedElsewhere(store.Log{}.Append(events...), here)
		count, left := x.Grants(deltas), slices.Sorted(maps.Keys(x.notGranted(deltas)))
		if len(count) != c.count || !reflect.DeepEqual(left, c.left) || x.elsewhere != c.where {
			t.Errorf("%s: %v count, %q are left out, made in %q", c.name, count, left, x.elsewhere)
		}
		again := x.Grants(append(deltas, store.ConfigDelta{Set: map[string]json.RawMessage{run: json.RawMessage(`"ask"`)}}))
		if len(again) != c.count+1 {
			t.Errorf("%s: what is set now does not count: %v", c.name, again)
		}
	}
	const want = "This conversation changed settings in another workspace, /w. They do not count here: a, b. Set what you want of them again, with -m, -c or -t, or by /model and /tools."
	if got := strangeText("/w", []string{"a", "b"}); got != want {
		t.Errorf("%q", got)
	}
	if got := strangeText("", []string{"a"}); got != "This conversation does not say in which workspace it changed settings. They do not count here: a. Set what you want of them again, with -m, -c or -t, or by /model and /tools." {
		t.Errorf("%q", got)
	}
}

// TestWhatDoesNotCountIsToldWhereNobodyIsAsked: a screen asks the question, and says
// nothing else.
func TestWhatDoesNotCountIsToldWhereNobodyIsAsked(t *testing.T) {
	delta := store.ConfigDelta{Set: map[string]json.RawMessage{"assistant.model.id": json.RawMessage(`"a/b"`)}}
	log := store.Log{}.Append(store.Event{Head: store.Head{Seq: 1}, Body: store.Workspace{Root: "/w"}}, store.Event{Head: store.Head{Seq: 2}, Body: delta})
	s, err := store.Open(t.TempDir(), time.Now).Create("c")
	if err != nil {
		t.Fatal(err)
	}
	x := &Session{Saved: s, Shell: coordinator.NewShell(t.Context(), coordinator.World{}, coordinator.Env{}, "c", log)}
	x.Teller = instruct.New(instruct.Options{Config: x.Current})
	x.Strange, x.elsewhere = changedElsewhere(log, t.TempDir())
	var told strings.Builder
	x.Tell(&told)
	const want = "parley: This conversation changed settings in another workspace, /w. They do not count here: assistant.model.id. Set what you want of them again, with -m, -c or -t, or by /model and /tools.\n"
	if told.String() != want || len(x.Notes) > 0 {
		t.Errorf("it says %q, and on a screen %q", told.String(), x.Notes)
	}
	if asked := x.Withheld(); len(asked) != 1 || len(asked[0].Set) != 1 {
		t.Errorf("a screen asks %v", asked)
	}
}
