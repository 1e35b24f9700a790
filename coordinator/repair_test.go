package coordinator

import (
	"bytes"
	"os"
	"slices"
	"testing"
	"time"

	"parley/store"
)

// TestARepairedLogGoesOn: with any line of a story lost and the file repaired, every call,
// question and permission of the log has one end, and an open turn runs to its own.
func TestARepairedLogGoesOn(t *testing.T) {
	stories(t, 12, func(t *testing.T, seed uint64) {
		first := newLimited(t, seed)
		first.begin(3)
		first.tell(nil)
		for n := range cuts(first.disk, seed) {
			lost := n - 1
			s := newLimited(t, seed)
			s.answers = 9
			s.disk = repaired(t, first.disk, lost)
			s.state = State{Folded: foldEvents(s.disk), Env: s.state.Env}
			s.send(Opened{Continue: true})
			s.tell(nil)
			if s.state.Folded.Open() {
				t.Errorf("the turn stays open: %+v", s.state.Folded.Stack)
			}
			checkEnds(t, s.disk)
			if t.Failed() {
				t.Fatalf("seed %d, without line %d (%s)", seed, lost+1, first.disk[lost].Body.Type())
			}
		}
	})
}

// repaired is a log of which one line was damaged, after a repair.
func repaired(t *testing.T, log []store.Event, lost int) []store.Event {
	t.Helper()
	s := store.Open(t.TempDir(), func() time.Time { return time.Unix(1_900_000_000, 0) })
	c, err := s.Create(storyConversation)
	if err != nil {
		t.Fatal(err)
	}
	var lines [][]byte
	for _, ev := range log {
		lines = append(lines, ev.Line())
	}
	lines[lost] = []byte("damaged")
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(s.Path(storyConversation), append(bytes.Join(lines, []byte("\n")), '\n'), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Repair(storyConversation); err != nil {
		t.Fatal(err)
	}
	c, report, err := s.OpenRead(storyConversation)
	if err != nil || len(report.Problems) > 0 {
		t.Fatalf("%v, %v", err, report)
	}
	return slices.Clone(c.Events())
}

// checkEnds checks that whatever began has one end.
func checkEnds(t *testing.T, log []store.Event) {
	t.Helper()
	complete := map[string]bool{}
	for _, ev := range log {
		if b, ok := ev.Body.(store.ResponseEnd); ok {
			complete[b.Response] = true
		}
	}
	ends := map[string]int{}
	for _, ev := range log {
		switch b := ev.Body.(type) {
		case store.ToolCallResponse:
			ends[b.ID]++
		case store.InquiryResponse:
			ends[b.ID]++
		case store.PermissionResponse:
			ends[b.ID]++
		}
	}
	for _, ev := range log {
		id := ""
		switch b := ev.Body.(type) {
		case store.ToolCallRequest:
			if complete[b.Response] {
				id = b.ID
			}
		case store.InquiryRequest:
			id = b.ID
		case store.PermissionRequest:
			id = b.ID
		}
		if id != "" && ends[id] != 1 {
			t.Errorf("%s has %d ends", id, ends[id])
		}
	}
}
