// Package goldens compares what is drawn in cells with what was kept, and with what a
// terminal may be given. It is for tests of the rooms of the screen and knows none of
// them.
package goldens

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"parley/store/text/clean"
	"parley/store/text/lexing"
	"parley/store/text/packed"
)

func init() { lexing.Unhurried() } // what is drawn does not depend on how busy the machine is

// T receives the failures of a test.
type T interface{ Fatalf(string, ...any) }

// Must returns what a constructor made, and panics if it could not.
func Must[V any](v V, err error) V {
	if err != nil {
		panic(err)
	}
	return v
}

// Screen compares lines with testdata/screens/views/<name>.txt of the
// repository, without their styles; UPDATE=1 rewrites the file, and git shows the
// difference.
func Screen(t T, name string, lines []string) {
	path := filepath.Join(Root(t), "testdata", "screens", "views", name+".txt")
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(strings.TrimRight(ansi.Strip(line), " ") + "\n")
	}
	if os.Getenv("UPDATE") == "1" {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatalf("%v", err)
		}
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatalf("%v", err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; UPDATE=1 writes it", err)
	}
	if b.String() != string(want) {
		t.Fatalf("%s.txt differs; UPDATE=1 rewrites it\n--- got\n%s--- want\n%s", name, b.String(), want)
	}
}

// File compares a text with a file; UPDATE=1 rewrites the file, and git shows the
// difference.
func File(t T, path, got string) {
	if os.Getenv("UPDATE") == "1" {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatalf("%v", err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; UPDATE=1 writes it", err)
	}
	if got != string(want) {
		t.Fatalf("%s differs; UPDATE=1 rewrites it\n--- got\n%s\n--- want\n%s", path, got, want)
	}
}

// Packed compares what is built into the program in packed form with its source; UPDATE=1 packs the
// source into the file.
func Packed(t T, file, built, source string) {
	text, err := packed.Text(built)
	if err == nil && text == source {
		return
	}
	if os.Getenv("UPDATE") == "" {
		t.Fatalf("the source of %s has changed (%v); UPDATE=1 go test -run Packed takes that over", file, err)
	}
	if err := os.WriteFile(file, packed.Of(source), 0o644); err != nil {
		t.Fatalf("%v", err)
	}
}

// Root is the folder of the repository.
func Root(t T) string {
	dir, err := os.Getwd()
	for err == nil {
		if _, missing := os.Stat(filepath.Join(dir, "go.mod")); missing == nil {
			return dir
		}
		if filepath.Dir(dir) == dir {
			break
		}
		dir = filepath.Dir(dir)
	}
	t.Fatalf("the repository is not above the test's folder")
	return ""
}

// Section compares a section of a document of the repository, from its heading on, with
// what it should be; UPDATE=1 rewrites it.
func Section(t T, document, title, body string) {
	path := filepath.Join(Root(t), filepath.FromSlash(document))
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v", err)
	}
	before, rest, found := strings.Cut(string(data), "\n## "+title+"\n")
	if !found {
		t.Fatalf("%s has no section %q; write its heading where it belongs", document, title)
	}
	is, after, _ := strings.Cut(rest, "\n## ")
	if is == body {
		return
	}
	if os.Getenv("UPDATE") != "1" {
		t.Fatalf("the section %q of %s is\n%s\n--- want\n%s\n--- UPDATE=1 and go test -p 1 rewrite it", title, document, is, body)
	}
	whole := before + "\n## " + title + "\n" + body
	if after != "" {
		whole += "\n## " + after
	}
	if err := os.WriteFile(path, []byte(whole), 0o644); err != nil {
		t.Fatalf("%v", err)
	}
}

// Screens draws at the three widths in which every screen is kept.
func Screens(t T, name string, draw func(width int) []string) {
	for _, width := range []int{40, 80, 120} {
		lines := draw(width)
		Fits(t, lines, width, 0)
		Screen(t, fmt.Sprintf("%s-%d", name, width), lines)
	}
}

// Fits fails if lines are wider than width, if there are more than height (0: any number),
// or if they contain anything that a terminal would obey.
func Fits(t T, lines []string, width, height int) {
	if height > 0 && len(lines) > height {
		t.Fatalf("%d lines, limit %d", len(lines), height)
	}
	for _, line := range lines {
		if strings.Contains(line, "\n") {
			t.Fatalf("a line holds a line break: %q", line)
		}
		Harmless(t, line)
		if w := ansi.StringWidth(line); w > width {
			t.Fatalf("line is %d wide, limit %d: %q", w, width, line)
		}
	}
}

// Harmless fails if a text contains any sequence but those of styles and links, or any
// control character but line breaks and tabs.
func Harmless(t T, s string) {
	if !utf8.ValidString(s) {
		t.Fatalf("invalid UTF-8 in %q", s)
	}
	rest := s
	for len(rest) > 0 {
		r, n := utf8.DecodeRuneInString(rest)
		switch {
		case strings.HasPrefix(rest, "\x1b["):
			end := strings.IndexByte(rest, 'm')
			if end < 0 || strings.Trim(rest[2:end], "0123456789;") != "" {
				t.Fatalf("sequence passed in %q", s)
			}
			n = end + 1
		case strings.HasPrefix(rest, "\x1b]8;;"):
			end := strings.Index(rest, "\x1b\\")
			if target := rest[5:max(end, 5)]; end < 0 || target != "" && !strings.HasPrefix(strings.ToLower(target), "http") {
				t.Fatalf("link passed in %q", s)
			}
			n = end + 2
		case clean.Control(r) && r != '\n' && r != '\t':
			t.Fatalf("control %U passed in %q", r, s)
		}
		rest = rest[n:]
	}
}
