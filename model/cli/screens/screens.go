package screens

import (
	"context"
	"iter"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/config"
	"parley/model/cli/session"
	"parley/model/kit"
	"parley/model/saved"
	"parley/store"
	"parley/store/said"
	"parley/store/search"
)

// Conversation opens another conversation and then closes the one that is open, so
// that a failure leaves that one as it was. The model and tools named on the command
// line apply to the conversation that the program began with, and to new ones.
func (b *beginning) Conversation(id string) (tea.Model, error) {
	if err := session.Refuse(b.prog, "a conversation on the screen"); err != nil { // from a replay, which anybody may watch
		return nil, err
	}
	now := b.shows()
	o := b.options
	o.Resume, o.Notes = id, nil
	if id != "" && now != nil {
		o.Model, o.Toggles = "", nil
	}
	p := b.prog
	if id == "" && now != nil {
		p = now.Prog // a new one works in the directory of the one on screen
	}
	x, err := session.OpenThere(b.life, p, o, id, func(ui config.UI) error {
		_, _, err := themes(p, ui) // check this before anything is opened
		return err
	})
	if err != nil {
		return nil, err
	}
	if now == nil {
		x.First = b.message // it could not be given earlier
	}
	left, err := b.takes(x)
	if err != nil {
		return nil, err
	}
	if left != nil {
		if err := left.Close(); err != nil {
			x.Notes = append(x.Notes, "Closing the conversation before: "+err.Error())
		}
		if how := left.Untold(); how != "" {
			x.Notes = append(x.Notes, how+".")
		}
	}
	return ScreenOf(x, b)
}

// shared is what the screens besides a conversation have in common.
func (b *beginning) shared(cfg config.Config) (kit.Shared, error) {
	theme, ground, err := themes(b.prog, cfg.UI)
	return kit.Shared{Theme: theme, Ground: ground, Screens: b, Now: b.prog.Now, Tick: tick, Mouse: cfg.UI.Mouse, Arming: cfg.Forms.ArmingDelay, Shown: whenShown(b.prog)}, err
}

// Saved is the list of saved conversations.
func (b *beginning) Saved() (tea.Model, error) {
	s, cfg, err := session.Configuration(b.prog, b.options)
	if err != nil {
		return nil, err
	}
	return b.picker(s, cfg)
}

func (b *beginning) picker(s session.Setup, cfg config.Config) (tea.Model, error) {
	shared, err := b.shared(cfg)
	if err != nil {
		return nil, err
	}
	dir := s.Dir
	if x := b.shows(); x != nil {
		dir = x.Dir
	}
	return saved.NewPicker(saved.PickerOptions{
		Shared: shared, Shelf: shelf{store.Open(cfg.Store.Dir, b.prog.Now), s.Said(b.prog)}, Workspace: dir, Home: b.prog.Variable("HOME"),
	}), nil
}

// shelf is where conversations are kept; throwing one away also drops what the user
// said in it.
type shelf struct {
	store.Store
	said said.File
}

// Search finds words in what was said.
func (s shelf) Search(ctx context.Context, words string, scope search.Scope) iter.Seq2[search.Match, error] {
	return search.In(ctx, s.Store, words, scope)
}

// Trash moves a conversation into the trash.
func (s shelf) Trash(id string) error {
	if err := s.Store.Trash(id); err != nil {
		return err
	}
	return s.said.Forget(id)
}

// readEvery is the time between two looks at a followed conversation.
const readEvery = 250 * time.Millisecond

// Read shows a conversation that another process is writing.
func (b *beginning) Read(locked *store.LockedError) (tea.Model, error) {
	_, cfg, err := session.Configuration(b.prog, b.options)
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

// Fork copies a conversation up to and including an event; 0 is the last one.
func (b *beginning) Fork(id string, seq int64) (string, error) {
	setup, cfg, err := session.Configuration(b.prog, b.options)
	if err != nil {
		return "", err
	}
	kept := store.Open(cfg.Store.Dir, b.prog.Now)
	c, _, err := kept.OpenRead(id)
	if err != nil {
		return "", err
	}
	if err := store.NotObserved(id, c.Log()); err != nil {
		return "", err
	}
	if seq == 0 {
		seq = c.NextSeq() - 1
	}
	fork, err := store.NewID(b.prog.Now(), b.prog.Random)
	if err != nil {
		return "", err
	}
	if _, err = kept.Fork(id, seq, fork); err != nil {
		return "", err
	}
	return fork, setup.Copied(kept, id, fork)
}
