package screens

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/coordinator/tools/fs"
)

func TestExportPath(t *testing.T) {
	dir := t.TempDir()
	for _, taken := range []string{"red-herring.md", "red-herring-2.md"} {
		if err := os.WriteFile(filepath.Join(dir, taken), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	may := func(name string) bool { return fs.Harmless(name) && name != "told.md" && name != "red-herring-3.md" }
	for _, c := range []struct{ file, title, want string }{
		{"", "Told", "id.md"},
		{"", "Grün & (gold)!", "grün-gold.md"}, {"", "../..", "id.md"}, {"", "", "id.md"}, {"", "Red herring", "red-herring-4.md"},
		{"", strings.Repeat("a ", 100), strings.TrimSuffix(strings.Repeat("a-", 30), "-") + ".md"},
		{"", "Agents!", "id.md"}, {"", "CLAUDE", "id.md"}, {"", "Nul", "id.md"}, {"", "About agents", "about-agents.md"},
		{"AGENTS.md", "x", "AGENTS.md"}, {"a/b.html", "x", "a/b.html"}, {"/etc/x", "x", "/etc/x"},
	} {
		got, err := exportPath(dir, c.file, c.title, "id", may)
		if got = strings.TrimPrefix(got, dir+"/"); got != c.want || err != nil {
			t.Errorf("%q, %q: %q, %v; want %q", c.file, c.title, got, err, c.want)
		}
	}
}
