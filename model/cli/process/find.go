package process

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"parley/config"
	"parley/store/system"
)

// OwnEnv is the environment for what Parley starts for the user (the editor, a
// command that prints a key, a server of tools): everything but what names a place in the
// workspace, so that nothing in it is run as a program or loaded by one.
func (p *Program) OwnEnv() []string { return system.Outside(p.Env, p.workspace()) }

// Shell is the shell for lines of the user's; none of the workspace's.
func (p *Program) Shell() (string, error) { return system.Shell(p.workspace()) }

// workspace is the folder whose files may come from others, of which the program may have
// been started in a part.
func (p *Program) workspace() string { return config.Root(p.Dir) }

// Away is the folder in which begins what Parley starts for the user: their home or, where
// that is in the workspace or is none, the top of the system. Interpreters and launchers
// take for their own what lies in the folder that they begin in, such as a module, a
// node_modules or settings, so that folder is never the workspace.
func (p *Program) Away() string {
	home := p.Variable(system.Home)
	if info, err := os.Stat(home); err == nil && info.IsDir() && filepath.IsAbs(home) && !system.Inside(p.workspace(), home) {
		return home
	}
	return string(filepath.Separator)
}

// Find finds a program that Parley runs for the user.
func (p *Program) Find(name string) (string, error) {
	if filepath.IsAbs(name) {
		return name, nil
	}
	if strings.ContainsRune(name, filepath.Separator) {
		return "", fmt.Errorf("%q would be looked for in the workspace; give its whole path, or its name alone", name)
	}
	for _, folder := range filepath.SplitList(system.PathOutside(p.Variable("PATH"), p.workspace())) {
		if found, err := exec.LookPath(filepath.Join(folder, name)); err == nil {
			return found, nil
		}
	}
	return "", fmt.Errorf("%q is in no folder that PATH names by a whole path outside of the workspace", name)
}
