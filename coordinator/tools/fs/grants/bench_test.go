package grants

import (
	"fmt"
	"testing"

	"parley/coordinator/git"
)

// BenchmarkGiven asks whether a file gives permission: a new one four folders deep, one
// that exists, and one among 5,000 others in a repository that knows them. Each takes less
// than 1.5 ms, the last less than 5 ms.
func BenchmarkGiven(b *testing.B) {
	files := map[string]string{"a/b/c/d/old.go": "x\n", ".github/workflows/x.yml": "", ".vscode/tasks.json": "", "AGENTS.md": ""}
	for i := range 5000 {
		files[fmt.Sprintf("many/f%d.go", i)] = ""
	}
	y := newYard(b, files)
	y.git("init", "-q")
	y.git("add", ".")
	call := y.call("")
	for name, p := range map[string]string{"deep": "new/b/c/d/x.go", "below": "a/b/c/d/new.go", "there": "a/b/c/d/old.go", "many": "many/new.go"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if g := Of(git.User{}, call, p); g.Why != "" {
					b.Fatalf("%+v", g)
				}
			}
		})
	}
}
