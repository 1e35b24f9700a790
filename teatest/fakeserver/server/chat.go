package server

import (
	"encoding/json"
	"errors"
	"fmt"

	"parley/providers"
	"parley/providers/script"
)

// chatRequest is the body of a chat completion. Fields that no client of ours has a reason
// to send are unknown and refused, as strict servers do.
type chatRequest struct {
	Model         string        `json:"model"`
	Messages      []chatMessage `json:"messages"`
	Stream        bool          `json:"stream"`
	StreamOptions *struct {
		IncludeUsage bool `json:"include_usage"`
	} `json:"stream_options"`
	Tools []struct {
		Type     string `json:"type"`
		Function struct {
			Name        string          `json:"name"`
			Description string          `json:"description"`
			Parameters  json.RawMessage `json:"parameters"`
			Strict      bool            `json:"strict"`
		} `json:"function"`
	} `json:"tools"`
	ToolChoice     json.RawMessage `json:"tool_choice"`
	ResponseFormat *struct {
		Type   string `json:"type"`
		Schema schema `json:"json_schema"`
	} `json:"response_format"`
	MaxTokens           *int     `json:"max_tokens"`
	MaxCompletionTokens *int     `json:"max_completion_tokens"`
	Temperature         *float64 `json:"temperature"`
	TopP                *float64 `json:"top_p"`
	ReasoningEffort     string   `json:"reasoning_effort"`
	ParallelToolCalls   *bool    `json:"parallel_tool_calls"`
	PromptCacheKey      string   `json:"prompt_cache_key"`
}

type chatMessage struct {
	Role             string          `json:"role"`
	Content          json.RawMessage `json:"content"`
	ToolCallID       string          `json:"tool_call_id"`
	ToolCalls        []chatCall      `json:"tool_calls"`
	ReasoningContent *string         `json:"reasoning_content"`
	Reasoning        *string         `json:"reasoning"`
	ReasoningDetails json.RawMessage `json:"reasoning_details"`
	Extra            json.RawMessage `json:"extra_content"`
}

type chatCall struct {
	ID       string `json:"id"`
	Type     string `json:"type"`
	Function struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	} `json:"function"`
	Extra json.RawMessage `json:"extra_content"`
}

// decodeChat reads the body of a chat completion.
func decodeChat(body []byte) (asked, error) {
	var c chatRequest
	if err := strictly(body, &c); err != nil {
		return asked{}, err
	}
	a := asked{stream: c.Stream, write: newChat, chat: &c}
	a.req.Model = c.Model
	if c.StreamOptions != nil {
		if !c.Stream {
			return a, errors.New("stream_options without stream")
		}
		a.usage = c.StreamOptions.IncludeUsage
	}
	for i, m := range c.Messages {
		if err := a.chatMessage(i, m); err != nil {
			return a, fmt.Errorf("messages[%d]: %w", i, err)
		}
	}
	for i, t := range c.Tools {
		if t.Type != "function" {
			return a, fmt.Errorf("tools[%d] has the type %q, not function", i, t.Type)
		}
		f := t.Function
		a.req.Tools = append(a.req.Tools, providers.ToolSpec{Name: f.Name, Description: f.Description, Parameters: f.Parameters})
	}
	return a, a.chatOutput(c)
}

func (a *asked) chatMessage(i int, m chatMessage) error {
	var text string
	var images []providers.Image
	if !isNull(m.Content) {
		types, err := []string{"text"}, error(nil)
		if m.Role == "user" {
			types = append(types, "image_url")
		}
		if text, images, err = content(m.Content, types...); err != nil {
			return err
		}
	}
	if m.ToolCallID != "" && m.Role != "tool" {
		return fmt.Errorf("tool_call_id in a message of the role %q", m.Role)
	}
	switch m.Role {
	case "system", "developer":
		if i > 0 {
			return fmt.Errorf("a message of the role %q after the first", m.Role)
		}
		a.req.System = text
		return nil
	case "tool":
		if isNull(m.Content) {
			return errors.New("a tool message without content")
		}
	}
	out := providers.Message{Role: providers.Role(m.Role), Text: text, Images: images, CallID: m.ToolCallID}
	for _, call := range m.ToolCalls {
		if call.Type != "function" {
			return fmt.Errorf("the tool call %q has the type %q, not function", call.ID, call.Type)
		}
		arguments, err := pastArguments(call.ID, call.Function.Arguments)
		if err != nil {
			return err
		}
		out.Calls = append(out.Calls, providers.Call{ID: call.ID, Name: call.Function.Name, Arguments: arguments})
	}
	a.req.Messages = append(a.req.Messages, out)
	return nil
}

func (a *asked) chatOutput(c chatRequest) error {
	var named struct {
		Function struct {
			Name string `json:"name"`
		} `json:"function"`
	}
	if len(c.ToolChoice) > 0 && c.ToolChoice[0] == '{' {
		if err := json.Unmarshal(c.ToolChoice, &named); err != nil {
			return fmt.Errorf("tool_choice: %w", err)
		}
	}
	if err := a.choose(c.ToolChoice, named.Function.Name); err != nil {
		return err
	}
	if c.ResponseFormat == nil || c.ResponseFormat.Type == "text" {
		return nil
	}
	if c.ResponseFormat.Type != "json_schema" {
		return fmt.Errorf("response_format has the type %q, not json_schema", c.ResponseFormat.Type)
	}
	out, err := c.ResponseFormat.Schema.output()
	a.req.Output, a.format = out, true
	return err
}

// chat writes a response as a chat completion.
type chat struct {
	asked asked
	take  script.Take
	id    string
	begun bool
	style style
}

func newChat(a asked, t script.Take) dialect {
	return &chat{asked: a, take: t, id: fmt.Sprintf("chatcmpl-%d", t.Number), style: styleOf(t.Wire)}
}

type chatChunk struct {
	ID      string       `json:"id"`
	Object  string       `json:"object"`
	Created int          `json:"created"`
	Model   string       `json:"model"`
	Choices []chatChoice `json:"choices"`
	Usage   *chatUsage   `json:"usage,omitempty"`
}

type chatChoice struct {
	Index   int        `json:"index"`
	Delta   *chatDelta `json:"delta,omitempty"`
	Message *chatDelta `json:"message,omitempty"`
	Finish  *string    `json:"finish_reason"`
}

type chatDelta struct {
	Role             string         `json:"role,omitempty"`
	Content          *string        `json:"content,omitempty"`
	ReasoningContent string         `json:"reasoning_content,omitempty"`
	Reasoning        string         `json:"reasoning,omitempty"`
	ReasoningDetails []any          `json:"reasoning_details,omitempty"`
	ToolCalls        []chatToolCall `json:"tool_calls,omitempty"`
}

type chatToolCall struct {
	Index    *int         `json:"index,omitempty"`
	ID       *string      `json:"id,omitempty"`
	Type     string       `json:"type,omitempty"`
	Function chatFunction `json:"function"`
	Extra    any          `json:"extra_content,omitempty"`
}

type chatFunction struct {
	Name      *string         `json:"name,omitempty"`
	Arguments json.RawMessage `json:"arguments"`
}

type chatUsage struct {
	Prompt     int `json:"prompt_tokens"`
	Completion int `json:"completion_tokens"`
	Total      int `json:"total_tokens"`
	InDetails  struct {
		Cached int `json:"cached_tokens"`
	} `json:"prompt_tokens_details"`
	OutDetails struct {
		Reasoning int `json:"reasoning_tokens"`
	} `json:"completion_tokens_details"`
}

func (c *chat) usage() *chatUsage {
	u := &chatUsage{Prompt: c.take.Usage.Input, Completion: c.take.Usage.Output, Total: c.take.Usage.Input + c.take.Usage.Output}
	u.InDetails.Cached, u.OutDetails.Reasoning = c.take.Usage.Cached, c.take.Usage.Reasoning
	return u
}

func (c *chat) chunk(choices ...chatChoice) chatChunk {
	return chatChunk{ID: c.id, Object: "chat.completion.chunk", Model: c.asked.req.Model, Choices: choices}
}

func (c *chat) piece(p script.Piece) []event {
	d := &chatDelta{}
	if !c.begun {
		c.begun, d.Role = true, "assistant"
	}
	switch p.Kind {
	case script.PieceReasoning:
		c.reasoning(d, p.Text)
	case script.PieceText:
		d.Content = &p.Text
	case script.PieceCall:
		call := c.take.Calls[p.Call]
		t := chatToolCall{Index: &p.Call, Function: chatFunction{Arguments: c.style.arguments(p.Text)}}
		if c.style[script.WireNoIndex] {
			t.Index = nil
		}
		if p.First {
			id := idOf(c.asked.server, call)
			t.ID, t.Type, t.Function.Name = &id, "function", &call.Name
		}
		d.ToolCalls = []chatToolCall{t}
	}
	rulesOf(c.asked.server).dress(d, c.take, p)
	return []event{{data: compact(c.chunk(chatChoice{Delta: d}))}}
}

// reasoning puts reasoning where the server has it, or where the scenario wants it.
func (c *chat) reasoning(d *chatDelta, text string) {
	if rulesOf(c.asked.server).called == "reasoning" {
		d.Reasoning = text
		return
	}
	c.style.reasoning(d, text)
}

func (c *chat) finish() []event {
	end := c.chunk(chatChoice{Delta: &chatDelta{}, Finish: &c.take.Finish})
	if c.asked.server == "mistral" {
		end.Usage = c.usage() // unasked, with the finish
	}
	events := []event{{data: compact(end)}}
	if c.asked.usage {
		last := c.chunk()
		last.Choices, last.Usage = []chatChoice{}, c.usage()
		events = append(events, event{data: compact(last)})
	}
	return append(events, c.unfinished()...)
}

func (c *chat) unfinished() []event {
	if c.style[script.WireNoDone] {
		return nil
	}
	return []event{{data: []byte("[DONE]")}}
}

func (c *chat) whole() any {
	answer := c.take.Response(c.asked.req.Model)
	d := &chatDelta{Role: "assistant", Content: &answer.Text}
	c.reasoning(d, answer.Reasoning)
	for _, call := range answer.Calls {
		d.ToolCalls = append(d.ToolCalls, chatToolCall{ID: &call.ID, Type: "function",
			Function: chatFunction{&call.Name, c.style.arguments(call.Arguments)}})
	}
	out := c.chunk(chatChoice{Message: d, Finish: &c.take.Finish})
	if c.take.Fault != nil {
		out.Choices[0].Finish = nil
	}
	out.Object, out.Usage = "chat.completion", c.usage()
	return out
}
