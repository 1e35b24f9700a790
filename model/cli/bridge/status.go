package bridge

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/spf13/cobra"

	"parley/model/cli/bridge/hook"
	"parley/model/cli/bridge/settings"
	"parley/model/cli/process"
)

// statusCommand is `parley bridge status`.
func statusCommand(p *process.Program) *cobra.Command {
	var format string
	c := &cobra.Command{
		Use: "status", Short: "Say what asks here, and what the other programs do without asking", Args: process.NoArguments,
		RunE: func(*cobra.Command, []string) error {
			if err := process.OneOf("--format", format, "text", "json"); err != nil {
				return err
			}
			var all []state
			for _, program := range hook.Programs() {
				all = append(all, stateOf(p, program))
			}
			if format == "json" {
				return p.JSON(map[string]any{"programs": all})
			}
			return process.Rows(p.Out, p.Shown(stateText(all)))
		},
	}
	c.Flags().StringVar(&format, "format", "text", "text or json")
	return c
}

// state is how a program's hooks are set up.
type state struct {
	Program string   `json:"program"`
	File    string   `json:"file"`
	Events  []string `json:"events"`            // for which ours is set up
	Missing []string `json:"missing,omitempty"` // and for which it is not, where it is for others
	Faults  []string `json:"faults,omitempty"`  // why it does not work
	Notes   []string `json:"notes,omitempty"`   // what runs without asking

	unread bool // its hooks cannot be read, so which there are is not known
}

func stateOf(p *process.Program, program string) state {
	s := state{Program: program, Events: []string{}}
	name, err := file(p, program)
	if err != nil {
		s.Faults = append(s.Faults, err.Error())
		return s
	}
	s.File = name
	doc, _, err := readSettings(name)
	var commands []string
	if err == nil {
		commands, err = settings.Commands(doc)
	}
	if err != nil {
		s.Faults = append(s.Faults, fmt.Sprintf("%s: %v; the program may pass over all of its hooks", name, strings.TrimPrefix(err.Error(), name+": ")))
		s.unread = true
		return s
	}
	for _, c := range commands {
		if !isHook(c, program) {
			continue
		}
		events, _ := settings.Has(doc, c) // it was read a moment ago
		s.Events = append(s.Events, events...)
		if altered, _ := settings.Altered(doc, c, entries(program)); len(altered) > 0 {
			s.Notes = append(s.Notes, alteredText(program, altered))
		}
		s.Faults = append(s.Faults, missingPrograms(c, program)...)
	}
	for _, e := range entries(program) {
		if len(s.Events) > 0 && !slices.Contains(s.Events, e.Event) {
			s.Missing = append(s.Missing, e.Event)
		}
	}
	if program == hook.Claude {
		s.claude(p, doc)
	} else {
		s.codex(p, filepath.Dir(name), name)
	}
	return s
}

// missingPrograms says what a hook lacks to run.
func missingPrograms(command, program string) (faults []string) {
	at := unquoted(strings.TrimSuffix(command, " "+program))
	for _, name := range []string{at, filepath.Join(filepath.Dir(at), "parley")} {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm()&0o111 == 0 {
			faults = append(faults, name+" is not there or no program; `parley bridge install "+program+"` sets it up anew")
		}
	}
	return faults
}

// claudeSettings are what matters of Claude Code's settings.
type claudeSettings struct {
	Off         bool `json:"disableAllHooks"`
	Permissions struct {
		Allow []string `json:"allow"`
		Mode  string   `json:"defaultMode"`
	} `json:"permissions"`
	Sandbox struct {
		Enabled bool  `json:"enabled"`
		Allows  *bool `json:"autoAllowBashIfSandboxed"` // it does where nothing is said
	} `json:"sandbox"`
}

// claude adds what Claude Code's settings, the user's and the workspace's, say about asking.
func (s *state) claude(p *process.Program, own []byte) {
	names := []string{s.File}
	for _, dir := range foldersOf(p) {
		for _, name := range []string{"settings.json", "settings.local.json"} {
			if name = filepath.Join(dir, ".claude", name); !sameFile(name, s.File) { // in the home folder the two are one file
				names = append(names, name)
			}
		}
	}
	for _, name := range names {
		doc := own
		if name != s.File {
			var err error
			if doc, _, err = readSettings(name); err != nil {
				s.Faults = append(s.Faults, fmt.Sprintf("%s: %v", name, err))
				continue
			}
		}
		var c claudeSettings
		if len(doc) > 0 && json.Unmarshal(doc, &c) != nil {
			s.Faults = append(s.Faults, name+" cannot be read as settings")
			continue
		}
		if c.Off {
			s.Faults = append(s.Faults, name+" switches all hooks off (disableAllHooks)")
		}
		if note := claudeModes[c.Permissions.Mode]; note != "" {
			s.Notes = append(s.Notes, fmt.Sprintf("%s: permissions.defaultMode is %q: %s", name, c.Permissions.Mode, note))
		}
		if c.Sandbox.Enabled && (c.Sandbox.Allows == nil || *c.Sandbox.Allows) {
			s.Notes = append(s.Notes, name+": sandbox.enabled: commands are not asked about as long as they run in its sandbox")
		}
		if n := len(c.Permissions.Allow); n > 0 {
			s.Notes = append(s.Notes, fmt.Sprintf("%s allows without asking: %s", name, strings.Join(c.Permissions.Allow, ", ")))
		}
	}
	s.Notes = append(s.Notes, claudeModesText)
}

// sameFile reports whether both names lead to one file.
func sameFile(a, b string) bool {
	at, err := os.Stat(a)
	if err != nil {
		return false
	}
	bt, err := os.Stat(b)
	return err == nil && os.SameFile(at, bt)
}

// claudeModes are the modes in which Claude Code asks less than it could.
var claudeModes = map[string]string{
	"acceptEdits": "changes of files are not asked about", "bypassPermissions": "nothing is asked about",
	"dontAsk": "nothing is asked about, and what is not allowed is refused", "auto": "only its questions come here",
}

// codexConfig is what matters of Codex's configuration.
type codexConfig struct {
	Approval any            `toml:"approval_policy"`
	Sandbox  string         `toml:"sandbox_mode"`
	Features map[string]any `toml:"features"`
	Hooks    map[string]any `toml:"hooks"`
}

// codex adds what Codex's configuration, the user's and the workspace's, says about asking, and whether it
// trusts the hooks.
func (s *state) codex(p *process.Program, dir, hooks string) {
	name := filepath.Join(dir, "config.toml")
	c, read := s.codexSays(name)
	for _, dir := range foldersOf(p) {
		if workspaces := filepath.Join(dir, ".codex", "config.toml"); !sameFile(workspaces, name) {
			s.codexSays(workspaces)
		}
	}
	if !read {
		return
	}
	trusted, _ := c.Hooks["state"].(map[string]any)
	known := slices.ContainsFunc(sortedKeys(trusted), func(key string) bool { return strings.HasPrefix(key, hooks+":permission_request:") })
	if len(s.Events) > 0 && !known {
		s.Faults = append(s.Faults, "Codex does not trust the hooks yet, and does not run them: start `codex`, which asks (\"Hooks need review\")")
	}
	s.Notes = append(s.Notes, codexText)
}

// codexSays adds what a file of Codex's configuration says, false if it cannot be read.
func (s *state) codexSays(name string) (c codexConfig, read bool) {
	doc, err := readRegular(name)
	if errors.Is(err, os.ErrNotExist) {
		return c, true
	}
	if err == nil {
		err = toml.Unmarshal(doc, &c)
	}
	if err != nil {
		s.Faults = append(s.Faults, fmt.Sprintf("%s: %v", name, err))
		return c, false
	}
	if off, is := c.Features["hooks"].(bool); is && !off {
		s.Faults = append(s.Faults, name+" switches hooks off (features.hooks)")
	}
	if slices.ContainsFunc(sortedKeys(c.Hooks), func(event string) bool { return event != "state" }) {
		s.Notes = append(s.Notes, name+" has hooks as well; Codex runs both, and warns")
	}
	if policy, is := c.Approval.(string); is && policy == "never" {
		s.Notes = append(s.Notes, name+": approval_policy is \"never\": nothing is asked about")
	}
	return c, true
}

func sortedKeys(m map[string]any) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func stateText(all []state) string {
	var b strings.Builder
	for _, s := range all {
		switch {
		case s.unread:
			fmt.Fprintf(&b, "Whether %s asks here cannot be told (%s)\n", nameOf(s.Program), s.File)
		case len(s.Events) == 0:
			fmt.Fprintf(&b, "%s does not ask here; `parley bridge install %s` sets it up (%s)\n", nameOf(s.Program), s.Program, s.File)
		case len(s.Faults)+len(s.Missing) > 0:
			fmt.Fprintf(&b, "%s is set up to ask here, and does not (%s)\n", nameOf(s.Program), s.File)
		default:
			fmt.Fprintf(&b, "%s asks here (%s)\n", nameOf(s.Program), s.File)
		}
		if len(s.Missing) > 0 {
			fmt.Fprintf(&b, "  ! nothing is set up for %s; `parley bridge install %s` adds it\n", strings.Join(s.Missing, ", "), s.Program)
		}
		for _, f := range s.Faults {
			fmt.Fprintf(&b, "  ! %s\n", f)
		}
		for _, n := range s.Notes {
			fmt.Fprintf(&b, "  %s\n", n)
		}
	}
	return b.String()
}
