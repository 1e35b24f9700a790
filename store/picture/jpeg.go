package picture

import (
	"bytes"
	"encoding/binary"
)

// readJPEG goes from marker to marker. Of the application segments only those of JFIF and
// Adobe are kept, which say how colours are stored; Exif, XMP, IPTC, profiles, thumbnails
// and comments are left out.
func readJPEG(data []byte) (image, error) {
	i := image{out: data[:2:2]}
	r := reader{data: data[2:]}
	for {
		for len(r.data) > 1 && r.data[0] == 0xff && r.data[1] == 0xff { // filling
			r.take(1)
		}
		head := r.take(2)
		if r.bad || head[0] != 0xff {
			return i, errBroken
		}
		m := head[1]
		switch {
		case m == 0xd9: // the end
			if i.frames == 0 {
				return i, errBroken
			}
			i.out = append(i.out, head...)
			return i, nil
		case m == 0x01 || m >= 0xd0 && m <= 0xd7: // nothing follows
			continue
		case m == 0x00 || m == 0xd8:
			return i, errBroken
		}
		size := int(binary.BigEndian.Uint16(r.take(2)))
		body := r.take(size - 2)
		if r.bad {
			return i, errBroken
		}
		if err := i.segment(m, body); err != nil {
			return i, err
		}
		if m == 0xda {
			i.frames = 1
			i.out = append(i.out, r.take(scan(r.data))...)
		}
	}
}

// segment takes in a segment, and keeps it if the picture needs it.
func (i *image) segment(m byte, body []byte) error {
	switch {
	case m >= 0xc0 && m <= 0xcf && m != 0xc4 && m != 0xc8 && m != 0xcc: // where a frame begins
		if len(body) < 6 || i.width > 0 {
			return errBroken
		}
		i.height, i.width = int(binary.BigEndian.Uint16(body[1:])), int(binary.BigEndian.Uint16(body[3:]))
	case m == 0xda && i.width == 0:
		return errBroken
	case m == 0xe0:
		if !bytes.HasPrefix(body, []byte("JFIF\x00")) || len(body) < 14 {
			return nil
		}
		body = append(bytes.Clone(body[:12]), 0, 0) // without its thumbnail
	case m == 0xee:
		if !bytes.HasPrefix(body, []byte("Adobe")) || len(body) < 12 {
			return nil
		}
		body = body[:12] // drop everything after the fields
	case m >= 0xe0 && m <= 0xfe: // application data and comments, and extensions that no viewer shows
		return nil
	}
	i.out = append(i.out, 0xff, m)
	i.out = binary.BigEndian.AppendUint16(i.out, uint16(len(body)+2))
	i.out = append(i.out, body...)
	return nil
}

// scan is the length of the data up to the next marker that is not part of it.
func scan(data []byte) int {
	for at := 0; ; {
		next := bytes.IndexByte(data[at:], 0xff)
		if next < 0 || at+next+1 >= len(data) {
			return len(data)
		}
		at += next
		if m := data[at+1]; m != 0 && (m < 0xd0 || m > 0xd7) && m != 0xff {
			return at
		}
		at++
	}
}
