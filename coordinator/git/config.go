package git

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
)

// configure reads the repository's format settings from its configuration. It follows
// no includes; for format settings git does not either.
func (r *Repository) configure() error {
	text, err := readSmall(filepath.Join(r.common, "config"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	set := parseConfig(string(text))
	r.mode = !isFalse(set["core.filemode"])
	r.fold = isTrue(set["core.ignorecase"])
	format := strings.ToLower(set["extensions.objectformat"])
	if format != "" && set["core.repositoryformatversion"] != "1" {
		return fmt.Errorf("git: objects are named by %q, which does not count in this version of a repository", format)
	}
	switch format {
	case "", "sha1":
	case "sha256":
		r.hash = bySHA256
	default:
		return fmt.Errorf("git: objects are named by %q, which is not known", format)
	}
	r.reftabs = set["extensions.refstorage"] != "" && set["extensions.refstorage"] != "files"
	return nil
}

// settings are the files of the repository's configuration.
func (r *Repository) settings() []string {
	return []string{filepath.Join(r.common, "config"), filepath.Join(r.dir, "config.worktree")}
}

func isFalse(v string) bool {
	switch strings.ToLower(v) {
	case "false", "no", "off", "0":
		return true
	}
	return false
}

func isTrue(v string) bool { return v != "" && !isFalse(v) }

// parseConfig reads the plain settings of a configuration, sections without a name of
// their own: their last values, by "section.key" in lower case. A key without a value
// is "true".
func parseConfig(text string) map[string]string {
	set := map[string]string{}
	for _, s := range settings(text) {
		if !s.named {
			set[s.key] = s.value
		}
	}
	return set
}
