package prompt

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

	"parley/forms"
	"parley/teatest/goldens"
	"parley/views/markdown"
	"parley/views/text"
)

func TestFaultsAreTheirLines(t *testing.T) {
	text := "{\n  \"host\": \"db\",\n  \"list\": [1,\n    2, {\"x\": 3}\n  ],\n  \"a/b~\":\n    4,\n  \"twice\": 1,\n  \"twice\": 2\n}"
	for _, c := range []struct {
		path string
		want string
	}{
		{"", "line 1 /: no"},
		{"/host", "line 2 /host: no"},
		{"/list", "line 3 /list: no"},
		{"/list/0", "line 3 /list/0: no"},
		{"/list/1", "line 4 /list/1: no"},
		{"/list/2/x", "line 4 /list/2/x: no"},
		{"/a~1b~0", "line 6 /a~1b~0: no"},
		{"/twice", "line 9 /twice: no"},
		{"/list/7/y", "line 3 /list/7/y: no"},
		{"/gone", "line 1 /gone: no"},
	} {
		if got := PlaceFaults(text, forms.SchemaFaults{{Path: c.path, Message: "no"}}); len(got) != 1 || got[0] != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
	if got := PlaceFaults("\n\n [1", forms.SchemaFaults{{Message: "no"}}); got[0] != "line 3 /: no" {
		t.Errorf("of a text that breaks off: %q", got)
	}
}

// Every value of any JSON, laid out in any way, is found on its line.
func TestPointersFindTheirLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := map[string]int{}
		var b strings.Builder
		line := 1
		blank := func() {
			for range rapid.IntRange(0, 2).Draw(t, "breaks") {
				b.WriteByte('\n')
				line++
			}
		}
		var value func(path string, at, depth int)
		value = func(path string, at, depth int) {
			if at == 0 {
				at = line
			}
			want[path] = at
			kind := rapid.IntRange(0, 3).Draw(t, "kind")
			n := rapid.IntRange(0, 3).Draw(t, "n")
			if depth > 3 {
				kind = 3
			}
			switch kind {
			case 0, 1:
				open, end := "{", "}"
				if kind == 1 {
					open, end = "[", "]"
				}
				b.WriteString(open)
				for i := range n {
					if i > 0 {
						blank()
						b.WriteByte(',')
					}
					blank()
					if kind == 1 {
						value(fmt.Sprintf("%s/%d", path, i), 0, depth+1)
						continue
					}
					name := fmt.Sprintf("k%d\\n:,{", i)
					at := line
					b.WriteString(`"` + name + `"`)
					blank()
					b.WriteByte(':')
					blank()
					value(fmt.Sprintf("%s/k%d\n:,{", path, i), at, depth+1)
				}
				blank()
				b.WriteString(end)
			default:
				b.WriteString([]string{`"a\n,:{"`, "-1.5e3", "true", "null"}[n])
			}
		}
		blank()
		value("", 0, 0)
		if !json.Valid([]byte(b.String())) {
			t.Fatalf("the test wrote %q", b.String())
		}
		if got := pointerLines(b.String()); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("%q\ngot  %v\nwant %v", b.String(), got, want)
		}
	})
}

func TestCommentsGoAway(t *testing.T) {
	schema := json.RawMessage(`{"type":"object","x":"// y\n"}`)
	for _, c := range []struct{ in, want string }{
		{WithSchemaAbove(schema, "{\n  \"a\": \"// no comment\"\n}"), "{\n  \"a\": \"// no comment\"\n}"},
		{WithSchemaAbove(schema, ""), ""},
		{"  // one\r\n\r\n1\r\n// two", "1"},
		{"", ""},
	} {
		if got := WithoutComments(c.in); got != c.want {
			t.Errorf("%q becomes %q, want %q", c.in, got, c.want)
		}
	}
}

func hostileOptions(n int) forms.AnswerType {
	a := forms.AnswerType{Kind: forms.Select, Other: true}
	for i := range n {
		o := forms.Option{Value: json.RawMessage(fmt.Sprintf(`"v%d"`, i)), Label: fmt.Sprintf("option %d", i)}
		switch i % 5 {
		case 1:
			o.Label = "esc \x1b[31m\x1b]52;c;x\a red\nsecond line"
		case 2:
			o.Label = strings.Repeat("long ", 2000) + fmt.Sprintf("end%d", i)
		case 3:
			o.Label = "\u202eright to left\u2066 שלום"
			o.Description = strings.Repeat("about\n", 500)
		case 4:
			o.Label = "the same"
		}
		a.Options = append(a.Options, o)
	}
	return a
}

// Whatever options hold, each can be read to its end and chosen, and the terminal obeys
// none of it.
func TestHostileOptions(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	a := hostileOptions(10)
	for _, width := range []int{40, 80, 120} {
		p := Prompt{Who: "x", Asks: true, Field: NewField(th, forms.Question{Text: "Which?", AnswerType: a}, Rules{}, Draft{})}
		md := markdown.New(th, text.TextWidth(width))
		for n := range a.Options {
			seen := ""
			for {
				d := p.Draw(md, width, 24)
				goldens.Fits(t, d.Lines, width, 24)
				seen += strings.Join(d.Lines, "\n")
				if !slices.Contains(d.Choices, n) {
					t.Fatalf("option %d is not on the screen\n%s", n, strings.Join(d.Lines, "\n"))
				}
				scroll := p.Field.scroll
				p.Field, _ = p.Field.Update(Scroll{1})
				if p.Field = p.Field.Clamp(d.MaxScroll); p.Field.scroll == scroll {
					break
				}
			}
			if end := fmt.Sprintf("end%d", n); n%5 == 2 && !strings.Contains(seen, end) {
				t.Errorf("the end of option %d is never seen", n)
			}
			if n%5 == 4 && !strings.Contains(seen, fmt.Sprintf(`the same (v%d)`, n)) {
				t.Errorf("option %d looks like another", n)
			}
			if _, act := p.Field.Update(Confirm{}); said(act) != fmt.Sprintf(`prompt.Answered "v%d"`, n) {
				t.Errorf("Enter on option %d: %s", n, said(act))
			}
			p.Field, _ = p.Field.Update(Scroll{-1 << 20})
			p.Field, _ = p.Field.Update(Step{1})
		}
	}
	goldens.Screen(t, "prompt-hostile-80", Prompt{Who: "x", Asks: true, Field: NewField(th, forms.Question{Text: "Which?", AnswerType: hostileOptions(5)}, Rules{}, Draft{Value: json.RawMessage(`"v1"`)})}.Draw(markdown.New(th, text.TextWidth(80)), 80, 24).Lines)
}

// Opening a form of 400 options and each key in it takes less than a frame.
func BenchmarkPromptKeys(b *testing.B) {
	th := goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode()))
	context := strings.Repeat("Some *words* about it, a line long or so.\n\n", 1000)
	big := "{\n" + strings.Repeat("  \"a\": [1, 2, 3],\n", 500) + "  \"z\": 1\n}"
	for _, c := range []struct {
		name string
		q    forms.Question
		in   []Intent
	}{
		{"400 options", forms.Question{Text: "Which?", AnswerType: forms.AnswerType{Kind: forms.Select, Options: options(400)}}, []Intent{Step{1}, Step{-1}}},
		{"400 hostile options", forms.Question{Text: "Which?", AnswerType: hostileOptions(400)}, []Intent{Step{1}, Step{-1}}},
		{"filter", forms.Question{Text: "Which?", AnswerType: hostileOptions(400)}, []Intent{OpenFilter{}, Insert{"9"}, Key{tea.KeyPressMsg{Code: tea.KeyBackspace}}}},
		{"2000 lines", forms.Question{Text: "Which?", Context: context, AnswerType: forms.AnswerType{Kind: forms.Boolean}}, []Intent{Scroll{1}, Scroll{-1}}},
		{"500 lines of JSON", forms.Question{Text: "Which?", Default: json.RawMessage(`{}`), AnswerType: forms.AnswerType{Kind: forms.Schema, Schema: json.RawMessage(`{}`)}}, []Intent{OpenAnswer{}, Insert{"x"}, Erase{}}},
	} {
		md := markdown.New(th, text.TextWidth(120))
		open := func() Prompt {
			d := Draft{}
			if c.q.AnswerType.Kind == forms.Schema {
				d.Text = big
			}
			return Prompt{Who: "x", Asks: true, Field: NewField(th, c.q, Rules{}, d)}
		}
		b.Run(c.name+"/open", func(b *testing.B) {
			for b.Loop() {
				open().Draw(md, 120, 30)
			}
		})
		b.Run(c.name+"/key", func(b *testing.B) {
			p := open()
			p.Draw(md, 120, 30)
			for i := 0; b.Loop(); i++ {
				p.Field, _ = p.Field.Update(c.in[i%len(c.in)])
				p.Field.Draft()
				p.Draw(md, 120, 30)
			}
		})
	}
}
