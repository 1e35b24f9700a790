package git

import (
	"bytes"
	"encoding/binary"
	"path/filepath"
	"slices"
)

// Leads is what in a repository may lead to other files: git follows the names in it
// and the targets of its links. The zero value leads nowhere.
type Leads struct {
	Top      string   // where the work tree begins
	Settings []string // files from which git takes settings or attributes, conditions ignored; absolute paths
	Named    []string // folders that settings name as hook folders
	Hooks    string   // the repository's hook folder, used if no setting names one
	Links    []string // the symbolic links in the index, from the top, with slashes
	Unknown  []string // verbatim values from which git takes settings, attributes or hooks, and which may lead anywhere
}

// Leads finds them for the repository of dir. The user's own settings count as its own do.
func (u User) Leads(dir string) Leads {
	r, err := Open(dir)
	return u.leads(r, err, filepath.Join(dir, ".git"))
}

// LeadsElsewhere finds them for the repository that the user names for the folder dir,
// wherever it lies.
func (u User) LeadsElsewhere(dir string) Leads {
	if u.Dir == "" {
		return Leads{}
	}
	at := beside(dir, u.Dir)
	r, err := openAs(dir, at)
	return u.leads(r, err, at)
}

func (u User) leads(r *Repository, err error, at string) Leads {
	if unread(err) {
		return Leads{Unknown: []string{at}}
	}
	if err != nil || r == nil {
		return Leads{}
	}
	c := u.read(r)
	out := Leads{Top: r.top, Hooks: filepath.Join(r.common, "hooks"), Named: c.paths(r.top, "core.hookspath")}
	out.Settings = append(slices.Clone(c.files), filepath.Join(r.common, "info", "attributes"))
	out.Settings = append(out.Settings, c.paths(r.top, "core.attributesfile")...)
	out.Links, out.Unknown = r.links(), c.unknown
	return out
}

// links are the symbolic links in the index. An index that git cannot read either has
// none.
func (r *Repository) links() []string {
	if data, err := readFile(filepath.Join(r.dir, "index"), maxIndex); err == nil {
		if links, ok := linksIn(data, r.hash); ok {
			return links
		}
	}
	ix, err := r.index()
	if err != nil {
		return nil
	}
	var links []string
	for _, e := range ix.entries {
		if e.mode&modeKind == modeLink {
			links = append(links, e.path)
		}
	}
	return links
}

// linksIn finds the links in an index of the common form without reading its other
// entries, since it runs before each change of a file. It does not handle shortened
// paths or a split index. The checksum does not matter here.
func linksIn(data []byte, a algorithm) (links []string, ok bool) {
	if len(data) < 12+a.size || string(data[:4]) != "DIRC" {
		return nil, false
	}
	version, count := binary.BigEndian.Uint32(data[4:]), binary.BigEndian.Uint32(data[8:])
	if version != 2 && version != 3 {
		return nil, false
	}
	rest := data[12 : len(data)-a.size]
	for range count {
		at := 40 + a.size + 2
		if len(rest) > at && rest[at-2]&(flagExtended>>8) != 0 && version == 3 {
			at += 2
		}
		if len(rest) <= at {
			return nil, false
		}
		end := bytes.IndexByte(rest[at:], 0)
		if end < 0 || end > maxPath {
			return nil, false
		}
		if binary.BigEndian.Uint32(rest[24:])&modeKind == modeLink {
			links = append(links, string(rest[at:at+end]))
		}
		if at = (at + end + 8) &^ 7; at > len(rest) {
			return nil, false
		}
		rest = rest[at:]
	}
	var ix index
	return links, ix.extensions(rest, a) == nil && ix.base == ""
}
