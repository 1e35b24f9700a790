package rulebook

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// directives reports whether every line of a go.mod or go.work is in a plain shape and harmless.
func directives(file string, harmless func(verb string, words []string) bool) bool {
	block := ""
	return lines(file, func(line string) bool {
		line, _, _ = strings.Cut(line, "//")
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
			return true
		case block == "" && len(words) == 2 && words[1] == "(":
			block = words[0]
			return true
		case block != "" && len(words) == 1 && words[0] == ")":
			block = ""
			return true
		case block != "":
			words = append([]string{block}, words...)
		}
		switch words[0] {
		case "module", "tool", "replace", "use": // the others name no place and no program
			return !strings.ContainsAny(line, "\"`()") && harmless(words[0], words[1:])
		}
		return !strings.ContainsAny(line, "\"`()") || words[0] == "retract" || words[0] == "exclude" || words[0] == "require"
	})
}

// harmlessSources reports whether all code that go finds for the modules of a workspace, besides
// what it has downloaded, lies in the workspace: no go.mod and go.work names folders elsewhere, nor
// does a link lead to one, which go enters for a package whose path is spelled.
func harmlessSources(ctx context.Context, dir string) bool {
	return everyFile(ctx, dir, func(real, name string, d fs.DirEntry) bool {
		if d.Type()&fs.ModeSymlink != 0 {
			if info, err := os.Stat(name); err == nil && info.IsDir() && !insideOf(real, real, name) {
				return false
			}
		}
		return d.Name() != "go.mod" && d.Name() != "go.work" || staysIn(real, name)
	})
}

// harmlessSums reports whether no file of a folder in which go keeps what it has found out of modules is
// a link out of that folder, or to nothing. go writes through it, and makes what it leads to.
func harmlessSums(dir string) bool {
	for _, name := range [...]string{"go.mod", "go.sum", "go.work", "go.work.sum"} {
		info, err := os.Lstat(filepath.Join(dir, name))
		if errors.Is(err, fs.ErrNotExist) || err == nil && info.Mode()&fs.ModeSymlink == 0 {
			continue
		}
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil || !staysBelow(dir, name) {
			return false
		}
	}
	return true
}

// staysBelow reports whether a link in a folder leads to a place in that folder.
func staysBelow(dir, name string) bool {
	real, err := filepath.EvalSymlinks(dir)
	return err == nil && insideOf(real, real, name)
}

// everyFile reports whether something holds for everything in a workspace that go may look at, and
// the workspace is not too large to know. It is told the folder behind a root that is a link.
func everyFile(ctx context.Context, dir string, holds func(real, name string, d fs.DirEntry) bool) bool {
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return false
	}
	seen := 0
	err = filepath.WalkDir(real, func(name string, d fs.DirEntry, err error) error {
		seen++
		switch {
		case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission):
			return nil // taken away meanwhile, or closed to go as well
		case err != nil:
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		case seen > mostCode:
			return errLarge
		case d.IsDir() && d.Name() == ".git":
			return fs.SkipDir
		case !holds(real, name, d):
			return errAway
		}
		return nil
	})
	return err == nil
}

// staysIn reports whether a go.mod or go.work names no folder out of a workspace.
func staysIn(real, file string) bool {
	return directives(file, func(verb string, words []string) bool {
		if verb == "replace" {
			for len(words) > 0 && words[0] != "=>" {
				words = words[1:]
			}
			if len(words) < 2 {
				return false
			}
			words = words[1:2]
			if !filepath.IsAbs(words[0]) && !strings.HasPrefix(words[0], ".") {
				return true // another module, which go downloads
			}
		}
		if verb != "replace" && verb != "use" {
			return true
		}
		return len(words) == 1 && insideOf(real, filepath.Dir(file), words[0])
	})
}

// insideOf reports whether a path, relative to a folder, leads to a place in a workspace, or to
// nothing.
func insideOf(real, from, name string) bool {
	if !filepath.IsAbs(name) {
		name = filepath.Join(from, name)
	}
	to, err := filepath.EvalSymlinks(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		to = filepath.Clean(name)
	case err != nil:
		return false
	}
	rel, err := filepath.Rel(real, to)
	return err == nil && filepath.IsLocal(rel)
}
