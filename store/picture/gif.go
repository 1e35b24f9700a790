package picture

import (
	"encoding/binary"
	"strings"
)

// readGIF goes from block to block. Comments, plain texts and application data are left
// out, except how often an animation is repeated.
func readGIF(data []byte) (image, error) {
	r := reader{data: data}
	i := image{out: append([]byte(nil), r.take(6)...)}
	screen := r.take(7)
	i.width, i.height = int(binary.LittleEndian.Uint16(screen)), int(binary.LittleEndian.Uint16(screen[2:]))
	i.out = append(append(i.out, screen...), r.take(table(screen[4]))...)
	for !r.bad {
		switch kind := r.take(1)[0]; kind {
		case 0x3b:
			if r.bad || i.frames == 0 {
				return i, errBroken
			}
			i.out = append(i.out, kind)
			return i, nil
		case 0x21:
			label := r.take(1)[0]
			body := blocks(&r)
			if label == 0xf9 || label == 0xff && repeats(body) {
				i.out = append(append(i.out, kind, label), body...)
			}
		case 0x2c:
			frame := r.take(9)
			x, y := int(binary.LittleEndian.Uint16(frame)), int(binary.LittleEndian.Uint16(frame[2:]))
			w, h := int(binary.LittleEndian.Uint16(frame[4:])), int(binary.LittleEndian.Uint16(frame[6:]))
			if r.bad || x+w > i.width || y+h > i.height {
				return i, errBroken
			}
			if i.frames++; i.frames > MaxFrames {
				return i, ErrFrames
			}
			i.out = append(append(append(i.out, kind), frame...), r.take(table(frame[8]))...)
			i.out = append(append(i.out, r.take(1)...), blocks(&r)...)
		default:
			return i, errBroken
		}
	}
	return i, errBroken
}

// table is the length of the colour table that a packed field announces.
func table(packed byte) int {
	if packed&0x80 == 0 {
		return 0
	}
	return 3 << (packed&7 + 1)
}

// blocks takes blocks with their lengths, up to the empty one that ends them.
func blocks(r *reader) []byte {
	from, n := r.data, 0
	for !r.bad {
		size := int(r.take(1)[0])
		r.take(size)
		if n += size + 1; size == 0 {
			break
		}
	}
	if r.bad {
		return nil
	}
	return from[:n]
}

// repeats reports whether application data says how often the animation is repeated, and
// nothing else.
func repeats(body []byte) bool {
	name := strings.TrimPrefix(string(body), "\x0b")
	return len(body) == 17 && (strings.HasPrefix(name, "NETSCAPE2.0\x03\x01") || strings.HasPrefix(name, "ANIMEXTS1.0\x03\x01"))
}
