package session

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"parley/config"
	"parley/coordinator/git"
	"parley/coordinator/tool"
	"parley/coordinator/tools/askuser"
	"parley/coordinator/tools/command"
	"parley/coordinator/tools/describe"
	"parley/coordinator/tools/fs"
	"parley/coordinator/tools/local"
	"parley/coordinator/tools/mcp"
	tools "parley/coordinator/tools/process"
	"parley/coordinator/tools/readskill"
	"parley/model/cli/process"
	"parley/model/cli/servers"
	"parley/providers"
	"parley/store/text/clean"
)

// builtins are the tools that ship with the program. specs gives describe_tools the
// tools that are on; it is called in runs only.
func builtins(given tools.Environment, user git.User, skill skillFinder, specs func() []tool.Spec) []tool.Tool {
	all := []tool.Tool{askuser.New(), command.New(command.Config{Given: given}), describe.New(specs), readskill.New(skill)}
	return append(all, fs.Tools(fs.Options{User: user})...)
}

// keyVariables are the variables of known servers' keys; no command gets them.
func keyVariables() []string {
	var names []string
	for _, k := range providers.KnownServers() {
		if k.KeyEnv != "" {
			names = append(names, k.KeyEnv)
		}
	}
	return names
}

// reviewed are the questions that go to the reviewer if one is configured.
func reviewed(tool, question string) bool {
	return tool == "fs_modify_file" && question == "apply_changes"
}

// builtinDefaults are the defaults below everything that the user sets.
func builtinDefaults() map[string]config.Builtin {
	out := map[string]config.Builtin{}
	for _, t := range builtins(tools.Environment{}, git.User{}, nil, nil) {
		s := t.Spec()
		b := config.Builtin{Run: config.Mode(s.Run), Result: config.Mode(s.Result), Hidden: s.Hidden}
		if s.Assistant {
			b.Enable = &config.Enable{State: true, Toggle: config.IfNamed}
		}
		for question, label := range s.Labels {
			if b.Questions == nil {
				b.Questions = map[string]config.BuiltinQuestion{}
			}
			b.Questions[question] = config.BuiltinQuestion{Label: label}
		}
		if reviewed(s.Name, "apply_changes") {
			b.Questions = map[string]config.BuiltinQuestion{"apply_changes": {Review: true}}
		}
		out[s.Name] = b
	}
	return out
}

// Registry builds the tools of a configuration, plus more that are not configured.
// variable looks up the environment, for git's settings; nil: no environment.
func Registry(cfg config.Config, variable func(string) string, skill skillFinder, more ...tool.Entry) (tool.Registry, error) {
	var r tool.Registry
	var user git.User
	if variable != nil {
		user = git.UserOf(variable)
	}
	known := map[string]tool.Tool{}
	for _, t := range builtins(given(cfg, cfg.Tool(command.Name)), user, skill, func() []tool.Spec { return offered(r.Specs()) }) {
		known[t.Spec().Name] = t
	}
	var entries []tool.Entry
	for _, name := range cfg.ToolNames() {
		e, err := entry(cfg.Tool(name), known[name], cfg)
		if err != nil {
			return r, err
		}
		entries = append(entries, e)
	}
	var err error
	r, err = tool.NewRegistry(append(entries, more...)...)
	return r, err
}

// entry combines a tool's configuration with what it ships with.
func entry(set config.Tool, own tool.Tool, cfg config.Config) (tool.Entry, error) {
	spec := tool.Spec{Name: set.Name, Parameters: json.RawMessage(`{"type":"object","properties":{}}`)}
	if own != nil {
		spec = own.Spec()
	}
	spec.Guest = set.Guest
	spec.Run, spec.Result, spec.Hidden = tool.Mode(set.Run), tool.Mode(set.Result), set.Hidden
	spec.Description = cmp.Or(set.Description, spec.Description)
	if len(set.Parameters) > 0 {
		spec.Parameters = set.Parameters
	}
	e := tool.Entry{Tool: own, Spec: spec, Options: set.Options, Off: !set.Enable.State}
	if set.Source == "local" {
		e.Tool = local.New(spec, local.Config{
			Command: set.Command.Argv, Shell: set.Command.Line, Options: set.Options, Given: given(cfg, set),
		})
	}
	if e.Tool == nil {
		return e, fmt.Errorf("the tool %q has no command; set conversation.tools.%s.command", set.Name, set.Name)
	}
	return e, nil
}

// given says which variables a tool's command gets.
func given(cfg config.Config, set config.Tool) tools.Environment {
	return tools.Environment{Drop: keyNames(cfg), Allow: set.Environment}
}

// keyNames are all variables that hold keys in a configuration.
func keyNames(cfg config.Config) []string {
	names := keyVariables()
	for _, s := range cfg.Providers.LLM {
		if s.APIKeyEnv != "" {
			names = append(names, s.APIKeyEnv)
		}
	}
	for _, s := range cfg.MCP {
		if s.OAuth.SecretEnv != "" {
			names = append(names, s.OAuth.SecretEnv)
		}
	}
	return append(names, servers.Variables(cfg)...)
}

// skillFinder finds the text of a skill by its name, and the file that it stands in.
type skillFinder func(name string) (text, file string, err error)

// NewServers is the set of servers of a configuration. It starts none.
func NewServers(p *process.Program, s Setup, cfg config.Config) *mcp.Set {
	env := given(cfg, cfg.Tool(command.Name))
	env.Allow = slices.DeleteFunc(slices.Clone(env.Allow), func(set string) bool { return !strings.HasPrefix(set, "!") }) // what a tool is lent is that tool's
	set := servers.New(p, s.Dir, s.Places.TrustFile, env)
	set.Beside(cfg.ToolNames())
	set.Take(servers.Of(p, cfg, s.Dir, s.keys(cfg), s.mayHave)...)
	return set
}

// ServerTools are the entries of servers' tools.
func ServerTools(set *mcp.Set, cfg config.Config) ([]tool.Entry, error) {
	var entries []tool.Entry
	set.Beside(cfg.ToolNames())
	for _, t := range set.Tools() {
		e, err := entry(cfg.Tool(t.Spec().Name), t, cfg)
		if err != nil {
			return nil, err
		}
		entries = append(entries, e)
	}
	return entries, nil
}

// ToolNames are the names of the tools that servers offer, as far as they are known.
func ToolNames(set *mcp.Set) []string {
	var names []string
	for _, t := range set.Tools() {
		names = append(names, t.Spec().Name)
	}
	return names
}

// ReachServers lets the servers be reached. It waits for none of them, and does nothing the second time.
func (x *Session) ReachServers() {
	x.reach.Do(func() { go x.Servers.Connect(x.left, false) })
}

// TakeTools puts what servers have come to offer into force, and returns lines that tell of it.
func (x *Session) TakeTools(somebody bool) []string {
	select {
	case <-x.Servers.Changed():
		x.takeTools(somebody)()
		return x.Servers.News()
	default:
		return nil
	}
}

// AwaitTools reaches the servers, waits until what they offer has changed, and returns
// what puts that into force, and lines that tell of it; nil if the conversation was left.
func (x *Session) AwaitTools(somebody bool) (takeUp func(), told []string) {
	x.ReachServers()
	select {
	case <-x.left.Done():
		return nil, nil
	case <-x.Servers.Changed():
	}
	return x.takeTools(somebody), x.Servers.News()
}

// takeTools puts the tools that servers offer now into force. Its result is called where
// the shell may be changed.
func (x *Session) takeTools(somebody bool) func() {
	env, err := x.Env(x.Current(), somebody)
	if err != nil {
		return func() {}
	}
	return func() { x.setEnv(env) }
}

// AskFirst is how long a run without a screen waits for servers that it knows nothing
// about.
const AskFirst = 30 * time.Second

// AskServers reaches the servers about whose tools nothing is known yet, so that the
// first request can have them.
func (x *Session) AskServers(ctx context.Context, somebody bool) []string {
	ctx, stop := context.WithTimeout(ctx, AskFirst)
	defer stop()
	x.Servers.Connect(ctx, true)
	x.takeTools(somebody)()
	var notes []string
	for _, s := range x.Servers.States() {
		if s.Failed != "" {
			notes = append(notes, fmt.Sprintf("the server %s is not there: %s; `parley mcp ls` tells more", s.Name, s.Failed))
		}
	}
	return notes
}

// withServers adds the tools of servers to what a configuration offers.
func (x *Session) withServers(cfg config.Config) ([]tool.Entry, error) {
	x.Servers.Take(servers.Of(x.Prog, cfg, x.Dir, x.Setup.keys(cfg), x.Setup.mayHave)...)
	return ServerTools(x.Servers, cfg)
}

// HasServers reports whether servers of tools are configured and on.
func (x *Session) HasServers() bool { return len(x.Servers.States()) > 0 }

// withKeys adds the keys of the user's that trusted files of the workspace would give to
// servers: each needs a yes of its own.
func (s Setup) withKeys(held []config.Withheld, cfg config.Config) []config.Withheld {
	for _, k := range slices.Concat(servers.Keys(cfg, s.keys(cfg)), servers.Commands(&process.Program{Env: s.Sources.Env}, cfg, s.Dir, s.keys(cfg), s.mayHave)) {
		if w := s.keyOf(k); w.Digest != "" && !s.trust.Has(w.Digest) {
			held = append(slices.Clip(held), w)
		}
	}
	return held
}

// keys says which variables of the user's are keys: those that no command gets.
func (s Setup) keys(cfg config.Config) func(name string) bool {
	e := tools.Environment{Drop: keyNames(cfg)}
	return func(name string) bool { return e.IsKey(s.Sources.Env, name) }
}

// keyOf is what waits for a yes to a key, or to files.
func (s Setup) keyOf(k servers.Key) config.Withheld {
	if k.Variable == "" {
		return s.filesOf(k)
	}
	return config.Withheld{
		File: k.File(), Variable: k.Variable, Digest: config.Digest(s.Sources.Folder, k.File(), []byte(k.Text())),
		Settings: []config.Setting{{Key: "${" + clean.InWords(k.Variable) + "}", Value: k.Text(), Origin: config.Origin{Kind: config.FromWorkspace, Name: k.File()}}},
	}
}

// filesOf is what waits for a yes to the files that a server's command names.
func (s Setup) filesOf(k servers.Key) config.Withheld {
	w := config.Withheld{File: k.File(), Server: k.Server.Name}
	add := func(key, value string) {
		w.Settings = append(w.Settings, config.Setting{Key: key, Value: value, Origin: config.Origin{Kind: config.FromWorkspace, Name: w.File}})
	}
	add("command", k.Text())
	for _, f := range k.Files {
		is := f.Digest
		if f.Runs {
			is += runsText
		}
		add(clean.InWords(f.At), is)
	}
	w.Digest = config.Digest(s.Sources.Folder, w.File, []byte(fmt.Sprintf("%q\n%s", k.Words(), servers.Rests(k.Files))))
	return w
}

// mayHave reports whether the user said that a server may have a key, or run the files that its command names.
func (s Setup) mayHave(k servers.Key) bool {
	w := s.keyOf(k)
	return w.Digest == "" || s.trust.Has(w.Digest)
}
