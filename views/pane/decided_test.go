package pane

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"parley/forms"
	"parley/store"
	"parley/store/record"
	"parley/teatest/goldens"
	"parley/views/text"
)

// drawnCall is a call of the record as the conversation shows it.
func drawnCall(call *record.ToolCall, width int) string {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	p := New(th, width, 40)
	entry, _ := Teller{Took: true}.Entry(record.Entry{ID: "e1", Version: 1, Item: call})
	p.Set(entry)
	lines := p.Lines()
	for i, line := range lines {
		lines[i] = strings.TrimRight(text.Stripped(line), " ")
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}

// TestOneRowWithBothDecisions: what a reviewer said before the user decided stands below
// the row that says what the user decided, in the order in which it happened.
func TestOneRowWithBothDecisions(t *testing.T) {
	q := forms.Question{ID: "apply_changes", Text: "Do you want to apply the following patch to a.go?", AnswerType: forms.AnswerType{Kind: forms.Boolean}}
	review := func(a store.InquiryResponse) record.Exchange {
		return record.Exchange{Asked: at(0), Closed: at(2), Inquiry: &store.InquiryRequest{Question: q, Target: store.TargetReviewer, Escalate: true}, Answer: &a}
	}
	no := review(store.InquiryResponse{Outcome: store.Answered, Answer: json.RawMessage("false"), Reason: "A cron job greps for it.", AnsweredBy: &store.AnsweredBy{By: store.ByReviewer, Model: "judge"}})
	failed := review(store.InquiryResponse{Outcome: store.Cancelled, Reason: store.CancelBackendError, Reply: "503"})
	user := func(a store.InquiryResponse) record.Exchange {
		return record.Exchange{Asked: at(2), Closed: at(36), Inquiry: &store.InquiryRequest{Question: q, Target: store.TargetUser}, Answer: &a}
	}
	said := func(value, why string) record.Exchange {
		return user(store.InquiryResponse{Outcome: store.Answered, Answer: json.RawMessage(value), Reason: why, AnsweredBy: &store.AnsweredBy{By: store.ByUser}})
	}
	open := record.Exchange{Asked: at(2), Inquiry: &store.InquiryRequest{Question: q, Target: store.TargetUser}}
	shown := q
	shown.Context = "```diff\n--- a/a.go\n+++ b/a.go\n@@ -1,3 +1,2 @@\n x\n--- y\n-z\n++++ y\n\\ No newline at end of file\n@@ -9,0 +9,1 @@\n+w\n```\n"
	changes := record.Exchange{Asked: at(2), Inquiry: &store.InquiryRequest{Question: shown, Target: store.TargetUser}}
	reviewed := record.Exchange{Asked: at(2), Inquiry: &store.InquiryRequest{Question: shown, Target: store.TargetReviewer}}
	done, refused := &store.ToolCallResponse{}, &store.ToolCallResponse{Content: "No.", IsError: true}
	ended := user(store.InquiryResponse{Outcome: store.Cancelled, Reason: store.CancelEndTurn})
	for name, test := range map[string]struct {
		exchanges []record.Exchange
		result    *store.ToolCallResponse
		stopped   bool
		want      string
	}{
		"the turn ended while it asked": {[]record.Exchange{ended}, refused, true,
			` ◆ Edit   a.go                                          not run, the turn ended` + "\n" +
				` ◆ Do you want to apply the following patch…  you ended the turn after 34 s   ▸`},
		"overruled": {[]record.Exchange{no, said("true", "")}, done, false,
			` ✓ Edit   a.go                                                 ◆ you after 34 s` + "\n" +
				`     judge said no after 2 s: "A cron job greps for it."`},
		"a no as well": {[]record.Exchange{no, said("false", "keep it")}, refused, false,
			` ◆ Edit   a.go                                you said no after 34 s: "keep it"` + "\n" +
				`     judge said no after 2 s: "A cron job greps for it."`},
		"a reply": {[]record.Exchange{no, user(store.InquiryResponse{Outcome: store.Cancelled, Reason: store.CancelReply, Reply: "keep it"})}, refused, false,
			` ◆ Edit   a.go                        you replied instead after 34 s: "keep it"` + "\n" +
				`     judge said no after 2 s: "A cron job greps for it."`},
		"the reviewer failed": {[]record.Exchange{failed, said("true", "")}, done, false,
			` ✓ Edit   a.go                                                 ◆ you after 34 s` + "\n" +
				`     not answered: the reviewer failed after 2 s: "503"`},
		"it is asked": {[]record.Exchange{no, open}, nil, false,
			` ◆ Edit   a.go                                                    waits for you`},
		"it is asked, and by how much it changes the file": {[]record.Exchange{changes}, nil, false,
			` ◆ Edit   a.go  +2 −2                                             waits for you`},
		"it is reviewed, and by how much it changes the file": {[]record.Exchange{reviewed}, nil, false,
			` ⠹ Edit   a.go  +2 −2                                              under review`},
		"it failed, and changed nothing": {[]record.Exchange{changes}, refused, false,
			` ✗ Edit   a.go                                                               No`},
		"it is asked after a failed review": {[]record.Exchange{failed, open}, nil, false,
			` ◆ Edit   a.go                                                    waits for you`},
		"the turn ended before it began": {nil, refused, true,
			` ◆ Edit   a.go                                          not run, the turn ended`},
	} {
		t.Run(name, func(t *testing.T) {
			call := &record.ToolCall{ID: "c1", Name: "fs_modify_file", Arguments: json.RawMessage(`{"path":"a.go"}`), Exchanges: test.exchanges, Result: test.result, Stopped: test.stopped}
			if test.result == done {
				call.Runs = 2
			}
			if test.stopped && len(test.exchanges) > 0 {
				call.Runs = 1
			}
			if got := drawnCall(call, 80); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// TestPermittedThenAsked: a permission that was followed by another question of the same
// call stands below the row, with that question, so that a no to it is not read as a no
// that was taken back.
func TestPermittedThenAsked(t *testing.T) {
	permitted := record.Exchange{Asked: at(0), Closed: at(1), Permission: &store.PermissionRequest{ID: "p", Text: "notes.md"},
		Permitted: &store.PermissionResponse{Outcome: store.PermitAllowed, By: "user"}}
	asked := func(value string) record.Exchange {
		q := forms.Question{ID: "delete", Text: "notes.md is not in git. Do you want to delete it?", AnswerType: forms.AnswerType{Kind: forms.Boolean}}
		return record.Exchange{Asked: at(1), Closed: at(4), Inquiry: &store.InquiryRequest{Question: q},
			Answer: &store.InquiryResponse{Outcome: store.Answered, Answer: json.RawMessage(value), AnsweredBy: &store.AnsweredBy{By: store.ByUser}}}
	}
	below := "\n" + `     allowed · you after 1 s, then asked: notes.md is not in git. Do you want` + "\n" + `     to delete it?`
	for name, test := range map[string]struct {
		exchanges []record.Exchange
		result    store.ToolCallResponse
		want      string
	}{
		"no":  {[]record.Exchange{permitted, asked("false")}, store.ToolCallResponse{Content: "No.", IsError: true}, ` ◆ Delete notes.md                                        you said no after 3 s` + below},
		"yes": {[]record.Exchange{permitted, asked("true")}, store.ToolCallResponse{}, ` ✓ Delete notes.md                                              ◆ you after 3 s` + below},
	} {
		t.Run(name, func(t *testing.T) {
			call := &record.ToolCall{ID: "c1", Name: "fs_delete_file", Arguments: json.RawMessage(`{"path":"notes.md"}`), Exchanges: test.exchanges, Result: &test.result, Runs: 2}
			if got := drawnCall(call, 80); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// TestWhoAnsweredStays: a long answer is shortened before the name of who gave it, and
// nothing that was answered looks open.
func TestWhoAnsweredStays(t *testing.T) {
	schema := forms.AnswerType{Kind: forms.Schema, Schema: json.RawMessage(`{"type":"object"}`)}
	for name, test := range map[string]struct {
		kind   forms.AnswerType
		answer string
		width  int
		want   string
	}{
		"nothing written": {forms.AnswerType{Kind: forms.Text}, `""`, 80, ` ◆ A note?                                          (empty) · you after 4 s   ▸`},
		"long":            {schema, `{"host":"db.internal.example.org","port":5432,"tls":true,"mode":"replica","note":""}`, 80, ` ◆ A note?  host: db.internal.example.org, port: 5432, tls… · you after 4 s   ▸`},
		"long, narrow":    {schema, `{"host":"db.internal.example.org","port":5432}`, 40, ` ◆ A note?  host: db.interna… · you   ▸`},
	} {
		t.Run(name, func(t *testing.T) {
			x := record.Exchange{Asked: at(0), Closed: at(4), Inquiry: &store.InquiryRequest{Question: forms.Question{ID: "n", Text: "A note?", AnswerType: test.kind}},
				Answer: &store.InquiryResponse{Outcome: store.Answered, Answer: json.RawMessage(test.answer), AnsweredBy: &store.AnsweredBy{By: store.ByUser}}}
			d := Teller{Took: true}.Decision(x)
			p := New(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), test.width, 10)
			d.Key = "d"
			p.Set(d)
			if got := strings.Trim(text.Stripped(strings.Join(p.Lines(), "\n")), "\n"); strings.TrimRight(got, " ") != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// TestFailedCommandShowsWhatItWrote: the words around the output are for the model. Nobody was
// asked about it, which only the configuration does.
func TestFailedCommandShowsWhatItWrote(t *testing.T) {
	exit := 2
	call := &record.ToolCall{ID: "c1", Name: "run_command", Arguments: json.RawMessage(`{"command":"go vet ./..."}`), Runs: 1,
		Result: &store.ToolCallResponse{Content: "Exit status: 2\nOutput:\nmain.go:41:9: undefined: json\n", Exit: &exit}}
	want := " ✗ Run    go vet ./...                             exit 2   ◆ the configuration\n     main.go:41:9: undefined: json"
	if got := drawnCall(call, 80); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestAKilledCommandSaysSoOnce, in its row.
func TestAKilledCommandSaysSoOnce(t *testing.T) {
	call := &record.ToolCall{ID: "c1", Name: "run_command", Arguments: json.RawMessage(`{"command":"go vet ./..."}`), Runs: 1,
		Result: &store.ToolCallResponse{Content: "Ended by a signal: killed\nOutput:\nvetting\n", Fault: "ended by a signal: killed"}}
	want := " ✗ Run    go vet ./...          ended by a signal: killed   ◆ the configuration\n     vetting"
	if got := drawnCall(call, 80); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestAnAnswerWithFieldsUnfolds: each field is on a line of its own, and so it is copied.
func TestAnAnswerWithFieldsUnfolds(t *testing.T) {
	x := record.Exchange{Asked: at(0), Closed: at(4), Inquiry: &store.InquiryRequest{Question: forms.Question{ID: "n", Text: "Settings?", AnswerType: forms.AnswerType{Kind: forms.Schema}}},
		Answer: &store.InquiryResponse{Outcome: store.Answered, Answer: json.RawMessage(`{"host":"db","port":5432,"tls":true}`), AnsweredBy: &store.AnsweredBy{By: store.ByUser}}}
	d := Teller{Took: true}.Decision(x)
	look := Look{Theme: goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), Width: 80, Open: true}
	want := " ◆ Settings?\n   host: db\n   port: 5432\n   tls: yes\n   you after 4 s"
	if got := text.Stripped(strings.Join(d.Draw(look), "\n")); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got, want := d.Plain(), "Settings? host: db\nport: 5432\ntls: yes · you after 4 s"; got != want {
		t.Errorf("copied as %q, want %q", got, want)
	}
}

// TestAPermissionInWords: a no is a no, whether it held once or for the turn, and a reason
// is somebody's words.
func TestAPermissionInWords(t *testing.T) {
	for _, c := range []struct {
		p    store.PermissionResponse
		want string
	}{
		{store.PermissionResponse{Outcome: store.PermitAllowed, Scope: store.ScopeOnce, By: store.ByUser}, "allowed|you|"},
		{store.PermissionResponse{Outcome: store.PermitAllowed, Scope: store.ScopeTurn, By: store.ByUser}, "allowed for this turn|you|"},
		{store.PermissionResponse{Outcome: store.PermitEdited, By: store.ByUser}, "edited, then allowed|you|"},
		{store.PermissionResponse{Outcome: store.PermitDenied, By: store.ByUser, Reason: "not now"}, "no|you|not now"},
		{store.PermissionResponse{Outcome: store.PermitDenied, Scope: store.ScopeTurn, By: store.ByUser}, "no, this turn|you|"},
		{store.PermissionResponse{Outcome: store.PermitSkipped, By: store.ByUser, Reason: "make"}, "no|you|make"},
		{store.PermissionResponse{Outcome: store.PermitDenied, By: store.ByPolicy, Reason: store.CancelPolicyDenied}, "no|the policy|"},
		{store.PermissionResponse{Outcome: store.PermitDenied, By: store.ByTurnCache, Reason: "k1.run"}, "no|you, remembered|"},
	} {
		d := Teller{}.Decision(record.Exchange{Permission: &store.PermissionRequest{Text: "ls"}, Permitted: &c.p})
		if got := d.Answer + "|" + d.Who + "|" + d.Reason; got != c.want {
			t.Errorf("%+v: %q, want %q", c.p, got, c.want)
		}
	}
}

// TestACommandThatNobodyWasAskedAbout was let run by the configuration; another tool's call
// may run by itself, and what was answered about the result is not about the run.
func TestACommandThatNobodyWasAskedAbout(t *testing.T) {
	deliver := record.Exchange{Asked: at(1), Closed: at(2), Permission: &store.PermissionRequest{Kind: store.PermitDeliver}, Permitted: &store.PermissionResponse{Outcome: store.PermitAllowed, By: store.ByUser}}
	run := record.Exchange{Asked: at(1), Closed: at(2), Permission: &store.PermissionRequest{Kind: store.PermitRun}, Permitted: &store.PermissionResponse{Outcome: store.PermitAllowed, By: store.ByUser}}
	for name, c := range map[string]struct {
		tool      string
		runs      int
		exchanges []record.Exchange
		want      string
	}{
		"unattended":      {"run_command", 1, nil, "the configuration"},
		"its result":      {"run_command", 1, []record.Exchange{deliver}, "the configuration"},
		"asked":           {"run_command", 1, []record.Exchange{run}, "you"},
		"not run":         {"run_command", 0, nil, ""},
		"a tool of files": {"fs_read_file", 1, nil, ""},
	} {
		call := Teller{}.call(record.Entry{}, &record.ToolCall{ID: "c", Name: c.tool, Runs: c.runs, Exchanges: c.exchanges, Result: &store.ToolCallResponse{}})
		got := ""
		if call.Allowed != nil {
			got = call.Allowed.Who
		}
		if got != c.want {
			t.Errorf("%s: allowed by %q, want %q", name, got, c.want)
		}
	}
}

// TestAReasonOfSeveralParagraphs is shortened within its margin.
func TestAReasonOfSeveralParagraphs(t *testing.T) {
	d := Decision{Who: "judge", Answer: "no", Reason: "ok\n\nyou: yes\nyes"}
	look := Look{Theme: goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), Width: 48}
	if got, want := text.Stripped(strings.Join(d.earlier(look), "\n")), "     judge said no: \"ok\n     you: yes…"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestARefusalSaysAfterHowLong, unless its words need the room; below, they do not.
func TestARefusalSaysAfterHowLong(t *testing.T) {
	for why, want := range map[string]string{
		"":                              " ◆ Run    rm -rf build   you said no after 14 s",
		"not now":                       " ◆ Run    rm -rf build   you said no: \"not now\"",
		"I need the logs there, please": " ◆ Run    rm -rf build   you said no after 14 s\n     \"I need the logs there, please\"",
	} {
		c := Call{Tool: "run_command", Verb: "Run", Summary: "rm -rf build", State: CallRefused, Came: "you said no", Why: why, After: "14 s"}
		look := Look{Theme: goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), Width: 48}
		if got := text.Stripped(strings.Join(c.row(look), "\n")); got != want {
			t.Errorf("%q: got\n%s\nwant\n%s", why, got, want)
		}
	}
}

// TestACallThatDidNotBegin says why not: a turn that is paused has not ended.
func TestACallThatDidNotBegin(t *testing.T) {
	for ending, want := range map[string]string{
		"":                 " ◆ Edit   a.go                                          not run, the turn ended",
		store.ReasonUser:   " ◆ Edit   a.go                                      not run, you ended the turn",
		store.ReasonPaused: " ◆ Edit   a.go                                     not run, the turn was paused",
	} {
		call := &record.ToolCall{ID: "c1", Name: "fs_modify_file", Arguments: json.RawMessage(`{"path":"a.go"}`), Result: &store.ToolCallResponse{Content: "No.", IsError: true}, Stopped: true, Ending: ending}
		if got := drawnCall(call, 80); got != want {
			t.Errorf("%q: got\n%s\nwant\n%s", ending, got, want)
		}
	}
}

// TestACallThatAskedWhileItRan was stopped, where the turn ended over its question; one whose run
// had ended in that question was not.
func TestACallThatAskedWhileItRan(t *testing.T) {
	for live, want := range map[bool]string{
		true:  " ✗ e__t   a: x                    stopped by you: may have taken effect in part",
		false: " ◆ e__t   a: x                                      not run, you ended the turn",
	} {
		tr := record.NewTranscript(store.Log{})
		for i, b := range []store.Body{
			store.TurnStart{}, store.ToolCallRequest{Response: "r", ID: "c1", Name: "e__t", Arguments: json.RawMessage(`{"a":"x"}`)}, store.ResponseEnd{Response: "r"},
			store.ToolStarted{ID: "c1", Run: 1}, store.ToolAsked{ID: "c1", Run: 1, Live: live}, store.TurnEnding{Reason: store.ReasonUser},
			store.ToolCallResponse{ID: "c1", IsError: true, Content: "The user ended the turn while this was running. It was stopped and may have taken effect in part."},
		} {
			tr.Add(store.Event{Head: store.Head{Seq: int64(i + 1), Turn: 1, Time: time.Unix(int64(i), 0)}, Body: b})
		}
		found := false
		for _, e := range tr.All() {
			if call, ok := e.Item.(*record.ToolCall); ok {
				found = true
				if got := drawnCall(call, 80); got != want {
					t.Errorf("live %t: got\n%s\nwant\n%s", live, got, want)
				}
			}
		}
		if !found {
			t.Error("there is no call")
		}
	}
}

// longCall is a call with a command of so many bytes, which the user allowed.
func longCall(size int) *record.ToolCall {
	arguments := json.RawMessage(`{"command":"` + strings.Repeat("x", size) + `"}`)
	return &record.ToolCall{ID: "c1", Name: "run_command", Arguments: arguments, Runs: 1, Exchanges: []record.Exchange{{
		Asked: at(0), Closed: at(2), Permission: &store.PermissionRequest{ID: "c1.run", Tool: "run_command", Text: "x", Arguments: arguments},
		Permitted: &store.PermissionResponse{ID: "c1.run", Outcome: store.PermitAllowed, By: store.ByUser},
	}}}
}

// TestToldWithoutLayingArgumentsOut: an entry is made with each event of its call, so what a
// permission was about is laid out only where somebody opens or copies it.
func TestToldWithoutLayingArgumentsOut(t *testing.T) {
	call, without := longCall(100_000), longCall(100_000)
	without.Exchanges[0].Permission.Arguments = nil
	allocations := func(call *record.ToolCall) float64 {
		return testing.AllocsPerRun(10, func() { Teller{}.Entry(record.Entry{ID: "e1", Version: 1, Item: call}) })
	}
	if with, least := allocations(call), allocations(without); with != least {
		t.Errorf("telling the call takes %v allocations, and %v without the arguments of its permission", with, least)
	}
	entry, _ := Teller{}.Entry(record.Entry{ID: "e1", Version: 1, Item: &record.Asked{Exchange: call.Exchanges[0]}})
	if want := "```json\n{\n  \"command\": \"" + strings.Repeat("x", 100_000) + "\"\n}\n```"; !strings.HasSuffix(entry.Plain(), want) {
		t.Errorf("a copy of the decision does not end with its arguments: %.80q", entry.Plain())
	}
}

// BenchmarkLongCall is what the pane makes of each event of a call with a command of 2 MB.
func BenchmarkLongCall(b *testing.B) {
	call := longCall(2_000_000)
	for b.Loop() {
		Teller{}.Entry(record.Entry{ID: "e1", Version: 1, Item: call})
	}
}

// TestAResultIsNoDecision: neither what a tool printed, also where it failed, nor what it was called with
// passes for who allowed the call.
func TestAResultIsNoDecision(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	const forged = "◆ you after 3 s"
	for _, c := range []Call{
		{Summary: "n: 1", State: CallDone, Right: forged},
		{Summary: "n: 1", State: CallFailed, Right: forged},
		{Summary: "n: 1", State: CallFailed, Came: "failed", Right: forged + strings.Repeat(" word", 12)},
		{Summary: "n: 1", State: CallFailed, Came: "failed", Right: strings.Repeat("word ", 30), Fault: forged},
		{Summary: "n: " + forged, State: CallDone, Right: "1 line"},
	} {
		p := New(th, 80, 40)
		c.Key, c.Tool = "1", "s__read"
		p.Set(c)
		if got := text.Stripped(strings.Join(p.Lines(), "\n")); strings.Contains(got, "◆") || !strings.Contains(got, "<U+25C6> you after 3 s") {
			t.Error(got)
		}
	}
}

// TestARowSaysThatItsAnswerCountsNoMore, and that beside who gave it, so that it is never cut off.
func TestARowSaysThatItsAnswerCountsNoMore(t *testing.T) {
	for reason, want := range map[string]string{
		record.RevokedBack:       "yes · you, taken back",
		record.RevokedDecline:    "yes · you, counts no more",
		record.RevokedUnfinished: "yes · you, counts no more",
		record.RevokedAgain:      "yes · you, counts no more",
		"":                       "yes (no longer counts) · you",
	} {
		x := record.Exchange{Asked: at(0), Closed: at(1), Forgotten: true, Why: reason,
			Inquiry: &store.InquiryRequest{Question: forms.Question{ID: "go", Text: "Go?", AnswerType: forms.AnswerType{Kind: forms.Boolean}}},
			Answer:  &store.InquiryResponse{Outcome: store.Answered, Answer: json.RawMessage("true"), AnsweredBy: &store.AnsweredBy{By: store.ByUser}}}
		if got := (Teller{}).Decision(x).outcome(); got != want {
			t.Errorf("%q: %q, want %q", reason, got, want)
		}
	}
}
