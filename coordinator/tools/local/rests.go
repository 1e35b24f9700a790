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
	mostSummed  = 256 << 20
	mostListed  = 4 << 20 // of those of servers, which are looked at whenever the configuration is read
	listedWords = 64      // words of a server's command that are looked at, for the same reason
)

// Rests is a digest of the files of the workspace that the command names.
func (l local) Rests(call tool.Call) string {
	h, any := sha256.New(), false
	for _, f := range l.rests(call, mostSummed) {
		any = true
		fmt.Fprintf(h, "%q %s\n", f.Word, f.Digest)
	}
	if !any {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Named is a file of the workspace that a command names: the word that does, and a digest of what is in it.
type Named struct{ Word, Digest string }

// Files are those that a command, run in the workspace dir, names. env are variables that it gets besides those of the
// program, NAME=value: whichever PATH counts, a file that it finds is one.
func Files(command, env []string, dir string) []Named {
	all := local{config: Config{Command: command}, listed: true}.rests(tool.Call{Dir: dir}, mostListed)
	if len(env) == 0 {
		return all
	}
	more := local{config: Config{Command: command, Env: slices.Concat(env, os.Environ())}, listed: true}.rests(tool.Call{Dir: dir}, mostListed)
	return append(all, slices.DeleteFunc(more, func(n Named) bool { return slices.Contains(all, n) })...)
}

func (l local) rests(call tool.Call, left int64) (all []Named) {
	dir := l.config.Dir
	if dir == "" {
		dir = call.Dir
	}
	seen := map[string]bool{}
	for _, f := range l.named(dir, call.Dir) {
		info, err := os.Stat(f.at)
		if err != nil || info.IsDir() || seen[f.at] || !within(call.Dir, f.at) {
			continue
		}
		seen[f.at] = true
		all = append(all, Named{f.word, summed(f.at, info, &left)})
	}
	return all
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
