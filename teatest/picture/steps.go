package main

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"parley/teatest"
	"parley/teatest/picture/draw"
)

// step is a line of the file.
type step struct {
	line       int
	verb, rest string
}

// parse reads a file of steps; every faulty line is reported.
func parse(source string) ([]step, error) {
	var steps []step
	var faults []error
	for i, line := range strings.Split(source, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		verb, rest, _ := strings.Cut(line, " ")
		s := step{i + 1, verb, strings.TrimSpace(rest)}
		if err := s.check(); err != nil {
			faults = append(faults, fmt.Errorf("line %d: %w", s.line, err))
		}
		steps = append(steps, s)
	}
	return steps, errors.Join(faults...)
}

func (s step) check() error {
	switch s.verb {
	case "wait", "type", "press", "paste", "shot":
		if s.rest == "" {
			return fmt.Errorf("%s what?", s.verb)
		}
	case "resize":
		_, _, err := parseSize(s.rest)
		return err
	case "frame":
		if seconds, err := strconv.ParseFloat(s.rest, 64); err != nil || seconds <= 0 {
			return fmt.Errorf("frame for how many seconds?")
		}
	default:
		return fmt.Errorf("there is no step %q; the steps are wait, type, press, paste, resize, shot and frame", s.verb)
	}
	return nil
}

func (s step) do(t teatest.T, x *teatest.Terminal, pen *draw.Drawer) error {
	switch s.verb {
	case "wait":
		x.WaitFor(s.rest)
	case "type":
		x.Type(strings.ReplaceAll(s.rest, `\n`, "\n"))
	case "press":
		x.Press(strings.Fields(s.rest)...)
	case "paste":
		x.Paste(strings.ReplaceAll(s.rest, `\n`, "\n"))
	case "resize":
		w, h, err := parseSize(s.rest)
		if err != nil {
			return err
		}
		x.Resize(w, h)
	case "shot":
		return shoot(s.rest, x.Screen(), pen)
	}
	return nil
}

func shoot(path string, s teatest.Screen, pen *draw.Drawer) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(pen.PNG(f, s), f.Close())
}

// parseSize reads 80x24.
func parseSize(text string) (w, h int, err error) {
	var more string
	n, _ := fmt.Sscanf(text+" ", "%dx%d%s", &w, &h, &more)
	if n != 2 || w < 1 || h < 1 || w > 1000 || h > 1000 {
		return 0, 0, fmt.Errorf("%q is no size; say columns and rows such as 80x24", text)
	}
	return w, h, nil
}
