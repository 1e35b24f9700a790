package private

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"

	"parley/store/system"
)

// While nobody has a conversation open, other programs can write to its file. So what was
// answered then is accounted for here, in the user's state folder: the id of the
// permission or the inquiry, the digest of the line that answers it, and the identity of the
// workspace that it was given for.

// Accounted is an answer that was given while nobody had the conversation open.
type Accounted struct {
	ID     string `json:"id"`
	Line   string `json:"line"`
	Folder string `json:"folder"`
}

// account is the file of a conversation.
type account struct {
	V       int         `json:"v"`
	Answers []Accounted `json:"answers"`
}

// ReadAnswered returns what is accounted for in a conversation. A file that is a link,
// belongs to another user or is open to others is refused.
func ReadAnswered(dir, conversation string) ([]Accounted, error) {
	var a account
	err := readKept(dir, conversation, textAnsweredRefused, &a, &a.V)
	return a.Answers, err
}

// WriteAnswered replaces what is accounted for in a conversation; none removes the file.
func WriteAnswered(dir, conversation string, answers []Accounted) error {
	return writeKept(dir, conversation, len(answers) == 0, account{1, answers}, Replace)
}

// readKept reads the file of a conversation in a folder of the user's state; one that is not
// there leaves everything as it is.
func readKept(dir, conversation string, refused func(name, why string) string, into any, version *int) error {
	name := filepath.Join(dir, conversation+".json")
	text, err := readIn(dir, conversation+".json", refused)
	if err != nil || text == "" {
		return err
	}
	if err := json.Unmarshal([]byte(text), into); err != nil || *version != 1 {
		return errors.New(refused(name, "it is not what Parley writes there"))
	}
	return nil
}

// writeKept replaces such a file, or removes it where nothing is left to keep.
func writeKept(dir, conversation string, none bool, what any, replace func(name string, doc []byte) error) error {
	if none {
		return removeIn(dir, conversation+".json")
	}
	if err := system.Folder(dir); err != nil {
		return err
	}
	text, err := json.Marshal(what)
	if err != nil {
		return err
	}
	return replace(filepath.Join(dir, conversation+".json"), append(text, '\n'))
}

// textAnsweredRefused says why an account of answers is not used.
func textAnsweredRefused(name, why string) string {
	return fmt.Sprintf("%s is not used, since %s; what was answered while nobody had the conversation open is asked again", name, why)
}
