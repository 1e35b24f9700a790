//go:build unix

package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	tools "parley/coordinator/tools/process"
	"parley/model/cli/process"
	"parley/teatest/mcpserver/server"
	"parley/teatest/stage"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"parley": alone, "mcpserver": serves})
}

// serves is a server of tools.
func serves() {
	if err := server.Serve(context.Background(), os.Args[1:]...); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// alone is the program without the terminal of whoever runs the tests. It keeps one that a
// script gave it, since it then already leads a session.
func alone() {
	if _, err := syscall.Setsid(); err != nil && err != syscall.EPERM {
		panic(err)
	}
	os.Exit(run())
}

// TestScripts runs the scripts of testdata/scripts on their stage; the package
// teatest/stage says what they find there. A short run, which the race detector uses,
// takes those in which processes or connections run side by side.
func TestScripts(t *testing.T) {
	if process.Above(tools.Mark) {
		t.Fatal("these tests start the program and decide in it, which a command that Parley started may not: run them in a terminal of your own")
	}
	params := stage.Params()
	if testing.Short() {
		for _, name := range []string{"http", "killed", "locked", "run", "terminal"} {
			params.Files = append(params.Files, filepath.Join(params.Dir, name+".txtar"))
		}
		params.Dir = ""
	}
	testscript.Run(t, params)
}
