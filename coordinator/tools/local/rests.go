package local

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"parley/coordinator/tool"
)

// What a command does can lie in files of the workspace, which an assistant may change: a
// program, the script that an interpreter is given, a file behind a flag. Which word of a
// command is what, only the program knows that gets it, so each file counts that a word names
// or holds. What such a file reads or runs in turn is not looked for.

// How many bytes of the files are read. Of the others size and time count.
const (
	mostSummed = 256 << 20
	mostListed = 4 << 20 // of those of servers, which are looked at whenever the configuration is read
)

// mostLooks is how many places are looked at. A command that names more is not run.
const mostLooks = 30000

// Looks bounds how many places are looked at, for one command or for several together.
type Looks struct {
	made int
	over bool // more were to be made, or a word was not looked at
	sums map[string]string
}

// may reports whether another place may be looked at.
func (l *Looks) may() bool {
	if l.made++; l.made > mostLooks {
		l.over = true
	}
	return !l.over
}

// Rests is a digest of the files of the workspace that the command names.
func (l local) Rests(call tool.Call) string {
	files, whole := l.rests(call, mostSummed)
	if len(files) == 0 && whole {
		return ""
	}
	h := sha256.New()
	for _, f := range files {
		fmt.Fprintln(h, f)
	}
	if !whole { // it is not run as it is
		fmt.Fprintln(h, "and more")
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Named is a file of the workspace that a command names.
type Named struct {
	Word   string // the word that does; parts of a key can stand in it
	At     string // where the file is, as seen from the workspace if it lies there
	Runs   bool   // it can be run as a program
	Digest string // of what is in it
}

// String is all that tells the file from another one, as a yes is kept for it.
func (n Named) String() string { return fmt.Sprintf("%q %q %v %s", n.Word, n.At, n.Runs, n.Digest) }

// Files are those that a command, run in the workspace dir, names. env are variables that it gets besides those of the
// program, NAME=value: whichever PATH counts, a file that it finds is one, and so is one that another value names. It is
// not whole where they are too many to be looked at.
func Files(command, env []string, dir string, looks *Looks) (all []Named, whole bool) {
	call, l := tool.Call{Dir: dir}, local{config: Config{Command: command}, looks: looks}
	all, whole = l.rests(call, mostListed)
	if len(env) == 0 || !whole {
		return all, whole
	}
	l.config.Env, l.lent = slices.Concat(env, os.Environ()), env
	more, whole := l.rests(call, mostListed)
	return append(all, slices.DeleteFunc(more, func(n Named) bool { return slices.Contains(all, n) })...), whole
}

// rests are the files, left of whose bytes are read.
func (l local) rests(call tool.Call, left int64) (all []Named, whole bool) {
	dir := l.config.Dir
	if dir == "" {
		dir = call.Dir
	}
	if l.looks == nil {
		l.looks = &Looks{}
	}
	seen := map[string]bool{}
	for _, f := range l.named(dir, call.Dir) {
		info, err := os.Stat(f.at)
		if err != nil || info.IsDir() || seen[f.at] || !within(call.Dir, f.at) {
			continue
		}
		seen[f.at] = true
		all = append(all, Named{f.word, seenFrom(call.Dir, f.at), info.Mode()&0o111 != 0, l.looks.summed(f.at, info, &left)})
	}
	return all, !l.looks.over
}

// summed is the digest of a file, made once.
func (l *Looks) summed(file string, info os.FileInfo, left *int64) string {
	real, err := filepath.EvalSymlinks(file)
	if err != nil {
		return summed(file, info, left)
	}
	if l.sums == nil {
		l.sums = map[string]string{}
	}
	key := fmt.Sprint(real, info.Size() <= *left)
	if sum, has := l.sums[key]; has {
		if info.Mode().IsRegular() && info.Size() <= *left {
			*left -= info.Size()
		}
		return sum
	}
	l.sums[key] = summed(file, info, left)
	return l.sums[key]
}

// summed is the digest of a file or, of one that is too large or cannot be read, what else tells
// it from another one. left is how much may still be read.
func summed(file string, info os.FileInfo, left *int64) string {
	if !info.Mode().IsRegular() {
		return fmt.Sprint(info.Mode()) // the time of a pipe or a device changes with each use
	}
	if info.Size() <= *left {
		*left -= info.Size()
		if sum, err := tool.Sum(file); err == nil {
			return sum
		}
	}
	return fmt.Sprint(info.Mode(), info.Size(), info.ModTime().UnixNano())
}

// seenFrom is a path as seen from dir, if it lies in it by its name.
func seenFrom(dir, file string) string {
	if rel, err := filepath.Rel(dir, file); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return file
}

// within reports whether a file lies in a folder, by its name or by where its links lead.
func within(dir, file string) bool {
	files, dirs := []string{file}, []string{dir}
	if real, err := filepath.EvalSymlinks(file); err == nil {
		files = append(files, real)
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dirs = append(dirs, real)
	}
	for _, d := range dirs {
		for _, f := range files {
			if rel, err := filepath.Rel(d, f); err == nil && filepath.IsLocal(rel) {
				return true
			}
		}
	}
	return false
}
