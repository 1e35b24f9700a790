package model

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"parley/coordinator"
	"parley/store"
	"parley/views"
)

// entries turns what the transcript holds into what the pane shows, and keeps
// what is shown before it is on record.
type entries struct {
	answers  map[string]*views.Live // response id to the answer that is arriving
	shownAs  map[string]string      // id of a transcript entry to the pane's
	thoughts map[string]views.Reasoning
	outputs  map[string]string // call id to the end of its live output
	notes    int
}

// outputKept is how much of a run's live output is kept to be shown.
const outputKept = 32 << 10

func responseOf(key coordinator.Key) string {
	parts := strings.Split(string(key), "/")
	if len(parts) == 4 && parts[0] == "model" {
		return parts[2] + "/" + parts[3]
	}
	return string(key)
}

// liveAnswer returns the answer that the effect of the key is writing.
func (e *entries) liveAnswer(key coordinator.Key) *views.Live {
	id := responseOf(key)
	if e.answers == nil {
		e.answers = map[string]*views.Live{}
	}
	if e.answers[id] == nil {
		e.answers[id] = views.NewLive("answer/" + id)
	}
	return e.answers[id]
}

func (e *entries) liveThought(key coordinator.Key, text string) views.Reasoning {
	id := responseOf(key)
	if e.thoughts == nil {
		e.thoughts = map[string]views.Reasoning{}
	}
	t := e.thoughts[id]
	t.Key, t.Rev, t.Text = "thought/"+id, t.Rev+1, t.Text+text
	t.Live = true
	e.thoughts[id] = t
	return t
}

// callOf returns the call that a run's key names.
func (e *entries) callOf(key coordinator.Key) (string, bool) {
	parts := strings.SplitN(string(key), "/", 4)
	if len(parts) != 4 || parts[0] != "tool" {
		return "", false
	}
	call := parts[3]
	if i := strings.LastIndexByte(call, '/'); i >= 0 {
		return call[:i], true
	}
	return "", false
}

func (e *entries) output(in coordinator.ToolSaid) {
	id, ok := e.callOf(in.Key)
	if !ok {
		return
	}
	if e.outputs == nil {
		e.outputs = map[string]string{}
	}
	all := e.outputs[id] + in.Text
	e.outputs[id] = strings.ToValidUTF8(all[max(len(all)-outputKept, 0):], "�")
	e.notes++ // revisions only ever grow
}

func (e *entries) note(kind views.NoteKind, text string) views.Note {
	e.notes++
	return views.Note{Key: fmt.Sprintf("note/%d", e.notes), Kind: kind, Text: text}
}

// key is the pane's id for a transcript entry. What was shown while it arrived
// keeps its place.
func (e *entries) key(x store.Entry, live string) string {
	if e.shownAs == nil {
		e.shownAs = map[string]string{}
	}
	if k, ok := e.shownAs[x.ID]; ok {
		return k
	}
	k := "entry/" + x.ID
	if live != "" {
		k = live
	}
	e.shownAs[x.ID] = k
	return k
}

// view draws one entry of the transcript; nil means that it is not shown.
func (e *entries) view(x store.Entry, hidden func(string) bool) views.Entry {
	switch b := x.Item.(type) {
	case *store.Message:
		return views.Message{Key: e.key(x, ""), Rev: x.Version, Text: b.Text, Author: b.Author}
	case *store.Answer:
		return e.answer(x, b)
	case *store.Thought:
		return e.thought(x, b)
	case *store.ToolCall:
		return e.call(x, b, hidden(b.Name))
	case *store.Asked:
		d := decision(b.Exchange)
		d.Key, d.Rev = e.key(x, ""), x.Version
		return d
	case *store.Failure:
		return views.Note{Key: e.key(x, ""), Rev: x.Version, Kind: views.Failure, Text: failureText(b)}
	case *store.Note:
		return views.Note{Key: e.key(x, ""), Rev: x.Version, Kind: views.Info, Text: b.Text}
	case *store.Mark:
		if text := markText(b.Body); text != "" {
			return views.Note{Key: e.key(x, ""), Rev: x.Version, Kind: views.Info, Text: text}
		}
	}
	return nil
}

// live finds what was shown of an answer while it arrived: that of any of its
// tries which no recorded part has taken over.
func (e *entries) live(x store.Entry, response string) (id string, key string) {
	if k, ok := e.shownAs[x.ID]; ok {
		return "", k
	}
	for try := 9; try > 0; try-- {
		id := fmt.Sprintf("%s/%d", response, try)
		if _, ok := e.answers[id]; ok {
			return id, "answer/" + id
		}
	}
	return "", ""
}

func (e *entries) answer(x store.Entry, b *store.Answer) views.Entry {
	id, key := e.live(x, b.Response)
	partial := b.State == store.Partial || b.State == store.Dropped
	if l, ok := e.answers[id]; ok {
		e.key(x, key)
		if !partial {
			l.Finish()
			delete(e.answers, id)
			return l
		}
		delete(e.answers, id)
	}
	return views.Answer{Key: e.key(x, key), Rev: 1<<20 + x.Version, Text: b.Text, Partial: partial}
}

func (e *entries) thought(x store.Entry, b *store.Thought) views.Entry {
	key := ""
	for try := 9; try > 0; try-- {
		id := fmt.Sprintf("%s/%d", b.Response, try)
		if t, ok := e.thoughts[id]; ok {
			key = t.Key
			delete(e.thoughts, id)
			break
		}
	}
	return views.Reasoning{Key: e.key(x, key), Rev: 1<<20 + x.Version, Text: b.Text}
}

func (e *entries) call(x store.Entry, b *store.ToolCall, hidden bool) views.Entry {
	c := views.Call{
		Key: e.key(x, ""), Rev: x.Version<<16 + e.notes, Tool: b.Name, Summary: summary(b.Arguments), Hidden: hidden,
		Arguments: b.Arguments, State: views.CallPending, Output: e.outputs[b.ID],
	}
	for _, d := range b.Exchanges {
		c.Decisions = append(c.Decisions, decision(d))
		if d.Open() {
			c.State = views.CallWaiting
		}
	}
	switch {
	case b.Result != nil:
		c.State, c.Result = views.CallDone, b.Result.Content
		if b.Result.IsError {
			c.State = views.CallFailed
		} else {
			c.Right = measure(b.Result.Content)
		}
		c.Output = ""
		delete(e.outputs, b.ID)
	case c.State != views.CallWaiting && b.Runs > 0:
		c.State = views.CallRunning
	}
	return c
}

func measure(text string) string {
	n := strings.Count(strings.TrimRight(text, "\n"), "\n") + 1
	if n == 1 {
		return ""
	}
	return fmt.Sprintf("%d lines", n)
}

// summary is the argument of a call that tells the most in a line: its path,
// command or pattern, else the arguments as they are.
func summary(arguments json.RawMessage) string {
	var args map[string]json.RawMessage
	if json.Unmarshal(arguments, &args) != nil {
		return string(arguments)
	}
	for _, name := range []string{"command", "path", "pattern", "question", "query", "url"} {
		var s string
		if json.Unmarshal(args[name], &s) == nil && s != "" {
			return s
		}
	}
	if len(args) == 0 {
		return ""
	}
	return string(arguments)
}

// decision is a question or permission and what came of it.
func decision(x store.Exchange) views.Decision {
	d := views.Decision{Question: x.Text(), Reason: x.Reason()}
	if x.Open() {
		return d
	}
	d.Took = took(x.Closed.Sub(x.Asked))
	if x.Permitted != nil {
		d.Question = x.Permission.Tool + ": " + x.Permission.Text
		d.Answer, d.Who = permitted(*x.Permitted), who(x.Permitted.By, "")
		return d
	}
	d.Context = x.Inquiry.Question.Context
	a := x.Answer
	switch a.Outcome {
	case store.Answered:
		d.Answer = answerText(x.Inquiry.Question.AnswerType, a.Answer)
		if a.Edited != nil {
			d.Answer += ", edited"
		}
	case store.Redacted:
		d.Answer = "given, kept secret"
	default:
		d.Answer, d.Reason = cancelText(a.Reason), a.Reply
	}
	if a.AnsweredBy != nil {
		d.Who = who(a.AnsweredBy.By, a.AnsweredBy.Model)
	}
	return d
}

func took(d time.Duration) string {
	switch {
	case d < time.Second:
		return ""
	case d < time.Minute:
		return fmt.Sprintf("%d s", int(d.Seconds()))
	case d < time.Hour:
		return fmt.Sprintf("%d min", int(d.Minutes()))
	}
	return fmt.Sprintf("%d h", int(d.Hours()))
}
