package record

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"parley/store"
)

// replaced is a log in which a yes was given to a tool that is another one by the time that
// it would have been acted on, and which is asked about anew.
func replaced(t *testing.T) (l store.Log) {
	t.Helper()
	first := store.PermissionRequest{ID: "c.run", Call: "c", Kind: store.PermitRun, Tool: "deploy", Text: "deploy shop", Arguments: json.RawMessage(`{"a":"x","b":"y"}`), Identity: "one"}
	again := first
	again.ID, again.Identity, again.Was = "c.run.2", "two", "one"
	for i, b := range []store.Body{
		store.TurnStart{}, store.ToolCallRequest{Response: "r", ID: "c", Name: "deploy", Arguments: first.Arguments},
		first, store.PermissionResponse{ID: "c.run", Outcome: store.PermitAllowed, Scope: store.ScopeOnce, By: store.ByUser}, store.MemoryRevoked{ID: "c.run", Reason: store.RevokedReplaced}, again,
	} {
		ev, err := store.New(store.Head{V: store.Version, Seq: int64(i + 1), ID: "e", Time: time.Date(2026, 1, 2, 15, 4, 5+i, 0, time.UTC), Conversation: "c", Turn: 1}, b)
		if err != nil {
			t.Fatal(err)
		}
		l = l.Append(ev)
	}
	return l
}

func TestWhatIsSaidOfAFolderThatTookThePlace(t *testing.T) {
	const want = "This was asked before, and since then another folder has taken the place of /a, where the same call may do something else. " +
		"What was said then was for the folder that was there, so you are asked again."
	if got := moved((store.PermissionRequest{From: "/a", FromWas: "1"})); got != want {
		t.Errorf("%q", got)
	}
}

// TestWhatIsSaidOfAFile: the questions of a move and of a deletion say that nothing is there, and
// that what is there is another thing than what was asked about.
func TestWhatIsSaidOfAFile(t *testing.T) {
	const (
		gone    = "The file that this is about is not there now. A yes is for that: about one that comes there later you are asked again."
		came    = "This was asked before, when no file was there. What was said then was for that, so you are asked again."
		changed = "This was asked before, and since then the file has changed. What was said then was for the file as it was, so you are asked again."
	)
	for _, c := range []struct {
		rests, rested string
		want          []string
	}{
		{"sha256:1", "", nil},
		{store.NoFiles, "", []string{gone}},
		{"sha256:1", store.NoFiles, []string{came}},
		{"sha256:1", "sha256:2", []string{changed}},
		{store.NoFiles, "sha256:2", []string{changed, gone}},
	} {
		for _, name := range []string{"fs_move_file", "fs_delete_file"} {
			if got := Cautions(store.PermissionRequest{Tool: name, Rests: c.rests, Rested: c.rested}); !slices.Equal(got, c.want) {
				t.Errorf("%s of %q, asked of %q: %q", name, c.rests, c.rested, got)
			}
		}
	}
	const other = "This was asked before, and since then another folder stands where the command is to run, or a link there leads elsewhere. " +
		"What was said then was for the other, so you are asked again."
	if got := Cautions(store.PermissionRequest{Tool: "run_command", Rests: "1", Rested: "2"}); !slices.Equal(got, []string{other}) {
		t.Errorf("of a folder: %q", got)
	}
	if got := missing(store.PermissionRequest{Identity: "one", Rests: store.NoFiles}); got != "" {
		t.Errorf("a tool of the user's own: %q", got)
	}
}

func TestWhyAPermissionIsAskedAnew(t *testing.T) {
	for _, c := range []struct {
		p    store.PermissionRequest
		want string
	}{
		{store.PermissionRequest{Personal: "p", Changed: "c"}, ""},
		{store.PermissionRequest{Before: store.PermitAllowed}, "asked again: the yes on record was not accounted for"},
		{store.PermissionRequest{Was: "one"}, "asked again: the tool is another one"},
		{store.PermissionRequest{Identity: "one", Rested: store.NoFiles}, "asked again: files that its command names have changed"},
		{store.PermissionRequest{Rested: store.NoFiles}, "asked again: no file was there before"},
		{store.PermissionRequest{Tool: "run_command", Rested: "1", Rests: "2"}, "asked again: the folder to run in is another one"},
		{store.PermissionRequest{Rested: "sha256:1", Rests: store.NoFiles}, "asked again: the file has changed"},
		{store.PermissionRequest{Rests: store.NoFiles}, ""},
		{store.PermissionRequest{From: "/a"}, "asked again: the workspace is another one"},
		{store.PermissionRequest{From: "/a", FromWas: "1"}, "asked again: another folder has taken the workspace's place"},
		{store.PermissionRequest{Before: store.PermitEdited, Was: "one"}, "asked again: the yes on record was not accounted for; the tool is another one"},
	} {
		if got := Anew(c.p); got != c.want {
			t.Errorf("%+v: %q, want %q", c.p, got, c.want)
		}
		if (Anew(c.p) == "") != (unaccounted(c.p) == "" && Replaced(c.p) == "" && altered(c.p) == "" && moved(c.p) == "") {
			t.Errorf("%+v is asked anew in one set of words only", c.p)
		}
	}
}

func TestWhatBecameOfAnAnswerThatWasTakenBack(t *testing.T) {
	for _, c := range []struct {
		reason         string
		lasted         bool
		user, stranger string
	}{
		{"", true, "no longer remembered", "taken back later"},
		{"", false, "no longer counts", "counted no more"},
		{store.RevokedReplaced, true, "no longer counts: the tool is another one", "counted no more: the tool was another one by then"},
		{store.RevokedReplaced, false, "no longer counts: the tool is another one", "counted no more: the tool was another one by then"},
		{store.RevokedFiles, false, "no longer counts: files that the command names have changed", "counted no more: files that the command names had changed by then"},
		{store.RevokedFolder, false, "no longer counts: the folder to run in is another one", "counted no more: the folder to run in was another one by then"},
		{store.RevokedMoved, false, "no longer counts: the workspace is another one", "counted no more: the workspace was another one by then"},
		{RevokedBack, false, "no longer counts: you went back", "counted no more: the user went back"},
		{RevokedReply, false, "no longer counts: you replied instead", "counted no more: the user replied instead"},
		{RevokedDecline, false, "no longer counts: you declined the rest", "counted no more: the user declined the rest"},
		{RevokedAgain, true, "no longer counts: it was asked again", "counted no more: it was asked again"},
		{RevokedUnfinished, false, "no longer counts: the rest was not answered", "counted no more: the rest was not answered"},
		{"of_tomorrow", false, "no longer counts", "counted no more"},
	} {
		if got := ToUser.Revoked(c.reason, c.lasted); got != c.user {
			t.Errorf("the user is told %q of %q, want %q", got, c.reason, c.user)
		}
		if got := ToStranger.Revoked(c.reason, c.lasted); got != c.stranger {
			t.Errorf("a stranger is told %q of %q, want %q", got, c.reason, c.stranger)
		}
	}
}

// TestAnExchangeSaysThatItsAnswerCountsNoMore, whatever it was an answer to.
func TestAnExchangeSaysThatItsAnswerCountsNoMore(t *testing.T) {
	for _, c := range []struct {
		x    Exchange
		want string
	}{
		{Exchange{Permitted: &store.PermissionResponse{Scope: store.ScopeTurn}}, ""},
		{Exchange{Forgotten: true, Permitted: &store.PermissionResponse{Scope: store.ScopeTurn}}, "no longer remembered"},
		{Exchange{Forgotten: true, Permitted: &store.PermissionResponse{Scope: store.ScopeOnce}}, "no longer counts"},
		{Exchange{Forgotten: true, Why: store.RevokedReplaced, Permitted: &store.PermissionResponse{Scope: store.ScopeTurn}}, "no longer counts: the tool is another one"},
		{Exchange{Forgotten: true, Answer: &store.InquiryResponse{Remember: "no"}}, "no longer remembered"},
		{Exchange{Forgotten: true, Answer: &store.InquiryResponse{}}, "no longer counts"},
	} {
		if got := c.x.Revoked(); got != c.want {
			t.Errorf("%+v: %q, want %q", c.x, got, c.want)
		}
	}
	call, ok := NewTranscript(replaced(t)).At(1).Item.(*ToolCall)
	if !ok || len(call.Exchanges) != 2 {
		t.Fatalf("the call is %+v", call)
	}
	if got := []string{call.Exchanges[0].Revoked(), call.Exchanges[1].Revoked()}; !slices.Equal(got, []string{"no longer counts: the tool is another one", ""}) {
		t.Errorf("told is %q", got)
	}
}

// TestAnAuditSaysWhyItWasAskedAnew, and what became of the earlier answer.
func TestAnAuditSaysWhyItWasAskedAnew(t *testing.T) {
	a := NewAudit(replaced(t))
	const want = `2026-01-02T15:04:07Z  deploy, permission to run  (c.run)
  deploy shop
  | a: x
  | b: y
  allowed, by you, after 1s
  no longer counts: the tool is another one
2026-01-02T15:04:10Z  deploy, permission to run  (c.run.2)
  deploy shop
  | This was asked before, and since then what stands behind the name deploy has changed: its command, its server, its parameters, its options or its description. What was said then was for the other, so you are asked again.
  | a: x
  | b: y
  open
`
	if got := a.Words(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	d := a.Decisions
	if !d[0].Forgotten || d[0].Revoked != store.RevokedReplaced || d[0].Told != nil || d[1].Forgotten || len(d[1].Told) != 1 {
		t.Errorf("got %+v", d)
	}
}
