package teatest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"sync"
	"syscall"
	"testing"

	"go.uber.org/goleak"

	tools "parley/coordinator/tools/process"
	"parley/model/cli/process"
)

// bin keeps the programs that were built in this run of tests.
type bin struct {
	mu    sync.Mutex
	dir   string
	built map[string]outcome
}

type outcome struct {
	path string
	err  error
}

// built is the only instance in this run. It is created on first use and removed by Main.
var built = sync.OnceValue(func() *bin { return &bin{built: map[string]outcome{}} })

// Main runs the tests of a package that builds programs. It fails if a goroutine
// is left at the end, and removes what was built. Call it from TestMain.
//
// Under nohup, hang-ups are ignored, and the programs would rightly ignore them too. So
// that tests do not depend on this, the signal is caught here.
func Main(m *testing.M) {
	if signal.Ignored(syscall.SIGHUP) {
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	}
	goleak.VerifyTestMain(m, goleak.Cleanup(func(status int) {
		if err := built().remove(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			status = max(status, 1)
		}
		os.Exit(status)
	}))
}

// Build builds the program, once in a run of tests, and returns its path. The
// flags are those of go build, such as -race.
func Build(t T, flags ...string) string {
	t.Helper()
	return BuildPackage(t, ".", flags...)
}

// BuildPackage builds another program of the module, named from the module's
// root, such as "./teatest/floor".
func BuildPackage(t T, pkg string, flags ...string) string {
	t.Helper()
	if process.Above(tools.Mark) {
		t.Fatalf("the tests of this package start the program and decide in it, which a command that Parley started may not: run them in a terminal of your own")
	}
	path, err := built().build(pkg, flags)
	if err != nil {
		t.Fatalf("build %s: %v", pkg, err)
	}
	return path
}

func (b *bin) build(pkg string, flags []string) (string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	key := fmt.Sprint(pkg, flags)
	done, ok := b.built[key]
	if !ok {
		done.path, done.err = b.compile(pkg, flags)
		b.built[key] = done
	}
	return done.path, done.err
}

func (b *bin) compile(pkg string, flags []string) (path string, err error) {
	root, err := moduleRoot()
	if err != nil {
		return "", err
	}
	if err := seen(root); err != nil {
		return "", err
	}
	if b.dir == "" {
		if b.dir, err = os.MkdirTemp("", "parley-teatest-"); err != nil {
			return "", err
		}
	}
	path = filepath.Join(b.dir, fmt.Sprintf("program-%d", len(b.built)))
	cmd := exec.Command("go", append(append([]string{"build", "-o", path}, flags...), pkg)...)
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return path, nil
}

// seen reads every folder of the module: what a test has read, its kept result depends on,
// and of a program that it has built the go command knows nothing.
func seen(root string) error {
	return filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.IsDir() && e.Name() == ".git" {
			return fs.SkipDir
		}
		return err
	})
}

// remove also forgets what was built: a test that needs it again, such as the same test
// run twice, has it built again.
func (b *bin) remove() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	dir := b.dir
	b.dir, b.built = "", map[string]outcome{}
	if dir == "" {
		return nil
	}
	return os.RemoveAll(dir)
}

// moduleRoot is the directory of go.mod, searched from the working directory upwards:
// tests run in the directory of their package.
func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", errors.New("there is no go.mod here or above; run this within the module")
		}
		dir = up
	}
}
