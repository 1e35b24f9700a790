package config

import (
	"encoding/json"
	"slices"
	"sort"
	"strings"
)

// star is the name that holds defaults for all tools or all questions.
const star = "*"

// fill builds the typed configuration from the raw one, and finds the faults that
// only show in the whole, except those that follow from an earlier one.
func (c *Config) fill(s Sources, earlier Problems) Problems {
	raw := c.raw
	c.Conversation.Guards = Guards(raw.Conversation.Guards)
	c.Conversation.Window = Window{TrimAt: raw.Conversation.Window.TrimAt, SummariseAt: raw.Conversation.Window.SummariseAt}
	c.Conversation.Instructions, c.Conversation.Skills = raw.Conversation.Instructions, raw.Conversation.Skills
	c.Store.Dir = raw.Store.Dir
	if c.Store.Dir == "" {
		c.Store.Dir = s.StoreDir
	}
	c.Forms, c.UI = Forms(raw.Forms), UI(raw.UI)
	c.Notify = Notify{commandOf(raw.Notify.Command), raw.Notify.Context}
	c.Bridge = Bridge(raw.Bridge)
	c.Providers = Providers{LLM: map[string]Provider{}, Aliases: raw.Providers.LLM.Aliases}
	for name, server := range raw.Providers.LLM.Servers {
		p := Provider{server.BaseURL, server.APIKeyEnv, commandOf(server.APIKeyCmd), server.Headers, server.Protocol, server.Profile, toldOf(server.Models)}
		if p.BaseURL != "" || p.APIKeyEnv != "" || !p.APIKeyCmd.IsZero() || len(p.Headers) > 0 || p.Protocol != "" || p.Profile != "" || len(p.Models) > 0 { // otherwise all of it is withheld
			c.Providers.LLM[name] = p
		}
	}
	var inside Problems
	ours := Places{Home: s.Home}.trees(s.Root, accountHome)
	if at := pathOf("store", "dir"); c.origin(at).Kind == FromEnv && slices.ContainsFunc(ours, func(tree string) bool { return within(c.Store.Dir, tree) }) {
		inside = Problems{{Origin: c.origin(at), Key: at.String(), Text: textStoreInside}}
	}
	problems := slices.Concat(inside, c.aliasFaults(), c.serverFaults(earlier.keys()), c.mcpServers(earlier.keys()), c.toolFaults(earlier.keys()))
	return append(problems, c.assistants()...)
}

// toldOf is the configuration of a server's models.
func toldOf(raw map[string]rawTold) map[string]Told {
	var out map[string]Told
	for name, m := range raw {
		if m != (rawTold{}) { // otherwise all of it is withheld
			if out == nil {
				out = map[string]Told{}
			}
			out[name] = Told(m)
		}
	}
	return out
}

func commandOf(raw any) Command {
	switch v := raw.(type) {
	case string:
		return Command{Line: v}
	case []any:
		var words []string
		for _, w := range v {
			if s, ok := w.(string); ok {
				words = append(words, s)
			}
		}
		return Command{Argv: words}
	}
	return Command{}
}

// Tool returns the configuration of a tool; for an unknown name, the defaults.
func (c Config) Tool(name string) Tool {
	own, all, ships := c.raw.Conversation.Tools[name], c.raw.Conversation.Tools[star], c.builtin[name]
	t := Tool{
		Name:   name,
		Enable: c.enable(name),
		Run:    Mode(first(string(Ask), own.Run, all.Run, set(string(ships.Run)))),
		Result: Mode(first(string(Unattended), own.Result, all.Result, set(string(ships.Result)))),
		Detached: Detached{
			Run:     Policy(first(string(Deny), own.Detached.Run, all.Detached.Run)),
			Deliver: Policy(first(string(Deny), own.Detached.Deliver, all.Detached.Deliver)),
			Tool:    Policy(first(string(Deny), own.Detached.Tool, all.Detached.Tool)),
		},
		Description: first("", own.Description, all.Description),
		Hidden:      first(ships.Hidden, own.Style.Hidden, all.Style.Hidden),
		config:      &c,
	}
	t.Environment = slices.Concat(all.Environment, own.Environment)
	if name == star {
		t.Environment = own.Environment
	}
	from, raw := name, own
	t.Command = c.command(name)
	t.Source = c.source(name, t.Command)
	t.Guest = t.Source == "local" && c.named(name)
	if own.Parameters == nil {
		from, raw.Parameters = star, all.Parameters
	}
	t.Parameters = c.ordered(toolPath(from, "parameters"), raw.Parameters)
	if from = name; own.Options == nil {
		from, raw.Options = star, all.Options
	}
	t.Options = c.ordered(toolPath(from, "options"), raw.Options)
	return t
}

// Policy is what happens to a kind of prompt ("run", "deliver", "tool") if nobody is
// there, and the key that says so, "" if none does.
func (t Tool) Policy(kind string) (Policy, string) {
	if t.config == nil {
		return Deny, ""
	}
	policy := map[string]Policy{"run": t.Detached.Run, "deliver": t.Detached.Deliver, "tool": t.Detached.Tool}[kind]
	for _, name := range distinct(t.Name, star) {
		if s := t.config.history.last(toolPath(name, "detached", kind), nil); s != nil {
			return policy, s.Key
		}
	}
	return policy, ""
}

// Mode is what a tool does before a run ("run") or with its result ("deliver"), and
// the key that says so, "" if none does.
func (t Tool) Mode(kind string) (Mode, string) {
	mode, field := t.Run, "run"
	if kind == "deliver" {
		mode, field = t.Result, "result"
	}
	if t.config == nil {
		return mode, ""
	}
	for _, name := range distinct(t.Name, star) {
		if s := t.config.history.last(toolPath(name, field), nil); s != nil {
			return mode, s.Key
		}
	}
	return mode, ""
}

func toolPath(name string, rest ...string) path {
	return pathOf(append([]string{"conversation", "tools", name}, rest...)...)
}

// command is what a tool would run.
func (c Config) command(name string) Command {
	if own := c.raw.Conversation.Tools[name].Command; own != nil {
		return commandOf(own)
	}
	return commandOf(c.raw.Conversation.Tools[star].Command)
}

// source is where a tool comes from; empty if unknown.
func (c Config) source(name string, command Command) string {
	_, builtin := c.builtin[name]
	if builtin && c.named(name) {
		return "builtin" // only the user puts another one in its place
	}
	fallback := ""
	switch {
	case builtin:
		fallback = "builtin"
	case !command.IsZero():
		fallback = "local"
	case c.ServerOf(name) != "":
		fallback = "mcp"
	}
	return first(fallback, c.raw.Conversation.Tools[name].Source, c.raw.Conversation.Tools[star].Source)
}

// named reports whether a workspace said last what a tool runs, of that tool or of all.
func (c Config) named(name string) bool {
	own := c.raw.Conversation.Tools[name]
	from := func(field string, set bool) bool {
		of := name
		if !set {
			of = star
		}
		return c.origin(toolPath(of, field)).Kind == FromWorkspace
	}
	return from("command", own.Command != nil) || from("source", own.Source != nil)
}

func (c Config) enable(name string) Enable {
	ships := Enable{true, Any}
	if e := c.builtin[name].Enable; e != nil {
		ships = *e
	}
	own, all := c.raw.Conversation.Tools[name].Enable, c.raw.Conversation.Tools[star].Enable
	e := Enable{
		State:  first(ships.State, own.State, all.State),
		Toggle: Toggle(first(string(ships.Toggle), own.AllowToggle, all.AllowToggle)),
	}
	if state, ok := c.toggled[name]; ok {
		e.State = state
	}
	return e
}

// first is the first value that is set, otherwise the fallback.
func first[T any](fallback T, values ...*T) T {
	for _, v := range values {
		if v != nil {
			return *v
		}
	}
	return fallback
}

// set returns a pointer to a text, nil for an empty one.
func set(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// ToolNames returns the names of all tools, built in and configured, sorted. Tools
// from untrusted files are not included.
func (c Config) ToolNames() []string {
	names := map[string]bool{}
	for name := range c.builtin {
		names[name] = true
	}
	for name := range c.raw.Conversation.Tools {
		if name != star && c.source(name, c.command(name)) == "local" {
			names[name] = true
		}
	}
	return sortedKeys(names)
}

// Local reports whether the tool is a command from the configuration.
func (t Tool) Local() bool { return t.Source == "local" }

// heard is what one place in the tree says about a question.
type heard struct {
	at   path
	raw  rawQuestion
	star bool // it is under questions."*"
}

// hear returns what is said about a question, most specific first.
func (c Config) hear(tool, id string) []heard {
	var all []heard
	for _, t := range distinct(tool, star) {
		for _, q := range distinct(id, star) {
			if raw, ok := c.raw.Conversation.Tools[t].Questions[q]; ok {
				all = append(all, heard{toolPath(t, "questions", q), raw, q == star})
			}
		}
	}
	return all
}

func distinct(a, b string) []string {
	if a == b {
		return []string{a}
	}
	return []string{a, b}
}

// Question returns the configuration of one of the tool's questions.
func (t Tool) Question(id string) Question {
	q := Question{Tool: t.Name, ID: id, Target: Target{Kind: TargetUser}}
	if t.config == nil {
		return q
	}
	c := *t.config
	all := c.hear(t.Name, id)
	for _, h := range all {
		if q.Exclusive == nil {
			q.Exclusive = h.raw.Exclusive
		}
		if h.raw.Answer != nil {
			at := h.at.add("answer")
			q.Answers = append(q.Answers, Answer{json.RawMessage(*h.raw.Answer), at.String(), c.origin(at), h.star})
		}
	}
	q.Target = c.target(t.Name, id, all)
	q.PromptLabel = c.label(t.Name, id, all)
	return q
}

func (c Config) target(tool, id string, all []heard) Target {
	for i, h := range all {
		if h.raw.Target.Kind == nil {
			continue
		}
		at := h.at.add("target")
		t := Target{Kind: TargetKind(*h.raw.Target.Kind), Path: at.String(), Origin: c.origin(at.add(targetKind))}
		for _, h := range all[i:] {
			if t.Kind == TargetAssistant && h.raw.Target.Escalation != nil {
				t.Escalation = *h.raw.Target.Escalation
				break
			}
		}
		return t
	}
	if c.ships(tool, id, func(q BuiltinQuestion) bool { return q.Review }).Review && c.Conversation.Inquiry.Configured {
		return Target{Kind: TargetAssistant, Escalation: true, Origin: Origin{Kind: FromBuiltin}}
	}
	return Target{Kind: TargetUser, Origin: Origin{Kind: FromDefault}}
}

func (c Config) label(tool, id string, all []heard) string {
	for _, h := range all {
		if h.raw.PromptLabel != nil {
			return *h.raw.PromptLabel
		}
	}
	return c.ships(tool, id, func(q BuiltinQuestion) bool { return q.Label != "" }).Label
}

// ships is what a built-in tool ships with for a question, by its id or by "*".
func (c Config) ships(tool, id string, says func(BuiltinQuestion) bool) BuiltinQuestion {
	for _, q := range distinct(id, star) {
		if b, ok := c.builtin[tool].Questions[q]; ok && says(b) {
			return b
		}
	}
	return BuiltinQuestion{}
}

// origin is where a key was last set.
func (c Config) origin(p path) Origin {
	said := c.history.said[p]
	if len(said) == 0 {
		return Origin{Kind: FromDefault}
	}
	return said[len(said)-1].Origin
}

// ordered writes a table as JSON with its keys in the order in which they were first
// written, since models read a schema from the top. nil stays nil.
func (c Config) ordered(p path, t map[string]any) json.RawMessage {
	if t == nil {
		return nil
	}
	var b strings.Builder
	c.write(&b, p, t)
	return json.RawMessage(b.String())
}

func (c Config) write(b *strings.Builder, p path, v any) {
	t, ok := v.(map[string]any)
	if !ok {
		s, err := encode(v)
		if err != nil {
			panic("config: a checked value is no JSON: " + err.Error())
		}
		b.WriteString(s)
		return
	}
	names := sortedKeys(t)
	order := func(i int) int { return c.history.met[p.add(names[i])].order }
	sort.SliceStable(names, func(i, j int) bool { return order(i) < order(j) })
	b.WriteByte('{')
	for i, name := range names {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(quote(name) + ":")
		c.write(b, p.add(name), t[name])
	}
	b.WriteByte('}')
}
