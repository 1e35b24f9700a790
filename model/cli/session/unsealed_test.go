package session

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"parley/store"
)

// TestWhereTheSealCannotBeRead nothing goes on, and it is not said that somebody changed the file.
func TestWhereTheSealCannotBeRead(t *testing.T) {
	saved := store.Open(t.TempDir(), func() time.Time { return time.Unix(1, 0) })
	c, err := saved.Create("a")
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(saved.Root(), "a", "seal.json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, report, err := saved.OpenRead("a")
	if err != nil {
		t.Fatal(err)
	}
	const what = "another hand may have changed conversation a while it was closed, since its seal cannot be read; " +
		"`parley show a` says what it holds now, and `parley repair a` takes it as it is"
	if err := Answerable("a", report); err == nil || err.Error() != "nothing is answered there: "+what {
		t.Errorf("answered there: %v", err)
	}
	if err := alteredError("a", report); err.Error() != "nothing was sent, answered or undone: "+what {
		t.Errorf("going on: %v", err)
	}
}
