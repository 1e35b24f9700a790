package session

import (
	"os"

	"parley/coordinator/tools/fs"
)

// FileIn returns a function that gives the present digests of a folder's files; see
// fs.DigestNow. For a folder that cannot be opened nothing is known.
func FileIn(dir string) func(path string) (digest string, known bool) {
	return func(path string) (string, bool) {
		root, err := os.OpenRoot(dir)
		if err != nil {
			return "", false
		}
		digest, known := fs.DigestNow(root, path)
		return digest, known && root.Close() == nil
	}
}
