package model

import (
	tea "charm.land/bubbletea/v2"

	"parley/forms"
	"parley/views"
)

// say makes a row whose keys mean an intent to the open prompt.
func say(keys []string, shown, words string, in views.Intent) binding {
	return binding{keys: keys, shown: shown, words: words, do: func(m *Model) tea.Cmd { return m.intent(in) }}
}

func (m *Model) promptBindings() []binding {
	if m.ask.prompt.Permission != nil {
		return m.permissionBindings()
	}
	f := m.ask.field
	switch f.Mode() {
	case views.Writing, views.Replying, views.Other:
		return writingBindings(f)
	case views.Filtering:
		return []binding{
			say([]string{"enter"}, "Enter", "choose", views.Confirm{}),
			say([]string{"up"}, "↑↓", "move", views.Step{By: -1}), say([]string{"down"}, "", "", views.Step{By: 1}),
			say([]string{"backspace"}, "", "", views.Erase{}), say([]string{"esc"}, "Esc", "end the filter", views.OpenMenu{}),
		}
	case views.InMenu:
		return append([]binding{say([]string{"enter"}, "Enter", "choose", views.Confirm{}), say([]string{"a"}, "a", "answer", views.OpenAnswer{})}, m.moves()...)
	}
	return append(choosingBindings(f), m.moves()...)
}

// moves are the ways out of a question and through its text.
func (m *Model) moves() []binding {
	esc := "menu"
	if m.ask.field.Mode() == views.InMenu {
		esc = "close the menu"
	}
	rows := []binding{
		{keys: []string{"b"}, shown: "b", words: "back", when: func(m *Model) bool { return m.ask.prompt.Walk.CanGoBack() },
			do: func(m *Model) tea.Cmd { return m.intent(views.GoBack{}) }},
		say([]string{"r"}, "r", "reply", views.WriteReply{}),
		say([]string{"s"}, "s", "end turn", views.EndTheTurn{}),
		say([]string{"up"}, "", "", views.Step{By: -1}), say([]string{"down"}, "", "", views.Step{By: 1}),
		say([]string{"home"}, "", "", views.Edge{}), say([]string{"end"}, "", "", views.Edge{Last: true}),
		say([]string{"ctrl+up", "alt+up", "["}, "", "", views.Scroll{By: -3}), say([]string{"ctrl+down", "alt+down", "]"}, "", "", views.Scroll{By: 3}),
		{keys: []string{"f"}, shown: "f", words: "full screen", when: func(m *Model) bool { return m.ask.most > 0 || m.ask.full },
			do: func(m *Model) tea.Cmd { m.ask.full = !m.ask.full; return nil }},
		say([]string{"esc"}, "Esc", esc, views.OpenMenu{}),
		{keys: []string{"?"}, shown: "?", words: "help", do: func(m *Model) tea.Cmd { m.help = true; return nil }},
	}
	return rows
}

func choosingBindings(f views.Field) []binding {
	q := f.Question
	switch q.AnswerType.Kind {
	case forms.Boolean:
		rows := []binding{say([]string{"y"}, "y", "yes", views.Say{Yes: true}), say([]string{"n"}, "n", "no", views.Say{})}
		if f.Rules.Remember {
			rows = append(rows, say([]string{"Y"}, "Y/N", "for the same question, this turn", views.Say{Yes: true, Remember: true}),
				say([]string{"N"}, "", "", views.Say{Remember: true}))
		}
		if !f.Rules.Escalated {
			rows = append(rows, say([]string{"enter"}, "↑↓ Enter", "choose", views.Confirm{}))
		}
		return rows
	case forms.MultiSelect:
		return append(digits(), say([]string{"space"}, "Space", "toggle", views.Toggle{}), say([]string{"a"}, "a", "all", views.ToggleAll{}),
			say([]string{"enter"}, "Enter", "submit", views.Confirm{}), say([]string{"/"}, "/", "filter", views.OpenFilter{}))
	}
	return append(digits(), say([]string{"enter"}, "↑↓ Enter", "choose", views.Confirm{}), say([]string{"/"}, "/", "filter", views.OpenFilter{}))
}

func digits() []binding {
	var rows []binding
	for n := 1; n <= 9; n++ {
		rows = append(rows, say([]string{string(rune('0' + n))}, "", "", views.Pick{Number: n}))
	}
	rows[0].shown, rows[0].words = "1-9", "choose"
	return rows
}

func writingBindings(f views.Field) []binding {
	line := say([]string{"shift+enter", "ctrl+j", "alt+enter"}, "Shift+Enter", "new line", views.Insert{Text: "\n"})
	esc := say([]string{"esc"}, "Esc", "menu, the draft is kept", views.OpenMenu{})
	if f.Mode() == views.Writing && f.Question.AnswerType.Kind == forms.Schema {
		return []binding{
			say([]string{"ctrl+s"}, "Ctrl+S", "submit", views.Confirm{}), say([]string{"enter", "shift+enter", "ctrl+j", "alt+enter"}, "", "", views.Insert{Text: "\n"}),
			{keys: []string{"ctrl+e"}, shown: "Ctrl+E", words: "editor", do: (*Model).edit}, esc,
		}
	}
	rows := []binding{say([]string{"enter"}, "Enter", "submit", views.Confirm{}), line}
	if f.Mode() == views.Writing && f.Question.AnswerType.Kind == forms.Secret {
		return []binding{rows[0], say([]string{"esc"}, "Esc", "menu", views.OpenMenu{})}
	}
	return append(rows, binding{keys: []string{"ctrl+e"}, shown: "Ctrl+E", words: "editor", do: (*Model).edit}, esc)
}

func (m *Model) permissionBindings() []binding {
	x := m.ask.permission
	if x.Writing() {
		submit, words := []string{"enter"}, "skip with this reason"
		shown := "Enter"
		if x.Editing() {
			submit, words, shown = []string{"ctrl+s"}, "run with these arguments", "Ctrl+S"
			if x.Result != nil {
				words = "give this to the assistant"
			}
		}
		return []binding{
			say(submit, shown, words, views.Confirm{}),
			say([]string{"enter", "shift+enter", "ctrl+j", "alt+enter"}, "", "", views.Insert{Text: "\n"}),
			{keys: []string{"ctrl+e"}, shown: "Ctrl+E", words: "editor", do: (*Model).edit},
			say([]string{"esc"}, "Esc", "back", views.OpenMenu{}),
		}
	}
	yes, no, skip := "run once", "do not run", "skip and say why"
	if x.Result != nil {
		yes, no, skip = "give it", "keep it back", "keep it back and say why"
	}
	rows := []binding{say([]string{"y"}, "y", yes, views.Allow{}), say([]string{"n"}, "n", no, views.Deny{})}
	if x.Covers != "" {
		rows = append(rows, say([]string{"Y"}, "Y/N", "for this turn", views.Allow{Turn: true}), say([]string{"N"}, "", "", views.Deny{Turn: true}))
	}
	return append(rows,
		say([]string{"r"}, "r", skip, views.WriteReason{}), say([]string{"e"}, "e", "edit", views.EditFirst{}),
		say([]string{"p"}, "p", "raw", views.ToggleRaw{}), say([]string{"s"}, "s", "end turn", views.EndTheTurn{}),
		say([]string{"up", "ctrl+up", "["}, "", "", views.Scroll{By: -1}), say([]string{"down", "ctrl+down", "]"}, "", "", views.Scroll{By: 1}),
		binding{keys: []string{"?"}, shown: "?", words: "help", do: func(m *Model) tea.Cmd { m.help = true; return nil }},
	)
}
