package config

import (
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// Choice is a model that the user chose on a first run, and its server if that is not
// a known one.
type Choice struct {
	ID        string // "provider/model"
	Provider  string // the server to configure, empty if it is known
	BaseURL   string
	APIKeyEnv string
}

// Lines are the configuration lines that set the choice.
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

// AddTo returns a configuration file with the choice appended; existing text stays
// byte for byte. It is an error if the file already sets a part of it.
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
