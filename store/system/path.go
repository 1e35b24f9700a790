package system

import (
	"path/filepath"
	"slices"
	"strings"
)

// PathOutside removes relative paths, and paths inside dir, from a PATH.
func PathOutside(list, dir string) string {
	folders := slices.DeleteFunc(filepath.SplitList(list), func(folder string) bool {
		rel, err := filepath.Rel(dir, folder)
		return !filepath.IsAbs(folder) || dir != "" && (err != nil || filepath.IsLocal(rel))
	})
	return strings.Join(folders, string(filepath.ListSeparator))
}
