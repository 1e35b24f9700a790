package private

import "fmt"

// A conversation is a file, which anybody can write and give to somebody. So what this
// installation made of one is noted here, in the user's state folder: from which line on it
// recorded what happened, and which settings a person chose there.

// Made is what this installation made of a conversation.
type Made struct {
	Since  string   `json:"since"`           // the digest of the first line that was recorded here
	Marks  []string `json:"marks,omitempty"` // one digest of all lines up to the latest decision, beginning or end in it, as it may be after a kill
	Chosen []Chosen `json:"chosen,omitempty"`
}

// Chosen is a change of settings that was made here: the digest of its line, and the identity
// of the workspace that it was made for.
type Chosen struct {
	Line   string `json:"line"`
	Folder string `json:"folder"`
}

// madeFile is the file of a conversation.
type madeFile struct {
	V int `json:"v"`
	Made
}

// ReadMade returns what is noted of a conversation, zero if nothing is. A file that is a
// link, belongs to another user or is open to others is refused.
func ReadMade(dir, conversation string) (Made, error) {
	var m madeFile
	if err := readKept(dir, conversation, textMadeRefused, &m, &m.V); err != nil {
		return Made{}, err
	}
	return m.Made, nil
}

// WriteMade replaces what is noted of a conversation; nothing removes the file.
func WriteMade(dir, conversation string, m Made) error {
	return writeKept(dir, conversation, m.Since == "" && len(m.Chosen) == 0, madeFile{1, m})
}

// textMadeRefused says why a note is not used.
func textMadeRefused(name, why string) string {
	return fmt.Sprintf("%s is not used, since %s; this conversation counts as one that was not made here", name, why)
}
