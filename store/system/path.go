package system

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// PathOutside removes relative paths, and paths inside dir, from a PATH.
func PathOutside(list, dir string) string {
	var dirs []string
	if dir != "" {
		dirs = Trees(dir)
	}
	folders := slices.DeleteFunc(filepath.SplitList(list), func(folder string) bool {
		return !filepath.IsAbs(folder) || inAny(dirs, folder)
	})
	return strings.Join(folders, string(filepath.ListSeparator))
}

// CanRun reports whether a path, with a separator in it, is a file that this user may run.
func CanRun(path string) bool {
	_, err := exec.LookPath(path)
	return err == nil
}

// Inside reports whether a path is dir or below it, as written or with links resolved; so too of a
// work tree to whose repository dir belongs.
func Inside(dir, path string) bool { return inAny(Trees(dir), path) }

// Trees are a folder and the work trees to whose repository it belongs by its .git: of a submodule
// the one that it is part of, of a further work tree the first. Files there come from the same hands.
// Each is named as written, and without links if that is another path.
func Trees(dir string) []string {
	at := filepath.Join(dir, ".git")
	if text, err := ReadFile(at, mostLink); err == nil {
		if to, is := strings.CutPrefix(strings.TrimRight(string(text), "\r\n"), "gitdir: "); is {
			if at = to; !filepath.IsAbs(at) {
				at = real(dir) + "/" + at // what a .. goes up from is where the links before lead
			}
		}
	}
	trees := []string{dir}
	for _, at := range []string{filepath.Clean(at), real(at)} {
		for ; at != filepath.Dir(at); at = filepath.Dir(at) {
			if filepath.Base(at) == ".git" {
				trees = append(trees, filepath.Dir(at))
			}
		}
	}
	for _, tree := range slices.Clone(trees) {
		trees = append(trees, real(tree))
	}
	slices.Sort(trees)
	return slices.Compact(trees)
}

// mostLink is the size up to which a file is read that says where a repository is.
const mostLink = 1 << 13

// real is a path without links, as far as something is there.
func real(path string) string {
	if to, err := filepath.EvalSymlinks(path); err == nil {
		return to
	}
	above := filepath.Dir(path)
	if above == path {
		return path
	}
	return filepath.Join(real(above), filepath.Base(path))
}

// inAny reports whether a path, as written or with links resolved, is one of some folders or below it.
func inAny(dirs []string, path string) bool {
	to := real(path)
	return slices.ContainsFunc(dirs, func(dir string) bool {
		return slices.ContainsFunc([]string{path, to}, func(path string) bool {
			rel, err := filepath.Rel(dir, path)
			return err != nil || filepath.IsLocal(rel)
		})
	})
}

// Outside is an environment without the places in dir that its variables name. Interpreters and
// launchers take from such places modules, libraries and settings, and of the variables that say so
// (PYTHONPATH, NODE_OPTIONS, GOPATH and many more) no list is ever whole. A list of paths
// loses those in dir, a variable with other words goes. Where the home folder lies in dir, as nearly
// all that a user sets names it, only lists of where programs and their libraries are looked for are
// shortened. A tree that only the .git in dir names does not count where the home lies in it: that
// file may be a stranger's.
func Outside(env []string, dir string) []string {
	dirs, home := Trees(dir), false
	for _, entry := range env {
		if at, is := strings.CutPrefix(entry, Home+"="); is && filepath.IsAbs(at) {
			home = inAny([]string{dir, real(dir)}, at)
			dirs = slices.DeleteFunc(dirs, func(tree string) bool { return !home && inAny([]string{tree}, at) })
		}
	}
	out := make([]string, 0, len(env))
	for _, entry := range env {
		name, value, _ := strings.Cut(entry, "=")
		if name != "" && name != Home && (searched(name) || !home) {
			kept := outside(name, value, dirs)
			if kept == "" && value != "" && name != "PATH" {
				continue
			}
			entry = name + "=" + kept
		}
		out = append(out, entry)
	}
	return out
}

// searched reports whether a variable says where programs and their libraries are looked for, or
// names a file with more of it. In it, what is no whole path lies where a program begins.
func searched(name string) bool {
	for _, end := range [...]string{"PATH", "LIB", "_HOME", "STARTUP"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return name == "GOENV" || name == "BASH_ENV" || name == "CLAUDE_ENV_FILE"
}

// outside is what a variable holds besides places in folders.
func outside(name, value string, dirs []string) string {
	if strings.HasPrefix(name, "LD_") {
		value = strings.ReplaceAll(value, ";", ":") // the loader takes both
	}
	list := filepath.SplitList(value)
	whole := func(at string) bool { return at == "" || filepath.IsAbs(at) }
	if !searched(name) && slices.ContainsFunc(list, func(at string) bool { return !whole(at) }) || value == "off" {
		if names(value, dirs) || reaches(value, dirs) || leads(value, dirs) {
			return ""
		}
		return value
	}
	kept := slices.DeleteFunc(slices.Clone(list), func(at string) bool {
		return searched(name) && !filepath.IsAbs(at) || at != "" && inAny(dirs, at) || names(at, dirs)
	})
	if len(kept) == len(list) {
		return value
	}
	if len(kept) == 0 && name == "PATH" {
		return defaultPath // an empty list would be the folder where a program begins
	}
	return strings.Join(kept, string(filepath.ListSeparator))
}

// reaches reports whether a word of a text is a path that leads to something there is when a program
// begins in one of some folders; a name without a folder is one where it is
// the value of a flag, and a file with a dot in its name.
func reaches(text string, dirs []string) bool {
	for word := range strings.FieldsSeq(strings.NewReplacer(`"`, "", "'", "").Replace(text)) {
		flag, value, is := strings.Cut(word, "=")
		if is && strings.Contains(value, ".") && strings.HasPrefix(flag, "-") && slices.ContainsFunc(dirs, func(dir string) bool {
			info, err := os.Lstat(filepath.Join(dir, value))
			return err == nil && !info.IsDir()
		}) {
			return true
		}
	}
	return slices.ContainsFunc(wordsOf(text), func(word string) bool {
		return strings.Contains(word, "/") && !filepath.IsAbs(word) && slices.ContainsFunc(dirs, func(dir string) bool {
			_, err := os.Lstat(filepath.Join(dir, word))
			return err == nil
		})
	})
}

// leads reports whether a word of a text is a whole path that leads into one of some folders.
func leads(text string, dirs []string) bool {
	return slices.ContainsFunc(wordsOf(text), func(word string) bool {
		_, rest, is := strings.Cut(word, "/") // perhaps behind the letter of a flag
		return is && filepath.IsAbs("/"+rest) && inAny(dirs, "/"+rest)
	})
}

// wordsOf are what may be paths in a text.
func wordsOf(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\n\"'=:;,", r) })
}

// names reports whether a text names one of some folders, or what lies in one.
func names(text string, dirs []string) bool {
	return slices.ContainsFunc(dirs, func(dir string) bool {
		for rest := text; ; {
			_, after, is := strings.Cut(rest, dir)
			if !is {
				return false
			}
			if after == "" || !strings.ContainsRune(nameRunes, rune(after[0])) && after[0] < 0x80 {
				return true
			}
			rest = after
		}
	})
}

// nameRunes are those with which the name of another folder would go on.
const nameRunes = "-._+@~%0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// defaultPath is where programs are if PATH names no other place.
const defaultPath = "/usr/bin:/bin"
