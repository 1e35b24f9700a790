package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"parley/config"
	"parley/providers"
	"parley/store"
	"parley/store/export"
)

const exportLong = `Write a saved conversation for people and programs without Parley: Markdown, one
self-contained HTML page without scripts, or JSON (docs/conversations.md).

It has everything that was said and done, and every decision with its question,
its answer, who gave it, why, and how long it took. Secrets are not in the
record; the values of the configured keys are taken out wherever they stand.

--since takes an age (2h, 3d), a date (2026-01-31, or with a time: 2026-01-31T15:04),
or the id or number of an event.`

// formats are what can be exported, by the words of --format.
func formats() map[string]func(io.Writer, export.Source, export.Options) error {
	return map[string]func(io.Writer, export.Source, export.Options) error{
		"md": export.Markdown, "html": export.HTML, "json": export.JSON,
	}
}

// exporting is what the flags of an export say.
type exporting struct {
	format, file, since, title string
	decisionsOnly, force       bool
}

func (p *Program) exportCommand() *cobra.Command {
	var o exporting
	c := &cobra.Command{
		Use: "export id", Short: "Write a saved conversation as Markdown, HTML or JSON", Long: exportLong, Args: oneID,
		RunE: func(_ *cobra.Command, args []string) error { return p.export(args[0], o) },
	}
	f := c.Flags()
	f.StringVar(&o.format, "format", "", "md, html or json (by default what the name of the file says, else md)")
	f.StringVarP(&o.file, "output", "o", "-", "write to this `file`; - is standard output")
	f.StringVar(&o.since, "since", "", "only what came after an `age, date or event`")
	f.StringVar(&o.title, "title", "", "`words` to put above it instead of the conversation's title")
	f.BoolVar(&o.decisionsOnly, "decisions-only", false, "nothing but the decisions")
	f.BoolVar(&o.force, "force", false, "overwrite the file if there is one")
	return c
}

func (p *Program) export(prefix string, o exporting) (err error) {
	if o.format == "" {
		if o.format, err = formatOf(o.file); err != nil {
			return usage("%w, or say which with --format", err)
		}
	}
	if err := oneOf("--format", o.format, "md", "html", "json"); err != nil {
		return err
	}
	x := export.Options{DecisionsOnly: o.decisionsOnly, Title: o.title, Now: p.Now()}
	if err := since(&x, o.since, p.Now()); err != nil {
		return err
	}
	_, cfg, err := p.configuration(options{})
	if err != nil {
		return err
	}
	x.Hide = p.keys(cfg)
	c, report, err := readFrom(store.Open(cfg.Store.Dir, p.Now), prefix)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	src := export.Source{ID: c.ID(), Log: c.Log(), Report: report}
	write := func(w io.Writer) error { return formats()[o.format](w, src, x) }
	if o.file == "-" {
		return write(p.Out)
	}
	path := o.file
	if !filepath.IsAbs(path) {
		path = filepath.Join(p.Dir, path)
	}
	if err := outsideOf(cfg.Store.Dir, path); err != nil {
		return err
	}
	return writeExport(path, o.force, write)
}

// outsideOf refuses a file among the saved conversations: an export there would
// take the place of what it was made from.
func outsideOf(store, path string) error {
	path, store = withoutLinks(path), withoutLinks(store)
	if rel, err := filepath.Rel(store, path); err == nil && filepath.IsLocal(rel) {
		return fmt.Errorf("%s is among the saved conversations; name a file in another folder", path)
	}
	return nil
}

// withoutLinks is where a path leads; what is not there leads nowhere else.
func withoutLinks(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	if dir := filepath.Dir(path); dir != path {
		return filepath.Join(withoutLinks(dir), filepath.Base(path))
	}
	return path
}

// formatOf is the format that the ending of a file's name says; without an ending
// it is Markdown. The error names the endings that are known.
func formatOf(file string) (string, error) {
	switch end := strings.ToLower(filepath.Ext(file)); end {
	case "", ".", ".md", ".markdown":
		return "md", nil
	case ".html", ".htm":
		return "html", nil
	case ".json":
		return "json", nil
	}
	return "", fmt.Errorf("%s is no format of an export: let the name end in .md, .html or .json", filepath.Ext(file))
}

// since reads an age, a date, or an event.
func since(x *export.Options, s string, now time.Time) error {
	if s == "" {
		return nil
	}
	if days, ok := strings.CutSuffix(s, "d"); ok {
		if n, err := time.ParseDuration(days + "h"); err == nil && n >= 0 {
			x.Since = now.Add(-24 * n)
			return nil
		}
	}
	if d, err := time.ParseDuration(s); err == nil && s != "0" {
		if d < 0 {
			return usage("--since %s lies in the future; an age is written without a sign, such as 2h", s)
		}
		x.Since = now.Add(-d)
		return nil
	}
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04:05", "2006-01-02 15:04", time.DateOnly} {
		if t, err := time.ParseInLocation(layout, s, now.Location()); err == nil {
			x.Since = t
			return nil
		}
	}
	x.From = s
	return nil
}

// keys are the values of the keys of model servers that the environment holds.
func (p *Program) keys(cfg config.Config) []string {
	var all []string
	for _, name := range p.reachable(cfg) {
		env := cfg.Providers.LLM[name].APIKeyEnv
		if env == "" {
			known, _ := providers.Lookup(name)
			env = known.KeyEnv
		}
		if v := p.variable(env); v != "" {
			all = append(all, v)
		}
	}
	return all
}

// exportMode is that of the store: what was said is for its user alone.
const exportMode fs.FileMode = 0o600

// writeExport makes a file that was not there. With force it takes the place of
// one that was, in one step, so that a failure leaves the old one.
func writeExport(path string, force bool, write func(io.Writer) error) error {
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

// writeLinked writes what a link leads to, and leaves the link.
func writeLinked(path string, write func(io.Writer) error) error {
	to, err := filepath.EvalSymlinks(path)
	if err != nil {
		return fmt.Errorf("cannot write the export: %w", err)
	}
	return writeExport(to, true, write)
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

// finish writes and closes a file; what was written reached it, or there is an
// error.
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

// exportNames is how many names are tried for a file that nobody named.
const exportNames = 100

// Export writes the conversation into a file: the one named, which must not be
// there yet, or one in the workspace that is named for the title.
func (h host) Export(file, title string) (string, error) {
	x := h.x
	src := export.Source{ID: x.Saved.ID(), Log: x.Saved.Log(), Report: x.Report}
	o := export.Options{Now: x.prog.Now(), Hide: x.prog.keys(x.current())}
	path, err := exportPath(x.Dir, file, title, src.ID)
	if err != nil {
		return "", err
	}
	format, err := formatOf(path)
	if err != nil {
		return "", err
	}
	if fileExists(path) {
		return "", fmt.Errorf("%s is there already; name another file", path)
	}
	return path, writeExport(path, false, func(w io.Writer) error { return formats()[format](w, src, o) })
}

// exportPath is where an export of the screen goes: to the file that was named,
// else to one of the workspace that is not there yet, named for the title.
func exportPath(dir, file, title, id string) (string, error) {
	if filepath.IsAbs(file) {
		return file, nil
	}
	if file != "" {
		return filepath.Join(dir, file), nil
	}
	name := fileName(title)
	if name == "" {
		name = id
	}
	path := filepath.Join(dir, name+".md")
	for n := 2; fileExists(path); n++ {
		if n > exportNames {
			return "", fmt.Errorf("there are %d exports named %s already; name the file: /export notes.md", exportNames, name)
		}
		path = filepath.Join(dir, fmt.Sprintf("%s-%d.md", name, n))
	}
	return path, nil
}

// fileName is a title as the name of a file: letters, digits and hyphens.
func fileName(title string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(title) {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
		if b.Len() >= 60 {
			break
		}
	}
	return strings.Trim(b.String(), "-")
}
