package coordinator

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"parley/coordinator/window"
	"parley/forms"
	"parley/forms/rawjson"
	"parley/providers"
	"parley/store"
	"parley/store/record"
	"parley/store/text/clean"
)

// repairs is how often an answer that does not fit is sent back.
const repairs = 2

// Lengths in bytes beyond which a reason is shortened for the record, and an answer
// for the request that sends it back.
const (
	longestReason = 4000
	longestBad    = 2000
)

// Reviewers finds the model that reviews a question of a tool.
type Reviewers func(ctx context.Context, tool, question string) (Model, error)

// ReviewWith performs reviews: the value of World.Review. files gives the contents of
// kept files.
func ReviewWith(open Reviewers, files window.Kept) func(State, store.Log, string) Performer {
	return func(s State, log store.Log, inquiry string) Performer {
		key := Review{Inquiry: inquiry}.Key()
		c, ok := s.inquired(inquiry)
		if !ok {
			return result(ReviewBroke{Key: key, Error: questionGoneText})
		}
		from := window.Seen{Log: log, Placed: s.Folded.Placed, Theirs: s.theirs, Files: files}
		r := review{key: key, from: from, tool: c.Name, call: c.ID, inquiry: *c.Asking.Open, open: open}
		if s.identity(c.Name) != "" { // the question of a tool of ours shows what is done
			r.ran = s.ran(c)
		}
		return r.perform
	}
}

// inquired finds the call whose open question has an id.
func (s State) inquired(inquiry string) (Call, bool) {
	t, _ := s.Folded.Current()
	for _, c := range t.Calls.All() {
		if !c.Done && c.Asking != nil && c.Asking.Open != nil && c.Asking.Open.ID == inquiry {
			return *c, true
		}
	}
	return Call{}, false
}

// review is one question for a reviewer.
type review struct {
	key     Key
	from    window.Seen
	tool    string
	call    string
	ran     json.RawMessage // the arguments of the call's run
	inquiry Inquiry
	open    Reviewers
}

// perform never fails because its context ended: then the question was stopped, or
// stays open until the program comes back.
func (r review) perform(ctx context.Context) (Input, Performer) {
	m, err := r.open(ctx, r.tool, r.inquiry.Question.ID)
	if err != nil {
		return r.broke(ctx, m, err), nil
	}
	req, err := r.from.ReviewRequest(r.tool, r.call, window.Asked{ID: r.inquiry.ID, Question: r.inquiry.Question, Call: r.otherwise()}, m)
	if err != nil {
		return r.broke(ctx, m, err), nil
	}
	return asked{review: r, model: m, request: req}.send(ctx)
}

// otherwise are the arguments of the call's run, nil where they say what its model wrote.
func (r review) otherwise() json.RawMessage {
	for i := r.from.Log.Len() - 1; i >= 0 && len(r.ran) > 0; i-- {
		if b, is := r.from.Log.At(i).Body.(store.ToolCallRequest); is && b.ID == r.call {
			if forms.Equal(b.Arguments, r.ran) {
				return nil
			}
			break
		}
	}
	return r.ran
}

func (r review) broke(ctx context.Context, m Model, err error) Input {
	if ctx.Err() != nil {
		return Gone{Key: r.key}
	}
	return ReviewBroke{Key: r.key, Error: err.Error(), Model: m.Name}
}

// asked is a review whose model was sent a request: the question, and its answers so
// far, and what is wrong with them.
type asked struct {
	review
	model   Model
	request providers.Request
	try     int // how many answers did not fit
	stream  providers.Stream
}

func (a asked) send(ctx context.Context) (Input, Performer) {
	a.stream = a.model.Provider.Stream(ctx, a.request)
	return a.hear(ctx)
}

// hear reads the stream to its end. It reports at once if the provider waits before
// another attempt.
func (a asked) hear(ctx context.Context) (Input, Performer) {
	for {
		d, err := a.stream.Next(ctx)
		if err != nil {
			return a.broke(ctx, a.model, errors.Join(err, a.stream.Close())), nil
		}
		switch d := d.(type) {
		case providers.Retrying:
			return ReviewDelayed{Key: a.key, Retry: d}, a.hear
		case providers.Finished:
			if err := a.stream.Close(); err != nil {
				return a.broke(ctx, a.model, err), nil
			}
			return a.judge(ctx, d.Response)
		}
	}
}

// judge accepts an answer that fits. A bad one is sent back at most twice; after that
// an answer that only lacks a reason is accepted.
func (a asked) judge(ctx context.Context, said providers.Response) (Input, Performer) {
	v, fault := readVerdict(a.inquiry.Question, said.Text)
	if unended(said.Finish) {
		fault = unendedFault(said.Finish)
	}
	if len(said.Calls) > 0 { // a second answer may stand there, or what the first depends on
		fault = errCalls
	}
	switch {
	case fault == nil, a.try == repairs && errors.Is(fault, errNoReason):
		return Reviewed{Key: a.key, Value: v.answer, Reason: v.reason, Model: a.model.Name}, nil
	case a.try == repairs:
		return a.broke(ctx, a.model, unusableText(fault)), nil
	}
	a.try++
	a.request.Messages = append(slices.Clip(a.request.Messages),
		providers.Message{Role: providers.Assistant, Text: window.Shortened(orEmpty(said.Text), longestBad)},
		providers.Message{Role: providers.User, Text: againText(fault)})
	return a.send(ctx)
}

// unended reports whether a model was kept from finishing, so that an answer that
// looks complete may not be.
func unended(finish string) bool { return !record.Whole(finish) }

// verdict is what a reviewer answered.
type verdict struct {
	answer json.RawMessage
	reason string
}

func orEmpty(text string) string {
	if strings.TrimSpace(text) == "" {
		return emptyText
	}
	return text
}

// readVerdict reads a reviewer's answer and checks it against the question. The error
// is worded for the reviewer; with errNoReason the verdict is otherwise good.
func readVerdict(q forms.Question, text string) (verdict, error) {
	all, err := rawjson.Members([]byte(rawjson.Unfenced(text)))
	if err != nil {
		return verdict{}, errNotOneObject
	}
	var v verdict
	seen := map[string]bool{}
	for _, m := range all {
		if seen[m.Key] {
			return verdict{}, twiceFault(m.Key)
		}
		seen[m.Key] = true
		switch m.Key {
		case "reason":
			if err := json.Unmarshal(m.Value, &v.reason); err != nil {
				return verdict{}, errReasonType
			}
		case "answer":
			v.answer = m.Value
		default:
			return verdict{}, strangeFault(m.Key)
		}
	}
	if !seen["answer"] {
		return verdict{}, errNoAnswer
	}
	if err := q.Check(v.answer); err != nil {
		return verdict{}, misfitFault(err)
	}
	if v.reason = strings.TrimSpace(v.reason); clean.Nothing(v.reason) {
		v.reason = ""
		return v, errNoReason
	}
	v.reason = window.Shortened(v.reason, longestReason)
	return v, nil
}

func clipText(s string) string { return window.Shortened(s, 40) }
