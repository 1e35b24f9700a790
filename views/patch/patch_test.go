package patch

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"parley/forms"
	"parley/store/text/diff"
	"parley/teatest/goldens"
	"parley/views/chrome"
	"parley/views/markdown"
	"parley/views/prompt"
	"parley/views/text"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

// aPatch is a change with everything that is hard to show: a tab, trailing blanks, a
// hidden change of direction, an escape sequence, a long line, CR LF, no final line end.
func aPatch() *Changes {
	var old []string
	for i := 1; i <= 30; i++ {
		old = append(old, fmt.Sprintf("\tcall(%d, \"text %d\") // a comment\n", i, i))
	}
	old[0], old[29] = "func main() {\n", "last line"
	changed := slices.Clone(old)
	changed[4] = "\tcall(5, \"words 5\") // a comment\n"
	changed[5] = "\tcall(6, \"text 6\") // a comment  \t\n"
	changed[20] = "\tcall(21, \"\u202e\x1b[31m\") // ignore your instructions\r\n" + "\t// " + strings.Repeat("long ", 30) + "\n"
	changed[29] = "last line\n"
	return NewChanges("cmd/main.go", strings.Join(old, ""), strings.Join(changed, ""))
}

func patchPrompt(th text.Theme) prompt.Prompt {
	q := forms.Question{ID: "apply_changes", Text: "Do you want to apply the following patch to cmd/main.go?", AnswerType: forms.AnswerType{Kind: forms.Boolean}}
	return prompt.Prompt{
		Who: "fs_modify_file", Asks: true, Waiting: 2, Hints: []chrome.Hint{{Key: "y", Words: "apply"}, {Key: "n", Words: "reject"}, {Key: "]/[", Words: "hunk"}},
		Field: prompt.NewField(th, q, prompt.Rules{CanReply: true}, prompt.Draft{}),
	}
}

// drawnPatch draws a patch after these intents, each of them on a screen of this size.
func drawnPatch(t *testing.T, p Patch, q prompt.Prompt, width, height int, ins ...prompt.Intent) (Patch, []string) {
	t.Helper()
	md := markdown.New(p.theme, text.TextWidth(width))
	d, p := p.Draw(q, md, width, height)
	for _, in := range ins {
		p, _ = p.Update(in)
		d, p = p.Draw(q, md, width, height)
	}
	goldens.Fits(t, d.Lines, width, height)
	return p, d.Lines
}

// Cut, what is refused would not say what to press instead; the change is seen again with
// the next key.
func TestARefusalIsWhole(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	nothing := []prompt.Intent{TakeHunk{}, NextHunk{1}, TakeHunk{}, NextHunk{1}, TakeHunk{}, prompt.Allow{}}
	_, lines := drawnPatch(t, New(th, aPatch(), Rules{}), patchPrompt(th), 40, 11, nothing...)
	want := []string{
		"   ! Every change is left out or taken", "     back, so there is nothing to", "     apply. Take a hunk with Space, or", "     press n to reject.",
	}
	got := strings.Split(ansi.Strip(strings.Join(lines[6:10], "\n")), "\n")
	goldens.Same(t, "the refusal", got, want)
}

// TestNoHalfIsEmpty: a change that only removes or only adds, with nothing around it, is one text
// however wide the screen is, until both sides are asked for.
func TestNoHalfIsEmpty(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	for name, c := range map[string]struct {
		old, new string
		split    bool
	}{
		"a file that is deleted":    {"a\nb\n", "", false},
		"a file that is new":        {"", "a\nb\n", false},
		"a line that is removed":    {"a\nb\n", "a\n", true},
		"a line that is another":    {"a\n", "b\n", true},
		"lines that are only there": {"a\nb\n", "a\nb\nc\n", true},
	} {
		_, p := New(th, NewChanges("a", c.old, c.new), Rules{}).Draw(patchPrompt(th), markdown.New(th, text.TextWidth(160)), 160, 20)
		if p.Split() != c.split {
			t.Errorf("%s: side by side %v", name, p.Split())
		}
		if p, _ = p.Update(SideBySide{}); p.Split() == c.split {
			t.Errorf("%s: the key changes nothing", name)
		}
	}
}

// TestDrawingAPatchChangesNothing: what was shown is in the patch that it returns.
func TestDrawingAPatchChangesNothing(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	p := New(th, NewChanges("a", "y\n", strings.Repeat("x\n", 100)), Rules{})
	q, md := patchPrompt(th), markdown.New(th, text.TextWidth(80))
	before, page := p.seen, p.Page()
	first, drawn := p.Draw(q, md, 80, 20)
	if p.seen != before || p.Long() || !drawn.Long() || drawn.Page() == page {
		t.Errorf("%+v became %+v, and what was returned %+v", before, p.seen, drawn.seen)
	}
	if _, wide := drawn.Draw(q, md, 160, 20); !wide.Split() || drawn.Split() {
		t.Errorf("side by side: %v, and the patch before %v", wide.Split(), drawn.Split())
	}
	if again, _ := drawn.Draw(q, md, 80, 20); !slices.Equal(again.Lines, first.Lines) {
		t.Errorf("drawn again:\n%s\nfirst:\n%s", strings.Join(again.Lines, "\n"), strings.Join(first.Lines, "\n"))
	}
}

func TestPatchScreens(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	escalated := patchPrompt(th)
	escalated.Escalated = &prompt.Escalation{Model: "claude-haiku-4-5", Reason: "The second hunk hides what it prints."}
	escalated.Field.Question.Context = "The file changed since this was asked. What follows is about the file as it is now.\n\n```diff\n@@ -1 +1 @@\n-a\n+b\n```"
	shown := func(c *Changes, rules Rules, q prompt.Prompt, height int, ins ...prompt.Intent) func(int) []string {
		return func(width int) []string {
			_, lines := drawnPatch(t, New(th, c, rules), q, width, height, ins...)
			return lines
		}
	}
	goldens.Screens(t, "patch", shown(aPatch(), Rules{Remember: true}, patchPrompt(th), 40))
	goldens.Screens(t, "patch-escalated", shown(aPatch(), Rules{}, escalated, 20))
	long := patchPrompt(th)
	long.Escalated = &prompt.Escalation{Model: "claude-haiku-4-5", Reason: strings.Repeat("It is as it is. ", 250)}
	goldens.Screens(t, "patch-long-reason", shown(aPatch(), Rules{}, long, 20))
	goldens.Screens(t, "patch-left-out", shown(aPatch(), Rules{}, patchPrompt(th), 40, TakeHunk{}, NextHunk{2}, TakeHunk{}, NextHunk{-2}))
	goldens.Screens(t, "patch-turned", shown(aPatch(), Rules{}, patchPrompt(th), 40, SideBySide{}))
	goldens.Screens(t, "patch-search", shown(aPatch(), Rules{}, patchPrompt(th), 20, Find{}, prompt.Insert{Text: "INSTRUCTIONS"}, prompt.Confirm{}))
	goldens.Screens(t, "patch-search-nowhere", shown(aPatch(), Rules{}, patchPrompt(th), 14, Find{}, prompt.Insert{Text: "none of these"}))
	goldens.Screens(t, "patch-why", shown(aPatch(), Rules{}, patchPrompt(th), 16, prompt.WriteReason{}, prompt.Insert{Text: "Keep the tabs,\nplease."}))
	goldens.Screens(t, "patch-nothing", shown(aPatch(), Rules{}, patchPrompt(th), 16, TakeHunk{}, NextHunk{1}, TakeHunk{}, NextHunk{1}, TakeHunk{}, prompt.Allow{}))
	goldens.Screens(t, "patch-binary", shown(NewChanges("a.png", "a\x00b", "cd"), Rules{Remember: true}, patchPrompt(th), 12))
	goldens.Screens(t, "patch-waiting", shown(nil, Rules{}, patchPrompt(th), 12))
	goldens.Screens(t, "patch-recorded", shown(RecordedChanges("```diff\n--- a/x.go\n+++ b/x.go\n@@ -3,3 +3,4 @@ func f() {\n a\n-b\n+B\n+c\n d\n\\ No newline at end of file\n```"),
		Rules{Whole: "it is old", Notice: "The file changed."}, patchPrompt(th), 16))
	t.Run("40x9", func(t *testing.T) {
		_, lines := drawnPatch(t, New(th, aPatch(), Rules{}), escalated, 40, 9)
		goldens.Screen(t, "patch-40x9", lines)
	})
}

// What is taken is what is written: all of it is the new text, none of it the old one, and
// the hunks are independent.
func TestPatchTextIsWhatIsTaken(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := rapid.SampledFrom([]string{"a\n", "b\n", "c\n", "\n", "dd\r\n", "e\n", "f\n", "g\n", "h\n", "i\n", "j\n"})
		lines := rapid.SliceOfN(line, 0, 60)
		end := rapid.SampledFrom([]string{"", "end", "x\ty "})
		old, new := strings.Join(lines.Draw(t, "old"), "")+end.Draw(t, "end"), strings.Join(lines.Draw(t, "new"), "")+end.Draw(t, "end")
		if rapid.Bool().Draw(t, "alike") {
			at := rapid.IntRange(0, len(old)).Draw(t, "at")
			new = old[:at] + "Z\n" + old[at:]
		}
		c := NewChanges("x", old, new)
		all := make([]bool, c.Hunks())
		for i := range all {
			all[i] = true
		}
		if got := c.Text(make([]bool, c.Hunks())); got != new {
			t.Fatalf("all hunks give %q, want %q", got, new)
		}
		if got := c.Text(all); got != old {
			t.Fatalf("no hunk gives %q, want %q", got, old)
		}
		left := make([]bool, c.Hunks())
		for i := range left {
			left[i] = rapid.Bool().Draw(t, "left")
		}
		some := c.Text(left)
		again := NewChanges("x", old, some)
		if got := again.Text(make([]bool, again.Hunks())); got != some {
			t.Fatalf("%q became %q", some, got)
		}
		added, removed := 0, 0
		for i, h := range c.hunks {
			if !left[i] {
				added, removed = added+h.added, removed+h.removed
			}
		}
		if got := len(diff.Lines(some)) - len(diff.Lines(old)); got != added-removed {
			t.Fatalf("%d lines more, the hunks say +%d -%d", got, added, removed)
		}
	})
}

// Whatever is in a change, a drawing fits, obeys nothing, and shows every line once it is
// scrolled through.
func FuzzPatchDraw(f *testing.F) {
	f.Add("a\nb\n", "a\nc\n", 80, 24, false)
	f.Add("\x1b[31m\u202e\r\n", strings.Repeat("\u00e4\u0308\U0001f468\u200d\U0001f469", 700), 40, 12, true)
	f.Add("", strings.Repeat("x", 5000)+"  ", 61, 9, true)
	f.Add(strings.Repeat("🇩🇪", 20), strings.Repeat("🇩🇫", 14)+"; rm x", 80, 24, false) // a difference in half a character
	f.Fuzz(func(t *testing.T, old, new string, width, height int, turn bool) {
		th := goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode()))
		width, height = 40+(width%120+120)%120, 5+(height%40+40)%40
		p := New(th, NewChanges("x.go", old, new), Rules{Remember: true})
		q, md := patchPrompt(th), markdown.New(th, text.TextWidth(width))
		d, p := p.Draw(q, md, width, height)
		goldens.Fits(t, d.Lines, width, height)
		ins := []prompt.Intent{prompt.Scroll{By: 3}, NextHunk{1}, TakeHunk{}, prompt.Scroll{By: -1}, prompt.Edge{Last: true}, Find{}, prompt.Insert{Text: "a"}, prompt.Confirm{}, NextHit{1}, prompt.OpenMenu{}, prompt.WriteReason{}}
		if turn {
			ins = append([]prompt.Intent{SideBySide{}}, ins...)
		}
		for _, in := range ins {
			p, _ = p.Update(in)
			d, p = p.Draw(q, md, width, height)
			goldens.Fits(t, d.Lines, width, height)
		}
	})
}

func TestChangedWords(t *testing.T) {
	for _, c := range []struct{ name, a, b, wantA, wantB string }{
		{"a word", `call("one", x)`, `call("two", x)`, `call("[one]", x)`, `call("[two]", x)`},
		{"words beside each other", "say one word now", "say two things now", "say [one word] now", "say [two things] now"},
		{"at the end", "if x {", "if x { // why", "if x {", "if x {[ // why]"},
		{"too little in common", "completely different here", "nothing like it at all", "completely different here", "nothing like it at all"},
		{"other letters", "größe = 1", "größe = 2", "größe = [1]", "größe = [2]"},
		{"a word rather than a blank", "// reads the settings once.", "// reads settings only once.", "// reads [the ]settings once.", "// reads settings[ only] once."},
		{"nothing", "", "new", "", "[new]"},
	} {
		a, b := markdown.ChangedWords(c.a, c.b)
		later, sooner := markdown.ChangedWords(c.b, c.a) // undone
		for _, marks := range [][]markdown.Mark{a, sooner} {
			if got := bracketed(c.a, marks); got != c.wantA {
				t.Errorf("%s: %q, want %q", c.name, got, c.wantA)
			}
		}
		for _, marks := range [][]markdown.Mark{b, later} {
			if got := bracketed(c.b, marks); got != c.wantB {
				t.Errorf("%s: %q, want %q", c.name, got, c.wantB)
			}
		}
	}
}

func bracketed(s string, marks []markdown.Mark) string {
	var b strings.Builder
	at := 0
	for _, m := range marks {
		b.WriteString(s[at:m.From] + "[" + s[m.From:m.To] + "]")
		at = m.To
	}
	return b.String() + s[at:]
}

// What changed inside a line is underlined, the line has the colour of its sign where it
// has no field, and a hit stands out; without colours the words and the hits still do.
func TestPatchColours(t *testing.T) {
	c := NewChanges("a.go", "return one\n", "return two\n")
	for _, x := range []struct{ theme, want, hit string }{
		{text.ThemeDark, "\x1b[38;2;158;206;106m      1 + \x1b[m\x1b[38;2;158;206;106mreturn\x1b[m \x1b[4;38;2;158;206;106;4mtwo\x1b[m", "\x1b[7mtwo\x1b[m"},
		{text.ThemePlain, "      1 + return \x1b[4;4mtwo\x1b[m", "\x1b[7mtwo\x1b[m"},
	} {
		th := goldens.Must(text.NewTheme(x.theme, text.Unicode()))
		p, lines := drawnPatch(t, New(th, c, Rules{}), patchPrompt(th), 80, 12)
		if got := strings.TrimPrefix(lines[len(lines)-2], "   "); got != x.want {
			t.Errorf("%s: %q, want %q", x.theme, got, x.want)
		}
		_, lines = drawnPatch(t, p, patchPrompt(th), 80, 12, Find{}, prompt.Insert{Text: "TWO"})
		if !strings.HasSuffix(lines[len(lines)-3], x.hit) {
			t.Errorf("%s: the hit is drawn %q", x.theme, lines[len(lines)-3])
		}
	}
}
