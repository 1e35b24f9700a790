package store

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// damaged creates a conversation "a" from lines and repairs it. The new file's lines are
// given as number and type.
func damaged(t testing.TB, s Store, lines ...[]byte) (Mended, string) {
	t.Helper()
	mustWrite(t, s, "a", fileOf(lines))
	m, err := s.Repair("a")
	if err != nil {
		t.Fatal(err)
	}
	c, report, err := s.OpenRead("a")
	if err != nil || len(report.Problems) > 0 {
		t.Errorf("after the repair: %v, %s", err, problems(report))
	}
	var out []string
	for _, e := range c.Log().All() {
		out = append(out, fmt.Sprintf("%d %s", e.Seq, e.Body.Type()))
	}
	return m, strings.Join(out, ", ")
}

// turnOf is a turn with a call, a permission and a question.
func turnOf(call string) []Body {
	return []Body{
		TurnStart{}, ChatRequest{Text: "go"}, ToolCallRequest{Response: call, ID: call, Name: "t"}, ResponseEnd{Response: call, Calls: 1},
		PermissionRequest{ID: call + ".run", Call: call}, PermissionResponse{ID: call + ".run", Outcome: PermitAllowed, By: ByUser},
		InquiryRequest{ID: call + ".q.1", Call: call}, InquiryResponse{Outcome: Answered, ID: call + ".q.1", Answer: raw("1"), AnsweredBy: &AnsweredBy{By: ByUser}},
		ToolCallResponse{ID: call, Content: "ok"}, TurnEnd{Reason: ReasonDone},
	}
}

// TestRepairAddsWhatALineTook loses each line of the first of two turns.
func TestRepairAddsWhatALineTook(t *testing.T) {
	lines := linesOf(newWriter(t, "a").events(append(turnOf("c1"), turnOf("c2")...)...))
	added := map[int]string{
		5: "permission_response", 7: "inquiry_response", 8: "tool_call_response", 9: "turn_end",
	}
	for i := range 10 {
		s, _ := testStore(t)
		broken := append([][]byte{}, lines...)
		broken[i] = lines[i][:20]
		m, got := damaged(t, s, broken...)
		n := strings.Count(got, ", ") + 1
		want := 20 // one line less, and one that says so
		if added[i] != "" {
			want = 21
			if !strings.Contains(", "+got+", ", fmt.Sprintf(", %d %s, ", i+1, added[i])) {
				t.Errorf("line %d: no %s in %s", i+1, added[i], got)
			}
		}
		if n != want || m.Answered != want-20 || !strings.HasSuffix(got, "21 repaired") {
			t.Errorf("line %d: %d lines, %d added: %s", i+1, n, m.Answered, got)
		}
	}
}

func TestRepairKeepsWhatWasThere(t *testing.T) {
	s, _ := testStore(t)
	lines := linesOf(newWriter(t, "a").events(append(turnOf("c1"), ChatRequest{Text: "later"})...))
	foreign := fiveEvents(t, "b")[0]
	torn := lines[10][:30]
	before := append(fileOf([][]byte{lines[0], lines[1], lines[2], []byte("\x00\xffbad"), foreign, lines[3], lines[4], lines[5], lines[6], lines[7], lines[9]}), torn...)
	mustWrite(t, s, "a", before)
	m, err := s.Repair("a")
	if err != nil {
		t.Fatal(err)
	}
	if m.Original != s.path("a", "events.jsonl.original.1") || m.Bad != s.path("a", "events.jsonl.bad.1") || m.Answered != 1 || !m.Needed() {
		t.Errorf("%+v", m)
	}
	if got, err := os.ReadFile(m.Original); err != nil || !bytes.Equal(got, before) {
		t.Errorf("the original is not as it was: %v", err)
	}
	bad, err := os.ReadFile(m.Bad)
	want := "# line 4: the line is not JSON at byte 1; the line is set aside\n\x00\xffbad\n" +
		"# line 5: the event belongs to conversation \"b\"; the line is set aside\n" + string(foreign) + "\n" +
		"# line 12: the file ends in the middle of an event; the line is set aside\n" + string(torn) + "\n"
	if err != nil || string(bad) != want {
		t.Errorf("%v; set aside:\n%s", err, bad)
	}
	response := `{"v":1,"seq":9,"event":"a-mended-11-0","time":"2026-01-02T15:04:15Z","conversation":"a","turn":1,"type":"tool_call_response","id":"c1",` +
		`"content":"The result of this call was lost: the line of the conversation's file that held it was damaged.","is_error":true}`
	last := `{"v":1,"seq":11,"event":"a-repaired-11","time":"2026-01-02T15:04:05Z","conversation":"a","turn":0,"type":"repaired",` +
		`"original":"events.jsonl.original.1","set_aside":3,"answered":1}`
	wantFile := string(fileOf(append(append(append([][]byte{}, lines[:8]...), []byte(response)), lines[9], []byte(last))))
	if got := content(t, s, "a"); got != wantFile {
		t.Errorf("the file is\n%s\nwant\n%s", got, wantFile)
	}
	words := `line 4: the line is not JSON at byte 1; the line is set aside
line 5: the event belongs to conversation "b"; the line is set aside
line 11: event number 9 is missing before it
line 12: the file ends in the middle of an event; the line is set aside
1 response or end of a turn that was lost was added, which say so
The file was written anew with all good lines as they were.
The lines that were set aside are in ` + m.Bad + `
The file as it was is in ` + m.Original + "\n"
	if m.String() != words {
		t.Errorf("told:\n%s", m)
	}
	again, err := s.Repair("a")
	if err != nil || again.Needed() || content(t, s, "a") != wantFile || again.String() != "Nothing is wrong with the file; it was not changed.\n" {
		t.Errorf("a second time: %+v, %v", again, err)
	}
}

// TestASecondDamageIsToldAgain: what a repair knew is not reported again, what came later
// is.
func TestASecondDamageIsToldAgain(t *testing.T) {
	s, _ := testStore(t)
	lines := linesOf(newWriter(t, "a").events(turnOf("c1")...))
	m, _ := damaged(t, s, lines[0], lines[3], lines[9])
	if m.Answered != 0 {
		t.Errorf("%+v", m)
	}
	data := content(t, s, "a")
	all := strings.SplitAfter(data, "\n")
	mustWrite(t, s, "a", []byte(all[0]+all[2]+all[3]))
	_, report, err := s.OpenRead("a")
	if err != nil || len(report.Problems) != 0 { // the same gap, only wider
		t.Errorf("%v, %s", err, problems(report))
	}
	mustWrite(t, s, "a", []byte(all[1]+all[0]+all[2]+all[3]))
	_, report, err = s.OpenRead("a")
	if want := "gap line 1: event numbers 1 to 3 are missing before it\nout_of_order line 2: event number 1 stands after event number 4\n" +
		"gap line 3: event numbers 5 to 9 are missing before it"; err != nil || problems(report) != want {
		t.Errorf("%v, %s", err, problems(report))
	}
	mustWrite(t, s, "a", []byte(all[0]+all[1]+all[2]+all[3]+strings.Replace(all[0], `"seq":1,"event":"a-e1"`, `"seq":99,"event":"a-e99"`, 1)))
	_, report, err = s.OpenRead("a")
	if want := "gap line 5: event numbers 12 to 98 are missing before it"; err != nil || problems(report) != want {
		t.Errorf("%v, %s", err, problems(report))
	}
	if m, err := s.Repair("a"); err != nil || m.Original != s.path("a", "events.jsonl.original.2") || m.Bad != "" {
		t.Errorf("%+v, %v", m, err)
	}
}

func TestAnOpenTurnIsLeftAsItIs(t *testing.T) {
	s, _ := testStore(t)
	lines := linesOf(newWriter(t, "a").events(turnOf("c1")[:7]...))
	lines[1] = []byte("bad")
	if m, got := damaged(t, s, lines...); m.Answered != 0 || !strings.HasSuffix(got, "7 inquiry_request, 8 repaired") {
		t.Errorf("%+v, %s", m, got)
	}
}

// TestARepairThatFailsChangesNothing: the file is as it was, and a later repair is not
// hindered by it.
func TestARepairThatFailsChangesNothing(t *testing.T) {
	lines := linesOf(newWriter(t, "a").events(turnOf("c1")...))
	lines[4] = []byte("bad")
	for name, fault := range map[string]func(*faultyDisk){
		"a full disk": func(d *faultyDisk) {
			d.write = func(f *os.File, p []byte) (int, error) {
				if len(p) > 200 { // whoever holds the lock can still be written
					return fullAfter(200)(f, p)
				}
				return f.Write(p)
			}
		},
		"no sync":   func(d *faultyDisk) { d.sync = func() error { return syscall.EIO } },
		"no rename": func(d *faultyDisk) { d.rename = syscall.EIO },
	} {
		s, d := testStore(t)
		mustWrite(t, s, "a", fileOf(lines))
		fault(d)
		if _, err := s.Repair("a"); err == nil || !strings.HasPrefix(err.Error(), "conversation a cannot be repaired, and is as it was: ") {
			t.Errorf("%s: %v", name, err)
		}
		*d = faultyDisk{}
		if content(t, s, "a") != string(fileOf(lines)) {
			t.Errorf("%s: the file has changed", name)
		}
		if left, err := filepath.Glob(s.Path("a") + ".*"); err != nil || name != "no rename" && len(left) > 0 {
			t.Errorf("%s: half a file is left: %q, %v", name, left, err)
		}
		if m, err := s.Repair("a"); err != nil || !m.Needed() {
			t.Errorf("%s: afterwards %+v, %v", name, m, err)
		}
	}
	s, _ := testStore(t)
	mustCreate(t, s, "held")
	var locked *LockedError
	if _, err := s.Repair("held"); !errors.As(err, &locked) {
		t.Errorf("got %v", err)
	}
	if _, err := s.Repair("nobody"); !errors.Is(err, ErrNotFound) {
		t.Errorf("got %v", err)
	}
}

// TestEventsOfANewerParleyAreNotRepaired: they are kept and reported, and are no reason to
// rewrite the file, however often it is tried.
func TestEventsOfANewerParleyAreNotRepaired(t *testing.T) {
	lines := linesOf(newWriter(t, "a").events(turnOf("c1")...))
	lines[9] = bytes.Replace(lines[9], []byte(`"v":1`), []byte(`"v":9`), 1)
	s, _ := testStore(t)
	mustWrite(t, s, "a", fileOf(lines))
	m, err := s.Repair("a")
	if want := "line 10: the event was written by a newer Parley (format 9) and is not understood\n" +
		"There is nothing to repair; the file was not changed.\n"; err != nil || m.Needed() || m.String() != want {
		t.Errorf("%v, %q", err, m.String())
	}
	if content(t, s, "a") != string(fileOf(lines)) {
		t.Error("the file has changed")
	}
}

// TestARepairDoesNotHideWhatANewerParleyWrote: what it repaired is no longer reported,
// what is not understood is reported ever after, from the next format on.
func TestARepairDoesNotHideWhatANewerParleyWrote(t *testing.T) {
	lines := linesOf(newWriter(t, "a").events(turnOf("c1")...))
	lines[8] = bytes.Replace(lines[8], []byte(`"v":1`), []byte(`"v":2`), 1)
	lines[4] = []byte("bad")
	s, _ := testStore(t)
	mustWrite(t, s, "a", fileOf(lines))
	if _, err := s.Repair("a"); err != nil {
		t.Fatal(err)
	}
	_, report, err := s.OpenRead("a")
	if want := "newer line 9: the event was written by a newer Parley (format 2) and is not understood"; err != nil || problems(report) != want {
		t.Errorf("%v; told is %s", err, problems(report))
	}
}

// TestALongReportIsToldInPart: a file of another kind has thousands of bad lines.
func TestALongReportIsToldInPart(t *testing.T) {
	for n, want := range map[int]int{0: 0, 1: 1, 20: 20, 21: 21, 5000: 21} {
		report := load("a", bytes.Repeat([]byte("bad\n"), n)).report
		told := report.Told()
		if len(told) != want {
			t.Errorf("%d problems: %d lines", n, len(told))
		}
		if n > 20 && told[20] != fmt.Sprintf("and %d more", n-20) {
			t.Errorf("%d problems: %q", n, told[20])
		}
	}
}

// TestWhoMayNotWriteIsToldHowToRead in words.
func TestWhoMayNotWriteIsToldHowToRead(t *testing.T) {
	err := openError("a", notWritableError("a", &fs.PathError{Op: "open", Path: "a/lock", Err: fs.ErrPermission}))
	if want := "conversation a cannot be opened: open a/lock: permission denied; " +
		"you may not write here, but `parley show a` and `parley replay a` read it"; err.Error() != want || !errors.Is(err, fs.ErrPermission) {
		t.Errorf("got %v", err)
	}
}
