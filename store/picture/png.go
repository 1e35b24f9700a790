package picture

import (
	"encoding/binary"
	"hash/crc32"
	"slices"
)

const pngHead = "\x89PNG\r\n\x1a\n"

// Ways in which a PNG stores colours.
const (
	pngGrey      = 0
	pngTrue      = 2
	pngIndexed   = 3
	pngGreyAlpha = 4
	pngTrueAlpha = 6
)

// pngEnd is the chunk at the end, which has no body.
const pngEnd = "\x00\x00\x00\x00IEND\xae\x42\x60\x82"

// readPNG goes from chunk to chunk. Kept are those that are needed to show the picture, each
// as often and as long as it may be, so that nothing else travels in one; all others, which
// hold texts, times, places and colour profiles, are left out, whatever is wrong with them.
func readPNG(data []byte) (image, error) {
	i := image{out: []byte(pngHead)}
	r := reader{data: data[len(pngHead):]}
	p := pngParts{had: map[string]bool{}}
	for first := true; ; first = false {
		head := r.take(8)
		n, name := binary.BigEndian.Uint32(head), string(head[4:8])
		if r.bad || n > uint32(len(r.data)) || first != (name == "IHDR") {
			return i, errBroken
		}
		body, sum := r.take(int(n)), r.take(4)
		if r.bad {
			return i, errBroken
		}
		if name == "IEND" {
			if !p.had["IDAT"] || p.kind == pngIndexed && !p.had["PLTE"] {
				return i, errBroken
			}
			i.out = append(i.out, pngEnd...)
			return i, nil
		}
		whole := crc32.Update(crc32.ChecksumIEEE(head[4:8]), crc32.IEEETable, body) == binary.BigEndian.Uint32(sum)
		kept, needed := p.keep(name, body)
		switch {
		case !kept:
			continue
		case !whole && !needed: // what a reader leaves out as well
			continue
		case !whole:
			return i, errBroken
		}
		p.had[name] = true
		switch name {
		case "IHDR":
			if err := i.header(&p, body); err != nil {
				return i, err
			}
		case "PLTE":
			p.colours = len(body) / 3
		case "fcTL":
			i.frames++
		}
		i.out = append(append(append(i.out, head...), body...), sum...)
	}
}

// header takes in the chunk that a PNG begins with.
func (i *image) header(p *pngParts, body []byte) error {
	p.depth, p.kind = body[8], body[9]
	depths, known := map[byte][]byte{
		pngGrey: {1, 2, 4, 8, 16}, pngTrue: {8, 16}, pngIndexed: {1, 2, 4, 8}, pngGreyAlpha: {8, 16}, pngTrueAlpha: {8, 16},
	}[p.kind]
	if !known || !slices.Contains(depths, p.depth) {
		return errBroken
	}
	w, h := binary.BigEndian.Uint32(body), binary.BigEndian.Uint32(body[4:])
	if w > MaxPixels || h > MaxPixels {
		return ErrPixels
	}
	i.width, i.height = int(w), int(h)
	return nil
}

// pngParts is what was read of a PNG so far, as far as it says what may follow.
type pngParts struct {
	kind, depth byte
	colours     int // of its palette
	had         map[string]bool
}

// keep reports whether a chunk is kept, and whether the picture is damaged without it.
func (p *pngParts) keep(name string, body []byte) (kept, needed bool) {
	n, before := len(body), !p.had[name] && !p.had["IDAT"]
	switch name {
	case "IHDR":
		return n == 13 && !p.had[name], true
	case "IDAT":
		return true, true
	case "PLTE": // of any other picture it is only a suggestion
		return p.kind == pngIndexed && before && n > 0 && n%3 == 0 && n <= 3<<p.depth, true
	case "tRNS":
		return before && p.transparency(n), true
	case "acTL":
		return before && n == 8, true
	case "fcTL":
		return p.had["acTL"] && n == 26, true
	case "fdAT":
		return p.had["acTL"] && p.had["IDAT"] && n > 4, true
	case "gAMA":
		return before && n == 4, false
	case "cHRM":
		return before && n == 32, false
	case "sRGB":
		return before && n == 1, false
	case "sBIT":
		return before && n == map[byte]int{pngGrey: 1, pngTrue: 3, pngIndexed: 3, pngGreyAlpha: 2, pngTrueAlpha: 4}[p.kind], false
	case "bKGD":
		return before && n == map[byte]int{pngGrey: 2, pngTrue: 6, pngIndexed: 1, pngGreyAlpha: 2, pngTrueAlpha: 6}[p.kind], false
	}
	return false, false
}

// transparency reports whether n bytes can say what of the picture is transparent.
func (p *pngParts) transparency(n int) bool {
	switch p.kind {
	case pngGrey:
		return n == 2
	case pngTrue:
		return n == 6
	case pngIndexed:
		return n > 0 && n <= p.colours
	}
	return false
}
