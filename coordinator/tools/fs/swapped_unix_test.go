//go:build unix

package fs

import (
	"errors"
	"io/fs"
	"os"
	"testing"
)

// TestAMoveGoesWhereItLooked: what takes the place of a folder after it was looked at leads nowhere,
// be it the folder from which a file is moved or the one to which it is.
func TestAMoveGoesWhereItLooked(t *testing.T) {
	for _, turned := range []string{"from", "to"} {
		for _, onto := range []bool{false, true} {
			y := newYard(t, map[string]string{"from/a": "1", "to/x": "", "else/a": "3", "else/x": ""})
			if onto {
				y.put("to/b", "2")
			}
			s, err := openSpot(y.root, "from/a")
			y.must(err)
			to, err := openSpot(y.root, "to/b")
			y.must(err)
			info, err := s.look()
			y.must(err)
			there, err := to.look()
			y.must(err)
			y.must(os.Rename(y.path(turned), y.path("aside")))
			y.must(os.Symlink("else", y.path(turned)))
			if onto {
				err = over(y.root, s, to, info, there)
			} else {
				err = settleAcross(y.root, s, to, info)
			}
			y.must(errors.Join(err, s.close(), to.close()))
			y.wantFile("else/a", "3")
			if _, err := os.Lstat(y.path("else/b")); err == nil {
				t.Errorf("%s became a link, and the file went through it", turned)
			}
			y.wantFile(map[string]string{"from": "to/b", "to": "aside/b"}[turned], "1")
		}
	}
}

// TestAWalkEntersWhatItFound: a link that takes the place of a folder or of a file's folder while a
// walk goes on leads it nowhere, also where the walk began behind a link.
func TestAWalkEntersWhatItFound(t *testing.T) {
	for _, top := range []string{"top", "link"} {
		y := newYard(t, map[string]string{"top/a/x": "", "top/b/x": "", "else/secret": "", "else/x": "3"})
		y.must(os.Symlink("top", y.path("link")))
		var seen []string
		w := walk{root: y.root, visit: func(e entry) error {
			if len(seen) == 0 {
				y.must(os.Rename(y.path("top/b"), y.path("aside")))
				y.must(os.Symlink("../else", y.path("top/b")))
			}
			seen = append(seen, e.path)
			return nil
		}}
		y.must(w.from(t.Context(), top))
		if len(seen) != 1 || seen[0] != top+"/a/x" || len(w.shut) != 1 {
			t.Errorf("%s: visited %q, could not enter %q", top, seen, w.shut)
		}
		var shut *wall
		if _, _, err := shut.straight(y.root, w.straight(top+"/b/x"), "x"); !errors.Is(err, errChanged) {
			t.Errorf("%s: a file behind the link: %v", top, err)
		}
		f, _, err := shut.open(y.root, top+"/b/x")
		y.must(err) // to whoever names it now, it is that file
		y.must(f.Close())
		if _, _, err := shut.straight(y.root, "top/none", "x"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: a file that is not there: %v", top, err)
		}
	}
}
