package grants

import (
	"path/filepath"
	"slices"
	"strings"

	"parley/coordinator/tools/fs/paths"
	"parley/store/system"
)

// Settings of other assistants name files that these go by or run, such as what Aider reads, instructions
// of opencode and a hook of Claude Code.

// settings are the names of such settings in a folder of theirs.
var settings = [...]string{"settings.json", "settings.local.json", "config.toml", "config.json", "hooks.json"}

// written are the endings of settings that are one file; what was said to an assistant has others.
var written = [...]string{".json", ".jsonc", ".toml", ".yml", ".yaml"}

// between are the characters that no name is taken to have there.
const between = "\"'`,;:=()[]{}<>|&\\ \t\r\n"

// looked marks the names of files that an assistant may read and change: it does not go by these.
var looked = strings.NewReplacer("Read(", "(\x00", "Edit(", "(\x00", "Write(", "(\x00")

// names reports whether an assistant's settings, a file or those in a folder, name the path, whose last
// name is base. A home is where `~/` leads.
func (f listed) names(way paths.Trail, base, home string) bool {
	if f.why != byAgent || strings.HasSuffix(f.abs, ".claude.json") { // which holds where somebody worked
		return false
	}
	var files []string
	if slices.Contains(written[:], filepath.Ext(f.abs)) {
		files = append(files, f.abs)
	}
	for _, name := range settings {
		files = append(files, filepath.Join(f.abs, name))
	}
	left := maxNames
	for _, file := range files {
		text, err := system.ReadFile(file, maxWords)
		if err != nil {
			continue
		}
		for word := range strings.FieldsFuncSeq(looked.Replace(string(text)), func(r rune) bool { return strings.ContainsRune(between, r) }) {
			if left == 0 || !strings.HasSuffix(word, base) || len(word) > maxPath {
				continue
			}
			left--
			if before, rest, _ := strings.Cut(word, "/"); before == "~" {
				word = filepath.Join(home, rest)
			} else if strings.HasPrefix(before, "$") {
				word = rest // a variable, which is most often the folder of the project
			}
			if way.Meets("", filepath.Join(filepath.Dir(f.abs), word)) || way.Meets("", filepath.Join(f.abs, word)) || filepath.IsAbs(word) && way.Meets("", word) {
				return true
			}
		}
	}
	return false
}
