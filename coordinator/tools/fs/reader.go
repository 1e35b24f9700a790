package fs

import (
	"errors"
	"os"

	"parley/coordinator/tool"
)

// Reader opens files of the workspace for others than the tools that get there the model's way: what a
// call could not read, since it is closed or a rule denies it, is not opened under any name. Why
// is said to a person, as the end of a sentence about the file.
func Reader(call tool.Call) func(p string) (*os.File, error) {
	w := wallOf(call)
	return func(p string) (*os.File, error) {
		f, _, err := w.open(call.Root, p)
		if err == nil || w == nil {
			return f, err
		}
		if way, why, _ := w.barred(p); way != "" { // that it cannot be known is in err
			return nil, errors.New(textKept(p, way, why))
		}
		if errors.Is(err, fault(textClosed(p))) || errors.Is(err, fault(textClosedRoot)) {
			return nil, errors.New(textKept(p, p, ""))
		}
		return nil, err
	}
}
