package session

import (
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/config"
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
		x.Strange, x.elsewhere = changedElsewhere(store.Log{}.Append(events...), here, "")
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
	if got := strangeText("/w", "", []string{"a", "b"}); got != want {
		t.Errorf("%q", got)
	}
	const shared = "This conversation says that it changed settings in /tmp. The workspace here is for everybody's files, so whoever made the file could have named it. They do not count here: a. Set what you want of them again, with -m, -c or -t, or by /model and /tools."
	if got := strangeText("/tmp", "is for everybody's files", []string{"a"}); got != shared {
		t.Errorf("%q", got)
	}
	if got := strangeText("", "", []string{"a"}); got != "This conversation does not say in which workspace it changed settings. They do not count here: a. Set what you want of them again, with -m, -c or -t, or by /model and /tools." {
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
	x.Strange, x.elsewhere = changedElsewhere(log, t.TempDir(), "")
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

// TestPlace: a record names a folder only if its name leads everybody to the same one.
func TestPlace(t *testing.T) {
	dir := t.TempDir()
	link := func(name, to string) string {
		name = filepath.Join(dir, name)
		if err := os.Symlink(to, name); err != nil {
			t.Fatal(err)
		}
		return name
	}
	for root, names := range map[string]bool{
		dir:                               true,
		"/":                               true,
		filepath.Join(dir, "gone"):        true,
		link("fine", dir):                 true,
		link("back", "."):                 true,
		filepath.Join(dir, "fine", "x"):   true,
		"":                                false,
		".":                               false,
		"..":                              false,
		"here":                            false,
		"~":                               false,
		dir + "/":                         false,
		dir + "/../" + filepath.Base(dir): false,
		"/" + dir:                         false,
		"/proc":                           false,
		"/proc/self/cwd":                  false,
		"/proc/1/cwd":                     false,
		"/processes":                      true,
		link("self", "/proc/self/cwd"):    false,
		link("again", "self"):             false,
		link("up", "fine/self"):           false,
		link("round", "round"):            false,
		filepath.Join(dir, "self", "x"):   false,
	} {
		if got := place(root); names && got != root || !names && got != "" {
			t.Errorf("%q names %q", root, got)
		}
	}
	moved := store.Log{}.Append(store.Event{Body: store.Workspace{Root: dir}}, store.Event{Body: store.Workspace{Root: "."}})
	if got := workspaceOf(moved); got != "" {
		t.Errorf("a record that ends with %q works in %q", ".", got)
	}
}

// TestASettingDoesNotCountWhereAnybodyCouldHaveNamedTheFolder: who forges a conversation needs to
// know nothing of the user to name such a one.
func TestASettingDoesNotCountWhereAnybodyCouldHaveNamedTheFolder(t *testing.T) {
	home := t.TempDir()
	made := func(name string, mode fs.FileMode) string {
		name = filepath.Join(home, name)
		if err := os.Mkdir(name, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(name, mode); err != nil {
			t.Fatal(err)
		}
		return name
	}
	for dir, why := range map[string]string{
		made("mine", 0o755):                 "",
		made("everything", 0o777):           "", // as all is on some file systems
		made("sticky", fs.ModeSticky|0o755): "",
		made("tmp", fs.ModeSticky|0o777):    "is for everybody's files",
		home:                                "is your home folder",
		filepath.Dir(home):                  "holds your home folder",
	} {
		s := Setup{Dir: dir, Places: config.Places{Home: home}}
		if got := s.everybodys(); got != why {
			t.Errorf("%s %q, want %q", dir, got, why)
		}
		set := store.ConfigDelta{Set: map[string]json.RawMessage{"assistant.model.id": json.RawMessage(`"a/b"`)}}
		log := store.Log{}.Append(store.Event{Body: store.Workspace{Root: dir}}, store.Event{Body: set})
		if strange, where := changedElsewhere(log, dir, s.everybodys()); strange[0] != (why != "") || why != "" && where != dir {
			t.Errorf("%s: %v, made in %q", dir, strange, where)
		}
	}
}
