package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"parley/providers"
)

// messagesRequest is the body of Anthropic's Messages API, as far as it is served.
type messagesRequest struct {
	Model     string           `json:"model"`
	MaxTokens int              `json:"max_tokens"`
	System    json.RawMessage  `json:"system"`
	Messages  []messagesTurn   `json:"messages"`
	Stream    bool             `json:"stream"`
	Tools     []messagesTool   `json:"tools"`
	Choice    *messagesChoice  `json:"tool_choice"`
	Thinking  *messagesThought `json:"thinking"`
	Output    *struct {
		Effort string `json:"effort"`
		Format *struct {
			Type   string          `json:"type"`
			Schema json.RawMessage `json:"schema"`
		} `json:"format"`
	} `json:"output_config"`
	Temperature *float64 `json:"temperature"`
	TopP        *float64 `json:"top_p"`
}

type messagesTurn struct {
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"`
}

type messagesTool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Schema      json.RawMessage `json:"input_schema"`
	Mark        *cacheMark      `json:"cache_control"`
}

type messagesChoice struct {
	Type string `json:"type"`
	Name string `json:"name"`
}

type messagesThought struct {
	Type   string `json:"type"`
	Budget int    `json:"budget_tokens"`
}

type cacheMark struct {
	Type string `json:"type"`
}

// messagesBlock is a block of a message; which fields count depends on its type.
type messagesBlock struct {
	Type      string          `json:"type"`
	Text      string          `json:"text"`
	Thinking  string          `json:"thinking"`
	Signature string          `json:"signature"`
	Data      string          `json:"data"`
	ID        string          `json:"id"`
	Name      string          `json:"name"`
	Input     json.RawMessage `json:"input"`
	For       string          `json:"tool_use_id"`
	Content   string          `json:"content"`
	IsError   bool            `json:"is_error"`
	Mark      *cacheMark      `json:"cache_control"`
	Source    *messagesSource `json:"source"`
}

// messagesSource is an image.
type messagesSource struct {
	Type string `json:"type"`
	Kind string `json:"media_type"`
	Data string `json:"data"`
}

// decodeMessages reads the body of a request to the Messages API and checks the rules in
// its documentation.
func decodeMessages(body []byte) (asked, error) {
	var c messagesRequest
	if err := strictly(body, &c); err != nil {
		return asked{}, err
	}
	a := asked{stream: c.Stream, write: newMessages}
	a.req.Model = c.Model
	r := messagesReader{a: &a, thinks: c.Thinking != nil && c.Thinking.Type != "disabled"}
	r.budget = r.thinks && c.Thinking.Type == "enabled"
	if err := r.settings(c); err != nil {
		return a, err
	}
	if err := r.system(c.System); err != nil {
		return a, err
	}
	for i, m := range c.Messages {
		if err := r.turn(i, m, c.Messages); err != nil {
			return a, fmt.Errorf("messages.%d: %w", i, err)
		}
	}
	if r.marks > 4 {
		//lint:ignore ST1005 the words are the server's
		return a, fmt.Errorf("A maximum of 4 blocks with cache_control may be provided. Found %d.", r.marks)
	}
	return a, r.output(c)
}

// messagesReader reads a request.
type messagesReader struct {
	a      *asked
	thinks bool // it is asked to think
	budget bool // with a budget, and therefore from the beginning of a turn on
	marks  int
	open   []string // calls that wait for their results
}

func (r *messagesReader) settings(c messagesRequest) error {
	switch t := c.Thinking; {
	case c.MaxTokens < 1:
		return errors.New("max_tokens: Field required")
	case t == nil:
	case !slices.Contains([]string{"enabled", "disabled", "adaptive"}, t.Type):
		return fmt.Errorf("thinking.type: %q is not one of enabled, disabled, adaptive", t.Type)
	case t.Type == "enabled" && (t.Budget < 1024 || t.Budget >= c.MaxTokens):
		return errors.New("`max_tokens` must be greater than `thinking.budget_tokens`, which must be at least 1024")
	case r.thinks && c.Choice != nil && c.Choice.Type != "auto":
		//lint:ignore ST1005 the words are the server's
		return errors.New("Thinking may not be enabled when tool_choice forces tool use.")
	case r.thinks && c.Temperature != nil && *c.Temperature != 1:
		return errors.New("`temperature` may only be set to 1 when thinking is enabled")
	}
	for _, t := range c.Tools {
		r.a.req.Tools = append(r.a.req.Tools, providers.ToolSpec{Name: t.Name, Description: t.Description, Parameters: t.Schema})
		r.mark(t.Mark)
	}
	return nil
}

func (r *messagesReader) mark(m *cacheMark) {
	if m != nil {
		r.marks++
	}
}

func (r *messagesReader) system(raw json.RawMessage) error {
	if isNull(raw) {
		return nil
	}
	blocks, err := blocksOf(raw)
	if err != nil {
		return err
	}
	for _, b := range blocks {
		if b.Type != "text" || strings.TrimSpace(b.Text) == "" {
			return errors.New("system: text content blocks must be non-empty")
		}
		r.a.req.System += b.Text
		r.mark(b.Mark)
	}
	return nil
}

// blocksOf reads content: a string, or a list of blocks.
func blocksOf(raw json.RawMessage) ([]messagesBlock, error) {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return []messagesBlock{{Type: "text", Text: text}}, nil
	}
	var blocks []messagesBlock
	if err := strictly(raw, &blocks); err != nil {
		return nil, err
	}
	if len(blocks) == 0 {
		return nil, errors.New("all messages must have non-empty content")
	}
	return blocks, nil
}

func (r *messagesReader) turn(i int, m messagesTurn, all []messagesTurn) error {
	if want := []string{"user", "assistant"}[i%2]; m.Role != want {
		return fmt.Errorf("roles must alternate between \"user\" and \"assistant\"; this must be the %s's", want)
	}
	blocks, err := blocksOf(m.Content)
	if err != nil {
		return err
	}
	for _, b := range blocks {
		r.mark(b.Mark)
		if b.Type == "text" && strings.TrimSpace(b.Text) == "" {
			return errors.New("text content blocks must contain non-whitespace text")
		}
	}
	if m.Role == "user" {
		return r.user(blocks)
	}
	return r.assistant(blocks, begins(i, all))
}

// begins reports whether a message of the assistant is the first of the current turn: what
// accompanies results ends no turn.
func begins(i int, all []messagesTurn) bool {
	results := func(m messagesTurn) bool {
		blocks, err := blocksOf(m.Content)
		return err == nil && blocks[0].Type == "tool_result"
	}
	if i == 0 || results(all[i-1]) {
		return false
	}
	for _, m := range all[i+1:] {
		if m.Role == "user" && !results(m) {
			return false
		}
	}
	return true
}

func (r *messagesReader) user(blocks []messagesBlock) error {
	results := 0
	var images []providers.Image
	for i, b := range blocks {
		switch b.Type {
		case "tool_result":
			if i > results {
				return errors.New("tool_result blocks must come first in the content")
			}
			results++
			at := slices.Index(r.open, b.For)
			if at < 0 {
				return fmt.Errorf("unexpected `tool_use_id` found in `tool_result` blocks: %s", b.For)
			}
			r.open = slices.Delete(r.open, at, at+1)
			r.a.req.Messages = append(r.a.req.Messages, providers.Message{Role: providers.Tool, CallID: b.For, Text: b.Content, IsError: b.IsError})
		case "text":
			r.a.req.Messages = append(r.a.req.Messages, providers.Message{Role: providers.User, Text: b.Text, Images: images})
			images = nil
		case "image":
			if b.Source == nil || b.Source.Type != "base64" {
				return errors.New("an image block without a source")
			}
			image, err := imageOf(b.Source.Kind, b.Source.Data)
			if err != nil {
				return err
			}
			images = append(images, image)
		default:
			return fmt.Errorf("a block of the type %q in a message of the user's", b.Type)
		}
	}
	if len(r.open) > 0 {
		return fmt.Errorf("`tool_use` ids were found without `tool_result` blocks immediately after: %s", strings.Join(r.open, ", "))
	}
	return nil
}

func (r *messagesReader) assistant(blocks []messagesBlock, begins bool) error {
	out := providers.Message{Role: providers.Assistant}
	for _, b := range blocks {
		switch b.Type {
		case "thinking":
			if b.Signature != signature(b.Thinking) {
				//lint:ignore ST1005 the words are the server's
				return errors.New("Invalid `signature` in `thinking` block")
			}
		case "redacted_thinking":
			if b.Data == "" {
				return errors.New("a redacted_thinking block without data")
			}
		case "text":
			out.Text += b.Text
		case "tool_use":
			if !dashedID().MatchString(b.ID) {
				return fmt.Errorf("tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$': %s", b.ID)
			}
			var object map[string]json.RawMessage
			if json.Unmarshal(b.Input, &object) != nil || object == nil {
				return errors.New("tool_use.input: Input should be a valid dictionary")
			}
			out.Calls = append(out.Calls, providers.Call{ID: b.ID, Name: b.Name, Arguments: string(b.Input)})
			r.open = append(r.open, b.ID)
		default:
			return fmt.Errorf("a block of the type %q in a message of the assistant's", b.Type)
		}
	}
	if first := blocks[0].Type; r.budget && begins && len(out.Calls) > 0 && first != "thinking" && first != "redacted_thinking" {
		//lint:ignore ST1005 the words are the server's
		return fmt.Errorf("Expected `thinking` or `redacted_thinking`, but found `%s`. When `thinking` is enabled, a final `assistant` message must start with a thinking block.", first)
	}
	r.a.req.Messages = append(r.a.req.Messages, out)
	return nil
}

func dashedID() *regexp.Regexp { return regexp.MustCompile(`^[a-zA-Z0-9_-]+$`) }

func (r *messagesReader) output(c messagesRequest) error {
	if c.Choice != nil && c.Choice.Type == "tool" {
		name, err := json.Marshal(c.Choice.Name)
		if err != nil {
			return err
		}
		return r.a.choose(json.RawMessage(`{"name":`+string(name)+`}`), c.Choice.Name)
	}
	if c.Output == nil || c.Output.Format == nil {
		return nil
	}
	out, err := schema{Name: "output", Schema: c.Output.Format.Schema, Strict: true}.output()
	r.a.req.Output, r.a.format = out, true
	return err
}
