package paths

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"
)

// Straight is a path without links, as far as it exists.
func Straight(p string) string {
	p = filepath.Clean(p)
	for at, rest := p, ""; ; at, rest = filepath.Dir(at), filepath.Join(filepath.Base(at), rest) {
		if real, err := filepath.EvalSymlinks(at); err == nil {
			return filepath.Join(real, rest)
		}
		if at == filepath.Dir(at) {
			return p
		}
	}
}

// maxLinks is how many links one path may lead through.
const maxLinks = 40

// ErrLeadsOut says that a link leads out of the workspace.
var ErrLeadsOut = errors.New("a link leads out of the workspace")

// Bounds of a path that is looked at. Each folder of it is looked up more than once, and from the root
// each time; and beyond what the system takes as one name, a file could be reached that nothing else
// sees.
const (
	MaxParts = 200  // far more than any project has
	maxBytes = 4095 // of the whole path
	maxSteps = 2000 // of following the links in one
)

// ErrTooDeep says that a path has too many folders, or leads through too many.
var ErrTooDeep = errors.New("the path is too long, or leads through too many folders")

// TooDeep reports whether a path of the workspace is beyond those bounds.
func TooDeep(dir, p string) bool {
	return strings.Count(p, "/") >= MaxParts || len(dir)+1+len(p) > maxBytes
}

// Resolved follows the links in a directory's path by their text. What does not exist counts as
// the folder that it may become, so that a link through it leads where it will lead then.
// Opening the result is still up to the root.
func Resolved(root *os.Root, dir string) (string, error) {
	done, rest, links := ".", strings.Split(dir, "/"), 0
	for steps := 0; len(rest) > 0; steps++ {
		next := path.Join(done, rest[0])
		rest = rest[1:]
		if steps == maxSteps || TooDeep(root.Name(), next) {
			return "", ErrTooDeep
		}
		if !filepath.IsLocal(filepath.FromSlash(next)) {
			return "", ErrLeadsOut
		}
		info, err := root.Lstat(next)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			done = next
			continue
		}
		to, err := root.Readlink(next)
		if err != nil {
			return "", err
		}
		if links++; links > maxLinks {
			return "", syscall.ELOOP
		}
		if filepath.IsAbs(to) {
			return "", ErrLeadsOut
		}
		rest = append(strings.Split(filepath.ToSlash(to), "/"), rest...)
	}
	return done, nil
}
