package text

import "strings"

// ShortPath is a path in at most width cells: its middle gives way first, then the
// directories before the name, then the beginning of the name.
func ShortPath(path string, width int, ellipsis string) string {
	if Width(path) <= width {
		return path
	}
	room := width - Width(ellipsis)
	if room < 1 {
		return Cut(path, width, "")
	}
	tail := path[strings.LastIndexByte(path, '/')+1:]
	if len(tail) < len(path) && Width(tail)+1 <= room {
		tail = "/" + tail
	}
	head := ""
	if rest := room - Width(tail); rest > 0 {
		head = Cut(path, rest, "")
	} else {
		tail = lastCells(tail, room)
	}
	return head + ellipsis + tail
}

// lastCells is the end of a text, at most width cells of it.
func lastCells(text string, width int) string {
	for n := Width(text) - width; n <= Width(text); n++ {
		if out := CutLeft(text, n); Width(out) <= width {
			return out
		}
	}
	return ""
}
