package coordinator

import (
	"context"
	"encoding/json"

	"parley/coordinator/tool"
	"parley/store"
)

// A question may ask the user to visit a page, and the asker may find out by itself when the
// user is done there. It is believed only for a page that the user opened: otherwise it would
// be answering for somebody who has agreed to nothing.

// PageOpened reports that the user opened the page of the open question with this key.
type PageOpened struct{ Key Key }

// Visited reports that the user is done on the page of a question.
type Visited struct{ Key Key }

func (PageOpened) input() {}
func (Visited) input()    {}

// AwaitVisit waits until the asker of an inquiry reports that the user is done on its page.
type AwaitVisit struct {
	Inquiry string
	Call    string
}

// Key identifies the effect by the question.
func (e AwaitVisit) Key() Key { return Key{Kind: OfVisit, ID: e.Inquiry} }

// owedVisit returns the wait that a call owes once the user has opened the page of its
// question.
func owedVisit(t *Turn, c *Call, env Env) Effect {
	if env.AnswersOnly || c.Done || c.Asking == nil || c.Asking.Open == nil || !env.now.visits.has(c.Asking.Open.ID) {
		return nil
	}
	if _, asks := owedAsking(t, c, env).(AskUser); !asks || visiting(c, env) == nil {
		return nil
	}
	return AwaitVisit{Inquiry: c.Asking.Open.ID, Call: c.ID}
}

// visiting returns the tool of a call if it can find out about visits, otherwise nil.
func visiting(c *Call, env Env) tool.Visiting {
	e, _ := env.Tools.Get(c.Name)
	v, _ := e.Tool.(tool.Visiting)
	return v
}

// pageOpened notes that the user opened a page. This is not recorded: after a crash the
// question is open again, and the page can be opened again.
func (s State) pageOpened(m PageOpened) State {
	c, ok := s.asked(m)
	if ok && m.Key.Kind == OfUser && s.runs(m.Key) && c.Asking.Open.Question.Page != "" {
		s.visits = s.visits.with(m.Key.ID, struct{}{})
	}
	return s
}

// visited records a yes on the asker's behalf: what it asked for has been done.
func visited(c Call) ([]store.Body, bool) {
	open, yes := *c.Asking.Open, json.RawMessage("true")
	if open.Question.Page == "" || open.Question.Check(yes) != nil {
		return nil, false
	}
	return []store.Body{store.InquiryResponse{
		Outcome: store.Answered, ID: open.ID, Answer: yes, AnsweredBy: &store.AnsweredBy{By: store.ByServer},
	}}, true
}

// awaiting performs an [AwaitVisit].
func (s *Shell) awaiting(e AwaitVisit) Performer {
	t, _ := s.state.Folded.Current()
	c, ok := t.Call(e.Call)
	by := visiting(&c, s.state.Env)
	if !ok || by == nil || c.Asking == nil || c.Asking.Open == nil {
		return result(Gone{Key: e.Key()})
	}
	state, page := c.State, c.Asking.Open.Question.Page
	if c.asksLive() {
		state = ""
	}
	return func(ctx context.Context) (Input, Performer) {
		if !by.Visited(ctx, state, page) {
			return Gone{Key: e.Key()}, nil
		}
		return Visited{Key: e.Key()}, nil
	}
}
