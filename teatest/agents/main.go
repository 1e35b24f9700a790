// Agents plays the bridge with the real programs: Claude Code and Codex run in
// pseudo-terminals, ask a model server on this machine, and what they ask waits in Parley's
// inbox and is answered there (docs/bridge.md):
//
//	go run ./teatest/agents -claude PATH -codex PATH
//
// .ci/agents installs both and runs it. It needs no key and reaches nothing but this machine.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"parley/teatest"
)

func main() {
	if err := run(os.Args[1:], os.Stdout, os.Stderr); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "agents:", err)
		}
		os.Exit(1)
	}
}

// run plays every case of the given programs; a case that fails does not stop the others.
func run(args []string, out, errs io.Writer) (err error) {
	flags := flag.NewFlagSet("agents", flag.ContinueOnError)
	flags.SetOutput(errs)
	claude := flags.String("claude", "", "the path of Claude Code")
	codex := flags.String("codex", "", "the path of Codex")
	only := flags.String("only", "", "only the cases whose name has these words")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *claude == "" && *codex == "" {
		return errors.New("name a program: -claude PATH, -codex PATH or both")
	}
	bin, err := build()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(bin)) }()
	failed := 0
	for _, c := range cases() {
		path := map[string]string{"claude": *claude, "codex": *codex}[c.program]
		if path == "" || !strings.Contains(c.name(), *only) {
			continue
		}
		if err := teatest.Alone(func(t teatest.T) { c.play(newStage(t, c, bin, path)) }); err != nil {
			failed++
			fmt.Fprintf(out, "FAIL %s\n%s\n", c.name(), strings.TrimRight(err.Error(), "\n"))
			continue
		}
		fmt.Fprintf(out, "ok   %s\n", c.name())
	}
	if failed > 0 {
		return fmt.Errorf("%d of the cases failed", failed)
	}
	return nil
}

// build builds parley and its hook beside it.
func build() (bin string, err error) {
	if bin, err = os.MkdirTemp("", "parley-agents-"); err != nil {
		return "", err
	}
	if out, err := exec.Command("go", "build", "-o", bin+"/", ".", "./model/cli/parley-hook").CombinedOutput(); err != nil {
		return "", errors.Join(fmt.Errorf("%w; run it in the folder of the checkout\n%s", err, out), os.RemoveAll(bin))
	}
	return bin, nil
}
