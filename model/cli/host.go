package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator/git"
	fstools "parley/coordinator/tools/fs"
	"parley/model/kit"
	"parley/store"
)

// host is what the screen asks of the program around it.
type host struct{ x *Session }

func (h host) ModelName() string {
	m := h.x.current().Assistant.Model
	if m.Provider == "" {
		return "no model"
	}
	return m.Name
}

func (h host) UseModel(id string) (store.ConfigDelta, error) {
	if _, _, err := h.x.current().Model(id); err != nil {
		return store.ConfigDelta{}, err
	}
	return store.ConfigDelta{Set: withModel(nil, id)}, nil
}

// Reload reads the configuration with the conversation's own settings.
func (h host) Reload(deltas []store.ConfigDelta) (func(), error) {
	x := h.x
	deltas, _ = x.grants(deltas)
	cfg, err := x.setup.load(deltas)
	if err != nil {
		return nil, err
	}
	env, err := x.env(cfg, true)
	if err != nil {
		return nil, err
	}
	return func() { x.takeUp(cfg, env) }, nil
}

// lookLimit is how long looking something up for the screen may take.
const lookLimit = 5 * time.Second

// Models lists what the reachable servers offer, the scripted one left out.
func (h host) Models() ([]kit.Offer, error) {
	ctx, stop := context.WithTimeout(context.Background(), lookLimit)
	defer stop()
	p, cfg := h.x.prog, h.x.current()
	type result struct {
		list []listedModel
		err  error
	}
	names := slices.DeleteFunc(p.reachable(cfg), func(n string) bool { return n == scripted })
	results := make([]chan result, len(names))
	for i, name := range names {
		results[i] = make(chan result, 1)
		go func() {
			list, err := p.modelsOf(ctx, cfg, name, h.x.Dir)
			results[i] <- result{list, err}
		}()
	}
	var out []kit.Offer
	var faults []error
	for _, c := range results {
		r := <-c
		faults = append(faults, r.err)
		for _, m := range r.list {
			out = append(out, kit.Offer{ID: m.ID, Context: m.ContextWindow, In: m.InputPrice, Out: m.OutputPrice})
		}
	}
	return out, errors.Join(faults...)
}

// Price asks the model's own server; a local one costs nothing to ask, and one
// that does not say is not asked twice.
func (h host) Price(id string) kit.Price {
	provider, name, _ := strings.Cut(id, "/")
	if provider == scripted {
		return kit.Price{}
	}
	ctx, stop := context.WithTimeout(context.Background(), lookLimit)
	defer stop()
	list, err := h.x.prog.modelsOf(ctx, h.x.current(), provider, h.x.Dir)
	if err != nil {
		return kit.Price{} // then the cost is not shown
	}
	for _, m := range list {
		if m.ID == provider+"/"+name {
			return kit.Price{In: m.InputPrice, Cached: m.CachedPrice, Out: m.OutputPrice}
		}
	}
	return kit.Price{}
}

// filesMost bounds the list of files.
const filesMost = 20_000

// Files lists the files that the workspace's repository knows or would not ignore;
// without one it goes through the folders. It runs nothing, and so not git, which
// would run what the repository names.
func (h host) Files() ([]string, error) {
	ctx, stop := context.WithTimeout(context.Background(), lookLimit)
	defer stop()
	if r, err := git.Open(h.x.Dir); r != nil || err != nil {
		return fstools.Files(ctx, h.x.Dir, h.x.closed(), filesMost)
	}
	return walkFiles(ctx, h.x.Dir, fstools.Open(h.x.Dir, h.x.closed()))
}

func walkFiles(ctx context.Context, dir string, open func(string, fs.DirEntry) bool) ([]string, error) {
	var names []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		below, relErr := filepath.Rel(dir, path)
		switch {
		case ctx.Err() != nil || len(names) >= filesMost:
			return filepath.SkipAll
		case err != nil && path == dir:
			return fmt.Errorf("cannot list the files: %w", err)
		case err != nil:
			return nil // what may not be read is not offered
		case d.IsDir() && path != dir && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules"):
			return filepath.SkipDir
		case relErr != nil || d.IsDir() && open(filepath.ToSlash(below), d):
			return nil
		case d.IsDir():
			return filepath.SkipDir
		case open(filepath.ToSlash(below), d):
			names = append(names, filepath.ToSlash(below))
		}
		return nil
	})
	return names, err
}

// editor is the user's editor, for the shell; "" if none is set.
func (p *Program) editor() string {
	if line := strings.TrimSpace(p.variable("VISUAL")); line != "" {
		return line
	}
	return strings.TrimSpace(p.variable("EDITOR"))
}

// HasEditor says whether $VISUAL or $EDITOR is set.
func (h host) HasEditor() bool { return h.x.prog.editor() != "" }

// Editor opens a text in $VISUAL or $EDITOR.
func (h host) Editor(text, suffix string, done func(string, error) tea.Msg) tea.Cmd {
	p, line := h.x.prog, h.x.prog.editor()
	if line == "" {
		return func() tea.Msg { return done("", errors.New("no editor is set; set VISUAL or EDITOR")) }
	}
	e := &editing{prog: p, line: line, text: text, suffix: suffix}
	return tea.Exec(outside{e, p}, func(err error) tea.Msg {
		if err != nil {
			return done("", err)
		}
		return done(strings.ToValidUTF8(e.text, "\uFFFD"), nil)
	})
}

// editing is a text in the user's editor.
type editing struct {
	prog         *Program
	line         string // the editor, for the shell
	text, suffix string
	in           io.Reader
	out, err     io.Writer
}

// SetStdin sets what the editor reads.
func (e *editing) SetStdin(r io.Reader) { e.in = r }

// SetStdout sets where the editor draws.
func (e *editing) SetStdout(w io.Writer) { e.out = w }

// SetStderr sets where the editor complains.
func (e *editing) SetStderr(w io.Writer) { e.err = w }

// Run writes the text to a file, waits for the editor and reads the file.
func (e *editing) Run() (err error) {
	file, err := writeTemp(e.text, e.suffix)
	if err != nil {
		return err
	}
	keep := false
	defer func() {
		if !keep {
			err = errors.Join(err, os.RemoveAll(filepath.Dir(file)))
		}
	}()
	cmd := exec.Command(shell, "-c", e.line+` "$1"`, "sh", file)
	cmd.Env, cmd.Dir = e.prog.ownEnv(), e.prog.Dir
	cmd.Stdin, cmd.Stdout, cmd.Stderr = e.in, e.out, e.err
	failed := cmd.Run()
	edited, err := os.ReadFile(file)
	switch {
	case failed != nil && err == nil && string(edited) != e.text:
		keep = true
		return fmt.Errorf("the editor: %w; the text is as it was, and what the editor wrote is in %s", failed, file)
	case failed != nil:
		return fmt.Errorf("the editor: %w; the text is as it was", failed)
	case err != nil:
		return fmt.Errorf("cannot read what the editor wrote: %w; the text is as it was", err)
	}
	e.text = string(edited)
	return nil
}

func writeTemp(text, suffix string) (string, error) {
	dir, err := os.MkdirTemp("", "parley-")
	if err != nil {
		return "", fmt.Errorf("cannot make a file for the editor: %w", err)
	}
	file := filepath.Join(dir, "text"+suffix)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		return "", errors.Join(fmt.Errorf("cannot write the file for the editor: %w", err), os.RemoveAll(dir))
	}
	return file, nil
}
