// Package providers is the contract with model servers: a request, a stream of
// deltas, and a registry of known servers. It knows no conversation file and no
// screen; the packages below it import this contract only.
package providers

import (
	"cmp"
	"context"
	"encoding/json"
	"strings"
	"time"
)

// Role says who speaks in a message.
type Role string

// The roles of a message. System text is a field of the request.
const (
	User      Role = "user"
	Assistant Role = "assistant"
	Tool      Role = "tool"
)

// The last lines of a response that was stopped before it was complete. The model
// reads them as its own words.
const (
	StoppedByUser  = "[stopped by the user]"
	StoppedByLimit = "[stopped by a limit]"
)

// Stopped reports whether a message is a response that was stopped.
func (m Message) Stopped() bool {
	return m.Role == Assistant && (strings.HasSuffix(m.Text, "\n"+StoppedByUser) || strings.HasSuffix(m.Text, "\n"+StoppedByLimit))
}

// Message is one entry of a conversation as a model sees it. Calls, Reasoning and
// Provider are for Assistant; CallID and IsError for Tool; Images for User.
type Message struct {
	Role      Role
	Text      string
	Images    []Image
	Calls     []Call
	CallID    string
	IsError   bool
	Reasoning string          // what the same model thought, if Provider allows sending it back
	Provider  json.RawMessage // what the server wants back with the response, for the same model only
}

// Image is an image that goes with a message. Type is its media type, such as image/png.
// Width and Height are 0 where they are not known.
type Image struct {
	Type          string
	Data          []byte
	Width, Height int
}

// Call is a tool call of a response. Provider is what the server wants back with it
// (its own id, thought signatures), for the same model only.
type Call struct {
	ID        string
	Name      string
	Arguments string // the JSON text as the model wrote it, possibly not valid
	Provider  json.RawMessage
}

// ToolSpec describes a tool to a model. Parameters is its JSON Schema, sent byte for
// byte.
type ToolSpec struct {
	Name        string
	Description string
	Parameters  json.RawMessage
}

// Output asks for a response that is one JSON object of a schema. The server gets the
// properties in the order of Schema's bytes.
type Output struct {
	Name   string
	Schema json.RawMessage
}

// Parameters shape sampling. Nil and zero mean the server's default.
type Parameters struct {
	MaxTokens   int
	Temperature *float64
	TopP        *float64
	Reasoning   string // "", "none", "minimal", "low", "medium", "high", "xhigh", "max"
}

// Limits bound one request.
type Limits struct {
	Retries          int           // retries before the first byte of a response
	IdleTimeout      time.Duration // the longest silence within a stream; 0 is 120 s
	FirstByteTimeout time.Duration // the longest silence before its first delta; 0 is 10 min
	MaxResponseBytes int64         // 0 is 64 MiB
	Cache            bool
	// At is the configuration key below which these limits and the parameters are
	// set, for messages about them; "" is assistant.
	At string
}

// Key is the key of a request setting, such as request.idle_timeout.
func (l Limits) Key(name string) string { return cmp.Or(l.At, "assistant") + "." + name }

// Request is one question to a model.
type Request struct {
	Model      string // as the server names it
	System     string
	Messages   []Message
	Tools      []ToolSpec
	Output     *Output
	Parameters Parameters
	Limits     Limits
}

// Delta is one thing that arrives in a stream.
type Delta interface{ delta() }

// TextDelta is more of the response's text.
type TextDelta struct{ Text string }

// ReasoningDelta is more of the model's thinking.
type ReasoningDelta struct{ Text string }

// CallDelta is more of the arguments of a tool call that is being written. Name is
// set when known.
type CallDelta struct {
	Index int
	Name  string
	Text  string
}

// Retrying says that a request failed before its response began and will be made
// again after Wait. Attempt counts the failed attempts from 1: "attempt 1 of 3
// failed".
type Retrying struct {
	Attempt, Max int
	Wait         time.Duration
	Reason       string
}

// Finished ends a stream with the whole response.
type Finished struct{ Response Response }

func (TextDelta) delta()      {}
func (ReasoningDelta) delta() {}
func (CallDelta) delta()      {}
func (Retrying) delta()       {}
func (Finished) delta()       {}

// Response is a completed response.
type Response struct {
	Text      string
	Reasoning string
	Provider  json.RawMessage // what the server wants back with the response
	Calls     []Call
	Model     string // as the server named it, otherwise as requested
	Finish    string // "stop", "tool_calls", "length", "content_filter", …
	Usage     Usage
}

// Usage counts tokens; zero means unknown.
type Usage struct {
	Input     int `json:"input,omitempty"`
	Output    int `json:"output,omitempty"`
	Cached    int `json:"cached,omitempty"`
	Reasoning int `json:"reasoning,omitempty"`
}

// Error is a failed request in words for the user. A transient one may be retried.
// Status is the HTTP status, 0 if there was none.
type Error struct {
	Provider  string
	Status    int
	Message   string // one sentence, cleaned of control characters
	Help      string // what to do about it, may be empty
	Transient bool
	TooLong   bool // the server takes no request as long as this one
	Err       error
}

func (e *Error) Error() string {
	if e.Help == "" {
		return e.Message
	}
	return e.Message + " " + e.Help
}

func (e *Error) Unwrap() error { return e.Err }

// Foreseer is a provider that knows of some faults without a request: there is no key, or no
// model of that name.
type Foreseer interface {
	// Foresee returns what a request to the model would fail with, nil where that is not known.
	Foresee(model string) error
}

// Foresee returns what a request to a model is known to fail with before it is made.
func Foresee(p Provider, model string) error {
	if f, can := p.(Foreseer); can {
		return f.Foresee(model)
	}
	return nil
}

// Stream is a response as it arrives. Next blocks until there is a delta; after
// Finished it returns io.EOF. It returns an *Error if the response failed or broke
// off. Close frees everything and may be called at any time.
type Stream interface {
	Next(context.Context) (Delta, error)
	Close() error
}

// OutputSupport is how a model can be held to a schema, which decides what
// Request.Output becomes.
type OutputSupport int

// The kinds of support, weakest first.
const (
	OutputPrompted OutputSupport = iota // by instruction only
	OutputTool                          // by a forced tool call
	OutputSchema                        // by structured output
)

// Capabilities are what is known about a model; zero values mean unknown.
type Capabilities struct {
	ContextWindow int // tokens
	Output        OutputSupport
	InputPrice    float64 // US dollars per million tokens, 0 if unknown
	CachedPrice   float64 // of input that the server had cached
	OutputPrice   float64
	Reasoning     bool // its thinking can be adjusted
	Images        bool // it sees images
}

// Model is a model that a server offers.
type Model struct {
	ID           string // without the provider's name
	Capabilities Capabilities
}

// Provider answers requests. Implementations are safe for concurrent use.
type Provider interface {
	// Stream starts a response. It returns at once; connecting, retrying and
	// failing happen in Next.
	Stream(context.Context, Request) Stream
	Models(context.Context) ([]Model, error)
	Capabilities(model string) Capabilities
}
