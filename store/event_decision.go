package store

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"parley/forms"
)

// Decision is a body that takes part in the chain of decisions: Prev is the digest of
// the previous decision line, so that a later edit of the file shows.
type Decision interface {
	Body
	Chain() string
}

// Decides returns a body as a decision, false if it is none. Of the summaries only
// the user's count.
func Decides(b Body) (Decision, bool) {
	if s, ok := b.(ContextSummary); ok && s.By != ByUser {
		return nil, false
	}
	d, ok := b.(Decision)
	return d, ok
}

// Kinds of a permission.
const (
	PermitRun     = "run"
	PermitDeliver = "deliver"
)

// PermissionRequest asks whether a call may run, or its result may be delivered. ID
// is "<call id>.<kind>", and "<call id>.<kind>.<time>" if it is asked again. Before
// is the outcome on record when the conversation was opened, if nothing had come of
// it yet. Covers is what a remembered answer would cover: its key and its words.
type PermissionRequest struct {
	ID        string          `json:"id"`
	Call      string          `json:"call"`
	Kind      string          `json:"kind"`
	Tool      string          `json:"tool"`
	Text      string          `json:"text"`
	Arguments json.RawMessage `json:"arguments,omitempty"`
	Edit      bool            `json:"edit,omitempty"` // the mode is edit: the user edits first
	CoversKey string          `json:"covers_key,omitempty"`
	Covers    string          `json:"covers,omitempty"`
	Before    string          `json:"before,omitempty"`
	Identity  string          `json:"identity,omitempty"`    // what stands behind the tool's name, as a digest; "" for what the program has itself
	Rests     string          `json:"rests,omitempty"`       // a digest of the files of the workspace that its command names, or of the file that is moved or deleted, [NoFiles] if that is not there, or of which folder a command is to run in
	Was       string          `json:"was,omitempty"`         // what stood there when it was asked before, if it is another thing now
	Rested    string          `json:"rested,omitempty"`      // the digest of the files when it was asked before or allowed for the turn, if they are others now; [NoFiles] for none
	From      string          `json:"from,omitempty"`        // the workspace in which it was asked before, if that is another one now
	FromWas   string          `json:"from_folder,omitempty"` // the folder that was there then, if another one has taken its place
	Personal  string          `json:"personal,omitempty"`    // why only a person may allow it
	Changed   string          `json:"changed,omitempty"`     // what its tool has changed since a person last let it run, a line each, or which rule does not hold any more
}

// NoFiles stands for the digest of what is to be moved or deleted, and is not there. In a request
// that is asked again it also stands for that of an earlier one that had none.
const NoFiles = "none"

// Rest is the digest of the files that the command of a tool of the user's own names,
// [NoFiles] if it names none. For a tool of the program's it is that of the file that is moved or
// deleted, "" for a tool that does neither.
func (p PermissionRequest) Rest() string {
	if p.Identity == "" {
		return p.Rests
	}
	return cmp.Or(p.Rests, NoFiles)
}

// Wordless reports whether the tool has no words of its own: the arguments describe the call.
func (p PermissionRequest) Wordless() bool {
	return strings.HasPrefix(p.Text, "{") && json.Valid([]byte(p.Text))
}

// Outcomes of a permission.
const (
	PermitAllowed   = "allowed"
	PermitDenied    = "denied"
	PermitSkipped   = "skipped"
	PermitEdited    = "edited"
	PermitCancelled = "cancelled"
)

// Permits reports whether an outcome of a permission is a yes.
func Permits(outcome string) bool { return outcome == PermitAllowed || outcome == PermitEdited }

// Scopes of a permission.
const (
	ScopeOnce = "once"
	ScopeTurn = "turn"
)

// PermissionResponse answers one. Arguments (run) or Content (deliver) are set if the
// user edited them. Reason holds the user's words, or a cancel tag.
type PermissionResponse struct {
	ID        string          `json:"id"`
	Outcome   string          `json:"outcome"`
	Scope     string          `json:"scope,omitempty"`
	Reason    string          `json:"reason,omitempty"`
	By        string          `json:"by"`            // user, turn_cache, policy, rule
	Why       string          `json:"why,omitempty"` // what the rules say about the refused call, in one sentence
	RuleAt                    // the rule, if a rule answered
	Also      []RuleAt        `json:"also,omitempty"` // the rules that allowed the other parts of a shell line
	Arguments json.RawMessage `json:"arguments,omitempty"`
	Content   *string         `json:"content,omitempty"`
	Via       *Via            `json:"via,omitempty"`
	Prev      string          `json:"prev,omitempty"`
}

// RuleAt is a rule that decided: its text and where it stood at the time.
type RuleAt struct {
	Rule string `json:"rule,omitempty"`
	At   string `json:"rule_at,omitempty"`
}

// Scopes of a rule.
const (
	ScopeConversation = "conversation"
	ScopeWorkspace    = "workspace"
	ScopeEverywhere   = "everywhere"
)

// RuleAdded says that somebody made a rule in this conversation: its text, whether it
// is an allow, an ask or a deny, where it holds, and the permission or question at
// which it was made. The rule itself stands in the user's rules.toml, not in the
// conversation.
type RuleAdded struct {
	Rule       string `json:"rule"`
	Verdict    string `json:"verdict"`
	Scope      string `json:"scope"`
	Permission string `json:"permission,omitempty"`
	Via        *Via   `json:"via,omitempty"`
	Prev       string `json:"prev,omitempty"`
}

// RuleRevoked says that somebody revoked a rule in this conversation.
type RuleRevoked struct {
	Rule    string `json:"rule"`
	Verdict string `json:"verdict"`
	Scope   string `json:"scope"`
	Via     *Via   `json:"via,omitempty"`
	Prev    string `json:"prev,omitempty"`
}

// EditedTo is the user's edit of what was to be permitted, "" for none.
func (p PermissionResponse) EditedTo() string {
	if p.Content != nil {
		return *p.Content
	}
	return string(p.Arguments)
}

// Instead are the arguments with which a call runs whose permission this answers: the given ones, or
// those that the answer puts in their place.
func (p PermissionResponse) Instead(arguments json.RawMessage) json.RawMessage {
	if p.Outcome == PermitEdited && len(p.Arguments) > 0 {
		return p.Arguments
	}
	return arguments
}

// MemoryRevoked revokes what the response to the inquiry or permission with this id
// had remembered, or a yes from which nothing had followed. Reason is "" where the user
// did it.
type MemoryRevoked struct {
	ID     string `json:"id"`
	Reason string `json:"reason,omitempty"`
}

// Reasons why a yes counts no more: another tool has the name by then, the files that its command
// names are others, the file that was to be moved is another, or the folder in which a command was
// to run, or the conversation works in another folder.
const (
	RevokedReplaced = "replaced"
	RevokedFiles    = "files"
	RevokedFile     = "file"
	RevokedFolder   = "folder"
	RevokedMoved    = "moved"
)

// Source says who asks. The code path sets it, never the configuration.
type Source struct {
	Source string `json:"source"` // tool, server, assistant, other
	Name   string `json:"name,omitempty"`
}

// SourceServer is a server of tools of which it is not known for which of several tools it asks.
const SourceServer = "server"

// Targets of an inquiry.
const (
	TargetUser     = "user"
	TargetReviewer = "reviewer"
)

// InquiryRequest is a question that was asked. ID is
// "<tool_call_id>.<question_id>.<attempt>", opaque to readers. Where it is not known which of several calls asks,
// there is no Call, and Among are all that may.
type InquiryRequest struct {
	ID            string         `json:"id"`
	Call          string         `json:"call,omitempty"`
	Among         []string       `json:"among,omitempty"`
	Source        Source         `json:"source"`
	Target        string         `json:"target"`
	Escalate      bool           `json:"escalate,omitempty"`
	EscalatedFrom string         `json:"escalated_from,omitempty"`
	Question      forms.Question `json:"question"`
}

// Holder is the call whose form the question is of, "" for none. Where there are several that may have asked,
// it says nothing of which did.
func (r InquiryRequest) Holder() string {
	if r.Call == "" && len(r.Among) > 0 {
		return r.Among[0]
	}
	return r.Call
}

// Outcomes of an inquiry.
const (
	Answered  = "answered"
	Cancelled = "cancelled"
	Redacted  = "redacted"
)

// Who answered.
const (
	ByUser      = "user"
	ByReviewer  = "reviewer"
	ByStatic    = "static"
	ByTurnCache = "turn_cache"
	ByDefault   = "default"
	ByRule      = "rule"
	ByServer    = "server"  // the server of tools that asked, once the user had done on its page what it wanted
	ByPolicy    = "policy"  // a permission when nobody was there
	ByProgram   = "program" // the other program that asked, which decided itself
)

// Tags of a cancelled inquiry. Unknown ones are kept as they are.
const (
	CancelUser            = "user"
	CancelBackendError    = "backend_error"
	CancelNoPromptBackend = "no_prompt_backend"
	CancelAssistantDenied = "assistant_routing_denied"
	CancelInvalidStatic   = "invalid_static_answer"
	CancelPolicyDenied    = "policy_denied"
	CancelReply           = "reply"
	CancelEndTurn         = "end_turn"
	CancelBack            = "back"
	CancelDecline         = "decline"   // the user declined what a server asked
	CancelElsewhere       = "elsewhere" // it was decided in the other program that asked
	CancelExpired         = "expired"   // nobody answered for as long as the program waited
	CancelWithdrawn       = "withdrawn" // the server that asked wants no answer any more
	CancelCut             = "cut"       // its call or the program ended while it was open; that of several calls may come again
	CancelLost            = "lost"      // the line with the answer was damaged; written by a repair
	CancelAmiss           = "amiss"     // what was asked did not fit its call, as this is by then
	CancelStrange         = "strange"   // the call that asked was not recorded by this installation, and ended
)

// AnsweredBy names who gave an answer; Model for a reviewer, RuleAt for a rule.
type AnsweredBy struct {
	By    string `json:"by"`
	Model string `json:"model,omitempty"`
	Via   *Via   `json:"via,omitempty"`
	RuleAt
}

// Edited is a proposed text as the user edited it before approving.
type Edited struct {
	Digest  string `json:"digest"`
	Content string `json:"content"`
	Part
}

// Part says that a text is the proposed one with some of its hunks left out, and nothing else:
// so many of so many were taken. It is zero where the text was edited.
type Part struct {
	Taken int `json:"taken,omitempty"`
	Hunks int `json:"hunks,omitempty"`
}

// Words says how much was taken, "" if the text is no such part.
func (p Part) Words() string {
	if p.Taken < 1 || p.Taken >= p.Hunks {
		return ""
	}
	return fmt.Sprintf("%d of %d hunks", p.Taken, p.Hunks)
}

// InquiryResponse ends an inquiry. Reason is the answerer's own words if it was
// answered, the tag if it was cancelled.
type InquiryResponse struct {
	Outcome    string          `json:"outcome"`
	ID         string          `json:"id"`
	Answer     json.RawMessage `json:"answer,omitempty"`
	Edited     *Edited         `json:"edited,omitempty"`
	Reason     string          `json:"reason,omitempty"`
	Reply      string          `json:"reply,omitempty"`
	Remember   string          `json:"remember,omitempty"` // "yes" or "no"
	Again      bool            `json:"again,omitempty"`    // a yes to being asked again, about what is there by then, and to nothing else
	Files      []File          `json:"files,omitempty"`    // with an answer that is a text
	AnsweredBy *AnsweredBy     `json:"answered_by,omitempty"`
	Prev       string          `json:"prev,omitempty"`
}

// GuardTripped says that a limit of the turn was reached, and on which evidence.
type GuardTripped struct {
	Guard    string          `json:"guard"`
	Evidence json.RawMessage `json:"evidence,omitempty"`
}

// GuardResolved says what was chosen. Limit is the new limit of the turn if the
// choice raises it: a number, or a duration for max_runtime. The choice "limit" is a
// change that the user made without being asked.
type GuardResolved struct {
	Guard  string `json:"guard"`
	Choice string `json:"choice"`
	Limit  string `json:"limit,omitempty"`
	Via    *Via   `json:"via,omitempty"`
	Prev   string `json:"prev,omitempty"`
}

// Chain returns the digest of the previous decision.
func (p PermissionResponse) Chain() string { return p.Prev }

// Chain returns the digest of the previous decision.
func (r InquiryResponse) Chain() string { return r.Prev }

// Chain returns the digest of the previous decision.
func (r GuardResolved) Chain() string { return r.Prev }

// Chain returns the digest of the previous decision.
func (r RuleAdded) Chain() string { return r.Prev }

// Chain returns the digest of the previous decision.
func (r RuleRevoked) Chain() string { return r.Prev }
