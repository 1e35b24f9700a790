package git

import (
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// within are settings by which git goes into repositories within, or by a list of files in the index.
var within = [...]string{
	"status.submodulesummary", "diff.submodule", "submodule.recurse", "fetch.recursesubmodules", "push.recursesubmodules", "core.untrackedcache", "feature.manyfiles",
}

// Plain reports whether git, run for dir without anything set for it, reads the entries of the
// index and the packs of objects as they are looked at, not by lists that may name others, and
// whether no setting makes it go into repositories within.
func (u User) Plain(dir string) (bool, error) {
	r, err := Open(dir)
	if err != nil || r == nil {
		return err == nil, err
	}
	if _, err := os.Lstat(filepath.Join(r.common, "objects", "pack", "multi-pack-index")); !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	c := u.read(r.top, r.settings()...)
	if slices.ContainsFunc(c.set, func(s setting) bool { return slices.Contains(within[:], s.key) }) {
		return false, nil
	}
	for name := "index"; name != ""; {
		ix, err := walkFile(filepath.Join(r.dir, name), r.hash, func(raw) {})
		if errors.Is(err, fs.ErrNotExist) && name == "index" {
			return true, nil
		}
		if err != nil && !errors.Is(err, errSum) || ix.listed {
			return false, err
		}
		if name = ""; strings.Trim(ix.base, "\x00") != "" {
			name = "sharedindex." + hex.EncodeToString([]byte(ix.base))
		}
	}
	return true, nil
}
