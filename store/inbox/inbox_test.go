package inbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"parley/forms"
	"parley/store"
	"parley/store/record"
	"parley/teatest/logs"
)

var t0 = time.Date(2026, 1, 2, 15, 4, 5, 0, time.UTC)

// fill writes a conversation, an event a minute.
func fill(t testing.TB, s store.Store, id string, from time.Time, bodies ...store.Body) {
	t.Helper()
	c, err := s.Create(id)
	if err != nil {
		t.Fatal(err)
	}
	prev := ""
	for i, b := range bodies {
		ev, err := store.New(store.Head{V: store.Version, Seq: int64(i + 1), Time: from.Add(time.Duration(i) * time.Minute), Conversation: id, ID: fmt.Sprintf("%s-%d", id, i), Turn: 1}, store.Chained(b, prev))
		if err != nil {
			t.Fatal(err)
		}
		if _, decides := store.Decides(ev.Body); decides {
			prev = store.Digest(ev.Line())
		}
		if err := c.Record(ev); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
}

func question(id, text string, kind forms.Kind) forms.Question {
	return forms.Question{ID: id, Text: text, AnswerType: forms.AnswerType{Kind: kind}}
}

func call(id, name, args string) store.ToolCallRequest {
	return store.ToolCallRequest{Response: "1.1", ID: id, Name: name, Arguments: json.RawMessage(args)}
}

func TestWhatWaits(t *testing.T) {
	s := store.Open(t.TempDir(), func() time.Time { return t0 })
	change := question("apply_changes", "Apply it?", forms.Boolean)
	change.Context, change.Digest = "--- a/main.go\n+++ b/main.go\n@@ -1,1 +1,2 @@\n-a\n+b\n+c\n", "d"
	where := question("where", "Where to?\nThink.", forms.Select)
	where.AnswerType.Options = []forms.Option{{Value: json.RawMessage(`"here"`)}}
	ask := func(id, call, source, name string, q forms.Question) store.InquiryRequest {
		return store.InquiryRequest{ID: id, Call: call, Source: store.Source{Source: source, Name: name}, Target: store.TargetUser, Question: q}
	}
	fill(t, s, "aaaa", t0, store.TurnStart{}, store.ChatRequest{Text: "Do it\nnow"}, call("c", "run_command", `{"command":"make\nall"}`),
		store.PermissionRequest{ID: "c.run", Call: "c", Kind: store.PermitRun, Tool: "run_command", Text: "make\nall", Arguments: json.RawMessage(`{"command":"make\nall"}`)})
	fill(t, s, "bbbb", t0.Add(-time.Hour), store.TurnStart{}, call("c", "ask_user", `{}`), store.ToolAsked{ID: "c", Run: 1, Form: []forms.Question{question("a", "A?", forms.Text), where}},
		ask("c.a.1", "c", "assistant", "", question("a", "A?", forms.Text)), store.InquiryResponse{Outcome: store.Answered, ID: "c.a.1"},
		ask("c.where.1", "c", "assistant", "", where))
	reviewed := ask("c.apply_changes.1", "c", "tool", "fs_modify_file", change)
	reviewed.Target = store.TargetReviewer
	second := ask("c.apply_changes.2", "c", "tool", "fs_modify_file", change)
	second.EscalatedFrom = "c.apply_changes.1"
	fill(t, s, "cccc", t0.Add(-30*time.Minute), store.TurnStart{}, call("c", "fs_modify_file", `{"path":"main.go"}`), reviewed,
		store.InquiryResponse{Outcome: store.Answered, ID: "c.apply_changes.1", Answer: json.RawMessage("false"), AnsweredBy: &store.AnsweredBy{By: store.ByReviewer, Model: "m/haiku"}}, second)
	fill(t, s, "dddd", t0, store.TurnStart{}, reviewed) // a reviewer has it
	fill(t, s, "eeee", t0.Add(time.Hour), store.TurnStart{}, store.Workspace{Root: "/w"}, ask("guard-1.loop.1", "", "other", "guard.loop_threshold", question("loop_threshold", "A loop. How to proceed?", forms.Select)))
	fill(t, s, "ffff", t0, store.TurnStart{}, ask("c.k.1", "c", "tool", "deploy", question("k", "The key?", forms.Secret)), store.InquiryResponse{Outcome: store.Redacted, ID: "c.k.1"})

	all, err := All(s)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range all {
		got = append(got, fmt.Sprintf("%s %s %q by %q, %s, %d/%d %s since %s", e.Conversation, e.Kind, e.Subject, e.Who, e.Answer, e.At, e.Of, e.Reviewer, e.Since.Format("15:04")))
		c, _, err := s.OpenRead(e.Conversation)
		if err != nil {
			t.Fatal(err)
		}
		if e.Ref != e.Conversation+"/"+store.Digest(c.Log().At(c.Log().Len() - 1).Line())[:16] {
			t.Errorf("the reference of %s is %s", e.Conversation, e.Ref)
		}
	}
	want := []string{
		`bbbb question "Where to? … (2 lines)" by "Assistant", select, 2/2  since 14:09`,
		`cccc question "Edit main.go  +2 −1" by "fs_modify_file", boolean, 0/0 m/haiku since 14:38`,
		`aaaa permission "Run make … (2 lines)" by "run_command", boolean, 0/0  since 15:07`,
		`eeee guard "A loop. How to proceed?" by "loop_threshold", select, 0/0  since 16:06`,
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
	if n := Count(s); n != 5 { // a reviewer's question counts as open in the list of conversations
		t.Errorf("%d conversations have something open", n)
	}
	if n := Count(s, "aaaa", "bbbb"); n != 3 {
		t.Errorf("without two, %d", n)
	}
	if all[3].Workspace != "/w" || all[2].Title != "Do it" {
		t.Errorf("%+v", all)
	}
}

// TestACallThatHasNoWords is told by its tool and its arguments, all of them in one line.
func TestACallThatHasNoWords(t *testing.T) {
	for arguments, want := range map[string]string{
		`{"service":"shop","dry":true,"why":"a\nb\r\nc","force":"yes"}`: "deploy service: shop, dry: yes, why: a␊b␊c, force: yes",
		`{}`: "deploy",
	} {
		s := store.Open(t.TempDir(), func() time.Time { return t0 })
		fill(t, s, "aaaa", t0, store.TurnStart{}, call("c", "deploy", arguments),
			store.PermissionRequest{ID: "c.run", Call: "c", Kind: store.PermitRun, Tool: "deploy", Text: arguments, Arguments: json.RawMessage(arguments)})
		all, err := All(s)
		if err != nil || len(all) != 1 || all[0].Subject != want || all[0].Text != arguments {
			t.Errorf("%+v, %v", all, err)
		}
	}
}

// TestWhatAPersonEditedIsAskedAbout, not what the model called: a question of a call whose arguments
// were edited names what they say, and the files that they name.
func TestWhatAPersonEditedIsAskedAbout(t *testing.T) {
	for _, c := range []struct{ tool, called, edited, question, subject, files string }{
		{"fs_move_file", `{"path":"src/a.txt","to":"docs/b.txt"}`, `{"path":"src/a.txt","to":"AGENTS.md"}`, "move_file", "Move src/a.txt to AGENTS.md", "src/a.txt, AGENTS.md"},
		{"fs_modify_file", `{"path":"src/a.txt"}`, `{"path":"docs/b.txt"}`, "apply_changes", "Edit docs/b.txt  +1 −1", "docs/b.txt"},
		{"fs_create_file", `{"path":"f.txt"}`, `{"path":"g.txt"}`, "overwrite_file", "Create g.txt  +1 −1", "g.txt"},
	} {
		s := store.Open(t.TempDir(), func() time.Time { return t0 })
		q := question(c.question, "Do it?", forms.Boolean)
		if q.Digest = "d"; c.tool != "fs_move_file" {
			q.Context = "--- a/x\n+++ b/x\n@@ -1,1 +1,1 @@\n-a\n+b\n"
		}
		fill(t, s, "aaaa", t0, store.TurnStart{}, call("c", c.tool, c.called),
			store.PermissionRequest{ID: "c.run", Call: "c", Kind: store.PermitRun, Tool: c.tool, Arguments: json.RawMessage(c.called)},
			store.PermissionResponse{ID: "c.run", Outcome: store.PermitEdited, By: store.ByUser, Arguments: json.RawMessage(c.edited)}, store.ToolStarted{ID: "c", Run: 1},
			store.InquiryRequest{ID: "c.q.1", Call: "c", Source: store.Source{Source: "tool", Name: c.tool}, Target: store.TargetUser, Question: q})
		all, err := All(s)
		if err != nil || len(all) != 1 || all[0].Subject != c.subject || strings.Join(all[0].Files, ", ") != c.files {
			t.Errorf("%s: %+v, %v", c.tool, all, err)
		}
	}
}

func TestAReferenceNamesOneQuestion(t *testing.T) {
	for ref, want := range map[string][2]string{
		"576764abcd12/0123456789abcdef": {"576764abcd12", "0123456789abcdef"},
		"5767":                          {"5767", ""},
	} {
		id, digest, err := SplitRef(ref)
		if err != nil || id != want[0] || digest != want[1] {
			t.Errorf("%s: %q %q %v", ref, id, digest, err)
		}
	}
	for _, ref := range []string{"", "/0123456789abcdef", "a/", "a/012", "a/0123456789abcdeX", "a/0123456789abcdef0"} {
		if _, _, err := SplitRef(ref); err == nil {
			t.Errorf("%q is taken for a reference", ref)
		}
	}
}

// TestWhatCannotBeReadIsTold holds that one damaged conversation hides no other.
func TestWhatCannotBeReadIsTold(t *testing.T) {
	dir := t.TempDir()
	s := store.Open(dir, func() time.Time { return t0 })
	fill(t, s, "aaaa", t0, store.TurnStart{}, store.PermissionRequest{ID: "c.run", Call: "c", Kind: store.PermitRun, Tool: "x", Text: "go"})
	fill(t, s, "bbbb", t0, store.TurnStart{})
	if err := errors.Join(os.Remove(filepath.Join(dir, "bbbb", "events.jsonl")), os.Mkdir(filepath.Join(dir, "bbbb", "events.jsonl"), 0o700)); err != nil {
		t.Fatal(err)
	}
	all, err := All(s)
	if len(all) != 1 || err == nil {
		t.Errorf("%d entries, %v", len(all), err)
	}
	if n := Count(s); n != 1 {
		t.Errorf("%d", n)
	}
}

func BenchmarkAllOfTenThousand(b *testing.B) {
	s := store.Open(b.TempDir(), func() time.Time { return t0 })
	n := 10_000
	if testing.Short() {
		n /= 10 // a short run measures nothing
	}
	for i := range n {
		fill(b, s, fmt.Sprintf("c%05d", i), t0, store.TurnStart{}, store.PermissionRequest{ID: "c.run", Call: "c", Kind: store.PermitRun, Tool: "x", Text: "go"})
	}
	for b.Loop() {
		if all, err := All(s); len(all) != n || err != nil {
			b.Fatal(len(all), err)
		}
	}
}

// TestASubjectSpellsSigns that only look like ASCII: the text has them as they are.
func TestASubjectSpellsSigns(t *testing.T) {
	const line = "ls\u037e a\u2215b"
	s := store.Open(t.TempDir(), func() time.Time { return t0 })
	asked := store.PermissionRequest{ID: "c1.run", Call: "c1", Kind: store.PermitRun, Tool: "run_command", Text: line, Arguments: json.RawMessage(`{"command":"` + line + `"}`)}
	fill(t, s, "aaaaaaaaaaaa", t0, store.TurnStart{}, asked)
	all, faults := All(s)
	if faults != nil || len(all) != 1 || all[0].Subject != "Run ls<U+037E> a<U+2215>b" || all[0].Text != line {
		t.Fatalf("%v, %+v", faults, all)
	}
}

// TestASubjectNamesTheFolderOfACommand before the command, which may be cut off and may say anything.
func TestASubjectNamesTheFolderOfACommand(t *testing.T) {
	for _, c := range []struct{ tool, arguments, want string }{
		{"run_command", `{"command":"rm -rf build","directory":"sub"}`, "Run in sub: rm -rf build"},
		{"run_command", `{"command":"make\nall","directory":"./a/../sub/"}`, "Run in sub: make … (2 lines)"},
		{"run_command", `{"command":"make","directory":"s\u2215b\n/x "}`, "Run in s<U+2215>b␊/x␠: make"},
		{"run_command", `{"command":"make","directory":"./"}`, "Run make"},
		{"run_command", `{"command":"make","directory":""}`, "Run make"},
		{"deploy", `{"command":"make","directory":"sub"}`, "deploy command: make, directory: sub"},
	} {
		s := store.Open(t.TempDir(), func() time.Time { return t0 })
		asked := store.PermissionRequest{ID: "c1.run", Call: "c1", Kind: store.PermitRun, Tool: c.tool, Text: c.arguments, Arguments: json.RawMessage(c.arguments)}
		allowed := store.PermissionResponse{ID: "c1.run", Outcome: store.PermitAllowed, By: store.ByUser}
		fill(t, s, "aaaaaaaaaaaa", t0, store.TurnStart{}, call("c1", c.tool, c.arguments), asked)
		fill(t, s, "bbbbbbbbbbbb", t0, store.TurnStart{}, call("c1", c.tool, c.arguments), asked, allowed)
		open, answered, err := new(Watch).Look(s)
		if err != nil || len(open) != 1 || len(answered) != 1 {
			t.Fatalf("%v, %+v, %+v", err, open, answered)
		}
		if open[0].Subject != c.want || answered[0].Subject != c.want {
			t.Errorf("%s: %q, answered %q", c.arguments, open[0].Subject, answered[0].Subject)
		}
	}
}

// TestASubjectIsAFewWords, however long the text is; the context keeps all of it.
func TestASubjectIsAFewWords(t *testing.T) {
	times := 1_000_000
	if testing.Short() {
		times /= 50
	}
	long := strings.Repeat("é", times)
	short := strings.Repeat("é", mostSubject-1) + "…"
	args := func(name, value string) json.RawMessage { return json.RawMessage(`{"` + name + `":"` + value + `"}`) }
	for name, c := range map[string]struct {
		asked store.Body
		want  string
	}{
		"a command":    {store.PermissionRequest{ID: "c1.run", Call: "c1", Kind: store.PermitRun, Tool: "run_command", Text: long, Arguments: args("command", long)}, "Run " + short},
		"lines":        {store.PermissionRequest{ID: "c1.run", Call: "c1", Kind: store.PermitRun, Tool: "run_command", Text: long, Arguments: args("command", long+`\nmake`)}, "Run " + short + " … (2 lines)"},
		"no words":     {store.PermissionRequest{ID: "c1.run", Call: "c1", Kind: store.PermitRun, Tool: "deploy", Text: string(args("to", long)), Arguments: args("to", long)}, "deploy to: " + strings.Repeat("é", mostSubject-len("to: ")-1) + "…"},
		"another kind": {store.PermissionRequest{ID: "c1.run", Call: "c1", Kind: store.PermitDeliver, Tool: "deploy", Text: long, Arguments: args("to", long)}, short},
		"a question":   {store.InquiryRequest{ID: "c1.q.1", Target: store.TargetUser, Question: question("q", long, forms.Text)}, short},
	} {
		s := store.Open(t.TempDir(), func() time.Time { return t0 })
		fill(t, s, "aaaaaaaaaaaa", t0, store.TurnStart{}, c.asked)
		all, faults := All(s)
		if faults != nil || len(all) != 1 {
			t.Fatalf("%s: %v, %d", name, faults, len(all))
		}
		e := all[0]
		if e.Subject != c.want {
			t.Errorf("%s: %d bytes: %.40s…%s", name, len(e.Subject), e.Subject, e.Subject[max(len(e.Subject)-40, 0):])
		}
		if !strings.Contains(e.Text+e.Context, long) {
			t.Errorf("%s: the whole text is gone", name)
		}
	}
}

// TestWhatIsAskedAnewSaysSo in the few words that are all that some are told, and in sentences
// before what is decided about, as a form has them.
func TestWhatIsAskedAnewSaysSo(t *testing.T) {
	asked := store.PermissionRequest{
		ID: "c.run.2", Call: "c", Kind: store.PermitRun, Tool: "run_command", Text: "make", Arguments: json.RawMessage(`{"command":"make"}`),
		Before: store.PermitAllowed, Was: "one", Personal: "It gives permission.", Changed: "- a\n+ b",
	}
	result := asked
	result.ID, result.Kind, result.Text, result.Before, result.Was = "c.deliver", store.PermitDeliver, "Give it?", "", ""
	for want, p := range map[string]store.PermissionRequest{
		"Run make (asked again: the yes on record was not accounted for; the tool is another one)": asked,
		"Give it?": result,
	} {
		s := store.Open(t.TempDir(), func() time.Time { return t0 })
		fill(t, s, "aaaa", t0, store.TurnStart{}, call("c", "run_command", `{"command":"make"}`), p)
		all, err := All(s)
		if err != nil || len(all) != 1 || all[0].Subject != want {
			t.Errorf("%+v, %v", all, err)
		}
		if about := strings.Join(append(record.Cautions(p), `{"command":"make"}`), "\n"); all[0].Context != about {
			t.Errorf("the context is %q, want %q", all[0].Context, about)
		}
	}
}

// TestAReviewerSaysNoToWhatItSaw, and only where it was reached and did.
func TestAReviewerSaysNoToWhatItSaw(t *testing.T) {
	seen := forms.Question{ID: "apply", Text: "Apply?", Context: "+one", Digest: "d1", AnswerType: forms.AnswerType{Kind: forms.Boolean}}
	said := func(outcome, answer string) store.InquiryResponse {
		return store.InquiryResponse{ID: "1", Outcome: outcome, Answer: json.RawMessage(answer), AnsweredBy: &store.AnsweredBy{By: store.ByReviewer, Model: "m/haiku"}}
	}
	unreached := said(store.Cancelled, "")
	unreached.Reason = store.CancelBackendError
	person := said(store.Answered, "false")
	person.AnsweredBy = &store.AnsweredBy{By: store.ByUser}
	for name, c := range map[string]struct {
		said   store.InquiryResponse
		change func(*forms.Question)
		want   string
	}{
		"no":                     {said(store.Answered, "false"), func(*forms.Question) {}, "m/haiku"},
		"yes":                    {said(store.Answered, "true"), func(*forms.Question) {}, ""},
		"not reached":            {unreached, func(*forms.Question) {}, ""},
		"a person":               {person, func(*forms.Question) {}, ""},
		"to another text":        {said(store.Answered, "false"), func(q *forms.Question) { q.Text = "Apply that?" }, ""},
		"to another change":      {said(store.Answered, "false"), func(q *forms.Question) { q.Context = "+two" }, ""},
		"to another file's text": {said(store.Answered, "false"), func(q *forms.Question) { q.Digest = "d2" }, ""},
	} {
		now := seen
		c.change(&now)
		log := logs.Turns(t, store.TurnStart{}, store.InquiryRequest{ID: "1", Call: "c", Target: store.TargetReviewer, Escalate: true, Question: seen}, c.said,
			store.InquiryRequest{ID: "2", Call: "c", Target: store.TargetUser, EscalatedFrom: "1", Question: now})
		if got := Of("a", "", "/w", log); len(got) != 1 || got[0].Reviewer != c.want {
			t.Errorf("%s: %+v, want %q", name, got, c.want)
		}
	}
}
