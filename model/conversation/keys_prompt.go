package conversation

import (
	tea "charm.land/bubbletea/v2"

	"parley/forms"
	"parley/model/kit"
	"parley/views/chrome"
	"parley/views/prompt"
)

// say makes a row whose keys mean an intent to the open prompt.
func say(keys []string, shown, words string, in prompt.Intent) binding {
	return binding{Keys: keys, Shown: shown, Words: words, Do: does(func(m *Model) tea.Cmd { return m.intent(in) })}
}

// silent is a row that the help tells and the hints do not.
func silent(keys []string, shown, help string, in prompt.Intent) binding {
	return say(keys, shown, "", in).Explained(help)
}

// promptHints are the hints of where the focus is, as many as fit.
func (m *Model) promptHints(rows int) string {
	return chrome.FitHints(m.hints(), m.w, rows)
}

func helpBinding() binding {
	return binding{Keys: []string{"?"}, Shown: "?", Words: "help", Rank: kit.RankExtra, Do: does(func(m *Model) tea.Cmd { m.help = true; return nil })}
}

func (m *Model) promptBindings() []binding {
	if m.ask.prompt.Permission != nil {
		return m.permissionBindings()
	}
	if m.ask.own {
		return append(ownBindings(), helpBinding())
	}
	if m.isPatch() {
		return m.patchBindings()
	}
	f := m.ask.field
	switch f.Mode() {
	case prompt.Writing, prompt.Replying, prompt.Other:
		return append(writingBindings(f), scrollingBindings(false)...)
	case prompt.Filtering:
		return append(filteringBindings(f), scrollingBindings(false)...)
	case prompt.InMenu:
		return append(menuBindings(f), append(ways(f), m.moves()...)...)
	}
	rows := choosingBindings(f)
	if f.Question.AnswerType.Kind == forms.MultiSelect { // its menu has them
		for _, b := range ways(f) {
			b.Help, b.Words = b.Words, ""
			rows = append(rows, b)
		}
		return append(rows, m.moves()...)
	}
	return append(rows, append(ways(f), m.moves()...)...)
}

func menuBindings(f prompt.Field) []binding {
	rows := []binding{say([]string{"enter"}, "↑↓ Enter", "choose", prompt.Confirm{})}
	if f.Closes() {
		return rows
	}
	if !f.AtAnswer() {
		return append(rows, say([]string{"a"}, "a", "answer", prompt.OpenAnswer{}))
	}
	rows[0] = say([]string{"enter"}, "Enter", "", prompt.Confirm{}).Explained("take the entry of the menu")
	return append(rows, say([]string{"a"}, "Enter or a", "answer", prompt.OpenAnswer{}))
}

// ways are the ways out of a question.
func ways(f prompt.Field) []binding {
	return []binding{
		say([]string{"b"}, "b", "back", prompt.GoBack{}).Ranked(kit.RankAway).Only(func(*Model) bool { return f.Rules.CanGoBack }),
		say([]string{"r"}, "r", "reply", prompt.WriteReply{}).Ranked(kit.RankAway).Only(func(*Model) bool { return f.Rules.CanReply }).
			Explained("answer with words of your own instead"),
		say([]string{"s"}, "s", "end turn", prompt.EndTheTurn{}).Ranked(kit.RankAway).Explained("end the turn; drafts stay"),
	}
}

// moves are what a question without a text open takes beside its answer.
func (m *Model) moves() []binding {
	f := m.ask.field
	rows := []binding{
		silent([]string{"up"}, "↑↓", "to another choice", prompt.Step{By: -1}), say([]string{"down"}, "", "", prompt.Step{By: 1}),
		silent([]string{"home"}, "Home End", "to the first or the last choice", prompt.Edge{}), say([]string{"end"}, "", "", prompt.Edge{Last: true}),
	}
	rows = append(rows, scrollingBindings(true)...)
	schema := func(*Model) bool { return f.Question.AnswerType.Kind == forms.Schema }
	words := "menu"
	if f.Mode() == prompt.InMenu {
		words = "close the menu"
	} else if f.Filter() != "" {
		words = "all options"
	}
	return append(rows,
		say([]string{"f2"}, "F2", "schema", prompt.ShowSchema{}).Ranked(kit.RankExtra).Only(schema),
		say([]string{"esc"}, "Esc", words, prompt.OpenMenu{}).Only(func(*Model) bool { return f.Mode() != prompt.InMenu || f.Closes() }),
		helpBinding(),
	)
}

// scrollingBindings move the text above a question when it does not fit; letters
// do so where no text is written.
func scrollingBindings(letters bool) []binding {
	long := func(m *Model) bool { return m.ask.most > 0 }
	page := func(by int) func(*Model) tea.Cmd {
		return func(m *Model) tea.Cmd { return m.intent(prompt.Scroll{By: by * max(m.ask.drawn.Page, 1)}) }
	}
	rows := []binding{
		{Keys: []string{"pgdown"}, Shown: "PgDn", Words: "read on", Help: "read on in the text above the question", When: long, Do: does(page(1))},
		{Keys: []string{"pgup"}, Shown: "PgUp", Help: "go back in it", When: long, Do: does(page(-1))},
		say([]string{"ctrl+up", "alt+up"}, "Ctrl+↑↓", "", prompt.Scroll{By: -1}).Explained("scroll it by lines").Only(long),
		say([]string{"ctrl+down", "alt+down"}, "", "", prompt.Scroll{By: 1}).Only(long),
	}
	if !letters {
		return rows
	}
	return append(rows,
		say([]string{"["}, "[ ]", "", prompt.Scroll{By: -3}).Explained("scroll it by three lines").Only(long),
		say([]string{"]"}, "", "", prompt.Scroll{By: 3}).Only(long),
		binding{Keys: []string{"f"}, Shown: "f", Words: "full screen", Help: "give the question the whole screen, and back", Rank: kit.RankExtra,
			When: func(m *Model) bool { return m.ask.most > 0 || m.ask.full }, Do: does(func(m *Model) tea.Cmd { m.ask.full = !m.ask.full; return nil })})
}

func choosingBindings(f prompt.Field) []binding {
	switch f.Question.AnswerType.Kind {
	case forms.Boolean:
		return booleanBindings(f)
	case forms.MultiSelect:
		return append(pickBindings(f, "go to an option"), say([]string{"space"}, "Space", "toggle", prompt.Toggle{}), say([]string{"a"}, "a", "all", prompt.ToggleAll{}).
			Explained("choose all, or none if all are chosen"), say([]string{"enter"}, "Enter", "submit", prompt.Confirm{}), filterBinding(f))
	}
	enter := say([]string{"enter"}, "↑↓", "Enter", prompt.Confirm{}).Explained(movesToAnswer)
	if f.Choices() <= 9 { // digits choose
		enter = enter.Ranked(kit.RankAway)
	}
	return append(pickBindings(f, "choose"), enter, filterBinding(f))
}

// movesToAnswer is what Enter does with a cursor, for the help.
const movesToAnswer = "move, and take what the cursor is on with Enter"

func booleanBindings(f prompt.Field) []binding {
	rows := []binding{say([]string{"y"}, "y", "yes", prompt.Say{Yes: true}), say([]string{"n"}, "n", "no", prompt.Say{})}
	if f.Rules.Remember {
		rows = append(rows, say([]string{"Y"}, "Y/N", "for the same question, this turn", prompt.Say{Yes: true, Remember: true}),
			say([]string{"N"}, "", "", prompt.Say{Remember: true}))
	}
	if f.Rules.Escalated {
		return rows
	}
	return append(rows, say([]string{"enter"}, "↑↓", "Enter", prompt.Confirm{}).Explained(movesToAnswer).Ranked(kit.RankExtra))
}

// filterBinding is hinted where there is enough to filter.
func filterBinding(f prompt.Field) binding {
	b := say([]string{"/"}, "/", "filter", prompt.OpenFilter{}).Explained("show the options that hold what you type").Ranked(kit.RankAway)
	if f.Choices() <= 9 && f.Filter() == "" {
		b.Words = ""
	}
	return b
}

// pickBindings are the digits. They choose at once in a select of up to nine.
func pickBindings(f prompt.Field, words string) []binding {
	n := min(f.Choices(), 9)
	at := f.Question.AnswerType.Kind == forms.Select && f.Choices() <= 9
	var rows []binding
	for i := 1; i <= n; i++ {
		rows = append(rows, say([]string{string(rune('0' + i))}, "", "", prompt.Pick{Number: i}))
	}
	if n == 0 {
		return nil
	}
	rows[0].Shown, rows[0].Help = "1-"+string(rune('0'+n)), "go to an option"
	if n == 1 {
		rows[0].Shown = "1"
	}
	if at {
		rows[0].Words, rows[0].Help = words, "choose an option at once"
	}
	return rows
}

func filteringBindings(f prompt.Field) []binding {
	words := "choose"
	if f.Question.AnswerType.Kind == forms.MultiSelect {
		words = "to the options"
	}
	return []binding{
		say([]string{"enter"}, "Enter", words, prompt.Confirm{}),
		say([]string{"up"}, "↑↓", "move", prompt.Step{By: -1}), say([]string{"down"}, "", "", prompt.Step{By: 1}),
		silent([]string{"home"}, "Home End", "to the first or the last option", prompt.Edge{}), say([]string{"end"}, "", "", prompt.Edge{Last: true}),
		silent([]string{"backspace"}, "Backspace", "take the last letter away", prompt.Erase{}),
		say([]string{"esc"}, "Esc", "all options", prompt.OpenMenu{}),
	}
}

func writingBindings(f prompt.Field) []binding {
	kind := f.Question.AnswerType.Kind
	schema, hidden := f.Mode() == prompt.Writing && kind == forms.Schema, f.Mode() == prompt.Writing && kind == forms.Secret
	submit := say([]string{"enter"}, "Enter", "submit", prompt.Confirm{})
	esc := say([]string{"esc"}, "Esc", "menu (draft is kept)", prompt.OpenMenu{})
	editor := answerEditor((*Model).editAnswer)
	line := say([]string{"shift+enter", "ctrl+j", "alt+enter"}, "Shift+Enter", "new line", prompt.Insert{Text: "\n"}).
		Explained("new line (also Ctrl+J, Alt+Enter)").Ranked(kit.RankAway)
	switch {
	case schema:
		rows := []binding{
			say([]string{"ctrl+s"}, "Ctrl+S", "submit", prompt.Confirm{}),
			silent([]string{"enter", "shift+enter", "ctrl+j", "alt+enter"}, "Enter", "new line", prompt.Insert{Text: "\n"}),
		}
		return append(append(rows, editor...), say([]string{"f2"}, "F2", "schema", prompt.ShowSchema{}).Explained("show or hide the schema of the answer").Ranked(kit.RankAway), esc)
	case hidden:
		esc.Words = "menu"
		return []binding{submit, esc}
	case f.Mode() == prompt.Other:
		esc.Words = "options (draft is kept)"
		return append(append([]binding{submit}, editor...), esc)
	case f.Mode() == prompt.Replying:
		submit.Words = "send the reply"
		if kind != forms.Text && kind != forms.Schema && kind != forms.Secret {
			esc.Words = "options (draft is kept)"
		}
	}
	return append(append([]binding{submit, line}, editor...), esc)
}

func (m *Model) permissionBindings() []binding {
	x := m.ask.permission
	if x.Writing() {
		return append(permissionWriting(x), scrollingBindings(false)...)
	}
	yes, no, skip := "run once", "do not run", "skip and say why"
	if x.Result != nil {
		yes, no, skip = "give it", "keep it back", "keep it back and say why"
	}
	rows := []binding{say([]string{"y"}, "y", yes, prompt.Allow{}), say([]string{"n"}, "n", no, prompt.Deny{})}
	if x.Covers != "" {
		rows = append(rows, say([]string{"Y"}, "Y/N", "for this turn", prompt.Allow{Turn: true}).Ranked(kit.RankAway).Explained("the same, for all that “for this turn” names"),
			say([]string{"N"}, "", "", prompt.Deny{Turn: true}))
	}
	raw := "raw"
	if x.Raw() {
		raw = "laid out"
	}
	rows = append(rows,
		say([]string{"r"}, "r", skip, prompt.WriteReason{}).Ranked(kit.RankAway), say([]string{"e"}, "e", "edit", prompt.EditFirst{}).Ranked(kit.RankAway))
	if x.Result == nil {
		rows = append(rows, say([]string{"p"}, "p", raw, prompt.ToggleRaw{}).Ranked(kit.RankExtra).Explained("the arguments as they came, or laid out"))
	}
	long := func(m *Model) bool { return m.ask.most > 0 }
	rows = append(rows, say([]string{"s"}, "s", "end turn", prompt.EndTheTurn{}).Ranked(kit.RankAway),
		silent([]string{"up"}, "↑↓", "scroll by lines", prompt.Scroll{By: -1}).Only(long), say([]string{"down"}, "", "", prompt.Scroll{By: 1}).Only(long))
	return append(append(rows, scrollingBindings(true)...), helpBinding().Ranked(kit.RankAnswer)) // there is no menu that tells the rest
}

func permissionWriting(x prompt.Permission) []binding {
	editor := answerEditor((*Model).editAnswer)
	esc := say([]string{"esc"}, "Esc", "back (draft is kept)", prompt.OpenMenu{})
	if !x.Editing() {
		rows := []binding{
			say([]string{"enter"}, "Enter", "skip with this reason", prompt.Confirm{}),
			say([]string{"shift+enter", "ctrl+j", "alt+enter"}, "Shift+Enter", "new line", prompt.Insert{Text: "\n"}).Ranked(kit.RankAway),
		}
		return append(append(rows, editor...), esc)
	}
	words := "run with these arguments"
	if x.Result != nil {
		words = "give this to the assistant"
	}
	rows := []binding{
		say([]string{"ctrl+s"}, "Ctrl+S", words, prompt.Confirm{}),
		silent([]string{"enter", "shift+enter", "ctrl+j", "alt+enter"}, "Enter", "new line", prompt.Insert{Text: "\n"}),
	}
	return append(append(rows, editor...), esc)
}

// withEditor makes two rows of one that opens the user's editor: where one is set
// it is hinted and helped; where none is, the key says so and what to set.
func withEditor(b binding) []binding {
	can := b.On
	without := b
	without.Shown, without.Words, without.Help = "", "", ""
	return []binding{
		b.Only(func(m *Model) bool { return can(m) && m.o.Host.HasEditor() }),
		without.Only(func(m *Model) bool { return can(m) && !m.o.Host.HasEditor() }),
	}
}

// answerEditor are the rows of the editor where a text of a prompt is written.
func answerEditor(do func(*Model) tea.Cmd) []binding {
	return withEditor(binding{Keys: []string{"ctrl+e"}, Shown: "Ctrl+E", Words: "editor", Help: "write it in $VISUAL or $EDITOR", Rank: kit.RankExtra, Do: does(do)})
}

// inEditor runs the user's editor once the drafts are on disk: while it is open,
// nothing else is done.
func (m *Model) inEditor(editor tea.Cmd) tea.Cmd {
	if !m.drafts.dirty || m.drafts.saving || m.o.SaveDrafts == nil {
		return editor
	}
	return tea.Sequence(m.save(), editor)
}
