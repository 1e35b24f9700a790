package fs

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"parley/coordinator/tool"
)

// place turns a path as a model gave it into one relative to the workspace, cleaned and
// with slashes. An absolute path below the workspace is accepted, since models often give
// one. A path that leads out is refused here by its text, and by the operating system
// where a link is in the way.
func place(call tool.Call, raw string) (string, error) {
	if raw == "" {
		return "", fault(textNoPath)
	}
	if strings.ContainsRune(raw, 0) {
		return "", fault(textNullInPath)
	}
	p := filepath.ToSlash(raw)
	if path.IsAbs(p) {
		inside, ok := below(filepath.ToSlash(call.Dir), path.Clean(p))
		if !ok {
			return "", fault(textOutside(raw))
		}
		p = inside
	}
	p = path.Clean(p)
	if !filepath.IsLocal(filepath.FromSlash(p)) {
		return "", fault(textOutside(raw))
	}
	return p, nil
}

// below cuts dir from the absolute path p.
func below(dir, p string) (string, bool) {
	dir = path.Clean(dir)
	if !path.IsAbs(dir) {
		return "", false
	}
	if p == dir {
		return ".", true
	}
	return strings.CutPrefix(p, strings.TrimSuffix(dir, "/")+"/")
}

// target is place for a path that will be written, deleted or moved. Links on the way are
// resolved, so that the path that is asked about is the one that is touched.
func target(call tool.Call, raw string) (string, error) {
	p, err := writable(call, raw)
	if err != nil {
		return "", err
	}
	dir, err := resolved(call.Root, path.Dir(p))
	if err != nil {
		return "", err
	}
	p = path.Join(dir, path.Base(p))
	if err := ownFault(p); err != nil {
		return "", err
	}
	if inRepository(call.Root, p) {
		return "", fault(textGitOwn(p))
	}
	return p, wallOf(call).fault(p)
}

// writable is place for a path that will be written, deleted or moved, judged by its text
// alone.
func writable(call tool.Call, raw string) (string, error) {
	p, err := place(call, raw)
	if err != nil {
		return "", err
	}
	if p == "." {
		return "", fault(textIsDirectory(raw))
	}
	if why := nameFault(p); why != "" {
		return "", fault(textBadName(p, why))
	}
	return p, ownFault(p)
}

// ownFault refuses what belongs to git.
func ownFault(p string) error {
	for part := range strings.SplitSeq(p, "/") {
		if folded(part) == ".git" {
			return fault(textGitOwn(p))
		}
	}
	return nil
}

// inRepository reports whether a path lies in a folder that git takes for its own whatever
// its name, or would make it one: a bare repository, or one whose work tree names it from
// elsewhere. What is written there is run just as what is written in .git.
func inRepository(root *os.Root, p string) bool {
	for dir, part := path.Dir(p), path.Base(p); ; dir, part = path.Dir(dir), path.Base(dir) {
		all := func(names ...string) bool {
			for _, name := range names {
				if folded(part) == strings.ToLower(name) {
					continue // it will exist
				}
				if _, err := root.Lstat(path.Join(dir, name)); err != nil {
					return false
				}
			}
			return true
		}
		whole := all("HEAD", "objects", "refs") || all("HEAD", "commondir") // the rest is where commondir says
		if whole || dir == "." {
			return whole
		}
	}
}

// maxLinks is how many links one path may lead through.
const maxLinks = 40

// errLeadsOut says that a link leads out of the workspace.
var errLeadsOut = errors.New("a link leads out of the workspace")

// resolved follows the links in a directory's path by their text. The part that does not
// exist stays as it is. Opening the result is still up to the root.
func resolved(root *os.Root, dir string) (string, error) {
	done, rest, links := ".", strings.Split(dir, "/"), 0
	for len(rest) > 0 {
		next := path.Join(done, rest[0])
		rest = rest[1:]
		if !filepath.IsLocal(filepath.FromSlash(next)) {
			return "", errLeadsOut
		}
		info, err := root.Lstat(next)
		if errors.Is(err, fs.ErrNotExist) {
			return path.Join(append([]string{next}, rest...)...), nil
		}
		if err != nil {
			return "", err
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			done = next
			continue
		}
		to, err := root.Readlink(next)
		if err != nil {
			return "", err
		}
		if links++; links > maxLinks {
			return "", syscall.ELOOP
		}
		if filepath.IsAbs(to) {
			return "", errLeadsOut
		}
		rest = append(strings.Split(filepath.ToSlash(to), "/"), rest...)
	}
	return done, nil
}

// show is a path for a line of text: as it is, or quoted if it holds anything that would
// not show as itself.
func show(p string) string {
	for _, r := range p {
		if !strconv.IsPrint(r) || r == '`' || r == '"' || r == '\uFFFD' {
			return strconv.Quote(p)
		}
	}
	return p
}
