package coordinator

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"testing"

	"parley/coordinator/route"
	"parley/coordinator/tool"
	"parley/forms"
	"parley/providers"
	"parley/store"
)

// An edited text goes with a yes to the very proposal that it was made from, and is not
// remembered; anything else is not an answer.
func TestAnotherTextIsBoundToItsProposal(t *testing.T) {
	edited := func(digest string) *store.Edited { return &store.Edited{Digest: digest, Content: "mine"} }
	user := &store.AnsweredBy{By: store.ByUser, Via: &store.Via{Program: "story"}}
	for _, c := range []struct {
		name string
		in   Answered
		want store.InquiryResponse
	}{
		{"a yes", Answered{Value: json.RawMessage("true"), Edited: edited("d")},
			store.InquiryResponse{Outcome: store.Answered, ID: "c.q.1", Answer: json.RawMessage("true"), Edited: edited("d"), AnsweredBy: user}},
		{"remembered", Answered{Value: json.RawMessage("true"), Edited: edited("d"), Remember: true},
			store.InquiryResponse{Outcome: store.Answered, ID: "c.q.1", Answer: json.RawMessage("true"), Edited: edited("d"), AnsweredBy: user}},
		{"a no", Answered{Value: json.RawMessage("false"), Edited: edited("d")}, store.InquiryResponse{}},
		{"another proposal", Answered{Value: json.RawMessage("true"), Edited: edited("e")}, store.InquiryResponse{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			q := boolean(false, "true")
			q.Digest = "d"
			s := questioned(t, "patcher", q, with(QuestionRules{}, route.PolicyDeny), true)
			p, ok := s.state.Prompt()
			if !ok {
				t.Fatal("nothing is asked")
			}
			c.in.Key = p.Key
			s.send(c.in)
			if _, got := s.inquiry(); !reflect.DeepEqual(got, c.want) {
				t.Errorf("recorded is %+v, want %+v", got, c.want)
			}
		})
	}
}

// proposing is a tool that asks about a patch.
type proposing struct {
	patch tool.Patch
	err   error
}

func (proposing) Spec() tool.Spec {
	return tool.Spec{Name: "propose", Description: "proposes", Run: tool.Unattended, Result: tool.Unattended, Parameters: json.RawMessage(`{"type":"object","properties":{}}`)}
}

func (proposing) Run(context.Context, tool.Call) tool.Outcome { return tool.Success{} }

func (proposing) Patches(question string) bool { return question == "q" }

func (p proposing) Patch(context.Context, tool.Call) (tool.Patch, error) { return p.patch, p.err }

// A patch is given to the screen only if it is what was asked.
func TestThePatchOfAQuestion(t *testing.T) {
	gone := errors.New("it is gone")
	for _, c := range []struct {
		name     string
		question forms.Question
		tool     proposing
		none     bool
		err      error
	}{
		{"what was asked", forms.Question{ID: "q", Digest: "d"}, proposing{patch: tool.Patch{Path: "a", New: "b", Digest: "d"}}, false, nil},
		{"another one", forms.Question{ID: "q", Digest: "d"}, proposing{patch: tool.Patch{Path: "a", New: "b", Digest: "e"}}, false, ErrOtherPatch},
		{"none any more", forms.Question{ID: "q", Digest: "d"}, proposing{err: gone}, false, gone},
		{"a question without a digest", forms.Question{ID: "q"}, proposing{}, true, nil},
		{"another question", forms.Question{ID: "other", Digest: "d"}, proposing{}, true, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := tool.NewRegistry(tool.Entry{Tool: c.tool, Spec: c.tool.Spec()})
			if err != nil {
				t.Fatal(err)
			}
			s := newStory(t, 1)
			s.state.Env.Tools = r
			s.send(Opened{})
			s.send(Submitted{ID: "m", Text: "go"})
			s.send(ModelDone{Key: s.state.Running[0].Key, Response: providers.Response{Calls: []providers.Call{{ID: "c", Name: "propose", Arguments: `{}`}}}})
			c.question.Text, c.question.AnswerType = "Apply?", forms.AnswerType{Kind: forms.Boolean}
			s.send(ToolDone{Key: s.state.Running[0].Key, Outcome: tool.NeedsInput{Form: mustForm(c.question)}})
			p, ok := s.state.Prompt()
			if !ok {
				t.Fatal("nothing is asked")
			}
			read := (&Shell{state: s.state}).Patch(p)
			if c.none {
				if read != nil {
					t.Error("there is a patch")
				}
				return
			}
			got, err := read(context.Background())
			if !errors.Is(err, c.err) || err == nil && got != c.tool.patch {
				t.Errorf("got %+v, %v", got, err)
			}
		})
	}
}

// TestWhatWasTakenBefore is known when a question is asked again, until all of it is taken.
func TestWhatWasTakenBefore(t *testing.T) {
	q := boolean(false, "true")
	q.Digest = "d"
	part := &store.Edited{Digest: "d", Content: "a part", Part: store.Part{Taken: 1, Hunks: 2}}
	for name, taken := range map[string]*store.Edited{"a part": part, "all": nil} {
		s := questioned(t, "patcher", q, with(QuestionRules{}, route.PolicyDeny), true)
		asked := func() Prompt {
			t.Helper()
			p, ok := s.state.Prompt()
			if !ok {
				t.Fatal("nothing is asked")
			}
			return p
		}
		if p := asked(); p.Edited != nil {
			t.Errorf("%s: before: %+v", name, p.Edited)
		}
		s.send(Answered{Key: asked().Key, Value: json.RawMessage("true"), Edited: taken})
		again := q
		again.Digest = "e"
		s.send(ToolDone{Key: s.effect("tool"), Outcome: tool.NeedsInput{Form: mustForm(again)}})
		if p := asked(); !reflect.DeepEqual(p.Edited, taken) {
			t.Errorf("%s: again: %+v, want %+v", name, p.Edited, taken)
		}
	}
}
