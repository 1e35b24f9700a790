package mcp

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"parley/coordinator/tool"
	"parley/forms"
)

// A server of an earlier revision asks while calls run, and does not say for which of them. Over HTTP what comes on the
// stream of a call is of that call. On the one connection of a program, and on the stream that belongs to no
// call, it is known only where a single call runs; else the form says that it is one of several.

// streaming is what a request's context has: the call that it is of.
type streaming struct{}

// streams marks a context as that of the requests of a call.
func (r *running) streams(ctx context.Context) context.Context {
	return context.WithValue(ctx, streaming{}, r.token)
}

// streamed is the call of a request, "" for one that is of none, nil for the stream that is no request's.
func streamed(r *http.Request) *string {
	token, of := r.Context().Value(streaming{}).(string)
	if !of && r.Method == http.MethodGet {
		return nil
	}
	return &token
}

// stream is the name under which the sieve notes in a question on which call's stream it came. No server knows it.
var stream = "parley/" + rand.Text()

// streamOf is the call on whose stream a question came, and whether it came on one that is a call's.
func streamOf(e *mcp.ElicitParams) (token string, on bool) {
	token, on = e.Meta[stream].(string)
	return token, on
}

// marks notes in a question on which stream it came, if that is one of a request of ours.
func (s *sieve) marks(data []byte) ([]byte, bool) {
	if s.of == nil || !bytes.Contains(data, []byte("elicitation")) {
		return nil, false
	}
	return marked(data, *s.of)
}

// marked is a question with a note on which stream it came.
func marked(data []byte, token string) ([]byte, bool) {
	var m, params, meta map[string]json.RawMessage
	var method string
	if json.Unmarshal(data, &m) != nil || json.Unmarshal(m["method"], &method) != nil || method != "elicitation/create" || json.Unmarshal(m["params"], &params) != nil || params == nil {
		return nil, false
	}
	if raw, is := params["_meta"]; is && json.Unmarshal(raw, &meta) != nil {
		return nil, false
	}
	if meta == nil {
		meta = map[string]json.RawMessage{}
	}
	var err error
	if meta[stream], err = json.Marshal(token); err == nil {
		if params["_meta"], err = json.Marshal(meta); err == nil {
			if m["params"], err = json.Marshal(params); err == nil {
				data, err = json.Marshal(m)
			}
		}
	}
	return data, err == nil
}

// elicit answers a server that asks while a call runs. Where the call that keeps the form ends, and another one may
// have asked it, the form goes on with that one, and stays one of all that ran: the one that ended may have asked.
func (l *link) elicit(ctx context.Context, c *connection, e *mcp.ElicitParams) (*mcp.ElicitResult, error) {
	all := c.calls.askers(e)
	if tooMany(all) {
		for _, r := range all {
			r.stop(errors.New(tooManyFormsText(l.Name, len(all))))
		}
		return &mcp.ElicitResult{Action: "cancel"}, nil
	}
	if all = askable(all); len(all) == 0 {
		return &mcp.ElicitResult{Action: "decline"}, nil
	}
	var among []string
	if len(all) > 1 {
		for _, r := range all {
			among = append(among, r.id)
		}
	}
	for ; len(all) > 0; all = askable(all) {
		if result, err := l.put(ctx, c, e, all, among); result != nil || err != nil {
			return result, err
		}
	}
	return &mcp.ElicitResult{Action: "cancel"}, nil
}

// tooMany counts a form for each of the calls that may have asked for it, also while it waits for others, since each is
// kept meanwhile. It reports whether whichever asks has asked for too many.
func tooMany(all []*running) bool {
	fewest := int32(mostForms + 1)
	for _, r := range all {
		n := r.forms.Load()
		if len(all) == 1 {
			n = r.forms.Add(1)
		} else {
			n += r.perhaps.Add(1)
		}
		fewest = min(fewest, n)
	}
	return len(all) > 0 && fewest > mostForms
}

// askable are those of the calls that still run, and for which somebody can be asked.
func askable(all []*running) (out []*running) {
	for _, r := range all {
		if r.ask != nil && r.ctx.Err() == nil {
			out = append(out, r)
		}
	}
	return out
}

// put puts a form for the first of the calls that may ask, as one of those that ran when it came. Without a result that call
// has ended.
func (l *link) put(ctx context.Context, c *connection, e *mcp.ElicitParams, all []*running, among []string) (*mcp.ElicitResult, error) {
	r := all[0]
	r.asking.Lock()
	defer r.asking.Unlock()
	all = askable(all) // without those that ended meanwhile
	asked, over := r.until(ctx)
	defer over()
	if ctx.Err() != nil { // withdrawn while it waited for another one
		return &mcp.ElicitResult{Action: "cancel"}, nil
	}
	if asked.Err() != nil {
		return nil, nil
	}
	questions, err := requestOf("", e, c).ask(l.Name, map[string]bool{})
	var form forms.Form
	if err == nil {
		form, err = formOf(questions)
	}
	if err != nil {
		return nil, fmt.Errorf("the question cannot be asked: %w", err)
	}
	if page := questions[0].question.Page; page != "" {
		defer l.visits.asks(e.ElicitationID, page)()
	}
	for _, other := range all {
		defer other.waits()()
	}
	told, err := r.ask(asked, tool.Meanwhile{Form: form, Among: among})
	switch {
	case err != nil && ctx.Err() == nil && r.ctx.Err() != nil:
		return nil, nil
	case err != nil:
		return &mcp.ElicitResult{Action: "cancel"}, nil
	}
	l.given.add(told.Answers)
	return responseTo(questions, told.Declined, told.Answers), nil
}
