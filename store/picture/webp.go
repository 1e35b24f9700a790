package picture

import "encoding/binary"

// Flags of an extended WebP file for chunks that are left out.
const webpLeftOut = 0x20 | 0x08 | 0x04 // a colour profile, Exif, XMP

// readWebP goes from chunk to chunk. Profiles, Exif, XMP and unknown chunks are left out.
func readWebP(data []byte) (image, error) {
	i := image{out: append([]byte(nil), data[:12]...)}
	r := reader{data: data[12:]}
	if n := int64(binary.LittleEndian.Uint32(data[4:])) - 4; n < 0 || n > int64(len(r.data)) {
		return i, errBroken
	} else {
		r.data = r.data[:n]
	}
	pictures := 0
	for len(r.data) > 0 {
		head := r.take(8)
		n := binary.LittleEndian.Uint32(head[4:])
		if r.bad || n > uint32(len(r.data)) {
			return i, errBroken
		}
		body := r.take(int(n))
		if n%2 == 1 {
			r.take(min(1, len(r.data)))
		}
		name, err := string(head[:4]), error(nil)
		switch name {
		case "VP8X":
			body, err = i.extended(body)
		case "VP8 ", "VP8L":
			pictures++
			err = i.still(name, body)
		case "ANMF":
			pictures++
			i.frames++
			err = i.frame(body)
		case "ALPH", "ANIM":
		default:
			continue
		}
		if err != nil {
			return i, err
		}
		i.out = binary.LittleEndian.AppendUint32(append(i.out, name...), uint32(len(body)))
		i.out = append(i.out, body...)
		if len(body)%2 == 1 {
			i.out = append(i.out, 0)
		}
	}
	if r.bad || pictures == 0 {
		return i, errBroken
	}
	binary.LittleEndian.PutUint32(i.out[4:], uint32(len(i.out)-8))
	return i, nil
}

// extended takes in the header of an extended file.
func (i *image) extended(body []byte) ([]byte, error) {
	if len(body) != 10 || i.width > 0 {
		return nil, errBroken
	}
	body = append([]byte(nil), body...)
	body[0] &^= webpLeftOut
	i.width, i.height = three(body[4:])+1, three(body[7:])+1
	return body, nil
}

// still takes in the size of a picture: that of the file, unless the file said one.
func (i *image) still(name string, body []byte) error {
	w, h, ok := vp8(name, body)
	switch {
	case !ok:
		return errBroken
	case i.width == 0:
		i.width, i.height = w, h
	case w > i.width || h > i.height:
		return errBroken
	}
	return nil
}

// vp8 is the size that a picture says it has.
func vp8(name string, body []byte) (w, h int, ok bool) {
	if name == "VP8L" {
		if len(body) < 5 || body[0] != 0x2f {
			return 0, 0, false
		}
		bits := binary.LittleEndian.Uint32(body[1:])
		return int(bits&0x3fff) + 1, int(bits>>14&0x3fff) + 1, true
	}
	if len(body) < 10 || body[0]&1 != 0 || string(body[3:6]) != "\x9d\x01\x2a" {
		return 0, 0, false
	}
	return int(binary.LittleEndian.Uint16(body[6:])) & 0x3fff, int(binary.LittleEndian.Uint16(body[8:])) & 0x3fff, true
}

// frame checks a frame of an animation, and its contents.
func (i *image) frame(body []byte) error {
	if len(body) < 16 || i.width == 0 {
		return errBroken
	}
	if i.frames > MaxFrames {
		return ErrFrames
	}
	x, y, w, h := 2*three(body), 2*three(body[3:]), three(body[6:])+1, three(body[9:])+1
	if x+w > i.width || y+h > i.height {
		return errBroken
	}
	for r := (reader{data: body[16:]}); len(r.data) > 0; {
		head := r.take(8)
		n := binary.LittleEndian.Uint32(head[4:])
		if r.bad || n > uint32(len(r.data)) {
			return errBroken
		}
		in := r.take(int(n))
		r.take(min(int(n%2), len(r.data)))
		switch name := string(head[:4]); name {
		case "ALPH":
		case "VP8 ", "VP8L":
			if fw, fh, ok := vp8(name, in); !ok || fw > w || fh > h {
				return errBroken
			}
		default:
			return errBroken // its contents are unknown
		}
	}
	return nil
}

// three is a three-byte number.
func three(b []byte) int { return int(b[0]) | int(b[1])<<8 | int(b[2])<<16 }
