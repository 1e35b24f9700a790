// Package git reads a git repository without running git: which files it knows, and
// whether one has uncommitted changes.
//
// A repository's own configuration names programs (filters, monitors, hooks,
// credential helpers), and git runs them even for a status. Nothing is run here,
// whatever a repository contains; what cannot be found out that way is Unsure. All
// input is untrusted: sizes are limited, only regular files are opened, and a broken
// file is an error.
package git

import (
	"bytes"
	"crypto/sha1"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"parley/store/system"
)

// Repository is a repository with a work tree.
type Repository struct {
	top     string // where the work tree begins
	dir     string // what belongs to this work tree: HEAD and the index
	common  string // what all work trees share: objects, refs, the configuration
	hash    algorithm
	mode    bool // whether the executable bit counts
	fold    bool // whether names that differ only in case are the same
	reftabs bool // references are stored in a form that is not read
}

// algorithm is how objects are named.
type algorithm struct {
	size int
	new  func() hash.Hash
}

var (
	bySHA1   = algorithm{sha1.Size, sha1.New}
	bySHA256 = algorithm{sha256.Size, sha256.New}
)

// Open finds the repository that the folder dir is in: the nearest .git at or above
// it. Without one both results are nil. Bare repositories are never found, so a
// folder that looks like one is just a folder.
func Open(dir string) (*Repository, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("git: %w", err)
	}
	for {
		r, err := openAt(dir)
		if r != nil || err != nil {
			return r, err
		}
		above := filepath.Dir(dir)
		if above == dir {
			return nil, nil
		}
		dir = above
	}
}

// Above are the folders above dir, and above the one that it leads to, that may begin a repository around
// that of dir.
func Above(dir string) []string {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil
	}
	var out []string
	for _, way := range [...]func(string) (string, error){filepath.Abs, filepath.EvalSymlinks} {
		dir, _ := way(dir) // what leads nowhere lies nowhere else
		for at := filepath.Dir(dir); at != dir; dir, at = at, filepath.Dir(at) {
			if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil && !slices.Contains(out, at) {
				out = append(out, at)
			}
		}
	}
	return out
}

// openAt opens the repository whose work tree begins at dir, if one does.
func openAt(dir string) (*Repository, error) {
	place := filepath.Join(dir, ".git")
	info, err := os.Stat(place)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("git: %w", err)
	case !info.IsDir():
		if place, err = linked(place); err != nil {
			return nil, err
		}
	}
	if _, err := os.Lstat(filepath.Join(place, "HEAD")); err != nil {
		if info.IsDir() && errors.Is(err, fs.ErrNotExist) {
			return nil, nil // just a folder of that name
		}
		return nil, fmt.Errorf("git: %w", err)
	}
	return openAs(dir, place)
}

// openAs opens the repository of a folder that git keeps for it.
func openAs(dir, place string) (*Repository, error) {
	r := &Repository{top: dir, dir: place, common: place, hash: bySHA1}
	if text, err := readSmall(filepath.Join(place, "commondir")); err == nil {
		r.common = beside(place, strings.TrimRight(string(text), "\r\n"))
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return r, r.configure()
}

// linked reads a .git that is a file and names the real folder.
func linked(file string) (string, error) {
	text, err := readSmall(file)
	if err != nil {
		return "", err
	}
	to, ok := strings.CutPrefix(strings.TrimRight(string(text), "\r\n"), "gitdir: ")
	if !ok || to == "" {
		return "", errors.New("git: the file .git names no folder")
	}
	return beside(filepath.Dir(file), to), nil
}

// beside resolves a path relative to dir. What a .. in it goes up from is where the links before lead.
func beside(dir, path string) string {
	if !filepath.IsAbs(path) {
		path = dir + "/" + path
	}
	if last := strings.LastIndex(path+"/", "/../"); last >= 0 {
		if up, err := filepath.EvalSymlinks(path[:last+len("/..")]); err == nil {
			path = up + path[last+len("/.."):]
		}
	}
	return filepath.Clean(path)
}

// Sizes, in bytes.
const (
	maxSmall  = 1 << 20  // a file of one or a few lines
	maxPacked = 64 << 20 // a list of packed references
)

// errTooLarge says that a file is too large to be plausible.
var errTooLarge = errors.New("git: a file of the repository is too large")

func readSmall(name string) ([]byte, error) { return readFile(name, maxSmall) }

// readFile reads a regular file of at most limit bytes.
func readFile(name string, limit int64) ([]byte, error) {
	f, err := openFile(name)
	if err != nil {
		return nil, err
	}
	defer f.Close() // only read: nothing can be lost
	var data bytes.Buffer
	if info, err := f.Stat(); err == nil {
		if info.Size() > limit {
			return nil, errTooLarge // refuse before reading: this may be asked for often
		}
		data.Grow(int(info.Size()) + bytes.MinRead) // read at once
	}
	if _, err := data.ReadFrom(io.LimitReader(f, limit+1)); err != nil {
		return nil, fmt.Errorf("git: %w", err)
	}
	if int64(data.Len()) > limit {
		return nil, errTooLarge
	}
	return data.Bytes(), nil
}

// openFile opens a regular file. Anything else is neither opened nor waited for.
func openFile(name string) (*os.File, error) {
	f, err := system.OpenFile(name)
	if err != nil {
		return nil, fmt.Errorf("git: %w", err)
	}
	return f, nil
}
