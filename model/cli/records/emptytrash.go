package records

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"parley/model/cli/process"
)

// emptyTrash deletes what is in the trash, after asking on the controlling terminal
// unless told not to. What is thrown away meanwhile stays.
func emptyTrash(p *process.Program, yes bool) error {
	saved, _, err := Store(p)
	if err != nil {
		return err
	}
	ids, err := saved.Trashed()
	if err != nil {
		return err
	}
	if len(ids) == 0 {
		fmt.Fprintf(p.Err, "parley: %s\n", trashEmptyText)
		return nil
	}
	if !yes {
		if yes, err = mayEmpty(p, len(ids)); err != nil || !yes {
			return err
		}
	}
	if err := saved.Delete(ids...); err != nil {
		return err
	}
	fmt.Fprintf(p.Err, "parley: %s\n", deletedText(len(ids)))
	return nil
}

// mayEmpty asks whether n conversations may be deleted.
func mayEmpty(p *process.Program, n int) (yes bool, err error) {
	tty, err := p.Terminal()
	if err != nil {
		return false, errors.New(emptyTerminalText)
	}
	defer func() { err = errors.Join(err, tty.Close()) }()
	return askYes(tty, emptyAskText(n), notDeletedText)
}

// askYes asks for the word yes, and prints no if anything else is typed.
func askYes(tty io.ReadWriter, question, no string) (bool, error) {
	if _, err := fmt.Fprint(tty, question); err != nil {
		return false, err
	}
	in := bufio.NewScanner(tty)
	if in.Scan() && strings.TrimSpace(in.Text()) == "yes" {
		return true, nil
	}
	_, err := fmt.Fprintln(tty, no)
	return false, errors.Join(in.Err(), err)
}
