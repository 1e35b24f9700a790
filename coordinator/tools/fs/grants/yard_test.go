package grants

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"go.uber.org/goleak"

	"parley/coordinator/tool"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// yard is a workspace for a test.
type yard struct {
	t   testing.TB
	dir string
}

func newYard(t testing.TB, files map[string]string) *yard {
	t.Helper()
	y := &yard{t, t.TempDir()}
	for name, content := range files {
		y.put(name, content)
	}
	return y
}

// call is a call in the workspace, or in a folder of it.
func (y *yard) call(folder string) tool.Call {
	y.t.Helper()
	root, err := os.OpenRoot(y.path(folder))
	y.must(err)
	y.t.Cleanup(func() { y.must(root.Close()) })
	return tool.Call{Dir: y.path(folder), Root: root}
}

func (y *yard) path(name string) string { return filepath.Join(y.dir, name) }

func (y *yard) put(name, content string) {
	y.t.Helper()
	y.must(os.MkdirAll(filepath.Dir(y.path(name)), 0o755))
	y.must(os.WriteFile(y.path(name), []byte(content), 0o644))
}

func (y *yard) must(err error) {
	y.t.Helper()
	if err != nil {
		y.t.Fatal(err)
	}
}

// git runs git in the workspace, without anybody's settings.
func (y *yard) git(arguments ...string) {
	y.t.Helper()
	cmd := exec.Command("git", arguments...)
	cmd.Dir = y.dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		y.t.Fatalf("git %v: %v\n%s", arguments, err, out)
	}
}
