package record

import (
	"fmt"
	"strings"

	"parley/store"
)

// FileWords lists the files that go with a text, one per line; "" for none.
func FileWords(files []store.File) string {
	var lines []string
	for i, f := range files {
		what, name := "file", f.Name
		if strings.HasPrefix(f.Type, "image/") {
			what = "image"
		}
		if name == "" {
			name = f.Type
		}
		parts, called := []string{}, fmt.Sprintf("%s %d", what, i+1)
		switch name = strings.Join(strings.Fields(name), " "); {
		case isNumbered(name, what): // it has no other name, and others may not go with the result
			called = name
		case name != "":
			parts = append(parts, name)
		}
		if f.Width > 0 && f.Height > 0 {
			parts = append(parts, fmt.Sprintf("%d×%d", f.Width, f.Height))
		}
		lines = append(lines, fmt.Sprintf("[%s: %s]", called, strings.Join(append(parts, sizeWords(f.Bytes)), ", ")))
	}
	return strings.Join(lines, "\n")
}

// isNumbered reports whether a name is what a file is and a number: "image 2".
func isNumbered(name, what string) bool {
	number, ok := strings.CutPrefix(name, what+" ")
	return ok && number != "" && strings.Trim(number, "0123456789") == ""
}

// NotPassedOn is what stands in the result of a call for an image that does not go with it.
func NotPassedOn(name string, why error) string {
	return "[" + name + notPassedOn + why.Error() + "]"
}

const notPassedOn = " cannot be passed on: "

// notPassed are the images that the end of a result says do not go with it, and how many
// bytes stand before that.
func notPassed(content string) (lost []string, before int) {
	before = len(content)
	for {
		at := strings.LastIndexByte(content[:before], '\n')
		line := content[at+1 : before]
		if line == "" || line[0] != '[' || line[len(line)-1] != ']' || !strings.Contains(line, notPassedOn) {
			return lost, before
		}
		lost, before = append([]string{line[1 : len(line)-1]}, lost...), max(at, 0)
		if at < 0 {
			return lost, before
		}
	}
}

// With is a text followed by the names of the files that go with it.
func With(text string, files []store.File) string {
	if len(files) == 0 {
		return text
	}
	return strings.TrimLeft(strings.TrimRight(text, "\n")+"\n\n"+FileWords(files), "\n")
}

// GoesWith says what is given with a result beside its text, "" for nothing.
func GoesWith(files []store.File) string {
	if len(files) == 0 {
		return ""
	}
	return "With it goes, also where its text is edited:\n" + FileWords(files)
}

func sizeWords(bytes int64) string {
	switch {
	case bytes < 1000:
		return fmt.Sprintf("%d bytes", bytes)
	case bytes < 1_000_000:
		return fmt.Sprintf("%d kB", (bytes+500)/1000)
	}
	return fmt.Sprintf("%.1f MB", float64(bytes)/1e6)
}
