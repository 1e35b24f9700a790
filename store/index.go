package store

import (
	"encoding/binary"
	"hash/crc32"
	"math"
	"path/filepath"
	"time"
)

// indexFile holds the summaries as they were last read. It is a cache and never the
// truth: an entry counts only while its conversation's file still has the recorded
// size and time, and an incomplete index counts for nothing.
const indexFile = "index"

// indexMagic begins the file and names the version of its format. After it come the
// number of entries, the entries in the order of their ids, and a sum over all the
// bytes before it. Numbers are varints; a text is its length and its bytes; a time is
// its seconds since 1970, its nanoseconds and its zone in seconds east of UTC.
const indexMagic = "parley index 5\n"

// Limits of a time in the index.
const (
	second  = 1_000_000_000
	farEast = 24 * 60 * 60
)

// leastEntry is the smallest possible entry in bytes.
const leastEntry = 22

// sumSize is the size of the sum at the end of the index, in bytes.
const sumSize = 4

// turnOpen is the flag of an entry whose last turn has not ended.
const turnOpen = 1

// indexed is an entry of the cache.
type indexed struct {
	Size    int64
	Changed time.Time
	Summary
}

// index reads the cache, whose entries are in the order of their ids; what it cannot
// read counts as missing.
func (s Store) index() []indexed {
	data, err := readBeside(s.disk, filepath.Join(s.root, indexFile))
	if err != nil {
		return nil
	}
	return decodeIndex(data)
}

// saveIndex writes the cache. It deliberately reports no error: without the cache, as
// in a read-only directory, the next list is slower but just as correct. Nor does it
// wait for the disk: a file torn by a crash is noticed.
func (s Store) saveIndex(list []*indexed) {
	_ = replaceQuick(s.disk, filepath.Join(s.root, indexFile), encodeIndex(list))
}

func encodeIndex(list []*indexed) []byte {
	out := append(make([]byte, 0, 160*(len(list)+1)), indexMagic...)
	out = binary.AppendUvarint(out, uint64(len(list)))
	for _, entry := range list {
		out = entry.appendTo(out)
	}
	return binary.BigEndian.AppendUint32(out, sum(out))
}

func sum(data []byte) uint32 { return crc32.Checksum(data, crc32.MakeTable(crc32.Castagnoli)) }

func (x *indexed) appendTo(out []byte) []byte {
	out = appendText(out, x.ID)
	out = binary.AppendVarint(out, x.Size)
	for _, t := range [...]time.Time{x.Changed, x.Created, x.Updated} {
		out = appendTime(out, t)
	}
	flags := uint64(0)
	if x.TurnOpen {
		flags = turnOpen
	}
	out = binary.AppendUvarint(out, flags)
	for _, n := range [...]int{x.Turns, x.Events, x.Problems} {
		out = binary.AppendVarint(out, int64(n))
	}
	for _, text := range [...]string{x.Title, x.Open, x.Workspace, x.ForkedFrom, x.Program, x.Session} {
		out = appendText(out, text)
	}
	return out
}

func appendText(out []byte, text string) []byte {
	return append(binary.AppendUvarint(out, uint64(len(text))), text...)
}

func appendTime(out []byte, t time.Time) []byte {
	_, east := t.Zone()
	out = binary.AppendVarint(out, t.Unix())
	out = binary.AppendUvarint(out, uint64(t.Nanosecond()))
	return binary.AppendVarint(out, int64(east))
}

// decodeIndex reads what encodeIndex wrote, nil for any other data. The texts of the
// entries share one copy of the data.
func decodeIndex(data []byte) []indexed {
	end := len(data) - sumSize
	if end < len(indexMagic) || string(data[:len(indexMagic)]) != indexMagic || binary.BigEndian.Uint32(data[end:]) != sum(data[:end]) {
		return nil
	}
	r := indexReader{data: data[:end], text: string(data[:end]), at: len(indexMagic)}
	n := r.uvarint()
	if n > uint64(end/leastEntry) {
		return nil
	}
	out, last := make([]indexed, n), ""
	for i := range out {
		out[i] = r.entry()
		if r.bad || out[i].ID <= last { // each id once, and in order
			return nil
		}
		last = out[i].ID
	}
	if r.bad || r.at != end {
		return nil
	}
	return out
}

// indexReader reads the bytes of an index. After something impossible, bad stays set
// and every reading is empty.
type indexReader struct {
	data []byte
	text string // the same bytes
	at   int
	bad  bool
}

func (r *indexReader) entry() indexed {
	var x indexed
	x.ID = r.string()
	x.Size = r.varint()
	x.Changed, x.Created, x.Updated = r.time(), r.time(), r.time()
	r.bad = r.bad || !writable(x.Created) || !writable(x.Updated)
	x.TurnOpen = r.uvarint() == turnOpen
	x.Turns, x.Events, x.Problems = r.int(), r.int(), r.int()
	x.Title, x.Open, x.Workspace, x.ForkedFrom = r.string(), r.string(), r.string(), r.string()
	x.Program, x.Session = r.string(), r.string()
	return x
}

func (r *indexReader) uvarint() uint64 {
	n, size := binary.Uvarint(r.data[r.at:])
	if size <= 0 || r.bad {
		r.bad = true
		return 0
	}
	r.at += size
	return n
}

func (r *indexReader) varint() int64 {
	n, size := binary.Varint(r.data[r.at:])
	if size <= 0 || r.bad {
		r.bad = true
		return 0
	}
	r.at += size
	return n
}

// int reads a count, which is never negative.
func (r *indexReader) int() int {
	n := r.varint()
	if n < 0 || n > math.MaxInt32 {
		r.bad = true
		return 0
	}
	return int(n)
}

func (r *indexReader) string() string {
	n := r.uvarint()
	if n > uint64(len(r.data)-r.at) {
		r.bad = true
		return ""
	}
	from := r.at
	r.at += int(n)
	return r.text[from:r.at]
}

func (r *indexReader) time() time.Time {
	sec, nano, east := r.varint(), r.uvarint(), r.varint()
	if nano >= second || east <= -farEast || east >= farEast {
		r.bad = true
		return time.Time{}
	}
	t := time.Unix(sec, int64(nano))
	if east == 0 {
		return t.UTC()
	}
	return t.In(time.FixedZone("", int(east)))
}
