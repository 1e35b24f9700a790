package edit

import (
	"slices"
	"strings"
	"testing"

	"parley/store/text/clean"
	"parley/views/text"
)

// TestAnEditorSpells: what is written is seen whole on a terminal of ASCII, and the cursor stands
// where it is.
func TestAnEditorSpells(t *testing.T) {
	clean.Shows(clean.OnlyASCII)
	t.Cleanup(func() { clean.Shows(clean.Unicode) })
	theme, err := text.NewTheme(text.ThemePlain, text.ASCII())
	if err != nil {
		t.Fatal(err)
	}
	e := NewEditor(theme, "")
	e.SetSize(20, 4)
	e.Set("echo ◆ größe\nrm …")
	want := []string{"echo <U+25C6> gr", "<U+00F6><U+00DF>e", "rm <U+2026>"}
	if got := e.Lines(); !slices.Equal(got, want) {
		t.Errorf("it shows %q, want %q", got, want)
	}
	if x, y := e.Cursor(); x != 11 || y != 2 {
		t.Errorf("the cursor is at %d, %d", x, y)
	}
	e.SetOffset(9)
	if x, y := e.Cursor(); x != 0 || y != 1 {
		t.Errorf("before ö the cursor is at %d, %d", x, y)
	}
	if e.Text() != "echo ◆ größe\nrm …" {
		t.Errorf("it holds %q", e.Text())
	}
	e.Set("größe")
	if got := strings.Join(e.Lines(), "\n"); got != "gr<U+00F6><U+00DF>e" {
		t.Errorf("it shows %q", got)
	}
}
