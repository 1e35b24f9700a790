package rulebook

import (
	"path/filepath"
	"slices"
	"strings"
)

// harmlessRemotes reports whether every address in the settings of a folder's repository is that of
// another machine. git goes through any other by itself: it runs the hooks of the repository that
// lies there, reads it and writes into it.
func harmlessRemotes(dir string) bool {
	r, sound := repositoryOf(dir)
	if !sound || r.common == "" {
		return sound
	}
	for _, file := range r.settings() {
		section := ""
		if !lines(file, func(line string) bool {
			if rest, is := strings.CutPrefix(line, "["); is {
				section, _, _ = strings.Cut(strings.ToLower(rest), " ")
				section = strings.TrimSuffix(section, "]")
				return true
			}
			key, value, _ := strings.Cut(line, "=")
			key, value = strings.ToLower(strings.TrimSpace(key)), strings.TrimSpace(value)
			switch {
			case (section == "remote" || section == "submodule") && (key == "url" || key == "pushurl"):
				return onAnotherMachine(value)
			case section == "branch" && (key == "remote" || key == "pushremote"), section == "remote" && key == "pushdefault":
				return value == "." || r.hasRemote(value)
			}
			return true
		}) {
			return false
		}
	}
	return true
}

// onAnotherMachine reports whether an address is surely not that of a place on this one.
func onAnotherMachine(address string) bool {
	for _, scheme := range [...]string{"https://", "http://", "ssh://", "git://"} {
		if strings.HasPrefix(address, scheme) {
			return true
		}
	}
	at := strings.IndexAny(address, ":/")
	return at > 0 && address[at] == ':' && !strings.HasPrefix(address[at:], "::") && !strings.HasPrefix(address[at:], "://") && !strings.ContainsAny(address, `"\`)
}

// hasRemote reports whether a remote of this name has an address. Without one, git takes the name for
// a path.
func (r repository) hasRemote(name string) bool {
	in, has := false, false
	lines(filepath.Join(r.common, "config"), func(line string) bool {
		if strings.HasPrefix(line, "[") {
			in = line == `[remote "`+name+`"]`
		} else if key, _, _ := strings.Cut(line, "="); in && slices.Contains([]string{"url", "pushurl"}, strings.ToLower(strings.TrimSpace(key))) {
			has = true
		}
		return true
	})
	return has
}
