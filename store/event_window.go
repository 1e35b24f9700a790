package store

// What a model is given of a conversation that is too long for it. Nothing is removed
// from the conversation: these events say what a request holds in place of what.

// ContextTrimmed says that tool results are left out of what a model sees, up to and
// including the event Upto. Window is how many tokens the model takes, as far as that
// was known.
type ContextTrimmed struct {
	Upto   string `json:"upto"`
	Window int    `json:"window"`
}

// ContextSummary stands for everything up to and including the event Upto. Text is a
// summary that somebody wrote; the program took what is Carried from the events that
// it names.
type ContextSummary struct {
	Upto    string    `json:"upto"`
	Text    string    `json:"text"`
	Carried []Carried `json:"carried,omitempty"`
	LeftOut int       `json:"left_out,omitempty"` // how much more should have been carried but had no room
	Stands  int       `json:"messages,omitempty"` // how many messages it stands for
	By      string    `json:"by"`                 // ByUser, who wrote, changed or asked for it; otherwise ByPolicy
	Model   string    `json:"model,omitempty"`    // the model that wrote the text
	Usage   *Usage    `json:"usage,omitempty"`
	Asked   string    `json:"asked,omitempty"` // the SummaryAsked that it answers
	Via     *Via      `json:"via,omitempty"`
	Prev    string    `json:"prev,omitempty"`
}

// Carried is one piece of what a summary carries over.
type Carried struct {
	Event string `json:"event"` // the event that it comes from
	Kind  string `json:"kind"`
	Text  string `json:"text"`
	Short bool   `json:"short,omitempty"` // only the beginning of it
}

// Kinds of what is carried over.
const (
	CarriedMessage = "message" // a message of the user
	CarriedAnswer  = "answer"  // a question with its answer, who gave it and why
	CarriedRefusal = "refusal"
	CarriedNote    = "note" // a note of the scratchpad, still open
	CarriedFiles   = "files"
)

// SummaryAsked says that the user asked for a summary of what was said, which is to keep
// what Matters above all. A ContextSummary that names it answers it, or a SummaryDropped
// ends it.
type SummaryAsked struct {
	ID      string `json:"id"`
	Matters string `json:"matters,omitempty"`
}

// SummaryDropped says that such a summary does not stand, and why. Model and Usage are of
// the one that was written, if one was.
type SummaryDropped struct {
	ID     string `json:"id"`
	Reason string `json:"reason"`
	Model  string `json:"model,omitempty"`
	Usage  *Usage `json:"usage,omitempty"`
}

// Why a summary that the user asked for does not stand.
const (
	DropUser        = "user"        // the user dropped it, stopped it, or asked for another
	DropNothing     = "nothing"     // there was nothing to sum up
	DropFailed      = "failed"      // no model could be asked for it
	DropLate        = "late"        // a later summary stood by then
	DropInterrupted = "interrupted" // the program ended first
)

// ContextRevoked revokes a ContextTrimmed or a ContextSummary: the event Of.
type ContextRevoked struct {
	Of   string `json:"of"`
	Via  *Via   `json:"via,omitempty"`
	Prev string `json:"prev,omitempty"`
}

// Chain returns the digest of the previous decision.
func (c ContextSummary) Chain() string { return c.Prev }

// Chain returns the digest of the previous decision.
func (c ContextRevoked) Chain() string { return c.Prev }
