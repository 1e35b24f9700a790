package config

import (
	"cmp"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"parley/store/system"
)

// Sources is everything that a configuration is made from, lowest layer first.
// Nothing else is read: no other file, and no variable that is not in Env.
type Sources struct {
	Builtin   map[string]Builtin       // the built-in tools by name
	Servers   []string                 // model servers known without configuration; nil: any name is accepted
	UserFile  string                   // may be missing
	UserMCP   string                   // servers of tools of the user's, as [MCPFile]; may be missing
	Workspace []string                 // files from the repository root down; each may be missing
	Root      string                   // that root; empty: no workspace
	Folder    string                   // its identity, as from [Identity]
	Own       func(file string) bool   // reports whether a workspace file is the user's; nil: all are
	Env       []string                 // "NAME=value", as from os.Environ
	Deltas    []Delta                  // the conversation's own changes, oldest first
	Sets      []string                 // "key=value" of each -c, in order
	Flags     []Flag                   // dedicated flags, in order
	StoreDir  string                   // where conversations live unless store.dir says otherwise
	Home      string                   // what a leading "~/" stands for
	Trusted   func(digest string) bool // nil: no workspace file is trusted
	// RuleFault says what is wrong with the text of a rule of a kind ("allow", "ask",
	// "deny"), "" if nothing; nil: every text is accepted.
	RuleFault func(kind, text string) string
}

// Builtin is what a built-in tool ships with. Everything that the user sets overrides
// it, even what is set for "*". Zero fields mean Ask, Unattended and an Enable of on
// and any.
type Builtin struct {
	Run       Mode
	Result    Mode
	Enable    *Enable
	Hidden    bool
	Questions map[string]BuiltinQuestion // by question id or "*"
}

// BuiltinQuestion is what a question of a built-in tool ships with. Review sends it
// to the reviewer, with escalation, if a model is configured for the reviewer.
type BuiltinQuestion struct {
	Label  string
	Review bool
}

// Delta is a change that belongs to a conversation. Where names its event, for error
// texts. Keys are dotted, values JSON.
type Delta struct {
	Where string
	Set   map[string]json.RawMessage
}

// Flag is a dedicated flag that sets a key, such as {"-m", "assistant.model.id",
// "openai/gpt-6"}.
type Flag struct {
	Name  string
	Key   string
	Value string
}

// MCPFile is the name of files of servers of tools, which other programs read too.
const MCPFile = ".mcp.json"

// Places are the paths that the environment decides.
type Places struct {
	Home       string
	UserFile   string // config.toml
	Keys       string // keys.toml
	Rules      string // where the program keeps rules, rules.toml
	UserSkills string
	UserWords  string // the user's own instructions, AGENTS.md
	StoreDir   string
	TrustFile  string
	Trusted    string // the texts of files that were trusted, by their digests
	Messages   string // what the user sent, history.jsonl
	Answered   string // the folder of accounts of answers, see [ReadAnswered]
	Tokens     string // the folder of what is kept of tokens, see [private.ReadTokens]
	Begun      string // the folder of notes on conversations, see [Begun]
	Made       string // the folder of what this installation made of them
	Told       string // the folder of notes on what was told at the start, see [private.Noted]
	Reviewers  string // results of testing reviewers, reviewers.json, see [private.ReadReviewers]

	folders []folder
	foreign bool // the environment is another program's
}

// LocatedBy are the variables by which Locate finds the places.
var LocatedBy = [...]string{system.Home, "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"}

// Locate finds the places that an environment gives. A relative path is refused;
// without XDG variables and HOME there is an error. See also [Places.Check].
func Locate(env []string) (Places, error) {
	home := lookup(env, system.Home)
	var folders []folder
	dir := func(name, fallback string) (string, error) {
		d, usual := lookup(env, name), ""
		if filepath.IsAbs(home) {
			usual = filepath.Join(home, fallback)
		}
		switch {
		case d == "" && usual == "":
			return "", errors.New(textNoHome)
		case d == "":
			folders = append(folders, folder{system.Home, usual, false})
			return usual, nil
		case !filepath.IsAbs(d):
			return "", errors.New(textRelative(name, d))
		}
		folders = append(folders, folder{name, d, usual == "" || filepath.Clean(d) != usual})
		return d, nil
	}
	config, err1 := dir("XDG_CONFIG_HOME", ".config")
	data, err2 := dir("XDG_DATA_HOME", ".local/share")
	state, err3 := dir("XDG_STATE_HOME", ".local/state")
	if err := cmp.Or(err1, err2, err3); err != nil {
		return Places{}, err
	}
	return Places{
		Home:       home,
		UserFile:   filepath.Join(config, "parley", "config.toml"),
		Keys:       filepath.Join(config, "parley", "keys.toml"),
		Rules:      filepath.Join(config, "parley", "rules.toml"),
		UserSkills: filepath.Join(config, "parley", "skills"),
		UserWords:  filepath.Join(config, "parley", "AGENTS.md"),
		StoreDir:   filepath.Join(data, "parley", "conversations"),
		TrustFile:  filepath.Join(state, "parley", "trust.json"),
		Trusted:    filepath.Join(state, "parley", "trusted"),
		Messages:   filepath.Join(state, "parley", "history.jsonl"),
		Answered:   filepath.Join(state, "parley", "answered"),
		Tokens:     filepath.Join(state, "parley", "tokens"),
		Begun:      filepath.Join(state, "parley", "begun"),
		Made:       filepath.Join(state, "parley", "made"),
		Told:       filepath.Join(state, "parley", "told"),
		Reviewers:  filepath.Join(state, "parley", "reviewers.json"),
		folders:    folders,
	}, nil
}

// lookup returns the last value of a variable, since the operating system does not
// promise that names are unique.
func lookup(env []string, name string) string {
	value := ""
	for _, e := range env {
		if k, v, ok := strings.Cut(e, "="); ok && k == name {
			value = v
		}
	}
	return value
}

// Root finds the repository that a directory lies in: the nearest directory from
// there up that holds ".git", else dir itself. dir is absolute.
func Root(dir string) string {
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			return at
		}
		if at == filepath.Dir(at) {
			return dir
		}
	}
}

// WorkspaceFiles names the workspace configuration files from root down to dir,
// whether they exist or not; below them the root's servers of tools. If dir is not below root, only dir's file is named.
func WorkspaceFiles(root, dir string) []string {
	file := func(at string) string { return filepath.Join(at, ".parley", "config.toml") }
	below, err := filepath.Rel(root, dir)
	if err != nil || below == ".." || strings.HasPrefix(below, ".."+string(filepath.Separator)) {
		return []string{filepath.Join(dir, MCPFile), file(dir)}
	}
	files := []string{filepath.Join(root, MCPFile), file(root)}
	if below == "." {
		return files
	}
	at := root
	for _, part := range strings.Split(below, string(filepath.Separator)) {
		at = filepath.Join(at, part)
		files = append(files, file(at))
	}
	return files
}
