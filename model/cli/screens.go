package cli

import (
	"context"
	"fmt"
	"os"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/config"
	"parley/model/kit"
	"parley/model/saved"
	"parley/store"
)

// Conversation opens another conversation and then closes the one that is open,
// so that a failure leaves that one as it was. The model and the tools that the
// command line names are for the conversation that the program began with, and
// for new ones.
func (b *beginning) Conversation(id string) (tea.Model, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	o := b.options
	o.resume, o.notes = id, nil
	if id != "" && b.session != nil {
		o.model, o.toggles = "", nil
	}
	p := b.prog
	if id == "" && b.session != nil {
		p = b.session.prog // a new one works where the one on screen does
	}
	x, err := p.openThere(b.life, o, id)
	if err != nil {
		return nil, err
	}
	if b.session == nil {
		x.First = b.message // it had to be waited for
	}
	left := b.session
	b.session = x
	if left != nil {
		if err := left.Close(); err != nil {
			x.Notes = append(x.Notes, "Closing the conversation before: "+err.Error())
		}
	}
	return x.screen(b)
}

// openThere opens a conversation in the directory that it works in: a saved one
// in its own, if that is still there, and with the configuration of it.
func (p *Program) openThere(ctx context.Context, o options, id string) (x *Session, err error) {
	s, cfg, err := p.configuration(o)
	if err != nil {
		return nil, err
	}
	if _, _, err := p.themes(cfg.UI); err != nil {
		return nil, err
	}
	x = &Session{prog: p, setup: s, Config: cfg, Dir: s.dir, Store: store.Open(cfg.Store.Dir, p.Now)}
	if err := x.take(id); err != nil {
		return nil, err
	}
	if err := x.move(o, workspaceOf(x.Saved.Log())); err != nil {
		return nil, x.failed(err)
	}
	if err := x.wire(ctx, o, true); err != nil {
		return nil, x.failed(err)
	}
	return x, nil
}

// workspaceOf is the directory that a conversation worked in last.
func workspaceOf(l store.Log) string {
	for i := l.Len() - 1; i >= 0; i-- {
		if b, ok := l.At(i).Body.(store.Workspace); ok {
			return b.Root
		}
	}
	return ""
}

// move turns a session to another directory before it is wired.
func (x *Session) move(o options, dir string) error {
	if dir == "" || dir == x.Dir {
		return nil
	}
	if st, err := os.Stat(dir); err != nil || !st.IsDir() {
		x.Notes = append(x.Notes, fmt.Sprintf("%s, where this conversation worked, is gone. It goes on in %s.", dir, x.Dir))
		return nil
	}
	there := *x.prog
	there.Dir = dir
	s, cfg, err := there.configuration(o)
	if err != nil {
		return err
	}
	x.prog, x.setup, x.Config, x.Dir = &there, s, cfg, s.dir
	x.Notes = append(x.Notes, fmt.Sprintf("This conversation works in %s.", x.Dir))
	return nil
}

// shared is what the screens beside a conversation have in common.
func (b *beginning) shared(cfg config.Config) (kit.Shared, error) {
	theme, ground, err := b.prog.themes(cfg.UI)
	return kit.Shared{Theme: theme, Ground: ground, Screens: b, Now: b.prog.Now, Tick: tick, Mouse: cfg.UI.Mouse}, err
}

// Saved is the list of saved conversations.
func (b *beginning) Saved() (tea.Model, error) {
	s, cfg, err := b.prog.configuration(b.options)
	if err != nil {
		return nil, err
	}
	return b.picker(s, cfg)
}

func (b *beginning) picker(s setup, cfg config.Config) (tea.Model, error) {
	shared, err := b.shared(cfg)
	if err != nil {
		return nil, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	dir := s.dir
	if b.session != nil {
		dir = b.session.Dir
	}
	return saved.NewPicker(saved.PickerOptions{
		Shared: shared, Shelf: store.Open(cfg.Store.Dir, b.prog.Now), Workspace: dir, Home: b.prog.variable("HOME"),
	}), nil
}

// readEvery is the time between two looks at a conversation that is followed.
const readEvery = 250 * time.Millisecond

// Read is a conversation that another process writes.
func (b *beginning) Read(locked *store.LockedError) (tea.Model, error) {
	_, cfg, err := b.prog.configuration(b.options)
	if err != nil {
		return nil, err
	}
	shared, err := b.shared(cfg)
	if err != nil {
		return nil, err
	}
	from, err := store.Open(cfg.Store.Dir, b.prog.Now).Follow(locked.ID, func(ctx context.Context) error {
		return b.prog.Sleep(ctx, readEvery)
	})
	if err != nil {
		return nil, err
	}
	return saved.NewReader(shared, from, locked), nil
}

// Fork copies a conversation up to and with an event; 0 is its last one.
func (b *beginning) Fork(id string, seq int64) (string, error) {
	_, cfg, err := b.prog.configuration(b.options)
	if err != nil {
		return "", err
	}
	kept := store.Open(cfg.Store.Dir, b.prog.Now)
	if seq == 0 {
		c, _, err := kept.OpenRead(id)
		if err != nil {
			return "", err
		}
		seq = c.NextSeq() - 1
	}
	fork, err := store.NewID(b.prog.Now(), b.prog.Random)
	if err != nil {
		return "", err
	}
	_, err = kept.Fork(id, seq, fork)
	return fork, err
}
