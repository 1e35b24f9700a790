package teatest

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// undoable is a workspace in which the assistant has made the files a, b and c.
func undoable(t *testing.T) (p *Place, id string) {
	p = NewPlace(t)
	p.Scenario("makes", "about = \"Three files\"\n[[answer]]\ntext = \"Now.\"\n"+creates("a", "1\n")+creates("b", "1\n")+creates("c", "1\n")+
		"[[answer]]\ntext = \"Done.\"\n[[answer]]\ntext = \"Again.\"\n")
	r := p.Run("run", "-m", "script/makes", "--non-interactive", "-c", "conversation.tools.fs_create_file.run=unattended", "go")
	if ids := p.Conversations(); r.Status == 0 && len(ids) == 1 {
		return p, ids[0]
	}
	t.Fatalf("%+v", r)
	return nil, ""
}

// undones are the lines about undos in a record.
func undones(t *testing.T, p *Place, id string) (out []string) {
	data, err := os.ReadFile(filepath.Join(p.Store(), id, "events.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for l := range strings.Lines(string(data)) {
		if strings.Contains(l, `"type":"undone"`) {
			out = append(out, l)
		}
	}
	return out
}

// TestAnUndoThatWasCutOffIsRecordedAsItEnded: the next start notes the file that was not put
// back, once, and a start after an undo that ended notes nothing.
func TestAnUndoThatWasCutOffIsRecordedAsItEnded(t *testing.T) {
	p, id := undoable(t)
	if r := p.Run("undo", id, "--turn", "1", "--yes"); r.Status != 0 {
		t.Fatalf("%+v", r)
	}
	p.Write("b", "1\n") // as if the undo had not come to it
	if r := p.Run("undo", id, "--turn", "7", "--yes"); r.Status != 1 || len(undones(t, p, id)) != 1 {
		t.Errorf("after one that ended: %+v, %q", r, undones(t, p, id))
	}
	leftOpen(t, p, id)
	if r := p.Run("run", "-m", "script/makes", "--non-interactive", "--resume", id, "again"); r.Status != 0 || strings.TrimSpace(r.Out) != "Again." {
		t.Errorf("%+v", r)
	}
	all := undones(t, p, id)
	if len(all) != 2 || !strings.Contains(all[0], `"via":{"program":"`) || !strings.Contains(all[1], `"left_out":["b"]`) || strings.Contains(all[1], `"path"`) {
		t.Errorf("%q", all)
	}
	r := p.Run("undo", id, "--turn", "1", "--yes")
	if _, err := os.Stat(filepath.Join(p.Dir, "b")); r.Status != 0 || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%+v, %v", r, err)
	}
}

// leftOpen leaves a conversation's seal as a killed program does.
func leftOpen(t *testing.T, p *Place, id string) {
	t.Helper()
	seal := filepath.Join(p.Store(), id, "seal.json")
	data, err := os.ReadFile(seal)
	if err == nil {
		err = os.WriteFile(seal, []byte(strings.Replace(string(data), "}", `,"open":true}`, 1)), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestTheSameCommandGoesOnWithAnUndo that was cut off, and with one that was taken back.
func TestTheSameCommandGoesOnWithAnUndo(t *testing.T) {
	p, id := undoable(t)
	b := filepath.Join(p.Dir, "b")
	text, err := os.ReadFile(b)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if r := p.Run("undo", id, "--yes"); r.Status != 0 || !strings.Contains(r.Out, "Put back: ") {
			t.Fatalf("%+v", r)
		}
		if _, err := os.Stat(b); !errors.Is(err, os.ErrNotExist) {
			t.Fatalf("b: %v", err)
		}
		p.Write("b", string(text)) // as if it had not come to it
		leftOpen(t, p, id)
	}
	if r := p.Run("undo", id, "--yes"); r.Status != 0 {
		t.Fatalf("%+v", r)
	}
	for range 2 {
		if r := p.Run("undo", id, "--redo", "--yes"); r.Status != 0 || !strings.Contains(r.Out, "Put back: ") {
			t.Fatalf("%+v", r)
		}
		if got, err := os.ReadFile(b); err != nil || string(got) != string(text) {
			t.Fatalf("b: %q, %v", got, err)
		}
		if err := os.Remove(b); err != nil {
			t.Fatal(err)
		}
		leftOpen(t, p, id)
	}
}

// TestTwoUndosOfATurnAtOnce: one of them puts the files back, and the other finds that
// done, or the conversation taken.
func TestTwoUndosOfATurnAtOnce(t *testing.T) {
	p, id := undoable(t)
	var came [2]Result
	var both sync.WaitGroup
	for i := range came {
		both.Go(func() { came[i] = p.Run("undo", id, "--turn", "1", "--yes") })
	}
	both.Wait()
	if came[0].Status > came[1].Status {
		came[0], came[1] = came[1], came[0]
	}
	if came[0].Status != 0 || came[1].Status == 0 || len(undones(t, p, id)) != 1 {
		t.Errorf("%+v\n%q", came, undones(t, p, id))
	}
	for _, name := range []string{"a", "b", "c"} {
		if _, err := os.Stat(filepath.Join(p.Dir, name)); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
