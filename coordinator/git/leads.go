package git

import (
	"cmp"
	"errors"
	"path/filepath"
	"slices"
)

// Leads is what in a repository and in the user's settings may lead to other files: git follows
// the names in it and the targets of its links. The zero value leads nowhere.
type Leads struct {
	Top      string   // where the work tree begins
	Settings []string // files from which git takes settings or attributes, conditions ignored; absolute paths
	Named    []string // folders that settings name as hook folders
	Copied   []string // folders that settings name, and that git copies into each new repository
	Runs     []string // files that settings may name as what is run or gone by
	Under    []string // folders in which settings may name any file as such, where they are folders
	Hooks    string   // the repository's hook folder, used if no setting names one
	Links    []string // the symbolic links in the index, from the top, with slashes
	Unknown  []string // verbatim values from which git takes settings, attributes or hooks, and which may lead anywhere
}

// Leads finds them for the repository of dir. The user's own settings count as its own do,
// and where there is no repository they alone.
func (u User) Leads(dir string) Leads {
	r, err := Open(dir)
	if r == nil && !unread(err) {
		return u.settled(dir, u.read(dir))
	}
	return u.leads(r, err, filepath.Join(dir, ".git"))
}

// LeadsElsewhere finds them for the repository that the user names for the folder dir,
// wherever it lies.
func (u User) LeadsElsewhere(dir string) Leads {
	if u.Dir == "" && u.Common == "" {
		return Leads{}
	}
	at := beside(dir, cmp.Or(u.Dir, ".git"))
	r, err := openAs(dir, at)
	if r != nil && u.Common != "" {
		r.common = beside(dir, u.Common)
	}
	return u.leads(r, err, at)
}

func (u User) leads(r *Repository, err error, at string) Leads {
	if unread(err) {
		return Leads{Unknown: []string{at}}
	}
	if err != nil || r == nil {
		return Leads{}
	}
	out := u.settled(r.top, u.read(r.top, r.settings()...), filepath.Join(r.common, "info", "attributes"))
	out.Hooks = filepath.Join(r.common, "hooks")
	out = u.keeps(r, out)
	if out.Links, err = r.links(); err != nil {
		out.Unknown = append(out.Unknown, filepath.Join(r.dir, "index"))
	}
	return out
}

// settled are the leads of settings, and of further files of attributes.
func (u User) settled(top string, c *reading, attributes ...string) Leads {
	out := Leads{Top: top, Named: c.paths(top, "core.hookspath"), Settings: append(slices.Clone(c.files), attributes...)}
	out.Settings = append(out.Settings, c.paths(top, "core.attributesfile")...)
	out.Copied = c.paths(top, "init.templatedir")
	out.Runs, out.Under = c.named(top)
	out.Unknown = c.unknown
	return out
}

// links are the symbolic links in the index. An index that git cannot read either has none;
// what is wrong with one that git does read is an error.
func (r *Repository) links() (links []string, err error) {
	_, err = r.entries(looking{anySum: true, begin: func() { links = nil }, see: func(e raw) {
		if e.mode&modeKind == modeLink {
			links = append(links, string(e.path))
		}
	}})
	switch {
	case errors.Is(err, errTooLarge):
		return nil, err
	case err != nil:
		return nil, nil
	}
	return links, nil
}
