package conversation

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/forms"
	"parley/providers"
	"parley/teatest/desk"
)

// The forms of the screens, as they look when their keys work.
func TestFormsOnTheScreen(t *testing.T) {
	const migration = `{"id":"go","text":"Shall I run the migration?","answer_type":"boolean","default":true},` +
		`{"id":"where","text":"Which environment?","answer_type":"select","other":true,` +
		`"context":"The migration rewrites 2.1 million rows. On staging it took 4 minutes and\nlocked ` + "`orders`" + ` for 40 seconds.","options":[` +
		`{"value":"staging","description":"safe, the data is anonymised"},` +
		`{"value":"production","description":"needs the maintenance window","recommended":true}]},` +
		`{"id":"tables","text":"Which tables?","answer_type":"multi_select","options":["orders","customers","invoices","stock","log","audit"],"default":["orders"]},` +
		`{"id":"note","text":"Optional note for the migration log","answer_type":"text"},` +
		`{"id":"db","text":"Connection settings","answer_type":"schema","schema":{"type":"object","required":["host","port","tls","database"],"properties":` +
		`{"host":{"type":"string"},"port":{"type":"integer"},"tls":{"type":"boolean"},"database":{"type":"string"}}}}`
	d := asked(t, migration)
	d.Golden("form-boolean")
	d.Calm("y")
	d.Golden("form-select")
	d.Calm("end", "enter").Write("a copy of staging")
	d.Golden("form-other")
	d.Calm("esc", "2", "down", "space")
	d.Golden("form-multi")
	d.Calm("esc")
	d.Golden("form-multi-menu")
	d.Calm("esc", "enter", "enter").Write("window agreed with ops, ticket 4711")
	d.Press("shift+enter").Write("rollback: restore snapshot 2026-11-20")
	d.Golden("form-text")
	d.Calm("esc")
	d.Golden("form-text-menu")
	d.Calm("r").Write("why not tonight?")
	d.Golden("form-reply")
	d.Calm("esc", "a", "enter", "enter")
	d.Golden("form-fields")
	d.Write("db.internal").Calm("tab").Write("54.5").Press("enter")
	d.Golden("form-fields-faults")
	d.Calm("f3")
	d.Golden("form-json")
	for range 4 {
		d.Press("down")
	}
	d.Press("up", "end").Write(`x`)
	d.Calm("ctrl+s")
	d.Golden("form-json-broken")
	d.Host.Edit = func(string) (string, error) {
		return "{\n  \"host\": \"db.internal\",\n  \"port\": \"5432\",\n  \"tls\": true\n}", nil
	}
	d.Calm("ctrl+e", "ctrl+s")
	d.Golden("form-json-faults")
	d.Calm("f2")
	d.Golden("form-json-schema")
}

func TestASecretOnTheScreen(t *testing.T) {
	q := forms.Question{ID: "token", Text: "Password of the production cluster?", AnswerType: forms.AnswerType{Kind: forms.Secret}}
	d := called(t, []forms.Question{q}, []providers.Call{desk.CallOf("c1", "setup", `{}`)})
	d.Golden("form-secret")
	d.Write("hunter2")
	d.Golden("form-secret-typed")
}

// A question that the reviewer said no to, or gave no answer to, is answered by a key that
// says so: not by Enter, and not for the rest of the turn.
func TestEnterNeverApprovesWhatWasReviewed(t *testing.T) {
	for name, review := range map[string]func(*desk.Desk){
		"escalated": func(d *desk.Desk) {
			d.Say(desk.Finished(`{"reason":"The cross-reference is tangential.","answer":false}`))
		},
		"review-failed": func(d *desk.Desk) {
			d.Fail(&providers.Error{Provider: "test", Status: 400, Message: "there is no such model"})
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := underReview(t, providers.Call{ID: "a", Name: "gate", Arguments: "{}"})
			review(d)
			d.Pass(time.Second)
			d.Golden("form-" + name)
			before := answers(d)
			d.Calm("enter", "Y", "N", "enter", "space", "1", "a")
			d.Send(tea.PasteMsg{Content: "y\n"})
			d.Calm("down", "enter", "up", "enter", "home", "enter", "end", "enter", "esc", "esc", "enter")
			equalLines(t, answers(d), before...)
			if d.Bottom(1) == "" || !modelOf(d).ask.open {
				t.Fatalf("nothing is asked any more:\n%s", d.Screen())
			}
			d.Calm("y")
			equalLines(t, answers(d), append(before, "a.go.2 answered  true")...)
		})
	}
}

// What an input method commits is text wherever text is written, however wide it is, and
// is inserted at the cursor.
func TestWideTextInEveryField(t *testing.T) {
	const said = "日本語 é🦊 ไทย"
	other := strings.Replace(pick, `]`, `],"other":true`, 1)
	for _, c := range []struct{ name, list, open, submit, want string }{
		{"text", note, "a", "enter", `{"q":"` + said + `"}`},
		{"a value of one's own", other, "3", "enter", `{"q":"` + said + `"}`},
		{"a reply", yesNo, "r", "enter", `{"cancelled":true,"answered":{},"reply":"` + said + `"}`},
		{"a reply to a choice", multi, "esc enter", "enter", `{"cancelled":true,"answered":{},"reply":"` + said + `"}`},
		{"JSON", `{"id":"q","text":"Say","answer_type":"schema","schema":{"type":"string"}}`, "enter end left", "ctrl+s", `{"q":"` + said + `"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := asked(t, c.list).Calm(strings.Fields(c.open)...)
			at := d.Cursor()
			for _, part := range []string{"日本語", " é", "🦊 ไทย"} { // as it is committed
				d.Send(tea.KeyPressMsg{Code: tea.KeyExtended, Text: part})
			}
			if !strings.Contains(d.Screen(), said) {
				t.Fatalf("%q is not to be seen:\n%s", said, d.Screen())
			}
			if got, want := d.Cursor()-at, 14; got != want {
				t.Errorf("the cursor moved by %d cells, not %d\n%s", got, want, d.Screen())
			}
			d.Send(tea.WindowSizeMsg{Width: 40, Height: 12})
			d.Send(tea.WindowSizeMsg{Width: 80, Height: 24})
			d.Calm(c.submit)
			if got := result(d, "c1"); got != c.want {
				t.Errorf("the model was told %q, want %q\n%s", got, c.want, d.Screen())
			}
		})
	}
	t.Run("a filter", func(t *testing.T) {
		d := asked(t, strings.Replace(many(40), `"option 7"`, `"選択 7"`, 1)).Calm("/")
		at := d.Cursor()
		d.Send(tea.KeyPressMsg{Code: tea.KeyExtended, Text: "選択"})
		if got := d.Cursor() - at; got != 4 {
			t.Errorf("the cursor moved by %d cells\n%s", got, d.Screen())
		}
		d.Calm("enter")
		if got, want := result(d, "c1"), `{"q":"選択 7"}`; got != want {
			t.Errorf("the model was told %q, want %q", got, want)
		}
	})
	t.Run("a secret", func(t *testing.T) {
		q := forms.Question{ID: "token", Text: "The token?", AnswerType: forms.AnswerType{Kind: forms.Secret}}
		d := called(t, []forms.Question{q}, []providers.Call{desk.CallOf("c1", "setup", `{}`)})
		d.Send(tea.KeyPressMsg{Code: tea.KeyExtended, Text: said})
		d.Calm("enter")
		if got, want := result(d, "c1"), `{"token":"`+said+`"}`; got != want {
			t.Errorf("the tool got %q, want %q", got, want)
		}
	})
}

// In a window too small to draw the form, no key answers it.
func TestAFormThatIsNotDrawnTakesNoAnswer(t *testing.T) {
	d := asked(t, `{"id":"go","text":"Shall I?","answer_type":"boolean"},{"id":"on","text":"And then?","answer_type":"boolean"}`)
	d.Send(tea.WindowSizeMsg{Width: 39, Height: 11})
	d.Calm("y")
	d.Send(tea.WindowSizeMsg{Width: 80, Height: 24})
	d.Shows("   Shall I?")
	d.Pass(time.Second)
	d.Calm("y")
	d.Shows("   And then?")
}

// TestAPageIsOpenedByItsKeyOnly: the address stands there whole, and the question stays.
func TestAPageIsOpenedByItsKeyOnly(t *testing.T) {
	const address = "https://login.example.com/connect?for=parley"
	q := forms.Question{
		ID: "visited", Text: "Did you do at login.example.com what it asks for?", Header: "The server t asks", AnswerType: forms.AnswerType{Kind: forms.Boolean}, Page: address,
		Context: "It wants you to visit a page. Its host, and the whole address:\n\n    login.example.com\n    " + address + "\n\nOpen it only if you trust that host. Yes goes on, no declines.\n\nThe server says:\n\n> Please log in.",
	}
	d := called(t, []forms.Question{q}, []providers.Call{desk.CallOf("c1", "setup", `{}`)})
	d.Golden("form-page")
	if d.Host.Opened != nil {
		t.Errorf("opened without a key: %q", d.Host.Opened)
	}
	d.Press("o")
	if want := []string{address}; !slices.Equal(d.Host.Opened, want) {
		t.Errorf("opened %q", d.Host.Opened)
	}
	d.Send(tea.WindowSizeMsg{Width: 120, Height: 40})
	d.Shows(" · The page is opened in your browser.")
	d.Host.Err = errors.New("no program here opens a page in a browser; open the address yourself")
	d.Press("o")
	d.Shows(" ! no program here opens a page in a browser; open the address yourself")
	d.Host.Err = nil
	d.Press("y")
	if got := result(d, "c1"); got != `{"visited":true}` {
		t.Errorf("the result is %s", got)
	}
	d = newDesk(t, visited(t, q)).Start()
	d.Write("go").Press("enter")
	d.Answer("", desk.CallOf("c1", "setup", `{}`))
	d.Pass(time.Second)
	d.Host.Err = errors.New("no program here opens a page in a browser; open the address yourself")
	d.Press("o") // the asker would answer for somebody who saw no page
	d.Shows("   Did you do at login.example.com what it asks for?")
	d.Host.Err = nil
	d.Press("o")
	if got := result(d, "c1"); got != `{"visited":true}` {
		t.Errorf("the asker said that it is done, and the result is %s", got)
	}
	d.Shows(" ◆ Did you do at login.example.com what it ask…  yes · the server after 1 s   ▸")
	plain := q
	plain.Page = ""
	d = called(t, []forms.Question{plain}, []providers.Call{desk.CallOf("c1", "setup", `{}`)})
	if d.Press("o"); d.Host.Opened != nil {
		t.Errorf("a question without a page opened %q", d.Host.Opened)
	}
}

// TestAPromptTakesWhatIsFree: where the conversation is short, what is asked has its room.
func TestAPromptTakesWhatIsFree(t *testing.T) {
	d := asked(t, `{"id":"go","text":"Which ones?","answer_type":"multi_select","options":["1","2","3","4","5","6","7","8","9","10","11","12","13","14"]}`)
	d.Send(tea.WindowSizeMsg{Width: 80, Height: 24})
	const all = `
── Assistant asks ──────────────────────────────────────────────────────────────

   Which ones?

   › [ ] 1
     [ ] 2
     [ ] 3
     [ ] 4
     [ ] 5
     [ ] 6
     [ ] 7
     [ ] 8
     [ ] 9
     [ ] 10
     [ ] 11
     [ ] 12
     [ ] 13
     [ ] 14
                                                                0 of 14 chosen

 Space toggle   a all   Enter submit   / filter   r reply   s end turn
 Esc menu   ? help
 ◆ 1 question waits · small                               1.2k tokens · < $0.01`
	d.Sees(all)
}

// tells is a tool that asks, and learns at once that its page was visited.
type tells struct{ asks }

func (tells) Visited(context.Context, string, string) bool { return true }

// visited gives the desk that tool.
func visited(t testing.TB, questions ...forms.Question) func(*desk.Desk, *Options) {
	return func(_ *desk.Desk, o *Options) {
		env := o.Shell.State().Env
		env.Tools = desk.Registry(t, tells{asks{forms.Restore(questions)}})
		o.Shell.SetEnv(env)
	}
}
