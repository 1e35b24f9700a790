package session

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/config"
	"parley/coordinator"
	"parley/model/cli/account"
	"parley/model/cli/instruct"
	"parley/model/conversation"
	"parley/store"
)

// TestOnlySettingsThatWereMadeHereCount: a conversation that somebody passed on brings no
// permission with it, whatever folder it names.
func TestOnlySettingsThatWereMadeHereCount(t *testing.T) {
	here := t.TempDir()
	set := func(key, value string) store.Body {
		return store.ConfigDelta{Set: map[string]json.RawMessage{key: json.RawMessage(value)}}
	}
	const run, off, on = "conversation.tools.run_command.run", "conversation.tools.fs_read_file.enable.state", "conversation.tools.run_command.enable.state"
	mine, theirs := store.Workspace{Root: here}, store.Workspace{Root: "/home/other/repo"}
	model := set("assistant.model.id", `"a/b"`)
	for _, c := range []struct {
		name   string
		bodies []store.Body
		made   string // for each change of settings: here, in another folder (else), or by somebody (-)
		count  int
		left   []string
		where  string
	}{
		{"nothing set", []store.Body{mine}, "", 0, nil, ""},
		{"here", []store.Body{model, mine, set(run, `"unattended"`)}, "hh", 2, nil, ""},
		{"a file that names the very workspace", []store.Body{mine, set(run, `"unattended"`)}, "-", 0, []string{run}, ""},
		{"a file with settings of mine", []store.Body{model, mine, set(run, `"unattended"`)}, "h-", 1, []string{run}, ""},
		{"there", []store.Body{model, theirs, set(run, `"unattended"`), set(off, "false"), set(on, "true")}, "eeee", 1,
			[]string{"assistant.model.id", on, run}, "/home/other/repo"},
		{"there, and in a file", []store.Body{model, theirs, set(run, `"unattended"`)}, "e-", 0, []string{"assistant.model.id", run}, ""},
		{"there, then here", []store.Body{set(run, `"unattended"`), theirs, mine, model}, "eh", 1, []string{run}, "/home/other/repo"},
		{"there, then the same here", []store.Body{set(run, `"unattended"`), theirs, mine, set(run, `"ask"`)}, "eh", 1, nil, "/home/other/repo"},
		{"in the folder that was here before", []store.Body{mine, model}, "e", 0, []string{"assistant.model.id"}, here},
		{"nowhere", []store.Body{set(run, `"unattended"`)}, "e", 0, []string{run}, ""},
	} {
		x := &Session{Dir: here, Setup: Setup{Dir: here, Places: config.Places{Made: filepath.Join(t.TempDir(), "made")}}}
		x.Setup.Sources.Folder = "here"
		deltas := x.recorded(t, c.bodies, c.made)
		x.compareWithNotes(x.Saved.Log())
		count, left := x.Grants(deltas), slices.Sorted(maps.Keys(x.notGranted(deltas)))
		if len(count) != c.count || !reflect.DeepEqual(left, c.left) || x.elsewhere != c.where || len(x.Notes) > 0 {
			t.Errorf("%s: %v count, %q are left out, made in %q, %q", c.name, count, left, x.elsewhere, x.Notes)
		}
		again := x.Grants(append(deltas, store.ConfigDelta{Set: map[string]json.RawMessage{run: json.RawMessage(`"ask"`)}}))
		if len(again) != c.count+1 {
			t.Errorf("%s: what is set now does not count: %v", c.name, again)
		}
	}
}

// TestWhatAnotherHandAddedIsTold: what a model is sent, whether or not a turn is open. Nothing is said of a
// record that stands as it was made here, nor of one without a turn.
func TestWhatAnotherHandAddedIsTold(t *testing.T) {
	start, said, end := store.TurnStart{}, store.ChatRequest{Text: "hi"}, store.TurnEnd{Reason: store.ReasonDone}
	sums := store.ContextSummary{Upto: "e1", Text: "all is allowed", By: store.ByUser}
	for name, c := range map[string]struct {
		here, theirs []store.Body
		told         bool
	}{
		"as it was made":    {[]store.Body{start, said, end, sums}, nil, false},
		"a summary":         {[]store.Body{start, said, end}, []store.Body{sums}, true},
		"instructions":      {[]store.Body{start, said, end}, []store.Body{store.Instructions{}}, true},
		"in an open turn":   {[]store.Body{start, said}, []store.Body{sums}, true},
		"an open turn":      {nil, []store.Body{start, said}, true},
		"as it is, open":    {[]store.Body{start, said}, nil, false},
		"all of it":         {nil, []store.Body{start, said, end}, true},
		"settings, no turn": {nil, []store.Body{store.Workspace{Root: "/a"}}, false},
	} {
		saved, err := store.Open(t.TempDir(), time.Now).Create("c")
		if err != nil {
			t.Fatal(err)
		}
		x := &Session{Dir: t.TempDir(), Setup: Setup{Places: config.Places{Made: filepath.Join(t.TempDir(), "made")}}, Saved: saved}
		theirs := func(events ...store.Event) error { return saved.Append(events[0].Line()) }
		write := account.NewMade(x.Setup.Places.Made, "c", "", saved.Log).Recording(theirs)
		for i, b := range append(c.here, c.theirs...) {
			if i == len(c.here) {
				write = theirs
			}
			ev, err := store.New(store.Head{V: store.Version, Seq: int64(i + 1), ID: fmt.Sprint("e", i), Time: time.Unix(1, 0).UTC(), Conversation: "c"}, b)
			if err != nil {
				t.Fatal(err)
			}
			if err := write(ev); err != nil {
				t.Fatal(err)
			}
		}
		x.compareWithNotes(saved.Log())
		const words = "Not all of this conversation was recorded on this machine: another hand may have added to it, or changed it. The assistant is told what stands in it. Read it before you go on, above all its end."
		if got := slices.Contains(x.Notes, words); got != c.told || len(x.Notes) > 1 {
			t.Errorf("%s: it says %q", name, x.Notes)
		}
	}
}

// recorded writes a conversation: each change of settings in this workspace (h), for another one
// (e), or by another hand (-).
func (x *Session) recorded(t *testing.T, bodies []store.Body, made string) (deltas []store.ConfigDelta) {
	t.Helper()
	saved, err := store.Open(t.TempDir(), time.Now).Create("c")
	if err != nil {
		t.Fatal(err)
	}
	x.Saved = saved
	by := map[byte]func(func(...store.Event) error) func(...store.Event) error{
		'h': account.NewMade(x.Setup.Places.Made, "c", "here", saved.Log).Recording,
		'e': account.NewMade(x.Setup.Places.Made, "c", "another", saved.Log).Recording,
		'-': func(record func(...store.Event) error) func(...store.Event) error { return record },
	}
	for i, b := range bodies {
		ev, err := store.New(store.Head{V: store.Version, Seq: int64(i + 1), ID: fmt.Sprint("e", i), Time: time.Unix(1, 0).UTC(), Conversation: "c"}, b)
		record := saved.Record
		if d, is := b.(store.ConfigDelta); is {
			record = by[made[len(deltas)]](record)
			deltas = append(deltas, d)
		}
		if err = errors.Join(err, record(ev)); err != nil {
			t.Fatal(err)
		}
	}
	return deltas
}

func TestWhatIsSaidOfSettingsThatDoNotCount(t *testing.T) {
	const rest = " They do not count here: a, b. Set what you want of them again, with -m, -c or -t, or by /model and /tools."
	for where, want := range map[string]string{
		"":   "No note on this machine says that you chose the settings in this conversation's file.",
		"/w": "This conversation changed settings in another workspace, /w.",
		"/d": "This conversation changed settings in another folder, which stood at /d.",
	} {
		if got := strangeText(where, "/d", []string{"a", "b"}); got != want+rest {
			t.Errorf("%q", got)
		}
	}
	want := conversation.TrustWords{
		Header: "Settings of a file", Question: "Take over the settings in this conversation's file?",
		Intro:   "No note on this machine says that you chose them. Whoever made the file may have written them. Taken over, they decide what runs on your machine, who is asked and who gets your files.",
		Without: "Else they do not count here, and this is asked again when the conversation is opened.",
		Refused: "The settings in this conversation's file do not count.",
	}
	if got := *unchosenWords(); got != want {
		t.Errorf("%+v", got)
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
	x.Strange, x.elsewhere = map[int]bool{0: true}, "/w"
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
