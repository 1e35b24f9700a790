package audit

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"parley/forms"
	"parley/store"
	"parley/store/record"
	"parley/teatest/goldens"
	"parley/views/pane"
	"parley/views/text"
)

// logged is a log of events, a second apart.
func logged(t *testing.T, bodies ...store.Body) (l store.Log) {
	t.Helper()
	for i, b := range bodies {
		ev, err := store.New(store.Head{V: store.Version, Seq: int64(i + 1), ID: fmt.Sprint("e", i+1), Time: time.Date(2026, 11, 22, 14, 2, i, 0, time.UTC), Conversation: "c", Turn: 1}, b)
		if err != nil {
			t.Fatal(err)
		}
		l = l.Append(ev)
	}
	return l
}

func conversation(t *testing.T) store.Log {
	apply := forms.Question{ID: "apply_changes", Text: "Apply?", Context: "```diff\n@@ -1 +1 @@\n-a\n+b\n```", AnswerType: forms.AnswerType{Kind: forms.Boolean}}
	tool, two := store.Source{Source: "tool", Name: "fs_modify_file"}, 2
	return logged(t,
		store.TurnStart{}, store.ChatRequest{Text: "go"},
		store.ToolCallRequest{Response: "r", ID: "k1", Name: "run_command", Arguments: json.RawMessage(`{"command":"go vet ./..."}`)},
		store.ToolCallRequest{Response: "r", ID: "k2", Name: "fs_modify_file", Arguments: json.RawMessage(`{"path":"a.go"}`)},
		store.ResponseEnd{Response: "r", Calls: 2},
		store.PermissionRequest{ID: "k1.run", Call: "k1", Kind: store.PermitRun, Tool: "run_command", Text: "go vet ./...", Arguments: json.RawMessage(`{"command":"go vet ./..."}`)},
		store.PermissionResponse{ID: "k1.run", Outcome: store.PermitAllowed, Scope: store.ScopeOnce, By: store.ByUser},
		store.ToolStarted{ID: "k1", Run: 1}, store.ToolCallResponse{ID: "k1", Content: "Exit status: 2\nbad", IsError: true, Exit: &two},
		store.ToolStarted{ID: "k2", Run: 1},
		store.InquiryRequest{ID: "k2.apply_changes.1", Call: "k2", Source: tool, Target: store.TargetReviewer, Escalate: true, Question: apply},
		store.InquiryResponse{Outcome: store.Answered, ID: "k2.apply_changes.1", Answer: json.RawMessage("false"), Reason: "scripts print it", AnsweredBy: &store.AnsweredBy{By: store.ByReviewer, Model: "haiku"}},
		store.InquiryRequest{ID: "k2.apply_changes.2", Call: "k2", Source: tool, Target: store.TargetUser, Question: apply, EscalatedFrom: "k2.apply_changes.1"},
		store.InquiryResponse{Outcome: store.Answered, ID: "k2.apply_changes.2", Answer: json.RawMessage("true"), AnsweredBy: &store.AnsweredBy{By: store.ByUser}},
	)
}

// TestAReviewAndItsOverrulingAreAPair, and the outcome of a command stands below who
// allowed it.
func TestAReviewAndItsOverrulingAreAPair(t *testing.T) {
	log := conversation(t)
	rows := Rows(log, record.NewAudit(log).Decisions, pane.Teller{}, nil)
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	l := List{Title: "Orders", Rows: rows, Now: time.Date(2026, 11, 22, 15, 0, 0, 0, time.UTC), Whole: -1, Broken: true}
	show := func(width int) string {
		lines := l.Head(th, width)
		for _, line := range l.Lines(th, width) {
			lines = append(lines, line.Text)
		}
		for i, line := range lines {
			lines[i] = strings.TrimRight(text.Stripped(line), " ")
		}
		return strings.Join(lines, "\n")
	}
	want := `   Orders                      3 decisions · 2 by you, 1 by haiku (1 overruled)
 ! The file was changed after it was written: a decision was altered, removed
   or added. ` + "`parley audit`" + ` says where.

   today, turn 1
 › 14:02  ◆ Run go vet ./...           allowed                         you, 1 s
            ✗ exit 2
   14:02  ◆ Edit a.go  +1 −1           no                            haiku, 1 s
            "scripts print it"
          │                            overruled: yes                  you, 1 s`
	if got := show(80); got != want {
		t.Errorf("80 cells:\n%s\nwant\n%s", got, want)
	}
	want = `   Orders                   3 decisions
 ! The file was changed after it was
   written: a decision was altered,
   removed or added. ` + "`parley audit`" + `
   says where.

   today, turn 1
 › 14:02  ◆ Run go vet ./...
            allowed  you, 1 s
            ✗ exit 2
   14:02  ◆ Edit a.go
            no  haiku, 1 s
            "scripts print it"
            overruled: yes  you, 1 s`
	if got := show(40); got != want {
		t.Errorf("40 cells:\n%s\nwant\n%s", got, want)
	}
	l.At = 2
	if got, want := show(40), strings.Replace(strings.Replace(want, " › 14:02", "   14:02", 1), "            overruled", " ›          overruled", 1); got != want {
		t.Errorf("the second of a pair under the cursor:\n%s\nwant\n%s", got, want)
	}
	if got := Of(rows, "haiku"); len(got) != 2 || got[1].Overrules != "haiku" {
		t.Errorf("the reviewer's: %+v", got)
	}
	if got := fmt.Sprint(Whos(rows)); got != "[you haiku]" {
		t.Errorf("those who answered: %s", got)
	}
}

// TestWhatComesBeforeAChange is told as what it is: a yes to uncommitted changes is none to the change.
func TestWhatComesBeforeAChange(t *testing.T) {
	source := store.Source{Source: "tool", Name: "fs_modify_file"}
	bodies := []store.Body{
		store.TurnStart{}, store.ChatRequest{Text: "go"},
		store.ToolCallRequest{Response: "r", ID: "k", Name: "fs_modify_file", Arguments: json.RawMessage(`{"path":"a.go"}`)},
		store.ResponseEnd{Response: "r", Calls: 1}, store.ToolStarted{ID: "k", Run: 1},
	}
	for _, id := range []string{"change_elsewhere", "modify_dirty_file", "broad_replacement", "apply_changes"} {
		q := forms.Question{ID: id, Text: "About " + id + "?", AnswerType: forms.AnswerType{Kind: forms.Boolean}}
		if id == "apply_changes" {
			q.Context = "```diff\n@@ -1 +1 @@\n-a\n+b\n```"
		}
		bodies = append(bodies, store.InquiryRequest{ID: "k." + id + ".1", Call: "k", Source: source, Target: store.TargetUser, Question: q},
			store.InquiryResponse{Outcome: store.Answered, ID: "k." + id + ".1", Answer: json.RawMessage("true"), AnsweredBy: &store.AnsweredBy{By: store.ByUser}})
	}
	log := logged(t, bodies...)
	var got []string
	for _, r := range Rows(log, record.NewAudit(log).Decisions, pane.Teller{}, nil) {
		got = append(got, r.What+" "+r.Changed)
	}
	if want := "About change_elsewhere? |About modify_dirty_file? |About broad_replacement? |Edit a.go +1 −1"; strings.Join(got, "|") != want {
		t.Errorf("%q", got)
	}
}

// TestTheQuestionHasWhatIsFree: answers begin after the longest question that leaves them
// room, within the measure; an answer longer than most begins earlier.
func TestTheQuestionHasWhatIsFree(t *testing.T) {
	at := time.Date(2026, 11, 22, 14, 2, 0, 0, time.UTC)
	long := "Which of the environments is the migration to run in first of all, and when?"
	row := func(what, answer, who string) Row { return Row{At: at, Turn: 1, What: what, Answer: answer, Who: who} }
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	for _, c := range []struct {
		name  string
		width int
		rows  []Row
		want  string
	}{
		{"a long question", 80, []Row{row(long, "yes", "you"), row("Run make", "no", "you")}, `
   14:02  ◆ Which of the environments is the migration to run in fir…  yes  you
 › 14:02  ◆ Run make                                                   no   you`},
		{"short questions", 80, []Row{row("Run ls", "yes", "you"), row("Run make", "no", "you")}, `
   14:02  ◆ Run ls                     yes                                  you
 › 14:02  ◆ Run make                   no                                   you`},
		{"one long answer", 80, []Row{row(long, "yes", "you"), row("Run make", "this is a long answer of several words", "you")}, `
   14:02  ◆ Which of the environments is the migration to run in fir…  yes  you
 › 14:02  ◆ Run make                   this is a long answer of several w…  you`},
		{"the measure", 160, []Row{row(long, "yes", "you"), row("Run make", "no", "you")}, `
   14:02  ◆ Which of the environments is the migration to run in first of all, and when?  yes   you
 › 14:02  ◆ Run make                                                                      no    you`},
	} {
		l := List{Rows: c.rows, Now: at, At: 1, Whole: -1}
		got := ""
		for _, line := range l.Texts(th, c.width)[1:] {
			got += "\n" + strings.TrimRight(text.Stripped(line), " ")
		}
		if got != c.want {
			t.Errorf("%s: %s\nwant%s", c.name, got, c.want)
		}
	}
}

// TestTheHeadOfTheTimeline drops its counts before its title is cut to nothing.
func TestTheHeadOfTheTimeline(t *testing.T) {
	rows := []Row{{Who: "you"}, {Who: "reviewer"}, {Who: "you"}}
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	for _, c := range []struct {
		width       int
		title, want string
	}{
		{80, "Orders", "   Orders                                 3 decisions · 2 by you, 1 by reviewer"},
		{80, "Add a --json flag to the report, keep the text output as it is", "   Add a --json flag to the report, keep the text output as it is   3 decisions"},
		{40, "Add a --json flag to the report", "   Add a --json flag to t…  3 decisions"},
		{20, "Add a --json flag to the report", "   Add a --json fl…"},
	} {
		got := strings.TrimRight(text.Stripped(List{Title: c.title, Rows: rows}.Head(th, c.width)[0]), " ")
		if got != c.want {
			t.Errorf("at %d: %q, want %q", c.width, got, c.want)
		}
	}
}

// TestTheHeadSaysWhoseAreShown, and of how many.
func TestTheHeadSaysWhoseAreShown(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	for _, c := range []struct {
		width     int
		who, want string
	}{
		{80, "you", "   Orders                                            by you · 1 of 12 decisions"},
		{80, "unanswered", "   Orders                                        unanswered · 1 of 12 decisions"},
		{34, "you", "   Orders        by you · 1 of 12"},
	} {
		l := List{Title: "Orders", Rows: []Row{{Who: "you"}, {Nobody: true}}, Who: c.who, All: 12}
		if got := strings.TrimRight(text.Stripped(l.Head(th, c.width)[0]), " "); got != c.want {
			t.Errorf("%q at %d: %q, want %q", c.who, c.width, got, c.want)
		}
	}
}

// TestWhatIsWrongStandsAboveTheTimeline: also where the decisions fit one another in a file
// that another hand changed. The mark stands once.
func TestWhatIsWrongStandsAboveTheTimeline(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	for want, l := range map[string]List{
		"": {},
		" ! The file was changed after it was written: a decision was altered, removed\n   or added. `parley audit` says where.":     {Broken: true, Altered: true},
		" ! The file was changed while it was closed: its decisions fit one another, but\n   need not be what was said and decided.": {Altered: true},
	} {
		head := l.Head(th, 80)
		if got := text.Stripped(strings.Join(head[1:len(head)-1], "\n")); got != want {
			t.Errorf("%+v:\n%s\nwant\n%s", l, got, want)
		}
	}
}

// TestTheTimelineFits any width.
func TestTheTimelineFits(t *testing.T) {
	log := conversation(t)
	rows := Rows(log, record.NewAudit(log).Decisions, pane.Teller{}, nil)
	rows[0].What, rows[0].Answer, rows[0].Who = strings.Repeat("a long 日本語 \x1b[31m text ", 20), strings.Repeat("x", 300), strings.Repeat("who ", 90)
	th := goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode()))
	for width := 20; width < 140; width++ {
		l := List{Title: strings.Repeat("t", 90), Rows: rows, Now: time.Now(), Whole: 0, Broken: true}
		all := l.Head(th, width)
		for _, line := range l.Lines(th, width) {
			all = append(all, line.Text)
		}
		goldens.Fits(t, all, width, len(all))
	}
}

// TestALimitWithoutAQuestion is what the user changed by a command.
func TestALimitWithoutAQuestion(t *testing.T) {
	log := logged(t, store.TurnStart{}, store.GuardResolved{Guard: "max_iterations", Choice: record.ChoiceLimit, Limit: "60"})
	rows := Rows(log, record.NewAudit(log).Decisions, pane.Teller{}, nil)
	if len(rows) != 1 || rows[0].What != "Another limit for this turn" || rows[0].Answer != "60" || rows[0].Who != "you" || rows[0].Last != 2 {
		t.Errorf("%+v", rows)
	}
}

// TestARowInFull has all of the question, once; all of the answer; the reason; and what
// else it was about.
func TestARowInFull(t *testing.T) {
	person := &store.AnsweredBy{By: store.ByUser}
	long := "Which of the environments is the migration to run in first of all, and when is it to begin?"
	ask := func(id, words, context string, a forms.AnswerType) store.InquiryRequest {
		return store.InquiryRequest{ID: id, Source: store.Source{Source: "assistant"}, Target: store.TargetUser, Question: forms.Question{ID: id, Text: words, Context: context, AnswerType: a}}
	}
	run := func(id, args string) store.PermissionRequest {
		return store.PermissionRequest{ID: id + ".run", Call: id, Kind: store.PermitRun, Tool: "run_command", Text: "rm -rf build", Arguments: json.RawMessage(args)}
	}
	log := logged(t,
		store.TurnStart{}, store.ChatRequest{Text: "go"},
		store.ToolCallRequest{Response: "r", ID: "k1", Name: "run_command", Arguments: json.RawMessage(`{"command":"rm -rf build"}`)},
		store.ToolCallRequest{Response: "r", ID: "k2", Name: "run_command", Arguments: json.RawMessage(`{"command":"rm -rf build","timeout_seconds":5}`)},
		store.ResponseEnd{Response: "r", Calls: 2},
		run("k1", `{"command":"rm -rf build"}`),
		store.PermissionResponse{ID: "k1.run", Outcome: store.PermitSkipped, By: store.ByUser, Reason: "I need the logs there, and so do the others who look for the fault since yesterday"},
		store.ToolCallResponse{ID: "k1", Content: "no", IsError: true},
		run("k2", `{"command":"rm -rf build","timeout_seconds":5}`),
		store.PermissionResponse{ID: "k2.run", Outcome: store.PermitDenied, By: store.ByPolicy},
		store.ToolCallResponse{ID: "k2", Content: "no", IsError: true},
		ask("a", long, "It takes **4 minutes**.", forms.AnswerType{Kind: forms.Text}),
		store.InquiryResponse{ID: "a", Outcome: store.Answered, Answer: json.RawMessage(`"staging"`), AnsweredBy: person, Remember: "yes"},
		ask("b", "Settings?", "", forms.AnswerType{Kind: forms.Schema}),
		store.InquiryResponse{ID: "b", Outcome: store.Answered, Answer: json.RawMessage(`{"host":"db","port":5432}`), AnsweredBy: person},
	)
	rows := Rows(log, record.NewAudit(log).Decisions, pane.Teller{}, nil)
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	for i, want := range []string{`
   14:02  ◆ Run rm -rf build                     no                    you, 1 s
            "I need the logs there, and so do the others who look for the fault
            since yesterday"`, `
   14:02  ◆ Run rm -rf build                     no             the policy, 1 s
            timeout_seconds: 5`, `
   14:02  ◆ Which of the environments is the migration to run in first of all,
            and when is it to begin?
            staging, this turn  you, 1 s

            It takes 4 minutes.`, `
 › 14:02  ◆ Settings?
            host: db
            port: 5432
            you, 1 s`} {
		got := ""
		for _, line := range (List{Rows: rows, Now: rows[0].At, At: 3, Whole: i}).Lines(th, 80) {
			if line.Row == i {
				got += "\n" + strings.TrimRight(text.Stripped(line.Text), " ")
			}
		}
		if got != want {
			t.Errorf("row %d:%s\nwant%s", i, got, want)
		}
	}
}
