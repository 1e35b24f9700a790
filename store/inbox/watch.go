package inbox

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"sort"
	"strings"
	"sync"

	"parley/store"
)

// All lists what is open in every conversation of a store, the oldest first. Conversations
// that cannot be read are left out and reported in the error, which comes with the others.
func All(s store.Store) ([]Entry, error) { return new(Watch).All(s) }

// Watch lists again and again what is open. It reads a conversation only if that has changed
// since the last list. It is safe for concurrent use.
type Watch struct {
	// Here reports whether what is open in a conversation was recorded by this installation;
	// nil: all is. An answer that was not does not count.
	Here func(id string, log store.Log) bool

	mu   sync.Mutex
	seen map[string]seen // by conversation
	list []Entry         // what is open in them
}

// seen is what was open in a conversation in one state of its file.
type seen struct {
	state    store.FileState
	open     []Entry
	answered []Entry
}

// All is [All], without the conversations with these ids. While nothing changes, it returns the
// same list, which the caller leaves as it is.
func (w *Watch) All(s store.Store, without ...string) ([]Entry, error) {
	open, _, err := w.Look(s, without...)
	return open, err
}

// Look is All, and lists as well what was answered in turns that nobody goes on with: the calls
// that have not run since, else the turn itself.
func (w *Watch) Look(s store.Store, without ...string) (open, answered []Entry, err error) {
	list, err := s.List()
	w.mu.Lock()
	defer w.mu.Unlock()
	faults, now, changed := []error{err}, make(map[string]seen, len(w.seen)), false
	for _, x := range list {
		if !waits(s, x) && !halted(x) || slices.Contains(without, x.ID) {
			continue
		}
		was, known := w.seen[x.ID]
		if !known || was.state != x.State {
			log, strange, err := w.read(s, x.ID)
			if errors.Is(err, store.ErrNotFound) {
				continue // removed meanwhile
			}
			if err != nil {
				faults = append(faults, err)
				continue
			}
			r := read(log)
			was, changed = seen{x.State, r.entries(x.ID, x.Title, x.Workspace), r.decided(x.ID, x.Title, x.Workspace)}, true
			for i := range was.answered {
				was.answered[i].Strange = strange
			}
			for i := range was.open { // nothing is noted of another program's session, which waits only while it is open
				was.open[i].Strange = strange && x.Program == ""
			}
		}
		now[x.ID] = was
		if halted(x) && len(was.answered) > 0 && !s.Held(x.ID) {
			answered = append(answered, was.answered...)
		}
	}
	if changed || len(now) != len(w.seen) {
		w.list = listed(now)
	}
	w.seen = now
	sortBySince(answered)
	return w.list, answered, errors.Join(faults...)
}

// read reads a conversation, and whether what is open in it was not recorded here. Whoever has it open writes both
// the file and the note, so where they do not fit, and lines have come meanwhile, they are read again, though not for
// ever: another hand may add to the file all the time.
func (w *Watch) read(s store.Store, id string) (log store.Log, strange bool, err error) {
	for tries, lines := 1, -1; ; tries, lines = tries+1, log.Len() {
		c, report, err := s.OpenRead(id)
		if err != nil {
			return log, false, err
		}
		log = c.Log()
		strange = report.Altered() || w.Here != nil && !w.Here(id, log)
		if !strange || log.Len() == lines || tries == 4 {
			return log, strange, nil
		}
	}
}

// halted reports whether a turn of ours goes on only if somebody goes on with it.
func halted(x store.Summary) bool { return x.TurnOpen && x.Open == "" && x.Program == "" }

// listed is what is open, the oldest first.
func listed(all map[string]seen) (out []Entry) {
	for _, id := range slices.Sorted(maps.Keys(all)) {
		out = append(out, all[id].open...)
	}
	sortBySince(out)
	return out
}

func sortBySince(all []Entry) {
	sort.SliceStable(all, func(i, j int) bool {
		return cmp.Or(all[i].Since.Compare(all[j].Since), strings.Compare(all[i].Conversation, all[j].Conversation)) < 0
	})
}
