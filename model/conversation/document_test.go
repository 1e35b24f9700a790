package conversation

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"parley/coordinator"
	"parley/coordinator/rules"
	"parley/forms"
	"parley/model/kit"
	"parley/store"
	"parley/teatest/desk"
	"parley/teatest/goldens"
	"parley/views/patch"
	"parley/views/prompt"
)

// TestTheKeysOfAConversationAreDocumented compares docs/keys.md with the key tables.
func TestTheKeysOfAConversationAreDocumented(t *testing.T) {
	table := func(title string, rows []binding) {
		t.Helper()
		var b strings.Builder
		b.WriteString(desk.KeyHead)
		for _, r := range rows {
			if words := r.Told(); words != "" {
				fmt.Fprintf(&b, "| %s | %s |\n", r.Shown, words)
			}
		}
		goldens.Section(t, desk.KeysDocument, title, b.String())
	}
	m := modelOf(newDesk(t))
	table("Writing a message", composerBindings())
	table("Writing a command of your own", commandBindings())
	m.completing.kind = ofCommands
	table("In the list above the message", m.paletteBindings())
	table("In the conversation", paneBindings())
	table("Searching the conversation", findBindings())
	table("In the list of recent conversations", startBindings())
	table("Everywhere", everywhere())
	goldens.Section(t, desk.KeysDocument, "In the help", desk.KeyTable(kit.HelpRows()))
	goldens.Section(t, desk.KeysDocument, "Searching the help", desk.KeyTable(kit.HelpSearching()))
	for _, kind := range forms.Kinds() {
		title := desk.KindTitle(kind.Kind())
		m.ask = exampleAsk(m, kind.Kind())
		table(title, working(m))
		if m.ask.field.Mode() == prompt.InMenu {
			m.ask.field, _ = m.ask.field.Update(prompt.OpenAnswer{})
			table(title+", writing", working(m))
		}
	}
	r := store.PermissionRequest{ID: "p", Tool: "run_command", Text: "Run it?", Covers: "this command", CoversKey: "k", Arguments: json.RawMessage(`{"command":"ls"}`)}
	m.ask = ask{open: true, prompt: coordinator.Prompt{Key: coordinator.AskUser{ID: "p"}.Key(), Permission: &r}}
	m.ask.permission = m.newPermission(m.ask.prompt)
	m.ask.permission.Offers = []prompt.RuleOffer{{Where: "this workspace", Rules: []string{"run_command(ls)"}}, {Where: "everywhere", Rules: []string{"run_command(ls)"}}}
	table("A permission", working(m))
	m.ask.permission, _ = m.ask.permission.Update(prompt.Lasting{})
	table("The rules that a yes can be made to", working(m))
	m.ask.permission, _ = m.ask.permission.Update(prompt.Reword{})
	table("The words of such a rule", working(m))
	m.ask.permission, _ = m.ask.permission.Update(prompt.OpenMenu{})
	m.ask.permission, _ = m.ask.permission.Update(prompt.Lasting{})
	m.ask.permission, _ = m.ask.permission.Update(prompt.OpenMenu{})
	table("The menu of a permission", working(m))
	m.ask.permission, _ = m.ask.permission.Update(prompt.OpenMenu{})
	m.ask = examplePatch(m)
	table("A change to a file", working(m))
	for _, mode := range []struct {
		title string
		in    prompt.Intent
	}{{"A change, saying why not", prompt.WriteReason{}}, {"Searching a change", patch.Find{}}} {
		m.ask = examplePatch(m)
		m.intent(mode.in)
		table(mode.title, working(m))
	}
	m.intent(prompt.Insert{Text: "x"})
	m.intent(prompt.Confirm{})
	table("Going through the hits in a change", working(m))
	var b strings.Builder
	b.WriteString("\n| command | what it does |\n| --- | --- |\n")
	for _, s := range slashes() {
		fmt.Fprintf(&b, "| `%s` | %s |\n", strings.TrimSpace(s.name+" "+s.argument), s.help)
	}
	b.WriteString("\n`@` and the beginning of a path complete the name of a file of the workspace.\n")
	goldens.Section(t, desk.KeysDocument, "Commands, written as a message", b.String())
}

// working are the rows of a prompt that can do something, assuming that its text is too
// long for the screen.
func working(m *Model) (rows []binding) {
	m.ask.most = 1
	for _, r := range m.promptBindings() {
		if r.On(m) {
			rows = append(rows, r)
		}
	}
	return rows
}

// examplePatch is a question about a change that does not fit on the screen.
func examplePatch(m *Model) ask {
	a := exampleAsk(m, forms.Boolean)
	a.patch = patching{on: true, view: patch.New(m.o.Theme, patch.NewChanges("a", "", strings.Repeat("x\n", 100)), patch.Rules{Remember: true, CanGoBack: true})}
	a.prompt.Ruling.Offers = []rules.Offer{{Where: "this workspace"}}
	_, a.patch.view = a.patch.view.Draw(prompt.Prompt{Field: a.field}, m.md, 80, 20)
	return a
}

func exampleAsk(m *Model, kind forms.Kind) ask {
	q := forms.Question{ID: "q", Text: "Which?", AnswerType: forms.AnswerType{Kind: kind}}
	for i := range 12 {
		if kind == forms.Select || kind == forms.MultiSelect {
			q.AnswerType.Options = append(q.AnswerType.Options, forms.Option{Value: json.RawMessage(fmt.Sprint(i))})
		}
	}
	if kind == forms.Number {
		q.AnswerType.Limits = map[string]json.RawMessage{"integer": json.RawMessage("true")} // which the arrows move
	}
	if kind == forms.Schema {
		q.AnswerType.Schema = json.RawMessage(`{"type":"object"}`)
	}
	a := ask{open: true, prompt: coordinator.Prompt{Key: coordinator.AskUser{ID: "q"}.Key(), Inquiry: &coordinator.Inquiry{ID: "q", Question: q}, Walk: forms.Start(forms.Restore([]forms.Question{q}))}}
	a.field = prompt.NewField(m.o.Theme, q, prompt.Rules{CanGoBack: true, CanReply: true, Remember: kind == forms.Boolean}, prompt.Draft{})
	return a
}
