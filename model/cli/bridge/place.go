package bridge

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"parley/config"
	"parley/model/cli/bridge/hook"
	"parley/model/cli/bridge/settings"
	"parley/model/cli/process"
	"parley/store"
	"parley/store/system"
)

// Seconds that the hooks may take, as they are set up.
const (
	claudeAsks = 24 * 60 * 60
	codexAsks  = 10 * 60
	tells      = 10
)

// entries are the hooks of a program that Parley needs.
func entries(program string) []settings.Entry {
	ends := func(events ...string) (out []settings.Entry) {
		for _, e := range events {
			out = append(out, settings.Entry{Event: e, Timeout: tells})
		}
		return out
	}
	if program == hook.Claude {
		return append([]settings.Entry{{Event: "PermissionRequest", Matcher: "*", Timeout: claudeAsks}},
			ends("PostToolUse", "PostToolUseFailure", "PostToolBatch", "UserPromptSubmit", "Stop", "SessionEnd")...)
	}
	return append([]settings.Entry{{Event: "PermissionRequest", Timeout: codexAsks}, {Event: "PreToolUse", Matcher: "^request_user_input$", Timeout: codexAsks}},
		ends("PostToolUse", "UserPromptSubmit", "Stop", "Interrupt", "SessionEnd")...)
}

// folder is where a program keeps the user's own settings.
func folder(p *process.Program, program string) (string, error) {
	variable, name := "CLAUDE_CONFIG_DIR", ".claude"
	if program == hook.Codex {
		variable, name = "CODEX_HOME", ".codex"
	}
	if dir := p.Variable(variable); dir != "" {
		if !filepath.IsAbs(dir) {
			return "", fmt.Errorf("%s is %q, which is no absolute path, so nothing is looked for there", variable, dir)
		}
		return dir, nil
	}
	home := p.Variable("HOME")
	if !filepath.IsAbs(home) {
		return "", errors.New("HOME names no folder, so the settings of other programs are not found")
	}
	return filepath.Join(home, name), nil
}

// file is where its hooks are set up.
func file(p *process.Program, program string) (string, error) {
	dir, err := folder(p, program)
	name := "settings.json"
	if program == hook.Codex {
		name = "hooks.json"
	}
	return filepath.Join(dir, name), err
}

// readSettings reads a file of settings; one that is not there is empty. Where it is a link, it
// is what the link leads to, so that the link stays.
func readSettings(name string) (doc []byte, at string, err error) {
	at, err = filepath.EvalSymlinks(name)
	if errors.Is(err, fs.ErrNotExist) {
		if _, link := os.Lstat(name); link == nil {
			return nil, "", fmt.Errorf("%s leads nowhere; mend the link, or take it away", name)
		}
		return nil, name, nil
	}
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", name, err)
	}
	doc, err = readRegular(at)
	return doc, at, err
}

// readRegular reads a regular file, and opens nothing else: a pipe would never end.
func readRegular(name string) (doc []byte, err error) {
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() {
		err = notRegularError{name}
	}
	if err != nil {
		return nil, err
	}
	f, err := system.Open(name, 0)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if info, err = f.Stat(); err == nil && !info.Mode().IsRegular() {
		err = notRegularError{name}
	}
	if err != nil {
		return nil, err
	}
	return io.ReadAll(f)
}

// notRegularError says that a name is not that of a file with a text.
type notRegularError struct{ name string }

func (e notRegularError) Error() string { return e.name + " is no regular file" }

// othersCanWrite are the permissions of a file that others than its owner can write.
const othersCanWrite = 0o022

// hookCommand is what is written into a program's settings: the whole path of the hook, which
// must be where nobody but the user puts programs.
func hookCommand(self, workspace, program string) (string, error) {
	self, err := filepath.EvalSymlinks(self)
	if err != nil {
		return "", err
	}
	at := filepath.Join(filepath.Dir(self), process.HookName)
	for _, name := range []string{filepath.Dir(at), self, at} {
		info, err := os.Stat(name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return "", fmt.Errorf("%s is not there; put it beside %s", name, self)
		case err != nil:
			return "", err
		case info.Mode().Perm()&othersCanWrite != 0:
			return "", fmt.Errorf("others than its owner can write to %s, so it does not become a hook; `chmod go-w %s` mends that", name, name)
		case !owned(info):
			return "", fmt.Errorf("%s belongs to another user, so it does not become a hook", name)
		}
	}
	for _, root := range []string{workspace, config.Root(filepath.Dir(at))} {
		rel, err := filepath.Rel(root, at)
		if _, repository := os.Lstat(filepath.Join(root, ".git")); err == nil && repository == nil && filepath.IsLocal(rel) {
			return "", fmt.Errorf("%s lies in the workspace %s, where an assistant can change it; install Parley elsewhere first", at, root)
		}
	}
	return quoted(at) + " " + program, nil
}

// quoted is a path as one word of the shell that a hook's command is given to.
func quoted(path string) string {
	if strings.Trim(path, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+") == "" {
		return path
	}
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}

// isHook reports whether a command of a program's settings is one of ours, wherever it lies:
// the path alone, as it is written here. One that somebody wrapped into another is theirs.
func isHook(command, program string) bool {
	word, ours := strings.CutSuffix(command, " "+program)
	path := unquoted(word)
	asWritten := word == quoted(path) || word == "'"+path+"'" && !strings.Contains(path, "'")
	return ours && asWritten && filepath.IsAbs(path) && filepath.Base(path) == process.HookName
}

// unquoted undoes quoted.
func unquoted(word string) string {
	if inner, is := strings.CutPrefix(word, "'"); is {
		return strings.ReplaceAll(strings.TrimSuffix(inner, "'"), `'\''`, "'")
	}
	return word
}

// workspaceOf is the root of the folder that a program was started in.
func workspaceOf(p *process.Program) string { return config.Root(p.Dir) }

// foldersOf are the folder that a program was started in and those above it, up to the root of the workspace.
// The settings of a workspace are for other programs those of the folder that these are started in.
func foldersOf(p *process.Program) []string {
	all := []string{p.Dir}
	for root := workspaceOf(p); all[len(all)-1] != root; {
		all = append(all, filepath.Dir(all[len(all)-1]))
	}
	return all
}

// replace puts a text in the place of a file, and keeps the old one beside it.
func replace(at string, was, doc []byte) error {
	mode := fs.FileMode(0o600)
	if info, err := os.Stat(at); err == nil {
		mode = info.Mode().Perm()
		if err := put(at+keptSuffix, was, mode); err != nil {
			return fmt.Errorf("the old file cannot be kept, so nothing was changed: %w", err)
		}
	} else if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
		return err
	}
	return put(at, doc, mode)
}

// put writes a file in one step. What stood there before is replaced and never written to, wherever
// it led.
func put(at string, doc []byte, mode fs.FileMode) error {
	f, err := os.CreateTemp(filepath.Dir(at), "."+filepath.Base(at)+"-*")
	if err != nil {
		return err
	}
	_, err = f.Write(doc)
	if err = errors.Join(err, f.Chmod(mode), f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), at)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

// keptSuffix ends the name of the file as it was.
const keptSuffix = ".before-parley"

func nameOf(program string) string { return store.ProgramName(program) }
