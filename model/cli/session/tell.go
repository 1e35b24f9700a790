package session

import (
	"fmt"
	"io"

	"parley/model/cli/process"
)

// Tell prints what the user should know before the turn begins.
func (x *Session) Tell(w io.Writer) {
	for _, held := range x.Config.Withheld {
		fmt.Fprintf(w, "parley: %s\n", process.Terminal(WithheldText(held)))
	}
	for _, note := range x.Notes {
		fmt.Fprintf(w, "parley: %s\n", process.Terminal(note))
	}
}
