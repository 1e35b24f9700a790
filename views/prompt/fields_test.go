package prompt

import (
	"encoding/json"
	"strings"
	"testing"

	"parley/forms"
	"parley/teatest/goldens"
	"parley/views/pane"
	"parley/views/text"
)

const flatSchema = `{"type":"object","required":["host"],"properties":{"host":{"type":"string"},"port":{"type":"integer","minimum":1},` +
	`"tls":{"type":"boolean"},"mode":{"enum":["a","b",3]},"tags":{"type":"array","items":{"enum":["x","y"]}}}}`

func flatField(t testing.TB, value string) Field {
	q := forms.Question{AnswerType: forms.AnswerType{Kind: forms.Schema, Schema: json.RawMessage(flatSchema)}}
	if value != "" {
		q.Default = json.RawMessage(value)
	}
	return NewField(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), q, Rules{Direct: true, CanReply: true}, Draft{})
}

// TestAFaultyFieldIsRed: its value and its notes, from the moment it was to be sent until
// it is mended; the others are not.
func TestAFaultyFieldIsRed(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode()))
	red := func(s string) string { return th.Bad.Render(s) }
	f := NewField(th, forms.Question{AnswerType: forms.AnswerType{Kind: forms.Schema, Schema: json.RawMessage(flatSchema)}}, Rules{Direct: true, CanReply: true}, Draft{})
	for _, c := range []struct {
		name string
		do   Intent
		want []string // what is red
	}{
		{"nothing was written", NextRow{By: 1}, nil},
		{"it is being written", Insert{"0"}, nil},
		{"it was to be sent", Confirm{}, []string{"required", "0", "whole number · 1 or more"}},
		{"from another row", NextRow{By: 1}, []string{"required", "0", "whole number · 1 or more"}},
		{"something is written", Toggle{}, nil},
	} {
		f, _ = f.Update(c.do)
		lines, _ := f.sheetLines(pane.Look{Theme: th, Width: 80}, f.sheet())
		drawn, said := strings.Join(lines, "\n"), 0
		for _, words := range c.want {
			if !strings.Contains(drawn, red(words)) {
				t.Errorf("%s: %q is not red in\n%q", c.name, words, drawn)
			}
			said++
		}
		if n := strings.Count(drawn, strings.TrimSuffix(red("x"), "x\x1b[m")); n != said {
			t.Errorf("%s: %d pieces are red, want %d, in\n%q", c.name, n, said, drawn)
		}
	}
}

// TestWhatIsTypedHasTheRoomOfTheNotes: a text is not cut, or its beginning left out, for what is
// said of its field.
func TestWhatIsTypedHasTheRoomOfTheNotes(t *testing.T) {
	const words = "db.internal.example"
	look := pane.Look{Theme: goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), Width: 40}
	f, _ := flatField(t, "").Update(Insert{words})
	for _, c := range []struct {
		name string
		do   Intent
		x    int
	}{{"written", nil, 12 + len(words)}, {"left", NextRow{By: 1}, 12}} {
		if c.do != nil {
			f, _ = f.Update(c.do)
		}
		lines, x := f.sheetLines(look, f.sheet())
		if !strings.HasSuffix(text.Stripped(lines[0]), " host │ "+words) || x != c.x {
			t.Errorf("%s: the cursor is at %d in %q", c.name, x, lines[0])
		}
	}
	f, _ = flatField(t, "").Update(Insert{words[:9]})
	if lines, _ := f.sheetLines(look, f.sheet()); !strings.Contains(text.Stripped(lines[0]), words[:9]+"  ") || !strings.HasSuffix(text.Stripped(lines[0]), "required") {
		t.Errorf("a short text leaves out what is said of its field: %q", lines[0])
	}
}

// What fields would lose stays JSON; what they show comes back from them.
func TestFieldsLoseNothing(t *testing.T) {
	for value, rows := range map[string]bool{
		`{}`: true, `{"host":"a"}`: true, `{"port":5,"host":"a b"}`: true, `{"tls":false,"mode":3,"tags":["x","y"]}`: true,
		`{"tags":[]}`: true, `{"port":1e3}`: true,
		`{"host":"a\nb"}`: false, `{"host":""}`: false, `{"port":"5"}`: false, `{"mode":"c"}`: false, `{"tags":["y","x"]}`: false,
		`{"tags":["z"]}`: false, `{"other":1}`: false, `{"host":5}`: false, `{"tls":"true"}`: false, `[]`: false, `{"port":null}`: false,
	} {
		f := flatField(t, value)
		if (f.flat != nil) != rows {
			t.Errorf("%s as fields: %v", value, f.flat != nil)
		}
		if f.flat != nil && !forms.Equal(f.sheet().value(), json.RawMessage(value)) {
			t.Errorf("%s came back as %s", value, f.sheet().value())
		}
		before := f.Draft().Text
		f, _ = f.Update(AsText{})
		if rows && f.flat != nil || !rows && len(f.Faults) == 0 {
			t.Errorf("%s: fields after F3: %v, faults %q", value, f.flat != nil, f.Faults)
		}
		f, _ = f.Update(AsText{})
		if after := f.Draft().Text; rows && f.flat == nil || before != after {
			t.Errorf("%s: %q became %q", value, before, after)
		}
	}
}

func FuzzFieldsLoseNothing(f *testing.F) {
	f.Add(`{"host":"a","port":1e400}`)
	f.Add(`{"tags":["x","x"],"tls":true}`)
	f.Fuzz(func(t *testing.T, value string) {
		s, ok := sheetOf(json.RawMessage(flatSchema), json.RawMessage(value))
		if ok && !forms.Equal(s.value(), json.RawMessage(value)) {
			t.Fatalf("%s came back as %s", value, s.value())
		}
	})
}

func TestFieldsAreFilledIn(t *testing.T) {
	for _, c := range []struct {
		name string
		do   []Intent
		want string
	}{
		{"all", []Intent{Insert{"db\n"}, NextRow{By: 1}, Insert{"5"}, NextRow{By: 1}, Toggle{}, NextRow{By: 1}, Side{1}, Side{1}, NextRow{By: 1}, Toggle{}, Side{1}, Toggle{}, Confirm{}},
			`prompt.Answered {"host":"db","port":5,"tls":true,"mode":"b","tags":["x","y"]}`},
		{"what is needed", []Intent{Insert{"db"}, Confirm{}}, `prompt.Answered {"host":"db"}`},
		{"emptied again", []Intent{Insert{"db"}, NextRow{By: 2}, Toggle{}, Erase{}, Confirm{}}, `prompt.Answered {"host":"db"}`},
		{"a box that was unticked", []Intent{Insert{"db"}, NextRow{By: 2}, Toggle{}, Toggle{}, Confirm{}}, `prompt.Answered {"host":"db","tls":false}`},
		{"a box by a letter", []Intent{Insert{"db"}, NextRow{By: 2}, Insert{"yes"}, Confirm{}}, `prompt.Answered {"host":"db"}`},
		{"around the ends", []Intent{NextRow{By: -1}, Insert{"db"}, NextRow{By: 9}, NextRow{First: true}, Insert{"2"}, Confirm{}}, `prompt.Answered {"host":"db2"}`},
		{"through a reply", []Intent{Insert{"db"}, WriteReply{}, Insert{"no"}, OpenMenu{}, OpenAnswer{}, Insert{"2"}, Confirm{}}, `prompt.Answered {"host":"db2"}`},
		{"through JSON", []Intent{Insert{"db"}, AsText{}, AsText{}, NextRow{By: 1}, Insert{"7"}, Confirm{}}, `prompt.Answered {"host":"db","port":7}`},
		{"from the editor", []Intent{Replace{`{"host":"e","port":2}`}, NextRow{By: 1}, Insert{"1"}, Confirm{}}, `prompt.Answered {"host":"e","port":21}`},
		{"nothing", []Intent{Confirm{}}, "host: is needed"},
		{"a number that is none", []Intent{Insert{"db"}, NextRow{By: 1}, Insert{"5x"}, Confirm{}}, "port: type a number, such as 12, -0.5 or 1e6"},
		{"a limit", []Intent{Insert{"db"}, NextRow{By: 1}, Insert{"0"}, Confirm{}}, "port: 0 is less than 1"},
	} {
		f := flatField(t, "")
		var act Act
		for _, in := range c.do {
			if f, act = f.Update(in); act != nil && in != c.do[len(c.do)-1] {
				t.Fatalf("%s: %T led to %T", c.name, in, act)
			}
		}
		got := said(act)
		if act == nil {
			got = strings.Join(f.Faults, "; ")
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// A draft of fields is the JSON, unfinished numbers included.
func TestDraftsOfFields(t *testing.T) {
	f := flatField(t, "")
	f, _ = f.Update(Insert{"db"})
	f, _ = f.Update(NextRow{By: 1})
	f, _ = f.Update(Insert{"54"})
	again := NewField(f.theme, f.Question, f.Rules, f.Draft())
	if again.flat == nil || string(again.sheet().value()) != `{"host":"db","port":54}` {
		t.Errorf("the draft %+v", f.Draft())
	}
}

func TestTheKindsOfTheScreenAreThoseOfForms(t *testing.T) {
	var here, there []string
	for _, k := range kinds() {
		here = append(here, string(k.kind()))
	}
	for _, k := range forms.Kinds() {
		there = append(there, string(k.Kind()))
	}
	if strings.Join(here, " ") != strings.Join(there, " ") {
		t.Errorf("answered on the screen: %v, asked: %v", here, there)
	}
}
