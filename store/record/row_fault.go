package record

import "strings"

// What the tools for files say of a call that failed names the parameters of the tool, since
// it is for the model. People, who do not know these, read it in words of their own.

// plainly is how such words begin, and what a person reads instead; rest says that what
// follows up to a bracket stays.
type plainly struct {
	begins, words string
	rest          bool
}

func plainFaults() []plainly {
	return []plainly{
		{"old is not in the file", "the text to replace is not in it", false},
		{"old stands in the file ", "the text to replace is there ", true},
		{"old and new are equal", "the new text is the old one", false},
		{"old is empty, but the file is not", "it does not say which text to replace", false},
		{"patterns is empty", "the call names no change", false},
		{"path is empty", "the call names no file", false},
		{"path holds a null character", "the name of the file holds a null character", false},
		{"pattern is empty", "the call names nothing to look for", false},
		{"is a binary file and cannot be changed by text patterns", "is a binary file", false},
		{"The patterns change nothing in ", "it would change nothing", false},
	}
}

// forPeople is a fault of a tool for files without the names of its parameters. Of several
// places that a change is about it says which; a single one is the first.
func forPeople(said string) string {
	lead, wrong := "", said
	if before, after, ok := strings.Cut(said, "patterns["); ok {
		if nth, what, ok := strings.Cut(after, "]: "); ok && nth == "0" {
			lead, wrong = before, what
		} else if ok {
			lead, wrong = before+"in a later place, ", what
		}
	}
	for _, p := range plainFaults() {
		rest, ok := strings.CutPrefix(wrong, p.begins)
		if !ok {
			continue
		}
		if !p.rest {
			return lead + p.words
		}
		rest, _, _ = strings.Cut(rest, " (")
		return lead + p.words + rest
	}
	return said
}

// ofTheWay reports whether a fault is of the whole path, and not of the file that it names.
func ofTheWay(said string) bool {
	for _, begins := range []string{"leads ", "is outside the workspace", "is too long for a path"} {
		if strings.HasPrefix(said, begins) {
			return true
		}
	}
	return false
}
