package conversation

import (
	"context"
	"errors"
	"fmt"
	"parley/coordinator"
	"parley/teatest/desk"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// restart kills the program and starts it again: only what is on disk stays.
func restart(d *desk.Desk, t *testing.T, size tea.WindowSizeMsg) *desk.Desk {
	t.Helper()
	old := modelOf(d).o.Shell
	ctx, end := context.WithCancel(t.Context())
	t.Cleanup(end)
	again := newDesk(t, func(x *desk.Desk, o *Options) {
		o.Shell = coordinator.NewShell(ctx, old.World, old.State().Env, "c1", old.Log())
		if len(d.Saved) > 0 {
			o.Drafts = d.Saved[len(d.Saved)-1]
		}
		x.Now, x.Server = d.Now, d.Server
	})
	again.Start()
	again.Send(size)
	again.Pass(time.Second)
	return again
}

// What was typed and chosen survives Esc, Back, a resize and a kill.
func TestDraftsOutlive(t *testing.T) {
	size := tea.WindowSizeMsg{Width: 80, Height: 24}
	for _, c := range []struct{ name, list, keys, then, want string }{
		{"text", note, "a h e y left left", "a X enter", `{"q":"hXey"}`},
		{"a wide character", note, "a 日 本 left", "a X enter", `{"q":"日X本"}`},
		{"JSON", settings, "enter left left backspace 1", "enter ctrl+s", `{"q":{"port":1}}`},
		{"toggles", multi, "space down down space", "enter", `{"q":["a","c"]}`},
		{"the cursor of a select", pick, "down", "enter", `{"q":"there"}`},
		{"the cursor of a boolean", yes, "down", "enter", `{"q":false}`},
		{"the cursor in a long list", many(40), "down down down", "enter", `{"q":"option 4"}`},
		{"one's own", strings.Replace(pick, `]`, `],"other":true`, 1), "3 m e", "enter enter", `{"q":"me"}`},
		{"a reply", yesNo, "r h m", "r enter", `{"cancelled":true,"answered":{},"reply":"hm"}`},
		{"what was answered before Back", note + "," + strings.ReplaceAll(yesNo, `"q"`, `"p"`), "a x enter b", "a enter y", `{"q":"x","p":true}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := asked(t, c.list).Calm(strings.Fields(c.keys)...)
			key := modelOf(d).ask.prompt.Inquiry.ID
			d.Send(tea.WindowSizeMsg{Width: 40, Height: 12})
			d.Pass(time.Second)
			again := restart(d, t, size)
			if !modelOf(again).ask.open || modelOf(again).ask.prompt.Inquiry.ID != key {
				t.Fatalf("the form does not come back:\n%s", again.Screen())
			}
			again.Calm(strings.Fields(c.then)...)
			if got := result(again, "c1"); got != c.want {
				t.Errorf("the model was told %q, want %q\n%s", got, c.want, again.Screen())
			}
			if left := modelOf(again).drafts.all; len(left) != 0 {
				t.Errorf("drafts stay after the answer: %v", left)
			}
		})
	}
}

func TestDraftStaysWhenTheTurnEnds(t *testing.T) {
	d := asked(t, note).Calm("a", "h", "i", "ctrl+c")
	if modelOf(d).ask.open {
		t.Fatal("Ctrl+C did not end the turn")
	}
	if got := d.Saved[len(d.Saved)-1]["c1.q"].Text; got != "hi" {
		t.Errorf("the draft is %q", got)
	}
}

// The answer to a schema goes through the editor with the schema above it.
func TestEditorRoundTrip(t *testing.T) {
	d := asked(t, settings).Calm("enter")
	d.Host.Edit = func(text string) (string, error) {
		want := "// Write the JSON value below. These comments go away; an empty file cancels.\n//\n" +
			"// {\n//   \"type\": \"object\",\n//   \"required\": [\n//     \"port\"\n//   ],\n//   \"properties\": {\n//     \"port\": {\n//       \"type\": \"integer\"\n//     }\n//   }\n// }\n" +
			"\n{\n  \"port\": 0\n}\n"
		if text != want {
			t.Errorf("the editor gets\n%s\n--- want\n%s", text, want)
		}
		return "// x\n\n{\n  // y\n  \"port\": \"5432\"\n}\n", nil
	}
	d.Press("ctrl+e")
	if got, want := modelOf(d).ask.field.Typed(), "{\n  \"port\": \"5432\"\n}"; got != want {
		t.Errorf("the text is %q, want %q", got, want)
	}
	if modelOf(d).arming.Armed() {
		t.Error("keys left over from the editor could answer")
	}
	d.Pass(time.Second)
	d.Calm("ctrl+s")
	d.Shows(`   ! line 2 /port: must be an integer, not a string`)
	d.Host.Edit = func(string) (string, error) { return "// only comments\n\n", nil }
	d.Calm("ctrl+e")
	if got := modelOf(d).ask.field.Mode(); fmt.Sprint(got) != "1" || result(d, "c1") != "" {
		t.Errorf("an empty file leads to mode %v", got)
	}
	d.Host.Edit = func(string) (string, error) { return "", errors.New("no editor is set") }
	d.Calm("enter", "ctrl+e")
	if got, want := modelOf(d).ask.field.Typed(), "{\n  \"port\": \"5432\"\n}"; got != want {
		t.Errorf("the text is %q, want %q", got, want)
	}
}
