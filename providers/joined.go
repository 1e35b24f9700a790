package providers

import "slices"

// Joined merges neighbouring messages of the user, and neighbouring texts of the
// assistant: many servers refuse two of a kind in a row, and none tells them from
// one. The given messages are not changed.
func Joined(all []Message) []Message {
	var out []Message
	for i, m := range all {
		if n := len(out); i > 0 && n > 0 && joins(all[i-1], m) {
			out[n-1].Text += "\n\n" + m.Text
			out[n-1].Images = slices.Concat(out[n-1].Images, m.Images)
			continue
		}
		out = append(out, m)
	}
	return out
}

// joins reports whether two neighbours are one message. A response with calls, or
// with data that its server wants back, is not merged.
func joins(a, b Message) bool {
	plain := func(m Message) bool { return m.Text != "" && len(m.Calls) == 0 && len(m.Provider) == 0 }
	return a.Role == b.Role && a.Role != Tool && plain(a) && plain(b)
}
