package records

import (
	"context"
	"errors"
	"fmt"
	"time"

	"parley/model/cli/process"
	"parley/model/cli/session"
	"parley/store"
)

// emptyTrash deletes what is in the trash, after asking on the controlling terminal
// unless told not to. What is thrown away meanwhile stays.
func emptyTrash(ctx context.Context, p *process.Program, yes bool) error {
	s, cfg, err := session.ForRecords(p)
	if err != nil {
		return err
	}
	saved := store.Open(cfg.Store.Dir, p.Now)
	ids, err := saved.Trashed()
	if err != nil {
		return err
	}
	if len(ids) == 0 {
		process.Say(p.Err, trashEmptyText)
		return nil
	}
	if !yes {
		if yes, err = mayEmpty(ctx, p, cfg.Forms.ArmingDelay, len(ids)); err != nil || !yes {
			return err
		}
	}
	if err := errors.Join(saved.Delete(ids...), s.Deleted(saved, ids)); err != nil {
		return err
	}
	process.Say(p.Err, deletedText(len(ids)))
	return nil
}

// mayEmpty asks whether n conversations may be deleted.
func mayEmpty(ctx context.Context, p *process.Program, delay time.Duration, n int) (yes bool, err error) {
	tty, err := p.Terminal()
	if err != nil {
		return false, errors.New(emptyTerminalText)
	}
	defer func() { err = errors.Join(err, tty.Close()) }()
	if yes, _ = session.NewAsker(p, tty, delay).Yes(ctx, emptyAskText(n)); yes {
		return true, nil
	}
	_, err = fmt.Fprintln(tty, notDeletedText)
	return false, err
}
