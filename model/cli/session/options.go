package session

import (
	"github.com/spf13/cobra"

	"parley/config"
	"parley/coordinator/tool"
	"parley/model/cli/process"
	"parley/model/conversation"
)

// Options are the flags that open a conversation.
type Options struct {
	Model          string
	Sets           []string
	Toggles        []config.ToggleFlag
	Fresh          bool
	Offer          bool // offer what was typed in a conversation that never began
	Resume         string
	Unnamed        bool // nobody named what is resumed: it is the latest
	Pick           bool // first choose a saved conversation
	answers        string
	NonInteractive bool
	Accessible     bool
	TrustChanges   bool              // accept unseen changes to instructions that the user trusted
	Flags          []config.Flag     // settings from other flags
	Notes          []string          // shown at the start
	records        bool              // only look at saved conversations, or answer in them
	answersOnly    bool              // record an answer, and start nothing
	handed         bool              // a person's key in another Parley started this
	FromElsewhere  bool              // it goes on in its workspace, wherever the person is
	Lead           conversation.Lead // what the composer starts with
	Park           bool              // what needs a person stays open where nobody is there
	Rules          string            // where rules are kept, "" for the user's own
	Foreign        *tool.Entry       // the one tool, of a request of another program
}

// Register adds the flags to a command.
func (o *Options) Register(c *cobra.Command) {
	f := c.Flags()
	f.StringVarP(&o.Model, "model", "m", "", "ask this `model`: provider/name or an alias")
	f.StringArrayVarP(&o.Sets, "config", "c", nil, "set this key of the configuration, as in `key=value`")
	f.VarP(toggleValue{o, true}, "tool", "t", "switch a tool on, or without a name all of them; order counts")
	f.VarP(toggleValue{o, false}, "no-tool", "T", "switch a tool off, or without a name all of them; order counts")
	f.Lookup("tool").NoOptDefVal, f.Lookup("no-tool").NoOptDefVal = "*", "*"
	f.Var(ruleValue{o, "allow"}, "allow", "for this run: let what this `rule` covers run without asking")
	f.Var(ruleValue{o, "deny"}, "deny", "for this run: refuse what this `rule` covers")
	process.First(f, "config", "allow", "deny")
	f.BoolVar(&o.Accessible, "accessible", false, "numbered plain lines instead of a screen")
}

// toggleValue keeps -t and -T in the order in which they are given.
type toggleValue struct {
	o  *Options
	on bool
}

func (v toggleValue) String() string { return "" }

func (v toggleValue) Type() string { return "name" }

func (v toggleValue) Set(s string) error {
	if s == "*" {
		s = ""
	}
	v.o.Toggles = append(v.o.Toggles, config.ToggleFlag{On: v.on, Name: s})
	return nil
}

// ruleValue makes each rule a flag of its own, so that all of them apply.
type ruleValue struct {
	o    *Options
	kind string
}

func (v ruleValue) String() string { return "" }

func (v ruleValue) Type() string { return "rule" }

func (v ruleValue) Set(s string) error {
	v.o.Flags = append(v.o.Flags, config.Flag{Name: "--" + v.kind, Key: "conversation.rules." + v.kind, Value: s})
	return nil
}

// Headless adds the flags of commands without a screen.
func (o *Options) Headless(c *cobra.Command, format *string) {
	f := c.Flags()
	f.StringVar(format, "format", "text", "text, json or ndjson")
	f.StringVar(&o.answers, "answers", "", "a JSON `file` of answers given ahead: {\"<tool>.<question>\": value}")
	process.First(f, "answers")
	f.BoolVar(&o.NonInteractive, "non-interactive", false, "ask nobody; follow the detached policies")
	f.BoolVar(&o.Park, "park", false, "if nobody is there, leave what needs a person open for parley inbox")
	f.BoolVar(&o.TrustChanges, "trust-changes", false, "tell the assistant instructions that you trusted as they are now, changes too")
}
