// Package servers makes servers of tools of a configuration, and tells of them.
package servers

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"parley/config"
	"parley/coordinator/tools/local"
	"parley/coordinator/tools/mcp"
	tools "parley/coordinator/tools/process"
	"parley/model/cli/process"
	"parley/model/cli/version"
	"parley/model/kit"
)

// Of are the servers of tools that a configuration names and that are on.
//
// Is says which variables of the user's are keys, and keys whether a server of a workspace may
// have one of these, or be run with the files of the workspace dir that its command names; nil: none may.
func Of(p *process.Program, cfg config.Config, dir string, is func(name string) bool, keys func(Key) bool) []mcp.Server {
	var all []mcp.Server
	looks := &local.Looks{}
	for _, set := range cfg.MCP {
		if set.Enable {
			all = append(all, serverOf(p, set, place{dir, looks}, is, keys))
		}
	}
	return all
}

// Key is what a server of a workspace needs a yes of its own for: a variable of the user's that looks like a key, which
// it names, or to be run with the files of the workspace that its command names.
type Key struct {
	Variable string // "" for those files
	Server   config.MCPServer
	Client   bool // it is the secret of a client, for the login of that server
	Files    []local.Named
}

// File is what the yes to it is kept under: a later yes to the same key for the same server
// replaces it, and one for another server does not.
func (k Key) File() string {
	if k.Variable == "" {
		return k.Server.Origin.Name + " files of the server " + k.Server.Name
	}
	to := "the server "
	if k.Client {
		to = "the login of the server "
	}
	return k.Server.Origin.Name + " ${" + k.Variable + "} for " + to + k.Server.Name
}

// Words are the command of the server, as it is written.
func (k Key) Words() []string { return append([]string{k.Server.Command}, k.Server.Args...) }

// Rests is what a server rests on: the files that its command names, "" for none.
func Rests(files []local.Named) string {
	var all strings.Builder
	for _, f := range files {
		fmt.Fprintln(&all, f)
	}
	return all.String()
}

// Text is what the user is asked about.
func (k Key) Text() string {
	if k.Variable == "" {
		return lineOf(k.Words())
	}
	where := k.Server.URL
	if where == "" {
		where = lineOf(k.Words())
	}
	if k.Client {
		return fmt.Sprintf("your variable, or key of keys.toml; it goes as a client's secret to the login of the server %s: %s", k.Server.Name, k.Server.OAuth.Issuer)
	}
	return fmt.Sprintf("your variable, which looks like a key; it goes to the server %s: %s", k.Server.Name, where)
}

// lineOf is a command in a line that no other command has: a word that could be taken for several, or for none,
// stands in quotes.
func lineOf(words []string) string {
	line := make([]string, len(words))
	for i, w := range words {
		if line[i] = w; w == "" || strings.ContainsFunc(w, func(r rune) bool { return r == '"' || unicode.IsSpace(r) || unicode.IsControl(r) }) {
			line[i] = strconv.Quote(w)
		}
	}
	return strings.Join(line, " ")
}

// Keys are the keys that servers of a workspace name. Is says which variables are.
func Keys(cfg config.Config, is func(name string) bool) []Key {
	var all []Key
	for _, set := range cfg.MCP {
		if set.Origin.Kind != config.FromWorkspace {
			continue
		}
		named := filler{is: is, lookup: func(string) string { return "" }}
		for _, text := range slices.Concat([]string{set.Command, set.URL}, set.Args, values(set.Env), values(set.Headers)) {
			named.in(text)
		}
		slices.Sort(named.named)
		for _, name := range slices.Compact(named.named) {
			if is(name) {
				all = append(all, Key{Variable: name, Server: set})
			}
		}
		if secret := set.OAuth.SecretEnv; secret != "" {
			all = append(all, Key{Variable: secret, Server: set, Client: true})
		}
	}
	return all
}

// runsHere reports whether a server is a command that a workspace names.
func runsHere(set config.MCPServer) bool {
	return set.Origin.Kind == config.FromWorkspace && set.Command != ""
}

// place is the workspace in which servers run, "" if nothing of it counts.
type place struct {
	dir   string
	looks *local.Looks
}

// Commands are the commands of servers of a workspace that are on, have all that they need, and name files of the
// workspace dir. Is and keys are as in Of.
func Commands(p *process.Program, cfg config.Config, dir string, is func(name string) bool, keys func(Key) bool) (all []Key) {
	looks := &local.Looks{}
	for _, set := range cfg.MCP {
		if !set.Enable || !runsHere(set) {
			continue
		}
		if s := serverOf(p, set, place{}, is, keys); s.Fault == "" {
			if files, whole := local.Files(s.Command, s.Env, dir, looks); whole && len(files) > 0 {
				all = append(all, Key{Server: set, Files: files})
			}
		}
	}
	return all
}

func values(of map[string]string) []string { return slices.Collect(maps.Values(of)) }

// serverOf makes a server of its configuration. What cannot be filled in is told where
// the server would be used.
func serverOf(p *process.Program, set config.MCPServer, at place, is func(name string) bool, keys func(Key) bool) mcp.Server {
	var kept []string
	fill := filler{is: is, lookup: func(name string) string {
		if set.Origin.Kind == config.FromWorkspace && is(name) && (keys == nil || !keys(Key{Variable: name, Server: set})) {
			kept = append(kept, name)
			return ""
		}
		return p.Variable(name)
	}}
	s := mcp.Server{Name: set.Name, Own: set.Origin.Kind != config.FromWorkspace, Timeout: set.Timeout, URL: fill.in(set.URL)}
	var command []string
	if set.Command != "" {
		command = append([]string{set.Command}, set.Args...)
		for _, word := range command {
			s.Command = append(s.Command, fill.in(word))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(set.Env)) {
		s.Env = append(s.Env, name+"="+fill.in(set.Env[name]))
	}
	for name, value := range set.Headers {
		if s.Headers == nil {
			s.Headers = map[string]string{}
		}
		s.Headers[name] = fill.in(value)
	}
	s.Client = clientOf(p, set, keys)
	s.Keys = keysOf(s, fill.keys)
	s.Identity, s.Given = mcp.Identity(set.Origin.Name, set.Name, set.URL, command), mcp.GivenOf(set.Env, set.Headers)
	switch {
	case len(kept) > 0:
		s.Fault, s.Waits = keptText(slices.Compact(slices.Sorted(slices.Values(kept)))), true
	case len(fill.missing) > 0:
		s.Fault = unsetText(slices.Compact(slices.Sorted(slices.Values(fill.missing))))
	case runsHere(set) && at.dir != "":
		s = withFiles(s, set, at, keys)
	}
	return s
}

// withFiles binds a server to the files of the workspace that its command names.
func withFiles(s mcp.Server, set config.MCPServer, at place, keys func(Key) bool) mcp.Server {
	found, whole := local.Files(s.Command, s.Env, at.dir, at.looks)
	files := Rests(found)
	s.Files = files
	s.May = func() bool { // a file may come that was not there
		now, whole := local.Files(s.Command, s.Env, at.dir, &local.Looks{})
		return whole && Rests(now) == files
	}
	switch {
	case !whole:
		s.Fault = tooManyText
	case files != "" && (keys == nil || !keys(Key{Server: set, Files: found})):
		s.Fault, s.Waits = filesText, true
	}
	return s
}

// tooManyText is told of a server whose command is a search for files.
const tooManyText = "its command, and those of the servers before it, name more files and folders than are looked at before they are started; put it into a script, or remove some"

// filler puts the values of variables into texts, and notes those that are not set.
type filler struct {
	is      func(name string) bool // a variable is a key
	lookup  func(string) string
	named   []string
	missing []string
	keys    []string // the values of those that are keys
}

func (f *filler) in(text string) string {
	var b strings.Builder
	for {
		before, rest, is := strings.Cut(text, "${")
		b.WriteString(before)
		inside, after, closed := strings.Cut(rest, "}")
		if !is {
			return b.String()
		}
		if !closed {
			b.WriteString("${" + rest)
			return b.String()
		}
		name, otherwise, has := strings.Cut(inside, ":-")
		f.named = append(f.named, name)
		value := f.lookup(name)
		switch {
		case value != "":
			if f.is(name) {
				f.keys = append(f.keys, value)
			}
		case has:
			value = otherwise
		default:
			f.missing = append(f.missing, name)
		}
		b.WriteString(value)
		text = after
	}
}

// filesText is told of a server whose files were not trusted as they are.
const filesText = "files of the workspace that its command names are not those that you trusted; /trust, or parley config trust, asks you about them"

func keptText(names []string) string {
	return fmt.Sprintf("the workspace's file wants to give it what looks like a key of yours, %s; /trust, or parley config trust, asks you about that", strings.Join(names, ", "))
}

func unsetText(names []string) string {
	if len(names) == 1 {
		return fmt.Sprintf("its configuration names the variable %s, which is not set", names[0])
	}
	return fmt.Sprintf("its configuration names the variables %s, which are not set", strings.Join(names, ", "))
}

// New is a set of servers that has none yet, and starts none. trust is the file of what
// the user trusts, beside which what is kept of servers stands.
func New(p *process.Program, dir, trust string, given tools.Environment) *mcp.Set {
	return mcp.New(mcp.Options{
		Work:  mcp.Start{Dir: dir, Environ: p.Env},
		Own:   mcp.Start{Dir: p.Away(), Environ: p.OwnEnv(), Find: p.Find},
		Given: given, State: filepath.Join(filepath.Dir(trust), "mcp"), Version: version.Number(),
	})
}

// Text describes the servers of tools, or the one with this name.
func Text(all []mcp.State, name string) (string, error) {
	if len(all) == 0 {
		return noText, nil
	}
	var names []string
	var lines []string
	for _, s := range all {
		if s.Name == name {
			return s.Whole(), nil
		}
		names = append(names, s.Name)
		lines = append(lines, s.Short())
	}
	if name != "" {
		return "", fmt.Errorf("no server is called %q%s", name, process.DidYouMean(name, names))
	}
	return strings.Join(lines, "\n"), nil
}

const noText = "No servers of tools are set up. docs/mcp.md says how: [mcp.NAME] in the configuration, or .mcp.json in the workspace."

// Told returns one line for each server of tools with its state, followed by those that are
// left out, or all about the one with this name.
func Told(all []mcp.State, left []kit.ServerState, name string) ([]kit.ServerState, error) {
	is := func(s mcp.State) bool { return s.Name == name }
	switch at := slices.IndexFunc(left, func(l kit.ServerState) bool { return about(l, name) }); {
	case name != "" && at >= 0 && !slices.ContainsFunc(all, is):
		return left[at : at+1], nil
	case name != "" || len(all)+len(left) == 0:
		text, err := Text(all, name)
		told := kit.ServerState{Text: text}
		if at := slices.IndexFunc(all, is); at >= 0 {
			told.How = how(all[at])
			told.Text, told.Detail = all[at].Folded()
		}
		return []kit.ServerState{told}, err
	}
	var told []kit.ServerState
	for _, s := range all {
		told = append(told, kit.ServerState{How: how(s), Text: s.Short()})
	}
	return append(told, left...), nil
}

// LeftOut returns the servers in files of a workspace that do not count, each with the
// reason.
func LeftOut(cfg config.Config) (left []kit.ServerState) {
	for _, w := range cfg.Withheld {
		var names []string
		for _, s := range w.Settings {
			if rest, is := strings.CutPrefix(s.Key, "mcp."); is {
				name, _, _ := strings.Cut(rest, ".")
				names = append(names, name)
			}
		}
		slices.Sort(names)
		for _, name := range slices.Compact(names) {
			left = append(left, kit.ServerState{How: kit.ServerWaits, Text: untrustedText(name, w.File)})
		}
	}
	for _, note := range cfg.Notes {
		left = append(left, kit.ServerState{How: kit.ServerDead, Text: note})
	}
	return left
}

func untrustedText(name, file string) string {
	return name + ": left out, since " + file + " is not trusted; /trust asks you about it"
}

// about reports whether the server that is left out has this name.
func about(left kit.ServerState, name string) bool {
	return strings.HasPrefix(left.Text, name+": ") || strings.Contains(left.Text, ": the server "+strconv.Quote(name)+" is left out: ")
}

// how returns the state of a server in one word.
func how(s mcp.State) kit.ServerHow {
	switch {
	case s.Connected:
		return kit.ServerReady
	case s.WantsLogin, s.Waits:
		return kit.ServerWaits
	case s.Failed != "":
		return kit.ServerDead
	}
	return kit.ServerIdle
}
