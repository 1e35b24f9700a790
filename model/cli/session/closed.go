package session

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"parley/config"
	fstools "parley/coordinator/tools/fs"
)

// ofAgents are the places below the home folder where other assistants keep their
// settings, keys and conversations. Folders of the same names in a workspace are not
// affected.
var ofAgents = [...]string{
	".claude", ".claude.json", ".codex", ".cursor", ".gemini", ".opencode", ".config/opencode", ".local/share/opencode", ".local/state/opencode",
	".qwen", ".copilot", ".config/github-copilot", ".crush", ".config/crush", ".local/share/crush", ".config/goose", ".local/share/goose", ".amp", ".config/amp", ".local/share/amp",
	".aider.conf.yml", ".aider", ".continue", ".codeium", ".windsurf", ".kiro", ".factory", ".augment", ".openhands", ".roo", ".cline", ".junie", ".trae",
}

// ofAgentsByName are variables that give another location for such a place.
var ofAgentsByName = [...]string{"CLAUDE_CONFIG_DIR", "CODEX_HOME", "GEMINI_CLI_HOME", "CRUSH_GLOBAL_CONFIG", "OPENCODE_CONFIG_DIR"}

// closed are the places that no file tool may touch, wherever the workspace is: the
// program's own and those of the user's other assistants.
func (s Setup) closed(store string, env []string) []string {
	own := []string{filepath.Dir(s.Places.UserFile), filepath.Dir(s.Places.TrustFile), filepath.Dir(s.Places.StoreDir)}
	if !around(store, s.Dir) {
		own = append(own, store) // otherwise nothing in the workspace could be read
	}
	for _, v := range env {
		name, value, _ := strings.Cut(v, "=")
		if !filepath.IsAbs(value) {
			continue
		}
		if name == "XDG_RUNTIME_DIR" {
			own = append(own, filepath.Join(value, "parley"))
		}
		for _, n := range ofAgentsByName {
			if n == name {
				own = append(own, value)
			}
		}
	}
	if filepath.IsAbs(s.Places.Home) {
		for _, p := range ofAgents {
			own = append(own, filepath.Join(s.Places.Home, filepath.FromSlash(p)))
		}
	}
	return own
}

// around reports whether one folder is another or contains it. Links are followed.
func around(outer, inner string) bool {
	if real, err := filepath.EvalSymlinks(outer); err == nil {
		outer = real
	}
	if real, err := filepath.EvalSymlinks(inner); err == nil {
		inner = real
	}
	below, err := filepath.Rel(outer, inner)
	return err == nil && below != ".." && !strings.HasPrefix(below, ".."+string(filepath.Separator))
}

// wide says why a workspace holds more than the files of a project, "" if it does
// not seem to.
func (s Setup) wide() string {
	switch home := s.Places.Home; {
	case filepath.IsAbs(home) && around(s.Dir, home) && around(home, s.Dir):
		return "is your home folder"
	case filepath.IsAbs(home) && around(s.Dir, home):
		return "holds your home folder"
	}
	if info, err := os.Stat(s.Dir); err == nil && fstools.Strange(info) {
		return "belongs to another user"
	}
	return ""
}

// wideNote warns about a workspace that is too wide.
func wideNote(dir, why string) string {
	return fmt.Sprintf("The workspace %s %s. What the assistant reads there goes to its server, so reading asks first here "+
		"(conversation.tools.fs_read_file.run, and the same of fs_list_files, fs_grep_files and fs_modify_file). Better start Parley in the folder of a project.", dir, why)
}

// readersAsk makes the tools that read ask first, and the one that tells of a text whether it is
// in a file. The user's configuration overrides this.
func readersAsk(tools map[string]config.Builtin) map[string]config.Builtin {
	for _, name := range []string{"fs_read_file", "fs_list_files", "fs_grep_files", "fs_modify_file"} {
		b := tools[name]
		b.Run = "ask"
		tools[name] = b
	}
	return tools
}
