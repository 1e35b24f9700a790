package mcp

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"parley/store/system"
)

// TestALinkInPlaceOfAFolderIsNotFollowed: what is kept of servers, their logins and their words are
// neither read nor written where it leads.
func TestALinkInPlaceOfAFolderIsNotFollowed(t *testing.T) {
	server := Server{Name: "s", Identity: "0123456789", URL: "http://s"}
	for name, link := range map[string]string{"all": "mcp", "logins": "mcp/logins"} {
		top := t.TempDir()
		real := filepath.Join(top, "real")
		o := Options{State: filepath.Join(top, "mcp")}
		if err := errors.Join(os.MkdirAll(filepath.Join(real, "logins"), 0o700), os.MkdirAll(filepath.Dir(filepath.Join(top, link)), 0o700)); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(real, filepath.Join(top, link)); err != nil {
			t.Skip(err) // not everybody may make links on Windows
		}
		_, read := o.readLogin(server)
		_, locked := o.lockLogin(t.Context(), server)
		for what, err := range map[string]error{"read": read, "written": o.writeLogin(server, login{}), "removed": o.removeLogin(server), "locked": locked} {
			if !errors.Is(err, system.ErrFolderLink) {
				t.Errorf("%s: a login is %s: %v", name, what, err)
			}
		}
		if name == "all" {
			if _, is := o.cached(server); is {
				t.Errorf("%s: what is kept is read", name)
			}
			w := &words{file: o.logFile(server)}
			if w.open(); w.log != nil {
				t.Errorf("%s: its words are written", name)
			}
		}
		if inside, err := os.ReadDir(real); err != nil || len(inside) != 1 {
			t.Errorf("%s: where it leads are %v, %v", name, inside, err)
		}
	}
}
