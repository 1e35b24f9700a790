// Package hook is what other programs and their hooks say to each other: what Claude Code and
// Codex write to a hook's standard input, what of ours it amounts to, and what they take as
// an answer. It knows no files and no clock; testdata/hooks holds what both really sent.
package hook

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"parley/forms/rawjson"
)

// The programs whose hooks are understood, by their names on record.
const (
	Claude = "claude"
	Codex  = "codex"
)

// Programs are all of them.
func Programs() []string { return []string{Claude, Codex} }

// Events that are understood.
const (
	permissionRequest = "PermissionRequest"
	preToolUse        = "PreToolUse"
)

// Most is how many bytes of a message are read.
const Most = 1 << 20

// Message is what a program says to its hook.
type Message struct {
	Program string
	Event   string
	Session string
	Dir     string // the folder that the program works in
	Call
	Calls []Call // of an event that ends several
}

// Call is a call of a tool of that program.
type Call struct {
	Tool  string
	Input json.RawMessage // an object
}

// wire is a message as both programs write it. Fields of later versions are passed over.
type wire struct {
	Event   string            `json:"hook_event_name"`
	Session string            `json:"session_id"`
	Dir     string            `json:"cwd"`
	Tool    string            `json:"tool_name"`
	Input   json.RawMessage   `json:"tool_input"`
	Calls   []json.RawMessage `json:"tool_calls"`
}

// wireCall is one of several calls in a message.
type wireCall struct {
	Tool  string          `json:"tool_name"`
	Input json.RawMessage `json:"tool_input"`
}

// Faults of a message.
var (
	errLong    = fmt.Errorf("a hook's message is at most %d bytes long", Most)
	errNoEvent = errors.New("a hook's message names its hook_event_name, session_id and cwd")
	errSpelled = errors.New("in a hook's message, a name stands in another spelling")
)

// Read reads a message of a program. It is an error if it is none of theirs; what they say in
// later versions is not.
func Read(program string, data []byte) (Message, error) {
	if !slices.Contains(Programs(), program) {
		return Message{}, fmt.Errorf("%q is no program whose hooks are understood; claude and codex are", program)
	}
	if len(data) > Most {
		return Message{}, errLong
	}
	var w wire
	if err := json.Unmarshal(data, &w); err != nil {
		return Message{}, fmt.Errorf("a hook's message is JSON: %w", err)
	}
	if paths := rawjson.Twice(data); len(paths) > 0 {
		return Message{}, fmt.Errorf("in a hook's message, %s stands there twice", paths[0])
	}
	if !spelledHere(data) {
		return Message{}, errSpelled
	}
	if w.Event == "" || w.Session == "" || w.Dir == "" {
		return Message{}, errNoEvent
	}
	m := Message{Program: program, Event: w.Event, Session: w.Session, Dir: w.Dir, Call: Call{w.Tool, w.Input}}
	for _, raw := range w.Calls {
		var c wireCall
		if err := json.Unmarshal(raw, &c); err != nil {
			return Message{}, fmt.Errorf("a hook's message is JSON: %w", err)
		}
		if !spelledHere(raw) {
			return Message{}, errSpelled
		}
		m.Calls = append(m.Calls, Call(c))
	}
	return m, nil
}

// Asks reports whether the program waits for an answer to the message.
func (m Message) Asks() bool {
	switch m.Event {
	case permissionRequest:
		return m.Tool != ""
	case preToolUse: // Codex asks its questions, and has patches changed, nowhere else
		return m.Program == Codex && (m.Tool == codexQuestion || m.Tool == codexPatch)
	}
	return false
}

// Closes reports whether the message says that something was decided: Calls, or with all
// everything that the session asked.
func (m Message) Closes() (calls []Call, all bool) {
	switch m.Event {
	case "PostToolUse", "PostToolUseFailure":
		if m.Tool != "" {
			return []Call{m.Call}, false
		}
	case "PostToolBatch":
		return m.Calls, false
	case "UserPromptSubmit", "Stop", "SessionEnd", "Interrupt":
		return nil, true
	}
	return nil, false
}

// Outlasts reports whether the program shows its own dialog while its hook runs, so that
// whoever is first decides.
func Outlasts(program string) bool { return program == Claude }

// Version returns the version of a program as the environment of its hooks gives it, "" if it
// does not: with Claude Code, AI_AGENT is claude-code_2-1-330_harness; Codex gives none.
func Version(program string, variable func(string) string) string {
	rest, is := strings.CutPrefix(variable("AI_AGENT"), "claude-code_")
	version, _, _ := strings.Cut(rest, "_")
	if program != Claude || !is || version == "" || len(version) > longestVersion || strings.Trim(version, "0123456789-") != "" {
		return ""
	}
	return strings.ReplaceAll(version, "-", ".")
}

// longestVersion is how many bytes a version may have.
const longestVersion = 32

// Commands is the environment of a program's commands, by that of its hooks: what names the
// workspace for hooks alone is left out.
func Commands(env []string) []string {
	return slices.DeleteFunc(slices.Clone(env), func(entry string) bool { return strings.HasPrefix(entry, "CLAUDE_PROJECT_DIR=") })
}

// Shell is what Claude Code gives its commands to, as its environment has it. It knows two: where
// its user's is neither, it takes zsh, and bash if there is no zsh. What stands before each command
// is a part of it. Codex tells none.
func Shell(variable func(string) string) string {
	shell := cmp.Or(variable("CLAUDE_CODE_SHELL"), variable("SHELL"))
	if prefix := variable("CLAUDE_CODE_SHELL_PREFIX"); prefix != "" {
		return prefix + " " + shell
	}
	if !strings.Contains(shell, "bash") {
		return "zsh"
	}
	return shell
}
