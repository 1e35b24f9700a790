// Package process is what a process has: arguments and streams, environment,
// terminal, exit statuses, and how text is printed on a plain terminal. It knows
// nothing about conversations.
package process

import (
	"context"
	"encoding/hex"
	"io"
	"slices"
	"strings"
	"time"

	"parley/forms/rawjson"
	"parley/model/cli/terminal"
	"parley/store/text/clean"
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
	Above    func(entry string) bool // reports whether an ancestor was started with an entry in its environment; nil: none was
	Self     func(entry string) Kin  // what the system knows of this process; nil: nothing
	Sleep    func(context.Context, time.Duration) error
	End      func()                // asks the program to end, as a signal does; nil: nothing waits for that
	Ends     <-chan struct{}       // closed once it is to end; nil: nothing tells
	Lends    func() (ended func()) // another program has the terminal, and the interrupts from its keyboard; nil: nothing interrupts
	Unread   error                 // what is said last, of a program that had the terminal and was not waited for

	Charset clean.Charset // what its terminals can show, see Fit

	Drawn     *terminal.Terminal  // what the screen is drawn on, once there is a screen; nil if the output is not a terminal
	Caretaker *terminal.Caretaker // the process that looks after it
	Resized   func()              // makes the screen ask for the terminal's size
	Brief     func() bool         // reports whether what is said on the screen is removed with the program; nil: it is not
}

// JSON prints a value as JSON.
func (p *Program) JSON(v any) error { return Encode(p.Out, v, "  ") }

// Encode writes a value as JSON that is safe to print on a terminal.
func Encode(w io.Writer, v any, indent string) error {
	b, err := rawjson.Indent(v, indent)
	if err != nil {
		return err
	}
	_, err = w.Write(clean.JSON(append(b, '\n')))
	return err
}

// Editor is the user's editor, as a shell line; "" if none is set.
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

// At is the program as if it had begun in a folder: what names the folder that it is in, for
// programs and for the configuration, names that one.
func (p Program) At(dir string) Program {
	p.Dir = dir
	p.Env = append(slices.DeleteFunc(slices.Clone(p.Env), func(e string) bool { return strings.HasPrefix(e, here) }), here+dir)
	return p
}

// here begins the variable that says where a program is.
const here = "PWD="

// Nonce makes the random part that keeps event ids apart.
func (p *Program) Nonce() func() string {
	return func() string {
		var b [6]byte
		if _, err := io.ReadFull(p.Random, b[:]); err != nil {
			panic("cli: the system gives no randomness: " + err.Error())
		}
		return hex.EncodeToString(b[:]) + "-"
	}
}
