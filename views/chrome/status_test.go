package chrome

import (
	"parley/teatest/goldens"
	"parley/views/text"
	"strings"
	"testing"
)

// TestWhatIsDoneIsNotCutInTheMiddle: if a line has no room for everything that runs, whole
// parts of it go.
func TestWhatIsDoneIsNotCutInTheMiddle(t *testing.T) {
	const retry = "attempt 2 of 5 failed, again in 12 s (429 too many requests from you)"
	for _, c := range []struct {
		doing string
		width int
		want  string
	}{
		{"answering, 2 messages queued (↑ edits the last)", 50, " answering, 2 messages queued (↑ edits the last)"},
		{"answering, 2 messages queued (↑ edits the last)", 40, " answering, 2 messages queued"},
		{"interrupted; Enter goes on, Ctrl+C ends the turn", 40, " interrupted; Enter goes on"},
		{retry, 40, " attempt 2 of 5 failed, again in 12 s"},
		{retry, 60, " attempt 2 of 5 failed, again in 12 s"},
		{"the disk (/home/a/very/long/name/of/a/place) is full now", 40, " the disk (/home/a/very/long/name/of/a…"},
	} {
		if got := text.Stripped(Status{Doing: c.doing}.Draw(goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode())), c.width)); got != c.want {
			t.Errorf("%q in %d cells: %q, want %q", c.doing, c.width, got, c.want)
		}
	}
}

// TestWhatIsDoneIsAlwaysTold: the wait before another attempt, with a long reason, beside
// everything else that a line can hold.
func TestWhatIsDoneIsAlwaysTold(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode()))
	s := Status{Doing: "attempt 1 of 5 failed, again in 8 s (The model server answered 503 Service Unavailable: it is away)", Moves: true, Trouble: true,
		Queued: "2 wait elsewhere", Where: "orders", Branch: "main", Share: "38 %"}
	for _, c := range []struct {
		width, waiting int
		want           string
	}{
		{120, 0, " ⠹ attempt 1 of 5 failed, again in 8 s (The model server answered 503 Service Unavailable: it is away)"},
		{80, 0, " ⠹ attempt 1 of 5 failed, again in 8 s (The model server answered 503 Service …"},
		{60, 0, " ⠹ attempt 1 of 5 failed, again in 8 s · 2 wait elsewhere"},
		{40, 0, " ⠹ attempt 1 of 5 failed, again in 8 s"},
		{30, 0, " ⠹ attempt 1 of 5 failed"},
		{80, 1, " ◆ 1 question waits · ⠹ attempt 1 of 5 failed, again in 8 s · 2 wait elsewhere"},
		{40, 1, " ◆ 1 question waits · ⠹ attempt 1 of 5…"},
	} {
		s.Waiting = c.waiting
		if got := text.Stripped(s.Draw(th, c.width)); got != c.want {
			t.Errorf("%d cells:\n%q, want\n%q", c.width, got, c.want)
		}
	}
}

// TestWhatGivesWayInTheStatus: while the turn runs, its place stays; the amount received
// goes first, then the end of a long branch, then the owner of the model.
func TestWhatGivesWayInTheStatus(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode()))
	s := Status{Doing: "claude-sonnet-4-5 writes", Less: "writes", Moves: true, Clock: "turn 12 s", Amount: "~1.2k tokens",
		Where: "orders", Branch: "feature/json-report", Share: "38 %", Cost: "$0.08"}
	for _, c := range []struct {
		width int
		want  string
	}{
		{102, " ⠹ claude-sonnet-4-5 writes · turn 12 s · ~1.2k tokens    orders ├ feature/json-report · 38 % · $0.08 "},
		{90, " ⠹ claude-sonnet-4-5 writes · turn 12 s       orders ├ feature/json-report · 38 % · $0.08 "},
		{80, " ⠹ claude-sonnet-4-5 writes · turn 12 s     orders ├ feature/json-report · 38 % "},
		{76, " ⠹ claude-sonnet-4-5 writes · turn 12 s    orders ├ feature/json-re… · 38 % "},
		{60, " ⠹ writes · turn 12 s   orders ├ feature/json-report · 38 % "},
		{50, " ⠹ writes · turn 12 s   orders ├ feature/json-re… "},
		{40, " ⠹ writes · turn 12 s            orders "},
	} {
		if got := text.Stripped(s.Draw(th, c.width)); got != c.want {
			t.Errorf("%d cells:\n%q, want\n%q", c.width, got, c.want)
		}
	}
}

// TestTheLoudestOfTheStatusIsAQuestion: what runs is only information.
func TestTheLoudestOfTheStatusIsAQuestion(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode()))
	want := " " + th.Decide.Render("◆ 1 question waits") + th.Dim.Render(" · ") + "answering"
	if got := (Status{Doing: "answering", Waiting: 1}).Draw(th, 80); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	want = " " + th.Warn.Render("attempt 1 of 5 failed")
	if got := (Status{Doing: "attempt 1 of 5 failed", Trouble: true}).Draw(th, 80); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestOnlyAnOpenQuestionIsLoudInTheList of saved conversations.
func TestOnlyAnOpenQuestionIsLoudInTheList(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode()))
	for notes, want := range map[string]string{"turn open": th.Dim.Render("x"), "◆ question open": th.Decide.Render("x"), "on screen  ◆ question open": th.Decide.Render("x")} {
		if got := noteStyle(th, notes).Render("x"); got != want {
			t.Errorf("%s: %q, want %q", notes, got, want)
		}
	}
}

// TestNothingHidesInAPlace: the names of a folder and a branch may be a stranger's, and pass for
// no more than names.
func TestNothingHidesInAPlace(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode()))
	s := Status{Where: "or\u202eders", Branch: "main\u00a0·\u00a02%", Share: "38 %"}
	if got, want := strings.TrimSpace(text.Stripped(s.Draw(th, 80))), "or<U+202E>ders ├ main<U+00A0>·<U+00A0>2% · 38 %"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	head := text.Stripped(Start{Path: "~/or\u202eders", Branch: s.Branch, At: -1}.head(th, 80))
	if want := "~/or<U+202E>ders  ├ main<U+00A0>·<U+00A0>2%"; !strings.HasSuffix(head, want) {
		t.Errorf("%q, want %q", head, want)
	}
}
