package paths

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWhereALinkLands: what does not exist lies where its path leads, behind a link, below a
// file, and up again to another link.
func TestWhereALinkLands(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{
		os.WriteFile(filepath.Join(dir, "file"), nil, 0o600),
		os.Symlink("none/x", filepath.Join(dir, "link")),
		os.Symlink("gone/../link", filepath.Join(dir, "up")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for p, want := range map[string]string{
		"a/b/c": "a/b/c", "link": "none/x", "link/y": "none/x/y", "file/a/b": "file/a/b", "up/z": "none/x/z", "a//./b": "a/b",
	} {
		if got, ok := lands("", filepath.Join(dir, "/")+"/"+p); !ok || got != filepath.Join(dir, want) {
			t.Errorf("%s lands at %s, %v", p, got, ok)
		}
	}
}

// TestWhatIsNotThereHasOneName: a path is the one that something names in another case, or with
// an accent stored in another way, as some systems then make one file of both.
func TestWhatIsNotThereHasOneName(t *testing.T) {
	dir := t.TempDir()
	for p, named := range map[string]string{
		"docs/\u00fcb.md": "docs/u\u0308b.md", "docs/u\u0308b.md": "docs/\u00fcb.md", "docs/\u00dcB.md": "DOCS/u\u0308b.md", "\u00e5/b.md": "A\u030a/b.md",
	} {
		if way := TrailOf(dir, p); !way.Meets("", filepath.Join(dir, named)) || way.Meets("", filepath.Join(dir, "docs/ub.md")) {
			t.Errorf("%q is not what %q names", p, named)
		}
	}
}

// TestADeepPathCostsItsFolders: for each folder of a path that does not exist no more is
// done than once, so that one call with a path of thousands takes no minutes.
func TestADeepPathCostsItsFolders(t *testing.T) {
	dir := t.TempDir()
	cost := func(n int) float64 {
		p := strings.Repeat("a/", n) + "x"
		return testing.AllocsPerRun(1, func() { TrailOf(dir, p) })
	}
	if few, many := cost(100), cost(400); many > 6*few {
		t.Errorf("four times the folders take %v steps instead of %v", many, few)
	}
}
