package views

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// golden compares screen text with testdata/screens/views/<name>.txt, without
// styles; UPDATE=1 rewrites the file, and git shows the difference.
func golden(t *testing.T, name string, lines []string) {
	t.Helper()
	path := filepath.Join("..", "testdata", "screens", "views", name+".txt")
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(strings.TrimRight(ansi.Strip(line), " ") + "\n")
	}
	if os.Getenv("UPDATE") == "1" {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("%s differs; UPDATE=1 rewrites it\n--- got\n%s--- want\n%s", path, b.String(), want)
	}
}

// goldens draws at the three widths that every screen is kept in.
func goldens(t *testing.T, name string, draw func(width int) []string) {
	t.Helper()
	for _, width := range []int{40, 80, 120} {
		lines := draw(width)
		fits(t, lines, width, 0)
		golden(t, fmt.Sprintf("%s-%d", name, width), lines)
	}
}

// fits fails if the lines are wider than width, more than height (0: any), or
// hold anything that a terminal would obey.
func fits(t interface{ Fatalf(string, ...any) }, lines []string, width, height int) {
	if height > 0 && len(lines) > height {
		t.Fatalf("%d lines, limit %d", len(lines), height)
	}
	for _, line := range lines {
		if strings.Contains(line, "\n") {
			t.Fatalf("a line holds a line break: %q", line)
		}
		harmless(t, line)
		if Width(line) > width {
			t.Fatalf("line is %d wide, limit %d: %q", Width(line), width, line)
		}
	}
}

func theme(t interface{ Fatalf(string, ...any) }, name string) Theme {
	th, err := NewTheme(name, Unicode())
	if err != nil {
		t.Fatalf("%v", err)
	}
	return th
}
