package inbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"parley/forms"
	"parley/store"
)

// TestWhatWasAnsweredAndHasNotRun is listed until its call runs or ends, or its turn does, and only
// if a person allowed it or answered its questions. After any other decision of a person's the turn
// is listed, until something of it goes on.
func TestWhatWasAnsweredAndHasNotRun(t *testing.T) {
	run := store.PermissionRequest{ID: "c.run", Call: "c", Kind: store.PermitRun, Tool: "run_command", Text: "make", Arguments: json.RawMessage(`{"command":"make"}`)}
	release := run
	release.Kind = store.PermitDeliver
	allowed := func(outcome, by string) store.Body {
		return store.PermissionResponse{ID: "c.run", Outcome: outcome, By: by}
	}
	where := question("where", "Where to?", forms.Text)
	ask := store.InquiryRequest{ID: "c.where.1", Call: "c", Source: store.Source{Source: "tool", Name: "deploy"}, Target: store.TargetUser, Question: where}
	said := func(outcome, by string) store.Body {
		return store.InquiryResponse{ID: "c.where.1", Outcome: outcome, Answer: json.RawMessage(`"here"`), AnsweredBy: &store.AnsweredBy{By: by}}
	}
	dropped := func(why string) store.Body {
		return store.InquiryResponse{ID: "c.where.1", Outcome: store.Cancelled, Reason: why}
	}
	other, asks := call("d", "deploy", `{}`), ask
	asks.ID, asks.Call = "d.where.1", "d"
	put := store.InquiryResponse{ID: "d.where.1", Outcome: store.Cancelled, AnsweredBy: &store.AnsweredBy{By: store.ByUser}}
	command, deploy := call("c", "run_command", `{"command":"make"}`), call("c", "deploy", `{}`)
	for name, c := range map[string]struct {
		bodies []store.Body
		want   string
	}{
		"allowed":                  {[]store.Body{command, run, allowed(store.PermitAllowed, store.ByUser)}, "run_command: Run make"},
		"edited":                   {[]store.Body{command, run, allowed(store.PermitEdited, store.ByUser)}, "run_command: Run make"},
		"edited to another":        {[]store.Body{command, run, store.PermissionResponse{ID: "c.run", Outcome: store.PermitEdited, By: store.ByUser, Arguments: json.RawMessage(`{"command":"make b"}`)}}, "run_command: Run make b"},
		"and gone on with":         {[]store.Body{command, run, allowed(store.PermitAllowed, store.ByUser), store.Resumed{}}, "run_command: Run make"},
		"by a rule":                {[]store.Body{command, run, allowed(store.PermitAllowed, store.ByStatic)}, ""},
		"a no":                     {[]store.Body{command, run, allowed(store.PermitDenied, store.ByUser)}, ": Run make"},
		"a no, which is told":      {[]store.Body{command, run, allowed(store.PermitDenied, store.ByUser), store.ToolCallResponse{ID: "c"}, store.Resumed{}}, ": Run make"},
		"a no, and gone on with":   {[]store.Body{command, run, allowed(store.PermitDenied, store.ByUser), store.ToolCallResponse{ID: "c"}, store.ChatResponse{Text: "Well."}}, ""},
		"a no, and its turn ended": {[]store.Body{command, run, allowed(store.PermitDenied, store.ByUser), store.ToolCallResponse{ID: "c"}, store.TurnEnd{}}, ""},
		"a no of a rule":           {[]store.Body{command, run, allowed(store.PermitDenied, store.ByStatic)}, ""},
		"it ran":                   {[]store.Body{command, run, allowed(store.PermitAllowed, store.ByUser), store.ToolStarted{ID: "c", Run: 1}}, ""},
		"it ended without a run":   {[]store.Body{command, run, allowed(store.PermitAllowed, store.ByUser), store.Resumed{Strange: true}, store.ToolCallResponse{ID: "c"}}, ": Run make"},
		"and was gone on with":     {[]store.Body{command, run, allowed(store.PermitAllowed, store.ByUser), store.ToolCallResponse{ID: "c"}, store.ChatResponse{}}, ""},
		"it ran and ended":         {[]store.Body{command, run, allowed(store.PermitAllowed, store.ByUser), store.ToolStarted{ID: "c", Run: 1}, store.ToolCallResponse{ID: "c"}}, ""},
		"its call was strange":     {[]store.Body{deploy, store.ToolStarted{ID: "c", Run: 1}, ask, store.Resumed{Strange: true}, dropped(store.CancelStrange), store.ToolCallResponse{ID: "c"}}, ": Where to?"},
		"its call was another":     {[]store.Body{deploy, store.ToolStarted{ID: "c", Run: 1}, ask, dropped(store.CancelAmiss), store.ToolCallResponse{ID: "c"}}, ": Where to?"},
		"nobody was there":         {[]store.Body{deploy, store.ToolStarted{ID: "c", Run: 1}, ask, dropped(store.CancelNoPromptBackend), store.ToolCallResponse{ID: "c"}}, ""},
		"its turn ended":           {[]store.Body{command, run, allowed(store.PermitAllowed, store.ByUser), store.TurnEnd{}}, ""},
		"a result is released":     {[]store.Body{command, release, allowed(store.PermitAllowed, store.ByUser)}, ": make"},
		"it is asked":              {[]store.Body{command, run}, ""},
		"its questions": {[]store.Body{deploy, store.ToolStarted{ID: "c", Run: 1}, store.ToolAsked{ID: "c", Run: 1, Form: []forms.Question{where}}, ask,
			said(store.Answered, store.ByUser)}, "deploy: Where to?"},
		"its questions, by a reviewer":   {[]store.Body{deploy, ask, said(store.Answered, store.ByReviewer)}, ""},
		"its questions, put off":         {[]store.Body{deploy, ask, said(store.Cancelled, store.ByUser)}, ": Where to?"},
		"its second run":                 {[]store.Body{deploy, ask, said(store.Answered, store.ByUser), store.ToolStarted{ID: "c", Run: 2}}, ""},
		"a guard":                        {[]store.Body{store.InquiryRequest{ID: "c.where.1", Target: store.TargetUser, Question: where}, said(store.Answered, store.ByUser)}, ": Where to?"},
		"a guard, and gone on with":      {[]store.Body{store.InquiryRequest{ID: "c.where.1", Target: store.TargetUser, Question: where}, said(store.Answered, store.ByUser), store.ResponseEnd{}}, ""},
		"one call after a no to another": {[]store.Body{other, asks, put, command, run, allowed(store.PermitAllowed, store.ByUser)}, "run_command: Run make"},
		"a no to one call after another": {[]store.Body{command, run, allowed(store.PermitAllowed, store.ByUser), other, asks, put}, "run_command: Run make"},
		"another program's":              {[]store.Body{store.Observed{Program: store.ProgramClaude}, command, run, allowed(store.PermitAllowed, store.ByUser)}, ""},
	} {
		s := store.Open(t.TempDir(), func() time.Time { return t0 })
		fill(t, s, "aaaa", t0, append([]store.Body{store.TurnStart{}}, c.bodies...)...)
		_, answered, err := new(Watch).Look(s)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, e := range answered {
			got = append(got, e.Who+": "+e.Subject)
			if e.Dropped != (name == "its call was strange" || name == "its call was another") {
				t.Errorf("%s: dropped is %v", name, e.Dropped)
			}
			if conversation, digest, err := SplitRef(e.Ref); err != nil || conversation != "aaaa" || digest == "" || !e.Decided() || e.Answer != "" || e.Since.IsZero() {
				t.Errorf("%s: %+v, %v", name, e, err)
			}
		}
		if strings.Join(got, "; ") != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestWhatSomebodyGoesOnWith does not wait: whoever holds the conversation says what it waits for.
func TestWhatSomebodyGoesOnWith(t *testing.T) {
	s := store.Open(t.TempDir(), func() time.Time { return t0 })
	for _, id := range []string{"aaaa", "bbbb"} {
		fill(t, s, id, t0, store.TurnStart{}, call("c", "run_command", `{}`), store.PermissionRequest{ID: "c.run", Call: "c", Kind: store.PermitRun, Tool: "run_command"},
			store.PermissionResponse{ID: "c.run", Outcome: store.PermitAllowed, By: store.ByUser})
	}
	var w Watch
	look := func(want string, without ...string) {
		t.Helper()
		open, answered, err := w.Look(s, without...)
		got := ""
		for _, e := range answered {
			got += e.Conversation + " "
		}
		if err != nil || len(open) != 0 || got != want {
			t.Errorf("%q, want %q; %d are open; %v", got, want, len(open), err)
		}
	}
	look("aaaa bbbb ")
	look("aaaa ", "bbbb")
	c, _, err := s.OpenWrite("bbbb")
	if err != nil {
		t.Fatal(err)
	}
	look("aaaa ")
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	look("aaaa bbbb ")
}

// TestAnAnswerThatDoesNotCount says so: one that was not given here, or that another hand wrote.
func TestAnAnswerThatDoesNotCount(t *testing.T) {
	s := store.Open(t.TempDir(), func() time.Time { return t0 })
	answer := store.PermissionResponse{ID: "c.run", Outcome: store.PermitAllowed, By: store.ByUser}
	for _, id := range []string{"aaaa", "bbbb"} {
		fill(t, s, id, t0, store.TurnStart{}, call("c", "run_command", `{}`), store.PermissionRequest{ID: "c.run", Call: "c", Kind: store.PermitRun, Tool: "run_command"}, answer)
	}
	look := func(w *Watch, want string) {
		t.Helper()
		_, answered, err := w.Look(s)
		got := ""
		for _, e := range answered {
			if got += e.Conversation + " "; e.Strange {
				got += "strange "
			}
		}
		if err != nil || got != want {
			t.Errorf("%q, want %q; %v", got, want, err)
		}
	}
	look(&Watch{}, "aaaa bbbb ")
	look(&Watch{Here: func(id string, log store.Log) bool { return id == "aaaa" && log.Len() > 0 }}, "aaaa bbbb strange ")
	data, err := os.ReadFile(s.Path("aaaa"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(s.Path("aaaa"), bytes.Replace(data, []byte(`"tool":"run_command"`), []byte(`"tool":"run_commanD"`), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	look(&Watch{}, "aaaa strange bbbb ")
}

// TestAQuestionThatIsNotOfHere says so, also while somebody has the conversation open: who that is writes the
// note before the file. What is written between two looks at them makes nothing strange; nothing is noted of
// another program's session.
func TestAQuestionThatIsNotOfHere(t *testing.T) {
	s := store.Open(t.TempDir(), func() time.Time { return t0 })
	request := []store.Body{store.TurnStart{}, call("c", "run_command", `{}`), store.PermissionRequest{ID: "c.run", Call: "c", Kind: store.PermitRun, Tool: "run_command", Text: "Run make"}}
	for _, id := range []string{"aaaa", "bbbb"} {
		fill(t, s, id, t0, request...)
	}
	fill(t, s, "cccc", t0, append([]store.Body{store.Observed{Program: store.ProgramClaude, Session: "s"}}, request...)...)
	here := func(id string, _ store.Log) bool { return id == "aaaa" }
	look := func(want string) {
		t.Helper()
		open, err := (&Watch{Here: here}).All(s)
		got := ""
		for _, e := range open {
			if got += e.Conversation + " "; e.Strange {
				got += "strange "
			}
		}
		if err != nil || got != want {
			t.Errorf("%q, want %q; %v", got, want, err)
		}
	}
	look("aaaa bbbb strange ")
	var held []*store.Conversation
	for _, id := range []string{"bbbb", "cccc"} {
		c, _, err := s.OpenWrite(id)
		if err != nil {
			t.Fatal(err)
		}
		held = append(held, c)
	}
	look("aaaa bbbb strange cccc ")
	noted, more := 3, func() {
		ev, err := store.New(store.Head{V: store.Version, Seq: int64(held[0].Log().Len() + 1), Time: t0, Conversation: "bbbb", ID: "b-" + strconv.Itoa(held[0].Log().Len()+1), Turn: 1}, store.ScratchpadNote{Text: "more"})
		if err = errors.Join(err, held[0].Record(ev)); err != nil {
			t.Fatal(err)
		}
	}
	here = func(id string, log store.Log) bool { // it was recorded here, and one line comes between the looks
		if id == "bbbb" && noted == 3 {
			more()
			noted++
		}
		return id == "aaaa" || log.Len() == noted
	}
	look("aaaa bbbb cccc ")
	here = func(id string, _ store.Log) bool { // lines come all the time
		if id == "bbbb" {
			more()
		}
		return id == "aaaa"
	}
	look("aaaa bbbb strange cccc ")
	for _, c := range held {
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
