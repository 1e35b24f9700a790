package session

import (
	"encoding/json"
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
		call("odd", "fs_create_file", `7`), {Body: store.ToolStarted{ID: "odd"}},
	} {
		log = log.Append(b)
	}
	if got := interrupted(log); !slices.Equal(got, []string{"d", "e/f"}) {
		t.Errorf("%q", got)
	}
	log = log.Append(
		store.Event{Body: store.Undone{Files: []store.UndoneFile{{Path: "h"}, {Path: "i"}}}},
		store.Event{Body: store.Undone{LeftOut: []string{"i"}}}, store.Event{Body: store.Undone{Files: []store.UndoneFile{{Path: "h"}}}},
	)
	if got := interrupted(log); !slices.Equal(got, []string{"d", "e/f", "h", "i"}) {
		t.Errorf("%q", got)
	}
}
