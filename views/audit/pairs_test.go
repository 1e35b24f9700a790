package audit

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
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

// TestAskedAgainOverrulesOnce: what a person is asked more than once after a reviewer's no, since the file
// changed, is one overruling, and the wish to be asked again is none.
func TestAskedAgainOverrulesOnce(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	apply := forms.Question{ID: "apply_changes", Text: "Apply?", AnswerType: forms.AnswerType{Kind: forms.Boolean}}
	tool, judge := store.Source{Source: "tool", Name: "fs_modify_file"}, &store.AnsweredBy{By: store.ByReviewer, Model: "judge"}
	bodies := []store.Body{
		store.TurnStart{}, store.ChatRequest{Text: "go"},
		store.ToolCallRequest{Response: "r", ID: "k", Name: "fs_modify_file", Arguments: json.RawMessage(`{"path":"a.go"}`)}, store.ResponseEnd{Response: "r", Calls: 1},
		store.ToolStarted{ID: "k", Run: 1},
		store.InquiryRequest{ID: "k.1", Call: "k", Source: tool, Target: store.TargetReviewer, Escalate: true, Question: apply},
		store.InquiryResponse{Outcome: store.Answered, ID: "k.1", Answer: json.RawMessage("false"), AnsweredBy: judge},
	}
	for i, again := range []bool{true, false, false} {
		id := "k." + strconv.Itoa(i+2)
		bodies = append(bodies,
			store.InquiryRequest{ID: id, Call: "k", Source: tool, Target: store.TargetUser, Question: apply, EscalatedFrom: "k.1"},
			store.InquiryResponse{Outcome: store.Answered, ID: id, Answer: json.RawMessage("true"), Again: again, AnsweredBy: &store.AnsweredBy{By: store.ByUser}})
	}
	log := logged(t, bodies...)
	audit := record.NewAudit(log)
	rows := Rows(log, audit.Decisions, pane.Teller{}, nil)
	var answers []string
	for _, r := range rows {
		answers = append(answers, r.Answer)
	}
	if got, want := strings.Join(answers, "; "), "no; ask again; overruled: yes; overruled: yes"; got != want {
		t.Errorf("the rows say %q, want %q", got, want)
	}
	if head, want := text.Stripped((List{Rows: rows, Now: rows[0].At, At: -1, Whole: -1}).Head(th, 100)[0]), "1 by judge (1 overruled), 3 by you"; !strings.Contains(head, want) {
		t.Errorf("the head is %q, want %q", head, want)
	}
	if got, want := audit.Tallies, []record.Tally{{Tool: "fs_modify_file", Question: "apply_changes", Reviewed: 1, No: 1, Judged: 1, Overruled: 1}}; !slices.Equal(got, want) {
		t.Errorf("counted %+v, want %+v", got, want)
	}
}

// TestWhatWasTakenBackOverrulesNobody: a yes after a reviewer's no that the user went back past is no
// overruling, whether the question came again or not.
func TestWhatWasTakenBackOverrulesNobody(t *testing.T) {
	ship := forms.Question{ID: "ship", Text: "Ship?", AnswerType: forms.AnswerType{Kind: forms.Boolean}}
	when := forms.Question{ID: "when", Text: "When?", AnswerType: forms.AnswerType{Kind: forms.Text}}
	tool := store.Source{Source: "tool", Name: "ship"}
	ask := func(n, from string, q forms.Question) store.Body {
		return store.InquiryRequest{ID: "k." + n, Call: "k", Source: tool, Target: store.TargetUser, Question: q, EscalatedFrom: from}
	}
	say := func(n, value string) store.Body {
		return store.InquiryResponse{Outcome: store.Answered, ID: "k." + n, Answer: json.RawMessage(value), AnsweredBy: &store.AnsweredBy{By: store.ByUser}}
	}
	bodies := []store.Body{
		store.TurnStart{}, store.ChatRequest{Text: "go"},
		store.ToolCallRequest{Response: "r", ID: "k", Name: "ship", Arguments: json.RawMessage(`{}`)}, store.ResponseEnd{Response: "r", Calls: 1},
		store.ToolStarted{ID: "k", Run: 1}, store.ToolAsked{ID: "k", Run: 1, Form: []forms.Question{ship, when}},
		store.InquiryRequest{ID: "k.1", Call: "k", Source: tool, Target: store.TargetReviewer, Escalate: true, Question: ship},
		store.InquiryResponse{Outcome: store.Answered, ID: "k.1", Answer: json.RawMessage("false"), AnsweredBy: &store.AnsweredBy{By: store.ByReviewer, Model: "judge"}},
		ask("2", "k.1", ship), say("2", "true"), ask("3", "", when), store.InquiryResponse{Outcome: store.Cancelled, Reason: store.CancelBack, ID: "k.3"},
	}
	for _, c := range []struct {
		then  []store.Body
		want  string
		tally record.Tally
	}{
		{nil, "no; yes; no answer", record.Tally{Tool: "ship", Question: "ship", Reviewed: 1, No: 1}},
		{[]store.Body{ask("4", "k.1", ship), say("4", "false")}, "no; yes; upheld: no; no answer", record.Tally{Tool: "ship", Question: "ship", Reviewed: 1, No: 1, Judged: 1}},
	} {
		log := logged(t, append(slices.Clone(bodies), c.then...)...)
		audit := record.NewAudit(log)
		var answers []string
		for _, r := range Rows(log, audit.Decisions, pane.Teller{}, nil) {
			answers = append(answers, r.Answer)
		}
		if got := strings.Join(answers, "; "); got != c.want {
			t.Errorf("the rows say %q, want %q", got, c.want)
		}
		if want := []record.Tally{c.tally}; !slices.Equal(audit.Tallies, want) {
			t.Errorf("counted %+v, want %+v", audit.Tallies, want)
		}
	}
}

// twoReviews is a log in which the reviewer says no to two edits of one response before
// the person answers either; first and then are the person's answers.
func twoReviews(t *testing.T, first, then string) store.Log {
	apply := forms.Question{ID: "apply_changes", Text: "Apply?", AnswerType: forms.AnswerType{Kind: forms.Boolean}}
	edit := func(id, path string) store.ToolCallRequest {
		return store.ToolCallRequest{Response: "r", ID: id, Name: "fs_modify_file", Arguments: json.RawMessage(`{"path":"` + path + `"}`)}
	}
	ask := func(call, attempt, target, from string) store.InquiryRequest {
		return store.InquiryRequest{
			ID: call + ".apply_changes." + attempt, Call: call, Source: store.Source{Source: "tool", Name: "fs_modify_file"},
			Target: target, Escalate: from == "", Question: apply, EscalatedFrom: from,
		}
	}
	say := func(id, answer string, by store.AnsweredBy) store.InquiryResponse {
		return store.InquiryResponse{Outcome: store.Answered, ID: id, Answer: json.RawMessage(answer), AnsweredBy: &by}
	}
	judge, you := store.AnsweredBy{By: store.ByReviewer, Model: "judge"}, store.AnsweredBy{By: store.ByUser}
	return logged(t,
		store.TurnStart{}, store.ChatRequest{Text: "go"},
		edit("k1", "notes.md"), edit("k2", "keep.txt"), store.ResponseEnd{Response: "r", Calls: 2},
		store.ToolStarted{ID: "k1", Run: 1}, store.ToolStarted{ID: "k2", Run: 1},
		ask("k1", "1", store.TargetReviewer, ""), ask("k2", "1", store.TargetReviewer, ""),
		say("k1.apply_changes.1", "false", judge), say("k2.apply_changes.1", "false", judge),
		ask("k1", "2", store.TargetUser, "k1.apply_changes.1"), ask("k2", "2", store.TargetUser, "k2.apply_changes.1"),
		say("k1.apply_changes.2", first, you), say("k2.apply_changes.2", then, you),
	)
}

// TestAPairIsOfOneQuestion, however many questions were reviewed before the first of them
// came to the person: the second answer stands right below the first, and the head counts
// whom it overruled.
func TestAPairIsOfOneQuestion(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	for _, c := range []struct{ first, then, head, want string }{
		{"false", "true", "2 by judge (1 overruled), 2 by you", "◆ Edit notes.md no judge; │ upheld: no you; ◆ Edit keep.txt no judge; │ overruled: yes you"},
		{"true", "false", "2 by judge (1 overruled), 2 by you", "◆ Edit notes.md no judge; │ overruled: yes you; ◆ Edit keep.txt no judge; │ upheld: no you"},
		{"true", "true", "2 by judge (2 overruled), 2 by you", "◆ Edit notes.md no judge; │ overruled: yes you; ◆ Edit keep.txt no judge; │ overruled: yes you"},
	} {
		log := twoReviews(t, c.first, c.then)
		rows := Rows(log, record.NewAudit(log).Decisions, pane.Teller{}, nil)
		for _, who := range []string{"", "judge", "you"} {
			l := List{Rows: Of(rows, who), Now: rows[0].At, At: -1, Whole: -1}
			var got []string
			for _, line := range l.Texts(th, 100)[1:] {
				line = strings.Join(strings.Fields(text.Stripped(line)), " ")
				line, _, _ = strings.Cut(line, ", ")
				got = append(got, strings.TrimPrefix(line, "14:02 "))
			}
			if got := strings.Join(got, "; "); got != c.want {
				t.Errorf("%s and %s, of %q:\n%s\nwant\n%s", c.first, c.then, who, got, c.want)
			}
			if head := text.Stripped(l.Head(th, 100)[0]); !strings.Contains(head, c.head) {
				t.Errorf("%s and %s, of %q: head %q, want %q", c.first, c.then, who, head, c.head)
			}
		}
	}
}

// TestAnAnswerWithoutItsReviewNamesItsSubject: where only one answerer's decisions are
// listed there is no row to stand below.
func TestAnAnswerWithoutItsReviewNamesItsSubject(t *testing.T) {
	log := twoReviews(t, "false", "true")
	got := ""
	for _, r := range Rows(log, record.NewAudit(log).Only("", store.ByUser).Decisions, pane.Teller{}, nil) {
		got += fmt.Sprintln(r.What, r.Answer, r.Second, r.Overrules)
	}
	if want := "Edit notes.md no false \nEdit keep.txt yes false \n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestAPairStaysUnderOneDay, even if midnight passed between its two questions.
func TestAPairStaysUnderOneDay(t *testing.T) {
	at := time.Date(2026, 11, 22, 23, 59, 0, 0, time.UTC)
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	l := List{Now: at, At: -1, Whole: -1, Rows: []Row{{At: at, Turn: 1, What: "Edit a", Answer: "no"}, {At: at.Add(2 * time.Minute), Turn: 1, Answer: "yes", Second: true}}}
	if got := l.Texts(th, 80); len(got) != 3 {
		t.Errorf("%q", got)
	}
}

// TestARowCountsTheChangeThatItWasAbout: what was refused, and not what was written in the
// end, with a part left out or after the file had changed.
func TestARowCountsTheChangeThatItWasAbout(t *testing.T) {
	question := func(change string) forms.Question {
		return forms.Question{ID: "apply_changes", Text: "Apply?", Context: "```diff\n" + change + "\n```", AnswerType: forms.AnswerType{Kind: forms.Boolean}}
	}
	tool := store.Source{Source: "tool", Name: "fs_modify_file"}
	log := logged(t,
		store.TurnStart{}, store.ChatRequest{Text: "go"},
		store.ToolCallRequest{Response: "r", ID: "k", Name: "fs_modify_file", Arguments: json.RawMessage(`{"path":"a.go"}`)}, store.ResponseEnd{Response: "r", Calls: 1},
		store.ToolStarted{ID: "k", Run: 1},
		store.InquiryRequest{ID: "k.1", Call: "k", Source: tool, Target: store.TargetReviewer, Escalate: true, Question: question("@@ -1,2 +1,3 @@\n-a\n+b\n+c\n d")},
		store.InquiryResponse{Outcome: store.Answered, ID: "k.1", Answer: json.RawMessage("false"), AnsweredBy: &store.AnsweredBy{By: store.ByReviewer, Model: "haiku"}},
		store.InquiryRequest{ID: "k.2", Call: "k", Source: tool, Target: store.TargetUser, Question: question("@@ -1,2 +1,2 @@\n-a\n+b\n d"), EscalatedFrom: "k.1"},
		store.InquiryResponse{Outcome: store.Answered, ID: "k.2", Answer: json.RawMessage("true"), AnsweredBy: &store.AnsweredBy{By: store.ByUser}},
		store.ToolStarted{ID: "k", Run: 2}, store.ToolCallResponse{ID: "k", Content: "a.go was changed: 1 line added, 1 removed."},
	)
	var got []string
	for _, r := range Rows(log, record.NewAudit(log).Decisions, pane.Teller{}, nil) {
		got = append(got, r.Changed)
	}
	if want := "+2 −1, +1 −1"; strings.Join(got, ", ") != want {
		t.Errorf("the rows count %s, want %s", strings.Join(got, ", "), want)
	}
}
