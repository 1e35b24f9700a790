package coordinator

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"parley/coordinator/route"
	"parley/coordinator/tool"
	"parley/providers"
	"parley/store"
)

// amongStory has two calls that run, and a form of one of them, of which it is not known which.
func amongStory(t *testing.T, second string, there bool) (*story, []Key) {
	t.Helper()
	s := newStory(t, 1)
	s.state.Env.Rules = storyRules{detached: route.PolicyDeny}
	s.begin(1)
	s.send(ModelDone{Key: s.at(t, OfModel), Response: providers.Response{Text: "text", Model: "m/a", Finish: "tool_calls", Calls: []providers.Call{
		{ID: "c1", Name: "server", Arguments: "{}"}, {ID: "c2", Name: second, Arguments: "{}"}}}})
	var runs []Key
	for _, c := range s.state.Folded.Stack[0].Calls.All() {
		runs = append(runs, RunTool{Turn: 1, Response: c.Response, Call: c.ID, Run: 1}.Key())
	}
	s.state.Env.SomebodyThere = there
	s.send(ToolAsks{Key: runs[0], Form: askerForm(), Among: []string{"c1", "c2"}})
	return s, runs
}

// TestAQuestionOfOneOfSeveralCallsIsOfNone: neither the screen nor the record says that one of them asks, and no answer to
// it is remembered or taken for theirs.
func TestAQuestionOfOneOfSeveralCallsIsOfNone(t *testing.T) {
	for second, want := range map[string]store.Source{"server": {Source: "tool", Name: "server"}, "asker": {Source: "server", Name: "server"}} {
		s, _ := amongStory(t, second, true)
		p, _ := s.state.Prompt()
		if p.Which != "one of its 2 calls" || p.Among != 2 || p.Label != "server" || p.Memorable {
			t.Errorf("%s: the prompt is %+v", second, p)
		}
		asked := s.disk[len(s.disk)-1].Body.(store.InquiryRequest)
		if asked.Call != "" || !slices.Equal(asked.Among, []string{"c1", "c2"}) || asked.Source != want || asked.Question.Remembered() || asked.Target != store.TargetUser {
			t.Errorf("%s: on record: %+v", second, asked)
		}
		s.send(Answered{Key: s.at(t, OfUser), Value: json.RawMessage("false")})
		if c := s.state.Folded.Stack[0].Calls.At(0); c.Judged != nil || len(s.state.Folded.Stack[0].Memory) > 0 {
			t.Errorf("%s: a no of another call is that of %+v", second, c)
		}
	}
}

// TestAReplyEndsEachCallThatMayHaveAsked, and the model is not told that one of them did.
func TestAReplyEndsEachCallThatMayHaveAsked(t *testing.T) {
	s, _ := amongStory(t, "asker", true)
	before := len(s.disk)
	s.send(Replied{Key: s.at(t, OfUser), Text: "why?"})
	var ended []string
	for _, ev := range s.disk[before:] {
		if b, is := ev.Body.(store.ToolCallResponse); is && b.IsError && strings.Contains(b.Content, "did not say for which") {
			ended = append(ended, b.ID)
		}
	}
	if !slices.Equal(ended, []string{"c1", "c2"}) {
		t.Errorf("%v ended of %s", ended, types(s.disk[before:]))
	}
}

// TestAReplyEndsNoCallThatIsOver: what a call that ran to its end gave waits for its release all the same.
func TestAReplyEndsNoCallThatIsOver(t *testing.T) {
	s, runs := amongStory(t, "giver", true)
	s.send(ToolDone{Key: runs[1], Outcome: tool.Success{Content: "private"}})
	before := len(s.disk)
	s.send(Replied{Key: s.at(t, OfUser), Text: "why?"})
	if got := types(s.disk[before:]); got != "inquiry_response tool_call_response permission_request" {
		t.Errorf("after the reply: %s", got)
	}
	if p, _ := s.state.Prompt(); p.Call != "c2" {
		t.Errorf("the prompt is %+v", p)
	}
}

// TestWhereNobodyAnswersOneOfSeveralCallsNoneEnds: their server is told that it was declined.
func TestWhereNobodyAnswersOneOfSeveralCallsNoneEnds(t *testing.T) {
	s, runs := amongStory(t, "asker", false)
	if got := types(s.disk[len(s.disk)-3:]); got != "tool_asked inquiry_request inquiry_response" {
		t.Errorf("on record: %s", got)
	}
	s.at(t, OfTelling)
	for _, run := range runs {
		if !s.state.runs(run) {
			t.Errorf("%v was ended", run)
		}
	}
}
