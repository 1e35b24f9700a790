package records

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"parley/model/cli/process"
	"parley/model/cli/session"
	"parley/store"
	"parley/store/export"
)

const exportLong = `Write a saved conversation for people and programs without Parley: Markdown, one
self-contained HTML page without scripts, or JSON; or its replay as a recording
for asciinema (docs/conversations.md).

It has everything that was said and done, and every decision with its question,
its answer, who gave it, why, and how long it took. Secrets are not in the
record; the keys of model servers that the environment and keys.toml hold are
taken out wherever they stand. A key that an api_key_cmd would print is not known
here, since the command is not run, and so it is not taken out.

--since takes an age (2h, 3d), a date (2026-01-31, or with a time: 2026-01-31T15:04),
or the id or number of an event.`

// exporting holds the flags of an export.
type exporting struct {
	format, file, since, title, size string
	decisionsOnly, force             bool
	cast                             Cast
}

// Cast writes the replay of a conversation as a recording, with the given size, or
// the usual one (0).
type Cast func(p *process.Program, w io.Writer, src export.Source, o export.Options, width, height int) error

// ExportCommand is `parley export`; a recording is made by cast, which can draw.
func ExportCommand(p *process.Program, cast Cast) *cobra.Command {
	o := exporting{cast: cast}
	c := &cobra.Command{
		Use: "export id", Short: "Write a saved conversation as Markdown, HTML, JSON or a recording", Long: exportLong, Args: process.OneID,
		RunE: func(_ *cobra.Command, args []string) error { return exportTo(p, args[0], o) },
	}
	f := c.Flags()
	f.StringVar(&o.format, "format", "", "md, html, json or cast (by default what the name of the file says, else md)")
	f.StringVarP(&o.file, "output", "o", "-", "write to this `file`; - is standard output")
	f.StringVar(&o.since, "since", "", "only what came after an `age, date or event`")
	f.StringVar(&o.title, "title", "", "`words` to put above it instead of the conversation's title")
	f.StringVar(&o.size, "size", "", "`columns and rows` of a recording, such as 100x30 (the default)")
	f.BoolVar(&o.decisionsOnly, "decisions-only", false, "nothing but the decisions")
	f.BoolVar(&o.force, "force", false, "overwrite the file if there is one")
	return c
}

func exportTo(p *process.Program, prefix string, o exporting) (err error) {
	if o.format == "" {
		if o.format, err = session.FormatOf(o.file); err != nil {
			return process.Usage("%w, or say which with --format", err)
		}
	}
	if err := process.OneOf("--format", o.format, "md", "html", "json", "cast"); err != nil {
		return err
	}
	width, height, err := o.measured()
	if err != nil {
		return err
	}
	x := export.Options{DecisionsOnly: o.decisionsOnly, Title: o.title, Now: p.Now()}
	if err := since(&x, o.since, p.Now()); err != nil {
		return err
	}
	setup, cfg, err := session.ForRecords(p)
	if err != nil {
		return err
	}
	x.Hide = session.Keys(p, cfg)
	for _, why := range session.Unhidden(p, cfg) {
		process.Say(p.Err, why)
	}
	saved := store.Open(cfg.Store.Dir, p.Now)
	c, report, err := readFrom(saved, prefix)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	tellNotMadeHere(p, saved, setup, c, report)
	x.Kept = c.Kept
	src := export.Source{ID: c.ID(), Log: c.Log(), Report: report}
	write := func(w io.Writer) error {
		if o.format == "cast" {
			return o.cast(p, w, src, x, width, height)
		}
		return session.Formats()[o.format](w, src, x)
	}
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
	return session.WriteExport(path, o.force, write)
}

// The sizes of a recording: at least what the program can draw on, at most what a
// player can show.
const leastWidth, leastHeight, mostCells = 40, 12, 500

// measured is the size of a recording, zeros for the usual one; the error names a
// flag that does not go with a recording.
func (o exporting) measured() (width, height int, err error) {
	switch {
	case o.format == "cast" && o.decisionsOnly:
		return 0, 0, process.Usage("--decisions-only is not for a recording, which shows a conversation as it happened")
	case o.size == "":
		return 0, 0, nil
	case o.format != "cast":
		return 0, 0, process.Usage("--size is for a recording: --format cast, or a name that ends in .cast")
	}
	var more string
	n, _ := fmt.Sscanf(o.size+" ", "%dx%d%s", &width, &height, &more)
	if n != 2 || width < leastWidth || height < leastHeight || width > mostCells || height > mostCells {
		return 0, 0, process.Usage("--size %q is no size of a recording; it is columns and rows, from %dx%d to %dx%d", o.size, leastWidth, leastHeight, mostCells, mostCells)
	}
	return width, height, nil
}

// outsideOf refuses a file among the saved conversations: an export there could
// overwrite its own source.
func outsideOf(store, path string) error {
	path, store = withoutLinks(path), withoutLinks(store)
	if rel, err := filepath.Rel(store, path); err == nil && filepath.IsLocal(rel) {
		return fmt.Errorf("%s is among the saved conversations; name a file in another folder", path)
	}
	return nil
}

// withoutLinks resolves the links in a path; parts that do not exist stay as they are.
func withoutLinks(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	if dir := filepath.Dir(path); dir != path {
		return filepath.Join(withoutLinks(dir), filepath.Base(path))
	}
	return path
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
			return process.Usage("--since %s lies in the future; an age is written without a sign, such as 2h", s)
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
