package git

import (
	"path/filepath"
	"strings"
)

// short is how many digits name a commit to people.
const short = 7

// Branch is the name of the branch that is checked out, the beginning of the commit's
// where none is, "" where that cannot be read.
func (r *Repository) Branch() string {
	text, err := readSmall(filepath.Join(r.dir, "HEAD"))
	if err != nil {
		return ""
	}
	line := strings.TrimSpace(string(text))
	if name, symbolic := strings.CutPrefix(line, "ref:"); symbolic {
		name = strings.TrimSpace(name)
		if branch, is := strings.CutPrefix(name, "refs/heads/"); is && branch != ".invalid" { // which stands there where references lie elsewhere
			return branch
		}
		return ""
	}
	if _, err := r.parseID(line); err != nil {
		return ""
	}
	return line[:short]
}
