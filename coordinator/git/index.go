package git

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// entry is what the index says about one file.
type entry struct {
	path    string // from the work tree's top, with slashes
	id      string // the bytes of the object's name
	mode    uint32
	size    uint32 // 0 also if git wants the content compared
	sec     uint32 // last change of the file, as git saw it
	nsec    uint32
	stage   int  // 1 to 3 during a merge conflict
	planned bool // only announced with git add -N
}

// raw is an entry as it lies in the bytes of an index, for as long as these are walked: nobody
// keeps a million of them.
type raw struct {
	entry
	path, id []byte
}

// kept is an entry of its own.
func (r raw) kept() entry {
	r.entry.path, r.entry.id = string(r.path), string(r.id)
	return r.entry
}

// Kinds of entries, by mode.
const (
	modeKind   = 0o170000
	modeDir    = 0o040000
	modeLink   = 0o120000
	modeModule = 0o160000
)

// index is all that git would commit next.
type index struct {
	entries []entry
	base    string   // the name of the shared index, if this one is split
	deleted []uint32 // positions in the shared index that are deleted
	changed []uint32 // positions in it that the first entries here replace
	listed  bool     // it has tables beside trees and conflicts that were resolved, which may name other files or entries
}

// errIndex says that the index is unreadable, errSum that it is not what was written.
var (
	errIndex = errors.New("git: the index cannot be read")
	errSum   = fmt.Errorf("%w: its checksum is wrong", errIndex)
)

// entries shows each entry of the index, and returns when it was written. A repository
// without one has an empty index. What was seen counts only if there is no error, and only
// since it was last to begin.
func (r *Repository) entries(seen looking) (written time.Time, err error) {
	name := filepath.Join(r.dir, "index")
	info, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return time.Time{}, nil
	}
	if err != nil {
		return time.Time{}, fmt.Errorf("git: %w", err)
	}
	ix, err := walkFile(name, r.hash, seen.see)
	if !seen.minds(err) && strings.Trim(ix.base, "\x00") != "" {
		seen.begin()
		err = r.split(name, ix.base, seen)
	}
	if seen.minds(err) {
		return time.Time{}, err
	}
	return info.ModTime(), nil
}

// looking is somebody who looks at the entries of an index. They may be shown some, and then
// all from the beginning.
type looking struct {
	begin  func()
	see    func(raw)
	anySum bool // also where the checksum is wrong, as git itself reads it
}

func (l looking) minds(err error) bool { return err != nil && !(l.anySum && errors.Is(err, errSum)) }

// split shows the entries of an index in two parts.
func (r *Repository) split(name, base string, seen looking) error {
	shared := filepath.Join(r.dir, "sharedindex."+hex.EncodeToString([]byte(base)))
	var parts [2]index
	for i, name := range []string{name, shared} {
		var all []entry
		ix, err := walkFile(name, r.hash, func(e raw) { all = append(all, e.kept()) })
		if seen.minds(err) {
			return err
		}
		ix.entries = all
		parts[i] = ix
	}
	whole, err := parts[0].join(parts[1])
	if err != nil {
		return err
	}
	for _, e := range whole.entries {
		seen.see(raw{e, []byte(e.path), []byte(e.id)})
	}
	return nil
}

// Limits of an index. Hardly any reaches a tenth of them.
const (
	maxIndex   = 128 << 20 // bytes
	maxEntries = 1 << 20
	perEntry   = 512      // bytes for each entry on average, including caches about folders
	beyond     = 16 << 20 // bytes allowed in addition
	maxNames   = 96 << 20 // bytes of all paths; version 4 compresses them in the file
)

// walkFile shows the entries of an index if its first bytes make its size plausible: a
// repository can hold a sparse file of any size, and the index is read before each change.
// Never more than a part of it is in memory.
func walkFile(name string, a algorithm, see func(raw)) (index, error) {
	f, err := openFile(name)
	if err != nil {
		return index{}, err
	}
	defer f.Close() // only read: nothing can be lost
	info, err := f.Stat()
	if err != nil {
		return index{}, fmt.Errorf("git: %w", err)
	}
	if info.Size() > maxIndex {
		return index{}, errTooLarge
	}
	return walkIndex(f, info.Size(), a, see)
}

// indexHead is the size of an index header in bytes.
const indexHead = 12

// indexHeader reads the header of an index of the given size in bytes.
func indexHeader(head []byte, size int64, a algorithm) (version, count uint32, err error) {
	if len(head) < indexHead || string(head[:4]) != "DIRC" {
		return 0, 0, errIndex
	}
	version, count = binary.BigEndian.Uint32(head[4:]), binary.BigEndian.Uint32(head[8:])
	least := int64(40 + a.size + 2 + 1) // size of the smallest entry in bytes
	if version < 2 || version > 4 || int64(count) > (size-indexHead-int64(a.size))/least {
		return 0, 0, errIndex
	}
	if count > maxEntries {
		return 0, 0, errTooLarge
	}
	return version, count, nil
}

// join adds the entries of a shared index to this one's.
func (ix index) join(shared index) (index, error) {
	if shared.base != "" || len(ix.changed) > len(ix.entries) {
		return index{}, errIndex
	}
	gone := make([]bool, len(shared.entries))
	for i, at := range ix.changed {
		if int(at) >= len(shared.entries) {
			return index{}, errIndex
		}
		e := ix.entries[i]
		e.path = shared.entries[at].path
		shared.entries[at] = e
	}
	for _, at := range ix.deleted {
		if int(at) >= len(gone) {
			return index{}, errIndex
		}
		gone[at] = true
	}
	out := index{entries: ix.entries[len(ix.changed):]}
	own := make(map[string]bool, len(out.entries))
	for _, e := range out.entries {
		own[e.path] = true
	}
	for i, e := range shared.entries {
		if !gone[i] && !own[e.path] {
			out.entries = append(out.entries, e)
		}
	}
	return out, nil
}

// inMemory is how much of an index is in memory at once: any entry, and many of them.
const inMemory = 256 << 10

// walkIndex shows the entries of an index of version 2, 3 or 4, and returns what it says
// beside them.
func walkIndex(from io.Reader, size int64, a algorithm, see func(raw)) (index, error) {
	h := a.new()
	body := bufio.NewReaderSize(io.TeeReader(io.LimitReader(from, size-int64(a.size)), h), inMemory)
	head, _ := body.Peek(indexHead) // too few are a fault
	version, count, err := indexHeader(head, size, a)
	if err == nil && size > beyond+int64(count)*perEntry {
		err = errTooLarge
	}
	if err != nil {
		return index{}, err
	}
	if err := walkEntries(body, a, version, count, see); err != nil {
		return index{}, err
	}
	var ix index
	if err := ix.extensions(body, a); err != nil {
		return index{}, err
	}
	sum := make([]byte, a.size)
	if _, err := io.ReadFull(from, sum); err != nil {
		return index{}, errIndex
	}
	if !bytes.Equal(h.Sum(nil), sum) && len(bytes.Trim(sum, "\x00")) > 0 { // the checksum may be omitted
		return ix, errSum
	}
	return ix, nil
}

// walkEntries shows the entries behind the head.
func walkEntries(body *bufio.Reader, a algorithm, version, count uint32, see func(raw)) error {
	if _, err := body.Discard(indexHead); err != nil {
		return errIndex
	}
	names := 0
	var path []byte
	for range count {
		here, _ := body.Peek(body.Buffered())
		e, size, err := parseEntry(here, a, version, path)
		if err != nil { // perhaps it goes on
			here, _ = body.Peek(inMemory)
			e, size, err = parseEntry(here, a, version, path)
		}
		if err != nil {
			return err
		}
		if names += len(e.path); names > maxNames {
			return errTooLarge
		}
		see(e)
		if version == 4 {
			path = e.path
		}
		if _, err := body.Discard(size); err != nil {
			return errIndex
		}
	}
	return nil
}

// Bits of an entry's flags.
const (
	flagExtended = 0x4000
	flagStage    = 0x3000
	flagLength   = 0x0fff // how long the path is; all of it: that, or longer
	flagPlanned  = 0x2000 // in the second half
)

// parseEntry reads the entry that data begins with and returns its length. The bytes of the
// path before it, which no other entry needs any more, may become those of its own.
func parseEntry(data []byte, a algorithm, version uint32, before []byte) (raw, int, error) {
	at := 40 + a.size + 2
	if len(data) < at+1 {
		return raw{}, 0, errIndex
	}
	word := func(i int) uint32 { return binary.BigEndian.Uint32(data[i:]) }
	flags := binary.BigEndian.Uint16(data[at-2:])
	e := raw{id: data[40 : 40+a.size], entry: entry{
		sec: word(8), nsec: word(12), mode: word(24), size: word(36), stage: int(flags&flagStage) >> 12,
	}}
	if flags&flagExtended != 0 {
		if version < 3 || len(data) < at+3 {
			return raw{}, 0, errIndex
		}
		e.planned = binary.BigEndian.Uint16(data[at:])&flagPlanned != 0
		at += 2
	}
	var kept []byte
	if version == 4 {
		drop, size := varint(data[at:])
		if size == 0 || drop > uint64(len(before)) {
			return raw{}, 0, errIndex
		}
		at, kept = at+size, before[:len(before)-int(drop)]
	}
	end := bytes.IndexByte(data[at:], 0)
	if end < 0 || len(kept)+end > maxPath {
		return raw{}, 0, errIndex
	}
	if e.path = data[at : at+end : at+end]; version == 4 {
		e.path = append(kept, e.path...)
	}
	if int(flags&flagLength) != min(len(e.path), flagLength) {
		return raw{}, 0, errIndex // git believes the number, and would find the next entry elsewhere
	}
	at += end + 1
	if version < 4 {
		at = (at + 7) &^ 7
	}
	if at > len(data) {
		return raw{}, 0, errIndex
	}
	return e, at, nil
}

// maxPath is the longest path of an entry, so that a short file cannot claim much
// memory.
const maxPath = 64 << 10

// varint reads a number as git writes it before paths and deltas; size 0 is a fault.
func varint(data []byte) (n uint64, size int) {
	for i, b := range data {
		if i > 8 {
			return 0, 0
		}
		if i > 0 {
			n++
		}
		n = n<<7 | uint64(b&0x7f)
		if b&0x80 == 0 {
			return n, i + 1
		}
	}
	return 0, 0
}
