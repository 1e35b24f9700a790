package coordinator

import (
	"slices"

	"parley/store"
)

// beside applies what may stand outside a turn. is says whether the event is of that
// kind, and known, whether it referred to something and was no repetition.
func (f *Folded) beside(b store.Body) (known, is bool) {
	switch b := b.(type) {
	case store.UserCommand:
		return f.commandBegan(b), true
	case store.UserCommandEnd:
		return f.commandEnded(b), true
	}
	return false, false
}

func (f *Folded) commandBegan(b store.UserCommand) bool {
	if f.commands.has(b.ID) {
		return false
	}
	f.commands = f.commands.with(b.ID, struct{}{})
	f.Commands = append(slices.Clip(f.Commands), b.ID)
	return true
}

func (f *Folded) commandEnded(b store.UserCommandEnd) bool {
	at := slices.Index(f.Commands, b.ID)
	if at < 0 {
		return false
	}
	f.Commands = orNil(slices.Delete(slices.Clone(f.Commands), at, at+1))
	return true
}

// interruptedCommands end the commands of the user's that ran when the program ended. They
// are not run again.
func (f Folded) interruptedCommands() (said []store.Body) {
	for _, id := range f.Commands {
		said = append(said, store.UserCommandEnd{ID: id, Interrupted: true})
	}
	return said
}
