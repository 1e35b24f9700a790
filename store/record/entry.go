package record

import (
	"encoding/json"
	"time"

	"parley/store"
)

// Entry is one thing that was said or decided, as it is shown and exported. It is a
// view of the transcript and valid until the next Add.
type Entry struct {
	ID      string // of the event that began it, or of the response that is arriving
	Within  string // id of the debugging turn that it belongs to, "" for none
	Seq     int64  // of that event
	Turn    int
	Time    time.Time // when it began
	Changed time.Time // when the last event that belongs to it happened
	Version int       // number of events that changed it, from 1
	Item    Item
}

// Item is what an entry says: *Message, *Response, *Thought, *ToolCall, *Asked,
// *Failure, *Shortfall, *Guard, *Debugging, *Command, *Note or *Mark.
type Item interface{ item() }

// Message is text to the model. Author is empty for the user.
type Message struct {
	Text   string
	Author string
	Queued string
	Files  []store.File // files sent with it
}

// State says what became of a response.
type State string

// The states of a response. A model sees only what is Complete or Stopped.
const (
	Arriving State = "arriving" // no end yet
	Complete State = "complete"
	Partial  State = "partial" // interrupted or replaced
	Stopped  State = "stopped" // by the user or a limit; the model is told so
	Dropped  State = "dropped"
)

// Response is one text of a response.
type Response struct {
	Response string
	Text     string
	State    State
	Stopped  string             // what stopped it
	Broken   bool               // a fault broke it off, and it was not asked for again
	End      *store.ResponseEnd // nil until it is complete
}

// Thought is what the model thought aloud.
type Thought struct {
	Response string
	Text     string
	State    State
}

// ToolCall is a call with everything that was asked and decided about it.
type ToolCall struct {
	Response  string
	ID        string
	Name      string
	Arguments json.RawMessage
	State     State
	Runs      int        // how often it was started
	Asks      bool       // its last run ended in questions, none of which has been put yet
	Live      bool       // its last run asked and went on meanwhile
	Exchanges []Exchange // permissions and questions in their order
	Finished  *store.ToolFinished
	Result    *store.ToolCallResponse // nil until the call has ended
	Stopped   bool                    // it ended because its turn ended
	Ending    string                  // why its turn ended then: ReasonUser, ReasonGuard, …
	Started   time.Time               // when its last run began; zero if that ended in questions, or asked any
	Done      time.Time               // when that run was over
	Ended     time.Time

	says subjectOf // what its row names, if the arguments are long
}

// Ran are the arguments with which the call runs: the model's, those that somebody was asked about,
// with the defaults of the tool, or those that whoever allowed it put in their place.
func (c *ToolCall) Ran() json.RawMessage {
	arguments := c.Arguments
	for _, x := range c.Exchanges {
		if p := x.Permission; p != nil && p.Kind == store.PermitRun && len(p.Arguments) > 0 && (x.Permitted == nil || x.Permitted.Outcome != store.PermitCancelled) {
			arguments = p.Arguments
		}
		if x.Permitted != nil {
			arguments = x.Permitted.Instead(arguments)
		}
	}
	return arguments
}

// Exchange is a permission or a question with its answer. Either Permission or
// Inquiry is set; Permitted or Answer are set once it is closed.
type Exchange struct {
	Asked      time.Time
	Closed     time.Time // zero while it is open
	Permission *store.PermissionRequest
	Permitted  *store.PermissionResponse
	Inquiry    *store.InquiryRequest
	Answer     *store.InquiryResponse
	Forgotten  bool   // the answer was taken back: it is not remembered, or counts no more
	Why        string // the reason on record for that
}

// Open reports whether nobody has answered yet.
func (x Exchange) Open() bool { return x.Closed.IsZero() }

// ID is the id of the permission or inquiry.
func (x Exchange) ID() string {
	if x.Permission != nil {
		return x.Permission.ID
	}
	return x.Inquiry.ID
}

// Text is the question as it was asked, in words.
func (x Exchange) Text() string {
	if p := x.Permission; p != nil {
		if p.Wordless() {
			return InLine(json.RawMessage(p.Text))
		}
		return p.Text
	}
	return x.Inquiry.Question.Text
}

// By names who answered, "" while it is open or if nobody did.
func (x Exchange) By() string {
	switch {
	case x.Permitted != nil:
		return x.Permitted.By
	case x.Answer != nil && x.Answer.AnsweredBy != nil:
		return x.Answer.AnsweredBy.By
	default:
		return ""
	}
}

// Via is what is known of who answered, nil if nothing is.
func (x Exchange) Via() *store.Via {
	switch {
	case x.Permitted != nil:
		return x.Permitted.Via
	case x.Answer != nil && x.Answer.AnsweredBy != nil:
		return x.Answer.AnsweredBy.Via
	default:
		return nil
	}
}

// Reason is the answerer's own words, or the tag if it was cancelled.
func (x Exchange) Reason() string {
	switch {
	case x.Permitted != nil:
		return x.Permitted.Reason
	case x.Answer != nil:
		return x.Answer.Reason
	default:
		return ""
	}
}

// Cancelled reports whether it ended without an answer; Reason is then the tag.
func (x Exchange) Cancelled() bool {
	return x.Permitted != nil && x.Permitted.Outcome == store.PermitCancelled || x.Answer != nil && x.Answer.Outcome == store.Cancelled
}

// Asked is a question that belongs to no call, such as a guard's.
type Asked struct{ Exchange Exchange }

// Failure is a failed request to the model.
type Failure struct {
	Response string
	Try      int
	Error    string
	Final    bool
	Retried  bool // before anything of the response had arrived
}

// Shortfall says that the response before it is incomplete, or that there is none.
type Shortfall struct {
	Response string
	End      store.ResponseEnd
}

// Guard is a limit that was reached, what was asked about it, and what was
// chosen.
type Guard struct {
	Guard     string
	Evidence  json.RawMessage
	Exchanges []Exchange // the question, asked again after each review
	Choice    string     // "" until it was chosen
	Limit     string     // the new limit, if the choice raised it
}

// Debugging is a turn within a turn that looks for a root cause. What happens in it
// are the entries that name it in Within.
type Debugging struct {
	Parent    int // the turn that it serves
	Steps     int
	Last      string // the latest tool called
	RootCause string
	Findings  []string
	Fix       string
	Ended     string // the reason for its end, "" while it goes on
}

// Command is a command that the user ran, without the assistant.
type Command struct {
	ID      string
	Command string
	End     *store.UserCommandEnd // nil while it runs, or if the program ended first
	Done    time.Time             // when it ended, the zero time with a nil End
}

// Note is a note that the program made about the turn.
type Note struct{ Text string }

// Mark is an event that is shown as a word or a line: the start and end of a turn, a
// title, a change of configuration or workspace, a fork, an event of unknown type.
// Body is the event's.
type Mark struct {
	Body store.Body
	Told bool // another entry says already that the turn was stopped, and by whom; or a model is the conversation's first

	About *Exchange // what an AnswerRefused was an answer to, as it was when that was refused; nil if that is not on record
}

func (*Message) item()  {}
func (*Response) item() {}
func (*Thought) item()  {}
func (*ToolCall) item() {}
func (*Asked) item()    {}
func (*Failure) item()  {}
func (*Guard) item()    {}

func (*Shortfall) item() {}

func (*Debugging) item() {}
func (*Command) item()   {}
func (*Note) item()      {}
func (*Mark) item()      {}
