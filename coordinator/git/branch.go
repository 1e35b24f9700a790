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
		if branch, is := strings.CutPrefix(name, "refs/heads/"); is && branch != ".invalid" { // the name that stands there if references are kept elsewhere
			return branch
		}
		return ""
	}
	if _, err := r.parseID(line); err != nil {
		return ""
	}
	return line[:short]
}
