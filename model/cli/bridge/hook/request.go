package hook

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"parley/forms/rawjson"
	"parley/store/text/clean"
)

// Names of tools of those programs.
const (
	bash          = "Bash"
	claudeEdit    = "Edit"
	claudeWrite   = "Write"
	claudeAsk     = "AskUserQuestion"
	claudePlan    = "ExitPlanMode"
	codexPatch    = "apply_patch"
	codexQuestion = "request_user_input"
)

// Kind is what a request is about.
type Kind int

// The kinds.
const (
	Other     Kind = iota // a tool that Parley knows nothing about
	Command               // a command for a shell
	Change                // a part of a file
	Text                  // the whole of a file
	Questions             // to the user
	Plan                  // that is to be carried out
	Patch                 // in Codex's own language, of any number of files
)

// Request is what a call of another program amounts to here: a call of ours.
type Request struct {
	Kind      Kind
	Tool      string // ours, or the program's own
	Arguments string // JSON
	Subject   string // what it is about, in a line
	Reason    string // what the program's model says about it
	Changes   bool   // the answer may change what was asked

	root string // the workspace
}

// Request says what a call amounts to in a workspace. What cannot be told in our words is
// told in the program's own.
func (m Message) Request(root string) Request {
	r := m.request(root)
	r.Changes, r.root = m.changes(r.Kind), root
	return r
}

// changes reports whether an answer can change what was asked.
func (m Message) changes(k Kind) bool {
	if m.Program == Claude {
		return k != Questions && k != Plan
	}
	return m.Event == preToolUse && k == Patch
}

func (m Message) request(root string) Request {
	var in struct {
		Command, Description, Content, Plan string
		FilePath                            string `json:"file_path"`
		Old                                 string `json:"old_string"`
		New                                 string `json:"new_string"`
		All                                 bool   `json:"replace_all"`

		Timeout    *float64
		Background bool `json:"run_in_background"`
	}
	other := m.other()
	if !spelled(m.Input, inputNames()) || json.Unmarshal(m.Input, &in) != nil {
		return other
	}
	path, inside := fileIn(root, in.FilePath)
	switch {
	case m.Tool == bash && in.Command != "" && holdsOnly(m.Input, "command", "description", "timeout", "run_in_background"):
		return m.command(root, in.Command, in.Description, in.Timeout, in.Background)
	case m.Tool == codexPatch && m.Program == Codex && in.Command != "" && holdsOnly(m.Input, "command"):
		patch := strings.TrimRight(in.Command, "\n") + "\n"
		return Request{Kind: Patch, Tool: codexPatch, Arguments: encoded(map[string]string{"patch": patch}), Subject: "Apply a patch to " + touched(patch)}
	case m.Tool == claudeEdit && inside && in.Old != "" && holdsOnly(m.Input, "file_path", "old_string", "new_string", "replace_all"):
		return Request{Kind: Change, Tool: "fs_modify_file", Subject: "Edit " + path, Arguments: encoded(map[string]any{
			"path": path, "patterns": []map[string]any{{"old": in.Old, "new": in.New, "all": in.All}},
		})}
	case m.Tool == claudeWrite && inside && holdsOnly(m.Input, "file_path", "content"):
		return Request{Kind: Text, Tool: "fs_create_file", Subject: "Write " + path, Arguments: encoded(map[string]any{"path": path, "content": in.Content})}
	case m.Tool == claudeAsk && m.Program == Claude, m.Tool == codexQuestion && m.Program == Codex:
		if r, ok := m.questions(); ok {
			return r
		}
	case m.Tool == claudePlan && m.Program == Claude:
		return Request{Kind: Plan, Tool: claudePlan, Arguments: m.plan(in.Plan), Subject: "Carry out a plan"}
	}
	return other
}

// plan is a plan with what else a yes to it agrees to, such as commands that are then run
// without asking. Where its file lies says nothing of what is done.
func (m Message) plan(text string) string {
	var in map[string]json.RawMessage
	if json.Unmarshal(m.Input, &in) != nil || in == nil {
		in = map[string]json.RawMessage{}
	}
	delete(in, "planFilePath")
	in["plan"] = json.RawMessage(encoded(text))
	return encoded(in)
}

// command is a command with how long it may run, in milliseconds, and whether the program waits for it.
func (m Message) command(root, line, reason string, timeout *float64, background bool) Request {
	arguments, does := map[string]any{"command": line}, "Run "
	if timeout != nil {
		arguments["timeout_ms"] = *timeout
	}
	if background {
		arguments["run_in_background"] = true
	}
	if dir, inside := below(root, m.Dir); inside && dir != "." {
		arguments["directory"], does = dir, "Run in "+clean.InWords(dir)+": "
	}
	first, _, more := strings.Cut(strings.TrimSpace(line), "\n")
	if more {
		first += " …"
	}
	return Request{Kind: Command, Tool: "run_command", Arguments: encoded(arguments), Subject: does + first, Reason: reason}
}

// other is a call in the program's own words.
func (m Message) other() Request {
	arguments := encoded(m.Input)
	if !bytes.HasPrefix(bytes.TrimSpace(m.Input), []byte("{")) {
		arguments = encoded(map[string]json.RawMessage{"input": orNull(m.Input)})
	}
	return Request{Kind: Other, Tool: name(m.Program, m.Tool), Arguments: arguments, Subject: "Call " + clean.InWords(m.Tool)}
}

func orNull(raw json.RawMessage) json.RawMessage {
	if len(raw) == 0 {
		return json.RawMessage("null")
	}
	return raw
}

// longestName is the longest name of a tool.
const longestName = 64

// name makes a name of a tool of another program one that may stand on record. It is never one of
// ours: its row would say that a command is run, or a file changed.
func name(program, tool string) string {
	clean := strings.Map(func(r rune) rune {
		if r < 0x80 && strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-", r) {
			return r
		}
		return '_'
	}, tool)
	if strings.HasPrefix(clean, "fs_") || slices.Contains([]string{"run_command", "ask_user", "describe_tools", "read_skill", "report_findings"}, clean) {
		clean = program + "_" + clean
	}
	return clean[:min(len(clean), longestName)]
}

// fileIn is the path of a file relative to a folder that it lies in. One that goes up on its way is
// none: where a folder in it is a link, only the other program knows where it leads.
func fileIn(root, path string) (string, bool) {
	if slices.Contains(strings.Split(filepath.ToSlash(path), "/"), "..") {
		return "", false
	}
	return below(root, path)
}

// below is a path relative to a folder that it lies in.
func below(root, path string) (string, bool) {
	if !filepath.IsAbs(path) {
		return "", false
	}
	rel, err := filepath.Rel(root, path)
	if err != nil || !filepath.IsLocal(rel) {
		return "", false
	}
	return filepath.ToSlash(rel), true
}

// mostTouched is how many files of a patch are named.
const mostTouched = 3

// What a patch does with a file, as its headings say it.
const (
	patchUpdates = "*** Update File:"
	patchAdds    = "*** Add File:"
	patchDeletes = "*** Delete File:"
	patchMoves   = "*** Move to:"
)

// heading is one of a patch.
type heading struct{ does, name string }

// headings are those of a patch. Blanks before one do not hide it: they need not for the program that
// applies the patch.
func headings(patch string) (all []heading) {
	for line := range strings.Lines(patch) {
		for _, does := range []string{patchUpdates, patchAdds, patchDeletes, patchMoves} {
			if rest, is := strings.CutPrefix(strings.TrimSpace(line), does); is {
				all = append(all, heading{does, strings.TrimSpace(rest)})
			}
		}
	}
	return all
}

// touched names the files of a patch.
func touched(patch string) string {
	var names []string
	for _, f := range headings(patch) {
		names = append(names, f.name)
	}
	switch {
	case len(names) == 0:
		return "files"
	case len(names) > mostTouched:
		return strings.Join(names[:mostTouched], ", ") + " and others"
	}
	return strings.Join(names, ", ")
}

// encoded is a value as JSON without escapes for web pages.
func encoded(v any) string {
	b, err := rawjson.Encode(v)
	if err != nil {
		return "{}" // a raw part that is no JSON, which a message has not
	}
	return string(bytes.TrimSpace(b))
}
