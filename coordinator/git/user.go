package git

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// User is what git takes from the user who runs it, besides the repository. The zero
// value is a user who has set nothing.
type User struct {
	Home    string
	Configs []string // settings files; later ones take precedence
	Ignore  string   // ignore patterns, if no setting names a file of them
	Set     []string // further settings, each "section.key=value"
	Dir     string   // the repository, if it is not to be looked for
	Common  string   // where its settings and hooks are, if they are not there
	Parts   []Part   // what else of it lies where a variable says
	Unknown []string // variables with settings that cannot be read
}

// UserOf finds a user's settings where git does: where the environment says.
func UserOf(variable func(string) string) User {
	u := User{Home: variable("HOME"), Dir: variable("GIT_DIR"), Common: variable("GIT_COMMON_DIR")}
	u.set(variable)
	for _, p := range parts {
		if p.At = variable(p.At); p.At != "" {
			u.Parts = append(u.Parts, p)
		}
	}
	for _, name := range [...]string{"GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"} {
		if at := variable(name); at != "" && !filepath.IsAbs(at) { // it lies where git begins
			u.Unknown = append(u.Unknown, name)
		}
	}
	own := variable("XDG_CONFIG_HOME")
	if own == "" && u.Home != "" {
		own = filepath.Join(u.Home, ".config")
	}
	if !isTrue(variable("GIT_CONFIG_NOSYSTEM")) {
		if system := variable("GIT_CONFIG_SYSTEM"); system != "" {
			u.Configs = append(u.Configs, system)
		} else {
			u.Configs = append(systems(variable("PATH")), "/etc/gitconfig")
		}
	}
	if own != "" {
		u.Ignore = filepath.Join(own, "git", "ignore")
	}
	if global := variable("GIT_CONFIG_GLOBAL"); global != "" {
		u.Configs = append(u.Configs, global)
		return u
	}
	if own != "" {
		u.Configs = append(u.Configs, filepath.Join(own, "git", "config"))
	}
	if u.Home != "" {
		u.Configs = append(u.Configs, filepath.Join(u.Home, ".gitconfig"))
	}
	return u
}

// systems are the settings files of a git that was not built for /usr: they lie beside the
// programs of that name in PATH, or beside what these lead to.
func systems(path string) []string {
	var out []string
	for _, dir := range filepath.SplitList(path) {
		at := filepath.Join(dir, "git")
		if _, err := os.Stat(at); err != nil || !filepath.IsAbs(dir) {
			continue
		}
		real, err := filepath.EvalSymlinks(at)
		if err != nil {
			real = at
		}
		for _, program := range []string{at, real} {
			prefix := filepath.Dir(filepath.Dir(program))
			for _, file := range []string{"etc/gitconfig", "share/git-core/gitconfig"} {
				file = filepath.Join(prefix, file)
				if _, err := os.Lstat(file); err == nil && file != "/etc/gitconfig" && !slices.Contains(out, file) {
					out = append(out, file)
				}
			}
		}
	}
	return out
}

// set reads the settings in the environment itself: those that are numbered, and those
// that `git -c` leaves for the programs below it.
func (u *User) set(variable func(string) string) {
	count, _ := strconv.Atoi(variable("GIT_CONFIG_COUNT")) // git refuses what is no number
	if count > maxSettings {
		u.Unknown = append(u.Unknown, "GIT_CONFIG_COUNT")
	}
	for i := range min(count, maxSettings) {
		n := strconv.Itoa(i)
		u.Set = append(u.Set, variable("GIT_CONFIG_KEY_"+n)+"="+variable("GIT_CONFIG_VALUE_"+n))
	}
	more, ok := parameters(variable("GIT_CONFIG_PARAMETERS"))
	if !ok {
		u.Unknown = append(u.Unknown, "GIT_CONFIG_PARAMETERS")
	}
	u.Set = append(u.Set, more...)
	for _, v := range variables {
		if value := variable(v[0]); value != "" {
			u.Set = append(u.Set, v[1]+"="+value)
		}
	}
}

// Part is a part of a repository and where the user has it.
type Part struct {
	At  string // the path; in parts the variable
	Own string // where it lies by itself, from the top; "" if only a variable says
}

// parts are variables by which git takes a part from elsewhere, or what it reads beside it.
var parts = [...]Part{
	{"GIT_DIR", ".git"}, {"GIT_COMMON_DIR", ".git"}, {"GIT_INDEX_FILE", ".git/index"}, {"GIT_OBJECT_DIRECTORY", ".git/objects"}, {"GIT_WORK_TREE", "."},
	{"GIT_ALTERNATE_OBJECT_DIRECTORIES", ""}, {"GIT_GRAFT_FILE", ".git/info/grafts"}, {"GIT_SHALLOW_FILE", ".git/shallow"}, {"GIT_REFERENCE_BACKEND", ""},
}

// Elsewhere reports whether the user names another repository for the folder dir, or a part of
// another one, than the .git that lies in it.
func (u User) Elsewhere(dir string) bool {
	return slices.ContainsFunc(u.Parts, func(p Part) bool {
		own, err := os.Stat(filepath.Join(dir, p.Own))
		there, away := os.Stat(beside(dir, p.At))
		return p.Own == "" || err != nil || away != nil || !os.SameFile(own, there)
	})
}

// variables do what settings do.
var variables = [...][2]string{
	{"GIT_TEMPLATE_DIR", "init.templatedir"}, {"GIT_SSH", "core.sshcommand"}, {"GIT_SSH_COMMAND", "core.sshcommand"}, {"GIT_ASKPASS", "core.askpass"},
	{"GIT_EDITOR", "core.editor"}, {"GIT_SEQUENCE_EDITOR", "sequence.editor"}, {"GIT_PAGER", "core.pager"}, {"GIT_EXTERNAL_DIFF", "diff.external"},
	{"GIT_PROXY_COMMAND", "core.gitproxy"},
}

// parameters reads the settings of `git -c`: 'key'='value', or 'key=value' as older
// versions wrote it, with blanks between. ok is false for what git does not write.
func parameters(s string) (out []string, ok bool) {
	for s = strings.TrimLeft(s, " "); s != ""; s = strings.TrimLeft(s, " ") {
		key, rest, ok := unquoted(s)
		if !ok {
			return nil, false
		}
		if after, more := strings.CutPrefix(rest, "="); more {
			value := ""
			if rest = after; strings.HasPrefix(rest, "'") {
				if value, rest, ok = unquoted(rest); !ok {
					return nil, false
				}
			}
			key += "=" + value
		}
		if rest != "" && rest[0] != ' ' || len(out) >= maxSettings {
			return nil, false
		}
		out, s = append(out, key), rest
	}
	return out, true
}

// unquoted cuts a text in single quotes from the front, in which '\” stands for a quote
// and '\!' for an exclamation mark.
func unquoted(s string) (text, rest string, ok bool) {
	s, ok = strings.CutPrefix(s, "'")
	for ok {
		var piece string
		if piece, s, ok = strings.Cut(s, "'"); !ok {
			break
		}
		text += piece
		if len(s) < 3 || s[0] != '\\' || s[2] != '\'' {
			return text, s, true
		}
		text, s = text+s[1:2], s[3:]
	}
	return "", "", false
}

// Excludes are the patterns that the user ignores everywhere, in .gitignore format:
// from the file that their own settings name (core.excludesFile), otherwise from the
// ignore file beside these. What a repository's settings name is not read, since a
// stranger wrote them.
func (u User) Excludes() string {
	file := u.Ignore
	r := reading{home: u.Home}
	for _, c := range u.Configs {
		r.read(c, 0)
	}
	for _, s := range r.set {
		if s.key == "core.excludesfile" && !s.named {
			file = ""
			if paths, known := expanded(s.value, u.Home); known {
				file = paths[0]
			}
		}
	}
	if !filepath.IsAbs(file) {
		return ""
	}
	text, err := readSmall(file)
	if err != nil {
		return "" // it is missing, or could only hide something
	}
	return string(text)
}

// Hooks are the folders in which git looks for the programs that it runs for the
// repository of dir, as far as settings name them (core.hooksPath): the repository's
// settings, conditions ignored, and the user's own. All is false if it is not known
// which they are.
func (u User) Hooks(dir string) (folders []string, all bool) {
	r, err := Open(dir)
	if err != nil || r == nil {
		return nil, err == nil
	}
	c := u.read(r.top, r.settings()...)
	folders = c.paths(r.top, "core.hookspath")
	return folders, len(c.unknown) == 0
}

// unasked are sections of settings for what git starts on behalf of other commands than those
// that look at or change a work tree, and settings for which a command that a rule allows gets a variable.
var unasked = [...]string{"alias.", "pager.", "difftool.", "mergetool.", "browser.", "man.", "help.", "instaweb.", "sendemail.", "gui.", "guitool.", "core.pager", "core.editor", "sequence.editor"}

// Runs are the files that the user's own settings may name as what git runs for a work tree, be it a
// monitor, a filter or a differ, and the folders in which they may name any, besides the files in
// which these settings stand. What is relative begins at top, in whatever repository that is. All is
// false if it is not known which they are.
func (u User) Runs(top string) (files, folders, settings []string, all bool) {
	c := u.asked(top)
	files, folders = c.named(top)
	return files, folders, c.files, len(c.unknown) == 0
}

// Imports reports whether what the user's own settings name for git to run for a work tree may take modules from
// there, as Python does behind -m and -c, or packages, as npx does.
func (u User) Imports(top string) (modules, packages bool) {
	for _, s := range u.asked(top).set {
		for _, text := range s.commands(false) {
			words := wordsOf(text)
			modules = modules || importing(words)
			packages = packages || slices.ContainsFunc(words, func(w string) bool { return slices.Contains(installed[:], w) })
		}
	}
	return modules, packages
}

// installed are programs that run what is installed in the folder in which they begin.
var installed = [...]string{"npx", "npm", "pnpx", "pnpm", "yarn", "bunx"}

// importing reports whether words may start Python with a module or a text.
func importing(words []string) bool {
	python := slices.ContainsFunc(words, func(w string) bool { return strings.Contains(w, "python") || strings.Contains(w, "pypy") })
	return slices.ContainsFunc(words, func(w string) bool {
		letters, flag := strings.CutPrefix(w, "-")
		return w == "-m" || python && flag && !strings.HasPrefix(letters, "-") && strings.ContainsAny(letters, "mc")
	})
}

// asked are the user's own settings without those for what git starts on behalf of other commands.
func (u User) asked(top string) *reading {
	c := u.read(top)
	c.set = slices.DeleteFunc(c.set, func(s setting) bool {
		return slices.ContainsFunc(unasked[:], func(name string) bool {
			return s.key == name || strings.HasSuffix(name, ".") && strings.HasPrefix(s.key, name)
		})
	})
	return c
}

// Reads are the files that the user's own settings name for git only to read. What is relative begins
// at top, in whatever repository that is.
func (u User) Reads(top string) (files []string) {
	c := u.read(top)
	for _, key := range read {
		files = append(files, c.paths(top, key)...)
	}
	return files
}

// read reads files of settings and the user's own, conditions ignored. What is relative in the
// environment begins at top.
func (u User) read(top string, files ...string) *reading {
	c := &reading{home: u.Home, conditional: true, unknown: slices.Clone(u.Unknown)}
	for _, file := range slices.Concat(files, u.Configs) {
		c.read(file, 0)
	}
	for _, s := range u.Set {
		key, value, _ := strings.Cut(s, "=")
		first, last := strings.Index(key, "."), strings.LastIndex(key, ".")
		if first < 0 {
			continue // git refuses it
		}
		c.take(setting{strings.ToLower(key[:first] + key[last:]), value, first < last, key[min(first+1, last):last]}, top, 0)
	}
	return c
}
