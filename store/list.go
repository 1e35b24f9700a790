package store

import (
	"errors"
	"io/fs"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"parley/store/text/secret"
)

// Summary is what a list shows of a conversation. Texts are as they stand in the
// file; the caller cleans them before display.
type Summary struct {
	ID        string    `json:"id"`
	Title     string    `json:"title"` // the latest title, otherwise the first line of the first message
	Created   time.Time `json:"created"`
	Updated   time.Time `json:"updated"` // the time of the latest event
	Turns     int       `json:"turns"`   // without sub-turns
	Events    int       `json:"events"`
	Problems  int       `json:"problems,omitempty"`  // lines that were set aside
	TurnOpen  bool      `json:"turn_open,omitempty"` // the last turn has not ended
	Open      string    `json:"open,omitempty"`      // the text of the question that waits, if any
	Workspace string    `json:"workspace,omitempty"` // the directory it works in, if that is on record
	Program   string    `json:"program,omitempty"`   // the other program, if it is a session of one
	Session   string    `json:"session,omitempty"`   // that program's own id of the session
	// ForkedFrom is the conversation that this one began as a copy of. Forks counts
	// the conversations of the list that began as a copy of this one; only List sets
	// it.
	ForkedFrom string `json:"forked_from,omitempty"`
	Forks      int    `json:"forks,omitempty"`
	// Requests is how many requests of one session of another program the list has; the
	// latest of them stands for all, and the others have 0. Only List sets it.
	Requests int `json:"requests,omitempty"`
	// State is another one whenever the conversation's file has changed. Only List sets it.
	State FileState `json:"-"`
}

// FileState tells the states of a conversation's file apart.
type FileState struct{ size, changed int64 }

// Size is how long the file is, in bytes.
func (f FileState) Size() int64 { return f.size }

func (x *indexed) state() FileState { return FileState{x.Size, x.Changed.UnixNano()} }

// Follows reports whether another conversation of a list stands for this one: a later request
// of the same session.
func (s Summary) Follows() bool { return s.Program != "" && s.Requests == 0 }

// Near reports whether the conversation belongs to this workspace, or to none.
func (s Summary) Near(workspace string) bool { return s.Workspace == workspace || s.Workspace == "" }

// List is a summary of every conversation, the latest change first. Empty
// conversations are left out, but not those that were emptied. A conversation that cannot be read is left out and
// reported in the error, which comes with the others. It also sweeps up what killed
// processes left in the store.
func (s Store) List() ([]Summary, error) {
	list, _, err := s.list()
	return list, err
}

// list also returns the folders that List leaves out since nothing is on record in them.
func (s Store) list() (all []Summary, empty []string, err error) {
	cache := make(chan []indexed, 1)
	go func() { cache <- s.index() }() // read while the folders are being read
	ids, hidden, err := s.folders()
	old := <-cache
	if err != nil {
		return nil, nil, err
	}
	s.sweep(hidden)
	list, faults, fresh := make([]*indexed, 0, len(ids)), []error(nil), false
	for i, l := range s.lookAll(ids, old) {
		switch {
		case errors.Is(l.err, fs.ErrNotExist): // created and never written, or removed meanwhile
			empty = append(empty, ids[i])
		case l.err != nil:
			faults = append(faults, openError(ids[i], l.err))
		case l.entry.Size > 0, s.used(ids[i]): // of what was emptied, a person can still be told
			list = append(list, l.entry)
			fresh = fresh || !l.known
		default:
			empty = append(empty, ids[i])
		}
	}
	if fresh || len(list) != len(old) {
		s.saveIndex(list)
	}
	return newestFirst(list), empty, errors.Join(faults...)
}

// looked is what is known of one conversation.
type looked struct {
	entry *indexed
	known bool // found in the cache
	err   error
}

// lookAll looks at every conversation. The cache must be in the order of the ids too.
func (s Store) lookAll(ids []string, old []indexed) []looked {
	out := make([]looked, len(ids))
	for i, id := range ids {
		for len(old) > 0 && old[0].ID < id {
			old = old[1:]
		}
		if len(old) > 0 && old[0].ID == id {
			out[i].entry = &old[0]
		}
	}
	look := s.looker()
	each(len(ids), func(i int) {
		out[i] = look.at(ids[i], out[i].entry)
	})
	look.close()
	return out
}

// each calls do for every number below n, on all processors.
func each(n int, do func(int)) {
	var workers sync.WaitGroup
	var next atomic.Int64
	const some = 64 // numbers taken at a time
	for range min(runtime.GOMAXPROCS(0), n/some+1) {
		workers.Go(func() {
			for {
				from := int(next.Add(some)) - some
				if from >= n {
					return
				}
				for i := from; i < min(from+some, n); i++ {
					do(i)
				}
			}
		})
	}
	workers.Wait()
}

func newestFirst(list []*indexed) []Summary {
	forks := make(map[string]int)
	for _, entry := range list {
		if entry.ForkedFrom != "" {
			forks[entry.ForkedFrom]++
		}
	}
	slices.SortFunc(list, func(a, b *indexed) int {
		if c := b.Updated.Compare(a.Updated); c != 0 {
			return c
		}
		return strings.Compare(b.ID, a.ID)
	})
	out := make([]Summary, len(list))
	sessions := map[[2]string]int{} // where the latest request stands
	for i, entry := range list {
		out[i] = entry.Summary
		out[i].State = entry.state()
		if entry.Program != "" {
			of := [2]string{entry.Program, entry.Session}
			if _, known := sessions[of]; !known {
				sessions[of] = i
			}
			out[sessions[of]].Requests++
		}
		if len(forks) > 0 {
			out[i].Forks = forks[entry.ID]
		}
	}
	return out
}

// Summary returns what a list would show of this conversation.
func (c *Conversation) Summary() Summary {
	c.mu.Lock()
	defer c.mu.Unlock()
	return summarise(c.id, c.loaded)
}

// summarise goes through the events once.
func summarise(id string, l loaded) Summary {
	s := summary{Summary: Summary{ID: id, Events: l.log.Len(), Problems: l.report.SetAside()}}
	for _, e := range l.log.All() {
		s.add(e)
	}
	if s.Title == "" {
		s.Title = s.first
	}
	for _, q := range s.asked {
		if s.waits[q] != "" {
			s.Open = s.waits[q]
			break
		}
	}
	return s.Summary
}

// summary is a Summary in the making.
type summary struct {
	Summary
	first string
	turn  int
	asked []string // ids of permissions and inquiries in order
	waits map[string]string
}

func (s *summary) add(e Event) {
	if s.Created.IsZero() {
		s.Created = e.Time
	}
	if e.Time.After(s.Updated) {
		s.Updated = e.Time
	}
	switch b := e.Body.(type) {
	case TurnStart:
		if b.Parent == 0 {
			s.Turns++
			s.turn, s.TurnOpen = e.Turn, true
		}
	case TurnEnd:
		s.TurnOpen = s.TurnOpen && e.Turn != s.turn
	case ChatRequest:
		if s.first == "" && (b.Author == "" || strings.HasPrefix(b.Author, AuthorBridge)) {
			s.first = firstLine(b.Text)
		}
	case Title:
		s.Title = b.Title
	case Workspace:
		s.Workspace = b.Root
	case Observed:
		s.Program, s.Session = b.Program, b.Session
	case ForkedFrom:
		s.ForkedFrom = b.From
	case PermissionRequest:
		s.ask(b.ID, b.Text)
	case InquiryRequest:
		s.ask(b.ID, b.Question.Text)
	case PermissionResponse:
		delete(s.waits, b.ID)
	case InquiryResponse:
		delete(s.waits, b.ID)
	}
}

func (s *summary) ask(id, text string) {
	if s.waits == nil {
		s.waits = make(map[string]string)
	}
	s.asked = append(s.asked, id)
	s.waits[id] = text
}

// titleRunes is the longest title taken from a message.
const titleRunes = 80

// firstLine is the first non-empty line of a text, without what looks like a key, cut to the length of a
// title.
func firstLine(text string) string {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		line = secret.Hide(line, nil)
		runes := []rune(line)
		if len(runes) > titleRunes {
			return string(runes[:titleRunes-1]) + "…"
		}
		return line
	}
	return ""
}
