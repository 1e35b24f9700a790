package git

import (
	"cmp"
	"path/filepath"
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
}

// UserOf finds a user's settings where git does: where the environment says.
func UserOf(variable func(string) string) User {
	u := User{Home: variable("HOME"), Dir: variable("GIT_DIR"), Set: set(variable)}
	own := variable("XDG_CONFIG_HOME")
	if own == "" && u.Home != "" {
		own = filepath.Join(u.Home, ".config")
	}
	if !isTrue(variable("GIT_CONFIG_NOSYSTEM")) {
		u.Configs = append(u.Configs, cmp.Or(variable("GIT_CONFIG_SYSTEM"), "/etc/gitconfig"))
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

// set are the settings in the environment itself, as far as they are numbered.
func set(variable func(string) string) []string {
	count, _ := strconv.Atoi(variable("GIT_CONFIG_COUNT")) // git refuses what is no number
	var out []string
	for i := range min(count, maxSettings) {
		n := strconv.Itoa(i)
		out = append(out, variable("GIT_CONFIG_KEY_"+n)+"="+variable("GIT_CONFIG_VALUE_"+n))
	}
	return out
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
	c := u.read(r)
	folders = c.paths(r.top, "core.hookspath")
	return folders, len(c.unknown) == 0
}

// read reads the settings of a repository and of the user, conditions ignored.
func (u User) read(r *Repository) *reading {
	c := &reading{home: u.Home, conditional: true}
	for _, file := range []string{filepath.Join(r.common, "config"), filepath.Join(r.dir, "config.worktree")} {
		c.read(file, 0)
	}
	for _, file := range u.Configs {
		c.read(file, 0)
	}
	for _, s := range u.Set {
		key, value, _ := strings.Cut(s, "=")
		first, last := strings.Index(key, "."), strings.LastIndex(key, ".")
		if first < 0 {
			continue // git refuses it
		}
		c.take(setting{strings.ToLower(key[:first] + key[last:]), value, first < last}, r.top, 0)
	}
	return c
}
