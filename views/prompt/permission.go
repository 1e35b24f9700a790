package prompt

import (
	"encoding/json"
	"parley/store"
	"parley/store/record"
	"parley/store/text/clean"
	"parley/views/chrome"
	"parley/views/edit"
	"parley/views/markdown"
	"parley/views/pane"
	"parley/views/text"
	"strings"
)

// Permission asks whether a call may run, or its result may be given to the
// assistant. It is drawn from the parsed call, never from what a model says about it.
// It is a value, as a Field is; Enter does nothing in it.
type Permission struct {
	Tool      string
	Text      string          // what will happen, in a line
	Arguments json.RawMessage // shown in full
	Telling   *record.Telling // what is said about a call; nil: it is read from the call
	Result    *string         // of a delivery: what would be given
	Said      []string        // remarks to read first, such as why it is asked again
	Covers    string          // what "for this turn" would cover
	Server    string          // the server that the tool is of, "" for one of ours
	Described string          // what that server says of it, shown with the raw arguments
	Why       string          // what the rules say about it, "" for nothing
	Offers    []RuleOffer     // rules that a yes can make
	Own       OwnRule         // where none is offered
	Asks      string          // the heading, "" for that of a call
	Waiting   int
	Reading   bool   // the user reads on in the text, on a screen that has little room for it
	Change    string // which change of a file it is, "" for the only one
	Hints     []chrome.Hint
	MustEdit  bool // the mode asks for an edit first
	OnlyNo    bool // a yes is not taken; what is Said says why
	Draft     PermissionDraft

	unnamed string // the tool, where the heading has no room for all of its name
	raw     bool   // show the arguments unformatted
	menu    bool   // the menu is open
	lasting bool   // the list of rules is open
	entry   int    // of the menu or the list
	scroll  int
	why     *edit.Folding // the reason that is being written
	edit    *edit.Folding // the arguments or the result being edited
	begun   string        // what stood there when it was opened, as the editor holds it
	words   *edit.Folding // the words of a rule that are being edited
	reworded
	Faults []string
	theme  text.Theme
	told   record.Telling
	asked  *markdown.Memo // what is asked, drawn
	about  *markdown.Memo // what the decision is about beside that, drawn
	quoted *markdown.Memo // the arguments, if they are long, drawn as far as they are seen
}

// PermissionDraft is what was typed but not given: an edit of the arguments or the
// result, and a reason.
type PermissionDraft struct{ Edit, Why string }

// The intents of a permission, beside Key, Insert, Confirm, OpenMenu, Step, Edge and
// Scroll.
type (
	// Allow and Deny decide, for this turn if Turn.
	Allow struct{ Turn bool }
	Deny  struct{ Turn bool }
	// WriteReason skips the call with a reason, which is written first.
	WriteReason struct{}
	// EditFirst opens the arguments, or the result, in the editor.
	EditFirst struct{}
	// ToggleRaw shows the arguments as they are sent, or laid out.
	ToggleRaw struct{}
)

func (Allow) IsIntent()       {}
func (Deny) IsIntent()        {}
func (WriteReason) IsIntent() {}
func (EditFirst) IsIntent()   {}
func (ToggleRaw) IsIntent()   {}

// The acts of a permission, beside EndedTurn.
type (
	// Allowed lets the call run; Edited is set when the user changed it.
	Allowed struct {
		Turn   bool
		Edited *string
	}
	// Denied does not; Reason may be empty.
	Denied struct {
		Turn   bool
		Reason string
	}
)

func (Allowed) IsAct() {}
func (Denied) IsAct()  {}

// NewPermission returns a prompt in the theme. With MustEdit its editor is open, unless there is
// something to be read first.
func NewPermission(theme text.Theme, p Permission) Permission {
	p.theme, p.asked, p.about, p.quoted = theme, &markdown.Memo{}, &markdown.Memo{}, &markdown.Memo{}
	switch {
	case p.Result != nil:
	case p.Telling != nil:
		p.told = *p.Telling
	default:
		p.told = record.Tell(store.PermissionRequest{Tool: p.Tool, Text: p.Text, Arguments: p.Arguments})
	}
	if p.MustEdit {
		if open := p.open(); open.tellsAll() {
			p = open
		}
	}
	return p
}

// WithTheme returns the prompt in another look; what is in it stays.
func (p Permission) WithTheme(theme text.Theme) Permission {
	if p.theme.Name != theme.Name {
		p.theme = theme
		if e := p.editor(); e != nil {
			e.SetTheme(theme)
		}
	}
	return p
}

// Writing reports whether letters belong to a text.
func (p Permission) Writing() bool { return p.why != nil || p.edit != nil || p.words != nil }

// Editing reports whether that text is the arguments or the result.
func (p Permission) Editing() bool { return p.edit != nil }

// Raw reports whether the arguments are shown as they are sent.
func (p Permission) Raw() bool { return p.raw }

// Written returns what was written and not given; an edit that changes nothing
// is none.
func (p Permission) Written() PermissionDraft {
	d := p.Draft
	if p.why != nil {
		d.Why = p.why.Whole()
	}
	if p.edit != nil {
		d.Edit = p.edit.Whole()
		if d.Edit == p.begun {
			d.Edit = ""
		}
	}
	return d
}

// original is what an edit begins with.
func (p Permission) original() string {
	if p.Result != nil {
		return text.Clean(clean.Known(*p.Result))
	}
	return text.Clean(clean.Assigned(record.IndentJSON(p.Arguments)))
}

// Typed returns the text that is being written, for the external editor.
func (p Permission) Typed() string {
	if e := p.editor(); e != nil {
		return e.Whole()
	}
	return ""
}

func (p Permission) editor() *edit.Folding {
	switch {
	case p.words != nil:
		return p.words
	case p.why != nil:
		return p.why
	}
	return p.edit
}

// Away reports whether the arguments are read further down.
func (p Permission) Away() bool { return p.scroll > 0 }

// Ended reports whether their end is read, with the limit that Draw returned.
func (p Permission) Ended(most int) bool { return p.scroll >= most }

// Clamp keeps the scroll offset inside what Draw said is the most.
func (p Permission) Clamp(most int) Permission {
	p.scroll = min(p.scroll, most)
	return p
}

// Update applies an intent and returns the resulting act, if any.
func (p Permission) Update(in Intent) (Permission, Act) {
	switch in := in.(type) {
	case EndTheTurn:
		return p, EndedTurn{}
	case Scroll:
		p.scroll = max(p.scroll+in.By, 0)
		return p, nil
	}
	p.Faults = nil
	if p.Writing() {
		return p.writing(in)
	}
	if p.menu {
		return p.inMenu(in)
	}
	if p.lasting {
		return p.inRules(in)
	}
	switch in := in.(type) {
	case OpenMenu:
		p.menu, p.entry = true, 0
	case Lasting:
		p.lasting, p.entry = len(p.Offers) > 0, 0
	case Allow:
		if p.OnlyNo || in.Turn && p.Covers == "" {
			return p, nil
		}
		return p, Allowed{Turn: in.Turn}
	case Deny:
		if in.Turn && p.Covers == "" {
			return p, nil
		}
		return p, Denied{Turn: in.Turn}
	case WriteReason:
		p = p.reason()
	case EditFirst:
		if !p.OnlyNo {
			p = p.open()
		}
	case ToggleRaw:
		p.raw, p.scroll = !p.raw, 0
	}
	return p, nil
}

// reason opens the reason with which the call is skipped.
func (p Permission) reason() Permission {
	e := edit.Folding{Editor: edit.NewEditor(p.theme, "")}
	e.Fill(p.Draft.Why)
	p.why, p.menu = &e, false
	return p
}

// open puts what can be changed into the editor. Of a result that it cannot hold no line is lost.
// What is to run is never folded: it is decided by what it looks like.
func (p Permission) open() Permission {
	e := edit.Folding{Editor: edit.NewEditor(p.theme, "")}
	e.OnlySeen(true)
	if p.Result != nil {
		e.Most, e.MostLines = fieldBytes, fieldLines
	}
	e.Fill(p.original())
	p.begun = e.Whole()
	if p.Draft.Edit != "" {
		e.Fill(p.Draft.Edit)
	}
	p.edit = &e
	return p
}

// tellsAll reports whether all that there is to read stands in the open editor, as it is: no
// remarks, no word for a part of it, and no character that is hidden there or looks like another.
func (p Permission) tellsAll() bool {
	if len(p.Said) > 0 || p.Why != "" || len(p.edit.Chips) > 0 {
		return false
	}
	if p.Result != nil {
		return text.Reveal(*p.Result) == *p.Result
	}
	given := record.IndentJSON(p.Arguments)
	return text.Reveal(clean.Signs(given)) == given
}

// WithWhole puts the call as its tool would get it in place of what was written, to be read before it is
// sent.
func (p Permission) WithWhole(arguments json.RawMessage) Permission {
	p = p.open()
	p.edit.Fill(text.Clean(clean.Assigned(record.IndentJSON(arguments))))
	p.Faults = []string{TextWholeCall}
	return p
}

func (p Permission) writing(in Intent) (Permission, Act) {
	switch in := in.(type) {
	case Key:
		p.editor().Update(in.Msg)
	case Insert:
		p.editor().Paste(in.Text)
	case Replace:
		p.editor().Fill(in.Text)
	case OpenMenu:
		if p.words != nil {
			return p.leaveWords(), nil
		}
		p.Draft = p.Written()
		p.why, p.edit = nil, nil
	case Confirm:
		return p.submit()
	}
	return p, nil
}

func (p Permission) submit() (Permission, Act) {
	text := p.editor().Whole()
	if p.words != nil {
		return p, AllowedByRule{Offer: p.entry, Words: text}
	}
	if p.why != nil {
		return p, Denied{Reason: strings.TrimSpace(text)}
	}
	if text == p.begun {
		return p, Allowed{} // as it was, byte for byte
	}
	if p.Result == nil {
		if fault := jsonFault(text); fault != "" {
			p.Faults = []string{fault}
			return p, nil
		}
	}
	return p, Allowed{Edited: &text}
}

// Draw draws the prompt in at most height lines.
func (p Permission) Draw(width, height int) Drawn {
	th := p.theme
	look := pane.Look{Theme: th, Width: width}
	heading, whole := p.heading(width)
	d := Dock{Theme: th, Width: width, Height: height, Heading: heading, Right: Waiting(p.Waiting, p.Change), Brief: WaitingBrief(p.Waiting), Scroll: p.scroll, X: -1, Hints: p.Hints,
		faults: Field{Faults: p.Faults}.FaultLines(look), reads: p.Reading && p.lasting && p.scroll > 0,
	}
	p.unnamed = d.unnamed(p.named())
	if !whole { // else it is the heading
		d.Question = p.question(look)
	}
	if e := p.editor(); e != nil {
		var over []string
		if p.why != nil {
			over = pane.Informs(look, TextWhyNot)
		}
		rows := edit.AllRows
		if len(p.begun) > fieldBytes { // each key would wait for all of it
			rows = max(height-4-len(d.Question)-len(over), 1)
		}
		e.SetSize(max(width-len(text.LeftMargin(width))-1, 1), rows)
		if rows < edit.AllRows && e.Above() {
			d.tally = th.Glyphs.Up
		}
		bar := th.Dim.Render(th.Glyphs.Bar)
		d.Body = append(over, text.Gutter(bar, bar, e.Lines(), width)...)
		x, y := e.Cursor()
		d.Focus = len(over) + y
		d.X = min(x+len(text.LeftMargin(width)), width-1)
	}
	if p.menu {
		d.Body, d.Focus = p.menuLines(look), p.entry
	}
	if p.words != nil {
		d.Foot = pane.Informs(look, p.wordsFoot())
	}
	if p.edit == nil {
		var asked []string
		if len(d.Question) > max(height/4, 1) { // it is read as a text, from its beginning
			asked, d.Question = d.Question, nil
		}
		d.Text = p.reading(asked, look)
		if len(d.Question) == 0 && !whole {
			p.pin(&d, look)
		}
		p.notOffered(&d, look)
	}
	if p.lasting && p.words == nil {
		p.rules(&d, look)
	}
	return d.Draw()
}

// question is what is asked, unless that is so long that it is read as a text.
func (p Permission) question(look pane.Look) []string {
	if p.Result == nil && len(p.told.Whole) > LongWords {
		return nil
	}
	return p.asked.Get(markdown.MemoKey{Theme: p.theme.Name, Width: look.Width}, func() []string { return p.said(look) })
}

// said is what is asked, highlighted: what the call will do, in full and only once.
func (p Permission) said(look pane.Look) []string {
	if p.Result != nil {
		return Loud(look, markdown.RevealProse(p.Text))
	}
	if words := p.told.Whole; p.Asks != "" && !strings.Contains(words, "\n") {
		return Loud(look, words) // a question
	}
	return LoudLines(look, p.told.Whole)
}
