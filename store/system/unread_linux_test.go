package system

import (
	"os"
	"testing"
)

// TestUnread: only what lies in a pipe is waited for.
func TestUnread(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	file, err := os.Create(t.TempDir() + "/f")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, f := range []*os.File{w, file} {
		if Unread(f) {
			t.Errorf("%s: something is unread at the beginning", f.Name())
		}
		if _, err := f.WriteString("two"); err != nil {
			t.Fatal(err)
		}
	}
	if !Unread(w) || Unread(file) {
		t.Errorf("in the pipe %v, want true; in the file %v, want false", Unread(w), Unread(file))
	}
	if _, err := r.Read(make([]byte, 2)); err != nil || !Unread(w) {
		t.Errorf("one byte is left: unread %v, %v", Unread(w), err)
	}
	if _, err := r.Read(make([]byte, 2)); err != nil || Unread(w) {
		t.Errorf("nothing is left: unread %v, %v", Unread(w), err)
	}
}
