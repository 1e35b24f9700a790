package coordinator

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"parley/store"
)

// A command of the user's own is run in the workspace without the assistant, whether
// a turn is open or not. It is on record before it runs, and is never run again.

// Commanded is a command that the user runs.
type Commanded struct {
	ID      string // if empty, one is made from the nonce
	Command string
}

// CommandStopped is the user's wish to end a command of theirs. What it printed until
// then is kept.
type CommandStopped struct{ ID string }

// CommandDone is how a user's command ended.
type CommandDone struct {
	Key Key
	End store.UserCommandEnd
}

func (Commanded) input()      {}
func (CommandStopped) input() {}
func (CommandDone) input()    {}

// RunCommand runs a command of the user's.
type RunCommand store.UserCommand

// Key names the command.
func (e RunCommand) Key() Key { return Key{Kind: OfCommand, ID: e.ID} }

// Commander runs a user's command line to its end and returns the outcome. Live gets
// its output as it is produced.
type Commander func(ctx context.Context, line string, live io.Writer) store.UserCommandEnd

// commanded puts a command on record.
func (s State) commanded(nonce string, m Commanded) ([]store.Body, bool) {
	if strings.TrimSpace(m.Command) == "" {
		return nil, false
	}
	return append(s.here(), store.UserCommand{ID: cmp.Or(m.ID, nonce+"c"), Command: m.Command}), true
}

// commandDone puts on record how a command ended.
func (s State) commandDone(m CommandDone) ([]store.Body, bool) {
	m.End.ID = m.Key.ID
	known := slices.ContainsFunc(s.Folded.Commands, func(c store.UserCommand) bool { return c.ID == m.Key.ID })
	return []store.Body{m.End}, known
}

// errNoUndo says that whoever began this puts no files back.
var errNoUndo = errors.New("no file is put back here")

// stoppedUndoText is told of a file that an undo did not come to.
const stoppedUndoText = "the undo was stopped before it; it stays as it is"

// notMovedBackText reports a file that had been moved and could not be put back under its
// other name.
func notMovedBackText(to string) string {
	return to + " could not be put back; it stays as it is"
}

// errNoCommands says that this run has no user.
var errNoCommands = errors.New("no command of the user's own is run here")

// errObserved says that the conversation is another program's.
var errObserved = errors.New("this is a session of another program, which was only looked at; nothing can be said in it")

// goesOn reports whether a message would continue a conversation.
func goesOn(in Input) bool {
	switch in.(type) {
	case Submitted, Commanded, Unpaused, Continued:
		return true
	}
	return false
}

// commanding performs a RunCommand. It waits for the command to end even if its
// context is done.
func (s *Shell) commanding(e RunCommand) Performer {
	key, command := e.Key(), s.World.Command
	broke := func(err error) Input {
		return CommandDone{Key: key, End: store.UserCommandEnd{Interrupted: true, Output: err.Error()}}
	}
	if command == nil {
		return result(broke(errNoCommands))
	}
	return s.looking(func(ctx context.Context) (Input, Performer) {
		r := newRun(key)
		s.runs.Go(func() { r.done <- CommandDone{Key: key, End: safely(ctx, command, e.Command, r)} })
		return r.next(ctx)
	}, broke)
}

// safely turns a panic into the end of the command.
func safely(ctx context.Context, command Commander, line string, live io.Writer) (end store.UserCommandEnd) {
	defer func() {
		if p := recover(); p != nil {
			end = store.UserCommandEnd{Interrupted: true, Output: fmt.Sprintf("a fault in the program: %v", p)}
		}
	}()
	return command(ctx, line, live)
}

// halt ends a command or an undo, even one that has not begun because it is not on disk
// yet. What it came to follows.
func (s *Shell) halt(key Key) {
	if !s.state.runs(key) {
		return
	}
	if stop, runs := s.cancels[key]; runs {
		stop()
		return
	}
	if s.halted == nil {
		s.halted = map[Key]bool{}
	}
	s.halted[key] = true
}
