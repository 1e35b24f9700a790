package prompt

import "encoding/json"

// Intent is what the user means by a key, decided by the model; a field knows no
// keys.
type Intent interface{ IsIntent() }

// The intents of a field.
type (
	// Step moves the cursor by a number of choices.
	Step struct{ By int }
	// Edge moves it to the first or the last choice.
	Edge struct{ Last bool }
	// Pick is a digit: it chooses if there are at most nine choices, otherwise it
	// moves there.
	Pick struct{ Number int }
	// Confirm is Enter: the choice under the cursor, the menu's entry, or what
	// was written.
	Confirm struct{}
	// Say is the letter for yes or no, with Remember for the rest of the turn.
	Say struct{ Yes, Remember bool }
	// Toggle is Space on an option of a multi-select.
	Toggle struct{}
	// ToggleAll chooses every option that is shown, or none of them if all are chosen.
	ToggleAll struct{}
	// OpenMenu leaves a text field for the menu, or opens it elsewhere.
	OpenMenu struct{}
	// OpenAnswer goes from the menu into the answer.
	OpenAnswer struct{}
	// OpenFilter begins to filter the options.
	OpenFilter struct{}
	// GoBack, WriteReply and EndTheTurn are the other three of the menu.
	GoBack     struct{}
	WriteReply struct{}
	EndTheTurn struct{}
	// Decline declines the form, where its tool can be told so.
	Decline struct{}
	// OpenPage opens the page that is to be visited.
	OpenPage struct{}
	// LeaveOut gives no answer to an optional question.
	LeaveOut struct{}
	// Key is a key message for the text being typed.
	Key struct{ Msg any }
	// Insert is text for it: a paste, a new line, the external editor's file.
	Insert struct{ Text string }
	// Replace replaces the typed text.
	Replace struct{ Text string }
	// Erase leaves a field of a flat object empty.
	Erase struct{}
	// Scroll moves the context by a number of lines.
	Scroll struct{ By int }
	// Point is a click on a choice: the cursor goes there, and nothing is chosen.
	Point struct{ At int }
	// ShowSchema shows the schema of the answer above the question, or no more.
	ShowSchema struct{}
	// NextRow moves by so many fields of a flat object, or to the first.
	NextRow struct {
		By    int
		First bool
	}
	// Side moves among the choices of such a field.
	Side struct{ By int }
	// AsText changes between fields and the JSON text.
	AsText struct{}
)

func (Step) IsIntent()       {}
func (Edge) IsIntent()       {}
func (Pick) IsIntent()       {}
func (Confirm) IsIntent()    {}
func (Say) IsIntent()        {}
func (Toggle) IsIntent()     {}
func (ToggleAll) IsIntent()  {}
func (OpenMenu) IsIntent()   {}
func (OpenAnswer) IsIntent() {}
func (OpenFilter) IsIntent() {}
func (GoBack) IsIntent()     {}
func (WriteReply) IsIntent() {}
func (EndTheTurn) IsIntent() {}
func (Decline) IsIntent()    {}
func (OpenPage) IsIntent()   {}
func (LeaveOut) IsIntent()   {}
func (Key) IsIntent()        {}
func (Insert) IsIntent()     {}
func (Replace) IsIntent()    {}
func (Erase) IsIntent()      {}
func (Scroll) IsIntent()     {}
func (Point) IsIntent()      {}
func (ShowSchema) IsIntent() {}
func (NextRow) IsIntent()    {}
func (Side) IsIntent()       {}
func (AsText) IsIntent()     {}

// Act is the outcome of an intent, at most one: Answered, WentBack, Replied,
// Declined, Visited or EndedTurn.
type Act interface{ IsAct() }

// The acts of a field.
type (
	// Answered gives a value, not yet checked. Remember is "yes" or "no" if the user
	// said so, otherwise empty.
	Answered struct {
		Value    json.RawMessage
		Remember string
	}
	// WentBack asks for the previous question.
	WentBack struct{}
	// Replied ends the form with the user's own words, possibly empty.
	Replied struct{ Text string }
	// Declined ends the form: its tool goes on and is told.
	Declined struct{}
	// Visited opens a page; the question stays.
	Visited struct{ Address string }
	// EndedTurn ends the turn.
	EndedTurn struct{}
)

func (Answered) IsAct()  {}
func (WentBack) IsAct()  {}
func (Replied) IsAct()   {}
func (Declined) IsAct()  {}
func (Visited) IsAct()   {}
func (EndedTurn) IsAct() {}
