package undo

import (
	"bytes"
	"fmt"
	"io/fs"

	"parley/store/text/clean"
	"parley/store/text/diff"
)

// linesAround is how many lines of context surround each change.
const linesAround = 3

// Change is what putting a file back would change, as a unified diff; for what is not
// text, the sizes.
func (f File) Change() string {
	name := clean.Path(f.Path)
	if f.Now == f.Then {
		return fmt.Sprintf("%s: only its permissions change, from %04o to %04o\n", name, f.has.Perm(), f.Mode.Perm())
	}
	gets := f.Permissions()
	if gets != "" {
		gets = name + ": " + gets + "\n"
	}
	if f.Binary() {
		return fmt.Sprintf("%s%s: %s now, %s then; it is no text, or too large to be shown\n", gets, name, size(f.Now, f.now), size(f.Then, f.then))
	}
	from, to := "a/"+name, "b/"+name
	if f.Now == "" {
		from = "/dev/null"
	}
	if f.Then == "" {
		to = "/dev/null"
	}
	a, b := diff.Lines(string(f.now)), diff.Lines(string(f.then))
	return gets + diff.Unified(from, to, a, b, diff.Group(diff.Compare(a, b), linesAround), linesAround)
}

// Permissions says which permissions the file gets together with other bytes, "" if they stay or are no more than
// those of any new file.
func (f File) Permissions() string {
	switch {
	case f.Then == "" || f.Now == f.Then || f.Mode == 0:
		return ""
	case f.Now != "" && f.Mode.Perm() != f.has.Perm():
		return fmt.Sprintf("its permissions change, from %04o to %04o", f.has.Perm(), f.Mode.Perm())
	case f.Now == "" && f.Mode.Perm()&^usual != 0:
		return fmt.Sprintf("its permissions are %04o then", f.Mode.Perm())
	}
	return ""
}

// usual are the permissions that any new file may have.
const usual = fs.FileMode(0o644)

// maxShown is how much of a file is compared line by line.
const maxShown = 2 << 20

// Binary reports whether the change cannot be shown line by line.
func (f File) Binary() bool {
	if f.Now == f.Then {
		return true // its lines stay
	}
	for _, data := range [][]byte{f.now, f.then} {
		if len(data) > maxShown || bytes.IndexByte(data, 0) >= 0 {
			return true
		}
	}
	return f.Now != "" && f.now == nil
}

func size(digest string, data []byte) string {
	switch {
	case digest == "":
		return "no file"
	case data == nil:
		return "a large file"
	}
	return fmt.Sprintf("%d bytes", len(data))
}
