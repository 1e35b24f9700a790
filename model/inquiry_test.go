package model

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/coordinator/tool"
	"parley/coordinator/tools/askuser"
	"parley/forms"
	"parley/providers"
	"parley/store"
	"parley/views/chrome"
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
func withTools(t testing.TB, questions ...forms.Question) func(*desk, *Options) {
	return func(_ *desk, o *Options) {
		env := o.Shell.State().Env
		env.Tools = registry(t, echo{}, askuser.New(), asks{forms.Restore(questions)})
		o.Shell.SetEnv(env)
	}
}

// called is a desk on which the model has just made calls, and on which the
// moment of quiet is over.
func called(t testing.TB, questions []forms.Question, calls []providers.Call, change ...func(*desk, *Options)) *desk {
	t.Helper()
	d := newDesk(t, append(change, withTools(t, questions...))...).start()
	d.write("go").press("enter")
	d.answer("", calls...)
	d.pass(time.Second)
	return d
}

// asked is a desk on which ask_user has asked a list of questions.
func asked(t testing.TB, list string, change ...func(*desk, *Options)) *desk {
	t.Helper()
	return called(t, nil, []providers.Call{callOf("c1", askuser.Name, `{"questions":[`+list+`]}`)}, change...)
}

// result is what the model was told as the result of a call, "" if nothing yet.
func result(d *desk, call string) string {
	d.t.Helper()
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

// What keys come to, for each type of answer.
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
		{"JSON by Ctrl+S", settings, "enter ctrl+s", `{"q":{"port":0}}`},
		{"Enter is a line in JSON", settings, "enter enter ctrl+s", `{"q":{"port":0}}`},
		{"back across text", note + "," + strings.ReplaceAll(yesNo, `"q"`, `"p"`), "a x enter b a enter y", `{"q":"x","p":true}`},
		{"back to one's own value", strings.Replace(pick, `]`, `],"other":true`, 1) + "," + strings.ReplaceAll(yesNo, `"q"`, `"p"`), "3 m e enter b enter y", `{"q":"me","p":true}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := asked(t, c.list).calm(strings.Fields(c.keys)...)
			if got := result(d, "c1"); got != c.want {
				t.Errorf("the model was told %q, want %q\n%s", got, c.want, d.screen())
			}
		})
	}
}

func TestSecretIsTyped(t *testing.T) {
	q := forms.Question{ID: "token", Text: "The token?", AnswerType: forms.AnswerType{Kind: forms.Secret}}
	d := called(t, []forms.Question{q}, []providers.Call{callOf("c1", "setup", `{}`)})
	d.write("hunter2")
	d.send(tea.PasteMsg{Content: "-x\n"})
	d.calm("esc", "enter")
	if strings.Contains(d.screen(), "hunter2") {
		t.Fatalf("the secret is on the screen:\n%s", d.screen())
	}
	d.calm("enter")
	if got, want := result(d, "c1"), `{"token":"hunter2-x"}`; got != want {
		t.Errorf("the tool got %q, want %q", got, want)
	}
	for _, saved := range d.saved {
		for key, x := range saved {
			if strings.Contains(x.Text+string(x.Value), "hunter") {
				t.Errorf("draft %s holds the secret: %+v", key, x)
			}
		}
	}
}

// No key answers before the form was seen for a moment of quiet.
func TestKeysThatComeEarly(t *testing.T) {
	early := func(t *testing.T, list string) *desk {
		d := asked(t, list)
		d.m.(*Model).arm() // as if it opened now
		return d
	}
	t.Run("every key of the table", func(t *testing.T) {
		for _, list := range []string{yes, pick, multi, note, settings, many(40)} {
			for _, key := range []string{"y", "n", "Y", "N", "b", "r", "s", "a", "1", "2", "enter", "space", "/", "?", "f", "ctrl+s", "up", "f2", "ctrl+e"} {
				d := early(t, list)
				drawn := d.m.(*Model).ask.field
				d.press(key)
				x := d.m.(*Model)
				if !x.ask.open || x.ask.field.Mode() != drawn.Mode() || result(d, "c1") != "" || x.help || string(x.ask.field.Draft().Value) != string(drawn.Draft().Value) {
					t.Errorf("%s did something to %s\n%s", key, list, d.screen())
				}
			}
		}
	})
	t.Run("quiet begins again with each key", func(t *testing.T) {
		d := early(t, yes)
		for range 10 {
			d.pass(299 * time.Millisecond)
			d.press("y")
		}
		d.pass(299 * time.Millisecond)
		if d.shows(" " + textEarly); result(d, "c1") != "" {
			t.Fatal("an early key answered")
		}
		d.pass(time.Millisecond)
		d.press("y")
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
				d.pass(wait)
				for _, msg := range []tea.Msg{tea.PasteMsg{Content: "y\n"}, tea.WindowSizeMsg{Width: 100, Height: 30}, tea.BlurMsg{}, tea.FocusMsg{}, tea.WindowSizeMsg{Width: 20, Height: 5}} {
					d.send(msg)
				}
				if x := modelOf(d); !x.ask.open || result(d, "c1") != "" {
					t.Errorf("%s was answered", list)
				}
			}
		}
	})
	t.Run("the key that closes the help", func(t *testing.T) {
		d := asked(t, yesNo).press("?", "y", "y")
		if result(d, "c1") != "" {
			t.Fatal("a key answered a question behind the help")
		}
		d.pass(time.Second)
		if d.press("y"); result(d, "c1") == "" {
			t.Error("the question does not come back")
		}
	})
	t.Run("each question of a form", func(t *testing.T) {
		d := asked(t, strings.ReplaceAll(yesNo, `"q"`, `"p"`)+","+yesNo).press("y", "y")
		if got := result(d, "c1"); got != "" {
			t.Errorf("the second question was answered by a key for the first: %s", got)
		}
	})
	t.Run("a permission", func(t *testing.T) {
		d := called(t, nil, []providers.Call{callOf("c1", "echo", `{"say":"hi"}`)})
		d.m.(*Model).arm()
		d.press("y", "Y", "n", "r", "e", "s", "enter", "esc")
		if x := modelOf(d); !x.ask.open || x.ask.permission.Writing() || result(d, "c1") != "" {
			t.Errorf("an early key decided:\n%s", d.screen())
		}
	})
}

func TestQueuedMessageIsNoAnswer(t *testing.T) {
	d := newDesk(t, withTools(t)).start()
	d.write("go").press("enter").write("y").press("enter")
	d.answer("", callOf("c1", askuser.Name, `{"questions":[`+yesNo+`]}`))
	d.pass(time.Second)
	if !modelOf(d).ask.open || result(d, "c1") != "" {
		t.Fatalf("the queued message answered:\n%s", d.screen())
	}
}

// restart is the program killed and started again: only what is on disk stays.
func restart(d *desk, t *testing.T, size tea.WindowSizeMsg) *desk {
	t.Helper()
	old := modelOf(d).o.Shell
	ctx, end := context.WithCancel(t.Context())
	t.Cleanup(end)
	again := newDesk(t, func(x *desk, o *Options) {
		o.Shell = coordinator.NewShell(ctx, old.World, old.State().Env, "c1", old.Log())
		if len(d.saved) > 0 {
			o.Drafts = d.saved[len(d.saved)-1]
		}
		x.now, x.server = d.now, d.server
	})
	again.start()
	again.send(size)
	again.pass(time.Second)
	return again
}

// What was typed and chosen outlives Esc, Back, a resize and a kill.
func TestDraftsOutlive(t *testing.T) {
	size := tea.WindowSizeMsg{Width: 80, Height: 24}
	for _, c := range []struct{ name, list, keys, then, want string }{
		{"text", note, "a h e y left left", "a X enter", `{"q":"hXey"}`},
		{"a wide character", note, "a 日 本 left", "a X enter", `{"q":"日X本"}`},
		{"JSON", settings, "enter left left backspace 1", "enter ctrl+s", `{"q":{"port":1}}`},
		{"toggles", multi, "space down down space", "enter", `{"q":["a","c"]}`},
		{"the cursor of a select", pick, "down", "enter", `{"q":"there"}`},
		{"the cursor of a boolean", yes, "down", "enter", `{"q":false}`},
		{"the cursor in a long list", many(40), "down down down", "enter", `{"q":"option 4"}`},
		{"one's own", strings.Replace(pick, `]`, `],"other":true`, 1), "3 m e", "enter enter", `{"q":"me"}`},
		{"a reply", yesNo, "r h m", "r enter", `{"cancelled":true,"answered":{},"reply":"hm"}`},
		{"what was answered before Back", note + "," + strings.ReplaceAll(yesNo, `"q"`, `"p"`), "a x enter b", "a enter y", `{"q":"x","p":true}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := asked(t, c.list).calm(strings.Fields(c.keys)...)
			key := modelOf(d).ask.prompt.Inquiry.ID
			d.send(tea.WindowSizeMsg{Width: 40, Height: 12})
			d.pass(time.Second)
			again := restart(d, t, size)
			if !modelOf(again).ask.open || modelOf(again).ask.prompt.Inquiry.ID != key {
				t.Fatalf("the form does not come back:\n%s", again.screen())
			}
			again.calm(strings.Fields(c.then)...)
			if got := result(again, "c1"); got != c.want {
				t.Errorf("the model was told %q, want %q\n%s", got, c.want, again.screen())
			}
			if left := modelOf(again).drafts.all; len(left) != 0 {
				t.Errorf("drafts stay after the answer: %v", left)
			}
		})
	}
}

func TestDraftStaysWhenTheTurnEnds(t *testing.T) {
	d := asked(t, note).calm("a", "h", "i", "ctrl+c")
	if modelOf(d).ask.open {
		t.Fatal("Ctrl+C did not end the turn")
	}
	if got := d.saved[len(d.saved)-1]["c1.q"].Text; got != "hi" {
		t.Errorf("the draft is %q", got)
	}
}

// The answer to a schema goes through the editor with the schema above it.
func TestEditorRoundTrip(t *testing.T) {
	d := asked(t, settings).calm("enter")
	d.host.edit = func(text string) (string, error) {
		want := "// Write the JSON value below. These comments go away; an empty file cancels.\n//\n" +
			"// {\n//   \"type\": \"object\",\n//   \"required\": [\n//     \"port\"\n//   ],\n//   \"properties\": {\n//     \"port\": {\n//       \"type\": \"integer\"\n//     }\n//   }\n// }\n" +
			"\n{\n  \"port\": 0\n}\n"
		if text != want {
			t.Errorf("the editor gets\n%s\n--- want\n%s", text, want)
		}
		return "// x\n\n{\n  // y\n  \"port\": \"5432\"\n}\n", nil
	}
	d.press("ctrl+e")
	if got, want := modelOf(d).ask.field.Typed(), "{\n  \"port\": \"5432\"\n}"; got != want {
		t.Errorf("the text is %q, want %q", got, want)
	}
	if modelOf(d).armed() {
		t.Error("keys left over from the editor could answer")
	}
	d.pass(time.Second)
	d.calm("ctrl+s")
	d.shows(`   ! line 2 /port: must be an integer, not a string`)
	d.host.edit = func(string) (string, error) { return "// only comments\n\n", nil }
	d.calm("ctrl+e")
	if got := modelOf(d).ask.field.Mode(); fmt.Sprint(got) != "1" || result(d, "c1") != "" {
		t.Errorf("an empty file leads to mode %v", got)
	}
	d.host.edit = func(string) (string, error) { return "", errors.New("no editor is set") }
	d.calm("enter", "ctrl+e")
	if got, want := modelOf(d).ask.field.Typed(), "{\n  \"port\": \"5432\"\n}"; got != want {
		t.Errorf("the text is %q, want %q", got, want)
	}
}

func TestMouseNeverAnswers(t *testing.T) {
	d := asked(t, pick)
	row := 0
	for i, line := range strings.Split(d.screen(), "\n") {
		if strings.HasPrefix(line, "     2  there") {
			row = i
		}
	}
	d.send(tea.MouseClickMsg{X: 8, Y: row, Button: tea.MouseLeft})
	d.shows("   › 2  there", "     1  here")
	if result(d, "c1") != "" {
		t.Fatal("a click answered")
	}
	d.send(tea.MouseClickMsg{X: 8, Y: 1, Button: tea.MouseLeft})
	d.shows("   › 2  there")
	if d.calm("enter"); result(d, "c1") != `{"q":"there"}` {
		t.Errorf("the model was told %q", result(d, "c1"))
	}
}

func TestWheelScrollsWhatItIsOver(t *testing.T) {
	var lines []string
	for i := range 200 {
		lines = append(lines, fmt.Sprintf("line %d", i))
	}
	context, err := json.Marshal(strings.Join(lines, "\n\n"))
	if err != nil {
		t.Fatal(err)
	}
	d := asked(t, strings.Replace(yesNo, `"id"`, `"context":`+string(context)+`,"id"`, 1))
	d.shows("   line 0")
	d.send(tea.MouseWheelMsg{X: 5, Y: 20, Button: tea.MouseWheelDown})
	d.shows("   line 2")
	if strings.Contains(d.screen(), "   line 0\n") {
		t.Errorf("the text does not scroll:\n%s", d.screen())
	}
	before := d.bottom(15)
	d.send(tea.MouseWheelMsg{X: 5, Y: 0, Button: tea.MouseWheelUp})
	if d.bottom(15) != before {
		t.Error("the wheel over the conversation scrolls the prompt")
	}
	d.press("pgdown", "f")
	if n := strings.Count(d.screen(), "line "); n < 8 {
		t.Errorf("the full screen has %d lines:\n%s", n, d.screen())
	}
	d.press("f")
	list := asked(t, many(40))
	list.shows("   › option 1")
	list.send(tea.MouseWheelMsg{X: 5, Y: 20, Button: tea.MouseWheelDown})
	list.shows("   › option 2")
}

func TestTextWithoutTheMenu(t *testing.T) {
	d := asked(t, note, func(_ *desk, o *Options) { o.Direct = true })
	if d.calm("r", "enter"); result(d, "c1") != `{"q":"r"}` {
		t.Errorf("the model was told %q", result(d, "c1"))
	}
}

func TestPermissionByKeys(t *testing.T) {
	calls := []providers.Call{callOf("c1", "echo", `{"say":"hi"}`), callOf("c2", "echo", `{"say":"two"}`), callOf("c3", "echo", `{"say":"three"}`)}
	d := called(t, nil, calls)
	if got := d.screen(); !strings.Contains(got, " 1 of 3 waiting ─") || !strings.Contains(got, "│ say: hi") {
		t.Errorf("the prompt is\n%s", got)
	}
	d.calm("p")
	if !strings.Contains(d.screen(), `│ {"say":"hi"}`) {
		t.Errorf("the raw arguments are not shown:\n%s", d.screen())
	}
	d.calm("enter", "esc", "y")
	if got := result(d, "c1"); got != "hi" {
		t.Errorf("the tool said %q", got)
	}
	if !strings.Contains(d.screen(), " 1 of 2 waiting ─") {
		t.Errorf("the prompt is\n%s", d.screen())
	}
	d.calm("r", "n", "o", "esc", "r", "t", "enter")
	if got, want := result(d, "c2"), "Tool skipped by user: not"; got != want {
		t.Errorf("the model was told %q, want %q", got, want)
	}
	d.calm("e", "backspace", "esc")
	again := restart(d, t, tea.WindowSizeMsg{Width: 80, Height: 24}).calm("e")
	again.calm("ctrl+s")
	again.shows("   ! line 3: this is not JSON: unexpected end of JSON input")
	again.calm("}", "left", "left", "left", "X", "ctrl+s")
	if got := result(again, "c3"); got != "threeX" {
		t.Errorf("the tool said %q\n%s", got, again.screen())
	}
}

// trace is everything that a key can change.
func trace(d *desk) string {
	d.t.Helper()
	m := modelOf(d)
	return fmt.Sprint(d.screen(), m.o.Shell.Log().Len(), len(d.out), m.drafts.all, m.ask.full, m.ask.field.Mode(), m.armed())
}

// Every key that a prompt hints does something now, and every key that works is
// hinted or in the help.
func TestPromptHintsAreTrue(t *testing.T) {
	first := `{"id":"p","text":"First?","answer_type":"boolean"},`
	long := strings.Replace(yes, `"id"`, `"context":"`+strings.Repeat(`line\n\n`, 100)+`","id"`, 1)
	for _, c := range []struct {
		name, list, keys string
		narrow           bool
	}{
		{"yes and no", yesNo, "", false}, {"with a default", yes, "", false}, {"with a way back", first + yesNo, "y", false},
		{"a long text", long, "", false}, {"scrolled, on the whole screen", long, "pgdown f", false}, {"select", pick, "", false}, {"one option", many(1), "", false}, {"many options", many(40), "down", false},
		{"filtered", many(40), "/ 3 down", false}, {"after the filter", strings.Replace(many(40), `"select"`, `"multi_select"`, 1), "/ 3 down enter", false},
		{"multi-select", first + multi, "y down", false}, {"its menu", first + multi, "y esc down", false}, {"the menu of a text", first + note, "y", false}, {"the menu, on Back", first + note, "y down", false},
		{"text", note, "a x", false}, {"JSON", settings, "enter", false}, {"the menu of JSON", settings, "", false}, {"a reply", yesNo, "r x", false},
		{"one's own", strings.Replace(pick, `]`, `],"other":true`, 1), "3 x", false}, {"narrow", first + yes, "y", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			edits := 0
			here := func() *desk {
				d := asked(t, c.list)
				d.host.edit = func(text string) (string, error) { edits++; return text, nil }
				d.screen()
				d.calm(strings.Fields(c.keys)...)
				if c.narrow {
					d.send(tea.WindowSizeMsg{Width: 40, Height: 12})
				}
				d.screen()
				return d
			}
			told := false
			for _, b := range modelOf(here()).promptBindings() {
				d := here()
				if !b.on(modelOf(d)) || len(b.keys) == 0 {
					continue
				}
				if told = b.shown != "" || told && b.shown == ""; !told || b.shown != "" && b.words+b.help == "" {
					t.Errorf("the keys %v are told nowhere", b.keys)
				}
				if b.words == "" {
					continue
				}
				before := trace(d)
				edits = 0
				d.press(b.keys[0])
				if strings.Contains(b.shown, "↑↓") && trace(d) == before {
					d.press("down")
				}
				if trace(d) == before && edits == 0 {
					t.Errorf("%s %s does nothing\n%s", b.shown, b.words, d.screen())
				}
			}
			d := here()
			var shown []string
			for _, line := range strings.Split(d.screen(), "\n") {
				shown = append(shown, strings.Fields(line)...)
			}
			if all := strings.Join(shown, " "); !strings.Contains(all, strings.Join(strings.Fields(modelOf(d).promptHints(chrome.HintRows(modelOf(d).promptRoom()))), " ")) {
				t.Errorf("the hints are not on the screen:\n%s", d.screen())
			}
		})
	}
}
