package audit

import (
	"time"

	"parley/store"
)

// File is the digest of a file of the workspace as it is now, as the record writes
// digests; "" if there is none. known is false if the file cannot be read.
type File func(path string) (digest string, known bool)

// writing is a file that a call put in place, and the time at which the conversation
// replaced its content; zero if it did not.
type writing struct {
	store.Wrote
	again time.Time
}

// writings are the files that the calls of a log put in place, by call.
func writings(log store.Log) map[string]writing {
	by, last := map[string]writing{}, map[string]string{}
	for _, ev := range log.All() {
		b, ok := ev.Body.(store.ToolCallResponse)
		if !ok || b.Wrote == nil {
			continue
		}
		if before, ok := by[last[b.Wrote.Path]]; ok && before.Digest != b.Wrote.Digest {
			before.again = ev.Time
			by[last[b.Wrote.Path]] = before
		}
		by[b.ID], last[b.Wrote.Path] = writing{Wrote: *b.Wrote}, b.ID
	}
	return by
}

// since says what happened to a file: rewritten in the conversation or, as far as the
// file itself shows, changed or removed by somebody.
func (w writing) since(file File) (again time.Time, since string) {
	if !w.again.IsZero() || file == nil {
		return w.again, ""
	}
	switch digest, known := file(w.Path); {
	case !known || digest == w.Digest:
		return time.Time{}, ""
	case digest == "":
		return time.Time{}, textRemoved
	}
	return time.Time{}, textChanged
}

// later says what happened to the file that was allowed to be written.
func (l List) later(r Row) string {
	if r.Again.IsZero() {
		return r.Since
	}
	at := r.Again.In(l.Now.Location()).Format("15:04")
	if l.day(r.Again) != l.day(r.At) {
		at += ", " + l.day(r.Again)
	}
	return textAgain + at
}
