//go:build unix

package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// While nobody has a conversation open, other programs can write to its file. So what was
// answered then is accounted for here, in the user's state folder: the id of the
// permission or the inquiry, and the digest of the line that answers it.

// Accounted is an answer that was given while nobody had the conversation open.
type Accounted struct {
	ID   string `json:"id"`
	Line string `json:"line"`
}

// account is the file of a conversation.
type account struct {
	V       int         `json:"v"`
	Answers []Accounted `json:"answers"`
}

// ReadAnswered returns what is accounted for in a conversation. A file that is a link,
// belongs to another user or is open to others is refused.
func ReadAnswered(dir, conversation string) ([]Accounted, error) {
	name := filepath.Join(dir, conversation+".json")
	text, err := readPrivate(name, textAnsweredRefused)
	if err != nil || text == "" {
		return nil, err
	}
	var a account
	if err := json.Unmarshal([]byte(text), &a); err != nil || a.V != 1 {
		return nil, errors.New(textAnsweredRefused(name, "it is not what Parley writes there"))
	}
	return a.Answers, nil
}

// WriteAnswered replaces what is accounted for in a conversation; none removes the file.
func WriteAnswered(dir, conversation string, answers []Accounted) error {
	name := filepath.Join(dir, conversation+".json")
	if len(answers) == 0 {
		if err := os.Remove(name); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	text, err := json.Marshal(account{1, answers})
	if err != nil {
		return err
	}
	return replaceFile(name, append(text, '\n'))
}

// textAnsweredRefused says why an account of answers is not used.
func textAnsweredRefused(name, why string) string {
	return fmt.Sprintf("%s is not used, since %s; what was answered while nobody had the conversation open is asked again", name, why)
}
