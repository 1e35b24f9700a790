package main

import (
	"errors"
	"fmt"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"parley/teatest"
	"parley/teatest/picture/draw"
)

// The pictures of the documents are an album: a folder of files NAME.steps. Each makes
// NAME.png or, if a step says frame, the moving NAME.gif, and beside it NAME.screen, which is
// the picture's content as text with its styles marked, screen by screen. Today's program is
// compared with that, so an outdated picture is reported.

// albumDir is where the pictures of the documents are.
const albumDir = "docs/pictures"

// renewal is how the album is made again.
const renewal = "go run ./teatest/picture -renew"

// settling is how long a screen is given to come to rest before its picture is taken. The
// test of the album waits for the picture instead.
const settling = 700 * time.Millisecond

// page is a picture of the album in the making.
type page struct {
	name     string
	w, h     int
	scenario string // a file of the album, "" for none
	args     []string
	env      []string // in addition to what every place has
	parked   []string // messages of runs that park before the program is started
	asked    []string // files of the album, each the request of another agent that waits all the while
	crop     bool     // without the blank rows at the top
	steps    []step
}

// pages reads the album in a folder, or the pages that are named.
func pages(dir string, names ...string) ([]page, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.steps"))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s has no *.steps; run it in the folder of go.mod", dir)
	}
	var all []page
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".steps")
		if len(names) > 0 && !slices.Contains(names, name) {
			continue
		}
		p, err := readPage(file, name)
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	if len(all) < len(names) {
		return nil, fmt.Errorf("%s has no such picture: %s", dir, strings.Join(names, " "))
	}
	return all, nil
}

// readPage reads a file of steps, which begins with what the program is started with.
func readPage(file, name string) (page, error) {
	source, err := os.ReadFile(file)
	if err != nil {
		return page{}, err
	}
	p := page{name: name, w: 80, h: 24}
	var rest []string
	for line := range strings.SplitSeq(string(source), "\n") {
		verb, words, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch verb {
		case "size":
			if p.w, p.h, err = parseSize(words); err != nil {
				return page{}, fmt.Errorf("%s: %w", file, err)
			}
		case "scenario":
			p.scenario = filepath.Join(filepath.Dir(file), words)
		case "crop":
			p.crop = true
		case "env":
			p.env = append(p.env, words)
		case "parked":
			p.parked = append(p.parked, words)
		case "asked":
			p.asked = append(p.asked, filepath.Join(filepath.Dir(file), words))
		case "args":
			p.args = strings.Fields(words)
		case "shot": // at the end, always
		default:
			rest = append(rest, line)
			continue
		}
		rest = append(rest, "") // lines keep their numbers
	}
	if p.steps, err = parse(strings.Join(rest, "\n")); err != nil {
		return page{}, fmt.Errorf("%s: %w", file, err)
	}
	return p, nil
}

// play brings the program to the screen of the picture, or through those of a film.
func (p page) play(t teatest.T, frame func(x *teatest.Terminal, seconds float64)) *teatest.Terminal {
	cmd := command(t, p.scenario, "", p.args, p.env...)
	for _, message := range p.parked {
		if err := park(cmd, message); err != nil {
			t.Fatalf("%s.steps: %w", p.name, err)
		}
	}
	for _, file := range p.asked {
		if err := ask(t, cmd, file); err != nil {
			t.Fatalf("%s.steps: %w", p.name, err)
		}
	}
	x := teatest.StartOn(t, p.w, p.h, draw.Dark().Ground(), cmd)
	for _, s := range p.steps {
		if s.verb == "frame" {
			seconds, _ := strconv.ParseFloat(s.rest, 64) // it was checked
			frame(x, seconds)
			continue
		}
		if err := s.do(t, x, nil); err != nil {
			t.Fatalf("%s.steps: line %d: %w", p.name, s.line, err)
		}
	}
	return x
}

// park runs a program's message without a terminal, where another will run, up to what needs
// a person.
func park(of *exec.Cmd, message string) error {
	cmd := exec.Command(of.Path, "run", "--park", "--non-interactive", message)
	cmd.Dir, cmd.Env = of.Dir, of.Env
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState.ExitCode() != parked {
		return fmt.Errorf("%q does not park (%w):\n%s", message, err, out)
	}
	return nil
}

// ask has Claude Code ask where a program will run, by what it says to its hook.
func ask(t teatest.T, of *exec.Cmd, file string) error {
	said, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	// A shell stands for Claude Code, which has what its hooks have in its environment.
	cmd := exec.Command("/bin/sh", "-c", `"$0" bridge ask claude; exit 0`, of.Path)
	cmd.Dir, cmd.Env = of.Dir, of.Env
	cmd.Stdin = strings.NewReader(strings.ReplaceAll(string(said), "PLACE_PROJECT", of.Dir))
	if err := cmd.Start(); err != nil {
		return err
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill() // it may have ended
		_ = cmd.Wait()         // which says that it was killed
	})
	return nil
}

// parked is the exit status of a run that left something open.
const parked = 5

// shown is a screen as it is kept beside its picture.
func shown(s teatest.Screen) string {
	cursor := "no cursor"
	if s.Cursor.Visible {
		cursor = fmt.Sprintf("the cursor at %d,%d", s.Cursor.X, s.Cursor.Y)
	}
	return fmt.Sprintf("%d×%d, %s\n%s\n", s.W, s.H, cursor, s.Marked())
}

// renew makes the pictures of the album again.
func renew(dir string, names ...string) error {
	films, rest, err := recordings(dir, names...)
	if err != nil {
		return err
	}
	var all []page
	if len(names) == 0 || len(rest) > 0 {
		if all, err = pages(dir, rest...); err != nil {
			return err
		}
	}
	pen, err := draw.New(draw.Dark())
	if err != nil {
		return err
	}
	return teatest.Alone(func(t teatest.T) {
		for _, r := range films {
			if err := os.WriteFile(r.cast, []byte(r.play(t)), 0o644); err != nil {
				t.Fatalf("%w", err)
			}
		}
		for _, p := range all {
			if err := p.renew(t, dir, pen); err != nil {
				t.Fatalf("%s: %w", p.name, err)
			}
		}
	})
}

// renew makes one of them, and what it is compared with.
func (p page) renew(t teatest.T, dir string, pen *draw.Drawer) error {
	var f film
	var text strings.Builder
	x := p.play(t, func(x *teatest.Terminal, seconds float64) {
		time.Sleep(settling)
		s := x.Screen()
		f.add(pen.Image(s), seconds)
		text.WriteString(shown(s))
	})
	path := filepath.Join(dir, p.name)
	if p.moves() {
		return errors.Join(f.write(path+".gif"), os.WriteFile(path+".screen", []byte(text.String()), 0o644))
	}
	time.Sleep(settling)
	s := x.Screen()
	seen := s
	if p.crop {
		seen = cropped(s)
	}
	return errors.Join(paint(path+".png", pen.Image(seen)), os.WriteFile(path+".screen", []byte(shown(s)), 0o644))
}

// moves reports whether it is a film.
func (p page) moves() bool {
	return slices.ContainsFunc(p.steps, func(s step) bool { return s.verb == "frame" })
}

// cropped is a screen without the empty rows at its top.
func cropped(s teatest.Screen) teatest.Screen {
	blank := func(row []teatest.Cell) bool {
		return !slices.ContainsFunc(row, func(c teatest.Cell) bool { return strings.TrimSpace(c.Text) != "" || c.Style.Bg != "" })
	}
	for len(s.Cells) > 1 && blank(s.Cells[0]) {
		s.Cells, s.H, s.Cursor.Y = s.Cells[1:], s.H-1, s.Cursor.Y-1
	}
	return s
}

// paint writes the file of a picture.
func paint(path string, img *image.RGBA) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(small(f, img), f.Close())
}
