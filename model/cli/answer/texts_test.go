package answer

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"parley/coordinator"
	"parley/forms"
	"parley/store"
	"parley/store/inbox"
	"parley/store/record"
)

// TestWhoHasItOpen is told where an answer is on record and the turn cannot be gone on with.
func TestWhoHasItOpen(t *testing.T) {
	const rest = " has the conversation open by now, so nothing goes on from here. If it does not go on there, `parley resume c1 --park --non-interactive` does once that is closed"
	for pid, who := range map[int]string{0: "another process", 12: "process 12"} {
		if got := elsewhereText(&store.LockedError{ID: "c1", PID: pid}); got != "recorded; "+who+rest {
			t.Errorf("%q", got)
		}
	}
}

// TestWhoWasFirst is told to whoever comes later, in words and not in those of the record.
func TestWhoWasFirst(t *testing.T) {
	you := &store.AnsweredBy{By: store.ByUser}
	permission := &store.PermissionRequest{ID: "c.run"}
	question := func(kind forms.Kind, options ...forms.Option) *store.InquiryRequest {
		return &store.InquiryRequest{ID: "c.q.1", Question: forms.Question{ID: "q", AnswerType: forms.AnswerType{Kind: kind, Options: options}}}
	}
	said := func(answer string) *store.InquiryResponse {
		return &store.InquiryResponse{Outcome: store.Answered, Answer: json.RawMessage(answer), AnsweredBy: you}
	}
	reviewed, reply, edited := said("false"), &store.InquiryResponse{Outcome: store.Cancelled, Reason: store.CancelReply, Reply: "not\nnow"}, said("true")
	reviewed.Reason, reviewed.AnsweredBy = "no need", &store.AnsweredBy{By: store.ByReviewer, Model: "small"}
	edited.Edited = &store.Edited{Part: store.Part{Taken: 1, Hunks: 2}}
	const already, gone = "it was answered already: ", "it is not asked any more: "
	for _, c := range []struct {
		x    record.Exchange
		want string
	}{
		{record.Exchange{Permission: permission, Permitted: &store.PermissionResponse{Outcome: store.PermitAllowed, By: store.ByUser}}, already + "allowed, by you"},
		{record.Exchange{Permission: permission, Permitted: &store.PermissionResponse{Outcome: store.PermitEdited, By: store.ByUser}}, already + "edited, then allowed, by you"},
		{record.Exchange{Permission: permission, Permitted: &store.PermissionResponse{Outcome: store.PermitDenied, By: store.ByUser, Reason: "by then"}}, already + `no, by you: "by then"`},
		{record.Exchange{Permission: permission, Permitted: &store.PermissionResponse{Outcome: store.PermitDenied, By: store.ByPolicy, Reason: store.CancelPolicyDenied}}, already + "no, by the policy, nobody was there"},
		{record.Exchange{Permission: permission, Permitted: &store.PermissionResponse{Outcome: store.PermitCancelled, By: store.ByPolicy, Reason: store.CancelAmiss}}, gone + "not answered: it did not fit the call by then"},
		{record.Exchange{Inquiry: question(forms.Boolean), Answer: said("true")}, already + "yes, by you"},
		{record.Exchange{Inquiry: question(forms.Boolean), Answer: said("false")}, already + "no, by you"},
		{record.Exchange{Inquiry: question(forms.Boolean), Answer: reviewed}, already + `no, by the reviewer small: "no need"`},
		{record.Exchange{Inquiry: question(forms.Boolean), Answer: edited}, already + "yes, 1 of 2 hunks, by you"},
		{record.Exchange{Inquiry: question(forms.Select, forms.Option{Value: json.RawMessage(`"s"`), Label: "Staging"}), Answer: said(`"s"`)}, already + `"Staging (s)", by you`},
		{record.Exchange{Inquiry: question(forms.MultiSelect, forms.Option{Value: json.RawMessage(`"s"`), Label: "Staging"}, forms.Option{Value: json.RawMessage(`"l"`)}), Answer: said(`["s","l"]`)}, already + `"Staging (s), l", by you`},
		{record.Exchange{Inquiry: question(forms.Number), Answer: said("1.50")}, already + "1.50, by you"},
		{record.Exchange{Inquiry: question(forms.Text), Answer: said(`"no, by \"me\"\nand \u001b[2Jmore"`)}, already + `"no, by \"me\"␊and ␛[2Jmore", by you`},
		{record.Exchange{Inquiry: question(forms.Text), Answer: said(`"` + strings.Repeat("a", 300) + `"`)}, already + `"` + strings.Repeat("a", 199) + `…", by you`},
		{record.Exchange{Inquiry: question(forms.Text), Answer: said("null")}, already + "left out, by you"},
		{record.Exchange{Inquiry: question(forms.Schema), Answer: said(`{"host":"db","port":5432}`)}, already + `"host: db, port: 5432", by you`},
		{record.Exchange{Inquiry: question(forms.Secret), Answer: &store.InquiryResponse{Outcome: store.Redacted, AnsweredBy: you}}, already + "a secret, by you"},
		{record.Exchange{Inquiry: question(forms.Text), Answer: reply}, gone + `you replied: "not␊now"`},
		{record.Exchange{Inquiry: question(forms.Text), Answer: &store.InquiryResponse{Outcome: store.Cancelled, Reason: store.CancelCut}}, gone + "not answered: it was closed first"},
	} {
		if got := firstText(c.x); got != c.want+"; nothing was changed" {
			t.Errorf("%q, not %q", got, c.want)
		}
	}
}

// TestWhereAHolderWasLookedFor is told where it takes no answers: it may listen elsewhere.
func TestWhereAHolderWasLookedFor(t *testing.T) {
	const want = "another process has c1 open, and no socket of it in /run/user/7/parley takes answers; if it was started with another XDG_RUNTIME_DIR or TMPDIR, set that, else answer there, or close it and try again"
	if got := deafText("c1", "/run/user/7/parley"); got != want {
		t.Errorf("%q", got)
	}
}

// TestWhatIsAskedAnew: whoever answers what was asked before is told what has changed, and what
// names the new question.
func TestWhatIsAskedAnew(t *testing.T) {
	const ref = "576xstqtw21g/a0c0f019b2bbfc14"
	for _, c := range []struct {
		asked store.PermissionRequest
		want  string
	}{
		{store.PermissionRequest{Tool: "deploy", Identity: "two", Rested: "then"}, "This was asked before, and since then files of the workspace that the command of deploy names have changed. " +
			"What was said then was for the files as they were, so you are asked again."},
		{store.PermissionRequest{Tool: "deploy"}, "What it is for has changed since."},
	} {
		want := "that is not asked any more, and nothing was changed. " + c.want + " `parley answer " + ref + "` answers what is asked now"
		if got := anewText(ref, c.asked); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestAYesToMoreThanWasTaken says what was taken before.
func TestAYesToMoreThanWasTaken(t *testing.T) {
	part := store.Edited{Part: store.Part{Taken: 1, Hunks: 2}}
	for _, c := range []struct {
		e    store.Edited
		want string
	}{
		{part, "the yes is to all of the change; before it was asked again, 1 of 2 hunks of it had been taken. On a screen, a part can be taken"},
		{store.Edited{}, "the yes is to the change as it was proposed; before it was asked again, a text of your own had been taken"},
	} {
		if got := takenText(c.e); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// TestWhatWasDropped: a question that its call no longer asks says why, and the inbox does not say
// of it that it was answered.
func TestWhatWasDropped(t *testing.T) {
	const gone = "that is not asked any more, and nothing was changed. "
	for told, want := range map[string]string{
		"deploy was called when another folder was at /w. What was said of this call was for that folder.": gone + "deploy was called when another folder was at /w",
		"": gone + "What asked it has changed since",
	} {
		asked, err := store.New(store.Head{V: store.Version, Seq: 1, ID: "a", Time: time.Unix(1, 0).UTC(), Conversation: "c"}, store.InquiryRequest{ID: "q", Call: "c1"})
		if err != nil {
			t.Fatal(err)
		}
		end, err := store.New(store.Head{V: store.Version, Seq: 2, ID: "b", Time: time.Unix(2, 0).UTC(), Conversation: "c"}, store.ToolCallResponse{ID: "c1", Content: told, IsError: true})
		if err != nil {
			t.Fatal(err)
		}
		closed := store.InquiryResponse{ID: "q", Outcome: store.Cancelled, Reason: store.CancelAmiss}
		why, dropped := droppedFor(store.Log{}.Append(asked, end), coordinator.Request{Event: asked, ID: "q", Answer: closed})
		if got := droppedText(why); !dropped || got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		closed.Reason = store.CancelReply
		if _, dropped := droppedFor(store.Log{}, coordinator.Request{Event: asked, ID: "q", Answer: closed}); dropped {
			t.Error("a reply is a question that was dropped")
		}
	}
	if got := waitingWords(inbox.Entry{Kind: inbox.Answered, Who: "deploy", Strange: true}); got != "answered, but not here, so it is asked again" {
		t.Error(got)
	}
	if got := waitingWords(inbox.Entry{Kind: inbox.Permission, Who: "Assistant", Reviewer: "m", Strange: true}); !strings.HasPrefix(got, "not asked here") || strings.Contains(got, "Assistant") {
		t.Errorf("of what was not asked here: %q", got)
	}
	if got := waitingWords(inbox.Entry{Kind: inbox.Answered, Dropped: true}); got != "not asked any more, waits to go on" {
		t.Errorf("the inbox says %q", got)
	}
}
