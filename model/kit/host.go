package kit

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/store"
)

// Host is what the screen asks of the program around it. Its methods may block;
// they are called in commands only, but ModelName, Reviewers, HasEditor and Editor, which
// answer at once.
type Host interface {
	ModelName() string
	// UseModel returns the settings that make the conversation use a model.
	UseModel(id string) (store.ConfigDelta, error)
	// Reload reads the settings again, those of the conversation among them. What
	// it returns takes them up, and is called where the screen is changed.
	Reload([]store.ConfigDelta) (takeUp func(), err error)
	// MakeRules writes the rules of one of a ruling's offers to where rules are kept, or
	// in their place those that were written, and returns them as they go on record.
	MakeRules(r coordinator.Ruling, offer int, written []string) ([]store.RuleAdded, error)
	// RuleFaults are what to tell of the rules that cannot be taken as they are now.
	RuleFaults() []string
	// Rules are those that are in force.
	Rules() Rules
	// DropRule takes a rule that the program keeps back, and returns it as that goes on
	// record.
	DropRule(Rule) ([]store.RuleRevoked, error)
	// Denies is the rule that refuses a line of shell, "" where none does.
	Denies(line string) (rule string)
	// HasEditor says whether the user has named an editor.
	HasEditor() bool
	// Editor returns a command that opens a text in the user's editor and gives
	// the edited text to done.
	Editor(text, suffix string, done func(string, error) tea.Msg) tea.Cmd

	// Copy gives a text to the system's clipboard by a tool of the system, and
	// returns its name; "" if there is none.
	Copy(text string) (by string, err error)

	// Export writes the conversation to a file, in the workspace unless the name is
	// absolute, by the format of its ending; without one to a new Markdown file that
	// is named for the title. It overwrites nothing and returns the file's path.
	Export(file, title string) (string, error)

	// Files lists the files of the workspace that git would not ignore, by paths
	// relative to its root.
	Files() ([]string, error)
	// Models lists the models that the configured servers offer. An error may come
	// beside what was found.
	Models() ([]Offer, error)
	// Facts returns what is known of a model, zeros where nothing is.
	Facts(id string) Facts
	// Place says where the conversation works, with its branch now.
	Place() Place
	// File is the digest of a file of the workspace, as the record writes digests; "" where
	// there is none, and false where it cannot be read.
	File(path string) (digest string, known bool)
	// Reviewers are the models that questions of the tools go to, each once. It answers
	// at once.
	Reviewers() []string
	// Start looks up what is told before the first message. An error may come beside
	// what was found.
	Start() (Start, error)
}

// Start is what is told before the first message, and has to be looked up.
type Start struct {
	Recent []Recent // conversations of the workspace, those that wait first
	Rules  int      // that are in force
}

// Recent is a conversation to go on with.
type Recent struct {
	ID, Title string
	Updated   time.Time
	Asks      bool // a question waits in it
	Open      bool // its last turn has not ended
}

// TitleOf is what a conversation is called, never nothing.
func TitleOf(x store.Summary) string {
	if strings.TrimSpace(x.Title) == "" {
		return textNoTitle
	}
	return x.Title
}

// Place is where a conversation works.
type Place struct {
	Name   string // of the folder
	Path   string // the user's own folder as ~
	Branch string // of its repository, "" where there is none
}

// Facts are what is known of a model.
type Facts struct {
	Window int // tokens, 0 unknown
	Price
}

// Price is in US dollars for a million tokens; Cached is that of input which the
// server had kept, 0 where nobody says.
type Price struct{ In, Cached, Out float64 }

// Offer is a model that a server offers.
type Offer struct {
	ID      string  // provider/model
	Context int     // tokens, 0 unknown
	In, Out float64 // US dollars for a million tokens, 0 unknown
}

// Words say what is known of the model.
func (o Offer) Words() string {
	s := ""
	if o.Context > 0 {
		s = fmt.Sprintf("%dk context", (o.Context+500)/1000)
	}
	if o.In > 0 || o.Out > 0 {
		if s != "" {
			s += ", "
		}
		s += fmt.Sprintf("$%.2f in, $%.2f out for a million tokens", o.In, o.Out)
	}
	return s
}

// Of is what an amount of tokens costs. What the server had kept is part of the input,
// at its own price where that is known.
func (p Price) Of(u store.Usage) float64 {
	cached := min(u.Cached, u.Input)
	return (float64(u.Input-cached)*p.In + float64(cached)*cmp.Or(p.Cached, p.In) + float64(u.Output)*p.Out) / 1e6
}
