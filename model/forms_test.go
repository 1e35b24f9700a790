package model

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/forms"
	"parley/providers"
)

// The forms of the screens, as they are seen with the keys that work then.
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
	d.golden("form-boolean")
	d.calm("y")
	d.golden("form-select")
	d.calm("end", "enter").write("a copy of staging")
	d.golden("form-other")
	d.calm("esc", "2", "down", "space")
	d.golden("form-multi")
	d.calm("esc")
	d.golden("form-multi-menu")
	d.calm("esc", "enter", "enter").write("window agreed with ops, ticket 4711")
	d.press("shift+enter").write("rollback: restore snapshot 2026-11-20")
	d.golden("form-text")
	d.calm("esc")
	d.golden("form-text-menu")
	d.calm("r").write("why not tonight?")
	d.golden("form-reply")
	d.calm("esc", "a", "enter", "enter")
	d.golden("form-json")
	for range 4 {
		d.press("down")
	}
	d.press("up", "end").write(`x`)
	d.calm("ctrl+s")
	d.golden("form-json-broken")
	d.host.edit = func(string) (string, error) {
		return "{\n  \"host\": \"db.internal\",\n  \"port\": \"5432\",\n  \"tls\": true\n}", nil
	}
	d.calm("ctrl+e", "ctrl+s")
	d.golden("form-json-faults")
	d.calm("f2")
	d.golden("form-json-schema")
}

func TestASecretOnTheScreen(t *testing.T) {
	q := forms.Question{ID: "token", Text: "Password of the production cluster?", AnswerType: forms.AnswerType{Kind: forms.Secret}}
	d := called(t, []forms.Question{q}, []providers.Call{callOf("c1", "setup", `{}`)})
	d.golden("form-secret")
	d.write("hunter2")
	d.golden("form-secret-typed")
}

// A question that the reviewer said no to, or gave no answer to, is answered by
// a key that says so: not by Enter, nor for the rest of the turn.
func TestEnterNeverApprovesWhatWasReviewed(t *testing.T) {
	for name, review := range map[string]func(*desk){
		"escalated": func(d *desk) { d.say(finished(`{"reason":"The cross-reference is tangential.","answer":false}`)) },
		"review-failed": func(d *desk) {
			d.fail(&providers.Error{Provider: "test", Status: 400, Message: "there is no such model"})
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := underReview(t, providers.Call{ID: "a", Name: "gate", Arguments: "{}"})
			review(d)
			d.pass(time.Second)
			d.golden("form-" + name)
			before := answers(d)
			d.calm("enter", "Y", "N", "enter", "space", "1", "a")
			d.send(tea.PasteMsg{Content: "y\n"})
			d.calm("down", "enter", "up", "enter", "home", "enter", "end", "enter", "esc", "esc", "enter")
			equalLines(t, answers(d), before...)
			if d.bottom(1) == "" || !modelOf(d).ask.open {
				t.Fatalf("nothing is asked any more:\n%s", d.screen())
			}
			d.calm("y")
			equalLines(t, answers(d), append(before, "a.go.2 answered  true")...)
		})
	}
}

// What an input method commits is text wherever text is written, however wide
// it is, and stands where the cursor is.
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
			d := asked(t, c.list).calm(strings.Fields(c.open)...)
			at := d.cursor()
			for _, part := range []string{"日本語", " é", "🦊 ไทย"} { // as it is committed
				d.send(tea.KeyPressMsg{Code: tea.KeyExtended, Text: part})
			}
			if !strings.Contains(d.screen(), said) {
				t.Fatalf("%q is not to be seen:\n%s", said, d.screen())
			}
			if got, want := d.cursor()-at, 14; got != want {
				t.Errorf("the cursor moved by %d cells, not %d\n%s", got, want, d.screen())
			}
			d.send(tea.WindowSizeMsg{Width: 40, Height: 12})
			d.send(tea.WindowSizeMsg{Width: 80, Height: 24})
			d.calm(c.submit)
			if got := result(d, "c1"); got != c.want {
				t.Errorf("the model was told %q, want %q\n%s", got, c.want, d.screen())
			}
		})
	}
	t.Run("a filter", func(t *testing.T) {
		d := asked(t, strings.Replace(many(40), `"option 7"`, `"選択 7"`, 1)).calm("/")
		at := d.cursor()
		d.send(tea.KeyPressMsg{Code: tea.KeyExtended, Text: "選択"})
		if got := d.cursor() - at; got != 4 {
			t.Errorf("the cursor moved by %d cells\n%s", got, d.screen())
		}
		d.calm("enter")
		if got, want := result(d, "c1"), `{"q":"選択 7"}`; got != want {
			t.Errorf("the model was told %q, want %q", got, want)
		}
	})
	t.Run("a secret", func(t *testing.T) {
		q := forms.Question{ID: "token", Text: "The token?", AnswerType: forms.AnswerType{Kind: forms.Secret}}
		d := called(t, []forms.Question{q}, []providers.Call{callOf("c1", "setup", `{}`)})
		d.send(tea.KeyPressMsg{Code: tea.KeyExtended, Text: said})
		d.calm("enter")
		if got, want := result(d, "c1"), `{"token":"`+said+`"}`; got != want {
			t.Errorf("the tool got %q, want %q", got, want)
		}
	})
}

// In a window too small to draw the form, no key is an answer to it.
func TestAFormThatIsNotDrawnTakesNoAnswer(t *testing.T) {
	d := asked(t, `{"id":"go","text":"Shall I?","answer_type":"boolean"},{"id":"on","text":"And then?","answer_type":"boolean"}`)
	d.send(tea.WindowSizeMsg{Width: 39, Height: 11})
	d.calm("y")
	d.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	d.shows("   Shall I?")
	d.pass(time.Second)
	d.calm("y")
	d.shows("   And then?")
}
