package fs

import (
	"context"
	"path/filepath"

	"parley/coordinator/git"
	"parley/coordinator/tool"
)

// dirty reads from the repository whether one file has uncommitted changes, and returns
// git's two letters; git.Clean if there is no repository, nothing was changed, or the
// repository ignores the file. git itself is not run, because it would run what the
// repository names.
func (o Options) dirty(ctx context.Context, call tool.Call, p string) string {
	ctx, cancel := context.WithTimeout(ctx, o.LookLimit)
	defer cancel()
	status := o.Status(ctx, filepath.Join(call.Dir, filepath.FromSlash(p)))
	if status == git.Untracked && o.ignoredFile(call, p) {
		return git.Clean
	}
	return status
}

// ignoredFile reports whether the repository's and the workspace's rules ignore a file, or
// a directory that contains it.
func (o Options) ignoredFile(call tool.Call, p string) bool {
	rules := excluded(call.Dir, o.User)
	for _, dir := range ancestors(p) {
		rules = readRules(call.Root, dir, rules)
	}
	for _, dir := range append(ancestors(p), p)[1:] {
		if ignored(rules, dir, dir != p) {
			return true
		}
	}
	return false
}

// excluded are the rules that precede those of any .gitignore: the user's own, and the
// repository's.
func excluded(dir string, user git.User) []rule {
	return joinedRules(joinedRules(nil, parseRules(".", user.Excludes())), parseRules(".", git.Excludes(dir)))
}

// dirtyAsk is the question put before a file with uncommitted changes is touched.
func dirtyAsk(id, p, status string) ask {
	return ask{
		id:      id,
		context: gitText(status),
		digest:  digestOf("dirty", p, status),
	}
}
