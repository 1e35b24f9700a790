package store

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// asking is a conversation whose last event is an open permission, and the answer that
// somebody else would write for the user: it fits the chain.
func asking(t testing.TB) (lines [][]byte, forged []byte) {
	t.Helper()
	w := newWriter(t, "a")
	lines = linesOf(w.events(append(turnOf("c1"), turnOf("c2")[:5]...)...))
	return lines, w.events(PermissionResponse{ID: "c2.run", Outcome: PermitAllowed, By: ByUser})[0].Line()
}

// TestOnlyTheHolderWrites changes the file in every way while a question is open.
func TestOnlyTheHolderWrites(t *testing.T) {
	lines, forged := asking(t)
	own := string(fileOf(lines))
	first := string(lines[5]) // a decision
	denied := strings.Replace(first, `"allowed"`, `"skipped"`, 1)
	for name, row := range map[string]struct {
		theirs string
		swap   bool
	}{
		"append":                 {own + string(forged) + "\n", false},
		"append a part":          {own + string(forged)[:20], false},
		"append nothing but end": {own + "\n", false},
		"insert":                 {strings.Replace(own, string(lines[6]), string(forged)+"\n"+string(lines[6]), 1), false},
		"replace, as long":       {strings.Replace(own, first, denied, 1), false},
		"cut":                    {strings.TrimSuffix(own, string(lines[14])+"\n"), false},
		"empty":                  {"", false},
		"swap":                   {own + string(forged) + "\n", true},
		"swap, as long":          {strings.Replace(own, first, denied, 1), true},
	} {
		s, _ := testStore(t)
		c := mustCreate(t, s, "a")
		mustAppend(t, c, lines...)
		at := time.Now()
		if st, err := os.Stat(s.Path("a")); err == nil {
			at = st.ModTime()
		}
		path := s.Path("a")
		if row.swap {
			path += ".new"
		}
		err := os.WriteFile(path, []byte(row.theirs), fileMode)
		if row.swap {
			err = errors.Join(err, os.Rename(path, s.Path("a")))
		}
		if err := errors.Join(err, os.Chtimes(s.Path("a"), at, at)); err != nil {
			t.Fatal(err)
		}
		beside := s.path("a", "events.jsonl.foreign.1")
		want := "conversation a is not saved: another program changed its file while it was open here; nothing that it wrote counts, and it lies in " + beside +
			" now; the conversation stops here: look at that file, then open the conversation again, and what is open is asked again"
		for range 2 {
			err = c.Append(forged)
			if err == nil || err.Error() != want || !errors.Is(err, ErrIntruded) {
				t.Errorf("%s: %v, want\n%s", name, err, want)
			}
		}
		_, file := c.KeepFile([]byte("x"))
		for what, err := range map[string]error{"the drafts of conversation a cannot be saved": c.SaveDrafts(Drafts{}), "conversation a": c.KeepArrived(Arrived{Text: "x"}), "": file} {
			if err == nil || !errors.Is(err, ErrIntruded) || !strings.Contains(err.Error(), what) || strings.Contains(err.Error(), beside) {
				t.Errorf("%s: %s: %v", name, what, err)
			}
		}
		if c.Log().Len() != len(lines) || c.Writable() {
			t.Errorf("%s: %d events, writable %v", name, c.Log().Len(), c.Writable())
		}
		if got := content(t, s, "a"); got != own {
			t.Errorf("%s: the file is\n%s", name, got)
		}
		if got, err := os.ReadFile(beside); err != nil || string(got) != row.theirs {
			t.Errorf("%s: %v, beside it lies\n%s", name, err, got)
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
		again, report, err := s.OpenWrite("a")
		if err != nil || len(report.Problems) > 0 || again.Log().Len() != len(lines) {
			t.Fatalf("%s: opened again: %v, %s", name, err, problems(report))
		}
		mustAppend(t, again, forged) // the user's own, this time
		if err := again.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestTheHoldersOwnFileIsLeftAlone touches the file without changing a byte.
func TestTheHoldersOwnFileIsLeftAlone(t *testing.T) {
	lines, forged := asking(t)
	s, d := testStore(t)
	c := mustCreate(t, s, "a")
	mustAppend(t, c, lines...)
	old := time.Unix(1, 0)
	if err := errors.Join(os.Chtimes(s.Path("a"), old, old), os.Chmod(s.Path("a"), 0o640), os.WriteFile(s.Path("a"), fileOf(lines), fileMode)); err != nil {
		t.Fatal(err)
	}
	d.write = fullAfter(7)
	if err := c.Append(forged); err == nil || errors.Is(err, ErrIntruded) {
		t.Fatalf("on a full disk: %v", err)
	}
	d.write = nil
	mustAppend(t, c, forged)
	if got, want := content(t, s, "a"), string(fileOf(append(lines, forged))); got != want {
		t.Errorf("the file is\n%s", got)
	}
	if _, err := os.Stat(s.path("a", "events.jsonl.foreign.1")); err == nil {
		t.Error("something was put beside it")
	}
}

// TestTheChainOnOpening changes a file that nobody holds.
func TestTheChainOnOpening(t *testing.T) {
	w := newWriter(t, "a")
	events := w.events(append(turnOf("c1"), turnOf("c2")...)...) // decisions are 6, 8, 16, 18
	lines := linesOf(events)
	forged, err := New(Head{V: Version, Seq: 15, ID: "x", Time: events[14].Time, Conversation: "a", Turn: 2},
		PermissionResponse{ID: "c2.run", Outcome: PermitAllowed, By: ByUser, Prev: "0000"})
	if err != nil {
		t.Fatal(err)
	}
	bare, err := New(forged.Head, PermissionResponse{ID: "c2.run", Outcome: PermitAllowed, By: ByUser})
	if err != nil {
		t.Fatal(err)
	}
	with := func(at int, line []byte, out int) [][]byte { // line in the place of as many as out
		all := append([][]byte{}, lines[:at]...)
		if line != nil {
			all = append(all, line)
		}
		return append(all, lines[at+out:]...)
	}
	changed := bytes.Replace(lines[5], []byte(`"allowed"`), []byte(`"skipped"`), 1)
	told := func(line, seq int, kind string) string {
		return fmt.Sprintf("changed line %d: event number %d (%s) does not fit the decision before it: the file was changed by another hand; it does not count as an answer", line, seq, kind)
	}
	for _, row := range []struct {
		name   string
		lines  [][]byte
		fault  string // in the chain alone
		events string // that do not count
	}{
		{"nothing", lines, "", ""},
		{"put in between", with(15, forged.Line(), 0), told(16, 15, "permission_response"), "x"},
		{"put in without a digest", with(15, bare.Line(), 0), told(16, 15, "permission_response"), "x"},
		{"put at the end", append(append([][]byte{}, lines...), forged.Line()), told(21, 15, "permission_response"), "x"},
		{"changed", with(5, changed, 1), told(8, 8, "inquiry_response"), "a-e8"},
		{"taken out", with(7, nil, 1), told(15, 16, "permission_response"), "a-e16"},
		{"the first taken out", with(5, nil, 1), told(7, 8, "inquiry_response"), "a-e8"},
		{"damaged", with(7, lines[7][:30], 1), "", ""},
	} {
		l := load("a", fileOf(row.lines))
		var faults, off []string
		for _, p := range l.report.Problems {
			if p.Fault == Changed {
				faults = append(faults, string(p.Fault)+" "+p.String())
			}
		}
		for _, e := range l.log.All() {
			if _, ok := e.Body.(Unchained); ok {
				off = append(off, e.ID)
			}
		}
		if got := strings.Join(faults, "\n"); got != row.fault {
			t.Errorf("%s: told\n%s\nwant\n%s", row.name, got, row.fault)
		}
		if got := strings.Join(off, " "); got != row.events {
			t.Errorf("%s: %s do not count, want %s", row.name, got, row.events)
		}
		if bad := Misfits(l.log); len(bad) > 0 != (row.fault != "" || row.name == "damaged") {
			t.Errorf("%s: these do not fit: %v", row.name, bad)
		}
	}
}

// TestDigestsTakenOut strips the digest of each decision, and forges some of each kind
// that has no question. Only the first decision may rightly lack one, also after a damaged
// line and where a forged repair accepts the others.
func TestDigestsTakenOut(t *testing.T) {
	forged := []Body{
		RuleAdded{}, Undone{Files: []UndoneFile{{Path: "a"}}}, ContextSummary{Upto: "a-e1", Text: "x", By: ByUser}, ContextRevoked{Of: "a-e1"},
	}
	for name, row := range map[string]struct {
		bodies []Body
		before string // a line before the last one
		off    string
	}{
		"one decision":        {turnOf("c1")[:6], "", ""},
		"two":                 {turnOf("c1"), "", "a-e8"},
		"forged":              {append(turnOf("c1"), forged...), "", "a-e8 a-e11 a-e12 a-e13 a-e14"},
		"first":               {forged[:1], "", ""},
		"after a damaged one": {append(turnOf("c1")[:6], forged[1]), "{", "a-e7"},
		"accepted":            {append(append(turnOf("c1")[:6], forged[1]), Repaired{Accepted: []string{"a-e7"}}), "", "a-e7"},
	} {
		w := newWriter(t, "a")
		var lines [][]byte
		for i, b := range row.bodies {
			if row.before != "" && i == len(row.bodies)-1 {
				lines = append(lines, []byte(row.before))
			}
			lines = append(lines, w.event(b).Line())
		}
		l := load("a", fileOf(lines))
		var off []string
		for _, e := range l.log.All() {
			if _, ok := e.Body.(Unchained); ok {
				off = append(off, e.ID)
			}
		}
		if got := strings.Join(off, " "); got != row.off {
			t.Errorf("%s: %q do not count, want %q", name, got, row.off)
		}
		if got, want := len(Misfits(l.log)), len(strings.Fields(row.off)); got != want {
			t.Errorf("%s: %d do not fit, want %d", name, got, want)
		}
	}
}

// TestARepairKeepsWhatCounted repairs a file with a damaged decision: what came after it
// counts as before.
func TestARepairKeepsWhatCounted(t *testing.T) {
	lines := linesOf(newWriter(t, "a").events(append(turnOf("c1"), turnOf("c2")...)...))
	for _, at := range []int{5, 7, 15} {
		s, _ := testStore(t)
		broken := append([][]byte{}, lines...)
		broken[at] = lines[at][:20]
		damaged(t, s, broken...)
		c, _, err := s.OpenRead("a")
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range c.Log().All() {
			if _, ok := e.Body.(Unchained); ok {
				t.Errorf("line %d damaged: %s does not count", at+1, e.ID)
			}
		}
	}
}

// TestALookBeforeSomethingBegins: another writer is noticed before a call runs, and when
// the conversation is closed; what it left does not stay in the file.
func TestALookBeforeSomethingBegins(t *testing.T) {
	for name, notice := range map[string]func(*Conversation) error{
		"a look": (*Conversation).Look, "the end": (*Conversation).Close,
	} {
		s, _ := testStore(t)
		lines := linesOf(newWriter(t, "a").events(TurnStart{}, ChatRequest{Text: "go"}, TurnEnd{Reason: ReasonDone}))
		c := mustCreate(t, s, "a")
		mustAppend(t, c, lines[:2]...)
		if err := c.Look(); err != nil {
			t.Errorf("%s: nobody was there: %v", name, err)
		}
		was, err := os.ReadFile(s.Path("a"))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(s.Path("a"), append(append(was[:len(was):len(was)], lines[2]...), '\n'), fileMode); err != nil {
			t.Fatal(err)
		}
		if err := notice(c); !errors.Is(err, ErrIntruded) {
			t.Errorf("%s: %v", name, err)
		}
		if now, err := os.ReadFile(s.Path("a")); err != nil || string(now) != string(was) {
			t.Errorf("%s: the file is %q, %v", name, now, err)
		}
		if err := c.Append(lines[2]); !errors.Is(err, ErrIntruded) && !errors.Is(err, ErrClosed) {
			t.Errorf("%s: then %v", name, err)
		}
		if err := c.Close(); err != nil {
			t.Errorf("%s: it is told again: %v", name, err)
		}
	}
}

// TestADecisionThatDoesNotCount is called an answer only if it is one.
func TestADecisionThatDoesNotCount(t *testing.T) {
	for _, c := range []struct {
		body Body
		want string
	}{
		{Undone{}, "event number 7 (undone) does not fit the decision before it: the file was changed by another hand; it does not count"},
		{PermissionResponse{}, "event number 7 (permission_response) does not fit the decision before it: the file was changed by another hand; it does not count as an answer"},
	} {
		if got := changedText(Event{Head: Head{Seq: 7}, Body: c.body}); got != c.want {
			t.Errorf("got %q", got)
		}
	}
}
