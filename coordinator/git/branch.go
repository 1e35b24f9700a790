package git

import (
	"path/filepath"
	"strings"
)

// short is how many digits of a commit's name are shown.
const short = 7

// Branch is the name of the branch that is checked out, the start of the commit's
// name if there is none, or "" if that cannot be read.
func (r *Repository) Branch() string {
	text, err := readSmall(filepath.Join(r.dir, "HEAD"))
	if err != nil {
		return ""
	}
	line := strings.TrimSpace(string(text))
	if name, symbolic := strings.CutPrefix(line, "ref:"); symbolic {
		name = strings.TrimSpace(name)
		if branch, is := strings.CutPrefix(name, "refs/heads/"); is && refers(name) { // refs/heads/.invalid stands there if references are kept elsewhere
			return branch
		}
		return ""
	}
	if _, err := r.parseID(line); err != nil {
		return ""
	}
	return line[:short]
}

// refers reports whether git takes a name for that of a reference. Another one, with blanks say,
// could pass for more than a name where it is shown.
func refers(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if part == "" || part[0] == '.' || strings.HasSuffix(part, ".lock") {
			return false
		}
	}
	odd := func(r rune) bool { return r <= ' ' || r == 0x7f || strings.ContainsRune(`~^:?*[\`, r) }
	return !strings.ContainsFunc(name, odd) && !strings.Contains(name, "..") && !strings.Contains(name, "@{") && !strings.HasSuffix(name, ".")
}
