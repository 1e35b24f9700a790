package fs

import (
	"os"
	"path"
	"path/filepath"
	"strings"

	"parley/coordinator/git"
	"parley/coordinator/tool"
	"parley/coordinator/tools/fs/paths"
)

// grantQuestion is the id of the question put before something that gives permission is
// created, deleted or moved, where nothing else would be asked.
const grantQuestion = "change_permission"

// granting is something that a change would touch and that gives permission: its name in
// the list, and why. The zero value is nothing.
type granting struct{ path, why string }

// given says whether a change of this path touches something that gives permission: by the
// names on the way to it, because it is the same file (or lies in the same folder) as
// something of that kind with another name, or because something of that kind leads to it.
func (o Options) given(call tool.Call, p string) granting {
	if why := grantedBy(p); why != "" {
		return granting{p, why}
	}
	way := paths.TrailOf(call.Dir, p)
	near := lookAbove(call.Dir, p)
	for _, f := range near.found {
		if way.Meets("", f.abs) {
			return granting{f.at, f.why}
		}
	}
	l := looker{dir: call.Dir, way: way, left: maxLed}
	unknown := near.unknown
	all := []git.Leads{o.User.LeadsElsewhere(call.Dir)}
	for _, repo := range append(near.repos, git.Above(call.Dir)...) {
		all = append(all, o.User.Leads(repo))
	}
	for _, leads := range all {
		if g := hooked(call.Dir, p, leads.Named); g.why != "" {
			return g
		}
		if g := l.ledBy(leads); g.why != "" {
			return g
		}
		if len(leads.Unknown) > 0 && unknown.why == "" {
			unknown = granting{why: textUnknownLead(leads.Unknown[0])}
		}
	}
	for _, f := range near.found {
		if at, is := l.within(f.abs); is {
			return granting{l.named(at), f.why}
		}
	}
	if g := o.ledByYours(call, way); g.why != "" {
		return g
	}
	return unknown
}

// hooked looks for a path in a folder from which version control runs programs.
func hooked(dir, p string, folders []string) granting {
	for _, folder := range folders {
		name, err := filepath.Rel(paths.Straight(dir), paths.Straight(folder))
		if err != nil || !filepath.IsLocal(name) {
			continue // a folder elsewhere, which no file tool can reach
		}
		name = filepath.ToSlash(name)
		if name == "." {
			if !strings.Contains(p, "/") && isHook(paths.Folded(p)) {
				return granting{p, byHook}
			}
			continue
		}
		if f := paths.Folded(p); f == paths.Folded(name) || strings.HasPrefix(f, paths.Folded(name)+"/") {
			return granting{p, byHook}
		}
		there, err := os.Stat(filepath.Join(dir, name))
		for at := p; err == nil && at != "."; at = path.Dir(at) {
			if info, err := os.Stat(filepath.Join(dir, at)); err == nil && os.SameFile(there, info) {
				return granting{path.Join(name, strings.TrimPrefix(p, at)), byHook}
			}
		}
	}
	return granting{}
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

// allowed reports whether a person allowed this very call and was told then what is asked
// about here.
func (g granting) allowed(call tool.Call) bool {
	return call.Allowed != "" && call.Allowed == textGrants(g)
}

// either is the first of several paths that gives permission.
func (o Options) either(call tool.Call, paths ...string) granting {
	for _, p := range paths {
		if g := o.given(call, p); g.why != "" {
			return g
		}
	}
	return granting{}
}
