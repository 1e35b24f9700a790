package diff

import "strings"

// Undone returns the text that a unified diff turned into this one; false if the diff
// does not fit it.
func Undone(unified, text string) (string, bool) {
	now, was, at := Lines(text), strings.Builder{}, 0
	lines := Lines(unified)
	for i := 0; i < len(lines); {
		fields := strings.Fields(lines[i])
		i++
		if len(fields) < 4 || fields[0] != "@@" || fields[3] != "@@" {
			continue
		}
		_, left := Span(fields[1], "-")
		from, right := Span(fields[2], "+")
		if right > 0 {
			from--
		}
		if from < at || from > len(now) {
			return "", false
		}
		was.WriteString(strings.Join(now[at:from], ""))
		at = from
		for ; left > 0 || right > 0; i++ {
			if i == len(lines) {
				return "", false
			}
			sign, line := lines[i][0], strings.TrimSuffix(lines[i][1:], "\n")
			if i+1 == len(lines) || lines[i+1][0] != '\\' {
				line += "\n"
			}
			switch sign {
			case '\\':
				continue
			case '-', ' ':
				was.WriteString(line)
				left--
			case '+':
			default:
				return "", false
			}
			if sign != '-' {
				if right--; at == len(now) || now[at] != line {
					return "", false
				}
				at++
			}
		}
	}
	was.WriteString(strings.Join(now[at:], ""))
	return was.String(), true
}

// Names returns the names of the two texts that a unified diff begins with.
func Names(unified string) (from, to string) {
	first, rest, _ := strings.Cut(unified, "\n")
	second, _, _ := strings.Cut(rest, "\n")
	return strings.TrimPrefix(first, "--- "), strings.TrimPrefix(second, "+++ ")
}
