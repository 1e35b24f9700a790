package desk

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/model/kit"
	"parley/store"
)

// Host is the program around a conversation. Whatever may block fails the test if a screen
// calls it while it handles a message or draws: that is what commands are for.
type Host struct {
	desk     *Desk
	using    string
	Use      func(string) (store.ConfigDelta, error)
	Reloaded int
	Listed   []string
	Offered  []kit.Offer
	Serving  []string // that models are asked of
	At       string   // the model in use with its server, "" unknown
	Edit     func(string) (string, error)
	Made     []store.RuleAdded // rules
	Faults   []string          // of rules
	Ruled    kit.Rules         // those in force
	Undoable kit.Undos
	Waits    kit.Inbox

	WaitsElsewhere int
	Clip           string                // the name of the image on the clipboard
	Refused        map[string]string     // lines of shell that a rule refuses, and which
	Images         map[string]store.File // by name
	NoEditor       bool
	Window         int
	Where          kit.Place
	Looked         int       // how often it was asked for the place
	Begin          kit.Start // what is said before the first message
	BeginErr       error
	Reviews        []string          // the models that review
	Digests        map[string]string // of files, by path
	Skilled        []kit.Skill
	Saw            int // how often changes of instructions were seen
	Err            error
	Tool           string   // that copies, "" for none
	Copied         []string // what it was given
	Opened         []string // pages

	ServerPrompts []kit.ServerPrompt
	Resourced     map[string]string // what servers have, by name
	Asked         []string          // prompts, with their arguments
	LeftOut       string            // what a prompt would have others say

	ServerTexts  map[string]string // what is told of servers of tools, by name
	ServerStates []kit.ServerState // what is told of all servers, instead
	ToolChanges  []func()          // what servers offer from some moment on
	ToolNews     []string          // what is told of each
}

func (h *Host) Copy(text string) (string, error) {
	h.desk.mayBlock("Copy")
	if h.Tool != "" {
		h.Copied = append(h.Copied, text)
	}
	return h.Tool, h.Err
}

// OpenPage notes the page.
func (h *Host) OpenPage(address string) error {
	h.desk.mayBlock("OpenPage")
	if h.Err == nil {
		h.Opened = append(h.Opened, address)
	}
	return h.Err
}

// Prompts are those of the test.
func (h *Host) Prompts() []kit.ServerPrompt { return h.ServerPrompts }

// Prompt notes what was asked for, and says it.
func (h *Host) Prompt(p kit.ServerPrompt, arguments map[string]string) (text, leftOut string, err error) {
	h.desk.mayBlock("Prompt")
	text = strings.TrimSpace(fmt.Sprint(p.Prompt, " ", arguments))
	h.Asked = append(h.Asked, text)
	return text, h.LeftOut, h.Err
}

// Resources are the names of those of the test.
func (h *Host) Resources() []string { return slices.Sorted(maps.Keys(h.Resourced)) }

// ReadResource gives one of those of the test; the server s has no other.
func (h *Host) ReadResource(name string) (string, bool, error) {
	h.desk.mayBlock("ReadResource")
	text, is := h.Resourced[name]
	if !is && strings.HasPrefix(name, "s:") {
		return "", true, errors.New("s: there is nothing like that")
	}
	return text, is, nil
}

func (h *Host) ModelName() string { return h.using }

func (h *Host) ModelID() string { return h.At }

// Names is the model in use from now on.
func (h *Host) Names(model string) { h.using = model }

func (h *Host) UseModel(id string) (store.ConfigDelta, error) {
	h.desk.mayBlock("UseModel")
	if h.Use != nil {
		return h.Use(id)
	}
	raw, err := json.Marshal(id)
	return store.ConfigDelta{Set: map[string]json.RawMessage{"assistant.model.id": raw}}, err
}

func (h *Host) Reload([]store.ConfigDelta) (func(), error) {
	h.desk.mayBlock("Reload")
	return func() { h.Reloaded++ }, h.Err
}

func (h *Host) Export(file, title string) (string, error) {
	h.desk.mayBlock("Export")
	return "/w/" + file + " " + title, h.Err
}

func (h *Host) Files() ([]string, error) {
	h.desk.mayBlock("Files")
	return h.Listed, h.Err
}

func (h *Host) Models() ([]kit.Offer, []string, error) {
	h.desk.mayBlock("Models")
	return h.Offered, h.Serving, h.Err
}

func (h *Host) Facts(string) kit.Facts {
	h.desk.mayBlock("Facts")
	return kit.Facts{Window: h.Window, Price: kit.Price{In: 3, Out: 15}}
}

func (h *Host) Place() kit.Place {
	h.desk.mayBlock("Place")
	h.Looked++
	return h.Where
}

// File is the digest that the test names.
func (h *Host) File(path string) (string, bool) {
	h.desk.mayBlock("File")
	d, ok := h.Digests[path]
	return d, ok
}

func (h *Host) Reviewers() []string { return h.Reviews }

func (h *Host) Start() (kit.Start, error) {
	h.desk.mayBlock("Start")
	return h.Begin, h.BeginErr
}

// MakeRules keeps the rules of an offer, or those that were written.
func (h *Host) MakeRules(r coordinator.Ruling, offer int, written []string) ([]store.RuleAdded, error) {
	h.desk.mayBlock("MakeRules")
	if h.Err != nil {
		return nil, h.Err
	}
	var made []store.RuleAdded
	if written == nil {
		for _, one := range r.Offers[offer].Rules {
			written = append(written, one.String())
		}
	}
	var where string
	if len(r.Offers) == 0 {
		where = r.Own.Scopes[offer].Words()
	} else {
		where = r.Offers[offer].Where
	}
	for _, one := range written {
		made = append(made, store.RuleAdded{Rule: one, Verdict: "allow", Scope: where, Permission: r.ID})
	}
	h.Made = append(h.Made, made...)
	return made, nil
}

// RuleFaults are those that the test names.
func (h *Host) RuleFaults() []string {
	h.desk.mayBlock("RuleFaults")
	return h.Faults
}

// Attach takes the images that the test names.
func (h *Host) Attach(names []string) (files []store.File, err error) {
	for _, name := range names {
		f, ok := h.Images[name]
		if !ok {
			return nil, fmt.Errorf("%s: no such file or directory", name)
		}
		files = append(files, f)
	}
	return files, nil
}

// PasteImage is the image that the test put on the clipboard.
func (h *Host) PasteImage() (string, error) {
	h.desk.mayBlock("PasteImage")
	if h.Clip == "" {
		return "", errors.New("there is no image on the clipboard")
	}
	return h.Clip, nil
}

// Denies is the rule that the test names for a line.
func (h *Host) Denies(line string) string { return h.Refused[line] }

// Inbox is the one that the test names.
func (h *Host) Inbox() kit.Inbox { return h.Waits }

// Elsewhere is the number that the test names.
func (h *Host) Elsewhere() int { return h.WaitsElsewhere }

// Undos are those that the test names.
func (h *Host) Undos(store.Log) kit.Undos {
	h.desk.mayBlock("Undos")
	return h.Undoable
}

// Rules are those that the test names.
func (h *Host) Rules() kit.Rules {
	h.desk.mayBlock("Rules")
	return h.Ruled
}

// DropRule takes a rule out of them.
func (h *Host) DropRule(r kit.Rule) ([]store.RuleRevoked, error) {
	h.desk.mayBlock("DropRule")
	if h.Err != nil {
		return nil, h.Err
	}
	h.Ruled.All = slices.DeleteFunc(slices.Clone(h.Ruled.All), func(x kit.Rule) bool { return x.Key == r.Key })
	return []store.RuleRevoked{{Rule: r.Text, Verdict: r.Verdict, Scope: store.ScopeWorkspace}}, nil
}

func (h *Host) HasEditor() bool { return !h.NoEditor }

func (h *Host) Editor(text, _ string, done func(string, error) tea.Msg) tea.Cmd {
	return func() tea.Msg { return done(h.Edit(text)) }
}

// Told is part of what the start screen is given.
func (h *Host) Told() kit.Told { return h.Begin.Told }

// Skills are those of the test.
func (h *Host) Skills() []kit.Skill { return h.Skilled }

// HasServers reports whether there are texts about servers.
func (h *Host) HasServers() bool { return len(h.ServerTexts) > 0 }

// AwaitTools gives each of the changes once, and then says that the conversation was left.
func (h *Host) AwaitTools() (takeUp func(), told []string) {
	h.desk.mayBlock("AwaitTools")
	if len(h.ToolChanges) == 0 {
		return nil, nil
	}
	next := h.ToolChanges[0]
	h.ToolChanges = h.ToolChanges[1:]
	return next, h.ToolNews
}

// Servers is what a test wants to be told of a server, "" for all of them.
func (h *Host) Servers(name string) ([]kit.ServerState, error) {
	h.desk.mayBlock("Servers")
	if len(h.ServerStates) > 0 {
		return h.ServerStates, h.Err
	}
	return []kit.ServerState{{Text: h.ServerTexts[name]}}, h.Err
}

// SawChanges counts.
func (h *Host) SawChanges([]kit.ToldChange) error { h.Saw++; return h.Err }
