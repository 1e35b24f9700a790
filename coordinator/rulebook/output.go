package rulebook

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"parley/store/system"
)

// A program that go has built is named after its package and put into the root. Where it
// must be copied to there, since temporary files lie on another file system, go writes
// through a link of that name, if that leads to nothing, to an empty file or to a program.

// harmlessLinks reports whether no link in the root is one that go would write through.
func harmlessLinks(dir string) bool {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return false
	}
	for _, e := range entries {
		if e.Type()&fs.ModeSymlink != 0 && !kept(filepath.Join(dir, e.Name())) {
			return false
		}
	}
	return true
}

// kept reports whether go leaves what a link leads to as it is: a folder, or a file that
// is no program.
func kept(link string) bool {
	info, err := os.Stat(link)
	if err != nil || !info.IsDir() && (!info.Mode().IsRegular() || info.Size() == 0) {
		return false
	}
	return info.IsDir() || isText(link)
}

// mostCode is how many files and folders are looked at for links to code, and to lists.
const mostCode = 200_000

// harmlessCode reports whether no link in the workspace leads to code outside of it, which go
// fmt and gofmt would write, and go doc show.
func harmlessCode(ctx context.Context, dir string) bool {
	return staysLinked(ctx, dir, func(name string) bool {
		base := filepath.Base(name)
		if !strings.HasSuffix(base, ".go") || strings.HasPrefix(base, ".") {
			return false // no code, as go sees it
		}
		info, err := os.Stat(name)
		return err != nil || !info.IsDir()
	})
}

// harmlessLists reports whether no link in the workspace that has the name of a list of files to
// leave out leads out of it: a program that goes by such a list reads it through a link, and shows
// the lines that it cannot read. Those of the folders above hold in the workspace as well; there a
// link may stay in its folder.
func harmlessLists(ctx context.Context, dir string) bool {
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return false
	}
	for up := filepath.Dir(real); ; up = filepath.Dir(up) {
		for _, name := range [...]string{".gitignore", ".ignore", ".rgignore", ".fdignore", ".agignore", ".git/info/exclude"} {
			if !insideOf(up, up, name) {
				return false
			}
		}
		if up == filepath.Dir(up) {
			break
		}
	}
	return staysLinked(ctx, dir, func(name string) bool {
		base := strings.ToLower(filepath.Base(name))
		return strings.HasPrefix(base, ".") && strings.HasSuffix(base, "ignore") ||
			base == ".git" || base == "info" || base == "exclude" // git's own list, in its folder or in one to which a file .git leads
	})
}

// staysLinked reports whether no link of a workspace that counts leads out of it, or to nothing.
// Folders that are links are not entered, as the commands in question do not enter them.
func staysLinked(ctx context.Context, dir string, counts func(name string) bool) bool {
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return false
	}
	seen := 0
	err = filepath.WalkDir(real, func(name string, d fs.DirEntry, err error) error {
		seen++
		switch {
		case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission):
			return nil // taken away meanwhile, or closed to the command as well
		case err != nil:
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		case seen > mostCode:
			return errAway
		case d.Type()&fs.ModeSymlink == 0 || !counts(name):
			return nil
		}
		to, err := filepath.EvalSymlinks(name)
		if err != nil {
			return errAway
		}
		if rel, err := filepath.Rel(real, to); err != nil || !filepath.IsLocal(rel) {
			return errAway
		}
		return nil
	})
	return err == nil
}

// programs begin so, or with a byte that no text begins with.
var programs = [...]string{"!<arch>", "<bigaf>", "go object ", "MZ"}

// isText reports whether a file begins as no program does.
func isText(name string) bool {
	f, err := system.Open(name, 0) // a pipe must not be waited for
	if err != nil {
		return false
	}
	defer f.Close() // only read: nothing can be lost
	begin := make([]byte, 16)
	n, err := f.Read(begin)
	if err != nil {
		return false
	}
	text := string(begin[:n])
	for _, p := range programs {
		if strings.HasPrefix(text, p) {
			return false
		}
	}
	first, _ := utf8.DecodeRuneInString(text)
	return first != utf8.RuneError && !strings.ContainsFunc(text, func(c rune) bool { return c < ' ' && c != '\t' && c != '\n' && c != '\r' })
}
