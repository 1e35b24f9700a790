//go:build unix

package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
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

// TestScripts runs the scripts of testdata/scripts. Each begins in an empty
// workspace, $WORK, with a home of its own in $WORK/.home, and has the commands
// of the table below beside the usual ones. UPDATE=1 rewrites what they compare
// with.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/scripts", Setup: isolate, RequireExplicitExec: true, RequireUniqueNames: true,
		UpdateScripts: os.Getenv("UPDATE") != "", Condition: condition,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status":   status,   // status N program args…: runs it and wants this exit status
			"norm":     norm,     // norm FROM TO: writes a text without its times, ids and addresses
			"id":       id,       // id NAME [FROM]: sets $NAME to the conversation that the output names
			"serve":    serve,    // serve FILE…: serves scenarios over HTTP as the provider "fake"
			"requests": requests, // requests TO: writes a line for each request that the server got
			"hold":     hold,     // hold NAME TEXT program args…: starts it and waits until it has written TEXT
			"drop":     drop,     // drop NAME SIGNAL STATUS: ends what is held; NAME.out and NAME.err are what it wrote
			"dialog":   dialog,   // dialog STATUS FILE program args…: runs it on a terminal, which says and is told what FILE holds
		},
	})
}

func condition(name string) (bool, error) {
	if name == "root" {
		return os.Geteuid() == 0, nil
	}
	return false, fmt.Errorf("there is no condition %q", name)
}

// isolate gives a script nothing of the machine but its programs.
func isolate(e *testscript.Env) error {
	home := filepath.Join(e.WorkDir, ".home")
	scenarios, err := filepath.Abs(filepath.Join("testdata", "scenarios"))
	if err != nil {
		return err
	}
	for _, set := range [][2]string{
		{"SCENARIOS", scenarios},
		{"HOME", home}, {"XDG_CONFIG_HOME", filepath.Join(home, "config")}, {"XDG_STATE_HOME", filepath.Join(home, "state")},
		{"XDG_DATA_HOME", filepath.Join(home, "data")}, {"STORE", filepath.Join(home, "data", "parley", "conversations")},
		{"TERM", "xterm-256color"}, {"GIT_CONFIG_GLOBAL", os.DevNull}, {"GIT_CONFIG_SYSTEM", os.DevNull},
	} {
		e.Setenv(set[0], set[1])
	}
	e.Values[onStage] = &stage{held: map[string]*held{}}
	return nil
}

func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N program [args…]")
	}
	if got := statusOf(ts.Exec(args[1], args[2:]...)); got != args[0] {
		ts.Fatalf("exit status %s, want %s", got, args[0])
	}
}

func norm(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: norm FROM TO")
	}
	text := ts.ReadFile(args[0])
	for i, id := range conversations(ts) {
		text = strings.ReplaceAll(text, id, fmt.Sprintf("<id %d>", i+1))
	}
	text = strings.ReplaceAll(text, ts.Getenv("WORK"), "$WORK")
	for _, v := range varying() {
		text = v.pattern.ReplaceAllString(text, v.instead)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(text), 0o600))
}

// conversations lists the ids in the store in the order in which they began.
func conversations(ts *testscript.TestScript) []string {
	files, err := filepath.Glob(filepath.Join(ts.Getenv("STORE"), "*", "events.jsonl"))
	ts.Check(err)
	thrown, err := filepath.Glob(filepath.Join(ts.Getenv("STORE"), ".trash", "*", "events.jsonl"))
	ts.Check(err)
	files = append(files, thrown...)
	begun := map[string]string{}
	var ids []string
	for _, file := range files {
		data, err := os.ReadFile(file)
		if errors.Is(err, syscall.EISDIR) {
			continue // a script's own doing
		}
		ts.Check(err)
		id := filepath.Base(filepath.Dir(file))
		begun[id] = varying()[0].pattern.FindString(string(data))
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b string) int { // a fork begins when its original did
		return cmp.Or(strings.Compare(begun[a], begun[b]), strings.Compare(a, b))
	})
	return ids
}

func id(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 || len(args) > 2 {
		ts.Fatalf("usage: id NAME [FROM]")
	}
	text := ts.ReadFile("stdout") + ts.ReadFile("stderr")
	if len(args) == 2 {
		text = ts.ReadFile(args[1])
	}
	named := naming().FindStringSubmatch(text)
	if named == nil {
		ts.Fatalf("no conversation is named in %q", text)
	}
	ts.Setenv(args[0], named[1]+named[2])
}
