package grants

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"parley/coordinator/tools/fs/paths"
	"parley/store/system"
)

// Settings of assistants name files that these go by or run, such as what Aider reads, instructions of
// opencode, a hook of Claude Code, and a server of tools, be it Parley's own.

// settings are the names of such settings in a folder of theirs, servers those that say which servers
// of tools are started, also in the folder of an editor.
var (
	settings = [...]string{
		"settings.json", "settings.local.json", "config.toml", "config.json", "config.yaml", "hooks.json", "opencode.json", "opencode.jsonc", "crush.json",
	}
	servers = [...]string{"mcp.json", "settings/mcp.json", "mcp/mcp.json"}
)

// written are the endings of settings that are one file; what was said to an assistant has others.
var written = [...]string{".json", ".jsonc", ".toml", ".yml", ".yaml"}

// between are the characters that no name is taken to have there.
const between = "\"'`,;:=()[]{}<>|&\\ \t\r\n"

// looked marks the names of files that an assistant may read and change: it does not go by these.
var looked = strings.NewReplacer("Read(", "(\x00", "Edit(", "(\x00", "Write(", "(\x00")

// names reports whether an assistant's settings, a file or those in a folder, name the path, whose last
// name is base. A home is where `~/` leads, and dir the workspace, which the user's own name by a variable.
func (f listed) names(way paths.Trail, dir, base, home string) bool {
	var files []string
	switch {
	case strings.HasSuffix(f.abs, ".claude.json"): // which holds where somebody worked
		return false
	case f.why == byTools:
		files = []string{f.abs}
	case f.why == byParley, f.why == byOwn:
		files = []string{filepath.Join(f.abs, "config.toml")}
	case f.why == byAgent:
		if slices.Contains(written[:], filepath.Ext(f.abs)) {
			files = append(files, f.abs)
		}
		files = append(files, f.beside(settings[:])...)
		if filepath.Base(f.abs) == "hooks" { // of GitHub's Copilot, under any names
			names, _ := namesIn(f.abs) // one that cannot be read has none
			files = append(files, f.beside(names[:min(len(names), maxIncluded)])...)
		}
		fallthrough
	case f.why == byEditor:
		files = append(files, f.beside(servers[:])...)
	}
	top := topOf(f.abs)
	if f.why == byOwn {
		top = dir
	}
	left, room := maxNames, maxWords
	for _, file := range files {
		text, err := system.ReadFile(file, room)
		if err != nil {
			continue
		}
		room -= len(text)
		if f.why == byParley || f.why == byOwn {
			text = serversIn(text)
		}
		module := false
		for word := range strings.FieldsFuncSeq(looked.Replace(string(text)), func(r rune) bool { return strings.ContainsRune(between, r) }) {
			was := word
			word, module = meant(word, base, module), word == "-m"
			if left == 0 || word == "" || len(was) > maxPath {
				continue
			}
			left--
			if before, rest, _ := strings.Cut(word, "/"); before == "~" {
				word = filepath.Join(home, rest)
			} else if strings.HasPrefix(before, "$") {
				word = rest // a variable, which is most often the folder of the project
			}
			if way.Meets("", filepath.Join(top, word)) || way.Meets("", filepath.Join(f.abs, word)) || filepath.IsAbs(word) && way.Meets("", word) {
				return true
			}
		}
	}
	return false
}

// meant is the file with the last name base that a word may mean: as it is written, without its ending, as Node
// takes it, or as a module, as Python does behind -m; "" if it means none.
func meant(word, base string, module bool) string {
	end := filepath.Ext(base)
	ends := func(with string) bool { // in whatever case, as some systems compare it
		return len(word) >= len(with) && strings.EqualFold(word[len(word)-len(with):], with)
	}
	switch stem := strings.TrimSuffix(base, end); {
	case ends(base):
		return word
	case end == "" || !module && !strings.Contains(word, "/"):
		return ""
	case module:
		word = strings.ReplaceAll(word, ".", "/")
		fallthrough
	default:
		if stem == "__main__" || stem == "index" {
			return word + "/" + base
		}
		if ends(stem) {
			return word + end
		}
	}
	return ""
}

// beside are files of these names in a folder.
func (f listed) beside(names []string) (files []string) {
	for _, name := range names {
		files = append(files, filepath.Join(f.abs, name))
	}
	return files
}

// serversIn is what Parley's own settings say of servers of tools. What rules there say of a file is another matter, and
// of a tool's command the files are looked at when it runs.
func serversIn(text []byte) []byte {
	var all struct {
		MCP any `toml:"mcp"`
	}
	if toml.Unmarshal(text, &all) != nil {
		return nil // nothing in it counts
	}
	return fmt.Append(nil, all.MCP)
}
