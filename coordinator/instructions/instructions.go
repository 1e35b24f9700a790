// Package instructions finds the files that tell a model how to work in a place: the
// user's own, and those of a workspace from its root down to a folder. It reads them, with
// limits and without following anything out of the workspace. Whether they are trusted is
// decided elsewhere; nothing in such a file includes, runs or permits anything.
package instructions

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"parley/store/system"
	"parley/store/text/clean"
)

// names are the names of such a file in a folder; the first that exists counts.
var names = [...]string{"AGENTS.md", "CLAUDE.md"}

// Most is how many bytes of instructions a model is given in total, and the most of one
// file.
const Most = 64 << 10

// File is a file of instructions as it was read.
type File struct {
	Path string // relative to the workspace, with slashes; for the user's own, as given
	User bool   // it is the user's own
	Data []byte
}

// Fault says why a file is not taken.
type Fault struct {
	Path string
	Why  string
}

// String is the fault in a sentence.
func (f Fault) String() string { return Shown(f.Path) + " " + f.Why + "; it is left out." }

// Shown is a path on one line, without characters that hide, steer or turn text.
func Shown(p string) string {
	return strings.NewReplacer("\n", string(clean.Picture('\n')), "\t", string(clean.Picture('\t'))).Replace(clean.Reveal(p))
}

// Workspace is where files are looked for.
type Workspace struct {
	Root *os.Root
	// Tracked says whether the workspace's repository knows a file; nil: there is no
	// repository. A link counts only if it leads to such a file.
	Tracked func(path string) bool
	// Open opens a file of which a model is told. What it refuses is a fault; nil: nothing is.
	Open Opener
}

// Opener opens a file of a workspace for reading, or says as the end of a sentence about it why
// not.
type Opener = func(p string) (*os.File, error)

// Plain opens any file of a root.
func Plain(root *os.Root) Opener {
	return func(p string) (*os.File, error) {
		return root.OpenFile(filepath.FromSlash(p), os.O_RDONLY|system.NoWait, 0)
	}
}

// Down finds the files from the root down to a folder, in this order.
func (w Workspace) Down(folder string) (files []File, faults []Fault) {
	for _, dir := range Above(folder) {
		f, fault, there := w.In(dir)
		switch {
		case fault != nil:
			faults = append(faults, *fault)
		case there:
			files = append(files, f)
		}
	}
	return files, faults
}

// Of are the files that a folder may have, the one that takes precedence first.
func Of(dir string) (paths []string) {
	for _, name := range names {
		paths = append(paths, path.Join(dir, name))
	}
	return paths
}

// Above are the folders from the root down to one, the root first, all with slashes.
func Above(folder string) []string {
	dirs := []string{"."}
	at := ""
	for part := range strings.SplitSeq(path.Clean(filepath.ToSlash(folder)), "/") {
		if part == "." || part == "" || part == ".." {
			continue
		}
		at = path.Join(at, part)
		dirs = append(dirs, at)
	}
	return dirs
}

// In finds the file of one folder. One that exists but cannot be taken is a fault, and
// none takes its place; a file of blanks says nothing.
func (w Workspace) In(dir string) (f File, fault *Fault, there bool) {
	for _, p := range Of(dir) {
		data, err := w.read(p)
		if err == nil && Shown(p) != p {
			err = errName
		}
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return File{}, &Fault{p, why(err)}, false
		}
		return File{Path: p, Data: data}, nil, strings.TrimSpace(string(data)) != ""
	}
	return File{}, nil, false
}

// read reads a file of the workspace. Its last part may be a link to a file that is
// tracked; the system refuses what leads out of the root.
func (w Workspace) read(p string) ([]byte, error) {
	info, err := w.Root.Lstat(p)
	if err != nil {
		return nil, gone(err)
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		if info, err = w.linked(p); err != nil {
			return nil, err
		}
	}
	open := w.Open
	if open == nil {
		open = Plain(w.Root)
	}
	return Read(open, p, info)
}

// mostLinks is how many links in a row are followed.
const mostLinks = 8

// linked looks at what a link leads to, maybe by further links.
func (w Workspace) linked(p string) (os.FileInfo, error) {
	for range mostLinks {
		to, err := w.Root.Readlink(p)
		if err != nil {
			return nil, err
		}
		p = path.Join(path.Dir(p), filepath.ToSlash(to))
		if path.IsAbs(filepath.ToSlash(to)) || !filepath.IsLocal(filepath.FromSlash(p)) {
			return nil, errOutside
		}
		if w.Tracked == nil || !w.Tracked(p) {
			return nil, errUntracked
		}
		info, err := w.Root.Lstat(p)
		if err != nil {
			return nil, errNowhere
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			return info, nil
		}
	}
	return nil, errNowhere
}

// What is wrong with a file, as the end of a sentence about it.
var (
	errOutside   = errors.New("is a link that leads out of the workspace")
	errUntracked = errors.New("is a link to a file that the repository does not know")
	errNowhere   = errors.New("is a link to nothing")
	errKind      = errors.New("is not a regular file")
	errName      = errors.New("stands in a folder whose name holds characters that hide, steer or turn text")
	errLong      = fmt.Errorf("is longer than %d KiB", Most>>10)
	errText      = errors.New("is not text in UTF-8")
)

// Read reads a regular text file, at most Most bytes of it: what was just found there. It looks
// again once the file is open, since another may have taken its place.
func Read(open Opener, p string, info os.FileInfo) ([]byte, error) {
	if !info.Mode().IsRegular() {
		return nil, errKind
	}
	if info.Size() > Most {
		return nil, errLong
	}
	f, err := open(p)
	if err != nil {
		return nil, gone(err)
	}
	defer f.Close() // only read: nothing can be lost
	if now, err := f.Stat(); err != nil || !now.Mode().IsRegular() || !os.SameFile(info, now) {
		return nil, errors.Join(err, errKind)
	}
	data, err := io.ReadAll(io.LimitReader(f, Most+1))
	switch {
	case err != nil:
		return nil, err
	case len(data) > Most:
		return nil, errLong
	}
	return data, Text(data)
}

// Text says what is wrong with bytes that should be text.
func Text(data []byte) error {
	if !utf8.Valid(data) || slices.Contains(data, 0) {
		return errText
	}
	return nil
}

// gone turns all errors that mean that nothing is there into one.
func gone(err error) error {
	if errors.Is(err, fs.ErrNotExist) || strings.HasSuffix(err.Error(), "not a directory") {
		return fs.ErrNotExist
	}
	return err
}

// why is an error as the end of a sentence about a file.
func why(err error) string {
	var at *fs.PathError
	if errors.As(err, &at) {
		if strings.Contains(at.Err.Error(), "escapes") {
			return errOutside.Error()
		}
		return "cannot be read: " + at.Err.Error()
	}
	text, _, _ := strings.Cut(err.Error(), "\n")
	return text
}

// User reads the user's own file, which is shown under that name; false if there is none.
// It may be a link, which may lead wherever the user wants.
func User(file, shown string) (f File, fault *Fault, there bool) {
	data, err := readOwn(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return File{}, nil, false
	case err != nil:
		return File{}, &Fault{shown, why(err)}, false
	}
	return File{Path: shown, User: true, Data: data}, nil, strings.TrimSpace(string(data)) != ""
}

// readOwn reads a file of the user's.
func readOwn(file string) ([]byte, error) {
	real, err := filepath.EvalSymlinks(file)
	if err != nil {
		return nil, gone(err)
	}
	root, err := os.OpenRoot(filepath.Dir(real))
	if err != nil {
		return nil, gone(err)
	}
	defer root.Close() // only read: nothing can be lost
	info, err := root.Lstat(filepath.Base(real))
	if err != nil {
		return nil, gone(err)
	}
	return Read(Plain(root), filepath.Base(real), info)
}

// Fit divides files, the farthest first, into those that have room together, the nearest
// served first, and the paths of the others. Both keep the order.
func Fit(files []File, most int) (kept []File, left []string) {
	for _, f := range slices.Backward(files) {
		if len(f.Data) > most {
			left = append(left, f.Path)
			continue
		}
		most -= len(f.Data)
		kept = append(kept, f)
	}
	slices.Reverse(kept)
	slices.Reverse(left)
	return kept, left
}

// dependencies are the folders, in lower case, that hold other people's code.
var dependencies = map[string]bool{
	"node_modules": true, "vendor": true, "third_party": true, "third-party": true, "bower_components": true, "jspm_packages": true,
	"site-packages": true, "dist-packages": true, ".venv": true, "venv": true, "virtualenv": true, ".tox": true, ".nox": true,
	"pods": true, "carthage": true, ".cargo": true, ".yarn": true, ".pnpm-store": true, ".bundle": true,
	".gradle": true, ".m2": true, ".terraform": true, ".git": true,
}

// Dependency reports whether a path leads into a folder of other people's code, or of
// build output.
func Dependency(p string) bool {
	for part := range strings.SplitSeq(path.Dir(filepath.ToSlash(p)), "/") {
		if dependencies[strings.ToLower(part)] {
			return true
		}
	}
	return false
}

// Is reports whether a path is that of a file of instructions.
func Is(p string) bool { return slices.Contains(names[:], path.Base(p)) }

// Below are the folders below the root on the way to a path, the uppermost first, except
// those on the way to the folder that the conversation works in.
func Below(working, p string) (dirs []string) {
	told := Above(working)
	for _, dir := range Above(p) {
		if !slices.Contains(told, dir) {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}
