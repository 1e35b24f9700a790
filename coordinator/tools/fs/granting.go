package fs

import (
	"os"
	"path"
	"path/filepath"
	"strings"

	"parley/coordinator/tool"
)

// grantQuestion is the id of the question before something is made, deleted or
// moved that gives permission, where nothing else would be asked.
const grantQuestion = "change_permission"

// granting is something that a change would touch and that gives permission: its
// name, as the list has it, and why. The zero value is nothing.
type granting struct{ path, why string }

// given says whether the change of a path is one of what gives permission: by
// the names on the way to it, because it is the same file, or lies in the same
// folder, as something of that kind that goes by another name, or because something of
// that kind leads to it.
func (o Options) given(call tool.Call, p string) granting {
	if why := grantedBy(p); why != "" {
		return granting{p, why}
	}
	way := trailOf(call.Dir, p)
	if g := sameAs(call.Dir, p, way); g.why != "" {
		return g
	}
	hooks, leads := o.User.Hooks(call.Dir), o.User.Leads(call.Dir)
	if g := hooked(call.Dir, p, hooks); g.why != "" {
		return g
	}
	if leads.Hooks != "" {
		hooks = append(hooks, leads.Hooks)
	}
	return led(call.Dir, p, way, leads, hooks)
}

// hooked finds a path in a folder from which version control takes what it runs.
func hooked(dir, p string, folders []string) granting {
	for _, folder := range folders {
		name, err := filepath.Rel(straight(dir), straight(folder))
		if err != nil || !filepath.IsLocal(name) {
			continue // a folder elsewhere, which no file tool reaches
		}
		name = filepath.ToSlash(name)
		if name == "." {
			if !strings.Contains(p, "/") && isHook(folded(p)) {
				return granting{p, byHook}
			}
			continue
		}
		if f := folded(p); f == folded(name) || strings.HasPrefix(f, folded(name)+"/") {
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

// isHook says whether a file of this name is one that git runs, where it takes them
// from the root itself.
func isHook(name string) bool {
	for _, begins := range []string{"applypatch-", "commit-", "fsmonitor-", "p4-", "post-", "pre-", "prepare-", "proc-receive", "push-to-checkout", "reference-transaction", "sendemail-", "update"} {
		if strings.HasPrefix(name, begins) {
			return true
		}
	}
	return false
}

// allowed says that a person allowed this very call, and was told then what they are
// asked about here.
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

// grantedBy looks a path up by its names.
func grantedBy(p string) string {
	names := strings.Split(folded(p), "/")
	for _, g := range grants {
		for _, wanted := range g.names {
			if along(names, strings.Split(wanted, "/")) {
				return g.why
			}
		}
	}
	return ""
}

// along says whether the wanted names stand one after the other among names.
func along(names, wanted []string) bool {
	for i := 0; i+len(wanted) <= len(names); i++ {
		fits := true
		for j, w := range wanted {
			fits = fits && fitsName(names[i+j], w)
		}
		if fits {
			return true
		}
	}
	return false
}

// fitsName compares a name with one of the list, which may hold one *.
func fitsName(name, wanted string) bool {
	before, after, any := strings.Cut(wanted, "*")
	if !any {
		return name == wanted
	}
	return len(name) >= len(before)+len(after) && strings.HasPrefix(name, before) && strings.HasSuffix(name, after)
}

// sameAs finds what gives permission, at the root or in a folder above p, and is
// p or a folder above it under another name: through links, hard links, or a
// file system that takes both names for one.
func sameAs(dir, p string, way trail) granting {
	for at := path.Dir(p); ; at = path.Dir(at) {
		if g := sameIn(dir, at, way); g.why != "" || at == "." {
			return g
		}
	}
}

// sameIn looks through one folder for what is the same as something of the way.
func sameIn(dir, at string, way trail) granting {
	folder := straight(filepath.Join(dir, at))
	for _, g := range grants {
		for _, name := range g.names {
			if strings.Contains(name, "*") {
				continue
			}
			for _, spelled := range spellings(name) {
				if way.meets(folder, spelled) {
					return granting{path.Join(at, spelled), g.why}
				}
			}
		}
	}
	return granting{}
}

// spellings are the forms in which a name of the list is commonly written.
func spellings(name string) []string {
	if stem, ok := strings.CutSuffix(name, ".md"); ok && !strings.Contains(name, "/") {
		return []string{strings.ToUpper(stem) + ".md", name}
	}
	if name == "jenkinsfile" {
		return []string{"Jenkinsfile", name}
	}
	if library, ok := strings.CutPrefix(name, "library/launch"); ok {
		return []string{"Library/Launch" + strings.ToUpper(library[:1]) + library[1:]}
	}
	return []string{name}
}
