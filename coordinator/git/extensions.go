package git

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
)

// maxLink is the most that a split index can say about the shared one.
const maxLink = 4 << 20

// extensions reads what follows the entries. A mandatory extension begins with a
// lower-case letter.
func (ix *index) extensions(body *bufio.Reader, a algorithm) error {
	for {
		head, err := body.Peek(8)
		if len(head) == 0 && errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return errIndex
		}
		name, size := string(head[:4]), int64(binary.BigEndian.Uint32(head[4:]))
		if _, err := body.Discard(len(head)); err != nil || size > maxIndex {
			return errIndex
		}
		switch {
		case name == "link" && size > maxLink:
			return errTooLarge
		case name == "link":
			part := make([]byte, size)
			if _, err := io.ReadFull(body, part); err != nil {
				return errIndex
			}
			if err := ix.link(part, a); err != nil {
				return err
			}
			continue
		case name != "sdir" && (name[0] < 'A' || name[0] > 'Z'):
			return errIndex
		}
		ix.listed = ix.listed || name != "TREE" && name != "REUC" && name != "sdir"
		if _, err := body.Discard(int(size)); err != nil {
			return errIndex
		}
	}
}

// link reads where the rest of a split index is.
func (ix *index) link(data []byte, a algorithm) error {
	if len(data) < a.size || ix.base != "" {
		return errIndex // git itself always writes one
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
	if data = data[8:]; bits > maxEntries || words*8+4 > uint64(len(data)) {
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
