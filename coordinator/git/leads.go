package git

import "path/filepath"

// Leads is what of a repository may lead to its other files: git follows what it names
// and where its links go. The zero value leads nowhere.
type Leads struct {
	Top      string   // where the work tree begins
	Settings []string // files that git takes settings or attributes from, whatever their conditions, with absolute paths
	Hooks    string   // the folder from which hooks are run where no setting names one
	Links    []string // the symbolic links that the index knows, from the top, with slashes
}

// Leads finds them for the repository of dir. Files of settings that only the user has
// are not meant, but those of attributes that these name are.
func (u User) Leads(dir string) Leads {
	r, err := Open(dir)
	if err != nil || r == nil {
		return Leads{}
	}
	out := Leads{Top: r.top, Hooks: filepath.Join(r.common, "hooks")}
	for _, file := range []string{filepath.Join(r.common, "config"), filepath.Join(r.dir, "config.worktree")} {
		out.Settings = append(out.Settings, included(file, u.Home, 0)...)
	}
	out.Settings = append(out.Settings, filepath.Join(r.common, "info", "attributes"))
	out.Settings = append(out.Settings, u.paths(r, "core.attributesfile")...)
	ix, err := r.index()
	if err != nil {
		return out // what git cannot read either tells of no link
	}
	for _, e := range ix.entries {
		if e.mode&modeKind == modeLink {
			out.Links = append(out.Links, e.path)
		}
	}
	return out
}

// included are a file of settings and those that it includes.
func included(file, home string, depth int) []string {
	out := []string{file}
	text, err := readSmall(file)
	if err != nil || depth >= maxIncludes {
		return out
	}
	for _, s := range settings(string(text)) {
		if s.key != "include.path" && s.key != "includeif.path" || len(out) > maxSettings {
			continue
		}
		out = append(out, included(beside(filepath.Dir(file), User{Home: home}.expanded(s.value)), home, depth+1)...)
	}
	return out
}
