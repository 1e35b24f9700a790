// Package script answers requests from a scenario: a hand-written file with the
// model's answers, tool calls, faults and delays, and the reviewer's answers
// (docs/scenarios.md). It plays the tour, drives the tests, and is what the fake
// server serves.
//
// A scenario keeps no position in a conversation: which answer comes next is derived
// from the messages of the request, so that a resumed or forked conversation goes on
// where it was. Only one thing is counted separately: how often exactly the same
// request was made, for faults that pass. The package knows no conversation, no
// screen and no network.
package script

import (
	"encoding/json"
	"time"

	"parley/providers"
)

// Always, as a number of times, never ends.
const Always = -1

// Scenario is a checked scenario. Parse makes one; a test may also write one
// out in Go.
type Scenario struct {
	Name          string // for error texts, usually the file's name
	About         string // one line for readers
	Model         string // the assistant's name on a server, by default the file's name
	Reviewer      string // the reviewer's name on a server, may be empty
	Server        string // the server whose rules apply to requests, one of Servers; empty: the rules that all share
	Output        providers.OutputSupport
	ContextWindow int               // tokens, 0 if unknown
	NoTools       bool              // requests with tools are refused
	Rate          float64           // tokens per second, 0 for as fast as possible
	Loop          bool              // after the last answer the first one follows again
	Files         map[string]string // the workspace that it plays in, by slash path
	Answers       []Answer
	Reviews       []Review
}

// Answer is one answer of the assistant. If several are possible, the first from the
// present position on whose When is found is given.
type Answer struct {
	Name   string   // for another answer's Then
	When   string   // only if this is in what the model was just told
	Then   string   // the name of the next answer; empty: the one that follows
	Repeat int      // how often in a row it is given: 0 is once
	Expect []string // each must be in what the model was just told
	Calls  []Call
	Speech
}

// Review is one answer of the reviewer to a question.
type Review struct {
	Match  string  // only if this is in the question
	Raw    *string // the verbatim text of the answer, instead of the two below
	Reason *string // left out of the object if nil
	Answer json.RawMessage
	Speech
}

// Speech is what all answers have in common.
type Speech struct {
	Line      int      // where it begins in its file
	Reasoning []string // the pieces in which it arrives
	Text      []string // the pieces in which it arrives
	Finish    string   // empty: "tool_calls" with calls, otherwise "stop"
	Usage     *providers.Usage
	Delay     time.Duration // before the first byte
	Rate      float64       // tokens per second, 0 for the scenario's
	Faults    []Fault       // the attempts that fail before this is given
	Wire      []Wire        // how a server writes it
}

// Call is a tool call. Arguments is sent unchanged, valid or not.
type Call struct {
	ID        *string // nil: "call_<answer>_<call>", counted throughout the conversation
	Name      string
	Arguments string
}

// FaultKind names a way to fail.
type FaultKind string

// The faults. Those with a place happen after Fault.After bytes of the answer.
const (
	FaultStatus   FaultKind = "status"    // an HTTP status with a body
	FaultRefuse   FaultKind = "refuse"    // the connection closes without an answer
	FaultCut      FaultKind = "cut"       // the connection breaks
	FaultSilent   FaultKind = "silent"    // nothing more arrives, the connection stays
	FaultGarbage  FaultKind = "garbage"   // status 200 and a body that is not an answer
	FaultError    FaultKind = "error"     // an error within the stream
	FaultNoFinish FaultKind = "no_finish" // the stream ends without a finish reason
)

// Fault is an attempt that fails.
type Fault struct {
	Kind       FaultKind
	After      int    // bytes of reasoning, text and arguments that arrive before it
	Wire       bool   // a server counts After in bytes of the response body instead
	Times      int    // how many attempts fail this way: 0 is one, or Always
	Status     int    // FaultStatus
	Body       string // FaultStatus, FaultGarbage, FaultError
	Type       string // the content type of FaultStatus and FaultGarbage
	RetryAfter string // the header of that name, in seconds or as a date
	Line       int
}

// Wire is a way in which a server may write a stream. All are legal or common; a
// client must read each. Played in process they have no effect.
type Wire string

// The ways to write.
const (
	WireBOM        Wire = "bom"              // a byte order mark first
	WireCRLF       Wire = "crlf"             // lines end in CR LF
	WireCR         Wire = "cr"               // lines end in CR
	WireComments   Wire = "comments"         // 400 comment lines, and one before each event
	WireMultiline  Wire = "multiline"        // an event's data spread over several lines
	WireNoNewline  Wire = "no_final_newline" // the last line has no line ending
	WireNoDone     Wire = "no_done"          // no closing [DONE]
	WireNoSpace    Wire = "no_space"         // "data:" without a space
	WireNoIndex    Wire = "no_index"         // tool calls without an index
	WireArguments  Wire = "arguments_object" // a call's arguments as an object
	WireReasoning  Wire = "reasoning_field"  // reasoning as "reasoning"
	WireWholeCalls Wire = "whole_calls"      // each call in one piece
	WireBytes      Wire = "bytes"            // a write for every byte
)

// Servers are the servers whose rules can be applied to requests.
func Servers() []string {
	return []string{"anthropic", "cerebras", "deepseek", "google", "groq", "kimi", "llamacpp", "lmstudio", "mistral", "ollama", "openai", "openrouter", "template", "vllm", "xai"}
}

// wires lists every way to write.
func wires() []Wire {
	return []Wire{WireBOM, WireCRLF, WireCR, WireComments, WireMultiline, WireNoNewline, WireNoDone,
		WireNoSpace, WireNoIndex, WireArguments, WireReasoning, WireWholeCalls, WireBytes}
}

// faultKinds lists every fault.
func faultKinds() []FaultKind {
	return []FaultKind{FaultStatus, FaultRefuse, FaultCut, FaultSilent, FaultGarbage, FaultError, FaultNoFinish}
}
