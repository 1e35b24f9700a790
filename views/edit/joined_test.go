package edit

import (
	"strings"
	"testing"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"parley/teatest/goldens"
	"parley/views/text"
)

// emoji are characters whose width terminals disagree about, and what is drawn of each.
var emoji = [][2]string{
	{"👩\u200d💻", "👩💻"}, {"👨\u200d👩\u200d👧", "👨👩👧"}, {"👍🏽", "👍"}, {"👩🏽\u200d🚀", "👩🚀"}, {"1\ufe0f\u20e3", "1"}, {"#\u20e3", "#"},
	{"❤\ufe0f", "❤"}, {"☁\ufe0e", "☁"}, {"🏳\ufe0f\u200d🌈", "🏳🌈"}, {"❤\ufe0f\u200d🔥", "❤🔥"}, {"🇨🇭", "🇨🇭"}, {"👍", "👍"}, {"\U0003e000", "\ufffd"}, {"\U0010e001", "\ufffd"},
}

func empty(width, height int) Editor {
	e := NewEditor(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), "")
	e.SetSize(width, height)
	return e
}

func typed(words string) tea.KeyPressMsg { return tea.KeyPressMsg{Code: tea.KeyExtended, Text: words} }

// TestAnEmojiIsDrawnAsWideAsItIsCounted by every terminal, and stays as it is in the text, whether it
// comes as one key, as a key for each of its parts, or in a text.
func TestAnEmojiIsDrawnAsWideAsItIsCounted(t *testing.T) {
	ways := map[string]func(e *Editor, words string){
		"typed": func(e *Editor, words string) { e.Update(typed(words)) },
		"in parts": func(e *Editor, words string) {
			for _, r := range words {
				e.Update(typed(string(r)))
			}
		},
		"inserted": func(e *Editor, words string) { e.Insert(words) },
		"set":      func(e *Editor, words string) { e.Set(e.Text() + words) },
	}
	for how, put := range ways {
		for _, c := range emoji {
			e := empty(20, 5)
			put(&e, "a"+c[0])
			x, _ := e.Cursor()
			drawn := strings.TrimRight(e.Lines()[0], " ")
			if drawn != "a"+c[1] || x != ansi.StringWidth(drawn) || x != ansi.StringWidthWc(drawn) {
				t.Errorf("%+q %s: %q with the cursor at %d", c[0], how, drawn, x)
			}
			put(&e, "b")
			if got := e.Text(); got != "a"+c[0]+"b" || e.Offset() != utf8.RuneCountInString(got) {
				t.Errorf("%+q %s: the text is %+q, the cursor behind %d", c[0], how, got, e.Offset())
			}
		}
	}
}

// TestAnEmojiIsTakenApart where it is drawn apart; a flag and a skin tone are not. No joiner stays with nothing to join.
func TestAnEmojiIsTakenApart(t *testing.T) {
	for _, c := range []struct{ text, keys, want string }{
		{"a👍🏽", "backspace", "a"}, {"a1\ufe0f\u20e3b", "left backspace", "ab"}, {"👩\u200d💻", "backspace", "👩"}, {"👩\u200d💻", "backspace 🚀", "👩🚀"},
		{"👩\u200d💻", "left x", "👩x💻"}, {"👩\u200d💻", "left x backspace", "👩💻"}, {"👩\u200d💻", "home delete", "💻"}, {"👨\u200d👩\u200d👧", "left backspace", "👨\u200d👧"},
		{"👩\u200d💻", "left left x", "x👩\u200d💻"}, {"👍🏽👍🏽", "left x", "👍🏽x👍🏽"}, {"🇨🇭🇩🇪", "left backspace", "🇩🇪"}, {"🇨🇭", "x", "🇨🇭x"}, {"آ", "\u200c", "آ\u200c"},
	} {
		e := empty(20, 5)
		e.Set(c.text)
		for _, k := range keysOf(c.keys) {
			e.Update(k)
		}
		if got := e.Text(); got != c.want {
			t.Errorf("%+q, %s: %+q, want %+q", c.text, c.keys, got, c.want)
		}
	}
}

// TestWhatIsNoEmojiIsLeftOut as before: parts of an emoji that could carry a text of their own.
func TestWhatIsNoEmojiIsLeftOut(t *testing.T) {
	for put, want := range map[string]string{
		"a\u200db": "ab", "🏽": "", "👍🏽🏽": "👍🏽", "👍\u200d": "👍", "❤\ufe0f\ufe0f\ufe0e": "❤\ufe0f", "a\ufe0f": "a", "a\u20e3": "a", "👩\u200d\u200d💻": "👩💻", "\u200d👩": "👩",
	} {
		e := empty(20, 5)
		e.Set(put)
		if got := e.Text(); got != want {
			t.Errorf("%+q is %+q, want %+q", put, got, want)
		}
	}
}

// TestOnlyWhatIsSeenIsInTheText of what is decided by its look. A text that was put in and not changed stays as it is.
func TestOnlyWhatIsSeenIsInTheText(t *testing.T) {
	for _, c := range emoji {
		if strings.HasPrefix(c[1], "\ufffd") {
			c[1] = c[0]
		}
		e := empty(20, 5)
		e.OnlySeen(true)
		e.Update(typed(c[0]))
		e.Insert(c[0])
		if got := e.Text(); got != c[1]+c[1] {
			t.Errorf("%+q: %+q", c[0], got)
		}
		f := Folding{Editor: empty(40, 5), Most: 100, Exact: true}
		f.OnlySeen(true)
		if f.Paste(c[0]); f.Whole() != c[0] || (len(f.Chips) == 0) != (c[0] == c[1]) {
			t.Errorf("%+q pasted: %+q", c[0], f.Text())
		}
	}
}

// TestTheCursorStaysBehindWhatIsTyped in the midst of a text, also where a part of it is left out.
func TestTheCursorStaysBehindWhatIsTyped(t *testing.T) {
	for _, onlySeen := range []bool{false, true} {
		for _, c := range emoji {
			if strings.HasPrefix(c[1], "\ufffd") {
				continue
			}
			e, want := empty(8, 5), c[0]
			if e.OnlySeen(onlySeen); onlySeen {
				want = c[1]
			}
			e.Set("some words\n" + c[0] + " and more\nbehind")
			e.SetOffset(3)
			for _, r := range c[0] {
				e.Update(typed(string(r)))
			}
			e.Update(typed(c[0]))
			e.Update(typed("q"))
			if got := e.Text(); got != "som"+want+want+"qe words\n"+want+" and more\nbehind" || e.Offset() != utf8.RuneCountInString("som"+want+want+"q") {
				t.Errorf("%+q, %v: %+q, the cursor behind %d", c[0], onlySeen, got, e.Offset())
			}
		}
	}
}

// TestAPastedEmojiIsNoChip: the editor can keep it as it is. What it cannot keep is one.
func TestAPastedEmojiIsNoChip(t *testing.T) {
	for words, chips := range map[string]int{"so 👩🏽\u200d💻 1\ufe0f\u20e3": 0, "a\u200db": 1, "👍🏽🏽": 1, "\U0003e000": 0} {
		f := Folding{Editor: empty(40, 5), Most: 100, Exact: true}
		f.Paste(words)
		if len(f.Chips) != chips || f.Whole() != words {
			t.Errorf("%+q: %d chips, %+q", words, len(f.Chips), f.Whole())
		}
	}
}

// TestTheCursorIsWhereItWasPut between all characters of a text, and rows are as wide as the editor.
func TestTheCursorIsWhereItWasPut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOfN(rapid.IntRange(0, len(emoji)), 0, 30).Draw(t, "parts")
		words := ""
		for _, at := range parts {
			if at == len(emoji) {
				words += " a"
			} else {
				words += emoji[at][0]
			}
		}
		width := rapid.IntRange(2, 30).Draw(t, "width")
		e := empty(width, 9)
		e.Set(words)
		if e.Text() != words {
			t.Fatalf("%+q became %+q", words, e.Text())
		}
		e.SetOffset(rapid.IntRange(0, utf8.RuneCountInString(words)).Draw(t, "offset"))
		n := e.Offset()
		e.SetOffset(n)
		if e.Offset() != n || e.Text() != words {
			t.Fatalf("%+q: behind %d, then %d of %+q", words, n, e.Offset(), e.Text())
		}
		for _, row := range e.Lines() {
			if ansi.StringWidth(row) > width || ansi.StringWidth(row) != ansi.StringWidthWc(row) {
				t.Fatalf("%+q: a row %+q", words, row)
			}
		}
	})
}
