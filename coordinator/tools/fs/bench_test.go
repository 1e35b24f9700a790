package fs

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkQuestion asks about a patch to a file of 5,000 lines with 50 places changed,
// from reading the file to the form: below 50 ms.
func BenchmarkQuestion(b *testing.B) {
	y := newYard(b, map[string]string{"f": lines(5000)})
	y.use(Options{})
	in := modifyArguments{Path: "f"}
	for i := 50; i < 5000; i += 100 {
		in.Patterns = append(in.Patterns, pattern{Old: fmt.Sprintf("line %d\n", i), New: "changed\n"})
	}
	y.questions(y.run("fs_modify_file", in, nil))
	for b.Loop() {
		y.run("fs_modify_file", in, nil)
	}
}

// BenchmarkRewriteQuestion is the same for a file of which every line changes.
func BenchmarkRewriteQuestion(b *testing.B) {
	old := lines(5000)
	y := newYard(b, map[string]string{"f": old})
	y.use(Options{})
	in := change("f", old, strings.ReplaceAll(old, "line", "row"))
	y.questions(y.run("fs_modify_file", in, nil))
	for b.Loop() {
		y.run("fs_modify_file", in, nil)
	}
}

// BenchmarkGrep searches 2,000 files of 100 lines.
func BenchmarkGrep(b *testing.B) {
	files := map[string]string{}
	for i := range 2000 {
		files[fmt.Sprintf("d%02d/e%d/f%d.go", i%20, i%7, i)] = lines(100)
	}
	y := newYard(b, files)
	for name, pattern := range map[string]string{"literal": "line 77$", "expression": `\b7[78]$`} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				y.run("fs_grep_files", grepArguments{Pattern: pattern}, nil)
			}
		})
	}
}

// BenchmarkList lists 2,000 files.
func BenchmarkList(b *testing.B) {
	files := map[string]string{".gitignore": "*.o\n/out\n**/gen/*.go\n"}
	for i := range 2000 {
		files[fmt.Sprintf("d%02d/e%d/f%d.go", i%20, i%7, i)] = ""
	}
	y := newYard(b, files)
	for b.Loop() {
		y.run("fs_list_files", listArguments{}, nil)
	}
}
