package prompt

import (
	"encoding/json"
	"fmt"
	"strings"

	"parley/forms"
	"parley/forms/rawjson"
	"parley/store/text/clean"
	"parley/views/edit"
)

// menuItem is an entry of the menu of a question.
type menuItem int

const (
	menuAnswer menuItem = iota
	menuLeave
	menuBack
	menuReply
	menuDecline
	menuEndTurn
)

func (m menuItem) String() string {
	return [...]string{"Answer", "Leave out", "Back", "Reply", "Decline", "End turn"}[m]
}

// menuItems are the entries that can be chosen now.
func (f Field) menuItems() []menuItem {
	var items []menuItem
	if f.home() == InMenu { // the others are answered where they are
		items = append(items, menuAnswer)
	}
	if f.Question.Optional {
		items = append(items, menuLeave)
	}
	if f.Rules.CanGoBack {
		items = append(items, menuBack)
	}
	if f.Rules.CanReply {
		items = append(items, menuReply)
	}
	if f.Rules.CanDecline {
		items = append(items, menuDecline)
	}
	return append(items, menuEndTurn)
}

func (f Field) inMenu(in Intent) (Field, Act) {
	items := f.menuItems()
	switch in := in.(type) {
	case Step:
		f.menu = min(max(f.menu+in.By, 0), len(items)-1)
	case Edge:
		f.menu = 0
		if in.Last {
			f.menu = len(items) - 1
		}
	case OpenAnswer:
		return f.answer(), nil
	case OpenMenu: // Esc closes what Esc opened
		if f.home() == Choosing {
			f.mode = Choosing
		}
	case Confirm:
		switch items[f.menu] {
		case menuAnswer:
			return f.answer(), nil
		case menuLeave:
			return f.leaveOut()
		case menuBack:
			return f, WentBack{}
		case menuReply:
			return f.reply(), nil
		case menuDecline:
			return f, Declined{}
		case menuEndTurn:
			return f, EndedTurn{}
		}
	}
	return f, nil
}

// OverAnswer reports whether the menu covers a text in which the answer is being
// typed.
func (f Field) OverAnswer() bool { return f.mode == InMenu && f.home() == InMenu }

// answer goes from the menu to where the answer is given.
func (f Field) answer() Field {
	f.mode = Writing
	if f.home() == Choosing {
		f.mode = Choosing
	}
	return f
}

func (f Field) writing(in Intent) (Field, Act) {
	switch in := in.(type) {
	case Key:
		f.text.Update(in.Msg)
	case Insert:
		text := in.Text
		if f.oneLine() {
			text = strings.TrimRight(text, "\r\n")
			text = strings.NewReplacer("\r\n", " ", "\n", " ").Replace(text)
		}
		f.text.Paste(text)
	case Replace:
		f.text.Fill(in.Text)
	case OpenMenu:
		return f.leave(), nil
	case Confirm:
		return f.submit()
	}
	return f, nil
}

// oneLine reports whether the text is a single line.
func (f Field) oneLine() bool {
	return f.mode == Other || f.mode == Writing && (f.kind().traits().oneLine || f.formatted())
}

// leave goes back from a text; the text typed for the answer is kept.
func (f Field) leave() Field {
	switch f.mode {
	case Replying:
		f.said = f.text.Whole()
		f.text.Most, f.text.MostLines = f.kind().traits().most, fieldLines
		f.text.Fill(f.unsent)
	case Other:
		f.typed = f.text.Whole()
	}
	f.mode, f.menu = f.home(), 0
	return f
}

func (f Field) submit() (Field, Act) {
	text := f.text.Whole()
	switch f.mode {
	case Replying:
		return f, Replied{Text: text}
	case Other:
		if strings.TrimSpace(text) == "" {
			return f.leave(), nil
		}
	}
	if f.mode == Writing && f.Question.Optional && strings.TrimSpace(text) == "" {
		return f.leaveOut()
	}
	return f.kind().submit(f, text)
}

func (f Field) filtering(in Intent) (Field, Act) {
	switch in := in.(type) {
	case Key:
		var changed bool
		if f.filter, changed = f.filter.Update(in.Msg); changed {
			f.cursor = 0
		}
	case Insert:
		f.filter, f.cursor = f.filter.Insert(in.Text), 0
	case Replace:
		f.filter, f.cursor = edit.LineOf(in.Text), 0
	case OpenMenu:
		return f.unfiltered(), nil
	case Confirm:
		f.mode = Choosing
	case Step, Edge, Toggle:
		f, act := f.choosing(in)
		return f, act
	}
	return f, nil
}

// quote makes text a JSON string, as it is.
func quote(text string) json.RawMessage { return rawjson.Quote(text) }

// jsonFault says what is wrong with a JSON text and where, or nothing.
func jsonFault(text string) string {
	if strings.TrimSpace(text) == "" {
		return "line 1: nothing is written; write a JSON value"
	}
	var v json.RawMessage
	err := json.Unmarshal([]byte(text), &v)
	if err == nil {
		return ""
	}
	at := len(text)
	if e, ok := err.(*json.SyntaxError); ok {
		at = min(int(e.Offset), len(text))
	}
	return fmt.Sprintf("line %d: this is not JSON: %v", strings.Count(text[:at], "\n")+1, err)
}

// jsonText is a value laid out, or the required properties of the schema with empty
// values.
func jsonText(q forms.Question, value json.RawMessage) string {
	if len(value) == 0 {
		value = Skeleton(q.AnswerType.Schema)
	}
	return clean.Assigned(string(rawjson.Laid(value)))
}

// Skeleton returns the smallest value that names every required property of an
// object schema, in the order of "required"; {} for other schemas that allow an
// object and null for what it cannot tell.
func Skeleton(schema json.RawMessage) json.RawMessage { return skeleton(schema, 0) }

func skeleton(schema json.RawMessage, depth int) json.RawMessage {
	var s struct {
		Type       json.RawMessage            `json:"type"`
		Required   []string                   `json:"required"`
		Properties map[string]json.RawMessage `json:"properties"`
		Default    json.RawMessage            `json:"default"`
		Enum       []json.RawMessage          `json:"enum"`
	}
	if json.Unmarshal(schema, &s) != nil || depth > 8 {
		return json.RawMessage("null")
	}
	var kind string
	if json.Unmarshal(s.Type, &kind) != nil {
		kind = ""
	}
	switch {
	case len(s.Default) > 0:
		return s.Default
	case len(s.Enum) > 0:
		return s.Enum[0]
	case kind == "object" || kind == "" && len(s.Properties) > 0:
		parts := make([]string, len(s.Required))
		for i, name := range s.Required {
			parts[i] = string(quote(name)) + ":" + string(skeleton(s.Properties[name], depth+1))
		}
		return json.RawMessage("{" + strings.Join(parts, ",") + "}")
	}
	empty := map[string]string{"string": `""`, "number": "0", "integer": "0", "boolean": "false", "array": "[]"}[kind]
	if empty == "" {
		empty = "null"
	}
	return json.RawMessage(empty)
}

// OptionOf finds the option with the value, -1 if there is none.
func (f Field) OptionOf(value json.RawMessage) int {
	if len(value) == 0 {
		return -1
	}
	return f.Question.AnswerType.Places([]json.RawMessage{value})[0]
}
