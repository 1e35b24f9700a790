// Package grants knows what gives permission: files and folders that make a program run
// something, or that tell an assistant what to do, by their names and by what leads to them.
package grants

import (
	"os"
	"path"
	"path/filepath"
	"strings"

	"parley/coordinator/git"
	"parley/coordinator/tool"
	"parley/coordinator/tools/fs/paths"
)

// Found is something that a change would touch and that gives permission: its name in
// the list, and why. The zero value is nothing.
type Found struct{ Path, Why string }

// Of is the first of several paths whose change touches something that gives permission;
// user is what git takes from the user.
func Of(user git.User, call tool.Call, among ...string) Found {
	for _, p := range among {
		if f := given(user, call, p); f.Why != "" {
			return f
		}
	}
	return Found{}
}

// given says whether a change of this path touches something that gives permission: by the
// names on the way to it, because it is the same file (or lies in the same folder) as
// something of that kind with another name, or because something of that kind leads to it.
func given(user git.User, call tool.Call, p string) Found {
	if why := By(p); why != "" {
		return Found{p, why}
	}
	way := paths.TrailOf(call.Dir, p)
	near := lookAbove(call.Dir, p)
	for _, f := range near.found {
		if way.Meets("", f.abs) {
			return Found{f.at, f.why}
		}
	}
	l := looker{dir: call.Dir, way: way, left: maxLed}
	unknown := near.unknown
	all := []git.Leads{user.LeadsElsewhere(call.Dir)}
	for _, repo := range append(near.repos, git.Above(call.Dir)...) {
		all = append(all, user.Leads(repo))
	}
	for _, leads := range all {
		if g := hooked(call.Dir, p, leads.Named); g.Why != "" {
			return g
		}
		if g := l.ledBy(leads); g.Why != "" {
			return g
		}
		if len(leads.Unknown) > 0 && unknown.Why == "" {
			unknown = Found{Why: textUnknownLead(leads.Unknown[0])}
		}
	}
	for _, f := range near.found {
		if at, is := l.within(f.abs); is {
			return Found{l.named(at), f.why}
		}
	}
	name := soughtAs(call.Dir, p, user.Home, way)
	reads := includer{dir: call.Dir, home: user.Home, way: way, seen: map[string]bool{}}
	for _, f := range near.found {
		if reads.words(f) {
			return Found{f.at, byNaming}
		}
		if f.names(name) {
			return Found{f.at, byNamed}
		}
	}
	if g := ledByYours(user, call, p, way); g.Why != "" {
		return g
	}
	return unknown
}

// hooked looks for a path in a folder from which version control runs programs.
func hooked(dir, p string, folders []string) Found {
	for _, folder := range folders {
		name, err := filepath.Rel(paths.Straight(dir), paths.Straight(folder))
		if err != nil || !filepath.IsLocal(name) {
			continue // a folder elsewhere, which no file tool can reach
		}
		name = filepath.ToSlash(name)
		if name == "." {
			if !strings.Contains(p, "/") && isHook(paths.Folded(p)) {
				return Found{p, byHook}
			}
			continue
		}
		if f := paths.Folded(p); f == paths.Folded(name) || strings.HasPrefix(f, paths.Folded(name)+"/") {
			return Found{p, byHook}
		}
		there, err := os.Stat(filepath.Join(dir, name))
		for at := p; err == nil && at != "."; at = path.Dir(at) {
			if info, err := os.Stat(filepath.Join(dir, at)); err == nil && os.SameFile(there, info) {
				return Found{path.Join(name, strings.TrimPrefix(p, at)), byHook}
			}
		}
	}
	return Found{}
}

// isHook reports whether git runs a file of this name, where it takes hooks from the root
// itself.
func isHook(name string) bool {
	for _, begins := range []string{"applypatch-", "commit-", "fsmonitor-", "p4-", "post-", "pre-", "prepare-", "proc-receive", "push-to-checkout", "reference-transaction", "sendemail-", "update"} {
		if strings.HasPrefix(name, begins) {
			return true
		}
	}
	return false
}

// Allowed reports whether a person allowed this very call and was told then what is asked
// about here.
func (f Found) Allowed(call tool.Call) bool {
	return call.Allowed != "" && call.Allowed == f.Text()
}
