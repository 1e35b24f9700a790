package store

// What a model is given of a conversation that is too long for it. Nothing of the
// conversation goes away: these say what stands in a request in the place of what.

// ContextTrimmed says that results of tools are left out of what a model sees, up to and
// with the event Upto. Window is how many tokens the model takes, as far as it was known.
type ContextTrimmed struct {
	Upto   string `json:"upto"`
	Window int    `json:"window"`
}

// ContextSummary stands for everything up to and with the event Upto. Text is what somebody
// wrote of it; what is Carried the program took from the events, which it names.
type ContextSummary struct {
	Upto    string    `json:"upto"`
	Text    string    `json:"text"`
	Carried []Carried `json:"carried,omitempty"`
	LeftOut int       `json:"left_out,omitempty"` // how much more was to be carried and had no room
	By      string    `json:"by"`                 // ByUser, who wrote, changed or asked for it; else ByPolicy
	Model   string    `json:"model,omitempty"`    // that wrote the text
	Usage   *Usage    `json:"usage,omitempty"`
	Via     *Via      `json:"via,omitempty"`
	Prev    string    `json:"prev,omitempty"`
}

// Carried is a piece of what a summary carries over.
type Carried struct {
	Event string `json:"event"` // that it is of
	Kind  string `json:"kind"`
	Text  string `json:"text"`
	Short bool   `json:"short,omitempty"` // only its beginning
}

// Kinds of what is carried over.
const (
	CarriedMessage = "message" // of the user
	CarriedAnswer  = "answer"  // a question with its answer, who gave it and why
	CarriedRefusal = "refusal"
	CarriedNote    = "note" // of the scratchpad, still open
	CarriedFiles   = "files"
)

// ContextRevoked takes back a ContextTrimmed or a ContextSummary: the event Of.
type ContextRevoked struct {
	Of   string `json:"of"`
	Via  *Via   `json:"via,omitempty"`
	Prev string `json:"prev,omitempty"`
}

// Chain returns the digest of the decision before.
func (c ContextSummary) Chain() string { return c.Prev }

// Chain returns the digest of the decision before.
func (c ContextRevoked) Chain() string { return c.Prev }
