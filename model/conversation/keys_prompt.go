package conversation

import (
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"parley/forms"
	"parley/model/kit"
	"parley/views/prompt"
)

// say makes a row whose keys send an intent to the open prompt.
//
//go:noinline
func say(keys, shown, words string, in prompt.Intent) binding {
	return binding{Keys: kit.Keys(keys), Shown: shown, Words: words, Do: does(func(m *Model) tea.Cmd { return m.intent(in) })}
}

// silent is a row for the help only, without a hint.
func silent(keys, shown, help string, in prompt.Intent) binding {
	return say(keys, shown, "", in).Explained(help)
}

func helpBinding() binding {
	return binding{Keys: kit.Keys("?"), Shown: "?", Words: "help", Rank: kit.RankExtra, Do: does((*Model).toHelp)}
}

func (m *Model) promptBindings() []binding {
	if m.permitting() {
		return m.permissionBindings()
	}
	if m.ask.own && m.ask.field.Question.AnswerType.Kind == forms.Schema {
		return m.ownFormBindings()
	}
	if m.ask.own {
		return append(m.ownBindings(), helpBinding())
	}
	if m.isPatch() {
		return m.patchBindings()
	}
	return m.fieldBindings(m.ask.field)
}

// ownFormBindings are the keys of a form of the screen's own, which has no menu.
func (m *Model) ownFormBindings() []binding {
	rows := slices.DeleteFunc(m.fieldBindings(m.ask.field), func(b binding) bool { return slices.Contains(b.Keys, "esc") })
	return append(rows, say("esc", "Esc", "not now", prompt.EndTheTurn{}))
}

// fieldBindings are the keys of a field, connected to the screen, without those that
// the screen has elsewhere.
func (m *Model) fieldBindings(f prompt.Field, but ...prompt.Also) []binding {
	var rows []binding
	for _, b := range f.Bindings() {
		if b.Also != prompt.Nothing && slices.Contains(but, b.Also) {
			continue
		}
		switch b.Also {
		case prompt.TheEditor:
			rows = append(rows, answerEditor((*Model).editAnswer)...)
		case prompt.TheScrolling:
			rows = append(rows, m.scrollingBindings(false)...)
		case prompt.TheTextKeys:
			rows = append(rows, m.scrollingBindings(true)...)
		case prompt.TheLine:
			rows = append(rows, kit.LineKeys[*Model]()...)
		case prompt.TheHelp:
			rows = append(rows, helpBinding())
		case prompt.ToConversation:
			row := joined(b)
			row.Do = does(func(m *Model) tea.Cmd { return kit.Batch(m.intent(b.Do), m.nextFocus()) })
			rows = append(rows, row)
		case prompt.Nothing:
			rows = append(rows, joined(b))
		}
	}
	return rows
}

// joined is a key of a field.
func joined(b prompt.Binding) binding {
	row := say("", b.Shown, b.Words, b.Do).Ranked(b.Rank).Explained(b.Help)
	row.Keys, row.Bare = b.Keys, b.Bare
	return row
}

// scrollingBindings move the text above a question when it does not fit; letters do
// so if no text is being typed.
func (m *Model) scrollingBindings(letters bool) []binding {
	long := func(m *Model) bool { return m.ask.most > 0 }
	page := func(by int) func(*Model) tea.Cmd {
		return func(m *Model) tea.Cmd { return m.intent(prompt.Scroll{By: by * max(m.ask.drawn.Page, 1)}) }
	}
	rows := []binding{
		{Keys: kit.Keys("pgdown"), Shown: "PgDn", Words: "read on", Help: "read on in the text above the question", When: long, Tell: func(m *Model) bool { return !m.textEnded() }, Do: does(page(1))},
		{Keys: kit.Keys("pgup"), Shown: "PgUp", Words: "go back", Help: "go back in it", When: long, Tell: (*Model).textEnded, Do: does(page(-1))},
		say("ctrl+up alt+up", "Ctrl+↑↓", "", prompt.Scroll{By: -1}).Explained("scroll it by lines").Only(long),
		say("ctrl+down alt+down", "", "", prompt.Scroll{By: 1}).Only(long),
	}
	if !letters {
		return rows
	}
	return append(rows,
		say("[", "[ ]", "", prompt.Scroll{By: -3}).Explained("scroll it by three lines").Only(long),
		say("]", "", "", prompt.Scroll{By: 3}).Only(long),
		m.fullScreen("give the question the whole screen, and back").Ranked(kit.RankExtra).Only(func(m *Model) bool { return m.ask.most > 0 || m.ask.full }))
}

// fullScreen is the key that gives what is asked the whole screen, or takes it back.
func (m *Model) fullScreen(help string) binding {
	words := "full screen"
	switch {
	case m.ask.full:
		words = "smaller"
	case m.w < hintsNarrow:
		words = "full"
	}
	return binding{Keys: kit.Keys("f"), Shown: "f", Words: words, Help: help, Do: does(func(m *Model) tea.Cmd { m.ask.full = !m.ask.full; return nil })}
}

// fileVerbs are what a yes does with a file, where nothing else of the call is asked.
var fileVerbs = map[string]string{"fs_create_file": "create", "fs_delete_file": "delete", "fs_move_file": "move"}

func (m *Model) permissionBindings() []binding {
	x := m.ask.permission
	if x.Writing() {
		if x.InWords() {
			return append(ruleWords(m.ask.lasting), m.scrollingBindings(false)...)
		}
		return append(permissionWriting(x), m.scrollingBindings(false)...)
	}
	if x.InRules() {
		back := say("esc", "Esc", "back, nothing is allowed", prompt.OpenMenu{}).Briefly("back")
		return append(append(permissionRules(x, m.ask.lasting), m.scrollingBindings(true)...), back, helpBinding()) // what a rule covers is read first
	}
	if x.InMenu() {
		return append(append(permissionMenu(x), m.scrollingBindings(true)...), helpBinding())
	}
	yes, no, brief := "run once", "do not run", "no"
	switch verb, is := fileVerbs[x.Tool]; {
	case x.Result != nil:
		yes, no, brief = "give it", "keep it back", ""
	case is:
		yes, no = verb+" it", "do not"
	}
	rows := []binding{say("y", "y", yes, prompt.Allow{}), say("n", "n", no, prompt.Deny{}).Briefly(brief)}
	if x.OnlyNo {
		rows = rows[1:]
	}
	if x.Covers != "" {
		rows = append(rows, say("Y", "Y/N", "this turn", prompt.Allow{Turn: true}).Ranked(kit.RankAway).Explained("the same, for all that “for this turn” names"),
			say("N", "", "", prompt.Deny{Turn: true}))
	}
	if len(x.Offers) > 0 {
		row := binding{Keys: kit.Keys("a"), Shown: "a", Words: "from now on", Brief: "always", Rank: kit.RankNear, Help: "a rule: such calls run without being asked about",
			Do: does(func(m *Model) tea.Cmd { return kit.Batch(m.intent(prompt.Lasting{}), m.arm()) })}
		if x.Writes() {
			row.Words, row.Brief, row.Help = "own rule", "rule", "write a rule yourself: none is offered for this call"
		}
		rows = append(rows, row)
	}
	raw := "raw"
	if x.Raw() {
		raw = "laid out"
	}
	rows = append(rows,
		say("r", "r", x.Skips(), prompt.WriteReason{}).Ranked(kit.RankAway))
	if !x.OnlyNo {
		rows = append(rows, say("e", "e", "edit", prompt.EditFirst{}).Ranked(kit.RankAway))
	}
	if x.Result == nil {
		rows = append(rows, say("p", "p", raw, prompt.ToggleRaw{}).Ranked(kit.RankExtra).Explained("the arguments as they are sent, with what a server says of its tool, or laid out"))
	}
	long := func(m *Model) bool { return m.ask.most > 0 }
	rows = append(rows, say("s", "s", "end turn", prompt.EndTheTurn{}).Ranked(kit.RankAway),
		silent("up", "↑↓", "scroll by lines", prompt.Scroll{By: -1}).Only(long), say("down", "", "", prompt.Scroll{By: 1}).Only(long))
	rows = append(rows, say("esc", "Esc", "menu", prompt.OpenMenu{}).Ranked(kit.RankExtra))
	return append(append(rows, m.scrollingBindings(true)...), helpBinding().Ranked(kit.RankAnswer)) // the menu does not show the rest
}

// permissionRules are the keys of the list of rules. A digit only goes to a rule: what it
// covers is shown there, and Enter makes it.
func permissionRules(x prompt.Permission, change bool) []binding {
	n := len(x.Offers)
	made, brief := madeWords(change)
	if x.Writes() {
		made, brief = "write the rule", ""
	}
	rows := []binding{
		say("enter", "↑↓ Enter", made, prompt.Confirm{}).Briefly(brief),
		say("tab", "Tab", "changes the scope", prompt.NextScope{}).Ranked(kit.RankAway).Explained("the same words in another place"),
	}
	if !x.Writes() {
		rows = append(rows, say("e", "e", "the words of the rule", prompt.Reword{}).Ranked(kit.RankAway).Explained("change the words before the rule is made"))
	}
	for i := range n {
		row := say(strconv.Itoa(i+1), "", "", prompt.Pick{Number: i + 1})
		if i == 0 {
			row.Shown, row.Help = "1", "go to the rule with this number; Enter makes it"
			if n > 1 {
				row.Shown = "1-" + strconv.Itoa(n)
			}
			row.Words, row = "choose", row.Ranked(kit.RankAway)
		}
		rows = append(rows, row)
	}
	return append(rows,
		silent("up", "↑↓", "to another rule", prompt.Step{By: -1}), say("down", "", "", prompt.Step{By: 1}),
		silent("home", "Home End", "to the narrowest or the widest", prompt.Edge{}), say("end", "", "", prompt.Edge{Last: true}))
}

// madeWords is what making a rule does at once, and the same where there is little room.
func madeWords(change bool) (words, brief string) {
	if change {
		return "apply it and make this rule", "make and apply"
	}
	return "run it and make this rule", "make and run"
}

// ruleWords are the keys while the words of a rule are edited.
func ruleWords(change bool) []binding {
	another := prompt.NewLine()
	words, brief := madeWords(change)
	rows := []binding{
		say("enter", "Enter", words, prompt.Confirm{}).Briefly(brief),
		silent("", another.Shown, "another rule, on a line of its own", another.Do),
	}
	rows[1].Keys = another.Keys
	return append(append(rows, answerEditor((*Model).editAnswer)...), say("esc", "Esc", "back (draft is kept)", prompt.OpenMenu{}))
}

// permissionMenu are the keys of the menu that Esc opens: none of them allows or
// denies.
func permissionMenu(x prompt.Permission) []binding {
	return []binding{
		say("enter", "↑↓ Enter", "choose", prompt.Confirm{}),
		say("r", "r", x.Skips(), prompt.WriteReason{}).Ranked(kit.RankAway),
		say("s", "s", "end turn", prompt.EndTheTurn{}).Ranked(kit.RankAway).Explained("end the turn; drafts stay"),
		silent("up", "↑↓", "to another entry", prompt.Step{By: -1}), say("down", "", "", prompt.Step{By: 1}),
		silent("home", "Home End", "to the first or the last entry", prompt.Edge{}), say("end", "", "", prompt.Edge{Last: true}),
		say("esc", "Esc", "close the menu", prompt.OpenMenu{}),
	}
}

func permissionWriting(x prompt.Permission) []binding {
	editor := answerEditor((*Model).editAnswer)
	esc := say("esc", "Esc", "back (draft is kept)", prompt.OpenMenu{})
	if !x.Editing() {
		rows := []binding{
			say("enter", "Enter", "skip with this reason", prompt.Confirm{}),
			joined(prompt.NewLine()),
		}
		return append(append(rows, editor...), esc)
	}
	words := "run with these arguments"
	if x.Result != nil {
		words = "give this to the assistant"
	}
	rows := []binding{
		say("ctrl+s", "Ctrl+S", words, prompt.Confirm{}),
		joined(prompt.EnterBreaks()),
	}
	return append(append(rows, editor...), esc)
}

// withEditor makes two rows of one that opens the user's editor: if one is set, it
// has a hint and help; if none is, the key says so and what to set.
func withEditor(b binding) []binding {
	can := b.On
	without := b
	without.Shown, without.Words, without.Help = "", "", ""
	return []binding{
		b.Only(func(m *Model) bool { return can(m) && m.o.Host.HasEditor() }),
		without.Only(func(m *Model) bool { return can(m) && !m.o.Host.HasEditor() }),
	}
}

// answerEditor are the rows of the editor while a prompt's text is being typed.
func answerEditor(do func(*Model) tea.Cmd) []binding {
	return withEditor(binding{Keys: kit.Keys("ctrl+e"), Shown: "Ctrl+E", Words: "editor", Help: "write it in $VISUAL or $EDITOR", Rank: kit.RankExtra, Do: does(do)})
}

// inEditor runs the user's editor once the drafts are on disk: while it is open,
// nothing else is done.
func (m *Model) inEditor(editor tea.Cmd) tea.Cmd {
	m.lent = true
	if !m.drafts.dirty && !m.drafts.saving || m.o.SaveDrafts == nil {
		return editor
	}
	m.drafts.then = editor
	if m.drafts.saving {
		return nil // the editor starts once that is done
	}
	return m.save()
}
