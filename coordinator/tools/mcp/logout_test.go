package mcp

import (
	"errors"
	"net/url"
	"os"
	"slices"
	"testing"
)

func TestLogOut(t *testing.T) {
	g, w := newGate(t)
	s := newSet(t, w)
	if was, left, err := s.o.LogOut(t.Context(), w); was || left != nil || err != nil {
		t.Errorf("without a login: %v %v %v", was, left, err)
	}
	logIn(t, s.o, w)
	l, err := s.o.readLogin(w)
	if err != nil {
		t.Fatal(err)
	}
	if was, left, err := s.o.LogOut(t.Context(), w); !was || left != nil || err != nil {
		t.Errorf("with a login: %v %v %v", was, left, err)
	}
	var revoked []string
	for _, form := range g.Asked() {
		if form.Has("token") {
			revoked = append(revoked, form.Get("token"))
		}
	}
	if !slices.Equal(revoked, []string{l.Refresh, l.Access}) {
		t.Errorf("taken back were %q", revoked)
	}
	if _, err := os.Stat(s.o.loginFile(w)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file is still there: %v", err)
	}
	s.Connect(t.Context(), false)
	same(t, "how it is", s.States()[0].standing(), "not there, it wants you to log in: parley mcp login w")
}

// TestATokenThatIsNotTakenBack does not keep the other one.
func TestATokenThatIsNotTakenBack(t *testing.T) {
	g, w := newGate(t)
	s := newSet(t, w)
	logIn(t, s.o, w)
	l, err := s.o.readLogin(w)
	if err != nil {
		t.Fatal(err)
	}
	g.Grant = func(form url.Values) string { return map[string]string{l.Refresh: "unavailable"}[form.Get("token")] }
	_, left, err := s.o.LogOut(t.Context(), w)
	const want = "its tokens could not be taken back, and stay good until they run out: the answer cannot be read (503 Service Unavailable)"
	if err != nil || left == nil || left.Error() != want {
		t.Errorf("left %v, %v", left, err)
	}
	if all := g.Asked(); all[len(all)-1].Get("token") != l.Access {
		t.Errorf("the last request is %v", all[len(all)-1])
	}
}

// TestLogOutOfAFileThatCannotBeRead: it goes, and nobody is told that its tokens were taken back.
func TestLogOutOfAFileThatCannotBeRead(t *testing.T) {
	for name, damage := range map[string]func(file string) error{
		"cut":          func(file string) error { return os.Truncate(file, 20) },
		"open":         func(file string) error { return os.Chmod(file, 0o644) },
		"too large":    func(file string) error { return os.Truncate(file, mostLogin+1) },
		"a folder":     func(file string) error { return errors.Join(os.Remove(file), os.Mkdir(file, 0o700)) },
		"a loose link": func(file string) error { return errors.Join(os.Remove(file), os.Symlink(file+".1", file)) },
	} {
		t.Run(name, func(t *testing.T) {
			_, w := newGate(t)
			s := newSet(t, w)
			logIn(t, s.o, w)
			if err := damage(s.o.loginFile(w)); err != nil {
				t.Fatal(err)
			}
			was, left, err := s.o.LogOut(t.Context(), w)
			const want = "its tokens could not be taken back, and stay good until they run out: the file that held them could not be read"
			if !was || err != nil || left == nil || left.Error() != want {
				t.Errorf("%v, left %v, %v", was, left, err)
			}
			if _, err := os.Lstat(s.o.loginFile(w)); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("it is still there: %v", err)
			}
		})
	}
}
