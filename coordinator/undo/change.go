package undo

import (
	"bytes"
	"fmt"

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
	if f.Binary() {
		return fmt.Sprintf("%s: %s now, %s then; it is no text, or too large to be shown\n", name, size(f.Now, f.now), size(f.Then, f.then))
	}
	from, to := "a/"+name, "b/"+name
	if f.Now == "" {
		from = "/dev/null"
	}
	if f.Then == "" {
		to = "/dev/null"
	}
	a, b := diff.Lines(string(f.now)), diff.Lines(string(f.then))
	return diff.Unified(from, to, a, b, diff.Group(diff.Compare(a, b), linesAround), linesAround)
}

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
