package conversation

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator/tool"
	"parley/coordinator/tools/askuser"
	"parley/forms"
	"parley/providers"
	"parley/store"
	"parley/teatest/desk"
	"parley/views/chrome"
	"parley/views/text"
)

// asks is a tool that asks what the test wants and says what it was told.
type asks struct{ form forms.Form }

func (asks) Spec() tool.Spec {
	return tool.Spec{Name: "setup", Description: "asks", Run: tool.Unattended, Result: tool.Unattended, Repeatable: true,
		Parameters: json.RawMessage(`{"type":"object","properties":{},"additionalProperties":false}`)}
}

func (a asks) Run(_ context.Context, c tool.Call) tool.Outcome {
	said := map[string]json.RawMessage{}
	for _, q := range a.form.Questions() {
		got, ok := c.Answers[q.ID]
		if !ok {
			return tool.NeedsInput{Form: a.form}
		}
		said[q.ID] = got.Value
	}
	out, err := json.Marshal(said)
	if err != nil {
		return tool.Failure{Message: err.Error()}
	}
	return tool.Success{Content: string(out)}
}

// withTools gives a desk the tools that ask.
func withTools(t testing.TB, questions ...forms.Question) func(*desk.Desk, *Options) {
	return func(_ *desk.Desk, o *Options) {
		env := o.Shell.State().Env
		env.Tools = desk.Registry(t, desk.Echo{}, askuser.New(), asks{forms.Restore(questions)})
		o.Shell.SetEnv(env)
	}
}

// called is a desk on which the model has just made calls, and on which the moment of
// quiet is over.
func called(t testing.TB, questions []forms.Question, calls []providers.Call, change ...func(*desk.Desk, *Options)) *desk.Desk {
	t.Helper()
	d := newDesk(t, append(change, withTools(t, questions...))...).Start()
	d.Write("go").Press("enter")
	d.Answer("", calls...)
	d.Pass(time.Second)
	return d
}

// asked is a desk on which ask_user has asked a list of questions.
func asked(t testing.TB, list string, change ...func(*desk.Desk, *Options)) *desk.Desk {
	t.Helper()
	return called(t, nil, []providers.Call{desk.CallOf("c1", askuser.Name, `{"questions":[`+list+`]}`)}, change...)
}

// result is what the model was told as the result of a call, "" if nothing yet.
func result(d *desk.Desk, call string) string {
	d.T.Helper()
	out := ""
	for _, ev := range modelOf(d).o.Shell.Log().All() {
		if r, ok := ev.Body.(store.ToolCallResponse); ok && r.ID == call {
			out = r.Content
		}
	}
	return out
}

const (
	yesNo    = `{"id":"q","text":"Shall I?","answer_type":"boolean"}`
	yes      = `{"id":"q","text":"Shall I?","answer_type":"boolean","default":true}`
	pick     = `{"id":"q","text":"Where?","answer_type":"select","options":["here","there"]}`
	multi    = `{"id":"q","text":"Which?","answer_type":"multi_select","options":["a","b","c"]}`
	note     = `{"id":"q","text":"Why?","answer_type":"text"}`
	settings = `{"id":"q","text":"Settings?","answer_type":"schema","schema":{"type":"object","required":["port"],"properties":{"port":{"type":"integer"}}}}`
)

func many(n int) string {
	var list []string
	for i := range n {
		list = append(list, fmt.Sprintf("%q", fmt.Sprintf("option %d", i+1)))
	}
	return `{"id":"q","text":"Which one?","answer_type":"select","options":[` + strings.Join(list, ",") + `]}`
}

// What keys lead to, for each type of answer.
func TestAnswersByKeys(t *testing.T) {
	before := `{"id":"p","text":"First?","answer_type":"boolean"},`
	for _, c := range []struct{ name, list, keys, want string }{
		{"y", yesNo, "y", `{"q":true}`},
		{"n", yesNo, "n", `{"q":false}`},
		{"Enter without a default", yesNo, "enter", ``},
		{"Enter on the default", yes, "enter", `{"q":true}`},
		{"an arrow, then Enter", yes, "down enter", `{"q":false}`},
		{"Y where nothing is remembered", yesNo, "Y", ``},
		{"reply to a boolean", yesNo, "r x enter", `{"cancelled":true,"answered":{},"reply":"x"}`},
		{"back in a boolean", before + yesNo, "y b n y", `{"p":false,"q":true}`},
		{"b on the first", yesNo, "b y", `{"q":true}`},
		{"a digit", pick, "2", `{"q":"there"}`},
		{"arrow and Enter", pick, "down enter", `{"q":"there"}`},
		{"Home and End", pick, "end home enter", `{"q":"here"}`},
		{"a digit beyond", pick, "3", ``},
		{"a digit among many moves", many(12), "3", ``},
		{"and Enter takes it", many(12), "3 enter", `{"q":"option 3"}`},
		{"letters are the filter's", many(40), "/ 3 b backspace 7 enter", `{"q":"option 37"}`},
		{"Esc from the filter", many(40), "/ 3 7 esc enter", `{"q":"option 37"}`},
		{"Space toggles", multi, "space down down space enter", `{"q":["a","c"]}`},
		{"a toggles all", multi, "a space enter", `{"q":["b","c"]}`},
		{"Esc opens the menu", before + multi, "y esc enter n enter", `{"p":false,"q":[]}`},
		{"Esc closes the menu", multi, "esc esc space enter", `{"q":["a"]}`},
		{"the menu's reply", multi, "esc enter h i enter", `{"cancelled":true,"answered":{},"reply":"hi"}`},
		{"Enter answers from the menu", note, "enter a enter", `{"q":"a"}`},
		{"a answers from the menu", note, "a a enter", `{"q":"a"}`},
		{"every key is text", note, "a b r s ? / y enter", `{"q":"brs?/y"}`},
		{"a new line", note, "a x shift+enter y ctrl+j z alt+enter w enter", `{"q":"x\ny\nz\nw"}`},
		{"Esc keeps the draft", note, "a x esc a enter", `{"q":"x"}`},
		{"r from the menu", note, "r n o enter", `{"cancelled":true,"answered":{},"reply":"no"}`},
		{"the reply is kept too", note, "r n o esc r enter", `{"cancelled":true,"answered":{},"reply":"no"}`},
		{"fields by Enter", settings, "enter 8 0 enter", `{"q":{"port":80}}`},
		{"JSON by Ctrl+S", settings, "enter 8 f3 ctrl+s", `{"q":{"port":8}}`},
		{"Enter is a line in JSON", settings, "enter 8 f3 enter ctrl+s", `{"q":{"port":8}}`},
		{"fields again", settings, "enter 8 f3 f3 1 enter", `{"q":{"port":81}}`},
		{"Tab goes through the fields to the conversation and back", settings, "enter 8 tab tab 9 enter", `{"q":{"port":89}}`},
		{"a number", `{"id":"q","text":"Port?","answer_type":{"type":"number","integer":true,"minimum":1}}`, "enter x 7 up up down enter", `{"q":8}`},
		{"left out by its letter", strings.Replace(pick, `"id"`, `"optional":true,"id"`, 1), "l", `{"q":null}`},
		{"left out by Enter in an empty field", strings.Replace(note, `"id"`, `"optional":true,"id"`, 1), "a enter", `{"q":null}`},
		{"back across text", note + "," + strings.ReplaceAll(yesNo, `"q"`, `"p"`), "a x enter b a enter y", `{"q":"x","p":true}`},
		{"back to one's own value", strings.Replace(pick, `]`, `],"other":true`, 1) + "," + strings.ReplaceAll(yesNo, `"q"`, `"p"`), "3 m e enter b enter y", `{"q":"me","p":true}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := asked(t, c.list).Calm(strings.Fields(c.keys)...)
			if got := result(d, "c1"); got != c.want {
				t.Errorf("the model was told %q, want %q\n%s", got, c.want, d.Screen())
			}
		})
	}
}

func TestSecretIsTyped(t *testing.T) {
	q := forms.Question{ID: "token", Text: "The token?", AnswerType: forms.AnswerType{Kind: forms.Secret}}
	d := called(t, []forms.Question{q}, []providers.Call{desk.CallOf("c1", "setup", `{}`)})
	d.Write("hunter2")
	d.Send(tea.PasteMsg{Content: "-x\n"})
	d.Calm("esc", "enter")
	if strings.Contains(d.Screen(), "hunter2") {
		t.Fatalf("the secret is on the screen:\n%s", d.Screen())
	}
	d.Calm("enter")
	if got, want := result(d, "c1"), `{"token":"hunter2-x"}`; got != want {
		t.Errorf("the tool got %q, want %q", got, want)
	}
	for _, saved := range d.Saved {
		for key, x := range saved {
			if strings.Contains(x.Text+string(x.Value), "hunter") {
				t.Errorf("draft %s holds the secret: %+v", key, x)
			}
		}
	}
}

// No key answers before the form was visible for a moment of quiet.
func TestKeysThatComeEarly(t *testing.T) {
	early := func(t *testing.T, list string) *desk.Desk {
		d := asked(t, list)
		d.Top.(*Model).arm() // as if it opened now
		return d
	}
	t.Run("every key of the table", func(t *testing.T) {
		for _, list := range []string{yes, pick, multi, note, settings, many(40)} {
			for _, key := range []string{"y", "n", "Y", "N", "b", "r", "s", "a", "1", "2", "enter", "space", "/", "?", "f", "ctrl+s", "up", "f2", "ctrl+e"} {
				d := early(t, list)
				drawn := d.Top.(*Model).ask.field
				d.Press(key)
				x := d.Top.(*Model)
				if !x.ask.open || x.ask.field.Mode() != drawn.Mode() || result(d, "c1") != "" || x.help.Open || string(x.ask.field.Draft().Value) != string(drawn.Draft().Value) {
					t.Errorf("%s did something to %s\n%s", key, list, d.Screen())
				}
			}
		}
	})
	t.Run("quiet begins again with each key", func(t *testing.T) {
		d := early(t, yes)
		for range 10 {
			d.Pass(299 * time.Millisecond)
			d.Press("y")
		}
		d.Pass(299 * time.Millisecond)
		if d.Shows(" " + textEarly); result(d, "c1") != "" {
			t.Fatal("an early key answered")
		}
		d.Pass(time.Millisecond)
		d.Press("y")
		if got := result(d, "c1"); got != `{"q":true}` {
			t.Errorf("the model was told %q", got)
		}
		if got := modelOf(d).composer.Text(); got != "yyyyyyyyyy" {
			t.Errorf("the message is %q", got)
		}
	})
	t.Run("a paste, a resize, the focus, a message", func(t *testing.T) {
		for _, list := range []string{yes, pick, multi, note, many(40)} {
			for _, wait := range []time.Duration{0, time.Second} {
				d := early(t, list)
				d.Pass(wait)
				for _, msg := range []tea.Msg{tea.PasteMsg{Content: "y\n"}, tea.WindowSizeMsg{Width: 100, Height: 30}, tea.BlurMsg{}, tea.FocusMsg{}, tea.WindowSizeMsg{Width: 20, Height: 5}} {
					d.Send(msg)
				}
				if x := modelOf(d); !x.ask.open || result(d, "c1") != "" {
					t.Errorf("%s was answered", list)
				}
			}
		}
	})
	t.Run("the key that closes the help", func(t *testing.T) {
		d := asked(t, yesNo).Press("?", "y", "y")
		if result(d, "c1") != "" {
			t.Fatal("a key answered a question behind the help")
		}
		d.Pass(time.Second)
		if d.Press("y"); result(d, "c1") == "" {
			t.Error("the question does not come back")
		}
	})
	t.Run("each question of a form", func(t *testing.T) {
		d := asked(t, strings.ReplaceAll(yesNo, `"q"`, `"p"`)+","+yesNo).Press("y", "y")
		if got := result(d, "c1"); got != "" {
			t.Errorf("the second question was answered by a key for the first: %s", got)
		}
	})
	t.Run("a permission", func(t *testing.T) {
		d := called(t, nil, []providers.Call{desk.CallOf("c1", "echo", `{"say":"hi"}`)})
		d.Top.(*Model).arm()
		d.Press("y", "Y", "n", "r", "e", "s", "enter", "esc")
		if x := modelOf(d); !x.ask.open || x.ask.permission.Writing() || result(d, "c1") != "" {
			t.Errorf("an early key decided:\n%s", d.Screen())
		}
	})
}

func TestQueuedMessageIsNoAnswer(t *testing.T) {
	d := newDesk(t, withTools(t)).Start()
	d.Write("go").Press("enter").Write("y").Press("enter")
	d.Answer("", desk.CallOf("c1", askuser.Name, `{"questions":[`+yesNo+`]}`))
	d.Pass(time.Second)
	if !modelOf(d).ask.open || result(d, "c1") != "" {
		t.Fatalf("the queued message answered:\n%s", d.Screen())
	}
}

func TestTextWithoutTheMenu(t *testing.T) {
	d := asked(t, note, func(_ *desk.Desk, o *Options) { o.Direct = true })
	if d.Calm("r", "enter"); result(d, "c1") != `{"q":"r"}` {
		t.Errorf("the model was told %q", result(d, "c1"))
	}
}

func TestPermissionByKeys(t *testing.T) {
	calls := []providers.Call{desk.CallOf("c1", "echo", `{"say":"hi"}`), desk.CallOf("c2", "echo", `{"say":"two"}`), desk.CallOf("c3", "echo", `{"say":"three"}`)}
	d := called(t, nil, calls)
	if got := d.Screen(); !strings.Contains(got, " 1 of 3 waiting ─") || !strings.Contains(got, " say: hi") {
		t.Errorf("the prompt is\n%s", got)
	}
	d.Calm("p")
	if !strings.Contains(d.Screen(), `│ {"say":"hi"}`) {
		t.Errorf("the raw arguments are not shown:\n%s", d.Screen())
	}
	if d.Calm("enter", "esc", "y"); result(d, "c1") != "" {
		t.Errorf("a key in the menu allowed the call")
	}
	d.Calm("esc", "y")
	if got := result(d, "c1"); got != "hi" {
		t.Errorf("the tool said %q", got)
	}
	if !strings.Contains(d.Screen(), " 1 of 2 waiting ─") {
		t.Errorf("the prompt is\n%s", d.Screen())
	}
	d.Calm("r", "n", "o", "esc", "r", "t", "enter")
	if got, want := result(d, "c2"), "Tool skipped by user: not"; got != want {
		t.Errorf("the model was told %q, want %q", got, want)
	}
	d.Calm("e", "backspace", "esc")
	again := restart(d, t, tea.WindowSizeMsg{Width: 80, Height: 24}).Calm("e")
	again.Calm("ctrl+s")
	again.Shows("   ! line 3: this is not JSON: unexpected end of JSON input")
	again.Calm("}", "left", "left", "left", "X", "ctrl+s")
	if got := result(again, "c3"); got != "threeX" {
		t.Errorf("the tool said %q\n%s", got, again.Screen())
	}
}

// trace is everything that a key can change.
func trace(d *desk.Desk) string {
	d.T.Helper()
	m := modelOf(d)
	return fmt.Sprint(d.Screen(), m.o.Shell.Log().Len(), len(d.Out), m.drafts.all, m.ask.full, m.ask.field.Mode(), m.arming.Armed())
}

// hintLines are the hints of a prompt, as the key table has them.
func hintLines(d *desk.Desk) []string {
	m := modelOf(d)
	lines := chrome.Hints(m.o.Theme, m.hints(), m.w, chrome.HintRows(m.promptRoom()))
	for i := range lines {
		lines[i] = text.Stripped(lines[i])
	}
	return lines
}

// Every key that a prompt hints does something now, and every key that works is hinted or
// in the help.
func TestPromptHintsAreTrue(t *testing.T) {
	first := `{"id":"p","text":"First?","answer_type":"boolean"},`
	long := strings.Replace(yes, `"id"`, `"context":"`+strings.Repeat(`line\n\n`, 100)+`","id"`, 1)
	for _, c := range []struct {
		name, list, keys string
		narrow           bool
	}{
		{"yes and no", yesNo, "", false}, {"with a default", yes, "", false}, {"with a way back", first + yesNo, "y", false},
		{"a long text", long, "", false}, {"a long text, at its end", long, strings.Repeat("pgdown ", 20), false}, {"scrolled, on the whole screen", long, "pgdown f", false}, {"select", pick, "", false}, {"one option", many(1), "", false}, {"many options", many(40), "down", false},
		{"filtered", many(40), "/ 3 down", false}, {"after the filter", strings.Replace(many(40), `"select"`, `"multi_select"`, 1), "/ 3 down enter", false},
		{"multi-select", first + multi, "y down", false}, {"its menu", first + multi, "y esc down", false}, {"the menu of a text", first + note, "y", false}, {"the menu, on Back", first + note, "y down", false},
		{"text", note, "a x", false}, {"JSON", settings, "enter", false}, {"the menu of JSON", settings, "", false}, {"a reply", yesNo, "r x", false},
		{"one's own", strings.Replace(pick, `]`, `],"other":true`, 1), "3 x", false}, {"narrow", first + yes, "y", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			edits := 0
			here := func() *desk.Desk {
				d := asked(t, c.list)
				d.Host.Edit = func(text string) (string, error) { edits++; return text, nil }
				d.Screen()
				d.Calm(strings.Fields(c.keys)...)
				if c.narrow {
					d.Send(tea.WindowSizeMsg{Width: 40, Height: 12})
				}
				d.Screen()
				return d
			}
			told := false
			for _, b := range modelOf(here()).promptBindings() {
				d := here()
				if !b.On(modelOf(d)) || len(b.Keys) == 0 {
					continue
				}
				if told = b.Shown != "" || told && b.Shown == ""; !told || b.Shown != "" && b.Words+b.Help == "" {
					t.Errorf("the keys %v are told nowhere", b.Keys)
				}
				if b.Words == "" && !b.Bare || b.Tell != nil && !b.Tell(modelOf(d)) {
					continue
				}
				before := trace(d)
				edits = 0
				d.Press(b.Keys[0])
				if strings.Contains(b.Shown, "↑↓") && trace(d) == before {
					d.Press("down")
				}
				if trace(d) == before && edits == 0 {
					t.Errorf("%s %s does nothing\n%s", b.Shown, b.Words, d.Screen())
				}
			}
			d := here()
			d.Shows(hintLines(d)...)
		})
	}
}
