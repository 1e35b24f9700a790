// Package store keeps conversations: what an event is, how it is written as one line
// of JSON, the append-only file, its lock and its recovery, drafts, the index, and
// the transcript for display and export (docs/events.md, docs/conversations.md). It
// knows no model server, no screen and no turn.
package store

import (
	"encoding/json"
	"time"

	"parley/forms"
)

// Version is the event format's version, written as "v" into every line.
const Version = 1

// Head is what every event has, written flat before the fields of its type.
type Head struct {
	V            int       `json:"v"`
	Seq          int64     `json:"seq"`   // counts from 1, without gaps in an undamaged file
	ID           string    `json:"event"` // the event's own id
	Time         time.Time `json:"time"`  // UTC
	Conversation string    `json:"conversation"`
	Turn         int       `json:"turn"` // the turn it belongs to, 0 outside any
}

// Event is one fact in a conversation.
type Event struct {
	Head
	Body Body
	line spelled
}

// Body is what an event says beyond its head. Type is its name on the wire.
type Body interface{ Type() string }

// Reasons for the end of a turn.
const (
	ReasonDone      = "done"
	ReasonUser      = "user"
	ReasonGuard     = "guard"
	ReasonCancelled = "cancelled"
	ReasonPaused    = "paused"
	ReasonError     = "error"
)

// TurnStart begins a turn; Parent is the turn that a sub-turn serves.
type TurnStart struct {
	Parent int `json:"parent,omitempty"`
}

// TurnEnding records that the turn is to end, before the closing responses follow.
type TurnEnding struct {
	Reason string `json:"reason"`
}

// TurnEnd ends a turn; nothing more is sent to the model without a new message.
type TurnEnd struct {
	Reason string `json:"reason"`
}

// Resumed is the first event of a writer that opens a conversation with an open turn.
// Answered are the permissions and inquiries that a person answered while nobody had it
// open, by a program that kept account of it elsewhere: what they allow holds. Strange says that
// the turn was not recorded by this installation: nothing in it allows anything.
type Resumed struct {
	Answered []string `json:"answered,omitempty"`
	Strange  bool     `json:"strange,omitempty"`
}

// ChatRequest is a message to the model. Author is empty for the user, otherwise the
// part of the program that speaks. Queued is the id of the draft it came from.
type ChatRequest struct {
	Text   string `json:"text"`
	Read   int    `json:"read,omitempty"` // how many bytes at the end of Text are no words of whoever speaks: servers have them
	Author string `json:"author,omitempty"`
	Queued string `json:"queued,omitempty"`
	Files  []File `json:"files,omitempty"`
}

// Parts are the words of whoever speaks, and what was read of servers to go after them.
func (c ChatRequest) Parts() (words, read string) {
	at := len(c.Text) - min(max(c.Read, 0), len(c.Text))
	return c.Text[:at], c.Text[at:]
}

// ChatResponse is text of a response. Partial marks a response that was interrupted
// or replaced; of those, a model sees only what was Stopped.
type ChatResponse struct {
	Response string `json:"response"`
	Text     string `json:"text"`
	Partial  bool   `json:"partial,omitempty"`
	Stopped  string `json:"stopped,omitempty"` // what stopped a partial response for good: StoppedByUser or StoppedByGuard
}

// What stops a response.
const (
	StoppedByUser  = "user"
	StoppedByGuard = "guard"
)

// Ended reports whether the text is all there is of its response, so that the model
// sees it although the response has no end.
func (c ChatResponse) Ended() bool {
	return c.Partial && (c.Stopped == StoppedByUser || c.Stopped == StoppedByGuard)
}

// Reasoning is what the model thought aloud. Provider is what its server wants back,
// and goes only to the same model. The text may then be empty.
type Reasoning struct {
	Response string          `json:"response"`
	Text     string          `json:"text"`
	Partial  bool            `json:"partial,omitempty"`
	Provider json.RawMessage `json:"provider,omitempty"`
}

// ToolCallRequest is a call of a response. Arguments is what the model wrote: a JSON
// value, or a JSON string holding the text if it was not valid JSON. Provider goes
// back to the same model only.
type ToolCallRequest struct {
	Response  string          `json:"response"`
	ID        string          `json:"id"`
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
	Provider  json.RawMessage `json:"provider,omitempty"`
}

// Usage counts the tokens of a response.
type Usage struct {
	Input     int `json:"input,omitempty"`
	Output    int `json:"output,omitempty"`
	Cached    int `json:"cached,omitempty"`
	Reasoning int `json:"reasoning,omitempty"`
}

// ResponseEnd completes a response; without it the response never happened for the
// model. Calls is the number of tool calls in it.
type ResponseEnd struct {
	Response string `json:"response"`
	Calls    int    `json:"calls"`
	// LeftOut counts the calls that were too many to record; if it is set, no call is
	// carried out.
	LeftOut int    `json:"left_out,omitempty"`
	Model   string `json:"model,omitempty"`
	Usage   Usage  `json:"usage"`
	Finish  string `json:"finish,omitempty"`
	Said    string `json:"said,omitempty"` // SaidNothing or SaidReasoning, if it has neither text nor calls
}

// ResponseDropped says that a response without an end is void.
type ResponseDropped struct {
	Response string `json:"response"`
}

// ModelFailed is a failure that the user has seen. Final is set if no automatic retry
// follows, Retried if nothing of a response had arrived and the same request was made
// again.
type ModelFailed struct {
	Response string `json:"response"`
	Try      int    `json:"try"`
	Error    string `json:"error"`
	Final    bool   `json:"final,omitempty"`
	Retried  bool   `json:"retried,omitempty"`
	TooLong  bool   `json:"too_long,omitempty"`
}

// ToolStarted is on disk before the run starts. Run counts the runs of the call from
// 1.
type ToolStarted struct {
	ID  string `json:"id"`
	Run int    `json:"run"`
}

// ToolAsked is the form that a run asked for; the event's position is the form's
// place in the queue for the user.
type ToolAsked struct {
	ID   string           `json:"id"`
	Run  int              `json:"run"`
	Form []forms.Question `json:"form"`
	// Live says that the run goes on while it asks; State goes back to the tool's
	// server with the answers. No model and no export gets it.
	Live  bool   `json:"live,omitempty"`
	State string `json:"state,omitempty"`
	// Identity is that of the tool that asks, as in a PermissionRequest, and Rests is a digest of the
	// files of the workspace that its command names, as they were when the run began and when it asked.
	Identity string `json:"identity,omitempty"`
	Rests    string `json:"rests,omitempty"`
	// Untold says that what was answered in the form before has been told to nobody yet.
	Untold bool `json:"untold,omitempty"`
	// Among are the calls of one server that ran when it asked while they did, where it is not known for which
	// of them: ID is the first of them, and no other claim is made of it. Empty where it is known.
	Among []string `json:"among,omitempty"`
}

// Types of an outcome that waits.
const (
	OutcomeSuccess = "success"
	OutcomeError   = "error"
)

// Outcome is how a run ended, as the model will see it.
type Outcome struct {
	Type    string `json:"type"`
	Content string `json:"content"`
	Exit    *int   `json:"exit,omitempty"`
	Refused bool   `json:"refused,omitempty"`
	Wrote   *Wrote `json:"wrote,omitempty"`
	Files   []File `json:"files,omitempty"`
}

// ToolFinished is a result that waits for the user to release it.
type ToolFinished struct {
	ID      string  `json:"id"`
	Run     int     `json:"run"`
	Outcome Outcome `json:"outcome"`
	Rests   string  `json:"rests,omitempty"` // as in ToolAsked
}

// ToolCallResponse ends a call; each call has exactly one.
type ToolCallResponse struct {
	ID      string `json:"id"`
	Content string `json:"content"`
	IsError bool   `json:"is_error"`
	// Signature is the tool author's summary of the result.
	Signature string `json:"signature,omitempty"`
	// Fault says in one line what went wrong, if the tool itself did not fail.
	Fault string `json:"fault,omitempty"`
	// Exit is the exit status of the command that ran, nil if there was none.
	Exit *int `json:"exit,omitempty"`
	// Refused says that the tool declared the outcome to follow from a no to this
	// call.
	Refused bool `json:"refused,omitempty"`
	// Wrote is the file that the call put in place.
	Wrote *Wrote `json:"wrote,omitempty"`
	// Files go with the content.
	Files []File `json:"files,omitempty"`
}

// Wrote is a file that a tool put in place: its path in the workspace, and the
// digest of its bytes.
type Wrote struct {
	Path   string `json:"path"`
	Digest string `json:"digest"`
}

// ScratchpadNote is a note that the program made about the turn.
type ScratchpadNote struct {
	Text string `json:"text"`
}

// ConfigDelta changes the conversation's own configuration.
type ConfigDelta struct {
	Set map[string]json.RawMessage `json:"set"`
}

// Title names the conversation. Author is empty for the user, otherwise the model
// that wrote it.
type Title struct {
	Title  string `json:"title"`
	Author string `json:"author,omitempty"`
}

// ForkedFrom says which conversation this one was forked from, and where. A copy that
// ends before the fork's own forked_from holds older lines without the line that says
// where they are from: Of names their conversations.
type ForkedFrom struct {
	From string   `json:"from"` // conversation id
	At   string   `json:"at"`   // event id
	Of   []string `json:"of,omitempty"`
}

// Repaired says that the file was rewritten before this line. Original is the name of
// the file as it was. Known counts the oddities in the lines before, such as missing
// numbers, that were reported then.
type Repaired struct {
	Original string `json:"original"`
	SetAside int    `json:"set_aside,omitempty"` // lines that were taken out
	Answered int    `json:"answered,omitempty"`  // responses that were added
	Known    int    `json:"known,omitempty"`
	// Accepted lists the events of the decisions that still count although the
	// previous decision, to which their digests refer, was lost.
	Accepted []string `json:"accepted,omitempty"`
}

// Workspace is the directory that the conversation works in from here on: an absolute path, and
// what tells the directory apart from any other that has been or will be there, "" if that is
// not known.
type Workspace struct {
	Root   string `json:"root"`
	Folder string `json:"folder,omitempty"`
}

// Same reports whether two workspaces are the same folder: at one path, and as far as both are known, no other folder
// that was put there.
func (w Workspace) Same(as Workspace) bool {
	return w.Root == as.Root && (w.Folder == "" || as.Folder == "" || w.Folder == as.Folder)
}

// Unknown is an event of a type that this program does not know. It is kept and
// copied unchanged.
type Unknown struct {
	Name string
}

func (TurnStart) Type() string          { return "turn_start" }
func (TurnEnding) Type() string         { return "turn_ending" }
func (TurnEnd) Type() string            { return "turn_end" }
func (Resumed) Type() string            { return "resumed" }
func (ChatRequest) Type() string        { return "chat_request" }
func (ChatResponse) Type() string       { return "chat_response" }
func (Reasoning) Type() string          { return "reasoning" }
func (ToolCallRequest) Type() string    { return "tool_call_request" }
func (ResponseEnd) Type() string        { return "response_end" }
func (ResponseDropped) Type() string    { return "response_dropped" }
func (ModelFailed) Type() string        { return "model_failed" }
func (ToolStarted) Type() string        { return "tool_started" }
func (ToolAsked) Type() string          { return "tool_asked" }
func (ToolFinished) Type() string       { return "tool_finished" }
func (ToolCallResponse) Type() string   { return "tool_call_response" }
func (PermissionRequest) Type() string  { return "permission_request" }
func (PermissionResponse) Type() string { return "permission_response" }
func (MemoryRevoked) Type() string      { return "memory_revoked" }
func (InquiryRequest) Type() string     { return "inquiry_request" }
func (InquiryResponse) Type() string    { return "inquiry_response" }
func (GuardTripped) Type() string       { return "guard_tripped" }
func (GuardResolved) Type() string      { return "guard_resolved" }
func (ScratchpadNote) Type() string     { return "scratchpad_note" }
func (ConfigDelta) Type() string        { return "config_delta" }
func (Title) Type() string              { return "title" }
func (ForkedFrom) Type() string         { return "forked_from" }
func (Repaired) Type() string           { return "repaired" }
func (Workspace) Type() string          { return "workspace" }
func (RuleAdded) Type() string          { return "rule_added" }
func (RuleRevoked) Type() string        { return "rule_revoked" }
func (UserCommand) Type() string        { return "user_command" }
func (UserCommandEnd) Type() string     { return "user_command_end" }
func (Instructions) Type() string       { return "instructions" }
func (ContextTrimmed) Type() string     { return "context_trimmed" }
func (ContextSummary) Type() string     { return "context_summary" }
func (ContextRevoked) Type() string     { return "context_revoked" }
func (SummaryAsked) Type() string       { return "summary_asked" }
func (SummaryDropped) Type() string     { return "summary_dropped" }
func (FileKept) Type() string           { return "file_kept" }
func (Undone) Type() string             { return "undone" }
func (Observed) Type() string           { return "observed" }
func (AnswerRefused) Type() string      { return "answer_refused" }
func (u Unknown) Type() string          { return u.Name }

// PartOf is the response that an event is a part of, "" for none.
func PartOf(b Body) string {
	switch b := b.(type) {
	case ChatResponse:
		return b.Response
	case Reasoning:
		return b.Response
	case ToolCallRequest:
		return b.Response
	}
	return ""
}

// AuthorScratchpad marks a scratchpad note that the model is shown; AuthorGuard
// begins the author of what a guard tells it.
const (
	AuthorScratchpad = "scratchpad"
	AuthorGuard      = "guard."
	AuthorBridge     = "bridge." // another program, whose request is on record
)
