// Package config reads Parley's configuration: files in TOML, the environment, a
// conversation's own changes and the command line, layered over each other
// (docs/configuration.md). It is the one place that knows the names of files and
// keys. It does not know who uses a value, reads only the files it is given, and
// holds no state: everything comes in with [Sources] and leaves in [Config].
package config

import (
	"encoding/json"
	"time"
)

// Config is a checked configuration. Only [Load] makes one. It is a value and never
// changes; [Config.Tool] gives what concerns one tool.
type Config struct {
	Assistant    Assistant
	Conversation Conversation
	Providers    Providers
	Store        Store
	Forms        Forms
	UI           UI
	Notify       Notify
	Bridge       Bridge
	MCP          []MCPServer // servers of tools, by name; those that may not be used yet are left out
	// Withheld is what workspace files would set but may not before the user trusts
	// them, one entry per file.
	Withheld []Withheld
	// Whole are the workspace files that were read and of which nothing is withheld, with the
	// digests by which they are trusted.
	Whole map[string]string
	// Overruled is what trusted workspace files would switch on although the user has
	// switched it off, and what any of them would change of the user's own servers.
	Overruled []Setting
	// Passed are the workspace files that are not read because they or their folders
	// belong to other users.
	Passed []string
	// Notes say what of servers of tools is left out of files, and why.
	Notes []string

	raw       rawConfig
	builtin   map[string]Builtin
	servers   []string        // names of servers known without configuration
	remote    []string        // names of tools of servers that are known
	toggled   map[string]bool // tool to its state, from -t and -T
	toggledBy map[string]Origin
	history   history
	held      map[path]Origin // the tables below which something is withheld
}

// Assistant is who answers: a model and its settings.
type Assistant struct {
	Model        Model
	SystemPrompt string
	Request      Request
}

// Model names a model. ID is as it was written, an alias or "provider/model";
// Provider and Name are what it stands for. All are empty when none is set.
type Model struct {
	ID         string
	Provider   string
	Name       string
	Parameters Parameters
}

// Parameters shape sampling. Zero and nil mean the server's default. Reasoning
// is "none", "minimal", "low", "medium", "high", "xhigh" or "max".
type Parameters struct {
	MaxTokens   int
	Temperature *float64
	TopP        *float64
	Reasoning   string
}

// Request bounds one request to a model. Retries are the further tries before the
// first byte; IdleTimeout is the longest silence within a response, FirstByteTimeout
// the longest before it.
type Request struct {
	Retries          int
	IdleTimeout      time.Duration
	FirstByteTimeout time.Duration
	MaxResponseBytes int64
	Cache            bool
}

// Conversation is what governs a turn, except for tools (see [Config.Tool]).
type Conversation struct {
	Inquiry Inquiry
	Guards  Guards
	Window  Window
	Title   Title
	Rules   []Rule // from all places, lowest layer first

	Instructions bool // the model is told the instructions of files
	Skills       bool // the model is told which skills there are
}

// Rule is a rule of the configuration, and the place that says it.
type Rule struct {
	Kind   string // "allow", "ask" or "deny"
	Text   string
	Origin Origin
}

// Inquiry is the reviewer. Assistant is complete: fields that it does not set are the
// main assistant's. Configured says that a model was set for it.
type Inquiry struct {
	Configured bool
	Assistant  Assistant
}

// Guards are the limits of a turn, each 0 if off.
type Guards struct {
	MaxIterations        int
	MaxRuntime           time.Duration
	LoopThreshold        int
	MaxConsecutiveErrors int
}

// Window says at what share of the model's window, in hundredths, a request is made smaller;
// 0 is never. Without a model the assistant sums up.
type Window struct {
	TrimAt      int
	SummariseAt int
	Model       Model
}

// Title says which model makes titles; without one the first message is the title.
type Title struct {
	Model Model
}

// Providers are model servers by name, and other names for models.
type Providers struct {
	LLM     map[string]Provider
	Aliases map[string]string
}

// Provider is the configuration of a model server. The key is the value of the
// environment variable APIKeyEnv or, if that is not set, the first line that
// APIKeyCmd prints.
type Provider struct {
	BaseURL   string
	APIKeyEnv string
	APIKeyCmd Command
	Headers   map[string]string
	Protocol  string // "chat", "responses" or "messages"; empty: what the server and the model want
	Profile   string // the known server that this one behaves like
	Models    map[string]Told
}

// Told is the configuration of a model; nil and 0 leave a field to the server and to
// what is known. Prices are in US dollars per million tokens.
type Told struct {
	ContextWindow int
	InputPrice    *float64
	CachedPrice   *float64
	OutputPrice   *float64
	Reasoning     *bool
	Images        *bool
}

// Command is a program to run: Line for the shell, or Argv as it is. At most one is
// set.
type Command struct {
	Line string
	Argv []string
}

// IsZero reports whether there is nothing to run.
func (c Command) IsZero() bool { return c.Line == "" && len(c.Argv) == 0 }

// Store says where conversations live: an absolute path.
type Store struct {
	Dir string
}

// Forms is how questions behave on the screen. TextPrompt is "menu" or "direct".
type Forms struct {
	TextPrompt  string
	ArmingDelay time.Duration
}

// Notify is what is run for each question that waits, with what is decided about if
// Context is set.
type Notify struct {
	Command Command
	Context bool
}

// Bridge is what holds for the requests of other programs: how long one that shows no dialog
// of its own meanwhile waits.
type Bridge struct{ Wait time.Duration }

// UI is how the screen looks. Theme is "auto", "light", "dark" or "terminal"; Notify
// is "all", "bell", "desktop" or "off"; FPS is the maximum number of frames per
// second.
type UI struct {
	Theme  string
	Mouse  bool
	Notify string
	FPS    int
	Width  int // the maximum width of prose and rows in cells, 0 for no limit
	Motion bool
	Links  string // terminal hyperlinks: "auto", "on" or "off"
}

// Mode says what happens before a tool runs, or before its result is delivered.
type Mode string

// The run and result modes.
const (
	Ask        Mode = "ask"
	Unattended Mode = "unattended"
	Edit       Mode = "edit"
	Skip       Mode = "skip"
)

// Policy says what happens to a prompt if nobody is there to answer it.
type Policy string

// The policies of "detached".
const (
	Deny     Policy = "deny"
	Defaults Policy = "defaults"
	Auto     Policy = "auto"
	Park     Policy = "park"
)

// Toggle says what may change a tool's state from the command line.
type Toggle string

// The toggles of "enable".
const (
	Any            Toggle = "any"
	Never          Toggle = "never"
	IfNamed        Toggle = "if_named"
	IfNamedOrGroup Toggle = "if_named_or_group"
)

// Tool is the configuration of one tool. Each field comes from the tool, otherwise
// from "*", otherwise from what the tool ships with, otherwise from the default.
type Tool struct {
	Name        string
	Source      string // "builtin" or "local"
	Enable      Enable
	Run         Mode
	Result      Mode
	Detached    Detached
	Command     Command         // of a local tool
	Parameters  json.RawMessage // JSON Schema of the arguments; nil: the tool's own
	Description string          // empty: the tool's own
	Options     json.RawMessage // an object, or nil
	Environment []string        // variables passed to its command in spite of their names; "!" before a variable withholds it
	Hidden      bool            // style.hidden: not drawn as a tool
	Guest       bool            // a workspace names its command

	config *Config
}

// Enable says whether the model is offered a tool, and what may change that.
type Enable struct {
	State  bool
	Toggle Toggle
}

// Detached holds the policy of each kind of prompt: permission to run, delivery
// of a result, and the tool's own questions.
type Detached struct {
	Run     Policy
	Deliver Policy
	Tool    Policy
}

// Question is the configuration of one question of one tool.
type Question struct {
	Tool, ID    string
	Target      Target
	Answers     []Answer // the first that fits decides; see [Question.Static]
	Exclusive   *bool    // nil: as the tool says
	PromptLabel string   // empty: the tool's name
}

// TargetKind says who is asked.
type TargetKind string

// The kinds of target.
const (
	TargetUser      TargetKind = "user"
	TargetAssistant TargetKind = "assistant"
)

// Target says who is asked first; with Escalation the user decides if the assistant
// says no. [Config.Reviewer] says which model it is.
type Target struct {
	Kind       TargetKind
	Escalation bool
	Path       string // the key that set it, empty for the default
	Origin     Origin
}

// Answer is a static answer. Path is the key that set it. An answer from
// questions."*" applies only to questions that it fits; any other that does not fit
// is a fault of the configuration, which the asking tool reports.
type Answer struct {
	Value      json.RawMessage
	Path       string
	Origin     Origin
	OnlyIfFits bool
}
