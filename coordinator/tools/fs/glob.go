package fs

import (
	"path"
	"strings"
)

// globs reports whether p, a path with slashes, matches pattern: `*`, `?` and
// `[…]` as in a shell within one part of the path, `**` for any number of parts.
// The time is bounded by the product of the numbers of parts.
func globs(pattern, p string) bool {
	pats, parts := strings.Split(pattern, "/"), strings.Split(p, "/")
	// fits[j] says whether the patterns so far match the first j parts.
	fits := make([]bool, len(parts)+1)
	fits[0] = true
	for _, pat := range pats {
		next := make([]bool, len(parts)+1)
		if pat == "**" {
			next[0] = fits[0]
			for j := range parts {
				next[j+1] = fits[j+1] || next[j]
			}
		} else {
			for j, part := range parts {
				next[j+1] = fits[j] && matches(pat, part)
			}
		}
		fits = next
	}
	return fits[len(parts)]
}

// matches is path.Match where a bad pattern matches nothing.
func matches(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return ok && err == nil
}

// globFault says what is wrong with a pattern of the model, or nil.
func globFault(pattern string) error {
	for part := range strings.SplitSeq(pattern, "/") {
		if _, err := path.Match(part, ""); err != nil {
			return fault(textBadGlob(pattern))
		}
	}
	return nil
}

// named reports whether a file matches a pattern of the model: its name, or its
// whole path if the pattern holds a slash.
func named(pattern, p string) bool {
	switch {
	case pattern == "":
		return true
	case strings.Contains(pattern, "/"):
		return globs(strings.TrimPrefix(pattern, "/"), p)
	}
	return matches(pattern, path.Base(p))
}
