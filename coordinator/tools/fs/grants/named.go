package grants

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

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

// looked marks the names of files that an assistant may read and change, and names in front of a
// colon, such as what it may run: it does not go by these. It writes a slash of JSON as others do.
var looked = strings.NewReplacer("Read(", "(\x00", "Edit(", "(\x00", "Write(", "(\x00", "\":", "\x00:", `\/`, "/")

// sought is a path of the workspace in settings that may name it.
type sought struct {
	way  paths.Trail
	base string // its last name
	abs  string // the whole path, folded, with slashes
	dir  string // the workspace, which the user's own settings name by a variable
	home string // where `~/` leads
}

func soughtAs(dir, p, home string, way paths.Trail) sought {
	return sought{way, path.Base(p), paths.Folded(filepath.ToSlash(paths.Straight(filepath.Join(dir, p)))), dir, home}
}

// names reports whether an assistant's settings, a file or those in a folder, name the path. Settings
// that are one file may do so by a pattern.
func (f listed) names(s sought) bool {
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
		top = s.dir
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
		words := strings.FieldsFunc(looked.Replace(unescaped(string(text))), func(r rune) bool { return strings.ContainsRune(between, r) })
		if s.among(words, append(begunIn(top, words), top, f.abs), file == f.abs, &left) {
			return true
		}
	}
	return false
}

// unescaped is a text of settings with the characters that JSON, and what is like it, writes by number.
func unescaped(text string) string {
	var out strings.Builder
	half := rune(0) // the first of two numbers of one character
	for {
		before, rest, found := strings.Cut(text, `\u`)
		if out.WriteString(before); !found {
			return out.String()
		}
		n, err := strconv.ParseUint(rest[:min(4, len(rest))], 16, 16)
		if text = rest; err != nil || len(rest) < 4 {
			out.WriteString(`\u`)
			continue
		}
		text = rest[4:]
		switch r := rune(n); {
		case before == "" && half != 0 && utf16.DecodeRune(half, r) != utf8.RuneError:
			out.WriteRune(utf16.DecodeRune(half, r))
			half = 0
		case utf16.IsSurrogate(r):
			half = r
		default:
			out.WriteRune(r)
			half = 0
		}
	}
}

// among reports whether words of settings mean what is sought, seen from some folders; whole: the settings are one
// file, which may say so by a pattern. left is how many words more may be looked at.
func (s sought) among(words, from []string, whole bool, left *int) bool {
	module := false
	for _, word := range words {
		word, key := strings.CutSuffix(word, "\x00")
		was, pattern := word, whole && !key && isPattern(word)
		if len(word) > 2 && word[0] == '-' && word[1] != '-' {
			word, module = word[2:], word[1] == 'm' // behind the letter of a flag
		}
		if len(was) > maxPath {
			module = false
			continue
		}
		means := meant(word, s.base, module)
		if module = behindModule(was); pattern {
			means = []string{was}
		}
		for _, word := range means[:min(*left, len(means))] {
			*left--
			if before, rest, _ := strings.Cut(word, "/"); before == "~" {
				word = filepath.Join(s.home, rest)
			} else if strings.HasPrefix(before, "$") {
				word = rest // a variable, which is most often the folder of the project
			}
			if filepath.IsAbs(word) && s.is(word, pattern) || slices.ContainsFunc(from, func(at string) bool { return s.is(filepath.Join(at, word), pattern) }) {
				return true
			}
		}
	}
	return false
}

// begins are words in front of a folder from which what settings name is seen.
var begins = [...]string{"cwd", "cd", "--cwd", "--directory", "PYTHONPATH"}

// begunIn are the folders below one from which settings name files, behind a variable or not.
func begunIn(top string, words []string) (all []string) {
	for i, word := range words {
		rest := words[i+1:]
		if len(rest) > 2 && rest[0] == "$" {
			rest = rest[2:] // its name
		}
		if !slices.Contains(begins[:], strings.TrimSuffix(word, "\x00")) || len(rest) == 0 || len(all) == maxBegun {
			continue
		}
		at := rest[0]
		if strings.HasPrefix(at, "$") {
			_, at, _ = strings.Cut(at, "/")
		}
		if at = filepath.Join(top, at); !slices.Contains(all, at) {
			all = append(all, at)
		}
	}
	return all
}

// maxBegun is how many such folders are looked at.
const maxBegun = 4

// is reports whether a whole path, or a pattern, stands for what is sought.
func (s sought) is(at string, pattern bool) bool {
	if pattern {
		return s.fits(at)
	}
	return s.way.Meets("", at)
}

// meant are the files with the last name base that a word may mean: as it is written, without its ending, as Node
// takes it, or as a module, as Python does behind -m.
func meant(word, base string, module bool) (all []string) {
	end := filepath.Ext(base)
	ends := func(word, with string) bool { // as some systems compare names
		return strings.HasSuffix(paths.Folded(word), paths.Folded(with))
	}
	stem := strings.TrimSuffix(base, end)
	switch {
	case ends(word, base):
		return []string{word}
	case end == "" || !module && !strings.Contains(word, "/"):
		return nil
	case !module && stem == "index":
		return []string{word + "/" + base}
	case !module && ends(word, stem):
		return []string{word + end}
	case !module:
		return nil
	}
	at := ""
	for part := range strings.SplitSeq(word, ".") {
		at = path.Join(at, part)
		switch python := strings.EqualFold(end, ".py"); {
		case python && strings.EqualFold(stem, "__init__"):
			all = append(all, at+"/"+base) // which Python runs on the way to the module
		case python && ends(at, stem):
			all = append(all, at+end)
		}
	}
	if strings.EqualFold(stem, "__main__") {
		all = append(all, at+"/"+base)
	}
	return all
}

// behindModule reports whether a module follows a flag: -m, also in one word with others, as in -um.
func behindModule(flag string) bool {
	return strings.HasPrefix(flag, "-") && !strings.HasPrefix(flag, "--") && strings.HasSuffix(flag, "m")
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
