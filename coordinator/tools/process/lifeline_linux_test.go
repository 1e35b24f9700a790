package process_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"parley/coordinator/tools/process"
)

// host runs a command and is killed meanwhile. What the command says is passed on once Run
// waits for its end.
func host() {
	runs := afterwards{waits: make(chan struct{})}
	command := shell(os.Getenv("PARLEY_TEST_LINE"))
	command.Stdout, command.Limit = runs, time.Hour
	command.After = func(time.Duration) <-chan time.Time { close(runs.waits); return nil }
	if _, err := process.Run(context.Background(), command); err != nil {
		fmt.Println(err)
		os.Exit(9)
	}
}

// afterwards passes on what is written once waits is closed.
type afterwards struct{ waits chan struct{} }

func (a afterwards) Write(p []byte) (int, error) {
	<-a.waits
	return os.Stdout.Write(p)
}

// A program that is killed takes its commands with it, and what they started, whether or
// not it ends when asked to. What it waits by is the system's, whatever PATH finds.
func TestAKilledProgramTakesItsCommandsAlong(t *testing.T) {
	cases := []struct{ name, line string }{
		{"asked to end", `sleep 1000 & echo $$ $!; wait`},
		{"deaf", `trap '' TERM; PARLEY_TEST_CHILD=deaf "$PARLEY_TEST_SELF" & wait`},
		{"in a group of its own", `PARLEY_TEST_GROUP=own PARLEY_TEST_CHILD=deaf "$PARLEY_TEST_SELF" & wait`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			theirs := t.TempDir()
			if err := os.WriteFile(filepath.Join(theirs, "sleep"), []byte("#!/bin/sh\ntouch '"+theirs+"/ran'\n"), 0o700); err != nil {
				t.Fatal(err)
			}
			child := exec.Command(os.Args[0])
			child.Env = append(os.Environ(), "PARLEY_TEST_CHILD=host", "PARLEY_TEST_LINE=PATH=/usr/bin:/bin; "+c.line, "PARLEY_TEST_SELF="+os.Args[0], "PATH="+theirs+":"+os.Getenv("PATH"))
			out, err := child.StdoutPipe()
			if err != nil || child.Start() != nil {
				t.Fatal(err)
			}
			said, err := bufio.NewReader(out).ReadString('\n')
			if err != nil {
				t.Fatal(err)
			}
			if err := child.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			var killed *exec.ExitError
			if err := child.Wait(); !errors.As(err, &killed) || killed.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
				t.Errorf("the program ended with %v", err)
			}
			for _, pid := range strings.Fields(said) {
				gone(t, pid)
			}
			if _, err := os.Stat(filepath.Join(theirs, "ran")); err == nil {
				t.Error("what PATH finds was run")
			}
		})
	}
}

// Nothing is left behind of a command that ended by itself or could not be started: this
// process has no child that it did not have before.
func TestNoShellIsLeft(t *testing.T) {
	ended := shell("exit 0")
	ended.Stdout = io.Discard
	before := children(t)
	for _, c := range []process.Command{ended, {Args: []string{"/no/such/program"}, Stdout: io.Discard}} {
		if _, err := process.Run(context.Background(), c); (err != nil) != (c.Args[0] != "sh") {
			t.Errorf("%q: %v", c.Args, err)
		}
		for _, pid := range children(t) {
			if !slices.Contains(before, pid) {
				t.Errorf("%q: there is a child %s", c.Args, pid)
			}
		}
	}
}

// children are the children of this process, by their ids.
func children(t *testing.T) (all []string) {
	t.Helper()
	tasks, err := filepath.Glob("/proc/self/task/*/children")
	if err != nil || len(tasks) == 0 {
		t.Fatal("there is no list of children: ", err)
	}
	for _, task := range tasks {
		list, err := os.ReadFile(task)
		if err != nil && !errors.Is(err, os.ErrNotExist) && !errors.Is(err, unix.ESRCH) { // a thread may end meanwhile
			t.Fatal(err)
		}
		all = append(all, strings.Fields(string(list))...)
	}
	return all
}
