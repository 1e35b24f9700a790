package account

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"parley/store"
)

// book is a log, the folder of its account, and the identity of its workspace.
type book struct {
	t           *testing.T
	dir, folder string
	log         store.Log
}

func (b *book) events(bodies ...store.Body) []store.Event {
	b.t.Helper()
	var all []store.Event
	for i, body := range bodies {
		seq := int64(b.log.Len() + i + 1)
		ev, err := store.New(store.Head{V: store.Version, Seq: seq, Time: time.Unix(seq, 0), Conversation: "c", ID: fmt.Sprint(seq), Turn: 1}, body)
		if err != nil {
			b.t.Fatal(err)
		}
		all = append(all, ev)
	}
	return all
}

func (b *book) add(events ...store.Event) error {
	b.log = b.log.Append(events...)
	return nil
}

func (b *book) of() []string {
	b.t.Helper()
	ids, err := Of(b.dir, "c", b.folder, b.log)
	if err != nil {
		b.t.Fatal(err)
	}
	return ids
}

func TestWhatIsAccountedFor(t *testing.T) {
	b := &book{t: t, dir: filepath.Join(t.TempDir(), "answered")}
	keep := Keeping(b.dir, "c", b.folder, func() store.Log { return b.log }, every, b.add)
	yes := store.PermissionResponse{ID: "a.run", Outcome: store.PermitAllowed, By: store.ByUser}
	given := store.InquiryResponse{ID: "b.q.1", Outcome: store.Answered, AnsweredBy: &store.AnsweredBy{By: store.ByUser}}
	if err := b.add(b.events(store.TurnStart{})...); err != nil {
		t.Fatal(err)
	}
	if ids := b.of(); ids != nil {
		t.Errorf("nothing was answered: %q", ids)
	}
	for _, body := range []store.Body{yes, store.PermissionResponse{ID: "r.run", Outcome: store.PermitAllowed, By: store.ByRule}, given, store.Title{Title: "x"}} {
		if err := keep(b.events(body)...); err != nil {
			t.Fatal(err)
		}
	}
	if ids, want := b.of(), []string{"a.run", "b.q.1"}; !slices.Equal(ids, want) {
		t.Errorf("%q, want %q", ids, want)
	}
	info, err := os.Stat(filepath.Join(b.dir, "c.json"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}

	forged := *b // by another program, with the same words
	forged.log = store.Log{}.Append(b.log.At(0))
	if err := forged.add(forged.events(store.Title{Title: "y"}, yes)...); err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(t.TempDir(), "answered")
	if err := os.CopyFS(copied, os.DirFS(b.dir)); err != nil {
		t.Fatal(err)
	}
	forged.dir = copied
	if err := os.Chmod(filepath.Join(copied, "c.json"), 0o600); err != nil {
		t.Fatal(err)
	}
	if ids := forged.of(); ids != nil {
		t.Errorf("a line that was not recorded here is accounted for: %q", ids)
	}

	if err := b.add(b.events(store.TurnEnd{Reason: store.ReasonDone})...); err != nil {
		t.Fatal(err)
	}
	if ids := b.of(); ids != nil {
		t.Errorf("the turn is over: %q", ids)
	}
	if _, err := os.Stat(filepath.Join(b.dir, "c.json")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the account stays: %v", err)
	}
}

// TestAnAccountIsOfAFolder: what was answered for another folder at the same path is not
// accounted for. Where the workspace is another one anyway, that is asked about.
func TestAnAccountIsOfAFolder(t *testing.T) {
	for _, c := range []struct {
		then, now string
		counts    bool
	}{{"1:2:3", "1:2:3", true}, {"1:2:3", "1:2:4", false}, {"1:2:3", "", true}, {"", "1:2:3", false}} {
		b := &book{t: t, dir: t.TempDir(), folder: c.then}
		if err := b.add(b.events(store.TurnStart{})...); err != nil {
			t.Fatal(err)
		}
		keep := Keeping(b.dir, "c", b.folder, func() store.Log { return b.log }, every, b.add)
		if err := keep(b.events(store.PermissionResponse{ID: "a.run", Outcome: store.PermitAllowed, By: store.ByUser})...); err != nil {
			t.Fatal(err)
		}
		b.folder = c.now
		if ids := b.of(); (len(ids) == 1) != c.counts {
			t.Errorf("answered for %q, in %q: %q", c.then, c.now, ids)
		}
	}
}

// TestAKillBetweenAccountAndRecord: an account without its line vouches for nothing else.
func TestAKillBetweenAccountAndRecord(t *testing.T) {
	b := &book{t: t, dir: t.TempDir()}
	killed := errors.New("killed")
	keep := Keeping(b.dir, "c", b.folder, func() store.Log { return b.log }, every, func(...store.Event) error { return killed })
	yes := store.PermissionResponse{ID: "a.run", Outcome: store.PermitAllowed, By: store.ByUser}
	if err := b.add(b.events(store.TurnStart{})...); err != nil {
		t.Fatal(err)
	}
	if err := keep(b.events(yes)...); !errors.Is(err, killed) {
		t.Fatal(err)
	}
	if ids := b.of(); ids != nil {
		t.Errorf("%q", ids)
	}
	yes.Outcome = store.PermitEdited
	if err := b.add(b.events(yes)...); err != nil {
		t.Fatal(err)
	}
	if ids := b.of(); ids != nil {
		t.Errorf("another answer is accounted for: %q", ids)
	}
}

// TestAnAccountOfOthersIsRefused: a link, a file that others can write, nonsense. The next answer
// replaces it, so that the conversation can be answered at all, unless it cannot be replaced.
func TestAnAccountOfOthersIsRefused(t *testing.T) {
	for name, make := range map[string]func(file string) error{
		"open to others": func(file string) error {
			return errors.Join(os.WriteFile(file, []byte(`{"v":1}`), 0o600), os.Chmod(file, 0o644))
		},
		"a link":   func(file string) error { return os.Symlink("/dev/null", file) },
		"nonsense": func(file string) error { return os.WriteFile(file, []byte(`{"v":2}`), 0o600) },
		"cut":      func(file string) error { return os.WriteFile(file, []byte(`{"v":1,"ans`), 0o600) },
		"a folder": func(file string) error { return os.Mkdir(file, 0o700) },
	} {
		b := &book{t: t, dir: t.TempDir()}
		if err := make(filepath.Join(b.dir, "c.json")); err != nil {
			t.Fatal(err)
		}
		ids, err := Of(b.dir, "c", b.folder, b.log)
		if err == nil || ids != nil {
			t.Errorf("%s: %q, %v", name, ids, err)
		}
		keep := Keeping(b.dir, "c", b.folder, func() store.Log { return b.log }, every, b.add)
		err = keep(b.events(store.PermissionResponse{ID: "a.run", By: store.ByUser})...)
		if name == "a folder" {
			if err == nil || b.log.Len() != 0 {
				t.Errorf("%s: an answer is recorded that cannot be accounted for", name)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: not answered: %v", name, err)
		}
		if ids := b.of(); !slices.Equal(ids, []string{"a.run"}) {
			t.Errorf("%s: accounted for are %q", name, ids)
		}
	}
}

// every answer waits.
func every(store.Body) bool { return true }

func TestAnAnswerFromWhichSomethingFollowsIsNotKept(t *testing.T) {
	b := &book{t: t, dir: filepath.Join(t.TempDir(), "answered")}
	keep := Keeping(b.dir, "c", b.folder, func() store.Log { return b.log }, func(a store.Body) bool { return answers(a) == "b.q.1" }, b.add)
	yes := store.PermissionResponse{ID: "a.run", Outcome: store.PermitAllowed, By: store.ByUser}
	given := store.InquiryResponse{ID: "b.q.1", Outcome: store.Answered, AnsweredBy: &store.AnsweredBy{By: store.ByUser}}
	if err := b.add(b.events(store.TurnStart{})...); err != nil {
		t.Fatal(err)
	}
	if err := keep(b.events(yes, given)...); err != nil {
		t.Fatal(err)
	}
	if ids := b.of(); !slices.Equal(ids, []string{"b.q.1"}) {
		t.Errorf("kept: %q", ids)
	}
}

func TestTheToolThatAsks(t *testing.T) {
	b := &book{t: t}
	if err := b.add(b.events(store.TurnStart{}, store.ToolCallRequest{ID: "a", Name: "one"}, store.ToolCallRequest{ID: "b", Name: "two"}, store.InquiryRequest{ID: "a.q", Call: "a"}, store.InquiryRequest{ID: "guard"})...); err != nil {
		t.Fatal(err)
	}
	for inquiry, want := range map[string]string{"a.q": "one", "guard": "", "b.q": ""} {
		if got := Asker(b.log, inquiry); got != want {
			t.Errorf("%s: %q", inquiry, got)
		}
	}
}
