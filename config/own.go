package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strings"

	"parley/store/system"
)

// folder is a folder that the environment chooses, and what chose it.
type folder struct {
	variable string // the environment variable
	base     string // its value, or what HOME implies
	chosen   bool   // it would be elsewhere without the variable
}

// Check refuses folders that the environment puts where the program must not keep
// permissions: inside the workspace, whose files come from others, or in another
// user's folder. The home folder may be the workspace or lie in it, but not if it is
// inside a repository and is not the account's.
func (p Places) Check(root string) error { return p.check(root, owner, os.Geteuid(), accountHome) }

// CheckRecords is Check for whoever only looks at saved conversations or answers in them, which is
// done in no workspace: the folder that one is in is refused only where what is there may come from
// others. It does not where that is the whole machine, or is or holds the user's home.
func (p Places) CheckRecords(root string) error {
	return p.checkRecords(root, owner, os.Geteuid(), accountHome)
}

// CheckForeign is Check for whoever answers another program, whose environment may come from settings
// that lie in the workspace: it makes no folder a home, so only the account's may be or lie in it.
func (p Places) CheckForeign(root string) error {
	p.foreign = true
	return p.check(root, owner, os.Geteuid(), accountHome)
}

func (p Places) checkRecords(root string, owner func(string) (int, bool), me int, home func() string) error {
	if !p.project(root, home()) {
		root = ""
	}
	return p.check(root, owner, me, home)
}

// project reports whether what is in a workspace may come from others.
func (p Places) project(root, account string) bool {
	return filepath.Dir(root) != root && (account == "" || !within(account, root)) && !p.inHome(root)
}

func (p Places) check(root string, owner func(string) (int, bool), me int, home func() string) error {
	var faults []error
	trees := p.trees(root, home)
	for _, f := range p.folders {
		at := slices.IndexFunc(trees, func(tree string) bool { return within(f.base, tree) && (f.chosen || !p.atHome(tree, home)) })
		switch {
		case at >= 0:
			faults = append(faults, errors.New(textFolderInside(f.variable, f.base, trees[at])))
		case foreign(f.base, owner, me, 0), foreign(filepath.Join(f.base, "parley"), owner, me):
			faults = append(faults, errors.New(textFolderForeign(f.variable, f.base)))
		}
	}
	return errors.Join(faults...)
}

// trees are a workspace and what comes from the same hands: the work trees to whose repository it
// belongs, but for one that is or holds the user's home.
func (p Places) trees(root string, home func() string) []string {
	if root == "" {
		return nil
	}
	trees := []string{root}
	for _, tree := range system.Trees(root) {
		if !within(tree, root) && p.project(tree, home()) {
			trees = append(trees, tree)
		}
	}
	return trees
}

// InProject reports whether a folder lies in a workspace whose files may come from others, or in a work
// tree to whose repository that belongs: not where that is the whole machine, or is or holds the home of
// the account or, in no repository, of the environment.
func InProject(dir, root, home string) bool {
	p, account := Places{Home: home}, accountHome()
	return slices.ContainsFunc(system.Trees(root), func(tree string) bool { return p.project(tree, account) && within(dir, tree) })
}

// atHome reports whether HOME, which is or contains the workspace, is the user's: the
// account's home or, if the account has another or none, as in a container, the
// folder that the user is in, unless that is a repository, whose tooling may have set
// it.
func (p Places) atHome(root string, home func() string) bool {
	account := home()
	if account == "" && !p.foreign || account != "" && real(p.Home) == real(account) {
		return true
	}
	return p.inHome(root)
}

// inHome reports whether HOME is the folder that the user is in, and no repository.
func (p Places) inHome(root string) bool {
	_, err := os.Lstat(filepath.Join(root, ".git"))
	return !p.foreign && errors.Is(err, fs.ErrNotExist) && real(p.Home) == real(root)
}

// foreign reports whether a file exists and belongs to none of the users.
func foreign(name string, owner func(string) (int, bool), users ...int) bool {
	uid, there := owner(name)
	for _, u := range users {
		if uid == u {
			return false
		}
	}
	return there
}

// Own reports whether a file below a workspace's .parley, or its .mcp.json, is the user's
// own: the file itself, and its folders up to the one that holds .parley or it. What does not exist
// belongs to nobody else.
func Own(file string) bool { return own(file, owner, os.Geteuid()) }

func own(file string, owner func(string) (int, bool), me int) bool {
	for at, last := file, false; ; at = filepath.Dir(at) {
		if foreign(at, owner, me) {
			return false
		}
		if last || at == filepath.Dir(at) {
			return true
		}
		last = filepath.Base(at) == ".parley" || filepath.Base(at) == MCPFile
	}
}

// owner is the owner of a file or folder, if it exists.
func owner(name string) (uid int, there bool) {
	info, err := os.Stat(name)
	if err != nil {
		return 0, false
	}
	return system.Owner(info)
}

// accountHome is the home of the user's account, whatever the environment says; empty
// if unknown.
func accountHome() string {
	u, err := user.Current()
	if err != nil {
		return ""
	}
	return u.HomeDir
}

// within reports whether a path is a folder or lies in it, following links.
func within(name, dir string) bool {
	below, err := filepath.Rel(real(dir), real(name))
	return err == nil && below != ".." && !strings.HasPrefix(below, ".."+string(filepath.Separator))
}

// real follows the links of a path as far as it exists.
func real(name string) string {
	rest := ""
	for at := filepath.Clean(name); ; at = filepath.Dir(at) {
		if found, err := filepath.EvalSymlinks(at); err == nil {
			return filepath.Join(found, rest)
		}
		if at == filepath.Dir(at) {
			return filepath.Clean(name)
		}
		rest = filepath.Join(filepath.Base(at), rest)
	}
}

func textFolderInside(variable, dir, root string) string {
	return fmt.Sprintf("%s leads to %s, which lies in the workspace %s: what is there may come from others, and decides what is allowed; set it to a folder elsewhere, or unset it", variable, dir, root)
}

func textFolderForeign(variable, dir string) string {
	return fmt.Sprintf("%s leads to %s, and that folder or parley in it belongs to another user; set it to a folder of your own", variable, dir)
}
