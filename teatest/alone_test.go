package teatest

import (
	"os"
	"testing"
)

func TestAloneCleansUpAndSaysWhatFailed(t *testing.T) {
	var dir string
	var order []string
	err := Alone(func(a T) {
		a.Helper()
		dir = a.TempDir()
		a.Cleanup(func() { order = append(order, "first") })
		a.Cleanup(func() { a.Fatalf("a clean-up failed") })
		a.Cleanup(func() { order = append(order, "last") })
		x := Start(a, 20, 2, shell("echo hello; exit 3"))
		x.WaitFor("hello")
		a.Fatalf("status %d", x.Wait().ExitCode())
	})
	if err == nil || err.Error() != "status 3\na clean-up failed" {
		t.Errorf("it failed with %v", err)
	}
	if len(order) != 2 || order[0] != "last" || order[1] != "first" {
		t.Errorf("the order of cleaning was %v", order)
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("the directory is still there: %v", err)
	}
	if err := Alone(func(T) {}); err != nil {
		t.Errorf("nothing failed, but %v", err)
	}
}
