package rulebook

import (
	"context"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"parley/coordinator/rules"
)

// go build names a program after the last part of its package's path: the name of the folder, or
// that of the module in the folder with its go.mod.

// harmlessBuilt reports whether no program that go may build of a workspace has the name of a file
// that gives permission or that other programs run.
func harmlessBuilt(ctx context.Context, dir string) bool {
	return everyFile(ctx, dir, func(real, name string, d fs.DirEntry) bool {
		return (d.Name() != "go.mod" || harmlessModule(real, name)) &&
			(d.IsDir() || !strings.HasSuffix(name, ".go") || !folderBuilds(real, filepath.Dir(name)))
	})
}

// folderBuilds reports whether the program of a folder's package has such a name.
func folderBuilds(dir, folder string) bool {
	rel, err := filepath.Rel(dir, folder)
	return err != nil || rel != "." && builds(dir, filepath.ToSlash(rel))
}

// builds reports whether the program of a package has such a name. A folder that stands in its
// place keeps it from being written.
func builds(dir, pkg string) bool {
	name := path.Base(pkg)
	if len(name) > 1 && name[0] == 'v' && strings.Trim(name[1:], "0123456789") == "" { // go takes the part before a version
		name = path.Base(path.Dir(pkg))
	}
	if info, err := os.Stat(filepath.Join(dir, name)); err == nil && info.IsDir() {
		return false
	}
	return name != "." && rules.OthersRun(name)
}

// harmlessModule reports whether the paths of a module and of its tools name no such program. Any
// line about them that is not in a plain shape may.
func harmlessModule(dir, file string) bool {
	return directives(file, func(verb string, words []string) bool {
		return verb != "module" && verb != "tool" || len(words) == 1 && !builds(dir, words[0])
	})
}
