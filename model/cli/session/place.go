package session

import (
	"os"
	"path/filepath"
	"strings"
)

// A record names the folder that a conversation works in. What is written there may come from
// somebody else, and a name that leads to another folder for whoever looks, as "." and the
// kernel's /proc/self/cwd do, would name the very folder that the user is in, wherever that is.

// aboutSelf begins the names by which the kernel tells a process of itself.
const aboutSelf = "/proc/"

// mostLinks is how many links a name may lead through.
const mostLinks = 40

// place is the folder that a record names, "" if its name is none that leads everybody to the
// same one.
func place(root string) string {
	if !filepath.IsAbs(root) || filepath.Clean(root) != root {
		return ""
	}
	if at := root; throughSelf(at, mostLinks) {
		return ""
	}
	return root
}

// throughSelf reports whether a whole path leads through what the kernel tells a process of
// itself, or through more links than may be followed.
func throughSelf(path string, links int) bool {
	if strings.HasPrefix(path+"/", aboutSelf) || links == 0 {
		return true
	}
	for i := range len(path) {
		if i == 0 || !os.IsPathSeparator(path[i]) && i < len(path)-1 {
			continue
		}
		at, rest := path[:i], path[i:]
		if i == len(path)-1 {
			at, rest = path, ""
		}
		to, err := os.Readlink(at)
		if err != nil {
			continue // it is no link
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(at), to)
		}
		return throughSelf(filepath.Join(to, rest), links-1)
	}
	return false
}
