package patch

import (
	"fmt"
	"parley/teatest/goldens"
	"parley/views/chrome"
	"parley/views/markdown"
	"parley/views/pane"
	"parley/views/prompt"
	"parley/views/text"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// refused is the question about a patch that a reviewer said no to.
func refused(th text.Theme, reason string) prompt.Prompt {
	q := patchPrompt(th)
	q.Verb = "Edit"
	q.Escalated = &prompt.Escalation{Model: "claude-haiku-4-5", Reason: reason}
	q.Hints = []chrome.Hint{{Key: "y", Words: "apply"}, {Key: "n", Words: "reject"}, {Key: "f", Words: "full"}, {Key: "?", Words: "help"}}
	return q
}

// The first picture of a change that a reviewer refused, at the smallest sizes that a
// screen gives it.
func TestPatchFirstPicture(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	reason := "The second hunk hides what it prints, and the last line was not asked for. I would rather ask the user."
	long := strings.Repeat("It is as it is. ", 250)
	again := "The file changed since this was asked. What follows is about the file as it is now."
	deep := func(q prompt.Prompt) prompt.Prompt {
		q.Field.Question.Text = "Do you want to apply the following patch to internal/platform/storage/backends/postgres/migrations.go?"
		return q
	}
	for _, c := range []struct {
		name          string
		width, height int
		q             prompt.Prompt
		context       string
		path          string
	}{
		{"40x9", 40, 9, refused(th, reason), "", ""},
		{"again-40x9", 40, 9, refused(th, reason), again, ""},
		{"40x10", 40, 10, refused(th, reason), "", ""},
		{"long-40x10", 40, 10, refused(th, long), "", ""},
		{"path-40x10", 40, 10, deep(refused(th, reason)), "", "internal/platform/storage/backends/postgres/migrations.go"},
		{"again-40x11", 40, 11, refused(th, reason), again, ""},
		{"40x12", 40, 12, refused(th, reason), "", ""},
		{"60x11", 60, 11, refused(th, reason), "", ""},
		{"80x16", 80, 16, refused(th, reason), "", ""},
		{"long-80x16", 80, 16, refused(th, long), again, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			ch := aPatch()
			if c.path != "" {
				ch.Path = c.path
			}
			c.q.Field.Question.Context = c.context
			_, lines := drawnPatch(t, New(th, ch, Rules{}), c.q, c.width, c.height)
			goldens.Screen(t, "patch-first-"+c.name, lines)
		})
	}
	failed := refused(th, "the server did not answer within 60 s")
	failed.Escalated.Failed = true
	_, lines := drawnPatch(t, New(th, aPatch(), Rules{}), failed, 40, 10)
	goldens.Screen(t, "patch-first-failed-40x10", lines)
}

// Any movement in a change brings back what its first picture passed over.
func TestPatchFirstPictureIsLeft(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	q := refused(th, "It hides what it prints, and says nothing of the lines that it takes away.")
	whole := []string{` ◆ claude-haiku-4-5 says no: "It hides`, "   what it prints, and says nothing of", `   the lines that it takes away."`, "",
		" › [x] @@ -2,8 +2,8 @@ func main() {", `     2   2       call(2, "text 2") // a`, "             comment"}
	for _, c := range []struct {
		name string
		ins  []prompt.Intent
	}{
		{"down", []prompt.Intent{prompt.Scroll{By: 1}}},
		{"a page", []prompt.Intent{prompt.Scroll{By: 5}}},
		{"up", []prompt.Intent{prompt.Scroll{By: -1}}},
		{"the beginning, and up", []prompt.Intent{NextHunk{1}, prompt.Edge{}, prompt.Scroll{By: -1}}},
		{"a hunk and back", []prompt.Intent{NextHunk{1}, NextHunk{-1}, NextHunk{-1}}},
		{"a search", []prompt.Intent{Find{}, prompt.OpenMenu{}, prompt.Scroll{By: -1}}},
	} {
		p, first := drawnPatch(t, New(th, aPatch(), Rules{}), q, 40, 10)
		if want := ` ◆ claude-haiku-4-5 says no: "It hides`; text.Stripped(first[2]) != want {
			t.Fatalf("the first picture is %q, want %q in it", first, want)
		}
		p, lines := drawnPatch(t, p, q, 40, 10, c.ins...)
		var seen []string
		for range 6 {
			for _, line := range lines[2 : len(lines)-2] {
				seen = append(seen, strings.TrimRight(text.Stripped(line), " "))
			}
			p, lines = drawnPatch(t, p, q, 40, 10, prompt.Scroll{By: len(lines) - 4})
		}
		if seen = seen[:min(len(whole), len(seen))]; !slices.Equal(seen, whole) {
			t.Errorf("%s: seen is\n%s\nwant\n%s", c.name, strings.Join(seen, "\n"), strings.Join(whole, "\n"))
		}
	}
}

// changes are the kinds of change that may be asked about.
func changes() map[string]func(lines int) *Changes {
	text := func(n int, word string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "%s %d\n", word, i)
		}
		return b.String()
	}
	return map[string]func(int) *Changes{
		"a line in the middle": func(n int) *Changes {
			return NewChanges("a/b.txt", text(n, "line")+"old\n"+text(n, "line"), text(n, "line")+"new\n"+text(n, "line"))
		},
		"a new file":   func(n int) *Changes { return NewChanges("new.go", "", text(n+1, "line")) },
		"an empty one": func(n int) *Changes { return NewChanges("old.go", text(n+1, "line"), "") },
		"another text": func(n int) *Changes { return NewChanges("x.md", text(n+1, "one"), text(n+1, "two")) },
		"long lines": func(n int) *Changes {
			return NewChanges("x.js", "a\nb\nc\n"+strings.Repeat("x", 700*n)+"\nd\n", "a\nb\nc\n"+strings.Repeat("y", 900*n)+"x\nd\n")
		},
		"long lines around": func(n int) *Changes {
			around := strings.Repeat("long and wide: 長い行 ", 20*n+1) + "\n"
			return NewChanges("x.js", around+around+"a\n"+around, around+around+"b\n"+around)
		},
		"a long path": func(n int) *Changes {
			return NewChanges(strings.Repeat("directory/", n)+"file.go", "a\nb\nc\nd\n", "a\nb\nc\nD\n")
		},
		"all of a patch": func(int) *Changes { return aPatch() },
		"from the record": func(n int) *Changes {
			return RecordedChanges("```diff\n--- a/x.go\n+++ b/x.go\n@@ -3,9 +3,9 @@ func f() {\n a\n b\n c\n-d\n+D\n e\n f\n g\n```")
		},
	}
}

// At every size, for every kind of change that a reviewer refused, the first picture shows
// who refused and how the reason begins, two rows of the change or all of it, one of them
// a changed one, and the keys; and nothing is wider than the screen.
func TestPatchFirstPictureShowsTheChange(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	kinds := changes()
	names := make([]string, 0, len(kinds))
	for name := range kinds {
		names = append(names, name)
	}
	slices.Sort(names)
	changed := regexp.MustCompile(`^ (  |› )? *\d* +[-+] |│ *\d+ [-+] |^   a line of \d+ bytes`)
	who := regexp.MustCompile(`◆ (The assistant .*(: |· )|(The reviewer|esc|anthropic/\S+) (says no: |gave no answer: ))"?It|([Tt]he reviewer|esc|anthropic/\S+) (recommends rejecting|gave no review) .*◆ "?It`)
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(40, 150).Draw(t, "width"), rapid.IntRange(9, 45).Draw(t, "height")
		c := kinds[rapid.SampledFrom(names).Draw(t, "kind")](rapid.IntRange(1, 9).Draw(t, "lines"))
		q := refused(th, strings.Repeat("It hides what it does. ", rapid.IntRange(1, 80).Draw(t, "sentences")))
		q.Escalated.Model = rapid.SampledFrom([]string{"", "esc", "anthropic/claude-sonnet-4-5-20250929-of-a-long-name"}).Draw(t, "model")
		q.Escalated.Failed = rapid.Bool().Draw(t, "failed")
		q.Field.Question.Text = "Do you want to apply the following patch to " + c.Path + "?"
		if rapid.Bool().Draw(t, "again") {
			q.Field.Question.Context = "The file changed since this was asked. What follows is about the file as it is now.\n\n```diff\n-a\n```"
		}
		rules := Rules{}
		if rapid.Bool().Draw(t, "notice") {
			rules.Whole, rules.Notice = "it is old", "The file changed since this was asked, and this is what was proposed then."
		}
		p := New(th, c, rules)
		if rapid.Bool().Draw(t, "edited") && rules.Whole == "" && c.Path != "x.go" {
			p = p.With(c.Instead(c.new + "and a line of mine\n"))
		}
		d, p := p.Draw(q, markdown.New(th, text.TextWidth(w)), w, h)
		goldens.Fits(t, d.Lines, w, h)
		screen := text.Stripped(strings.Join(d.Lines, "\n"))

		if !who.MatchString(strings.Join(strings.Fields(screen), " ")) {
			t.Fatalf("not who refused and why at %d×%d:\n%s", w, h, screen)
		}
		if last := text.Stripped(d.Lines[len(d.Lines)-1]); last != " y apply   n reject   f full   ? help" {
			t.Fatalf("no keys at %d×%d:\n%s", w, h, screen)
		}
		rows, some := 0, false
		own := map[string]bool{}
		for row := range p.rows() {
			for _, line := range p.rowLines(row) {
				own[line] = true
			}
		}
		for _, line := range d.Lines {
			if own[line] {
				rows++
				some = some || changed.MatchString(text.Stripped(line))
			}
		}
		if most := p.tall(2); rows < most || !some {
			t.Fatalf("%d rows of the change, changed: %v, at %d×%d:\n%s", rows, some, w, h, screen)
		}
	})
}

// The beginning of a change is its first picture again; if only lines of the text are
// passed over, moving on begins with them.
func TestPatchBackToTheFirstPicture(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	q := refused(th, "It hides what it prints.")
	p, first := drawnPatch(t, New(th, aPatch(), Rules{}), q, 40, 10)
	if _, again := drawnPatch(t, p, q, 40, 10, prompt.Scroll{By: 9}, NextHunk{1}, prompt.Edge{}); !slices.Equal(again, first) {
		t.Errorf("the beginning is\n%s\nwant\n%s", strings.Join(again, "\n"), strings.Join(first, "\n"))
	}
	p, first = drawnPatch(t, New(th, aPatch(), Rules{}), patchPrompt(th), 80, 9)
	if want := `     3   3       call(3, "text 3") // a comment`; text.Stripped(first[3]) != want {
		t.Fatalf("the first picture is %q, want %q in it", first, want)
	}
	_, lines := drawnPatch(t, p, patchPrompt(th), 80, 9, prompt.Scroll{By: p.Page()})
	if want := `     2   2       call(2, "text 2") // a comment`; text.Stripped(lines[2]) != want {
		t.Errorf("a page on, the first line is %q, want %q", text.Stripped(lines[2]), want)
	}
}

// TestTheReviewersWordsHaveTheColourOfADecision, whether they are named in the heading or
// below it.
func TestTheReviewersWordsHaveTheColourOfADecision(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode()))
	look := pane.Look{Theme: th, Width: 40}
	e := &prompt.Escalation{Model: "judge", Reason: "It removes the usage line that scripts print."}
	for _, c := range []struct {
		plain bool
		want  []string
	}{
		{true, []string{th.Warn.Render("\"It removes the usage line that"), th.Warn.Render("scripts print.\"")}},
		{false, []string{th.Decide.Render("judge says no:") + th.Warn.Render(" \"It removes the usage"), th.Warn.Render("line that scripts print.\"")}},
	} {
		got := shortReason(e, look, c.plain, 9)
		want := []string{" " + th.Decide.Render("◆") + " " + c.want[0], "   " + c.want[1]}
		if !slices.Equal(got, want) {
			t.Errorf("plain %t: %q, want %q", c.plain, got, want)
		}
	}
}

// TestTwoFilesAreNotAskedAboutAlike: where a heading has no room for a path, all of it stands below, so that two
// files that differ in its middle are told apart, at every size.
func TestTwoFilesAreNotAskedAboutAlike(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	for _, size := range [][2]int{{40, 12}, {40, 14}, {60, 16}, {80, 24}} {
		for name, question := range map[string]string{"a change": "Do you want to apply the following patch to %s?", "an overwrite": "%s exists already. Do you want to replace it?"} {
			drawn := func(which string) string {
				path := "services/orders/the-part-that-takes-orders/" + which + "/configuration/of-the-service/application.yml"
				ch := aPatch()
				ch.Path = path
				q := refused(th, "It is so.")
				if q.Field.Question.Text = fmt.Sprintf(question, path); name == "an overwrite" {
					q.Verb = ""
				}
				_, lines := drawnPatch(t, New(th, ch, Rules{}), q, size[0], size[1])
				return text.Stripped(strings.Join(lines, "\n"))
			}
			if prod := drawn("prod"); prod == drawn("test") {
				t.Errorf("%s at %v is asked about in the same words:\n%s", name, size, prod)
			}
		}
	}
}
