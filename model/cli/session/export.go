package session

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"parley/config"
	"parley/model/cli/process"
	"parley/store/export"
)

// Formats are what can be exported, by the names of --format.
func Formats() map[string]func(io.Writer, export.Source, export.Options) error {
	return map[string]func(io.Writer, export.Source, export.Options) error{
		"md": export.Markdown, "html": export.HTML, "json": export.JSON,
	}
}

// FormatOf is the format given by a file's extension; without one it is Markdown. The
// error names the known extensions.
func FormatOf(file string) (string, error) {
	switch end := strings.ToLower(filepath.Ext(file)); end {
	case "", ".", ".md", ".markdown":
		return "md", nil
	case ".html", ".htm":
		return "html", nil
	case ".json":
		return "json", nil
	case ".cast":
		return "cast", nil
	}
	return "", fmt.Errorf("%s is no format of an export: let the name end in .md, .html, .json or .cast", filepath.Ext(file))
}

// Keys are the values of the keys of model servers that the environment and keys.toml
// hold.
func Keys(p *process.Program, cfg config.Config) []string {
	kept, _ := keptKeys(p) // an unused key is in no response
	all := slices.Collect(maps.Values(kept))
	for _, name := range Reachable(p, cfg) {
		if v := p.Variable(variableOf(cfg, name)); v != "" {
			all = append(all, v)
		}
	}
	for _, s := range cfg.MCP {
		if v := p.Variable(s.OAuth.SecretEnv); v != "" {
			all = append(all, v)
		}
	}
	return all
}

// Unhidden says which keys that this program may use have unknown values here: those
// in a keys.toml that is refused, and those that a command prints, which is run only
// for a server.
func Unhidden(p *process.Program, cfg config.Config) (why []string) {
	if _, err := keptKeys(p); err != nil {
		why = append(why, textUnread(err))
	}
	for _, name := range slices.Sorted(maps.Keys(cfg.Providers.LLM)) {
		if !cfg.Providers.LLM[name].APIKeyCmd.IsZero() && p.Variable(variableOf(cfg, name)) == "" {
			why = append(why, textUnprinted(name))
		}
	}
	return why
}

func textUnread(err error) string {
	return fmt.Sprintf("keys that stand in keys.toml are not taken out: %v", err)
}

func textUnprinted(server string) string {
	return fmt.Sprintf("the key of %s is not taken out: it comes from its api_key_cmd, which is not run for this; look before you pass the export on", server)
}

// Keys also includes keys that a command printed for this conversation, while it is
// open.
func (x *Session) Keys() []string {
	return x.alsoPrinted(Keys(x.Prog, x.Current()))()
}

// alsoPrinted are some keys, and those that commands have printed by the time of the call, which reads
// nothing.
func (x *Session) alsoPrinted(keys []string) func() []string {
	return func() []string {
		x.mu.Lock()
		defer x.mu.Unlock()
		return slices.AppendSeq(slices.Clone(keys), maps.Keys(x.keys))
	}
}

// knows remembers a key that a server is given, to hide it in exports.
func (x *Session) knows(key string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.keys == nil {
		x.keys = map[string]bool{}
	}
	if key != "" {
		x.keys[key] = true
	}
}

// exportMode is the store's mode: only the user may read what was said.
const exportMode fs.FileMode = 0o600

// WriteExport creates a file. With force it replaces an existing one in a single
// step, so that a failure leaves the old one.
func WriteExport(path string, force bool, write func(io.Writer) error) error {
	st, err := os.Lstat(path)
	switch {
	case err == nil && !force:
		return fmt.Errorf("%s is there already; name another file, or overwrite it with --force", path)
	case err == nil && st.Mode()&fs.ModeSymlink != 0:
		return writeLinked(path, write)
	case err == nil && st.Mode().IsRegular():
		return replaceFile(path, write)
	case err == nil:
		return fill(path, os.O_WRONLY, write) // a device, a pipe
	}
	err = fill(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, write)
	if err != nil && !errors.Is(err, fs.ErrExist) && !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(err, removeIfThere(path))
	}
	return err
}

// writeLinked writes the target of a link, and keeps the link.
func writeLinked(path string, write func(io.Writer) error) error {
	to, err := filepath.EvalSymlinks(path)
	if err != nil {
		return fmt.Errorf("cannot write the export: %w", err)
	}
	return WriteExport(to, true, write)
}

func replaceFile(path string, write func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".parley-export-*")
	if err != nil {
		return fmt.Errorf("cannot write the export: %w", err)
	}
	err = finish(f, write)
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, removeIfThere(f.Name()))
	}
	return nil
}

func fill(path string, flag int, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, flag, exportMode)
	if err != nil {
		return fmt.Errorf("cannot write the export: %w", err)
	}
	return finish(f, write)
}

// finish writes and closes a file; unless there is an error, everything reached it.
func finish(f io.WriteCloser, write func(io.Writer) error) error {
	if err := errors.Join(write(f), f.Close()); err != nil {
		return fmt.Errorf("cannot write the export: %w", err)
	}
	return nil
}

func removeIfThere(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
