package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"parley/providers"
)

// responsesRequest is the body of the Responses API, as far as it is served.
type responsesRequest struct {
	Model        string          `json:"model"`
	Instructions string          `json:"instructions"`
	Input        json.RawMessage `json:"input"`
	Stream       bool            `json:"stream"`
	Store        *bool           `json:"store"`
	Include      []string        `json:"include"`
	Tools        []struct {
		Type        string          `json:"type"`
		Name        string          `json:"name"`
		Description string          `json:"description"`
		Parameters  json.RawMessage `json:"parameters"`
		Strict      bool            `json:"strict"`
	} `json:"tools"`
	ToolChoice json.RawMessage `json:"tool_choice"`
	Text       *struct {
		Format schema `json:"format"`
	} `json:"text"`
	Reasoning         json.RawMessage `json:"reasoning"`
	MaxOutputTokens   *int            `json:"max_output_tokens"`
	Temperature       *float64        `json:"temperature"`
	TopP              *float64        `json:"top_p"`
	ParallelToolCalls *bool           `json:"parallel_tool_calls"`
	PromptCacheKey    string          `json:"prompt_cache_key"`
}

// inputItem is an entry of the input; which fields count depends on its type.
type inputItem struct {
	Type      string          `json:"type"`
	Role      string          `json:"role"`
	Content   json.RawMessage `json:"content"`
	CallID    string          `json:"call_id"`
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
	Output    *string         `json:"output"`
	Encrypted string          `json:"encrypted_content"`
	Summary   []contentPart   `json:"summary"`
	Phase     string          `json:"phase"`
}

// decodeResponses reads the body of a request to the Responses API.
func decodeResponses(body []byte) (asked, error) {
	var c responsesRequest
	if err := strictly(body, &c); err != nil {
		return asked{}, err
	}
	a := asked{stream: c.Stream, write: newResponses, stores: c.Store == nil || *c.Store}
	a.req.Model, a.req.System = c.Model, c.Instructions
	if err := a.input(c.Input); err != nil {
		return a, err
	}
	for i, t := range c.Tools {
		if t.Type != "function" {
			return a, fmt.Errorf("tools[%d] has the type %q, not function", i, t.Type)
		}
		a.req.Tools = append(a.req.Tools, providers.ToolSpec{Name: t.Name, Description: t.Description, Parameters: t.Parameters})
	}
	var named struct {
		Name string `json:"name"`
	}
	if len(c.ToolChoice) > 0 && c.ToolChoice[0] == '{' {
		if err := json.Unmarshal(c.ToolChoice, &named); err != nil {
			return a, fmt.Errorf("tool_choice: %w", err)
		}
	}
	if err := a.choose(c.ToolChoice, named.Name); err != nil {
		return a, err
	}
	if c.Text == nil || c.Text.Format.Type == "" || c.Text.Format.Type == "text" {
		return a, nil
	}
	if c.Text.Format.Type != "json_schema" {
		return a, fmt.Errorf("text.format has the type %q, not json_schema", c.Text.Format.Type)
	}
	out, err := c.Text.Format.output()
	a.req.Output, a.format = out, true
	return a, err
}

// input reads the conversation. Calls and the text before them are one message
// of the assistant.
func (a *asked) input(raw json.RawMessage) error {
	var text string
	if err := json.Unmarshal(raw, &text); err == nil {
		a.req.Messages = []providers.Message{{Role: providers.User, Text: text}}
		return nil
	}
	var items []inputItem
	if err := json.Unmarshal(raw, &items); err != nil {
		return errors.New("input is neither a string nor a list of items")
	}
	for i, item := range items {
		if err := a.item(item); err != nil {
			return fmt.Errorf("input[%d]: %w", i, err)
		}
	}
	return nil
}

func (a *asked) item(item inputItem) error {
	switch item.Type {
	case "reasoning":
		thought := ""
		for _, part := range item.Summary {
			thought += part.Text
		}
		if item.Encrypted != "" && item.Encrypted != signature(thought) {
			//lint:ignore ST1005 the words are the server's
			return errors.New("The encrypted content could not be verified.")
		}
		a.reasoned = a.reasoned || item.Encrypted != ""
		return nil
	case "function_call":
		arguments, err := pastArguments(item.CallID, item.Arguments)
		if err != nil {
			return err
		}
		m := a.assistant()
		m.Calls = append(m.Calls, providers.Call{ID: item.CallID, Name: item.Name, Arguments: arguments})
		return nil
	case "function_call_output":
		if item.Output == nil {
			return errors.New("a function_call_output without output")
		}
		a.req.Messages = append(a.req.Messages, providers.Message{Role: providers.Tool, CallID: item.CallID, Text: *item.Output})
		return nil
	case "", "message":
		return a.inputMessage(item)
	}
	return fmt.Errorf("an item of the type %q is not taken", item.Type)
}

func (a *asked) inputMessage(item inputItem) error {
	types := []string{"input_text", "output_text"}
	if item.Role == "user" {
		types = append(types, "input_image")
	}
	text, images, err := content(item.Content, types...)
	if err != nil {
		return err
	}
	switch {
	case item.Phase != "" && item.Role != "assistant":
		return fmt.Errorf("a phase in a message of the role %q", item.Role)
	case !slices.Contains([]string{"", commentary, finalAnswer}, item.Phase):
		return fmt.Errorf("invalid value: '%s'; supported values are: '%s' and '%s'", item.Phase, commentary, finalAnswer)
	}
	switch item.Role {
	case "system", "developer":
		if len(a.req.Messages) > 0 {
			return fmt.Errorf("a message of the role %q after the first", item.Role)
		}
		a.req.System += text
	case "assistant":
		a.assistant().Text += text
		if item.Phase == "" {
			a.bare = append(a.bare, text)
		}
	default:
		a.req.Messages = append(a.req.Messages, providers.Message{Role: providers.Role(item.Role), Text: text, Images: images})
	}
	return nil
}

// assistant returns the message that an item of the assistant belongs to.
func (a *asked) assistant() *providers.Message {
	n := len(a.req.Messages)
	if n == 0 || a.req.Messages[n-1].Role != providers.Assistant {
		a.req.Messages = append(a.req.Messages, providers.Message{Role: providers.Assistant})
		n++
	}
	return &a.req.Messages[n-1]
}
