package servers

import (
	"os"
	"path/filepath"
	"strings"

	"parley/store/text/secret"
)

// longestPath is how many bytes the name of a file has at most.
const longestPath = 4096

// isPath reports whether the value of a variable that looks like a key names the file of one: it reads as a path
// through a folder, or there is such a file.
func isPath(value string) bool {
	value = strings.TrimSpace(value)
	if value == "" || strings.IndexByte("/.~", value[0]) < 0 || !strings.Contains(value, "/") {
		return false
	}
	if secret.Path(value) {
		return true
	}
	if !filepath.IsAbs(value) || len(value) > longestPath {
		return false
	}
	_, err := os.Lstat(value)
	return err == nil
}
