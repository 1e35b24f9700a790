// Package stage is where the scripts of testdata/scripts run: their own commands beside
// the usual ones, a model server, and programs that run beside a script, on pipes or on a
// terminal of their own. It does not know what the program under test does; the scripts
// say that.
package stage

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/rogpeppe/go-internal/testscript"

	"parley/teatest/fakeserver/server"
)

// Params are for the scripts in testdata/scripts below the folder top, as seen from that in which the test runs.
// Each begins in an empty workspace, $WORK, with a home of its own beside it, $HOME, which
// receives what its archive has below .home, and has the commands of the table below
// beside the usual ones. $SCENARIOS is where the scenarios are. UPDATE=1 rewrites what
// they compare with.
func Params(top string) testscript.Params {
	return testscript.Params{
		Dir:   filepath.Join(top, "testdata", "scripts"),
		Setup: func(e *testscript.Env) error { return isolate(e, filepath.Join(top, "testdata", "scenarios")) }, RequireExplicitExec: true, RequireUniqueNames: true,
		UpdateScripts: os.Getenv("UPDATE") != "", Condition: condition,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status":   status,   // status N program args…: runs it and expects this exit status
			"norm":     norm,     // norm FROM TO: writes a text without its times, ids and addresses
			"bodies":   bodies,   // bodies TO: writes what the server was sent, one request per line
			"id":       id,       // id NAME [FROM]: sets $NAME to the conversation that the output names
			"serve":    serve,    // serve FILE…: serves scenarios over HTTP as the provider "fake"
			"requests": requests, // requests TO: writes a line for each request that the server received
			"hold":     hold,     // hold NAME TEXT program args…: starts it and waits until it has written TEXT
			"drop":     drop,     // drop NAME SIGNAL STATUS: ends what is held; NAME.out and NAME.err are what it wrote
			"dialog":   dialog,   // dialog STATUS FILE program args…: runs it on a terminal, which says and is told what FILE holds
		},
	}
}

// stage is what runs beside a script.
type stage struct {
	server *server.Server
	held   map[string]*held
}

// onStage is where a script keeps its stage.
const onStage = "stage"

func stageOf(ts *testscript.TestScript) *stage { return ts.Value(onStage).(*stage) }

func condition(name string) (bool, error) {
	if name == "root" {
		return os.Geteuid() == 0, nil
	}
	return false, fmt.Errorf("there is no condition %q", name)
}

// isolate gives a script nothing of the machine but its programs.
func isolate(e *testscript.Env, scenarios string) error {
	home := e.WorkDir + ".home"
	if err := os.Rename(filepath.Join(e.WorkDir, ".home"), home); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	scenarios, err := filepath.Abs(scenarios)
	if err != nil {
		return err
	}
	temp := e.WorkDir + ".tmp" // the workspace is no place for sockets
	if err := os.Mkdir(temp, 0o700); err != nil {
		return err
	}
	for _, set := range [][2]string{
		{"SCENARIOS", scenarios}, {"TMPDIR", temp},
		{"HOME", home}, {"XDG_CONFIG_HOME", filepath.Join(home, "config")}, {"XDG_STATE_HOME", filepath.Join(home, "state")},
		{"XDG_DATA_HOME", filepath.Join(home, "data")}, {"STORE", filepath.Join(home, "data", "parley", "conversations")},
		{"TERM", "xterm-256color"}, {"LANG", "C.UTF-8"}, {"GIT_CONFIG_GLOBAL", os.DevNull}, {"GIT_CONFIG_SYSTEM", os.DevNull},
	} {
		e.Setenv(set[0], set[1])
	}
	e.Values[onStage] = &stage{held: map[string]*held{}}
	return nil
}
