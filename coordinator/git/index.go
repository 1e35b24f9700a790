package git

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
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
	written time.Time // when the file was written
	base    string    // the name of the shared index, if this one is split
	deleted []uint32  // positions in the shared index that are deleted
	changed []uint32  // positions in it that the first entries here replace
}

// errIndex says that the index is unreadable.
var errIndex = errors.New("git: the index cannot be read")

// index reads the index. A repository without one has an empty index.
func (r *Repository) index() (index, error) {
	ix, err := r.indexFile(filepath.Join(r.dir, "index"))
	if errors.Is(err, fs.ErrNotExist) {
		return index{}, nil
	}
	if err != nil || ix.base == "" {
		return ix, err
	}
	if strings.Trim(ix.base, "\x00") == "" {
		ix.base = ""
		return ix, nil
	}
	shared, err := r.indexFile(filepath.Join(r.dir, "sharedindex."+hex.EncodeToString([]byte(ix.base))))
	if err != nil {
		return index{}, err
	}
	return ix.join(shared)
}

func (r *Repository) indexFile(name string) (index, error) {
	data, err := readFile(name, maxIndex)
	if err != nil {
		return index{}, err
	}
	ix, err := parseIndex(data, r.hash)
	if err != nil {
		return index{}, err
	}
	info, err := os.Stat(name)
	if err != nil {
		return index{}, fmt.Errorf("git: %w", err)
	}
	ix.written = info.ModTime()
	return ix, nil
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
	out := index{entries: ix.entries[len(ix.changed):], written: ix.written}
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

// parseIndex reads versions 2, 3 and 4 of the format.
func parseIndex(data []byte, a algorithm) (index, error) {
	if len(data) < 12+a.size || string(data[:4]) != "DIRC" {
		return index{}, errIndex
	}
	body, sum := data[:len(data)-a.size], data[len(data)-a.size:]
	h := a.new()
	h.Write(body)
	if !bytes.Equal(h.Sum(nil), sum) && len(bytes.Trim(sum, "\x00")) > 0 { // the checksum may be omitted
		return index{}, errIndex
	}
	version, count := binary.BigEndian.Uint32(body[4:]), binary.BigEndian.Uint32(body[8:])
	least := 40 + a.size + 2 + 1 // least size of an entry in bytes
	if version < 2 || version > 4 || int64(count) > int64(len(body)/least) {
		return index{}, errIndex
	}
	ix, rest, before := index{entries: make([]entry, 0, count)}, body[12:], ""
	for range count {
		e, size, err := parseEntry(rest, a, version, before)
		if err != nil {
			return index{}, err
		}
		ix.entries = append(ix.entries, e)
		rest, before = rest[size:], e.path
	}
	return ix, ix.extensions(rest, a)
}

// Bits of an entry's flags.
const (
	flagExtended = 0x4000
	flagStage    = 0x3000
	flagPlanned  = 0x2000 // in the second half
)

// parseEntry reads the entry that data begins with and returns its length.
func parseEntry(data []byte, a algorithm, version uint32, before string) (entry, int, error) {
	at := 40 + a.size + 2
	if len(data) < at+1 {
		return entry{}, 0, errIndex
	}
	word := func(i int) uint32 { return binary.BigEndian.Uint32(data[i:]) }
	flags := binary.BigEndian.Uint16(data[at-2:])
	e := entry{
		sec: word(8), nsec: word(12), mode: word(24), size: word(36),
		id: string(data[40 : 40+a.size]), stage: int(flags&flagStage) >> 12,
	}
	if flags&flagExtended != 0 {
		if version < 3 || len(data) < at+3 {
			return entry{}, 0, errIndex
		}
		e.planned = binary.BigEndian.Uint16(data[at:])&flagPlanned != 0
		at += 2
	}
	kept := ""
	if version == 4 {
		drop, size := varint(data[at:])
		if size == 0 || drop > uint64(len(before)) {
			return entry{}, 0, errIndex
		}
		at, kept = at+size, before[:len(before)-int(drop)]
	}
	end := bytes.IndexByte(data[at:], 0)
	if end < 0 || len(kept)+end > maxPath {
		return entry{}, 0, errIndex
	}
	e.path = kept + string(data[at:at+end])
	at += end + 1
	if version < 4 {
		at = (at + 7) &^ 7
	}
	if at > len(data) {
		return entry{}, 0, errIndex
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

// extensions reads what follows the entries. A mandatory extension begins with a
// lower-case letter.
func (ix *index) extensions(data []byte, a algorithm) error {
	for len(data) > 0 {
		if len(data) < 8 {
			return errIndex
		}
		name, size := string(data[:4]), binary.BigEndian.Uint32(data[4:])
		if data = data[8:]; uint64(size) > uint64(len(data)) {
			return errIndex
		}
		part := data[:size]
		data = data[size:]
		switch {
		case name == "link":
			if err := ix.link(part, a); err != nil {
				return err
			}
		case name != "sdir" && (name[0] < 'A' || name[0] > 'Z'):
			return errIndex
		}
	}
	return nil
}

// link reads where the rest of a split index is.
func (ix *index) link(data []byte, a algorithm) error {
	if len(data) < a.size {
		return errIndex
	}
	ix.base = string(data[:a.size])
	if data = data[a.size:]; len(data) == 0 {
		return nil
	}
	var err error
	if ix.deleted, data, err = bitmap(data); err != nil {
		return err
	}
	ix.changed, _, err = bitmap(data)
	return err
}

// bitmap reads a compressed set of positions, and returns what follows it.
func bitmap(data []byte) (set []uint32, rest []byte, err error) {
	if len(data) < 8 {
		return nil, nil, errIndex
	}
	bits, words := binary.BigEndian.Uint32(data), uint64(binary.BigEndian.Uint32(data[4:]))
	if data = data[8:]; bits > maxIndex/64 || words*8+4 > uint64(len(data)) {
		return nil, nil, errIndex
	}
	at := uint64(0)
	for i := uint64(0); i < words; {
		head := binary.BigEndian.Uint64(data[i*8:])
		run, literal := head>>1&0xffffffff, head>>33
		if i++; run*64 > uint64(bits)+64-at || literal > words-i {
			return nil, nil, errIndex
		}
		if head&1 != 0 {
			for n := at; n < at+run*64 && n < uint64(bits); n++ {
				set = append(set, uint32(n))
			}
		}
		at += run * 64
		for range literal {
			word := binary.BigEndian.Uint64(data[i*8:])
			for b := range uint64(64) {
				if word>>b&1 != 0 && at+b < uint64(bits) {
					set = append(set, uint32(at+b))
				}
			}
			if i, at = i+1, at+64; at > uint64(bits)+64 {
				return nil, nil, errIndex
			}
		}
	}
	return set, data[words*8+4:], nil
}
