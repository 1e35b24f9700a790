package replay

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"parley/forms/rawjson"
	"parley/views/text"
)

// A recording is a film in asciinema format, version 2: a line of JSON about it, then
// one line per frame with what a terminal gets. It uses only colours and cursor
// positions, and nothing else that a terminal obeys: no title, no link, no mode, and
// nothing that erases or queries.

// Stage is the terminal for which a recording is made.
type Stage struct {
	W, H      int
	Ink, Back string     // #rrggbb: the terminal's colours
	Basic     [16]string // and its palette
}

// lastFrame is how long the end of a recording stays visible.
const lastFrame = 2 * time.Second

// castHead is the first line of a recording. Its fields follow the format, but without those
// for the environment and the command.
type castHead struct {
	Version   int       `json:"version"`
	Width     int       `json:"width"`
	Height    int       `json:"height"`
	Timestamp int64     `json:"timestamp,omitempty"`
	Title     string    `json:"title,omitempty"`
	Theme     castTheme `json:"theme"`
}

type castTheme struct {
	Fg      string `json:"fg"`
	Bg      string `json:"bg"`
	Palette string `json:"palette"`
}

// Cast writes a replay as a recording.
func Cast(w io.Writer, o PlayerOptions, s Stage) error {
	out := bufio.NewWriter(w)
	c := &cast{out: out, stage: s, shown: make([]string, s.H)}
	r := newReel(o.Log)
	head := castHead{
		Version: 2, Width: s.W, Height: s.H, Title: text.Line(cmp.Or(o.Title, r.title), s.W),
		Theme: castTheme{s.Ink, s.Back, strings.Join(s.Basic[:], ":")},
	}
	if when := begun(o.Log); !when.IsZero() {
		head.Timestamp = when.Unix()
	}
	if err := c.line(head); err != nil {
		return err
	}
	if err := film(o, r, s.W, s.H, c.take); err != nil {
		return err
	}
	if err := c.frame(); err != nil {
		return err
	}
	if err := c.event(c.at+lastFrame, "\x1b[0m"); err != nil {
		return err
	}
	return out.Flush()
}

// cast writes the differences between frames.
type cast struct {
	out   *bufio.Writer
	stage Stage
	shown []string
	next  Frame // not yet written
	at    time.Duration
}

// take writes the previous frame, unless this one comes at the same moment.
func (c *cast) take(f Frame) error {
	if c.next.Lines != nil && f.At > c.next.At {
		if err := c.frame(); err != nil {
			return err
		}
	}
	c.next = f
	return nil
}

// frame writes the rows that changed, each over its whole width, so that nothing
// needs erasing.
func (c *cast) frame() error {
	f := c.next
	var b strings.Builder
	for y := range c.stage.H {
		row := ""
		if y < len(f.Lines) {
			row = text.Unlinked(text.Filter(strings.ReplaceAll(f.Lines[y], "\n", " ")))
		}
		if row == c.shown[y] {
			continue
		}
		c.shown[y] = row
		fmt.Fprintf(&b, "\x1b[%d;1H\x1b[0m%s\x1b[0m%s", y+1, row, strings.Repeat(" ", max(c.stage.W-text.Width(row), 0)))
	}
	c.at = f.At
	if b.Len() == 0 {
		return nil
	}
	fmt.Fprintf(&b, "\x1b[%d;%dH", c.stage.H, c.stage.W)
	return c.event(f.At, b.String())
}

// event writes one line of the recording.
func (c *cast) event(at time.Duration, data string) error {
	return c.line([]any{json.RawMessage(strconv.FormatFloat(at.Seconds(), 'f', 6, 64)), "o", data})
}

func (c *cast) line(v any) error {
	b, err := rawjson.Encode(v)
	if err != nil {
		return err
	}
	_, err = c.out.Write(append(b, '\n'))
	return err
}
