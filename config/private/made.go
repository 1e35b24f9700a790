package private

import "fmt"

// A conversation is a file, which anybody can write and give to somebody. So what this
// installation made of one is noted here, in the user's state folder: from which line on it
// recorded what happened, and which settings a person chose there.

// Made is what this installation made of a conversation.
type Made struct {
	Since  string   `json:"since"`           // the digest of the first line that was recorded here
	Marks  []string `json:"marks,omitempty"` // one digest of all lines up to the latest decision, beginning or end in it, as it may be after a kill
	All    bool     `json:"all,omitempty"`   // these are of lines of every kind that counts; earlier builds left some out
	Kept   []string `json:"kept,omitempty"`  // the same up to the latest line that says which bytes of a file were kept, "" where there is none
	Chosen []Chosen `json:"chosen,omitempty"`
	Gone   bool     `json:"gone,omitempty"`   // a change of settings that was made here is on record no more, and none was made since
	Queued []string `json:"queued,omitempty"` // the digests of the messages that wait among the drafts
	Typed  bool     `json:"typed,omitempty"`  // nothing was said in it yet, and a message was typed for it here
	Closed *Closed  `json:"closed,omitempty"` // how it was left, nil where something was recorded since
}

// Closed is how a conversation was left: what the file was, and the digest of all its lines.
type Closed struct {
	File   string `json:"file"`
	Lines  int    `json:"lines"`
	Behind string `json:"behind"`
}

// Chosen is a change of settings that was made here: the digest of its line, and the identity
// of the workspace that it was made for.
type Chosen struct {
	Line     string `json:"line"`
	Folder   string `json:"folder"`
	Recorded bool   `json:"recorded,omitempty"` // the line is on record; a kill may leave one that is noted and is not
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
	return writeKept(dir, conversation, m.none(), madeFile{1, m}, Replace)
}

// TakeInMade replaces what is noted of a conversation by what a crash of the system may take back:
// the note before is as true.
func TakeInMade(dir, conversation string, m Made) error {
	return writeKept(dir, conversation, m.none(), madeFile{1, m}, replaceQuick)
}

func (m Made) none() bool {
	return m.Since == "" && len(m.Chosen) == 0 && len(m.Queued) == 0 && !m.Typed
}

// textMadeRefused says why a note is not used.
func textMadeRefused(name, why string) string {
	return fmt.Sprintf("%s is not used, since %s; this conversation counts as one that was not made here", name, why)
}
