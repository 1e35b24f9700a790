package prompt

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"parley/forms"
	"parley/teatest/goldens"
	"parley/views/markdown"
	"parley/views/text"
)

// labelled is a select of so many options, the second of which has a label that says something
// else than its value.
func labelled(n int, label, value, about string) forms.Question {
	a := forms.AnswerType{Kind: forms.Select}
	for i := range n {
		a.Options = append(a.Options, forms.Option{Value: json.RawMessage(fmt.Sprintf(`"o%d"`, i)), Description: about})
	}
	a.Options[1] = forms.Option{Value: quote(value), Label: label}
	return forms.Question{ID: "q", Text: "Shall the old backups go, or what else?", AnswerType: a}
}

const keepAll = "No, keep all of the backups exactly as they are now, and do nothing else with them until I come back next week and have looked at each one of them"

// TestADigitAnswersWhatStandsOnTheScreen: an option whose label or value is cut, or which is out
// of sight, is only gone to; the hint says so.
func TestADigitAnswersWhatStandsOnTheScreen(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	long := strings.Repeat("Point of what I found in the folder.\n\n", 12)
	for _, c := range []struct {
		name          string
		n             int
		label, value  string
		about         string
		context       string
		width, height int
		answers       bool
		row, hint     string
	}{
		{"all of it is seen", 6, "No, keep (all)", "delete all", "", "", 80, 24, true, "2  No, keep (all) (delete all)", textDigits},
		{"a description that is cut answers nothing else", 9, "Keep", "delete", strings.Repeat("something else ", 9), long, 80, 24, true, "2  Keep (delete)", textDigits},
		{"one line for each", 9, "No, keep all of my backups exactly as they are for the time being", "delete all", strings.Repeat("something else ", 9), long, 80, 24, false, "for the ti… (delete all)", textDigitsEither},
		{"two lines", 6, keepAll, "delete all", "", "", 80, 24, false, "… (delete all)", textDigitsEither},
		{"a small screen", 6, "No, keep all my backups now", "delete all", "", "", 40, 11, false, "2  No, keep all my b… (delete all)", textDigitsEither},
		{"a value that has no room", 6, "Keep", strings.Repeat("delete ", 40) + "all", "", "", 80, 24, false, "…", textDigitsEither},
	} {
		q := labelled(c.n, c.label, c.value, c.about)
		q.Context = c.context
		f := NewField(th, q, Rules{}, Draft{})
		d := Prompt{Who: "Assistant", Asks: true, Field: f}.Draw(markdown.New(th, text.TextWidth(c.width)), c.width, c.height-2) // a line each for the status and the conversation
		f, _ = f.Seen(d)
		if got := drawnPart(d); !strings.Contains(got, c.row) {
			t.Errorf("%s: %q is not in\n%s", c.name, c.row, got)
		}
		if got := f.Bindings()[0].Words; got != c.hint {
			t.Errorf("%s: the hint of the digits is %q, want %q", c.name, got, c.hint)
		}
		f, act := f.Update(Pick{Number: 2})
		if _, answered := act.(Answered); answered != c.answers || f.cursor != 1 {
			t.Errorf("%s: 2 does %v, the cursor is on %d\n%s", c.name, act, f.cursor+1, drawnPart(d))
		}
		d = Prompt{Who: "Assistant", Asks: true, Field: f}.Draw(markdown.New(th, text.TextWidth(c.width)), c.width, c.height-2)
		f, _ = f.Seen(d)
		if _, act := f.Update(Pick{Number: 2}); !c.answers && act != nil { // it may be held down
			t.Errorf("%s: 2 once more does %v", c.name, act)
		}
		if _, act := f.Update(Confirm{}); act == nil {
			t.Errorf("%s: Enter does nothing", c.name)
		}
	}
}

// TestADigitBeforeAnythingIsDrawn: nobody has read an option by then.
func TestADigitBeforeAnythingIsDrawn(t *testing.T) {
	f := NewField(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), labelled(3, "Keep", "delete", ""), Rules{}, Draft{})
	if f, act := f.Update(Pick{Number: 2}); act != nil || f.cursor != 1 {
		t.Errorf("it does %v, the cursor is on %d", act, f.cursor+1)
	}
}

// TestADigitOfAnOptionOutOfSight: on a screen that does not show all options.
func TestADigitOfAnOptionOutOfSight(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	f := NewField(th, labelled(9, "Keep", "delete", ""), Rules{}, Draft{})
	f, _ = f.Seen(Prompt{Who: "Assistant", Asks: true, Field: f}.Draw(markdown.New(th, text.TextWidth(40)), 40, 8))
	if f, act := f.Update(Pick{Number: 9}); act != nil || f.cursor != 8 {
		t.Errorf("9 does %v, the cursor is on %d", act, f.cursor+1)
	}
	if _, act := f.Update(Pick{Number: 1}); act == nil {
		t.Error("1 does nothing")
	}
}
