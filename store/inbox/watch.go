package inbox

import (
	"errors"
	"maps"
	"slices"
	"sync"

	"parley/store"
)

// All lists what is open in every conversation of a store, the oldest first. Conversations
// that cannot be read are left out and reported in the error, which comes with the others.
func All(s store.Store) ([]Entry, error) { return new(Watch).All(s) }

// Watch lists again and again what is open. It reads a conversation only if that has changed
// since the last list. It is safe for concurrent use.
type Watch struct {
	mu   sync.Mutex
	seen map[string]seen // by conversation
	list []Entry         // of them
}

// seen is what was open in a conversation in one state of its file.
type seen struct {
	state store.FileState
	open  []Entry
}

// All is [All], without the conversations with these ids. While nothing changes, it returns the
// same list, which the caller leaves as it is.
func (w *Watch) All(s store.Store, without ...string) ([]Entry, error) {
	list, err := s.List()
	w.mu.Lock()
	defer w.mu.Unlock()
	faults, now, changed := []error{err}, make(map[string]seen, len(w.seen)), false
	for _, x := range list {
		if !waits(s, x) || slices.Contains(without, x.ID) {
			continue
		}
		was, known := w.seen[x.ID]
		if !known || was.state != x.State {
			c, _, err := s.OpenRead(x.ID)
			if errors.Is(err, store.ErrNotFound) {
				continue // removed meanwhile
			}
			if err != nil {
				faults = append(faults, err)
				continue
			}
			was, changed = seen{x.State, Of(x.ID, x.Title, x.Workspace, c.Log())}, true
		}
		now[x.ID] = was
	}
	if changed || len(now) != len(w.seen) {
		w.list = listed(now)
	}
	w.seen = now
	return w.list, errors.Join(faults...)
}

// listed is what is open, the oldest first.
func listed(all map[string]seen) (out []Entry) {
	for _, id := range slices.Sorted(maps.Keys(all)) {
		out = append(out, all[id].open...)
	}
	slices.SortStableFunc(out, func(a, b Entry) int { return a.Since.Compare(b.Since) })
	return out
}
