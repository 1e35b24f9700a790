// Picture takes pictures of a program in a terminal: it runs the program, does
// what a file of steps says, and writes the screen as a PNG where it is told to.
//
//	go run ./teatest/picture [flags] STEPS [argument…]
//
// Without -program it is Parley, in an empty workspace and home of its own, with the
// arguments; -scenario puts a scenario and its files there, played by the model
// script/<name>, while another plays the reviewer that it names. A line of STEPS is one of
//
//	wait TEXT        until the text is on the screen
//	type TEXT        with Enter for every \n
//	press KEY…       named as enter, ctrl+c, shift+tab, y
//	paste TEXT
//	resize WxH
//	shot FILE.png
//	frame SECONDS    in a film of the documents: the screen, for so long
//
// and a line that is empty or begins with # is ignored.
//
//	go run ./teatest/picture -renew [NAME…]
//
// makes the pictures of the documents anew: docs/pictures/NAME.png, or NAME.gif of frames, for
// each NAME.steps there, which may also say size, scenario, args, env, parked, asked and crop, and NAME.cast for each
// record NAME.jsonl. A test fails when the program shows something other than a picture
// does.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"parley/providers/script"
	"parley/teatest"
	"parley/teatest/picture/draw"
)

func main() {
	size := flag.String("size", "80x24", "columns and rows")
	light := flag.Bool("light", false, "black on white")
	scenario := flag.String("scenario", "", "the `file` of a scenario")
	program := flag.String("program", "", "the `path` of another program than Parley")
	again := flag.Bool("renew", false, "make the pictures of the documents anew, all or those that are named")
	flag.Parse()
	if *again {
		if err := renew(albumDir, flag.Args()...); err != nil {
			fmt.Fprintln(os.Stderr, "picture:", err)
			os.Exit(1)
		}
		return
	}
	if err := run(*size, *light, *scenario, *program, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "picture:", err)
		os.Exit(1)
	}
}

func run(size string, light bool, scenario, program string, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("name a file of steps; `go doc ./teatest/picture` says what stands in it")
	}
	source, err := os.ReadFile(args[0])
	if err != nil {
		return err
	}
	steps, err := parse(string(source))
	if err != nil {
		return fmt.Errorf("%s: %w", args[0], err)
	}
	w, h, err := parseSize(size)
	if err != nil {
		return err
	}
	palette := draw.Dark()
	if light {
		palette = draw.Light()
	}
	pen, err := draw.New(palette)
	if err != nil {
		return err
	}
	return teatest.Alone(func(t teatest.T) {
		x := teatest.StartOn(t, w, h, palette.Ground(), command(t, scenario, program, args[1:]))
		for _, s := range steps {
			if err := s.do(t, x, pen); err != nil {
				t.Fatalf("line %d: %w", s.line, err)
			}
		}
	})
}

func command(t teatest.T, scenario, program string, args []string, env ...string) *exec.Cmd {
	if program != "" {
		cmd := exec.Command(program, args...)
		cmd.Env = teatest.Environment(t.TempDir())
		return cmd
	}
	p := teatest.NewPlace(t)
	p.StopClock() // a picture does not depend on how fast this point was reached
	if scenario != "" {
		source, err := os.ReadFile(scenario)
		if err != nil {
			t.Fatalf("%w", err)
		}
		p.Scenario(strings.TrimSuffix(filepath.Base(scenario), ".toml"), string(source))
		if s, err := script.Parse(scenario, source); err == nil && s.Reviewer != "" {
			p.Scenario(s.Reviewer, string(source)) // the reviews, by a model of another name
		}
	}
	cmd := p.Command(args...)
	cmd.Env = append(cmd.Env[:len(cmd.Env):len(cmd.Env)], env...)
	return cmd
}
