//go:build unix

// Package scripts runs the scripts of testdata/scripts with the program. go test gives each package ten minutes, which on
// a machine that does other work is too little for all of them at once: so the package at the top runs those up to
// the letter o, and the tests of this one the rest.
package scripts

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	tools "parley/coordinator/tools/process"
	"parley/model/cli"
	"parley/model/cli/process"
	"parley/teatest/mcpserver/server"
	"parley/teatest/stage"
)

// Main runs tests in a binary that is also the programs of the scripts.
func Main(m *testing.M) {
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
	os.Exit(cli.Own())
}

// besides are the scripts in which processes or connections run side by side. A short run, which the race detector
// uses, takes these.
var besides = [...]string{"http", "killed", "locked", "run", "terminal"}

// Run runs the scripts below the folder top whose names begin with a letter from first to last, on their stage; the
// package teatest/stage says what they find there. A short run takes all of besides, whatever they begin with.
func Run(t *testing.T, top string, first, last byte) {
	if process.Above(tools.Mark) {
		t.Fatal("these tests start the program and decide in it, which a command that Parley started may not: run them in a terminal of your own")
	}
	params := stage.Params(top)
	all, err := filepath.Glob(filepath.Join(params.Dir, "*.txtar"))
	if err != nil || len(all) == 0 {
		t.Fatalf("there are no scripts in %s: %v", params.Dir, err)
	}
	if testing.Short() {
		for _, name := range besides {
			params.Files = append(params.Files, filepath.Join(params.Dir, name+".txtar"))
		}
		all = nil
	}
	for _, file := range all {
		switch begins := filepath.Base(file)[0]; {
		case begins < 'a' || 'z' < begins:
			t.Fatalf("%s begins with no small letter, so neither half of the scripts has it", file)
		case first <= begins && begins <= last:
			params.Files = append(params.Files, file)
		}
	}
	params.Dir = ""
	testscript.Run(t, params)
}
