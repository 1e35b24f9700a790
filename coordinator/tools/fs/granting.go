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
// the names on the way to it, or because it is the same file, or lies in the same
// folder, as something of that kind that goes by another name.
func given(call tool.Call, p string) granting {
	if why := grantedBy(p); why != "" {
		return granting{p, why}
	}
	return sameAs(call.Dir, p)
}

// either is the first of several paths that gives permission.
func either(call tool.Call, paths ...string) granting {
	for _, p := range paths {
		if g := given(call, p); g.why != "" {
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
func sameAs(dir, p string) granting {
	var way []os.FileInfo // p and the folders above it, without the root
	for at := p; at != "."; at = path.Dir(at) {
		if info, err := os.Stat(filepath.Join(dir, at)); err == nil {
			way = append(way, info)
		}
	}
	if len(way) == 0 {
		return granting{}
	}
	for at := path.Dir(p); ; at = path.Dir(at) {
		if g := sameIn(dir, at, way); g.why != "" || at == "." {
			return g
		}
	}
}

// sameIn looks through one folder for what is the same as something of the way.
func sameIn(dir, at string, way []os.FileInfo) granting {
	for _, g := range grants {
		for _, name := range g.names {
			if strings.Contains(name, "*") {
				continue
			}
			for _, spelled := range spellings(name) {
				there, err := os.Stat(filepath.Join(dir, at, spelled))
				if err != nil {
					continue
				}
				for _, info := range way {
					if os.SameFile(there, info) {
						return granting{path.Join(at, spelled), g.why}
					}
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
