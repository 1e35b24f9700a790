package fs

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"parley/coordinator/tools/fs/paths"
)

// walk goes through the files below a directory, in the order of their names. Links are
// shown but not followed, so that it ends and stays inside.
type walk struct {
	root  *os.Root
	wall  *wall // what is closed is passed over
	all   bool  // also .git and what .gitignore ignores
	depth int   // how many levels to go down; 0: all
	visit func(entry) error
	rules []rule        // rules that precede those of any .gitignore
	limit time.Duration // how long the walk may take, without waiting for others; 0: walkLimit
	until time.Time     // when that is over
	seat  *seat         // nil: it waits for nobody
	shut  []string      // directories that could not be read
	top   string        // where it begins
	real  string        // the same without links
}

// entry is one thing found.
type entry struct {
	path string
	mode fs.FileMode
	leaf bool // a directory that is not entered: too deep, or empty
}

// Limits of one walk, far beyond ordinary trees: each level is opened anew from the root, and
// each entry is compared with every rule.
const (
	maxWalk   = 200_000 // entries
	maxLevels = 128     // nested directories; deeper ones count as unreadable
	walkLimit = 30 * time.Second
)

// from walks the directory dir. Rules of .gitignore files above it hold too.
func (w *walk) from(ctx context.Context, dir string) error {
	w.until = time.Now().Add(cmp.Or(w.limit, walkLimit))
	return w.below(ctx, dir)
}

// goesOn lets others go first, and says whether the walk was stopped or takes too long.
func (w *walk) goesOn(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	now := time.Now()
	if w.seat.wanted() {
		if err := w.seat.yield(ctx); err != nil {
			return err
		}
		w.until = w.until.Add(time.Since(now))
	}
	if !now.Before(w.until) {
		return fault(textTooMuch)
	}
	return nil
}

func (w *walk) below(ctx context.Context, dir string) error {
	real, err := paths.Resolved(w.root, dir)
	if err != nil {
		return err
	}
	w.top, w.real = dir, real
	rules := w.rules
	if !w.all {
		for _, above := range ancestors(dir) {
			rules = readRules(w.root, above, rules)
		}
	}
	seen := 0
	return w.into(ctx, dir, 1, rules, &seen)
}

// ancestors are the directories above dir, the root first, without dir.
func ancestors(dir string) []string {
	var list []string
	for dir != "." {
		dir = path.Dir(dir)
		list = append(list, dir)
	}
	slices.Reverse(list)
	return list
}

// into visits the entries of one directory.
func (w *walk) into(ctx context.Context, dir string, level int, rules []rule, seen *int) error {
	if level > maxLevels {
		w.shut = append(w.shut, dir)
		return nil
	}
	list, err := w.entries(ctx, dir)
	if err != nil && (ctx.Err() != nil || level == 1 || errors.Is(err, fault(textTooMuch))) {
		return err
	}
	if err != nil {
		w.shut = append(w.shut, dir)
		return nil
	}
	if !w.all {
		rules = readRules(w.root, dir, rules)
	}
	for _, d := range list {
		if err := w.goesOn(ctx); err != nil {
			return err
		}
		p := path.Join(dir, d.Name())
		if d.Type().IsRegular() && isTemporary(d.Name()) {
			continue // a write beside this has it for a moment, or left it behind
		}
		if !w.all && (d.Name() == ".git" || ignored(rules, p, d.IsDir())) {
			continue
		}
		if !w.passes(p, d) {
			continue
		}
		if *seen++; *seen > maxWalk {
			return fault(textTooMany(maxWalk))
		}
		if err := w.one(ctx, p, d, level, rules, seen); err != nil {
			return err
		}
	}
	if len(list) == 0 && level > 1 {
		return w.visit(entry{dir, fs.ModeDir, true})
	}
	return nil
}

// passes reports whether an entry may be shown and entered, by the name that it is found under
// and by the one that it has without the links that led to where the walk began.
func (w *walk) passes(p string, d fs.DirEntry) bool {
	return w.wall.passes(p, d.IsDir(), d.Info) &&
		(w.real == w.top || w.wall.passes(w.straight(p), d.IsDir(), d.Info))
}

// asks reports whether the user is to be asked about an entry first, by either name.
func (w *walk) asks(p string) bool {
	return w.wall.asks(p) || w.real != w.top && w.wall.asks(w.straight(p))
}

// straight is an entry's path without the links that led to where the walk began.
func (w *walk) straight(p string) string {
	if w.real == w.top {
		return p
	}
	return path.Join(w.real, strings.TrimPrefix(p, w.top))
}

// one visits a file or enters a directory.
func (w *walk) one(ctx context.Context, p string, d fs.DirEntry, level int, rules []rule, seen *int) error {
	if !d.IsDir() {
		return w.visit(entry{p, d.Type(), false})
	}
	if w.depth > 0 && level >= w.depth {
		return w.visit(entry{p, fs.ModeDir, true})
	}
	return w.into(ctx, p, level+1, rules, seen)
}

// batch is how many entries are read before the context is looked at.
const batch = 1024

// entries reads a directory in the order of names.
func (w *walk) entries(ctx context.Context, dir string) ([]fs.DirEntry, error) {
	at, err := openFolder(w.root, w.straight(dir))
	if err != nil {
		return nil, err
	}
	defer at.Close() // only gone through
	f, err := at.Open(".")
	if err != nil {
		return nil, err
	}
	defer f.Close() // only read: nothing can be lost
	var list []fs.DirEntry
	for {
		if err := w.goesOn(ctx); err != nil {
			return nil, err
		}
		some, err := f.ReadDir(batch)
		list = append(list, some...)
		if err != nil || len(some) == 0 {
			slices.SortFunc(list, func(a, b fs.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
			return list, ended(err)
		}
	}
}

// shutText reports the directories that could not be read.
func (w *walk) shutText() string {
	if len(w.shut) == 0 {
		return ""
	}
	names := make([]string, 0, 3)
	for _, p := range w.shut[:min(len(w.shut), 3)] {
		names = append(names, paths.Show(p))
	}
	return textShut(len(w.shut), strings.Join(names, ", "))
}

// ended does not count the deliberate end of a listing as an error.
func ended(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}
