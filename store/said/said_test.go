package said

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

func fileIn(t testing.TB) File {
	t.Helper()
	return File{Path: filepath.Join(t.TempDir(), "parley", "history.jsonl"), Now: func() time.Time { return time.Unix(1_800_000_000, 0) }, Secret: []string{"hunter22"}}
}

func add(t testing.TB, f File, conversation string, texts ...string) {
	t.Helper()
	for _, s := range texts {
		if err := f.Add(conversation, s); err != nil {
			t.Fatal(err)
		}
	}
}

func holds(t testing.TB, f File, want ...string) {
	t.Helper()
	if got, err := f.Texts(); err != nil || !slices.Equal(got, want) {
		t.Errorf("it holds %q (%v), want %q", got, err, want)
	}
}

func TestWhatWasSaidIsKeptOnce(t *testing.T) {
	f := fileIn(t)
	holds(t, f)
	add(t, f, "a", "one", "two\nlines", " \n")
	add(t, f, "b", "three", "one")
	holds(t, f, "two\nlines", "three", "one")
	data, err := os.ReadFile(f.Path)
	if want := `{"time":"2027-01-15T08:00:00Z","conversation":"a","text":"one"}` + "\n"; err != nil || !strings.HasPrefix(string(data), want) {
		t.Errorf("the file begins %q (%v), want %q", data, err, want)
	}
	if info, err := os.Stat(f.Path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("its mode is %v (%v)", info.Mode(), err)
	}
}

func TestAConversationIsForgotten(t *testing.T) {
	f := fileIn(t)
	if err := f.Forget("a"); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Dir(f.Path)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("forgetting what is not there made a folder: %v", err)
	}
	add(t, f, "a", "one", "both")
	add(t, f, "b", "two", "both")
	if err := f.Forget("a"); err != nil {
		t.Fatal(err)
	}
	holds(t, f, "two", "both")
	if data, err := os.ReadFile(f.Path); err != nil || strings.Contains(string(data), "one") {
		t.Errorf("the file still holds %q (%v)", data, err)
	}
}

// TestBadLinesAreLeftOut and stay where they are.
func TestBadLinesAreLeftOut(t *testing.T) {
	f := fileIn(t)
	add(t, f, "a", "one")
	file, err := os.OpenFile(f.Path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.WriteString("{torn\n[]\n\n"); err != nil || file.Close() != nil {
		t.Fatal(err)
	}
	add(t, f, "a", "two")
	holds(t, f, "one", "two")
}

func TestTheOlderHalfGoes(t *testing.T) {
	if testing.Short() {
		return // nothing in it runs side by side
	}
	f := fileIn(t)
	long := strings.Repeat("word ", mostText/5-40)
	const full = mostBytes/mostText - 2
	var lines []byte
	for i := range full {
		line, err := json.Marshal(Message{Time: f.Now(), Conversation: "a", Text: fmt.Sprint(i, long)})
		if err != nil {
			t.Fatal(err)
		}
		lines = append(append(lines, line...), '\n')
	}
	if err := errors.Join(os.Mkdir(filepath.Dir(f.Path), 0o700), os.WriteFile(f.Path, lines, 0o600)); err != nil {
		t.Fatal(err)
	}
	const more = 6
	fewest := full
	for i := range more {
		add(t, f, "a", fmt.Sprint(full+i, long))
		if info, err := os.Stat(f.Path); err != nil || info.Size() > mostBytes {
			t.Fatalf("%v bytes after %d (%v)", info.Size(), i, err)
		}
		texts, err := f.Texts()
		if err != nil || texts[len(texts)-1] != fmt.Sprint(full+i, long) {
			t.Fatalf("%d texts (%v)", len(texts), err)
		}
		fewest = min(fewest, len(texts))
	}
	if fewest < full/2 || fewest > full/2+2 {
		t.Errorf("%d are left when the older half has gone, of %d", fewest, full)
	}
	texts, err := f.Texts()
	if err != nil || len(texts) >= full {
		t.Errorf("%d texts (%v)", len(texts), err)
	}
	add(t, f, "a", strings.Repeat("x", mostText+1))
	if again, _ := f.Texts(); len(again) != len(texts) {
		t.Error("a message larger than a person writes was kept")
	}
}

func TestWhatOthersMayReadIsNotUsed(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(f File) error
		want  string
	}{
		"open to others": {func(f File) error { return os.Chmod(f.Path, 0o644) }, "others can read it; chmod 600 closes it"},
		"a link": {func(f File) error {
			return errors.Join(os.Rename(f.Path, f.Path+".real"), os.Symlink(f.Path+".real", f.Path))
		}, "it is a link"},
		"a folder": {func(f File) error { return errors.Join(os.Remove(f.Path), os.Mkdir(f.Path, 0o700)) }, "it is not a file"},
	} {
		f := fileIn(t)
		add(t, f, "a", "one")
		if err := c.spoil(f); err != nil {
			t.Fatal(err)
		}
		want := "your earlier messages: " + f.Path + " is not used: " + c.want
		for _, err := range []error{f.Add("a", "two"), f.Forget("a"), second(f.Texts())} {
			if err == nil || err.Error() != want {
				t.Errorf("%s: %v, want %s", name, err, want)
			}
		}
	}
}

func second(_ []string, err error) error { return err }

// TestTwoProgramsLoseNothing that either writes at the same time.
func TestTwoProgramsLoseNothing(t *testing.T) {
	f := fileIn(t)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for n := range 5 {
				if err := f.Add("a", fmt.Sprint("message ", i, " ", n)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if texts, err := f.Texts(); err != nil || len(texts) != 40 {
		t.Errorf("%d texts (%v), want 40", len(texts), err)
	}
}

func TestWhatLooksLikeAKey(t *testing.T) {
	kept := []string{
		"Add a --json flag to `report`, keep the text output as it is.", "what does the token in lexer.go mean?", "rename the key to name", "password reset does not work",
		"see https://example.org/a:b/c?token", "look at coordinator/tools/process/environ_test.go", "TestTheWholeStoryOfAConversationThatWasInterrupted fails",
		"why is api_key optional?", "the secret: ", "internal/very/long/path/To/SomeFile1234567890.go", "sk-etch the plan", "commit 1a2b3c4 broke it", "v2026.11.22-rc1 of the-long-named-package",
	}
	dropped := []string{
		"my key is sk-proj-abcDEF0123456789", "use ghp_0123456789abcdefghij0123456789", "キーはghp_0123456789abcdefghij0123456789です", "AKIAIOSFODNN7EXAMPLE1", "password: hunter2", "export FOO_TOKEN=abc", `{"api_key": "x"}`,
		"curl -H 'Authorization: Bearer x'", "postgres://app:pw@db/x", "-----BEGIN OPENSSH PRIVATE KEY-----", "it is hunter22, you know", "0123456789abcdef0123456789abcdef",
		"eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.e30.x", "k=Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5", "PGPASSWORD=x psql", "the pwd=abc works",
	}
	f := fileIn(t)
	for _, s := range kept {
		if f.secret(s) {
			t.Errorf("%q looks like a key", s)
		}
	}
	for _, s := range dropped {
		if !f.secret(s) {
			t.Errorf("%q does not look like a key", s)
		}
		add(t, f, "a", s)
	}
	if _, err := os.Stat(f.Path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("something was written: %v", err)
	}
}

func FuzzReading(f *testing.F) {
	f.Add([]byte(`{"text":"a"}` + "\n{torn"))
	f.Fuzz(func(t *testing.T, data []byte) {
		x := fileIn(t)
		if err := errors.Join(os.MkdirAll(filepath.Dir(x.Path), 0o700), os.WriteFile(x.Path, data, 0o600)); err != nil {
			t.Fatal(err)
		}
		before, err := x.Texts()
		if err != nil {
			t.Fatal(err)
		}
		add(t, x, "c", "the last")
		after, err := x.Texts()
		if err != nil || len(after) == 0 || after[len(after)-1] != "the last" || len(after) < len(before) {
			t.Fatalf("%q became %q (%v)", before, after, err)
		}
	})
}
