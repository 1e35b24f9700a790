package git

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strings"

	"parley/store/system"
)

// Bounds of files that include one another.
const (
	maxIncludes = 10   // one in the other; git takes no more
	maxFiles    = 200  // files in all
	maxSettings = 8192 // settings in all
)

// reading gathers settings from files and from those that they include.
type reading struct {
	home        string
	conditional bool      // also those included on a condition
	files       []string  // what was to be read, whether it is there or not
	set         []setting // in the order in which git takes them
	unknown     []string  // what leads nobody knows where, as it is written, and files that were not read whole
}

// read reads a file, in which others are included at the places that name them. One that
// is not there has no settings.
func (r *reading) read(file string, depth int) {
	if len(r.files) >= maxFiles || len(r.set) >= maxSettings {
		r.lost(file)
		return
	}
	r.files = append(r.files, file)
	text, err := readSmall(file)
	if err != nil {
		if errors.Is(err, errTooLarge) || waited(file, err) {
			r.lost(file)
		}
		return // git reads none that is not there
	}
	if bytes.IndexByte(text, 0) >= 0 {
		r.lost(file) // for git each name and value ends there
	}
	for _, s := range settings(string(text)) {
		r.take(s, filepath.Dir(file), depth)
	}
}

// waited reports whether git would wait for what a file holds that was not read: for a pipe or a
// device, from which it takes settings as well.
func waited(file string, err error) bool {
	if system.Waits(err) {
		return true
	}
	info, gone := os.Stat(file)
	return errors.Is(err, system.ErrNotFile) && gone == nil && !info.IsDir() && file != os.DevNull
}

// take takes a setting, or reads the file that it includes: relative to a folder.
func (r *reading) take(s setting, folder string, depth int) {
	if s.key != "include.path" && (!r.conditional || s.key != "includeif.path") {
		r.set = append(r.set, s)
		return
	}
	if depth >= maxIncludes {
		return // git stops there, and does nothing
	}
	paths, known := expanded(s.value, r.home)
	if !known {
		r.lost(s.value)
	}
	for _, at := range paths {
		r.read(beside(folder, at), depth+1)
	}
}

func (r *reading) lost(what string) {
	if !slices.Contains(r.unknown, what) && len(r.unknown) < maxFiles {
		r.unknown = append(r.unknown, what)
	}
}

// paths are what a setting names. What is relative begins where the work tree does.
func (r *reading) paths(top, key string) []string {
	var out []string
	for _, s := range r.set {
		if s.key != key || s.value == "" {
			continue
		}
		paths, known := expanded(s.value, r.home)
		if !known {
			r.lost(s.value)
		}
		for _, at := range paths {
			out = append(out, beside(top, at))
		}
	}
	return out
}

// expanded is what git makes of a path in its settings. What begins with :(optional) is
// two, since not every git knows of it, and so is one with a tab, which some make a blank. What a name stands for that is known to another
// program alone, and where git is installed, is not known here.
func expanded(path, home string) (paths []string, known bool) {
	known = true
	for _, p := range []string{path, strings.TrimPrefix(path, ":(optional)"), strings.NewReplacer("\t", " ", "\r", " ").Replace(path)} {
		at, ok := p, true
		switch {
		case strings.HasPrefix(p, "%(prefix)/"):
			ok = false
		case strings.HasPrefix(p, "~"):
			at, ok = homely(p[1:], home)
		}
		known = known && ok
		if ok && !slices.Contains(paths, at) {
			paths = append(paths, at)
		}
	}
	return paths, known
}

// homely expands a path after its ~: a user's name, the user's own without one.
func homely(p, home string) (at string, known bool) {
	name, rest, _ := strings.Cut(p, "/")
	if name != "" {
		u, err := user.Lookup(name)
		if err != nil {
			return "", false // git may know them from elsewhere
		}
		home = u.HomeDir
	}
	return filepath.Join(home, rest), home != ""
}

// unread reports whether a fault of a repository hides settings from us that git may see: not
// where there is no repository at all.
func unread(err error) bool { return err != nil && !errors.Is(err, fs.ErrNotExist) }
