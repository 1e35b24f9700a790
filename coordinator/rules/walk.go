package rules

import "slices"

// Some folders are closed to the assistant whatever is allowed. If the workspace contains
// one, a command that recurses into folders would read it, though no word names it.

// walks reports whether a command recurses into folders, as far as that is known.
func (u use) walks(words []word) bool {
	name := baseName(words[0].text)
	if u.row != nil && u.row.like {
		return true
	}
	flags, known := tablesOf().walks[tablesOf().common(name)]
	switch {
	case !known:
		_, own := tablesOf().builtins[name]
		return u.row == nil && !own
	case len(flags) == 0:
		return true
	}
	given, _ := split(tablesOf().common(name), words[1:], true)
	return slices.ContainsFunc(flags, func(flag string) bool {
		return slices.ContainsFunc(given, func(g string) bool { return meansFlag(tablesOf().common(name), flag, g) })
	})
}

// closedWithin says why a command that recurses into folders is not covered here.
func (j *judge) closedWithin(name string) string {
	at, looked := j.facts.Paths["."]
	switch {
	case looked && at == Around:
		return whyClosed(name)
	case looked || j.facts.assume:
		return ""
	}
	if !j.wanted["."] {
		j.wanted["."] = true
		j.wants.Paths = append(j.wants.Paths, ".")
	}
	return whyPlace(".", whichUnknown)
}
