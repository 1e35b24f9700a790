package prompt

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

	"parley/forms"
	"parley/store"
	"parley/store/record"
	"parley/teatest/goldens"
	"parley/views/chrome"
	"parley/views/markdown"
	"parley/views/text"
)

// hints are keys and what each does.
func hints(pairs ...string) (all []chrome.Hint) {
	for i := 0; i < len(pairs); i += 2 {
		all = append(all, chrome.Hint{Key: pairs[i], Words: pairs[i+1]})
	}
	return all
}

func options(n int) []forms.Option {
	out := make([]forms.Option, n)
	for i := range out {
		out[i] = forms.Option{Value: json.RawMessage(fmt.Sprintf("%q", fmt.Sprintf("option %d", i+1)))}
	}
	return out
}

// prompts are the states of the dock that are kept as screens.
func prompts(t testing.TB) map[string]func(width, height int) Drawn {
	th := goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode()))
	question := func(p Prompt, q forms.Question, rules Rules, draft Draft, intents ...Intent) func(int, int) Drawn {
		return func(width, height int) Drawn {
			p.Field = NewField(th, q, rules, draft)
			for _, in := range intents {
				var act Act
				if p.Field, act = p.Field.Update(in); act != nil {
					t.Fatalf("%T led to %T", in, act)
				}
			}
			return p.Draw(markdown.New(th, text.TextWidth(width)), width, height)
		}
	}
	all := Rules{CanGoBack: true, CanReply: true, Remember: true}
	result := "line one \nline\x1b[8m two"
	schema := json.RawMessage(`{"type":"object","required":["host","port","tls"],"properties":{"host":{"type":"string"},"port":{"type":"integer"},"tls":{"type":"boolean"}}}`)
	flat := json.RawMessage(`{"type":"object","required":["host","port"],"properties":{"host":{"type":"string"},"port":{"type":"integer","minimum":1,"maximum":65535},` +
		`"tls":{"type":"boolean"},"mode":{"enum":["primary","replica","analytics"]},"tags":{"type":"array","items":{"enum":["orders","billing","audit"]},"minItems":1,"maxItems":3},"note":{"type":"string"}}}`)
	return map[string]func(int, int) Drawn{
		"select": question(Prompt{Who: "Assistant", Asks: true, At: 2, Of: 3, Waiting: 3, Hints: hints("1-3", "choose", "↑↓ Enter", "", "b", "back", "r", "reply", "s", "end turn", "Esc", "menu", "?", "help")},
			forms.Question{ID: "env", Text: "Which environment?", AnswerType: goldens.Environments,
				Context: "The migration rewrites 2.1 million rows. On staging it took 4 minutes and locked `orders` for 40 seconds."}, all, Draft{}),
		"boolean": question(Prompt{Who: "fs_modify_file", Asks: true, Hints: hints("y", "apply", "n", "reject", "Y", "the same change, this turn", "N", "never, this turn", "r", "reply", "s", "end turn")},
			forms.Question{ID: "apply_changes", Text: "Do you want to apply this change to docs/rfd/008.md?", AnswerType: forms.AnswerType{Kind: forms.Boolean}, Default: json.RawMessage("true"),
				Context: "````diff\n" + goldens.Patch + "````\n\ndigest sha256:0011\n"}, all, Draft{}),
		"escalated": question(Prompt{Who: "fs_modify_file", Asks: true, Escalated: &Escalation{Model: "claude-haiku-4-5", Reason: "The cross-reference is tangential; the section is about storage, RFD 016 is about plugins."},
			Hints: hints("y", "apply", "n", "reject", "r", "reject and say why", "s", "end turn")},
			forms.Question{ID: "apply_changes", Text: "Do you want to apply the following patch?", AnswerType: forms.AnswerType{Kind: forms.Boolean}, Default: json.RawMessage("true"), Context: "````diff\n" + goldens.Patch + "````\n"},
			Rules{CanReply: true, Escalated: true}, Draft{}),
		"unreviewed": question(Prompt{Who: "fs_modify_file", Asks: true, Escalated: &Escalation{Model: "claude-haiku-4-5", Reason: "the server did not answer", Failed: true}, Hints: hints("y", "yes", "n", "no", "r", "reply", "s", "end turn")},
			forms.Question{ID: "apply_changes", Text: "Do you want to apply the following patch?", AnswerType: forms.AnswerType{Kind: forms.Boolean}, Default: json.RawMessage("true")},
			Rules{CanReply: true, Escalated: true}, Draft{}),
		"faults": func(width, height int) Drawn {
			f := NewField(th, forms.Question{ID: "db", Text: "Connection settings", AnswerType: forms.AnswerType{Kind: forms.Schema, Schema: schema}}, all, Draft{Text: "{\n  \"port\": \"5432\"\n}"})
			f, _ = f.Update(OpenAnswer{})
			f = f.WithFaults(PlaceFaults(f.Typed(), forms.SchemaFaults{{Message: "lacks the property \"host\""}, {Path: "/port", Message: "must be an integer, not a string"}})...)
			return Prompt{Who: "setup_db", Asks: true, Hints: hints("Ctrl+S", "submit", "Esc", "menu (draft is kept)"), Field: f}.Draw(markdown.New(th, text.TextWidth(width)), width, height)
		},
		"schema-shown": question(Prompt{Who: "setup_db", Asks: true, Hints: hints("Ctrl+S", "submit", "F2", "schema", "Esc", "menu (draft is kept)")},
			forms.Question{ID: "db", Text: "Connection settings", AnswerType: forms.AnswerType{Kind: forms.Schema, Schema: schema}}, all, Draft{}, OpenAnswer{}, ShowSchema{}),
		"other-draft": question(Prompt{Who: "Assistant", Asks: true, Hints: hints("1-3", "choose", "Esc", "menu")},
			forms.Question{ID: "env", Text: "Which environment?", AnswerType: goldens.Environments}, all, Draft{Text: "my own machine", Reply: "later"}),
		"multi": question(Prompt{Who: "Assistant", Asks: true, Hints: hints("Space", "toggle", "a", "all", "Enter", "submit", "/", "filter", "Esc", "menu")},
			forms.Question{ID: "files", Text: "Which files may I change?", AnswerType: forms.AnswerType{Kind: forms.MultiSelect, Options: options(6)}, Default: json.RawMessage(`["option 2","option 5"]`)}, all, Draft{}, Step{2}, Toggle{}),
		"many": question(Prompt{Who: "Assistant", Asks: true, Hints: hints("↑↓ Enter", "", "/", "filter", "Esc", "menu")},
			forms.Question{ID: "one", Text: "Which one?", AnswerType: forms.AnswerType{Kind: forms.Select, Options: options(40)}}, all, Draft{}, Step{20}),
		"filter": question(Prompt{Who: "Assistant", Asks: true, Hints: hints("↑↓ Enter", "", "Esc", "clear")},
			forms.Question{ID: "one", Text: "Which one?", AnswerType: forms.AnswerType{Kind: forms.Select, Options: options(40)}}, all, Draft{}, OpenFilter{}, Insert{"39"}),
		"text-menu": question(Prompt{Who: "Assistant", Asks: true, At: 3, Of: 3, Hints: hints("Enter or a", "answer", "b", "back", "r", "reply", "s", "end turn")},
			forms.Question{ID: "note", Text: "Optional note for the migration log", AnswerType: forms.AnswerType{Kind: forms.Text}}, all, Draft{Text: "window agreed with ops, ticket 4711\nrollback: restore"}),
		"text": question(Prompt{Who: "Assistant", Asks: true, At: 3, Of: 3, Hints: hints("Enter", "submit", "Shift+Enter", "new line", "Ctrl+E", "editor", "Esc", "menu (draft is kept)")},
			forms.Question{ID: "note", Text: "Optional note for the migration log", AnswerType: forms.AnswerType{Kind: forms.Text}}, all, Draft{Text: "window agreed with ops, ticket 4711\nrollback: restore snapshot 2026-11-20"}, OpenAnswer{}),
		"schema": question(Prompt{Who: "setup_db", Asks: true, Hints: hints("Ctrl+S", "submit", "Ctrl+E", "editor", "F2", "schema", "Esc", "menu (text is kept)")},
			forms.Question{ID: "db", Text: "Connection settings", AnswerType: forms.AnswerType{Kind: forms.Schema, Schema: schema}}, all, Draft{}, OpenAnswer{}, Insert{"x"}, Confirm{}),
		"fields": question(Prompt{Who: "setup_db", Asks: true, Hints: hints("Tab", "next", "Enter", "submit", "F3", "as JSON", "Esc", "menu")},
			forms.Question{ID: "db", Text: "Connection settings", AnswerType: forms.AnswerType{Kind: forms.Schema, Schema: flat}, Default: json.RawMessage(`{"host":"db.internal","port":99999,"tls":true,"mode":"primary","tags":["orders"]}`)}, all, Draft{}, OpenAnswer{}, NextRow{By: 4}, Side{1}, Confirm{}),
		"fields-json": question(Prompt{Who: "setup_db", Asks: true, Hints: hints("Ctrl+S", "submit", "F3", "as fields", "Esc", "menu")},
			forms.Question{ID: "db", Text: "Connection settings", AnswerType: forms.AnswerType{Kind: forms.Schema, Schema: flat}}, all, Draft{}, OpenAnswer{}, NextRow{By: 2}, Toggle{}, AsText{}),
		"number": question(Prompt{Who: "setup_db", Asks: true, Hints: hints("Enter", "submit", "↑↓", "one step", "Esc", "menu (draft is kept)")},
			forms.Question{ID: "port", Text: "Which port?", Optional: true, Default: json.RawMessage("5432"), AnswerType: forms.AnswerType{Kind: forms.Number,
				Limits: map[string]json.RawMessage{"integer": json.RawMessage("true"), "minimum": json.RawMessage("1"), "maximum": json.RawMessage("65535")}}}, all, Draft{}, OpenAnswer{}, Step{1}, Insert{"a"}),
		"optional": question(Prompt{Who: "Assistant", Asks: true, Hints: hints("Enter or a", "answer", "l", "leave out", "s", "end turn")},
			forms.Question{ID: "note", Text: "A tag?", Optional: true, AnswerType: forms.AnswerType{Kind: forms.Text, Limits: map[string]json.RawMessage{"max_length": json.RawMessage("20"), "pattern": json.RawMessage(`"^v"`)}}}, all, Draft{}, OpenAnswer{}),
		"optional-menu": question(Prompt{Who: "Assistant", Asks: true, Hints: hints("Enter or a", "answer", "l", "leave out", "s", "end turn")},
			forms.Question{ID: "note", Text: "A tag?", Header: "Release", Optional: true, AnswerType: forms.AnswerType{Kind: forms.Text}}, all, Draft{}),
		"unknown": question(Prompt{Who: "later", Asks: true, Hints: hints("r", "reply", "s", "end turn")},
			forms.Question{ID: "c", Text: "Which colour?", AnswerType: forms.AnswerType{Kind: "colour"}}, all, Draft{}, Confirm{}, Step{1}),
		"secret": question(Prompt{Who: "deploy", Asks: true, Hints: hints("Enter", "submit", "Esc", "menu")},
			forms.Question{ID: "token", Text: "The deploy token", AnswerType: forms.AnswerType{Kind: forms.Secret}}, all, Draft{}, Insert{"hunter2"}),
		"reply": question(Prompt{Who: "Assistant", Asks: true, Hints: hints("Enter", "send", "Esc", "back")},
			forms.Question{ID: "env", Text: "Which environment?", AnswerType: goldens.Environments}, all, Draft{}, WriteReply{}, Insert{"neither, ask me tomorrow"}),
		"guard":        question(Prompt{Who: "Loop Detected", Guard: true, Hints: hints("1-5", "choose", "↑↓ Enter", "", "Esc", "menu")}, goldens.GuardQuestion(""), Rules{}, Draft{}),
		"guard-review": question(Prompt{Who: "Loop Detected", Guard: true, Waiting: 2, Hints: hints("1-5", "choose", "↑↓ Enter", "", "PgUp/PgDn", "read on", "Esc", "menu")}, goldens.GuardQuestion(goldens.GuardReview), Rules{}, Draft{}, Scroll{By: 6}),
		"permission-said": func(width, height int) Drawn {
			again := store.PermissionRequest{Before: store.PermitAllowed, Personal: "`.envrc` gives permission. Only your own answer counts."}
			return NewPermission(th, Permission{Tool: "fs_create_file", Text: "create .envrc", Arguments: json.RawMessage(`{"path":".envrc"}`), Said: record.Cautions(again),
				Hints: hints("y", "allow", "n", "deny")}).Draw(width, height)
		},
		"permission": func(width, height int) Drawn {
			return NewPermission(th, Permission{Tool: "run_command", Text: "go test ./... && rm -rf build\u202e", Arguments: json.RawMessage(`{"command":"go test ./... && rm -rf build\u202e","timeout":30}`),
				Covers: "run_command with the same command", Waiting: 2, Hints: hints("y", "once", "Y", "this turn", "n", "no", "N", "not this turn", "e", "edit", "r", "say why", "p", "raw", "s", "end turn")}).Draw(width, height)
		},
		"delivery": func(width, height int) Drawn {
			return NewPermission(th, Permission{Tool: "fs_read_file", Text: "Give the content of .env to the assistant?", Result: &result, Hints: hints("y", "give", "n", "keep", "e", "edit")}).Draw(width, height)
		},
	}
}

func TestPromptScreens(t *testing.T) {
	for name, draw := range prompts(t) {
		t.Run(name, func(t *testing.T) {
			goldens.Screens(t, "prompt-"+name, func(width int) []string {
				d := draw(width, 24)
				goldens.Fits(t, d.Lines, width, 24)
				return d.Lines
			})
			goldens.Screen(t, "prompt-"+name+"-40x9", draw(40, 9).Lines)
		})
	}
}

func TestArgumentsCanBeRead(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"strings as text", `{"path":"a.go","n":3,"ok":true}`, "path: a.go\nn: 3\nok: true"},
		{"lines under the name", `{"content":"one\ntwo \n","x":""}`, "content:\n  one\n  two␠\n\nx: \"\""},
		{"nothing hides", `{"a":"\u202e\u001b[8m","b\u0000":1}`, "a: <U+202E>␛[8m\nb␀: 1"},
		{"nested", `{"a":{"b":[1]}}`, "a:\n  {\n    \"b\": [\n      1\n    ]\n  }"},
		{"a list", `[1,2]`, "[\n  1,\n  2\n]"},
		{"no JSON", "{\"a\": \x1b", "{\"a\": ␛"},
		{"two values", `{"a":1} {"b":2}`, `{"a":1} {"b":2}`},
		{"repeated names are both shown", `{"a":1,"a":2}`, "a: 1\na: 2"},
	} {
		if got := record.Readable(json.RawMessage(c.in)); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestSecretIsNotOnTheScreen(t *testing.T) {
	d := prompts(t)["secret"](80, 24)
	if screen := strings.Join(d.Lines, "\n"); strings.Contains(screen, "hunter2") || !strings.Contains(screen, textHidden) {
		t.Errorf("a secret is drawn as\n%s", screen)
	}
	f := NewField(goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode())), forms.Question{AnswerType: forms.AnswerType{Kind: forms.Secret}}, Rules{}, Draft{Text: "old"})
	f, _ = f.Update(Insert{"hunter2\n"})
	if d := f.Draft(); d.Text != "" || d.Value != nil {
		t.Errorf("a secret's draft is %+v", d)
	}
	if got := f.Typed(); got != "" {
		t.Errorf("a secret is given to the external editor: %q", got)
	}
	if _, act := f.Update(Confirm{}); fmt.Sprintf("%s", act) != `{"hunter2" }` {
		t.Errorf("act %s", act)
	}
}

// What each intent leads to, in each kind of question.
func TestFieldActs(t *testing.T) {
	yesno := forms.AnswerType{Kind: forms.Boolean}
	all := Rules{CanGoBack: true, CanReply: true, Remember: true}
	multi := forms.AnswerType{Kind: forms.MultiSelect, Options: options(3), Other: true}
	for _, c := range []struct {
		name  string
		q     forms.Question
		rules Rules
		do    []Intent
		want  string
	}{
		{"y", forms.Question{AnswerType: yesno}, all, []Intent{Say{Yes: true}}, "prompt.Answered true"},
		{"Y", forms.Question{AnswerType: yesno}, all, []Intent{Say{true, true}}, "prompt.Answered true yes"},
		{"N", forms.Question{AnswerType: yesno}, all, []Intent{Say{false, true}}, "prompt.Answered false no"},
		{"Y where it is not offered", forms.Question{AnswerType: yesno}, Rules{}, []Intent{Say{true, true}}, ""},
		{"Enter without a default", forms.Question{AnswerType: yesno}, all, []Intent{Confirm{}}, ""},
		{"Enter on the default", forms.Question{AnswerType: yesno, Default: json.RawMessage("false")}, all, []Intent{Confirm{}}, "prompt.Answered false"},
		{"Enter after an arrow", forms.Question{AnswerType: yesno}, all, []Intent{Step{1}, Confirm{}}, "prompt.Answered true"},
		{"Enter never approves an escalated one", forms.Question{AnswerType: yesno, Default: json.RawMessage("true")}, Rules{Escalated: true}, []Intent{Step{1}, Confirm{}}, ""},
		{"a digit", forms.Question{AnswerType: goldens.Environments}, all, []Intent{Pick{2}}, `prompt.Answered "production"`},
		{"a digit among many", forms.Question{AnswerType: forms.AnswerType{Kind: forms.Select, Options: options(12)}}, all, []Intent{Pick{3}, Confirm{}}, `prompt.Answered "option 3"`},
		{"only a digit among many", forms.Question{AnswerType: forms.AnswerType{Kind: forms.Select, Options: options(12)}}, all, []Intent{Pick{3}}, ""},
		{"a digit too high", forms.Question{AnswerType: goldens.Environments}, all, []Intent{Pick{7}}, ""},
		{"other", forms.Question{AnswerType: goldens.Environments}, all, []Intent{Pick{3}, Insert{"my own\n"}, Confirm{}}, `prompt.Answered "my own"`},
		{"other, left empty", forms.Question{AnswerType: goldens.Environments}, all, []Intent{Pick{3}, Confirm{}}, ""},
		{"the default is under the cursor", forms.Question{AnswerType: goldens.Environments, Default: json.RawMessage(`"production"`)}, all, []Intent{Confirm{}}, `prompt.Answered "production"`},
		{"filter and take", forms.Question{AnswerType: forms.AnswerType{Kind: forms.Select, Options: options(40)}}, all, []Intent{OpenFilter{}, Insert{"3"}, Insert{"x"}, Key{tea.KeyPressMsg{Code: tea.KeyBackspace}}, Insert{"7"}, Confirm{}}, `prompt.Answered "option 37"`},
		{"a filter without a match", forms.Question{AnswerType: forms.AnswerType{Kind: forms.Select, Options: options(4)}}, all, []Intent{OpenFilter{}, Insert{"zzz"}, Confirm{}}, ""},
		{"toggles keep the order", forms.Question{AnswerType: multi}, all, []Intent{Edge{true}, Step{-1}, Toggle{}, Edge{}, Toggle{}, Confirm{}}, `prompt.Answered ["option 1","option 3"]`},
		{"all and one off", forms.Question{AnswerType: multi}, all, []Intent{ToggleAll{}, Toggle{}, Confirm{}}, `prompt.Answered ["option 2","option 3"]`},
		{"all that a filter shows", forms.Question{AnswerType: multi}, all, []Intent{Step{1}, Toggle{}, OpenFilter{}, Insert{"3"}, Confirm{}, ToggleAll{}, Confirm{}}, `prompt.Answered ["option 2","option 3"]`},
		{"none that a filter shows", forms.Question{AnswerType: multi}, all, []Intent{ToggleAll{}, OpenFilter{}, Insert{"3"}, Confirm{}, ToggleAll{}, Confirm{}}, `prompt.Answered ["option 1","option 2"]`},
		{"all of nothing that a filter shows", forms.Question{AnswerType: multi}, all, []Intent{Toggle{}, OpenFilter{}, Insert{"x"}, Confirm{}, ToggleAll{}, Confirm{}}, `prompt.Answered ["option 1"]`},
		{"all beside one of one's own", forms.Question{AnswerType: forms.AnswerType{Kind: forms.MultiSelect, Options: options(3), Other: true}}, all, []Intent{ToggleAll{}, ToggleAll{}, ToggleAll{}, Confirm{}}, `prompt.Answered ["option 1","option 2","option 3"]`},
		{"one of one's own", forms.Question{AnswerType: multi}, all, []Intent{Edge{true}, Toggle{}, Insert{"mine"}, Confirm{}, Confirm{}}, `prompt.Answered ["mine"]`},
		{"nothing chosen", forms.Question{AnswerType: multi}, all, []Intent{Confirm{}}, `prompt.Answered []`},
		{"text through the menu", forms.Question{AnswerType: forms.AnswerType{Kind: forms.Text}}, all, []Intent{Confirm{}, Insert{"a <b>\n"}, Insert{"c"}, Confirm{}}, `prompt.Answered "a <b>\nc"`},
		{"text at once", forms.Question{AnswerType: forms.AnswerType{Kind: forms.Text}}, Rules{Direct: true}, []Intent{Insert{"a"}, Confirm{}}, `prompt.Answered "a"`},
		{"text with its default", forms.Question{AnswerType: forms.AnswerType{Kind: forms.Text}, Default: json.RawMessage(`"x"`)}, all, []Intent{OpenAnswer{}, Confirm{}}, `prompt.Answered "x"`},
		{"the menu's second is back", forms.Question{AnswerType: forms.AnswerType{Kind: forms.Text}}, all, []Intent{Step{1}, Confirm{}}, "prompt.WentBack"},
		{"the menu's last ends the turn", forms.Question{AnswerType: goldens.Environments}, all, []Intent{OpenMenu{}, Edge{true}, Confirm{}}, "prompt.EndedTurn"},
		{"Esc twice is where one was", forms.Question{AnswerType: goldens.Environments}, all, []Intent{OpenMenu{}, OpenMenu{}, Pick{1}}, `prompt.Answered "staging"`},
		{"back where there is none", forms.Question{AnswerType: goldens.Environments}, Rules{}, []Intent{GoBack{}}, ""},
		{"reply", forms.Question{AnswerType: goldens.Environments}, all, []Intent{WriteReply{}, Insert{"no"}, Confirm{}}, "prompt.Replied no"},
		{"reply that is empty", forms.Question{AnswerType: goldens.Environments}, all, []Intent{WriteReply{}, Confirm{}}, "prompt.Replied"},
		{"Esc from a reply keeps the answer", forms.Question{AnswerType: forms.AnswerType{Kind: forms.Text}}, Rules{Direct: true, CanReply: true},
			[]Intent{Insert{"mine"}, OpenMenu{}, WriteReply{}, Insert{"no"}, OpenMenu{}, OpenAnswer{}, Confirm{}}, `prompt.Answered "mine"`},
		{"wrong JSON stays", forms.Question{AnswerType: forms.AnswerType{Kind: forms.Schema}}, Rules{Direct: true}, []Intent{Replace{"{\n\"a\": }"}, Confirm{}}, ""},
		{"JSON as it was written", forms.Question{AnswerType: forms.AnswerType{Kind: forms.Schema}}, Rules{Direct: true}, []Intent{Replace{"{\"b\": 1.0,\n\"a\": 2}"}, Confirm{}}, "prompt.Answered {\"b\": 1.0,\n\"a\": 2}"},
		{"a number", forms.Question{AnswerType: forms.AnswerType{Kind: forms.Number}}, Rules{Direct: true}, []Intent{Insert{"+.5\n"}, Confirm{}}, "prompt.Answered 0.5"},
		{"no number", forms.Question{AnswerType: forms.AnswerType{Kind: forms.Number}}, Rules{Direct: true}, []Intent{Insert{"1,000"}, Confirm{}}, ""},
		{"half a number", forms.Question{AnswerType: forms.AnswerType{Kind: forms.Number}}, Rules{Direct: true}, []Intent{Insert{"1e"}, Confirm{}}, ""},
		{"no step without one", forms.Question{AnswerType: forms.AnswerType{Kind: forms.Number}, Default: json.RawMessage("1.5")}, Rules{Direct: true}, []Intent{Step{1}, Confirm{}}, "prompt.Answered 1.5"},
		{"left out", forms.Question{AnswerType: yesno, Optional: true}, all, []Intent{LeaveOut{}}, "prompt.Answered null"},
		{"left out through the menu", forms.Question{AnswerType: yesno, Optional: true}, all, []Intent{OpenMenu{}, Confirm{}}, "prompt.Answered null"},
		{"an empty field that may be", forms.Question{AnswerType: forms.AnswerType{Kind: forms.Number}, Optional: true}, Rules{Direct: true}, []Intent{Confirm{}}, "prompt.Answered null"},
		{"leaving out what is needed", forms.Question{AnswerType: yesno}, all, []Intent{LeaveOut{}}, ""},
		{"what was left out opens empty", forms.Question{AnswerType: forms.AnswerType{Kind: forms.Text}, Optional: true, Default: json.RawMessage(`"x"`)}, Rules{Direct: true, Given: json.RawMessage("null")}, []Intent{Confirm{}}, "prompt.Answered null"},
		{"Ctrl+C anywhere", forms.Question{AnswerType: forms.AnswerType{Kind: forms.Text}}, Rules{Direct: true}, []Intent{Insert{"a"}, EndTheTurn{}}, "prompt.EndedTurn"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := NewField(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), c.q, c.rules, Draft{})
			var last Act
			for i, in := range c.do {
				var act Act
				f, _ = f.Seen(Prompt{Field: f}.Draw(markdown.New(f.theme, text.TextWidth(80)), 80, 24))
				if f, act = f.Update(in); act != nil && i < len(c.do)-1 {
					t.Fatalf("%T already led to %v", in, act)
				} else {
					last = act
				}
			}
			if got := said(last); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func said(act Act) string {
	parts := []string{}
	switch act := act.(type) {
	case nil:
		return ""
	case Answered:
		parts = append(parts, string(act.Value), act.Remember)
	case Replied:
		parts = append(parts, act.Text)
	}
	return strings.TrimRight(fmt.Sprintf("%T %s", act, strings.Join(parts, " ")), " ")
}

// TestATextOfAFormIsOneLine: a date has no second line, so no key for one is hinted, and what
// is pasted becomes one line.
func TestATextOfAFormIsOneLine(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode()))
	for format, want := range map[string][2]string{"": {"Enter, Shift+Enter, , Esc, ", `"2026-11-20\nnoon"`}, `"date"`: {"Enter, , Esc, ", `"2026-11-20 noon"`}} {
		a := forms.AnswerType{Kind: forms.Text}
		if format != "" {
			a.Limits = map[string]json.RawMessage{"format": json.RawMessage(format)}
		}
		f := NewField(th, forms.Question{ID: "when", Text: "When?", AnswerType: a}, Rules{}, Draft{})
		f, _ = f.Update(OpenAnswer{})
		f, _ = f.Update(Insert{"2026-11-20\nnoon"})
		var keys []string
		for _, b := range f.Bindings() {
			keys = append(keys, b.Shown)
		}
		_, act := f.Update(Confirm{})
		given, _ := act.(Answered)
		if got := strings.Join(keys, ", "); got != want[0] || string(given.Value) != want[1] {
			t.Errorf("%s: %q and %s, want %q", format, got, given.Value, want)
		}
	}
}

func TestFieldFaults(t *testing.T) {
	f := NewField(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), forms.Question{AnswerType: forms.AnswerType{Kind: forms.Schema}}, Rules{Direct: true}, Draft{})
	f, _ = f.Update(Replace{"{\n  \"a\": }"})
	f, _ = f.Update(Confirm{})
	want := "line 2: this is not JSON: invalid character '}' looking for beginning of value"
	if len(f.Faults) != 1 || f.Faults[0] != want {
		t.Errorf("faults %q, want %q", f.Faults, want)
	}
	if d := f.Draft(); d.Text != "{\n  \"a\": }" {
		t.Errorf("the text is %q", d.Text)
	}
	if f, _ = f.Update(Insert{"x"}); len(f.Faults) != 0 {
		t.Errorf("faults stay: %q", f.Faults)
	}
}

// A draft restores a field to where it was.
func TestDraftsComeBack(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	text := forms.Question{AnswerType: forms.AnswerType{Kind: forms.Text}}
	f := NewField(th, text, Rules{Direct: true}, Draft{})
	f, _ = f.Update(Insert{"one\ntwo 日本\nthree"})
	f.text.SetOffset(6)
	again := NewField(th, text, Rules{}, f.Draft())
	if d := again.Draft(); d.Text != "one\ntwo 日本\nthree" || d.Cursor != 6 {
		t.Errorf("draft %+v", d)
	}
	multi := forms.Question{AnswerType: forms.AnswerType{Kind: forms.MultiSelect, Options: options(3)}}
	f = NewField(th, multi, Rules{}, Draft{})
	f, _ = f.Update(Toggle{})
	again = NewField(th, multi, Rules{}, f.Draft())
	if d := again.Draft(); string(d.Value) != `["option 1"]` {
		t.Errorf("draft %s", d.Value)
	}
}

func TestSkeleton(t *testing.T) {
	got := Skeleton(json.RawMessage(`{"type":"object","required":["z","a","n","e","d","o"],"properties":{"z":{"type":"string"},"a":{"type":"array"},"n":{"type":"integer"},"e":{"enum":["x","y"]},"d":{"default":7},"o":{"type":"object","required":["b"],"properties":{"b":{"type":"boolean"}}}}}`))
	if want := `{"z":"","a":[],"n":0,"e":"x","d":7,"o":{"b":false}}`; string(got) != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestPermissionActs(t *testing.T) {
	for _, c := range []struct {
		name string
		p    Permission
		do   []Intent
		want string
	}{
		{"y", Permission{}, []Intent{Allow{}}, "prompt.Allowed {false <nil>}"},
		{"Y", Permission{Covers: "x"}, []Intent{Allow{Turn: true}}, "prompt.Allowed {true <nil>}"},
		{"Y where nothing can be covered", Permission{}, []Intent{Allow{Turn: true}}, "<nil> <nil>"},
		{"n", Permission{}, []Intent{Deny{}}, "prompt.Denied {false }"},
		{"Enter does nothing", Permission{}, []Intent{Confirm{}}, "<nil> <nil>"},
		{"reason", Permission{}, []Intent{WriteReason{}, Insert{"not now "}, Confirm{}}, "prompt.Denied {false not now}"},
		{"letters while a reason is written", Permission{}, []Intent{WriteReason{}, Allow{}}, "<nil> <nil>"},
		{"Esc from a reason, then y", Permission{}, []Intent{WriteReason{}, Insert{"x"}, OpenMenu{}, Allow{}}, "prompt.Allowed {false <nil>}"},
		{"wrong JSON is not run", Permission{Arguments: json.RawMessage(`{}`)}, []Intent{EditFirst{}, Insert{"x"}, Confirm{}}, "<nil> <nil>"},
		{"end turn", Permission{}, []Intent{EndTheTurn{}}, "prompt.EndedTurn {}"},
		{"nothing in the menu allows", Permission{Covers: "x"}, []Intent{OpenMenu{}, Allow{}}, "<nil> <nil>"},
		{"… or denies", Permission{Covers: "x"}, []Intent{OpenMenu{}, Deny{Turn: true}}, "<nil> <nil>"},
		{"Esc closes the menu, then y", Permission{}, []Intent{OpenMenu{}, OpenMenu{}, Allow{}}, "prompt.Allowed {false <nil>}"},
		{"the menu's reason", Permission{}, []Intent{OpenMenu{}, Confirm{}, Insert{"no"}, Confirm{}}, "prompt.Denied {false no}"},
		{"the reason by its letter", Permission{}, []Intent{OpenMenu{}, WriteReason{}, Insert{"no"}, Confirm{}}, "prompt.Denied {false no}"},
		{"Esc from the menu's reason, then y", Permission{}, []Intent{OpenMenu{}, Confirm{}, OpenMenu{}, Allow{}}, "prompt.Allowed {false <nil>}"},
		{"the menu's end of the turn", Permission{}, []Intent{OpenMenu{}, Step{By: 1}, Step{By: 1}, Confirm{}}, "prompt.EndedTurn {}"},
		{"the last entry and the first", Permission{}, []Intent{OpenMenu{}, Edge{Last: true}, Edge{}, Step{By: -1}, Confirm{}, Insert{"no"}, Confirm{}}, "prompt.Denied {false no}"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := NewPermission(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), c.p)
			var act Act
			for _, in := range c.do {
				p, act = p.Update(in)
			}
			if got := fmt.Sprintf("%T %v", act, act); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
	p := NewPermission(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), Permission{Arguments: json.RawMessage(`{"a":1}`), MustEdit: true})
	p, _ = p.Update(Replace{`{"a":2}`})
	_, act := p.Update(Confirm{})
	if a, ok := act.(Allowed); !ok || a.Edited == nil || *a.Edited != `{"a":2}` {
		t.Errorf("act %#v", act)
	}
}

func TestStatusScreens(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode()))
	s := chrome.Status{Model: "claude-sonnet-4-5", Share: "38 %", Cost: "$0.08", Where: "orders", Branch: "feature/json-report", Guards: []chrome.Limit{{Words: "iteration 41 of 50", Short: "iter 41/50"}, {Words: "25 of 30 min", Short: "time 25/30"}}}
	busy := s
	busy.Doing, busy.Waiting = "try 2 of 5 in 8 s", 2
	works := s
	works.Model, works.Guards = "", nil
	works.Doing, works.Less, works.Moves, works.Clock, works.Amount = "claude-sonnet-4-5 writes", "writes", true, "turn 1 min 12 s", "~1.2k tokens"
	over := s
	over.Guards, over.Clock = nil, "last turn 1 min 12 s"
	goldens.Screens(t, "status", func(width int) []string {
		lines := []string{s.Draw(th, width), busy.Draw(th, width), works.Draw(th, width), over.Draw(th, width)}
		return append(lines, chrome.Hints(th, hints("Enter", "send", "Shift+Enter", "new line", "/", "commands", "@", "files", "?", "help"), width, 1)...)
	})
	rapid.Check(t, func(t *rapid.T) {
		text, width := goldens.Nasty().Draw(t, "text"), rapid.IntRange(1, 130).Draw(t, "width")
		s := chrome.Status{Model: text, Doing: text, Less: text, Moves: true, Queued: text, Clock: text, Amount: text, Where: text, Branch: text, Share: "38 %", Cost: text, Guards: []chrome.Limit{{Words: text, Short: "x"}, {Words: text, Short: text}}, Waiting: 1}
		goldens.Fits(t, append(chrome.Hints(th, hints(text, text, "", text, text, ""), width, 2), s.Draw(th, width)), width, 3)
	})
}
