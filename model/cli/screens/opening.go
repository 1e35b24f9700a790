package screens

import (
	"bytes"
	"errors"
	"io"
	"os"

	tea "charm.land/bubbletea/v2"

	"parley/config"
	"parley/model/cli/session"
	"parley/model/saved"
	"parley/store"
	"parley/store/system"
)

// opening is the screen of a conversation that is being opened, so that the first
// picture waits only for the end of the file.
func (b *beginning) opening(s session.Setup, cfg config.Config) (tea.Model, error) {
	theme, ground, err := themes(b.prog, cfg.UI)
	if err != nil {
		return nil, err
	}
	var tail []store.Event
	var earlier func() []store.Event
	if b.options.Resume != "" {
		kept := store.Open(cfg.Store.Dir, b.prog.Now)
		id, err := kept.Find(b.options.Resume)
		if err != nil {
			return nil, err
		}
		if tail, err = lastEvents(kept.Path(id), tailBytes); err != nil {
			return nil, err
		}
		earlier = func() []store.Event {
			end, _ := lastEvents(kept.Path(id), earlierBytes) // opening the whole file reports what is wrong
			return end
		}
	}
	return saved.NewOpening(theme, ground, tail, earlier, func() (tea.Model, error) {
		tight(b.prog)
		next, err := b.conversation(s, cfg)
		var locked *store.LockedError
		if errors.As(err, &locked) {
			shared, themeErr := b.shared(cfg)
			return saved.NewHeld(shared, locked), themeErr
		}
		return next, err
	}, func() { tidy(b.prog) }), nil
}

// lastBytes reads the whole lines at the end of a file.
func lastBytes(f *os.File, most int64) ([]byte, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	from := max(info.Size()-most, 0)
	data := make([]byte, info.Size()-from)
	n, err := f.ReadAt(data, from)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	data = data[:n]
	if from > 0 {
		_, data, _ = bytes.Cut(data, []byte("\n"))
	}
	return data, nil
}

// tailBytes is how much of a conversation's end is read for the first picture, and
// earlierBytes how much for a user who turns pages before the rest is there.
const (
	tailBytes    = 16 << 10
	earlierBytes = 1 << 20
)

// lastEvents are the events at the end of a conversation's file. Faults are reported
// when the whole conversation is opened, and so is a file that is not a regular one:
// reading a pipe could block for ever.
func lastEvents(path string, most int64) ([]store.Event, error) {
	f, err := system.OpenFile(path)
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, system.ErrNotFile) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	data, err := lastBytes(f, most)
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, err
	}
	var events []store.Event
	for line := range bytes.Lines(data) {
		if e, err := store.Decode(bytes.TrimRight(line, "\n")); err == nil {
			events = append(events, e)
		}
	}
	return events, nil
}
