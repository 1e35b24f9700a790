package session

import (
	"fmt"
	"os"
	"path/filepath"

	"parley/coordinator/tools/fs"
	"parley/model/cli/process"
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

// EditedIn is the folder in which texts of the conversation are while the user's editor has them open.
func (x *Session) EditedIn() string { return x.Setup.editedIn(x.Saved.ID()) }

func (s Setup) editedIn(conversation string) string {
	return filepath.Join(filepath.Dir(s.Places.TrustFile), "editing", conversation) // "": that of all
}

// unread tells of what the user's editor wrote when the program had ended before it.
func (x *Session) unread() (notes []string) {
	for _, file := range process.Unread(x.EditedIn(), x.Prog.Now()) {
		notes = append(notes, fmt.Sprintf(unreadText, file))
	}
	return notes
}

const unreadText = "Your editor was open when Parley ended. What it wrote is in %s. Delete that file when you have what you need."
