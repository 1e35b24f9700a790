package picture

import (
	"encoding/binary"
	"hash/crc32"
)

const pngHead = "\x89PNG\r\n\x1a\n"

// pngKept are the chunks that are needed to show the picture. All others, which hold
// texts, times, places and colour profiles, are left out.
var pngKept = map[string]bool{
	"IHDR": true, "PLTE": true, "IDAT": true, "IEND": true, "tRNS": true, "gAMA": true, "cHRM": true, "sRGB": true, "sBIT": true, "bKGD": true,
	"acTL": true, "fcTL": true, "fdAT": true,
}

func readPNG(data []byte) (image, error) {
	i := image{out: []byte(pngHead)}
	r := reader{data: data[len(pngHead):]}
	for first := true; ; first = false {
		head := r.take(8)
		n, name := binary.BigEndian.Uint32(head), string(head[4:8])
		if r.bad || n > uint32(len(r.data)) || first != (name == "IHDR") {
			return i, errBroken
		}
		body, sum := r.take(int(n)), r.take(4)
		if r.bad || crc32.Update(crc32.ChecksumIEEE(head[4:8]), crc32.IEEETable, body) != binary.BigEndian.Uint32(sum) {
			return i, errBroken
		}
		switch name {
		case "IHDR":
			if n != 13 {
				return i, errBroken
			}
			w, h := binary.BigEndian.Uint32(body), binary.BigEndian.Uint32(body[4:])
			if w > MaxPixels || h > MaxPixels {
				return i, ErrPixels
			}
			i.width, i.height = int(w), int(h)
		case "fcTL":
			i.frames++
		}
		if pngKept[name] {
			i.out = append(append(append(i.out, head...), body...), sum...)
		}
		if name == "IEND" {
			return i, nil
		}
	}
}
