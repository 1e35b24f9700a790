// Package firstrun is the screen of a program that has no model yet.
package firstrun

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"parley/model/kit"
	"parley/store/text/secret"
	"parley/views/edit"
	"parley/views/text"
)

// Server is a model server that a first run can offer.
type Server struct {
	Name    string // as in the configuration
	Title   string // as shown to people
	About   string // how it was found: "ANTHROPIC_API_KEY is set"
	BaseURL string // of a server that is not known by name
	KeyEnv  string // the variable for its key, of such a server or one without a key
	Key     string // that was written a moment ago: it is to be tried, and not kept yet
	Models  []string
}

// Beginning is what a first run needs from the program around it. Found answers at
// once; the others may block and are called in commands only.
type Beginning interface {
	// Found are the servers whose keys are in the environment.
	Found() []Server
	// Keyless are the servers that are known by name and need a key that was not
	// found.
	Keyless() []Server
	// KeyName is the name by which the key of a server at an address is kept.
	KeyName(address string) string
	// Keep keeps the key of a server: in the user's key file, or in the variable
	// until the program ends.
	Keep(s Server, key string, file bool) error
	// Local asks the known servers on this machine and returns those that answered,
	// with their models.
	Local() []Server
	// Models lists what a server offers.
	Models(Server) ([]string, error)
	// Use writes the choice to the user's file and opens a conversation.
	Use(s Server, model string) (tea.Model, error)
	// Tour opens the tour.
	Tour() (tea.Model, error)
}

// FirstRun is the screen of a program that has no model yet. It gives way to the
// conversation that the user's choice opens.
type FirstRun struct {
	theme    text.Theme
	ground   kit.Ground
	seen     kit.Setting // what is known of the terminal, and of the keys
	begin    Beginning
	file     string // where the choice is written
	w, h     int
	page     page
	local    []Server
	asked    bool // the servers on this machine have answered, or will not
	at       int
	server   Server
	asks     int // number of requests for models
	models   kit.Listing
	typed    edit.Line
	address  edit.Editor
	variable edit.Editor
	secret   edit.Line
	aside    bool // the key is not written to the file
	keys     string
	fault    string
	busy     string
}

type page int

const (
	choosingServer page = iota
	choosingModel
	writingAddress
	writingVariable
	writingKey
)

type localMsg struct{ servers []Server }

type serverModelsMsg struct {
	ask    int // the request that this answers; the address may have been corrected meanwhile
	models []string
	err    error
}

type beganMsg struct {
	model tea.Model
	err   error
}

// NewFirstRun makes the screen; file and keys are shown as the places that it writes
// to.
func NewFirstRun(o kit.Shared, begin Beginning, file, keys string) *FirstRun {
	f := &FirstRun{theme: o.Theme, ground: o.Ground, seen: o.Setting(), begin: begin, file: file, keys: keys}
	f.address, f.variable = edit.NewEditor(f.theme, "http://localhost:8000/v1"), edit.NewEditor(f.theme, "MY_API_KEY")
	f.resize(80, 24)
	return f
}

func (f *FirstRun) resize(w, h int) {
	f.w, f.h = w, h
	f.address.SetSize(w-7, 1)
	f.variable.SetSize(w-7, 1)
}

// Init asks the servers of this machine.
func (f *FirstRun) Init() tea.Cmd {
	begin := f.begin
	return tea.Batch(f.ground.Ask(), func() tea.Msg { return localMsg{begin.Local()} })
}

// Update handles keys and the results of its requests.
func (f *FirstRun) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	f.seen.Hears(msg)
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		f.resize(msg.Width, msg.Height)
	case tea.ColorProfileMsg:
		f.ground = f.ground.Of(msg)
	case tea.BackgroundColorMsg:
		f.theme = f.ground.Theme(msg, f.theme)
		f.address.SetTheme(f.theme)
		f.variable.SetTheme(f.theme)
	case localMsg:
		f.take(msg.servers)
	case serverModelsMsg:
		if msg.ask == f.asks && f.page == choosingModel {
			f.models = kit.Listing{Here: true, Choices: kit.FileChoices(msg.models), Err: msg.err}
			f.seen.Anew()
		}
	case triedMsg:
		return f, f.tried(msg)
	case tea.MouseClickMsg:
		f.click(msg)
	case beganMsg:
		return f.began(msg)
	case tea.PasteMsg:
		f.paste(msg.Content)
	case tea.KeyPressMsg:
		return f, f.key(msg)
	}
	return f, nil
}

// take puts the servers on this machine first; the cursor stays on its choice.
func (f *FirstRun) take(servers []Server) {
	f.local, f.asked = servers, true
	if f.at > 0 {
		f.at += len(servers)
	}
	if len(servers) > 0 {
		f.seen.Anew() // the numbers stand for other choices now
	}
}

// began gives way to the conversation.
func (f *FirstRun) began(msg beganMsg) (tea.Model, tea.Cmd) {
	f.busy = ""
	if msg.err != nil {
		f.fault = msg.err.Error()
		return f, nil
	}
	return f.seen.Terminal.Hand(msg.model, nil)
}

// servers are the choices that were found.
func (f *FirstRun) servers() []Server {
	return append(f.local[:len(f.local):len(f.local)], f.begin.Found()...)
}

func (f *FirstRun) key(msg tea.KeyPressMsg) tea.Cmd {
	name := msg.String()
	if b, ok := kit.RowOf(everywhere(), f, name); ok {
		_, cmd := b.Do(f)
		return cmd
	}
	if f.busy == "" && (f.fault != textKeyNoName || f.page != writingKey) { // that is said while the rest of the key is written
		f.fault = ""
	}
	b, ok := kit.RowOf(f.bindings(), f, name)
	if refused := f.seen.Refuses(msg, b.Decides); refused != "" {
		f.fault = refused
		return nil
	}
	if ok {
		_, cmd := b.Do(f)
		return cmd
	}
	if f.busy == "" {
		f.write(msg)
	}
	return nil
}

// paste inserts text at the cursor.
func (f *FirstRun) paste(words string) {
	if f.busy != "" {
		return
	}
	switch words = text.Line(words, 500); f.page {
	case choosingModel:
		f.typed, f.at = f.typed.Insert(words), 0
	case writingAddress:
		if word := strings.TrimSpace(words); secret.Looks(word) && !strings.Contains(word, "://") {
			f.fault = textKeyLater
			return
		}
		f.address.Insert(words)
	case writingVariable:
		f.variable.Insert(strings.TrimSpace(words))
		f.hide()
	case writingKey:
		f.secret = f.secret.Insert(strings.TrimSpace(words))
	}
}

// write handles a key that is text.
func (f *FirstRun) write(msg tea.KeyPressMsg) {
	switch f.page {
	case choosingModel:
		var changed bool
		if f.typed, changed = kit.Written(f.typed, msg); changed {
			f.at = 0
		}
	case writingAddress:
		f.address.Update(msg)
	case writingVariable:
		f.variable.Update(msg)
		f.hide()
	case writingKey:
		f.secret, _ = kit.Written(f.secret, msg)
	}
}

// binding is a row of the key table of a first run.
type binding = kit.Row[*FirstRun]

// does is a key that does not leave the screen.
func does(f func(*FirstRun) tea.Cmd) func(*FirstRun) (tea.Model, tea.Cmd) {
	return func(s *FirstRun) (tea.Model, tea.Cmd) { return s, f(s) }
}

// everywhere are the keys of every page, even while something is awaited.
func everywhere() []binding {
	return []binding{
		{Keys: kit.Keys("ctrl+c"), Shown: "Ctrl+C", Help: "leave the program", Do: does(func(*FirstRun) tea.Cmd { return tea.Quit })},
		kit.Suspending[*FirstRun](),
	}
}

// bindings is the key table of the page.
func (f *FirstRun) bindings() []binding {
	if f.busy != "" {
		return f.stopping()
	}
	move := func(n int) func(*FirstRun) (tea.Model, tea.Cmd) {
		return does(func(f *FirstRun) tea.Cmd {
			f.at = min(max(f.at+n, 0), max(f.rows()-1, 0))
			return nil
		})
	}
	up, down := binding{Keys: kit.Keys("up"), Shown: "↑↓", Words: "move", Rank: kit.RankExtra, Do: move(-1)}, binding{Keys: kit.Keys("down"), Do: move(1)}
	back := binding{Keys: kit.Keys("esc"), Shown: "Esc", Words: "back", Rank: kit.RankBack, Do: does(func(f *FirstRun) tea.Cmd { f.to(choosingServer); return nil })}
	correct := binding{Keys: back.Keys, Shown: back.Shown, Words: "correct the address", Rank: kit.RankBack, Do: does((*FirstRun).correct)}
	switch f.page {
	case choosingModel:
		if f.server.BaseURL != "" {
			back = correct
		}
		enter := binding{Keys: kit.Keys("enter"), Shown: "Enter", Words: "use this model", Decides: true, Do: does((*FirstRun).chooseModel)}
		if len(f.fittingModels()) == 0 {
			enter.Words = "use the model of this name"
			if f.typed.Text() == "" {
				enter.Words = ""
			}
		}
		if f.rows() < 2 {
			return []binding{enter, back}
		}
		return []binding{enter, up, down, back}
	case writingAddress:
		return []binding{{Keys: kit.Keys("enter tab"), Shown: "Enter", Words: "next", Do: does((*FirstRun).addressGiven)}, back}
	case writingVariable:
		back.Help, back.Do = correct.Words, correct.Do
		return append(variableBindings(), back)
	case writingKey:
		if f.server.BaseURL != "" {
			back.Help, back.Do = correct.Words, correct.Do
		}
		return append(f.keyBindings(), back)
	}
	rows := make([]binding, 0, f.rows()+4)
	for i := range min(f.rows(), 9) {
		rows = append(rows, binding{Keys: []string{fmt.Sprint(i + 1)}, Decides: true, Do: does(func(f *FirstRun) tea.Cmd { f.at = i; return f.choose() })})
	}
	rows[0].Shown, rows[0].Words = fmt.Sprintf("1-%d", min(f.rows(), 9)), "choose"
	return append(rows, binding{Keys: kit.Keys("enter"), Shown: "↑↓ Enter", Bare: true, Decides: true, Help: "move, and take what the cursor is on", Do: does((*FirstRun).choose)},
		binding{Keys: up.Keys, Do: up.Do}, down,
		binding{Keys: kit.Keys("esc q"), Shown: "Esc", Words: "quit", Rank: kit.RankBack, Do: does(func(*FirstRun) tea.Cmd { return tea.Quit })})
}

// to goes to another page.
func (f *FirstRun) to(p page) {
	f.page, f.at, f.typed, f.fault = p, 0, edit.Line{}, ""
	f.seen.Anew()
}

// rows is how many choices the page has.
func (f *FirstRun) rows() int {
	if f.page == choosingModel {
		return len(f.fittingModels())
	}
	return len(f.servers()) + len(f.begin.Keyless()) + 2
}

// choose takes the choice under the cursor.
func (f *FirstRun) choose() tea.Cmd {
	servers, keyless := f.servers(), f.begin.Keyless()
	if k := f.at - len(servers) - 2; k >= 0 {
		f.askKey(keyless[k])
		return nil
	}
	switch f.at - len(servers) {
	case 0:
		f.to(writingAddress)
		f.secret, f.aside = edit.Line{}, false
		return nil
	case 1:
		f.busy = textBeginTour
		begin := f.begin
		return func() tea.Msg { m, err := begin.Tour(); return beganMsg{m, err} }
	}
	return f.modelsOf(servers[f.at])
}

// correct goes back to the address, and leaves it as it was typed.
func (f *FirstRun) correct() tea.Cmd {
	f.to(writingAddress)
	return nil
}

func (f *FirstRun) addressGiven() tea.Cmd {
	if whole := wholeAddress(strings.TrimSpace(f.address.Text())); whole != strings.TrimSpace(f.address.Text()) {
		f.address.Set(whole)
	}
	if f.fault = addressFault(strings.TrimSpace(f.address.Text())); f.fault != "" {
		return nil
	}
	base := strings.TrimRight(strings.TrimSpace(f.address.Text()), "/")
	f.server = Server{Title: strings.TrimSpace(f.address.Text()), BaseURL: base, KeyEnv: f.begin.KeyName(base)}
	f.page = writingKey
	return nil
}
