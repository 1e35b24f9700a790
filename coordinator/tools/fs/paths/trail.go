package paths

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Trail is a path and the folders above it, without the root: those that exist, and those
// that do not. A link can lead to either.
type Trail struct {
	there  []os.FileInfo
	absent []string // with absolute paths, without links, folded
}

// TrailOf is the trail of a path of the workspace.
func TrailOf(dir, p string) Trail {
	var t Trail
	for at := p; at != "."; at = path.Dir(at) {
		info, err := os.Stat(filepath.Join(dir, at))
		if err == nil {
			t.there = append(t.there, info)
		} else if end, ok := lands("", filepath.Join(dir, at)); ok {
			t.absent = append(t.absent, Folded(end))
		}
	}
	return t
}

// Meets reports whether something is on the trail: p, from a folder without links or from
// the root.
func (t Trail) Meets(from, p string) bool {
	info, err := os.Stat(filepath.Join(from, p))
	if err == nil {
		return slices.ContainsFunc(t.there, func(there os.FileInfo) bool { return os.SameFile(there, info) })
	}
	if len(t.absent) == 0 || !errors.Is(err, fs.ErrNotExist) {
		return false
	}
	end, ok := lands(from, p)
	return ok && slices.Contains(t.absent, Folded(end))
}

// lands follows the links of a path, even to a target that does not exist: what is created
// there is then what the path names. Links without end lead nowhere.
func lands(from, p string) (end string, ok bool) {
	at, rest := from, []string(nil)
	enter := func(p string) {
		if filepath.IsAbs(p) {
			at = filepath.VolumeName(p) + string(filepath.Separator)
			p = strings.TrimPrefix(p, filepath.VolumeName(p))
		}
		rest = append(strings.Split(filepath.ToSlash(p), "/"), rest...)
	}
	enter(p)
	for links := 0; len(rest) > 0; {
		next := filepath.Join(at, rest[0])
		rest = rest[1:]
		to, err := os.Readlink(next)
		if err != nil { // no link, or nothing
			if _, err := os.Lstat(next); err != nil && !slices.Contains(rest, "..") {
				return filepath.Join(next, filepath.Join(rest...)), true // and nothing below it
			}
			at = next
			continue
		}
		if links++; links > maxLinks {
			return "", false
		}
		enter(to)
	}
	return at, true
}
