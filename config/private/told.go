package private

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"

	"parley/store/system"
)

// What was told about a file, and a no to it, are noted in the state folder, so that the
// next start need not say or ask it again while the file is as it was.

// Noted reports whether the note about something is this one. A note that cannot be used
// is none: then it is told or asked once more.
func Noted(dir, about, state string) bool {
	text, err := readIn(dir, noteName(about), textNoteRefused)
	return err == nil && text == state+"\n"
}

// Note notes the state of something; the note before is gone.
func Note(dir, about, state string) error {
	if err := system.Folder(dir); err != nil {
		return err
	}
	return Replace(filepath.Join(dir, noteName(about)), []byte(state+"\n"))
}

func noteName(about string) string {
	sum := sha256.Sum256([]byte(about))
	return hex.EncodeToString(sum[:])
}

func textNoteRefused(name, why string) string {
	return fmt.Sprintf("%s is not used, since %s", name, why)
}
