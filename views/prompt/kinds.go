package prompt

import (
	"encoding/json"
	"slices"
	"strings"

	"parley/forms"
	"parley/store/text/clean"
	"parley/views/pane"
	"parley/views/text"
)

// kind is the input of one type of answer: a file of its own, besides its rules in
// forms. A field asks its kind wherever they differ. What a method gets is a field
// whose question is of this kind.
type kind interface {
	kind() forms.Kind
	traits() traits
	// open is the field with a value filled in, none if there is none.
	open(f Field, value json.RawMessage) Field
	// drafted is the field with its earlier draft, which is not empty.
	drafted(f Field, d Draft) Field
	// state is what is chosen or written so far.
	state(f Field) Draft
	// own carries out an intent that has a meaning of its own for this kind; false if
	// it has none.
	own(f Field, in Intent) (Field, Act, bool)
	// submit gives what was written, or chosen.
	submit(f Field, written string) (Field, Act)
	// draw draws what the answer is given with, menus and replies aside.
	draw(f Field, look pane.Look, room int, list ListRoom, b *Body)
	// keys are those that work while the answer is given.
	keys(f Field) []Binding
}

// traits are what a field must know of its kind.
type traits struct {
	home    Mode // where Esc leads from a text: Choosing, or InMenu where the answer is written
	direct  bool // it opens where the answer is written, whatever the setting
	oneLine bool // the text is one line
	hidden  bool // nothing of it is shown or kept
	filters bool // the options can be filtered
	most    int  // how long a text is laid out in full, 0 for all of it
	notes   bool // limits and such are shown below
}

// kinds are all that can be answered, in any order.
func kinds() []kind {
	return []kind{booleanKind{}, selectKind{}, multiSelectKind{}, numberKind{}, textKind{}, secretKind{}, schemaKind{}}
}

// kindOf is the kind of a question.
func kindOf(q forms.Question) kind {
	for _, k := range kinds() {
		if k.kind() == q.AnswerType.Kind {
			return k
		}
	}
	return unknownKind{}
}

// is reports whether the question is of a kind.
func (f Field) is(k forms.Kind) bool { return f.Question.AnswerType.Kind == k }

// choosing is what the kinds have in common whose answer is a choice.
type choosing struct{}

func (choosing) traits() traits                           { return traits{home: Choosing, filters: true} }
func (choosing) own(f Field, _ Intent) (Field, Act, bool) { return f, nil, false }

func (choosing) draw(f Field, look pane.Look, room int, list ListRoom, b *Body) {
	f.optionLines(look, room, list, b)
}

// written is what the kinds have in common whose answer is a text.
type written struct{}

func (written) own(f Field, _ Intent) (Field, Act, bool) { return f, nil, false }

// opened is the field with a text, in its menu or where it is written.
func (f Field) opened(text string) Field {
	f.mode = InMenu
	if f.Rules.Direct || f.kind().traits().direct {
		f.mode = Writing
	}
	f.text.Fill(text)
	return f
}

// redrafted is the field with a text that was left in it.
func (f Field) redrafted(value string, d Draft) Field {
	if len(d.Value) > 0 {
		f.text.Fill(value)
	}
	if d.Text != "" {
		f.text.Fill(d.Text)
		f.text.SetOffset(d.Cursor)
	}
	return f
}

func (written) state(f Field) Draft {
	d := Draft{Text: f.text.Whole(), Cursor: f.text.Offset()}
	if f.mode == Replying {
		d.Text, d.Cursor = f.unsent, len([]rune(f.unsent))
	}
	return d
}

// draw draws the text behind a bar.
func (written) draw(f Field, look pane.Look, _ int, _ ListRoom, b *Body) {
	lines, focus, x := f.textLines(look)
	b.Focus, b.X = focus, x
	b.Add(-1, lines...)
}

// unquoted is the text of a JSON string, "" for anything else.
func unquoted(value json.RawMessage) string {
	var s string
	if json.Unmarshal(value, &s) != nil {
		return ""
	}
	return s
}

// unknownKind is a question that a later version asked: it can be replied to but not
// answered, and says so.
type unknownKind struct{ choosing }

func (unknownKind) kind() forms.Kind                      { return "" }
func (unknownKind) traits() traits                        { return traits{home: Choosing} }
func (unknownKind) open(f Field, _ json.RawMessage) Field { f.cursor = -1; return f }
func (unknownKind) drafted(f Field, _ Draft) Field        { return f }
func (unknownKind) state(Field) Draft                     { return Draft{} }
func (unknownKind) submit(f Field, _ string) (Field, Act) { return f, nil }
func (unknownKind) keys(Field) []Binding                  { return nil }
func (unknownKind) draw(f Field, look pane.Look, _ int, _ ListRoom, b *Body) {
	b.Focus = -1
	b.Add(-1, pane.Informs(look, textUnknown(string(f.Question.AnswerType.Kind)))...)
}

// notes are the limits of a written answer and whether it may be left out, on one
// line below it.
func (f Field) notes(look pane.Look) string {
	words := f.Question.AnswerType.LimitWords()
	if f.Question.Optional {
		words = append(words, textOptional)
	}
	return text.Line(strings.Join(words, " "+look.Theme.Glyphs.Dot+" "), max(text.TextWidth(look.Width), 1))
}

// alike are the lines below a text that was filled in with letters that only look Latin: the words that hold such letters,
// with their numbers. In the text they stand as they are sent, and what the user alone wrote needs no mark.
func (f Field) alike(look pane.Look) []string {
	if f.kind().traits().hidden || !foreign(f.first.Text) {
		return nil
	}
	var words []string
	for _, word := range strings.Fields(f.state().Text) {
		if spelled := clean.Foreign(word); spelled != word {
			words = append(words, strings.Trim(spelled, `"',:;[]{}`))
		}
	}
	if len(words) == 0 {
		return nil
	}
	slices.Sort(words)
	said := textAlike + strings.Join(slices.Compact(words), ", ")
	return pane.Informs(look, text.Line(said, alikeRows*max(text.TextWidth(look.Width), 1)))
}

// alikeRows is about how many lines such words take; that there are some is said in the first.
const alikeRows = 2

// foreign reports whether letters in a text only look Latin.
func foreign(words string) bool { return clean.Foreign(words) != words }
