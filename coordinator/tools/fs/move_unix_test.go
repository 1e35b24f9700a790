//go:build unix

package fs

import (
	"errors"
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
