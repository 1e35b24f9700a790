package git

import (
	"io"
)

// packHead is the header of an object in a pack.
type packHead struct {
	kind int
	size int64 // unpacked size in bytes
	data int64 // where the data begins
	base int64 // of a delta: where its base object begins
}

// head reads an object's header.
func (p *pack) head(at int64) (packHead, error) {
	raw := make([]byte, 64)
	n, err := p.data.ReadAt(raw, at)
	if err != nil && err != io.EOF {
		return packHead{}, errObject
	}
	h, used, id := parseHead(raw[:n], p.id)
	if used == 0 {
		return packHead{}, errObject
	}
	switch h.kind {
	case kindOffset:
		h.base = at - h.base
		if h.base < 12 || h.base >= at {
			return packHead{}, errObject
		}
	case kindRef:
		if h.base, err = p.offset(id); err != nil {
			return packHead{}, errObject
		}
	}
	h.data = at + int64(used)
	return h, nil
}

// parseHead parses a header; used is 0 if it is invalid. A delta names its base by
// how far back it begins, or by its id.
func parseHead(raw []byte, idSize int) (h packHead, used int, id string) {
	if len(raw) == 0 {
		return h, 0, ""
	}
	h.kind, h.size = int(raw[0]>>4&7), int64(raw[0]&15)
	i, shift := 1, 4
	for more := raw[0]&0x80 != 0; more; i++ {
		if i >= len(raw) || shift > 46 {
			return h, 0, ""
		}
		h.size |= int64(raw[i]&0x7f) << shift
		more = raw[i]&0x80 != 0
		shift += 7
	}
	switch h.kind {
	case kindOffset:
		back, size := varint(raw[i:])
		if size == 0 || back > 1<<62 {
			return h, 0, ""
		}
		h.base, i = int64(back), i+size
	case kindRef:
		if len(raw) < i+idSize {
			return h, 0, ""
		}
		id, i = string(raw[i:i+idSize]), i+idSize
	case 0, 5:
		return h, 0, ""
	}
	return h, i, id
}

// patch applies a delta: pieces copied from the base, and new pieces.
func patch(base, delta []byte) ([]byte, error) {
	from, n := deltaSize(delta)
	if n == 0 || from != int64(len(base)) {
		return nil, errObject
	}
	delta = delta[n:]
	size, n := deltaSize(delta)
	if n == 0 || size > maxObject {
		return nil, errObject
	}
	delta = delta[n:]
	out := make([]byte, 0, min(size, 1<<20))
	for len(delta) > 0 {
		op := delta[0]
		delta = delta[1:]
		var piece []byte
		if op&0x80 == 0 {
			if op == 0 || int(op) > len(delta) {
				return nil, errObject
			}
			piece, delta = delta[:op], delta[op:]
		} else {
			at, length, used := copied(op, delta)
			if used < 0 || at+length > int64(len(base)) {
				return nil, errObject
			}
			piece, delta = base[at:at+length], delta[used:]
		}
		if int64(len(out)+len(piece)) > size {
			return nil, errObject
		}
		out = append(out, piece...)
	}
	if int64(len(out)) != size {
		return nil, errObject
	}
	return out, nil
}

// copied reads where a copied piece begins and its length; used is -1 if the data is
// cut off.
func copied(op byte, delta []byte) (at, length int64, used int) {
	for i := range 7 {
		if op>>i&1 == 0 {
			continue
		}
		if used >= len(delta) {
			return 0, 0, -1
		}
		if i < 4 {
			at |= int64(delta[used]) << (8 * i)
		} else {
			length |= int64(delta[used]) << (8 * (i - 4))
		}
		used++
	}
	if length == 0 {
		length = 0x10000
	}
	return at, length, used
}

// deltaSize reads a size at the beginning of a delta; used is 0 on a fault.
func deltaSize(data []byte) (size int64, used int) {
	for i, b := range data {
		if i > 6 {
			return 0, 0
		}
		size |= int64(b&0x7f) << (7 * i)
		if b&0x80 == 0 {
			return size, i + 1
		}
	}
	return 0, 0
}
