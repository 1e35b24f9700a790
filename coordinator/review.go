package coordinator

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"unicode/utf8"

	"parley/forms"
	"parley/providers"
	"parley/store"
)

// repairs is how often an answer that does not fit is sent back.
const repairs = 2

// A reason longer than this is shortened for the record, and an answer longer
// than that for the request that sends it back; both in bytes.
const (
	longestReason = 4000
	longestBad    = 2000
)

// Reviewers finds the model that reviews a question of a tool.
type Reviewers func(ctx context.Context, tool, question string) (Model, error)

// ReviewWith performs reviews: the value of World.Review.
func ReviewWith(open Reviewers) func(State, store.Log, string) Performer {
	return func(s State, log store.Log, inquiry string) Performer {
		key := Review{Inquiry: inquiry}.Key()
		c, ok := s.inquired(inquiry)
		if !ok {
			return result(ReviewBroke{Key: key, Error: questionGoneText})
		}
		r := review{key: key, log: log, tool: c.Name, call: c.ID, inquiry: *c.Asking.Open, open: open}
		return r.perform
	}
}

// inquired finds the call whose open question has an id.
func (s State) inquired(inquiry string) (Call, bool) {
	t, _ := s.Folded.Current()
	for _, c := range t.Calls {
		if !c.Done && c.Asking != nil && c.Asking.Open != nil && c.Asking.Open.ID == inquiry {
			return c, true
		}
	}
	return Call{}, false
}

// review is one question before a reviewing model.
type review struct {
	key     Key
	log     store.Log
	tool    string
	call    string
	inquiry Inquiry
	open    Reviewers
}

// perform never fails because its context ended: then the question was stopped,
// or it stays open for when the program comes back.
func (r review) perform(ctx context.Context) (Input, Performer) {
	m, err := r.open(ctx, r.tool, r.inquiry.Question.ID)
	var v verdict
	if err == nil {
		v, err = r.ask(ctx, m)
	}
	switch {
	case err == nil:
		return Reviewed{Key: r.key, Value: v.answer, Reason: v.reason, Model: m.Name}, nil
	case ctx.Err() != nil:
		return Gone{Key: r.key}, nil
	}
	return ReviewBroke{Key: r.key, Error: err.Error(), Model: m.Name}, nil
}

// verdict is what a reviewer answered.
type verdict struct {
	answer json.RawMessage
	reason string
}

// ask asks until an answer fits, sending a bad one back at most twice. After that
// an answer that lacks only its reason is taken.
func (r review) ask(ctx context.Context, m Model) (verdict, error) {
	req, err := reviewRequest(r.log, r.tool, r.call, r.inquiry, m)
	if err != nil {
		return verdict{}, err
	}
	for try := 0; ; try++ {
		text, err := answerOf(ctx, m.Provider.Stream(ctx, req))
		if err != nil {
			return verdict{}, err
		}
		v, fault := readVerdict(r.inquiry.Question, text)
		if fault == nil || try == repairs && errors.Is(fault, errNoReason) {
			return v, nil
		}
		if try == repairs {
			return verdict{}, unusableText(fault)
		}
		req.Messages = append(req.Messages[:len(req.Messages):len(req.Messages)],
			providers.Message{Role: providers.Assistant, Text: shortened(orEmpty(text), longestBad)},
			providers.Message{Role: providers.User, Text: againText(fault)})
	}
}

func orEmpty(text string) string {
	if strings.TrimSpace(text) == "" {
		return emptyText
	}
	return text
}

// answerOf reads a stream to its end.
func answerOf(ctx context.Context, s providers.Stream) (text string, err error) {
	defer func() { err = errors.Join(err, s.Close()) }()
	for {
		d, err := s.Next(ctx)
		if err != nil {
			return "", err
		}
		if f, ok := d.(providers.Finished); ok {
			return f.Answer.Text, nil
		}
	}
}

// readVerdict reads a reviewer's answer and holds it to the question. The error
// is worded for the reviewer; with errNoReason the verdict is good otherwise.
func readVerdict(q forms.Question, text string) (verdict, error) {
	all, err := members(unfenced(text))
	if err != nil {
		return verdict{}, errNotOneObject
	}
	var v verdict
	seen := map[string]bool{}
	for _, m := range all {
		if seen[m.key] {
			return verdict{}, twiceFault(m.key)
		}
		seen[m.key] = true
		switch m.key {
		case "reason":
			if err := json.Unmarshal(m.value, &v.reason); err != nil {
				return verdict{}, errReasonType
			}
		case "answer":
			v.answer = m.value
		default:
			return verdict{}, strangeFault(m.key)
		}
	}
	if !seen["answer"] {
		return verdict{}, errNoAnswer
	}
	if err := q.Check(v.answer); err != nil {
		return verdict{}, misfitFault(err)
	}
	if v.reason = strings.TrimSpace(v.reason); v.reason == "" {
		return v, errNoReason
	}
	v.reason = shortened(v.reason, longestReason)
	return v, nil
}

// unfenced takes a Markdown fence off around a whole answer, which models add.
func unfenced(text string) json.RawMessage {
	b := bytes.TrimSpace([]byte(text))
	if !bytes.HasPrefix(b, []byte("```")) || !bytes.HasSuffix(b, []byte("```")) {
		return b
	}
	_, b, _ = bytes.Cut(b, []byte("\n"))
	return bytes.TrimSpace(bytes.TrimSuffix(b, []byte("```")))
}

func clipText(s string) string { return shortened(s, 40) }

// shortened cuts a text to at most n bytes, at a character, and says so.
func shortened(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + shortenedText
}
