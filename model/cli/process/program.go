// Package process is what a process has: its arguments and streams, its environment,
// the terminal, the exit statuses, and how things are said on a terminal that shows
// them as they are. It knows of no conversation.
package process

import (
	"context"
	"encoding/hex"
	"io"
	"strings"
	"time"

	"parley/model/cli/terminal"
	"parley/store/text/clean"
	"parley/store/text/rawjson"
)

// Program is what a process has. Tests give their own.
type Program struct {
	Args     []string // without the program's name
	Env      []string
	Dir      string // the working directory, absolute
	In       io.Reader
	Out      io.Writer
	Err      io.Writer
	OutTTY   bool                               // standard output is a terminal
	Terminal func() (io.ReadWriteCloser, error) // opens the controlling terminal
	Now      func() time.Time
	Random   io.Reader
	Above    func(entry string) bool // a process above was started with it in its environment; nil: none was
	Sleep    func(context.Context, time.Duration) error

	Drawn     *terminal.Terminal  // what the screen is drawn on, once there is a screen; nil where the output is no terminal
	Caretaker *terminal.Caretaker // who looks after it
	Resized   func()              // has the screen ask for the terminal's size
}

// JSON prints a value as JSON.
func (p *Program) JSON(v any) error { return Encode(p.Out, v, "  ") }

// Encode writes a value as JSON that is harmless also on a terminal.
func Encode(w io.Writer, v any, indent string) error {
	b, err := rawjson.Indent(v, indent)
	if err != nil {
		return err
	}
	_, err = w.Write(clean.JSON(append(b, '\n')))
	return err
}

// Editor is the user's editor, for the shell; "" if none is set.
func (p *Program) Editor() string {
	if line := strings.TrimSpace(p.Variable("VISUAL")); line != "" {
		return line
	}
	return strings.TrimSpace(p.Variable("EDITOR"))
}

// Variable returns the last value of an environment variable.
func (p *Program) Variable(name string) string {
	value := ""
	for _, e := range p.Env {
		if k, v, ok := strings.Cut(e, "="); ok && k == name && name != "" {
			value = v
		}
	}
	return value
}

// Nonce makes the letters that keep the ids of events apart.
func (p *Program) Nonce() func() string {
	return func() string {
		var b [6]byte
		if _, err := io.ReadFull(p.Random, b[:]); err != nil {
			panic("cli: the system gives no randomness: " + err.Error())
		}
		return hex.EncodeToString(b[:]) + "-"
	}
}
