package grants

import (
	"path/filepath"
	"slices"

	"parley/coordinator/git"
	"parley/coordinator/tool"
	"parley/coordinator/tools/fs/paths"
)

// Users who keep their settings in a repository have links to it where programs look for
// them. The target of such a link is what the programs read, so it gives permission too.

// maxYours is how many entries of each of the user's own folders are searched for links,
// nearest first.
const maxYours = 256

// yours is what gives permission outside the workspace: the names of the list in the
// user's home folder and in the folders above the workspace, where assistants and others look as
// well, and the folders that are closed to file tools. A folder that cannot be read leads nowhere.
func yours(user git.User, call tool.Call) []listed {
	var found []listed
	if home := user.Home; filepath.IsAbs(home) {
		_, _ = theList().within(home, filepath.ToSlash(home), &found)
	}
	for at := filepath.Dir(paths.Straight(call.Dir)); ; at = filepath.Dir(at) {
		var above []listed
		if at != user.Home {
			_, _ = theList().within(at, filepath.ToSlash(at), &above)
		}
		for _, f := range above {
			if !lies(call.Dir, f.abs) { // of one that holds the whole workspace the user knows
				found = append(found, f)
			}
		}
		if at == filepath.Dir(at) {
			break
		}
	}
	for _, folder := range call.Closed {
		if !slices.ContainsFunc(found, func(f listed) bool { return f.abs == folder }) {
			found = append(found, listed{at: filepath.ToSlash(folder), abs: folder, why: byOwn})
		}
	}
	return found
}

// lies reports whether the workspace is a folder or lies in it. Below an assistant's
// folders there may be whole projects that it works on.
func lies(dir, folder string) bool {
	name, err := filepath.Rel(paths.Straight(folder), paths.Straight(dir))
	return err == nil && filepath.IsLocal(name)
}

// ledByYours finds something of the user's own that is, or leads to, a path or a folder
// above it, or that includes it.
func ledByYours(user git.User, call tool.Call, p string, way paths.Trail) Found {
	found := yours(user, call)
	for _, f := range found {
		if way.Meets("", f.abs) || f.why != byAgent && lies(call.Dir, f.abs) {
			return Found{f.at, f.why}
		}
	}
	for _, f := range found {
		l := looker{dir: call.Dir, way: way, left: maxYours}
		if at, is := l.within(f.abs); is {
			return Found{filepath.ToSlash(at), f.why}
		}
	}
	name := soughtAs(call.Dir, p, user.Home, way)
	reads := includer{dir: call.Dir, home: user.Home, own: true, way: way, seen: map[string]bool{}}
	for _, f := range found {
		if reads.words(f) {
			return Found{f.at, byNaming}
		}
		if f.names(name) {
			return Found{f.at, byNamed}
		}
	}
	return Found{}
}
