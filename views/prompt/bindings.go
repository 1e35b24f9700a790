package prompt

import (
	"parley/forms"
	"parley/views/chrome"
)

// Also says which row of keys only the screen can provide.
type Also int

// What the screen has besides the intents of a field.
const (
	Nothing        Also = iota
	TheEditor           // the key that opens the user's own editor
	TheScrolling        // the keys that move the text above the question
	TheTextKeys         // the same, letters among them
	TheHelp             // the key of the help
	TheLine             // the keys in a line being typed
	ToConversation      // Do, and the focus goes to the conversation
)

// Binding is a key that works in a field as it is now, and what it means there.
type Binding struct {
	Keys  []string
	Shown string // as hints and the help show it
	Words string // for the hint; no hint if empty, unless Bare
	Bare  bool   // its hint is the key alone
	Help  string // if the help says more than the hint
	Rank  int
	Do    Intent
	Also  Also
}

// bind makes the row of one key.
//
//go:noinline
func bind(key, shown, words string, in Intent) Binding {
	return Binding{Keys: []string{key}, Shown: shown, Words: words, Do: in}
}

func (b Binding) ranked(rank int) Binding {
	b.Rank = rank
	return b
}

// bare is a key that is hinted without words.
func (b Binding) bare() Binding {
	b.Bare = true
	return b
}

func (b Binding) explained(help string) Binding {
	b.Help = help
	return b
}

func submits() Binding { return bind("enter", "Enter", "submit", Confirm{}) }

func escapes(words string) Binding { return bind("esc", "Esc", words, OpenMenu{}) }

// NewLine is a line break where Enter submits.
func NewLine() Binding {
	return Binding{Keys: []string{"shift+enter", "ctrl+j", "alt+enter"}, Shown: "Shift+Enter", Words: textNewLine, Help: textNewLine + " (also Ctrl+J, Alt+Enter)", Rank: chrome.RankAway, Do: Insert{Text: "\n"}}
}

// EnterBreaks is a line break if another key submits: the help mentions it, the hints
// do not.
func EnterBreaks() Binding {
	return Binding{Keys: append([]string{"enter"}, NewLine().Keys...), Shown: "Enter", Help: textNewLine, Do: Insert{Text: "\n"}}
}

// Bindings are the keys that work in the field now, in the order of its hints.
func (f Field) Bindings() []Binding {
	switch f.mode {
	case Replying:
		words := "menu (draft is kept)"
		if f.home() == Choosing {
			words = textToOptions
		}
		send := submits()
		send.Words = "send the reply"
		return []Binding{send, NewLine(), {Also: TheEditor}, escapes(words), {Also: TheScrolling}}
	case Other:
		return []Binding{submits(), {Also: TheEditor}, escapes(textToOptions), {Also: TheScrolling}}
	case Writing:
		return append(f.kind().keys(f), Binding{Also: TheScrolling})
	case Filtering:
		return f.filteringKeys()
	case InMenu:
		return append(append(f.menuKeys(), f.ways()...), f.moves()...)
	}
	return append(append(f.kind().keys(f), f.ways()...), f.moves()...)
}

func (f Field) filteringKeys() []Binding {
	words := "choose"
	if f.is(forms.MultiSelect) {
		words = "to the options"
	}
	return []Binding{
		bind("enter", "Enter", words, Confirm{}),
		bind("up", "↑↓", "move", Step{By: -1}), bind("down", "", "", Step{By: 1}),
		escapes("all options"), {Also: TheLine}, {Also: TheScrolling},
	}
}

func (f Field) menuKeys() []Binding {
	enter := bind("enter", "↑↓ Enter", "choose", Confirm{})
	if f.Closes() {
		return []Binding{enter}
	}
	if !f.AtAnswer() {
		return []Binding{enter, bind("a", "a", "answer", OpenAnswer{})}
	}
	return []Binding{bind("enter", "Enter", "", Confirm{}).explained("take the entry of the menu"), bind("a", "Enter or a", "answer", OpenAnswer{})}
}

// ways are the ways out of a question.
func (f Field) ways() []Binding {
	var rows []Binding
	if f.Question.Page != "" {
		rows = append(rows, bind("o", "o", "open the page", OpenPage{}).explained("open the page whose address stands there in your browser"))
	}
	if f.Question.Optional {
		rows = append(rows, bind("l", "l", "leave out", LeaveOut{}).ranked(chrome.RankAway).explained("leave the question out"))
	}
	if f.Rules.CanGoBack {
		rows = append(rows, bind("b", "b", "back", GoBack{}).ranked(chrome.RankAway))
	}
	if f.Rules.CanReply {
		rows = append(rows, bind("r", "r", "reply", WriteReply{}).ranked(chrome.RankAway).explained("answer with words of your own instead"))
	}
	if f.Rules.CanDecline {
		rows = append(rows, bind("d", "d", "decline", Decline{}).ranked(chrome.RankAway).explained("decline the form; its server is told"))
	}
	return append(rows, bind("s", "s", "end turn", EndTheTurn{}).ranked(chrome.RankAway).explained("end the turn; drafts stay"))
}

// moves are the other keys of a question with no text open.
func (f Field) moves() []Binding {
	rows := []Binding{
		bind("up", "↑↓", "", Step{By: -1}).explained("to another choice"), bind("down", "", "", Step{By: 1}),
		bind("home", "Home End", "", Edge{}).explained("to the first or the last choice"), bind("end", "", "", Edge{Last: true}),
		{Also: TheTextKeys},
	}
	words := "menu"
	if f.mode == InMenu {
		words = "close the menu"
	} else if f.Filter() != "" {
		words = "all options"
	}
	if f.hasSchema() {
		rows = append(rows, bind("f2", "F2", "schema", ShowSchema{}).ranked(chrome.RankExtra))
	}
	if f.mode != InMenu || f.Closes() {
		rows = append(rows, escapes(words))
	}
	return append(rows, Binding{Also: TheHelp})
}

// hasSchema reports whether there is a schema to show.
func (f Field) hasSchema() bool { return len(f.Question.AnswerType.Schema) > 0 }
