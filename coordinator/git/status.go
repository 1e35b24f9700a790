package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// What Status returns besides git's two letters; of these the first is what is
// staged, the second what is not.
const (
	Clean     = ""   // unchanged since the commit, or neither there nor tracked
	Untracked = "??" // not tracked; whether it is ignored is not checked
	Unsure    = "?"  // cannot be determined without running something
)

// Status compares one file with what is staged and what is committed. Links to its
// folder are followed, but not the file itself, and the repository is the nearest one
// above. Without a repository everything is Clean.
func Status(ctx context.Context, file string) string {
	dir, err := filepath.EvalSymlinks(filepath.Dir(file))
	if err != nil {
		return Clean // there is no such file
	}
	file = filepath.Join(dir, filepath.Base(file))
	r, err := Open(dir)
	if err != nil {
		return Unsure
	}
	if r == nil {
		return Clean
	}
	status, err := r.status(ctx, file)
	if err != nil {
		return Unsure
	}
	return status
}

func (r *Repository) status(ctx context.Context, file string) (string, error) {
	path, err := filepath.Rel(r.top, file)
	if err != nil {
		return "", fmt.Errorf("git: %w", err)
	}
	path = filepath.ToSlash(path)
	found, written, err := r.lookUp(path)
	if err != nil {
		return "", err
	}
	mode, id, err := r.committed(path)
	if err != nil {
		return "", err
	}
	info, err := os.Lstat(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("git: %w", err)
	}
	switch {
	case len(found) == 0 && mode != 0 && mode != modeDir:
		return "D ", nil
	case len(found) == 0 && info == nil:
		return Clean, nil
	case len(found) == 0:
		return Untracked, nil
	case found[0].stage > 0:
		return conflict(found), nil
	}
	e := found[0]
	unstaged, err := r.unstaged(ctx, file, info, e, written)
	if err != nil {
		return "", err
	}
	staged := " "
	switch {
	case e.planned:
		return " A", nil
	case mode == 0 || mode == modeDir:
		staged = "A"
	case id != e.id || mode != e.mode:
		staged = "M"
	}
	switch {
	case staged+unstaged == "  ":
		return Clean, nil
	case unstaged == Unsure && staged == " ":
		return Unsure, nil
	case unstaged == Unsure:
		return staged + " ", nil
	}
	return staged + unstaged, nil
}

// lookUp finds a path in the index, and when that was written. If an entry with another
// name could stand for it, the result is uncertain.
func (r *Repository) lookUp(path string) (found []entry, written time.Time, err error) {
	var unsure error
	name := []byte(path)
	written, err = r.entries(looking{begin: func() { found, unsure = nil, nil }, see: func(e raw) {
		switch {
		case bytes.Equal(e.path, name):
			found = append(found, e.kept())
		case e.mode&modeKind == modeDir && strings.HasPrefix(path, strings.TrimSuffix(string(e.path), "/")+"/"),
			e.mode&modeKind == modeModule && strings.HasPrefix(path, string(e.path)+"/"),
			r.fold && len(e.path) == len(name) && bytes.EqualFold(e.path, name):
			unsure = errIndex
		}
	}})
	switch {
	case err != nil:
		return nil, written, err
	case len(found) > 0:
		return found, written, nil
	}
	return nil, written, unsure
}

// conflict says which sides of a merge have the file.
func conflict(found []entry) string {
	sides := 0
	for _, e := range found {
		sides |= 1 << e.stage
	}
	switch sides {
	case 1 << 1:
		return "DD"
	case 1 << 2:
		return "AU"
	case 1 << 3:
		return "UA"
	case 1<<1 | 1<<2:
		return "UD"
	case 1<<1 | 1<<3:
		return "DU"
	case 1<<2 | 1<<3:
		return "AA"
	}
	return "UU"
}

// unstaged compares the file with what is staged: " ", "M", "D", or Unsure.
func (r *Repository) unstaged(ctx context.Context, file string, info os.FileInfo, e entry, written time.Time) (string, error) {
	switch {
	case info == nil:
		return "D", nil
	case info.Mode()&fs.ModeSymlink != 0:
		to, err := os.Readlink(file)
		if err != nil {
			return "", fmt.Errorf("git: %w", err)
		}
		return letter(e.mode == modeLink && r.blob(int64(len(to)), strings.NewReader(to)) == e.id), nil
	case !info.Mode().IsRegular() || e.mode&modeKind == modeLink:
		return "M", nil
	case r.mode && (e.mode&0o100 != 0) != (info.Mode()&0o100 != 0):
		return "M", nil
	}
	if e.size == 0 || e.size == uint32(info.Size()) {
		same, err := r.holds(ctx, file, info.Size(), e.id)
		if err != nil || same {
			return letter(true), err
		}
	}
	if !r.converted(file, e.id) {
		return "M", nil
	}
	if e.untouched(info, written) {
		return " ", nil
	}
	return Unsure, nil
}

func letter(same bool) string {
	if same {
		return " "
	}
	return "M"
}

// untouched reports whether size and time say that the file is the one that git last
// saw. If it was written together with the index, they cannot.
func (e entry) untouched(info os.FileInfo, written time.Time) bool {
	at := info.ModTime()
	return e.size == uint32(info.Size()) && e.sec == uint32(at.Unix()) &&
		(e.nsec == 0 || e.nsec == uint32(at.Nanosecond())) && at.Before(written)
}

// blob is the name of an object with this content.
func (r *Repository) blob(size int64, from io.Reader) string {
	h := r.hash.new()
	fmt.Fprintf(h, "blob %d\x00", size)
	if n, err := io.Copy(h, from); err != nil || n != size {
		return ""
	}
	return string(h.Sum(nil))
}

// holds reports whether the file is this object, byte for byte.
func (r *Repository) holds(ctx context.Context, file string, size int64, id string) (bool, error) {
	f, err := openFile(file)
	if err != nil {
		return false, err
	}
	defer f.Close() // only read: nothing can be lost
	got := r.blob(size, io.LimitReader(stoppable{ctx, f}, size))
	if err := ctx.Err(); err != nil {
		return false, fmt.Errorf("git: %w", err)
	}
	return got == id, nil
}

// stoppable is a reader that ends with its context.
type stoppable struct {
	ctx context.Context
	r   io.Reader
}

func (s stoppable) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.r.Read(p)
}

// maxConverted is the largest text whose line endings are checked.
const maxConverted = 32 << 20

// converted reports whether git may have stored the file with other bytes than the
// file has: because of line endings, or of attributes.
func (r *Repository) converted(file, id string) bool {
	data, err := readFile(file, maxConverted)
	if err != nil {
		return true
	}
	plain := bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
	if len(plain) < len(data) && r.blob(int64(len(plain)), bytes.NewReader(plain)) == id {
		return true
	}
	places := []string{filepath.Join(r.common, "info", "attributes")}
	for dir := filepath.Dir(file); ; dir = filepath.Dir(dir) {
		places = append(places, filepath.Join(dir, ".gitattributes"))
		if dir == r.top || dir == filepath.Dir(dir) {
			break
		}
	}
	for _, place := range places {
		text, err := readSmall(place)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil, bytes.Contains(text, []byte("filter")), bytes.Contains(text, []byte("ident")),
			bytes.Contains(text, []byte("working-tree-encoding")), bytes.Contains(text, []byte("[attr]")):
			return true
		}
	}
	return false
}

// Excludes is the repository's own exclude list for dir, in .gitignore format; ""
// unless the work tree begins there.
func Excludes(dir string) string {
	r, err := Open(dir)
	if err != nil || r == nil || r.top != filepath.Clean(dir) {
		return ""
	}
	text, err := readSmall(filepath.Join(r.common, "info", "exclude"))
	if err != nil {
		return "" // it is missing, or could only hide something
	}
	return string(text)
}

// Modules reports whether the index of the repository of dir names repositories
// within: git looks into each, and each has its own configuration.
func Modules(dir string) (bool, error) {
	r, err := Open(dir)
	if err != nil || r == nil {
		return false, err
	}
	has := false
	_, err = r.entries(looking{begin: func() { has = false }, see: func(e raw) { has = has || e.mode&modeKind == modeModule }})
	return has && err == nil, err
}
