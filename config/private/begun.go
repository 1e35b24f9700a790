package private

import (
	"fmt"
	"path/filepath"

	"parley/store/system"
)

// Whoever gives somebody a conversation also gives what it says was in files. So the
// conversations whose changes this installation kept itself are noted here, in the user's
// state folder: only these are undone.

// Begun reports whether a conversation is noted. A note that is a link, belongs to another
// user or is open to others is refused.
func Begun(dir, conversation string) (bool, error) {
	text, err := readIn(dir, conversation, textBegunRefused)
	return text == conversation+"\n", err
}

// Begin notes a conversation.
func Begin(dir, conversation string) error {
	if err := system.Folder(dir); err != nil {
		return err
	}
	return Replace(filepath.Join(dir, conversation), []byte(conversation+"\n"))
}

// End removes the note of a conversation.
func End(dir, conversation string) error {
	return removeIn(dir, conversation)
}

// textBegunRefused says why a note is not used.
func textBegunRefused(name, why string) string {
	return fmt.Sprintf("%s is not used, since %s", name, why)
}
