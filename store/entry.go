package store

import (
	"encoding/json"
	"time"
)

// Entry is one thing that was said or decided, as it is shown and exported. An
// entry is a view of the transcript and good until the next Add.
type Entry struct {
	ID      string // of the event that began it, or of the response being told
	Within  string // id of the debugging that it belongs to, "" for none
	Seq     int64  // of that event
	Turn    int
	Time    time.Time // when it began
	Changed time.Time // when the last event that belongs to it came
	Version int       // counts the events that changed it, from 1
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
	Files  []File // that go with it
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

// Response is a text of a response.
type Response struct {
	Response string
	Text     string
	State    State
	Stopped  string       // what stopped it
	End      *ResponseEnd // nil until it is complete
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
	Exchanges []Exchange // permissions and questions in their order
	Finished  *ToolFinished
	Result    *ToolCallResponse // nil until the call has ended
	Stopped   bool              // it ended because its turn did
	Started   time.Time         // its last run
	Done      time.Time         // when that was over
	Ended     time.Time
}

// Exchange is a permission or a question with its answer. Either Permission or
// Inquiry is set; Permitted or Answer follow when it is closed.
type Exchange struct {
	Asked      time.Time
	Closed     time.Time // zero while it is open
	Permission *PermissionRequest
	Permitted  *PermissionResponse
	Inquiry    *InquiryRequest
	Answer     *InquiryResponse
	Forgotten  bool // a remembered answer was taken back
}

// Open says that nobody answered yet.
func (x Exchange) Open() bool { return x.Closed.IsZero() }

// ID is the id of the permission or inquiry.
func (x Exchange) ID() string {
	if x.Permission != nil {
		return x.Permission.ID
	}
	return x.Inquiry.ID
}

// Text is the question as it was put.
func (x Exchange) Text() string {
	if x.Permission != nil {
		return x.Permission.Text
	}
	return x.Inquiry.Question.Text
}

// By names who answered, "" while it is open or nobody did.
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

// Reason is the answerer's own words, or the tag of a cancelled one.
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

// Cancelled says that it ended without an answer; Reason is the tag then.
func (x Exchange) Cancelled() bool {
	return x.Permitted != nil && x.Permitted.Outcome == PermitCancelled || x.Answer != nil && x.Answer.Outcome == Cancelled
}

// Asked is a question that belongs to no call, such as a guard's.
type Asked struct{ Exchange Exchange }

// Failure is a failed request to the model.
type Failure struct {
	Response string
	Try      int
	Error    string
	Final    bool
	Retried  bool // before anything of a response had arrived
}

// Shortfall says that the response before it is not whole, or that there is none.
type Shortfall struct {
	Response string
	End      ResponseEnd
}

// Guard is a limit that was reached, what was asked about it, and what was
// chosen.
type Guard struct {
	Guard     string
	Evidence  json.RawMessage
	Exchanges []Exchange // the question, again after each review
	Choice    string     // "" until it was chosen
	Limit     string     // the new limit, where the choice raised one
}

// Debugging is a turn within another one, which looks for a root cause. What
// happens in it are the entries that name it as Within.
type Debugging struct {
	Parent    int // the turn that it serves
	Steps     int
	Last      string // the tool that was called last
	RootCause string
	Findings  []string
	Fix       string
	Ended     string // the reason of its end, "" while it goes on
}

// Command is one that the user ran, without the assistant.
type Command struct {
	ID      string
	Command string
	End     *UserCommandEnd // nil while it runs, and where the program ended first
}

// Note is a note of the program's own about the turn.
type Note struct{ Text string }

// Mark is an event that is told in a word or a line: where a turn begins and
// ends, a title, a change of configuration or workspace, a fork, and events of
// types that are not known. Body is the event's.
type Mark struct{ Body Body }

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
