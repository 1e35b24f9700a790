package session

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"parley/store"
)

func TestInterruptedWrites(t *testing.T) {
	call := func(id, name, path string) store.Event {
		return store.Event{Body: store.ToolCallRequest{ID: id, Name: name, Arguments: json.RawMessage(`{"path":` + path + `}`)}}
	}
	var log store.Log
	for _, b := range []store.Event{
		{Body: store.Undone{Files: []store.UndoneFile{{Path: "before"}}}}, {Body: store.TurnStart{}},
		call("ended", "fs_create_file", `"a"`), {Body: store.ToolStarted{ID: "ended"}}, {Body: store.ToolCallResponse{ID: "ended"}},
		call("asked", "fs_modify_file", `"b"`), {Body: store.ToolStarted{ID: "asked"}}, {Body: store.ToolAsked{ID: "asked"}},
		call("waits", "fs_modify_file", `"c"`),
		call("cut", "fs_modify_file", `"d"`), {Body: store.ToolStarted{ID: "cut"}}, {Body: store.ToolAsked{ID: "cut"}}, {Body: store.ToolStarted{ID: "cut"}},
		call("made", "fs_create_file", `"e/f"`), {Body: store.ToolStarted{ID: "made"}},
		call("reads", "fs_read_file", `"g"`), {Body: store.ToolStarted{ID: "reads"}},
		call("edited", "fs_create_file", `"j"`), {Body: store.PermissionRequest{ID: "p", Call: "edited", Kind: store.PermitRun}},
		{Body: store.PermissionResponse{ID: "p", Outcome: store.PermitEdited, Arguments: json.RawMessage(`{"path":"k"}`)}}, {Body: store.ToolStarted{ID: "edited"}},
		call("odd", "fs_create_file", `7`), {Body: store.ToolStarted{ID: "odd"}},
	} {
		log = log.Append(b)
	}
	if got := interrupted(log, 0); !slices.Equal(got, []string{"d", "e/f", "k"}) {
		t.Errorf("%q", got)
	}
	log = log.Append(
		store.Event{Body: store.Undone{Files: []store.UndoneFile{{Path: "h"}, {Path: "i"}}}},
		store.Event{Body: store.Undone{LeftOut: []string{"i"}}}, store.Event{Body: store.Undone{Files: []store.UndoneFile{{Path: "h"}}}},
	)
	if got := interrupted(log, 0); !slices.Equal(got, []string{"d", "e/f", "h", "i", "k"}) {
		t.Errorf("%q", got)
	}
}

// TestWhatAnUndoMayNotHaveComeTo are the files of undos since the last turn, in this workspace,
// whose end is not on record.
func TestWhatAnUndoMayNotHaveComeTo(t *testing.T) {
	file := func(path, before, after string) store.UndoneFile {
		return store.UndoneFile{Path: path, Before: before, After: after}
	}
	undone := func(files ...store.UndoneFile) store.Body { return store.Undone{Files: files} }
	for _, c := range []struct {
		name string
		log  []store.Body
		want map[string]wanted
	}{
		{"an undo", []store.Body{undone(file("a", "2", "1"), file("b", "", "1"))}, map[string]wanted{"a": {"2", false}, "b": {"", false}}},
		{"one that left a file out", []store.Body{undone(file("a", "2", "1"), file("b", "2", "1")), store.Undone{LeftOut: []string{"a"}}}, map[string]wanted{"b": {"2", false}}},
		{"one that was taken back", []store.Body{undone(file("a", "2", "1")), store.Undone{Files: []store.UndoneFile{file("a", "1", "2")}, Redo: true}}, map[string]wanted{"a": {"1", true}}},
		{"one before the last turn", []store.Body{undone(file("a", "2", "1")), store.TurnStart{}}, map[string]wanted{}},
		{"one elsewhere", []store.Body{store.Workspace{Root: "/v"}, undone(file("a", "2", "1"))}, map[string]wanted{}},
		{"one that changes nothing", []store.Body{undone(file("a", "2", "2"))}, map[string]wanted{}},
	} {
		log := store.Log{}.Append(store.Event{Body: store.Workspace{Root: "/w"}})
		for _, b := range c.log {
			log = log.Append(store.Event{Body: b})
		}
		if got := undecided(log, 0, store.Workspace{Root: "/w"}); !maps.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
