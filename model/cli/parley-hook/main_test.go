//go:build unix

package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// built is the folder in which the hook lies, beside whatever stands for parley.
var built string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "hook")
		if err != nil {
			panic(err)
		}
		defer os.RemoveAll(dir)
		built = dir
		if out, err := exec.Command("go", "build", "-o", dir+"/parley-hook", ".").CombinedOutput(); err != nil {
			panic(string(out))
		}
		return m.Run()
	}())
}

// parley puts a script in the place of parley.
func parley(t *testing.T, script string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Link(filepath.Join(built, "parley-hook"), filepath.Join(dir, "parley-hook")); err != nil {
		t.Fatal(err)
	}
	if script != "" {
		if err := os.WriteFile(filepath.Join(dir, "parley"), []byte("#!/bin/sh\n"+script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func hook(t *testing.T, dir, in string, args ...string) (out, fault string) {
	t.Helper()
	ctx, stop := context.WithTimeout(context.Background(), 20*time.Second)
	defer stop()
	c := exec.CommandContext(ctx, filepath.Join(dir, "parley-hook"), args...)
	var said, told bytes.Buffer
	c.Stdin, c.Stdout, c.Stderr = strings.NewReader(in), &said, &told
	if err := c.Run(); err != nil {
		t.Errorf("it ends with %v, and another status than 0 means something", err)
	}
	return said.String(), told.String()
}

// TestAllOrNothing: a whole line that parley says is passed on, and nothing else.
func TestAllOrNothing(t *testing.T) {
	for name, c := range map[string]struct{ script, in, out, fault string }{
		"an answer":           {`printf '%s ' "$@"; cat`, "{}\n", "bridge ask --hook claude {}\n", ""},
		"a second line":       {`cat; echo more`, "{}\n", "{}\n", ""},
		"half an answer":      {`cat >/dev/null; printf '{"half'`, "{}", "", "parley-hook: nothing was decided, so the program itself decides\n"},
		"an answer, a fault":  {`cat; exit 1`, "{}\n", "{}\n", ""},
		"a large message":     {`wc -c`, strings.Repeat("x", mostIn), "1048576\n", ""},
		"no answer":           {`cat >/dev/null`, "{}", "", ""},
		"a fault":             {`cat >/dev/null; printf '{"half'; exit 1`, "{}", "", "parley-hook: nothing was decided, so the program itself decides\n"},
		"a kill":              {`printf '{"half'; kill -9 $$`, "{}", "", "parley-hook: nothing was decided, so the program itself decides\n"},
		"no parley":           {"", "{}", "", "parley-hook: fork/exec DIR/parley: no such file or directory\n"},
		"too large a message": {`echo yes`, strings.Repeat("x", mostIn+1), "", "parley-hook: the message is too long, so the program itself decides\n"},
		"it reads nothing":    {`echo yes`, strings.Repeat("x", mostIn), "yes\n", ""},
	} {
		dir := parley(t, c.script)
		out, fault := hook(t, dir, c.in, "claude")
		if fault = strings.ReplaceAll(fault, dir, "DIR"); out != c.out || fault != c.fault {
			t.Errorf("%s: said %q, told %q", name, out, fault)
		}
	}
	if out, fault := hook(t, built, ""); out != "" || fault != "parley-hook: other programs start this as their hook; `parley bridge install` sets that up\n" {
		t.Errorf("by hand: %q, %q", out, fault)
	}
}

// TestParleyLearnsThatItsAnswerWasPassedOn.
func TestParleyLearnsThatItsAnswerWasPassedOn(t *testing.T) {
	dir := parley(t, `cat; head -c 1 <&3 >"$0.learnt"`)
	out, fault := hook(t, dir, "yes\n", "claude")
	learnt, err := os.ReadFile(filepath.Join(dir, "parley.learnt"))
	if err != nil || string(learnt) != "a" || out != "yes\n" || fault != "" {
		t.Errorf("parley learnt %q, %v; the program was told %q, %q", learnt, err, out, fault)
	}
}

// TestWhatParleyLearnsOfTheHook: a hook that is told to end says so first; one that is killed
// is gone without a word. Either way nothing is said to the program, and parley lives on to
// write down what became of it.
func TestWhatParleyLearnsOfTheHook(t *testing.T) {
	for name, c := range map[string]struct {
		signal syscall.Signal
		want   string
	}{
		"told to end":       {syscall.SIGTERM, "t"},
		"the terminal ends": {syscall.SIGHUP, "h"},
		"interrupted":       {syscall.SIGINT, "i"},
		"told to quit":      {syscall.SIGQUIT, "i"},
		"killed":            {syscall.SIGKILL, ""},
	} {
		dir := parley(t, `cat >/dev/null; echo up >&2; cat <&3 >"$0.heard"; mv "$0.heard" "$0.learnt"; echo yes`)
		ctx, stop := context.WithTimeout(context.Background(), 20*time.Second)
		c2 := exec.CommandContext(ctx, filepath.Join(dir, "parley-hook"), "claude")
		var said bytes.Buffer
		c2.Stdin, c2.Stdout = strings.NewReader("{}"), &said
		told, err := c2.StderrPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c2.Start(); err != nil {
			t.Fatal(err)
		}
		line := make([]byte, len("up\n"))
		if _, err := io.ReadFull(told, line); err != nil {
			t.Fatal(err)
		}
		if err := c2.Process.Signal(c.signal); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadAll(told); err != nil { // until parley has ended
			t.Fatal(err)
		}
		_ = c2.Wait() // a kill is told as a fault
		stop()
		learnt, err := os.ReadFile(filepath.Join(dir, "parley.learnt"))
		if err != nil || string(learnt) != c.want || said.Len() > 0 {
			t.Errorf("%s: parley learnt %q, %v; the program was told %q", name, learnt, err, said.String())
		}
	}
}
