package session

import (
	"fmt"
	"io"
	"maps"
	"slices"

	"parley/model/cli/process"
)

// Tell prints what the user should know before the turn begins.
func (x *Session) Tell(w io.Writer) {
	for _, held := range x.Config.Withheld {
		fmt.Fprintf(w, "parley: %s\n", process.Terminal(WithheldText(held)))
	}
	notes := x.Notes
	if left := x.FromElsewhere(); len(left) > 0 { // a screen asks about them
		notes = append(slices.Clip(notes), strangeText(x.elsewhere, slices.Sorted(maps.Keys(left))))
	}
	for _, note := range notes {
		fmt.Fprintf(w, "parley: %s\n", process.Terminal(note))
	}
}
