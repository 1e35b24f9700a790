package rulebook

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// managers are programs that stand under the names of others and start these, in the version
// that files where they run name.
var managers = [...]string{"mise", "rtx", "asdf", "aqua-proxy", "proto-shim"}

// shim reports whether a file is no program itself, but starts one for a manager of versions: it
// leads to one, or lies in a folder of such files, which mise, asdf, pyenv, rbenv, goenv, proto and
// others call shims.
func shim(file, real string) bool {
	name := filepath.Base(real)
	if slices.Contains(managers[:], name) {
		return filepath.Base(file) != name
	}
	return filepath.Base(filepath.Dir(file)) == "shims" || filepath.Base(filepath.Dir(real)) == "shims"
}

// harmlessVersions reports whether the files of a folder name no more than versions for managers
// of versions: no folder with a program (path:), no source to build (ref:) and no settings of more.
func harmlessVersions(dir string) bool {
	if !harmlessMise(dir) || !without(dir, "aqua.yaml", "aqua.yml", ".aqua.yaml", ".aqua.yml", "aqua", ".aqua", ".prototools", ".asdfrc") {
		return false
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	return !slices.ContainsFunc(entries, func(e os.DirEntry) bool {
		name := strings.ToLower(e.Name())
		is := strings.HasPrefix(name, ".") && (strings.HasSuffix(name, "-version") || strings.HasSuffix(name, "-versions") || name == ".nvmrc")
		return is && !lines(filepath.Join(dir, e.Name()), versions().MatchString)
	})
}

// versions is a line of names and versions. What has a colon or a slash may be a path, or a
// place to fetch a program from.
var versions = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._+@-]*([ \t]+[A-Za-z0-9*][A-Za-z0-9._+@*-]*)*([ \t]+#.*)?$`)
})
