package instruct

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/config"
	"parley/coordinator/instructions"
)

// BenchmarkTold looks at instructions of 64 KiB and 200 skills. The screen has a job do
// this after its first picture.
func BenchmarkTold(b *testing.B) {
	home, dir := b.TempDir(), b.TempDir()
	write := func(file, text string) {
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	write(filepath.Join(home, ".config/parley/AGENTS.md"), strings.Repeat("x", instructions.Most))
	for i := range 200 {
		name := fmt.Sprintf("s%03d", i)
		write(filepath.Join(home, ".agents/skills", name, "SKILL.md"), skillText(name, "Does it.", "Do it."))
	}
	places, err := config.Locate([]string{"HOME=" + home})
	if err != nil {
		b.Fatal(err)
	}
	cfg, err := config.Load(config.Sources{Builtin: map[string]config.Builtin{"read_skill": {}}})
	if err != nil {
		b.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = root.Close() }) // only read
	o := Options{Config: func() config.Config { return cfg }, Places: places, Dir: dir, Working: ".", Root: root}
	for b.Loop() {
		if told := New(o).Told(); len(told.Skills) != 200 || len(told.Files) != 1 {
			b.Fatalf("%d skills, %d files", len(told.Skills), len(told.Files))
		}
	}
}
