package prompt

import (
	"bytes"
	"encoding/json"

	"parley/forms"
	"parley/views/edit"
	"parley/views/markdown"
	"parley/views/text"
)

// Mode is what a field does with keys.
type Mode int

// Modes of a field.
const (
	Choosing  Mode = iota // a list of options, or yes and no
	InMenu                // Answer, Back, Reply, End turn
	Writing               // the answer, in the editor
	Replying              // a reply, in the editor
	Other                 // a value of the user's own
	Filtering             // letters belong to the filter
)

// Rules are what the user may do with a question here.
type Rules struct {
	CanGoBack  bool // an earlier answer can be changed
	CanReply   bool
	CanDecline bool            // the form can be declined
	Remember   bool            // Y and N are offered
	Escalated  bool            // Enter alone never approves
	Direct     bool            // text fields skip the menu
	Given      json.RawMessage // the answer before the user went back, filled in
}

// Field is the open question: what the user has chosen and typed so far. It is a
// value; Update returns the next one. Only the editor inside is shared, so the older
// value must not be used again. Make one with NewField.
type Field struct {
	Question forms.Question
	Rules    Rules
	Faults   []string // why the last answer was refused

	mode   Mode
	cursor int // in the visible options, -1 none
	menu   int
	chosen []bool   // multi-select, by option
	own    []string // multi-select, values of the user's own
	filter edit.Line
	scroll int
	theme  text.Theme
	text   edit.Folding
	schema bool           // the schema is shown
	flat   *sheet         // a flat object in rows, nil for a text
	unsent string         // the answer's text while a reply is written
	typed  string         // the value of the user's own before it is given
	said   string         // the reply before it is given
	first  Draft          // the content before the user did anything
	about  *markdown.Memo // the context, drawn
	names  *Names         // the options' words, cleaned
	stands map[int]bool   // the choices that stand whole on the screen, as it was drawn last
	went   int            // the digit that went to a choice instead of giving it, 0 for none
}

// NewField opens a question. Its default, the answer given before or the draft is
// filled in, the later of these taking precedence.
func NewField(theme text.Theme, q forms.Question, rules Rules, draft Draft) Field {
	f := Field{Question: q, Rules: rules, theme: theme, text: edit.Folding{Editor: edit.NewEditor(theme, "")}, cursor: -1, about: &markdown.Memo{}, names: &Names{}}
	f.text.Most, f.text.MostLines = f.kind().traits().most, fieldLines
	f.chosen = make([]bool, len(q.AnswerType.Options))
	value := q.Default
	if len(rules.Given) > 0 {
		value = rules.Given
	}
	f = f.filled(value)
	f.first = f.state()
	return f.drafted(draft)
}

// fieldBytes and fieldLines are how long the text of an answer may be that is laid out in full. A
// longer one would make every key slow, and an editor holds no more than ten thousand lines.
const (
	fieldBytes = 64 << 10
	fieldLines = 1000
)

// kind is how the question is answered.
func (f Field) kind() kind { return kindOf(f.Question) }

// filled is the field as it opens with a value; an answer left out counts as none.
func (f Field) filled(value json.RawMessage) Field {
	if forms.IsLeftOut(value) {
		value = nil
	}
	return f.kind().open(f, value)
}

// drafted is the field with its earlier draft.
func (f Field) drafted(d Draft) Field {
	f.said = d.Reply
	if len(d.Value) == 0 && d.Text == "" {
		return f
	}
	return f.kind().drafted(f, d)
}

// Draft is what is typed or chosen so far but not given, for the record of drafts:
// the text and the cursor's place in it in characters, the value under the cursor or
// the values that are chosen, and a reply. It is empty where the user changed
// nothing, and always for a secret.
type Draft struct {
	Text   string
	Value  json.RawMessage
	Cursor int
	Reply  string
}

// Draft returns the state of the field to be kept.
func (f Field) Draft() Draft {
	if f.kind().traits().hidden {
		return Draft{}
	}
	d := f.state()
	if d.Text == f.first.Text && bytes.Equal(d.Value, f.first.Value) {
		d = Draft{}
	} else if d.Text == "" && len(d.Value) == 0 && f.home() == InMenu && !f.hasSchema() {
		d.Value = quote("") // emptied, which differs from untouched
	}
	d.Reply = f.said
	if f.mode == Replying {
		d.Reply = f.text.Whole()
	}
	return d
}

func (f Field) state() Draft { return f.kind().state(f) }

// ownText is the user's own value before it is given.
func (f Field) ownText() string {
	if f.mode == Other {
		return f.text.Whole()
	}
	return f.typed
}

// Mode returns what the field does with keys, so that the model can map them.
func (f Field) Mode() Mode { return f.mode }

// Typed returns what is being written, for the external editor; nothing of a
// secret.
func (f Field) Typed() string {
	if f.kind().traits().hidden && f.mode != Replying {
		return ""
	}
	if f.flat != nil && f.mode == Writing {
		return jsonText(f.Question, f.sheet().filled())
	}
	return f.text.Whole()
}

// Filter returns the text that filters the options.
func (f Field) Filter() string { return f.filter.Text() }

// WithTheme returns the field in another theme; its content stays.
func (f Field) WithTheme(theme text.Theme) Field {
	if f.theme.Name != theme.Name {
		f.theme = theme
		f.text.SetTheme(theme)
	}
	return f
}

// Shown returns what is seen of what is being written: not what a folded paste holds.
func (f Field) Shown() string { return f.text.Text() }

// WithFaults returns the field with the reasons why its answer was not taken.
func (f Field) WithFaults(faults ...string) Field {
	f.Faults = faults
	return f
}

// Resize gives the editor its room.
func (f Field) Resize(width, height int) Field {
	f.text.SetSize(width, height)
	return f
}

// Update applies an intent and returns the resulting act, if any.
func (f Field) Update(in Intent) (Field, Act) {
	switch in := in.(type) {
	case Scroll:
		f.scroll = max(f.scroll+in.By, 0)
		return f, nil
	case ShowSchema:
		if f.hasSchema() {
			f.schema, f.scroll = !f.schema, 0
		}
		return f, nil
	case Point:
		return f.pointAt(in.At), nil
	}
	if _, moves := in.(NextRow); !moves { // the fault of a row stays until something is written
		f.Faults = nil
	}
	switch in.(type) {
	case EndTheTurn:
		return f, EndedTurn{}
	case GoBack:
		if f.Rules.CanGoBack {
			return f, WentBack{}
		}
		return f, nil
	case WriteReply:
		return f.reply(), nil
	case Decline:
		if f.Rules.CanDecline {
			return f, Declined{}
		}
		return f, nil
	case OpenPage:
		if f.Question.Page != "" && (f.mode == Choosing || f.mode == InMenu) {
			return f, Visited{Address: f.Question.Page}
		}
		return f, nil
	case LeaveOut:
		return f.leaveOut()
	}
	if f.mode == Writing || f.mode == Choosing || f.mode == Filtering {
		if g, act, its := f.kind().own(f, in); its {
			return g, act
		}
	}
	switch f.mode {
	case InMenu:
		return f.inMenu(in)
	case Writing, Replying, Other:
		return f.writing(in)
	case Filtering:
		return f.filtering(in)
	}
	return f.choosing(in)
}

// Seen is the field after it was drawn: what of it stands on the screen decides what a digit
// does. otherwise reports whether a digit does something else than before, so that its hint does
// not hold any more.
func (f Field) Seen(d Drawn) (seen Field, otherwise bool) {
	before := f.digit()
	f.stands = d.whole
	return f, f.digit() != before
}

// Away reports whether the text above the question is read further down.
func (f Field) Away() bool { return f.scroll > 0 }

// Ended reports whether the end of that text is read, with the limit that Draw returned.
func (f Field) Ended(most int) bool { return f.scroll >= most }

// Clamp keeps the scroll offset within the limit that Draw returned.
func (f Field) Clamp(most int) Field {
	f.scroll = min(f.scroll, most)
	return f
}

func (f Field) reply() Field {
	if !f.Rules.CanReply || f.mode == Replying {
		return f
	}
	if f.mode == Other {
		f = f.leave()
	}
	f.unsent = f.text.Whole()
	f.text = edit.Folding{Editor: edit.NewEditor(f.theme, ""), Most: fieldBytes, MostLines: fieldLines}
	f.text.Fill(f.said)
	f.mode = Replying
	return f
}

// leaveOut gives no answer to a question that need not be answered.
func (f Field) leaveOut() (Field, Act) {
	if !f.Question.Optional {
		return f, nil
	}
	return f, Answered{Value: json.RawMessage(forms.LeftOut)}
}

// home is the mode that Esc from a text leads to.
func (f Field) home() Mode { return f.kind().traits().home }
