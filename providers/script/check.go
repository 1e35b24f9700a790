package script

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"parley/providers"
)

// Check judges a request as a strict server would, and returns what is wrong with it:
// the first message must be a user's and the last not the assistant's; no message may
// be empty; each tool call must have an id of its own and be answered by exactly one
// tool message before anything else is said.
func Check(req providers.Request) error {
	if len(req.Messages) == 0 {
		return errors.New("there are no messages")
	}
	if first := req.Messages[0].Role; first != providers.User {
		return fmt.Errorf("messages[0] has the role %q; the first message must be the user's", first)
	}
	c := checker{ids: map[string]bool{}}
	for i, m := range req.Messages {
		if err := c.message(m); err != nil {
			return fmt.Errorf("messages[%d]: %w", i, err)
		}
	}
	if len(c.open) > 0 {
		return fmt.Errorf("the tool call %q has no tool message", c.open[0])
	}
	if req.Messages[len(req.Messages)-1].Role == providers.Assistant {
		return errors.New("the last message is the assistant's; there is nothing to answer")
	}
	return checkTools(req)
}

type checker struct {
	ids  map[string]bool // the ids of all calls so far
	open []string        // the ids that still need their tool message
}

func (c *checker) message(m providers.Message) error {
	if m.Role != providers.Tool && len(c.open) > 0 {
		return fmt.Errorf("a message of the role %q before the tool call %q has its tool message", m.Role, c.open[0])
	}
	if m.Role != providers.Assistant && len(m.Calls) > 0 {
		return fmt.Errorf("a message of the role %q cannot call tools", m.Role)
	}
	switch m.Role {
	case providers.User:
		if m.Text == "" {
			return errors.New("the user's message is empty")
		}
	case providers.Assistant:
		return c.assistant(m)
	case providers.Tool:
		return c.tool(m)
	default:
		return fmt.Errorf("the role %q is not known", m.Role)
	}
	return nil
}

func (c *checker) assistant(m providers.Message) error {
	if m.Text == "" && len(m.Calls) == 0 {
		return errors.New("the assistant's message is empty")
	}
	for _, call := range m.Calls {
		switch {
		case call.ID == "":
			return fmt.Errorf("a call of %q has no id", call.Name)
		case c.ids[call.ID]:
			return fmt.Errorf("the tool call id %q is used twice", call.ID)
		case !validName(call.Name):
			return fmt.Errorf("the tool call %q has the name %q; a name has 1 to 64 letters, digits, _ and -", call.ID, call.Name)
		}
		c.ids[call.ID] = true
		c.open = append(c.open, call.ID)
	}
	return nil
}

func (c *checker) tool(m providers.Message) error {
	for i, id := range c.open {
		if id == m.CallID {
			c.open = append(c.open[:i:i], c.open[i+1:]...)
			return nil
		}
	}
	if c.ids[m.CallID] {
		return fmt.Errorf("the tool call %q is answered a second time, or too late", m.CallID)
	}
	return fmt.Errorf("a tool message for %q, which no call has as its id", m.CallID)
}

func checkTools(req providers.Request) error {
	names := map[string]bool{}
	for i, t := range req.Tools {
		switch {
		case !validName(t.Name):
			return fmt.Errorf("tools[%d] has the name %q; a name has 1 to 64 letters, digits, _ and -", i, t.Name)
		case names[t.Name]:
			return fmt.Errorf("tools[%d]: the name %q is used twice", i, t.Name)
		case len(t.Parameters) > 0 && !isObject(t.Parameters):
			return fmt.Errorf("tools[%d]: the parameters of %q are not a JSON object", i, t.Name)
		}
		names[t.Name] = true
	}
	if req.Output != nil && !isObject(req.Output.Schema) {
		return errors.New("the schema of the output is not a JSON object")
	}
	return nil
}

func isObject(raw json.RawMessage) bool {
	return json.Valid(raw) && strings.HasPrefix(strings.TrimLeft(string(raw), " \t\r\n"), "{")
}

// validName matches the tool names that all servers accept.
func validName(name string) bool {
	if name == "" || len(name) > 64 {
		return false
	}
	for _, r := range name {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_', r == '-':
		default:
			return false
		}
	}
	return true
}
