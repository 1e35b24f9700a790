//go:build unix

package main

import (
	"os"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"parley/teatest/stage"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"parley": alone})
}

// alone is the program without the terminal of whoever runs the tests. It keeps
// one that a script gave it, since it then leads a session already.
func alone() {
	if _, err := syscall.Setsid(); err != nil && err != syscall.EPERM {
		panic(err)
	}
	os.Exit(run())
}

// TestScripts runs the scripts of testdata/scripts on their stage; see the package
// teatest/stage for what they find there.
func TestScripts(t *testing.T) {
	testscript.Run(t, stage.Params())
}
