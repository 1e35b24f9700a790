package records

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"parley/model/cli/process"
	"parley/model/cli/session"
	"parley/store"
)

const forkLong = `Make a new conversation that begins as a copy of a saved one, up to and with an
event. The original and your files stay as they are.

--at takes the number of an event or its own id, as "parley show ID --format
ndjson" prints them; without it everything is copied. At a decision the copy ends
before the answer: the question is open again, and you answer it, whoever did
before. A call of a turn that was not recorded here ends instead.

The new id goes to standard output, everything else to standard error.`

// ForkCommand is `parley fork`.
func ForkCommand(p *process.Program) *cobra.Command {
	var at string
	c := &cobra.Command{
		Use: "fork id", Short: "Go on from any point of a saved conversation in a copy of it", Long: forkLong, Args: process.OneID,
		RunE: func(_ *cobra.Command, args []string) error {
			if err := session.Refuse(p, "`parley fork`"); err != nil {
				return err
			}
			return fork(p, args[0], at)
		},
	}
	c.Flags().StringVar(&at, "at", "", "the `event` to fork at: its number or its id")
	return c
}

func fork(p *process.Program, prefix, at string) error {
	saved, setup, err := Store(p)
	if err != nil {
		return err
	}
	c, _, err := readFrom(saved, prefix)
	if err != nil {
		return err
	}
	seq, err := eventAt(c.Log(), at)
	if err == nil {
		err = store.NotObserved(c.ID(), c.Log())
	}
	if err = errors.Join(err, c.Close()); err != nil {
		return err
	}
	newID, err := store.NewID(p.Now(), p.Random)
	if err != nil {
		return err
	}
	f, err := saved.Fork(c.ID(), seq, newID)
	if err != nil {
		return err
	}
	if err := setup.Copied(saved, c.ID(), newID); err != nil {
		return err
	}
	ends, err := endsThere(saved, setup, f)
	if err != nil {
		return err
	}
	session.TellProblems(p, c.ID(), f.Report)
	process.Say(p.Err, forkedText(f, ends))
	_, err = fmt.Fprintln(p.Out, f.ID)
	return err
}

// endsThere reports whether what is open in a fork was asked by a call that does not go on, since its
// run was not recorded here. A permission is asked again, and so is what no call asked.
func endsThere(saved store.Store, setup session.Setup, f store.Forked) (bool, error) {
	if f.Reopened == "" {
		return false, nil
	}
	c, _, err := saved.OpenRead(f.ID)
	if err != nil {
		return false, err
	}
	ofCall := false
	for _, e := range c.Log().All() {
		if q, is := e.Body.(store.InquiryRequest); is && q.ID == f.Reopened {
			ofCall = q.Call != ""
		}
	}
	here, err := setup.RecordedHere(f.ID, c.Log())
	return ofCall && !here, errors.Join(err, c.Close())
}

// eventAt is the number to fork at for an event that the user named.
func eventAt(l store.Log, name string) (int64, error) {
	if name == "" {
		last, ok := l.Last()
		if !ok {
			return 0, errors.New("the conversation has no event yet; there is nothing to fork")
		}
		return last.Seq, nil
	}
	seq, err := strconv.ParseInt(name, 10, 64)
	if err != nil {
		seq = 0
	}
	for _, e := range l.All() {
		if e.ID == name || err == nil && e.Seq == seq {
			if at := store.ForkPoint(l, e.Seq); at > 0 {
				return at, nil
			}
			return 0, fmt.Errorf("nothing stands before event %s; there is nothing to fork", name)
		}
	}
	return 0, fmt.Errorf("event %q: %w", name, store.ErrNoEvent)
}
