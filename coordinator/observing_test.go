package coordinator

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"parley/coordinator/tool"
	"parley/store"
)

// observing is the record of a request of another program, in memory.
type observing struct {
	t     *testing.T
	state State
	log   []store.Event
	n     int
}

func newObserving(t *testing.T, name, arguments string) *observing {
	t.Helper()
	o := &observing{t: t, state: State{
		Folded: Folded{Conversation: "c"},
		Env:    Env{Tools: storyTools(), Rules: storyRules{}, SomebodyThere: true, Workspace: "/work"},
	}}
	o.send(Observe{Of: store.Observed{Program: "claude", Session: "s"}, Text: "Run make", Tool: name, Arguments: arguments})
	return o
}

func (o *observing) send(in Input) Did {
	o.t.Helper()
	o.n++
	next, did := Step(o.state, Msg{Time: time.Unix(int64(o.n), 0), Nonce: fmt.Sprintf("n%d-", o.n), Body: in})
	o.state, o.log = next, append(o.log, did.Events...)
	return did
}

// said is the record in short.
func (o *observing) said() string {
	var out []string
	for _, ev := range o.log {
		text := ev.Body.Type()
		switch b := ev.Body.(type) {
		case store.ChatRequest:
			text += " " + b.Author
		case store.PermissionResponse:
			text += " " + strings.Join([]string{b.Outcome, b.Reason, b.By}, "/")
		case store.InquiryResponse:
			text += " " + b.Outcome + "/" + b.Reason
		case store.ToolCallResponse:
			text += " " + b.Content
		case store.TurnEnd:
			text += " " + b.Reason
		}
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}

const observedBegins = "observed, workspace, turn_start, chat_request bridge.claude, tool_call_request, response_end, permission_request"

// TestARequestOfAnotherProgram: it is asked about, and its turn ends with what came of it,
// without a model.
func TestARequestOfAnotherProgram(t *testing.T) {
	for _, c := range []struct {
		name  string
		sends []Input
		want  string
	}{
		{"asked", nil, ""},
		{"allowed", []Input{
			Permitted{Key: AskUser{ID: observedCall + ".run"}.Key(), Outcome: store.PermitAllowed},
			ToolDone{Key: RunTool{Turn: 1, Response: "1.1", Call: observedCall, Run: 1}.Key(), Outcome: tool.Success{Content: "Claude Code was told."}},
		}, ", permission_response allowed//user, tool_started, tool_call_response Claude Code was told., turn_ending, turn_end done"},
		{"refused", []Input{
			Permitted{Key: AskUser{ID: observedCall + ".run"}.Key(), Outcome: store.PermitSkipped, Reason: "Use a branch."},
		}, ", permission_response skipped/Use a branch./user, tool_call_response Tool skipped by user: Use a branch., turn_ending, turn_end done"},
		{"decided elsewhere", []Input{Closed{Reason: store.CancelElsewhere}},
			", permission_response cancelled/elsewhere/program, tool_call_response It was decided in the program that asked., turn_ending, turn_end done"},
		{"time over", []Input{Closed{Reason: store.CancelExpired}, Closed{Reason: store.CancelElsewhere}},
			", permission_response cancelled/expired/policy, tool_call_response Nothing was decided here in time, so the program that asked decides., turn_ending, turn_end done"},
		{"closed too late", []Input{
			Permitted{Key: AskUser{ID: observedCall + ".run"}.Key(), Outcome: store.PermitAllowed}, Closed{Reason: store.CancelElsewhere},
		}, ", permission_response allowed//user, tool_started"},
		{"asked twice", []Input{Observe{Of: store.Observed{Program: "codex"}}}, ""},
	} {
		o := newObserving(t, "run_command", `{}`)
		for _, in := range c.sends {
			if did := o.send(in); did.Err != nil {
				t.Errorf("%s: %v", c.name, did.Err)
			}
		}
		want := observedBegins + c.want
		if got := o.said(); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.name, got, want)
		}
		folded := FoldAll("c", store.Log{}.Append(o.log...))
		if !reflect.DeepEqual(folded, o.state.Folded) {
			t.Errorf("%s: the record folds to\n%+v, not\n%+v", c.name, folded, o.state.Folded)
		}
		for _, e := range Owed(folded, o.state.env()) {
			if _, asks := e.(CallModel); asks {
				t.Errorf("%s: a model is asked", c.name)
			}
		}
	}
}

// TestNothingIsClosedInAConversationOfOurs: only what another program asked can be decided
// elsewhere.
func TestNothingIsClosedInAConversationOfOurs(t *testing.T) {
	o := &observing{t: t, state: State{Folded: Folded{Conversation: "c"}, Env: Env{Tools: storyTools(), Rules: storyRules{}, SomebodyThere: true}}}
	o.send(Submitted{ID: "q", Text: "go"})
	before := o.said()
	o.send(Closed{Reason: store.CancelElsewhere})
	o.send(Observe{Of: store.Observed{Program: "claude"}, Tool: "run_command", Arguments: `{}`})
	if o.said() != before {
		t.Errorf("it says %s", o.said())
	}
}
