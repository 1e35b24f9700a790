package config

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// Choice is a model that the user chose on a first run, and its server where
// that is not known by name.
type Choice struct {
	ID        string // provider/model
	Provider  string // the server to be configured, empty if it is known
	BaseURL   string
	APIKeyEnv string
}

// Lines are the lines of a configuration file that set the choice.
func (c Choice) Lines() string {
	text := fmt.Sprintf("[assistant.model]\nid = %s\n", quote(c.ID))
	if c.Provider == "" {
		return text
	}
	text += fmt.Sprintf("\n[%s]\nbase_url = %s\n", Key("providers", "llm", c.Provider), quote(c.BaseURL))
	if c.APIKeyEnv != "" {
		text += fmt.Sprintf("api_key_env = %s\n", quote(c.APIKeyEnv))
	}
	return text
}

// AddTo returns a configuration file with the choice at its end; what was there
// stays byte for byte. It is an error if the file sets a part of it already.
func (c Choice) AddTo(doc []byte) ([]byte, error) {
	text := string(doc)
	if strings.TrimSpace(text) != "" {
		text = strings.TrimRight(text, "\r\n") + "\n\n"
	} else {
		text = ""
	}
	text += c.Lines()
	var tree map[string]any
	if err := toml.Unmarshal([]byte(text), &tree); err != nil {
		return nil, fmt.Errorf("the file already has a part that the choice belongs to; write these lines into it yourself:\n%s", c.Lines())
	}
	return []byte(text), nil
}

// replaceFile puts a file, readable by the user only, in the place of another so that
// it is either the old one or the new one.
func replaceFile(name string, doc []byte) error {
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+"-*") // with mode 0600
	if err != nil {
		return err
	}
	_, err = f.Write(doc)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}
