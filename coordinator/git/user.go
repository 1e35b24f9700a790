package git

import (
	"path/filepath"
	"strings"
)

// User is what git takes from the user who runs it, beside the repository. The zero
// value is a user who has set nothing.
type User struct {
	Home    string
	Configs []string // files of settings; what stands in a later one counts
	Ignore  string   // patterns, where no setting names a file of them
}

// UserOf finds a user's settings as git does: where the environment says.
func UserOf(variable func(string) string) User {
	u := User{Home: variable("HOME")}
	own := variable("XDG_CONFIG_HOME")
	if own == "" && u.Home != "" {
		own = filepath.Join(u.Home, ".config")
	}
	if variable("GIT_CONFIG_NOSYSTEM") == "" {
		u.Configs = append(u.Configs, "/etc/gitconfig")
	}
	if own != "" {
		u.Configs, u.Ignore = append(u.Configs, filepath.Join(own, "git", "config")), filepath.Join(own, "git", "ignore")
	}
	if u.Home != "" {
		u.Configs = append(u.Configs, filepath.Join(u.Home, ".gitconfig"))
	}
	return u
}

// Excludes are the patterns that the user leaves out everywhere, in the form of a
// .gitignore: of the file that their own settings name (core.excludesFile), or of
// ignore beside these. What a repository's settings name is not read: a stranger
// wrote them.
func (u User) Excludes() string {
	file := u.Ignore
	for _, c := range u.Configs {
		for _, s := range settingsOf(c, u.Home, 0, false) {
			if s.key == "core.excludesfile" && !s.named {
				file = u.expanded(s.value)
			}
		}
	}
	if !filepath.IsAbs(file) {
		return ""
	}
	text, err := readSmall(file)
	if err != nil {
		return "" // there is none, or it could only hide something
	}
	return string(text)
}

// Hooks are the folders from which git takes the programs that it runs for the
// repository of dir, as far as settings name them (core.hooksPath): those of the
// repository, whatever their conditions, and the user's own.
func (u User) Hooks(dir string) []string {
	r, err := Open(dir)
	if err != nil || r == nil {
		return nil
	}
	return u.paths(r, "core.hookspath")
}

// paths are what a setting names, by what the repository and the user set, whatever the
// conditions. What is relative begins where the work tree does.
func (u User) paths(r *Repository, key string) []string {
	var out []string
	files := append([]string{filepath.Join(r.common, "config"), filepath.Join(r.dir, "config.worktree")}, u.Configs...)
	for _, file := range files {
		for _, s := range settingsOf(file, u.Home, 0, true) {
			if s.key == key && s.value != "" {
				out = append(out, beside(r.top, u.expanded(s.value)))
			}
		}
	}
	return out
}

func (u User) expanded(path string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok && u.Home != "" {
		return filepath.Join(u.Home, rest)
	}
	return path
}

// Bounds of files that include one another.
const (
	maxIncludes = 6    // one in the other
	maxSettings = 4096 // of a file, with those it includes
)

// settingsOf are the settings of a file and of those that it includes, in order;
// with conditional, also of those that it includes on a condition. A file that is
// not there has none.
func settingsOf(file, home string, depth int, conditional bool) []setting {
	if depth > maxIncludes {
		return nil
	}
	text, err := readSmall(file)
	if err != nil {
		return nil
	}
	var out []setting
	for _, s := range settings(string(text)) {
		if len(out) > maxSettings {
			break
		}
		if s.key == "include.path" || conditional && s.key == "includeif.path" {
			at := beside(filepath.Dir(file), User{Home: home}.expanded(s.value))
			out = append(out, settingsOf(at, home, depth+1, conditional)...)
			continue
		}
		out = append(out, s)
	}
	return out
}

// setting is one line: "section.key" in small letters, without what names a section
// further, and its value.
type setting struct {
	key, value string
	named      bool // the section has a name of its own
}
