// Package saved has the screens for saved conversations: their list, one that is
// being opened, and one that another process is writing.
package saved

import (
	"context"
	"iter"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/model/kit"
	"parley/store"
	"parley/store/search"
	"parley/views/edit"
)

// Shelf is where conversations are kept. Its methods block; they are called in
// commands.
type Shelf interface {
	List() ([]store.Summary, error)
	Search(ctx context.Context, query string, in search.Scope) iter.Seq2[search.Match, error]
	Rename(id, title string) error
	Trash(id string) error
	Restore(id string) error
}

// PickerOptions are the inputs of the list of saved conversations.
type PickerOptions struct {
	kit.Shared
	Shelf     Shelf
	Workspace string // the directory whose conversations come first
	Home      string // the user's, for short paths
}

// Picker is the list of saved conversations: letters filter it, and all other actions
// have keys that are not letters. It is shown in front of the conversation that
// called it, or alone.
type Picker struct {
	kit.Setting
	kit.Cover
	kit.Leaving
	o    PickerOptions
	here string // the conversation behind it

	all    []saved
	listed bool
	every  bool  // include other workspaces
	shown  []int // indexes into all
	at     int
	top    int

	filter  edit.Line
	finding lookup
	naming  *edit.Line // a new title is being written
	thrown  []string   // what was put into the trash, latest last
	note    string
	fault   string
}

// saved is a conversation, with its title for comparison.
type saved struct {
	store.Summary
	folded string
}

// lookup is the search in the texts.
type lookup struct {
	query string // the text searched for
	stop  context.CancelFunc
	runs  bool
	found map[string]search.Match // by conversation
	err   error
}

type listedMsg struct {
	of   *Picker
	list []store.Summary
	err  error
}

type searchMsg struct {
	of    *Picker
	query string
}

type foundMsg struct {
	of    *Picker
	query string
	every bool
	found map[string]search.Match
	err   error
}

// shelvedMsg reports the end of a change to a stored conversation.
type shelvedMsg struct {
	of   *Picker
	id   string
	done string // what to say about it
	err  error
	take func(*Picker)
}

// searchDelay is how long the filter must rest before texts are searched.
const searchDelay = 150 * time.Millisecond

// leastSearch is the shortest text that is searched for.
const leastSearch = 2

// NewPicker makes the list; it is empty until Init's command has read it.
func NewPicker(o PickerOptions) *Picker {
	return &Picker{Setting: o.Setting(), o: o}
}

// Over puts the list in front of a conversation.
func (p *Picker) Over(under tea.Model) {
	p.Under = under
	if m := kit.ConversationOf(under); m != nil {
		p.here = m.ID()
	}
}

// Init reads the list.
func (p *Picker) Init() tea.Cmd { return kit.Batch(p.Ground.Ask(), p.list()) }

func (p *Picker) list() tea.Cmd {
	shelf := p.o.Shelf
	return func() tea.Msg { list, err := shelf.List(); return listedMsg{p, list, err} }
}

// Update handles keys and the results of requests. Everything else goes to the
// conversation behind.
func (p *Picker) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	next, cmd := p.hear(msg)
	p.lay()
	return next, cmd
}

func (p *Picker) hear(msg tea.Msg) (tea.Model, tea.Cmd) {
	if p.Hears(msg) {
		return p, p.Pass(msg)
	}
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return p.key(msg)
	case tea.PasteMsg:
		return p, p.paste(msg)
	case tea.MouseClickMsg:
		p.click(msg)
	case tea.MouseWheelMsg:
		p.wheel(msg)
		return p, nil
	case kit.ArrivedMsg:
		return p.arrived(msg)
	case listedMsg:
		if msg.of == p {
			return p, p.take(msg)
		}
	case searchMsg:
		if msg.of == p && msg.query == p.filter.Text() {
			return p, p.search()
		}
	case foundMsg:
		if msg.of == p {
			p.found(msg)
		}
	case shelvedMsg:
		if msg.of == p {
			return p, p.shelved(msg)
		}
	default:
		return p, p.Pass(msg)
	}
	return p, nil
}

// take takes in the list; the cursor stays on its conversation.
func (p *Picker) take(msg listedMsg) tea.Cmd {
	id := p.chosenID()
	defer p.other(id)
	p.listed, p.all = true, make([]saved, len(msg.list))
	for i, x := range msg.list {
		p.all[i] = saved{x, strings.ToLower(kit.TitleOf(x))}
	}
	if msg.err != nil {
		p.fault = msg.err.Error()
	}
	p.sift()
	p.choose(id)
	return nil
}

// sift applies the filter: conversations whose titles match, and after them those
// whose texts match.
func (p *Picker) sift() {
	p.shown = p.shown[:0]
	var inText []int
	words := strings.Fields(strings.ToLower(p.filter.Text()))
	for i, x := range p.all {
		if !p.every && !p.near(x) || x.Follows() && len(words) == 0 {
			continue
		}
		if kit.HoldsAll(x.folded, words) {
			p.shown = append(p.shown, i)
		} else if _, found := p.finding.found[x.ID]; found {
			inText = append(inText, i)
		}
	}
	p.shown = append(p.shown, inText...)
	p.at = min(max(p.at, 0), max(len(p.shown)-1, 0))
}

// near reports whether a conversation is of this workspace, or of none.
func (p *Picker) near(x saved) bool { return x.Near(p.o.Workspace) }

// chosen is the conversation under the cursor.
func (p *Picker) chosen() (saved, bool) {
	if p.at >= len(p.shown) {
		return saved{}, false
	}
	return p.all[p.shown[p.at]], true
}

func (p *Picker) chosenID() string {
	x, _ := p.chosen()
	return x.ID
}

// other arms the keys that decide anew if another conversation came under the cursor than
// before, and not because the user moved there.
func (p *Picker) other(than string) {
	if p.chosenID() != than {
		p.Anew()
	}
}

// choose puts the cursor on a conversation, if it is in the list.
func (p *Picker) choose(id string) {
	if i := slices.IndexFunc(p.shown, func(i int) bool { return p.all[i].ID == id }); i >= 0 {
		p.at = i
	}
}

// write changes the filter: titles are filtered at once, texts a moment later.
func (p *Picker) write(line edit.Line) tea.Cmd {
	defer p.other(p.chosenID())
	filter := line.Text()
	p.filter, p.at, p.top = line, 0, 0
	p.stopSearch()
	p.finding.keep(filter)
	p.sift()
	if short(filter) {
		return nil
	}
	return p.o.Tick(searchDelay, func(time.Time) tea.Msg { return searchMsg{p, filter} })
}

// short reports whether a text is too short to search for.
func short(filter string) bool { return len([]rune(strings.TrimSpace(filter))) < leastSearch }

// keep keeps what matches a longer query too, so that lines do not vanish and
// reappear while typing.
func (s *lookup) keep(filter string) {
	words := strings.Fields(strings.ToLower(filter))
	longer := s.query != "" && strings.HasPrefix(filter, s.query)
	for id, m := range s.found {
		if !longer || !kit.HoldsAll(strings.ToLower(m.Line), words) {
			delete(s.found, id)
		}
	}
	s.err = nil
}

func (p *Picker) stopSearch() {
	if p.finding.stop != nil {
		p.finding.stop()
	}
	p.finding.stop, p.finding.runs = nil, false
}

// search searches the texts, one line per conversation.
func (p *Picker) search() tea.Cmd {
	p.stopSearch()
	ctx, stop := context.WithCancel(context.Background())
	p.finding.stop, p.finding.runs = stop, true
	shelf, query, every, in := p.o.Shelf, p.filter.Text(), p.every, search.Scope{Most: 1}
	if !every {
		in.Workspace = p.o.Workspace
	}
	return func() tea.Msg {
		out := foundMsg{of: p, query: query, every: every, found: map[string]search.Match{}}
		for m, err := range shelf.Search(ctx, query, in) {
			switch {
			case ctx.Err() != nil:
				return nil
			case err != nil:
				out.err = err
			default:
				out.found[m.ID] = m
			}
		}
		return out
	}
}

// found takes in the result of a search, if it is still wanted.
func (p *Picker) found(msg foundMsg) {
	if msg.query != p.filter.Text() || msg.every != p.every {
		return
	}
	p.stopSearch()
	id := p.chosenID()
	defer p.other(id)
	p.finding.query, p.finding.found, p.finding.err = msg.query, msg.found, msg.err
	p.sift()
	p.choose(id)
}

// widen shows those of all workspaces, or of this one only.
func (p *Picker) widen() tea.Cmd {
	id := p.chosenID()
	p.every = !p.every
	cmd := p.write(p.filter)
	p.choose(id)
	return cmd
}
