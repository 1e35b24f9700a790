package grants

import (
	"path"
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

// looked marks the names of files that an assistant may read and change, and names in front of a
// colon, such as what it may run: it does not go by these. It writes a slash of JSON as others do.
var looked = strings.NewReplacer("Read(", "(\x00", "Edit(", "(\x00", "Write(", "(\x00", "\":", "\x00:", `\/`, "/")

// sought is a path of the workspace in settings that may name it.
type sought struct {
	way  paths.Trail
	base string // its last name
	abs  string // the whole path, folded, with slashes
	home string // where `~/` leads
}

func soughtAs(dir, p, home string, way paths.Trail) sought {
	return sought{way, path.Base(p), paths.Folded(filepath.ToSlash(paths.Straight(filepath.Join(dir, p)))), home}
}

// names reports whether an assistant's settings, a file or those in a folder, name the path. Settings
// that are one file may do so by a pattern.
func (f listed) names(s sought) bool {
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
			word, key := strings.CutSuffix(word, "\x00")
			pattern := file == f.abs && !key && isPattern(word)
			if left == 0 || !pattern && !strings.HasSuffix(word, s.base) || len(word) > maxPath {
				continue
			}
			left--
			if before, rest, _ := strings.Cut(word, "/"); before == "~" {
				word = filepath.Join(s.home, rest)
			} else if strings.HasPrefix(before, "$") {
				word = rest // a variable, which is most often the folder of the project
			}
			for _, from := range []string{filepath.Dir(f.abs), f.abs, ""} {
				switch at := filepath.Join(from, word); {
				case from == "" && !filepath.IsAbs(word):
				case pattern && s.fits(at), !pattern && s.way.Meets("", at):
					return true
				}
			}
		}
	}
	return false
}

// isPattern reports whether a name stands for several, and not for all.
func isPattern(word string) bool {
	return strings.ContainsAny(word, "*?") && strings.Trim(word, "*?./") != ""
}

// fits reports whether a pattern with a whole path stands for what is sought. `**` stands for any
// folders, also for none.
func (s sought) fits(pattern string) bool {
	parts, names := strings.Split(paths.Folded(filepath.ToSlash(pattern)), "/"), strings.Split(s.abs, "/")
	at, last, from := 0, -1, 0 // last: the latest `**`, which stands for what lies before from
	for i := 0; i < len(names); {
		switch {
		case at < len(parts) && parts[at] == "**":
			last, from = at, i
			at++
		case at < len(parts) && fits(parts[at], names[i]):
			at++
			i++
		case last >= 0:
			from++
			at, i = last+1, from
		default:
			return false
		}
	}
	for at < len(parts) && parts[at] == "**" {
		at++
	}
	return at == len(parts)
}

// fits reports whether a pattern of one name stands for it; one that cannot be read stands for none.
func fits(pattern, name string) bool {
	is, err := path.Match(pattern, name)
	return is && err == nil
}
