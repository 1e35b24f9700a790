package kit

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/store"
	"parley/views/text"
)

// Host is what the screen asks of the program around it. Its methods may block and
// are called in commands only, except ModelName, ModelID, Reviewers, HasEditor and Editor,
// which answer at once.
type Host interface {
	ModelName() string
	// ModelID is the model's name with its server, "" without a model.
	ModelID() string
	// UseModel returns the settings that make the conversation use a model.
	UseModel(id string) (store.ConfigDelta, error)
	// Reload reads the settings again, including the conversation's. takeUp applies
	// them, and is called where the screen is changed.
	Reload([]store.ConfigDelta) (takeUp func(), err error)
	// MakeRules writes the rules of one of a ruling's offers, or instead the rules
	// that the user wrote, to where rules are kept, and returns them as they are
	// recorded.
	MakeRules(r coordinator.Ruling, offer int, written []string) ([]store.RuleAdded, error)
	// RuleFaults describe the rules that cannot be used now.
	RuleFaults() []string
	// Rules are the rules in force.
	Rules() Rules
	// DropRule revokes a rule that the program keeps, and returns it as it is
	// recorded.
	DropRule(Rule) ([]store.RuleRevoked, error)
	// Undos are what can be put back of the changes on a record.
	Undos(log store.Log) Undos
	// Inbox is what waits for the user in all conversations. It answers at once.
	Inbox() Inbox
	// Elsewhere is how many other conversations have something that waits.
	Elsewhere() int
	// Denies is the rule that refuses a line of shell, "" where none does.
	Denies(line string) (rule string)
	// HasEditor reports whether the user has set an editor.
	HasEditor() bool
	// Editor returns a command that opens a text in the user's editor and passes the
	// edited text to done.
	Editor(text, suffix string, done func(string, error) tea.Msg) tea.Cmd

	// Copy copies a text to the clipboard with a tool of the system, and returns the
	// tool's name; "" if there is none.
	Copy(text string) (by string, err error)

	// OpenPage shows a page in the user's browser.
	OpenPage(address string) error

	// Export writes the conversation to a file, in the workspace unless the name is
	// absolute, in the format of its extension; without a name, to a new Markdown
	// file named after the title. It overwrites nothing and returns the file's path.
	Export(file, title string) (string, error)

	// Attach reads the images of these names, checks them and keeps them beside the record.
	// Either all of them are taken or none.
	Attach(names []string) ([]store.File, error)

	// PasteImage takes the image on the clipboard, and returns the name that a message
	// calls it; Attach knows it by that.
	PasteImage() (name string, err error)

	// Files lists the files of the workspace that git would not ignore, with paths
	// relative to its root.
	Files() ([]string, error)
	// Models lists the models that the configured servers offer, and the names of these servers, also of those
	// that offer none. It may return an error together with models.
	Models() (offers []Offer, servers []string, err error)
	// Facts returns what is known about a model, zero fields if unknown.
	Facts(id string) Facts
	// Place says where the conversation works, with the current branch.
	Place() Place
	// File is the digest of a file of the workspace, as the record writes digests; ""
	// if there is none, and false if it cannot be read.
	File(path string) (digest string, known bool)
	// Reviewers are the models that review questions of tools, without duplicates. It
	// answers at once.
	Reviewers() []string
	// Start looks up what is shown before the first message. It may return an error
	// together with a result.
	Start() (Start, error)
	// Told looks up what the model is told of files as instructions; Start has it too.
	Told() Told
	// Skills are those that can be called by name, like commands.
	Skills() []Skill
	// Prompts are what servers of tools have for the user to send.
	Prompts() []ServerPrompt
	// Prompt asks a server for one of them. leftOut is what it would have others say.
	Prompt(p ServerPrompt, arguments map[string]string) (text, leftOut string, err error)
	// Resources are the names of what can be read from servers, each SERVER:ADDRESS.
	Resources() []string
	// ReadResource reads one of them, or what else its server has; false if no server
	// has this name.
	ReadResource(name string) (text string, is bool, err error)
	// HasServers reports whether there are servers of tools. It answers at once.
	HasServers() bool
	// AwaitTools reaches those servers and waits until what they offer has changed.
	// takeUp puts that into force, and is called where the screen is changed; nil if
	// the conversation was left.
	// told are lines about what was changed.
	AwaitTools() (takeUp func(), told []string)
	// Servers tells of the servers of tools, or with a name of one of them.
	Servers(name string) ([]ServerState, error)
	// SawChanges says that the user was shown these changes of the instructions that they
	// trust. One that is another by now does not count.
	SawChanges(shown []ToldChange) error
}

// Start is what is shown before the first message and has to be looked up.
type Start struct {
	Recent []Recent // conversations of the workspace, those that wait for an answer first
	Rules  int      // rules in force

	Elsewhere int // other conversations that wait for the user
	Told      Told
}

// Told is what the model is told from files as instructions.
type Told struct {
	Names   []string     // of the files that count
	Lines   []string     // what the user is to know about them
	Changes []ToldChange // changes to trusted files that the user has not seen
}

// ToldChange is a file that changed since the user saw it, as a unified diff.
type ToldChange struct{ Path, Patch string }

// ServerPrompt is a text that a server has for the user to send.
type ServerPrompt struct {
	Name      string // with the slash: /SERVER:PROMPT
	Server    string
	Prompt    string // what the server calls it
	Help      string
	Arguments []PromptArgument
}

// PromptArgument is what a prompt wants to know.
type PromptArgument struct {
	Name, Help string
	Required   bool
}

// Skill is a skill that can be called by name.
type Skill struct {
	Name  string // without the slash
	Help  string // what it is for
	Where string // where it comes from
}

// Recent is a conversation to continue.
type Recent struct {
	ID, Title string
	Updated   time.Time
	Asks      bool // a question waits in it
	Open      bool // its last turn has not ended
}

// TitleOf is what a conversation is called, never "".
func TitleOf(x store.Summary) string {
	if strings.TrimSpace(x.Title) == "" {
		return textNoTitle
	}
	return x.Title
}

// Place is where a conversation works.
type Place struct {
	Name   string // of the folder
	Path   string // with ~ for the user's home folder
	Branch string // of its repository, "" if there is none
}

// Facts are what is known about a model.
type Facts struct {
	Window int // tokens, 0 unknown
	Price
}

// Price is in US dollars per million tokens; Cached is for input that the server had
// cached, 0 if unknown.
type Price struct{ In, Cached, Out float64 }

// Offer is a model that a server offers, or an alias.
type Offer struct {
	ID      string  // provider/model
	For     string  // what an alias stands for
	Context int     // tokens, 0 unknown
	In, Out float64 // US dollars per million tokens, 0 if unknown
}

// Words describe what is known about the model.
func (o Offer) Words() string {
	s := o.For
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

// Of is the cost of a number of tokens. Cached input is part of the input, at its own
// price if that is known.
func (p Price) Of(u store.Usage) float64 {
	cached := min(u.Cached, u.Input)
	return (float64(u.Input-cached)*p.In + float64(cached)*cmp.Or(p.Cached, p.In) + float64(u.Output)*p.Out) / 1e6
}

// Facts are what the start screen says of it.
func (t Told) Facts() []string {
	if len(t.Names) == 1 {
		return t.Names
	}
	if n := len(t.Names); n > 1 {
		return []string{text.Count(n, "file of instructions", "files of instructions")}
	}
	return nil
}
