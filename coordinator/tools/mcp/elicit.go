package mcp

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"parley/coordinator/tool"
	"parley/forms"
	"parley/forms/rawjson"
	"parley/store/text/secret"
)

// A question of a server is a form of ours. Since revision 2026-07-28 it is a result of
// the call, and the call is made again with the answers; before, the server asks while
// the call runs.

// mostForms is how many forms a call may ask for.
const mostForms = 20

// Limits of what a server wants back with the answers, and of what is kept for that.
const (
	mostState = 64 << 10
	mostAsked = 512 << 10
)

// asking is what is kept from one run of a call to the next.
type asking struct {
	Asker    string    `json:"asker"`           // nobody else gets the answers
	State    string    `json:"state,omitempty"` // what the server wants back
	Requests []request `json:"requests"`
	At       int       `json:"at"`                 // the request whose form is being asked
	Declined []string  `json:"declined,omitempty"` // ids of requests that were declined
	Forms    int       `json:"forms"`              // asked so far in this call
	First    bool      `json:"first,omitempty"`    // the call was refused: it is made for the first time after these
}

// questions are the questions of all requests; their ids are unique among them.
func (a asking) questions(server string) ([][]property, error) {
	used := map[string]bool{}
	var all [][]property
	for _, r := range a.Requests {
		p, err := r.ask(server, used)
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

// needs is the form of the request that comes next.
func (r remote) needs(a asking) tool.Outcome {
	all, err := a.questions(r.link.Name)
	var form forms.Form
	if err == nil {
		form, err = formOf(all[a.At])
	}
	if err != nil {
		return tool.Failure{Message: badQuestionText(r.link.Name, err)}
	}
	if a.Forms++; a.Forms > mostForms {
		return tool.Failure{Message: tooManyFormsText(r.link.Name, 1)}
	}
	state, err := json.Marshal(a)
	if err != nil || len(state) > mostAsked {
		return tool.Failure{Message: badQuestionText(r.link.Name, errors.New(tooLargeText))}
	}
	return tool.NeedsInput{Form: form, State: string(state)}
}

func formOf(all []property) (forms.Form, error) {
	qs := make([]forms.Question, len(all))
	for i, p := range all {
		qs[i] = p.question
	}
	return forms.New(qs)
}

// asks reads what a result asks for.
func (r remote) asks(c *connection, result *mcp.CallToolResult, before int) tool.Outcome {
	a := asking{Asker: r.link.asker(), State: result.RequestState, Forms: before}
	if len(result.InputRequests) > mostForms {
		return tool.Failure{Message: tooManyFormsText(r.link.Name, 1)}
	}
	if len(a.State) > mostState {
		return tool.Failure{Message: badQuestionText(r.link.Name, errors.New(tooLargeText))}
	}
	for _, id := range slices.Sorted(maps.Keys(result.InputRequests)) {
		e, ok := result.InputRequests[id].(*mcp.ElicitParams)
		if !ok {
			return tool.Failure{Message: badQuestionText(r.link.Name, errors.New(notAQuestionText))}
		}
		a.Requests = append(a.Requests, requestOf(id, e, c))
	}
	if len(a.Requests) == 0 && !a.holds(c) {
		return tool.Failure{Message: busyText(r.link.Name), Transient: true}
	}
	return r.kept(c, a)
}

// kept is the first form of what a server asks for, all of which goes on record, unless it holds a secret.
func (r remote) kept(c *connection, a asking) tool.Outcome {
	if a.holds(c) {
		return tool.Failure{Message: badQuestionText(r.link.Name, errors.New(stateHoldsText))}
	}
	return r.needs(a)
}

// holds reports whether there is a secret in what the server wants back, or tells one of its requests from
// the others by: that is its own to the letter, and nothing is taken out of it.
func (a asking) holds(c *connection) bool {
	back := a.State
	for _, q := range a.Requests {
		back += "\n" + q.ID + "\n" + q.Visit
	}
	return c.hide(back) != back || secret.HideText(a.State, c.hide) != a.State
}

func requestOf(id string, e *mcp.ElicitParams, c *connection) request {
	q := request{ID: id, Message: c.hide(e.Message), URL: c.hide(e.URL), Visit: e.ElicitationID}
	if e.Mode == "url" {
		q.Mode = "url"
		return q
	}
	said := request{ID: id, Message: e.Message, Schema: c.orders.of(e.RequestedSchema)}
	q.Schema = secret.HideJSON(said.Schema, c.hide)
	q.Hidden = q.Message+string(q.Schema) != said.Message+string(said.Schema) && !strings.Contains(said.Message+string(rawjson.Plain(said.Schema)), tool.Hidden)
	q.Hidden = q.Hidden && q.secrets() == said.secrets() // a word that asks for one may be what was hidden
	return q
}

// again takes what a call was answered: either there is another form, or the call is
// made again with all answers.
func (r remote) again(call tool.Call) (*asking, mcp.InputResponseMap, tool.Outcome) {
	if call.State == "" {
		return nil, nil, nil
	}
	var a asking
	if err := json.Unmarshal([]byte(call.State), &a); err != nil || a.At < 0 || a.At >= len(a.Requests) {
		return nil, nil, tool.Failure{Message: lostStateText(r.spec.Name)}
	}
	if a.Asker != r.link.asker() {
		return nil, nil, tool.Failure{Message: otherServerText(r.link.Name)}
	}
	all, err := a.questions(r.link.Name)
	if err != nil {
		return nil, nil, tool.Failure{Message: badQuestionText(r.link.Name, err)}
	}
	if call.Declined {
		a.Declined = append(a.Declined, a.Requests[a.At].ID)
	}
	for i, q := range a.Requests[:a.At+1] {
		if !slices.Contains(a.Declined, q.ID) && lacks(all[i], call.Answers) {
			a.back(i)
			return nil, nil, r.further(a) // a secret that a restart has lost
		}
	}
	if a.At++; a.At < len(a.Requests) {
		return nil, nil, r.further(a)
	}
	if a.First {
		if len(a.Declined) > 0 || slices.ContainsFunc(all, func(p []property) bool { return declines(p, valuesOf(call.Answers)) }) {
			return nil, nil, tool.Failure{Message: notVisitedText(r.link.Name)}
		}
		return &a, nil, nil
	}
	responses := mcp.InputResponseMap{}
	for i, q := range a.Requests {
		responses[q.ID] = responseTo(all[i], slices.Contains(a.Declined, q.ID), call.Answers)
	}
	return &a, responses, nil
}

// further asks for what the server wants to know beside what was answered, which it is told together.
func (r remote) further(a asking) tool.Outcome {
	out := r.needs(a)
	if n, asks := out.(tool.NeedsInput); asks {
		n.Untold = true
		return n
	}
	return out
}

// back goes back to a form. Those behind it are asked again, too.
func (a *asking) back(to int) {
	for _, q := range a.Requests[to:] {
		a.Declined = slices.DeleteFunc(a.Declined, func(id string) bool { return id == q.ID })
	}
	a.At = to
}

// lacks reports whether an answer to one of the questions is missing.
func lacks(all []property, answers map[string]tool.Answer) bool {
	return slices.ContainsFunc(all, func(p property) bool { _, ok := answers[p.id]; return !ok })
}

// responseTo is what goes back for one form.
func responseTo(all []property, declined bool, answers map[string]tool.Answer) *mcp.ElicitResult {
	if declined {
		return &mcp.ElicitResult{Action: "decline"}
	}
	values := valuesOf(answers)
	if declines(all, values) {
		return &mcp.ElicitResult{Action: "decline"}
	}
	return &mcp.ElicitResult{Action: "accept", Content: content(all, values)}
}

func valuesOf(answers map[string]tool.Answer) map[string]json.RawMessage {
	values := map[string]json.RawMessage{}
	for id, a := range answers {
		values[id] = a.Value
	}
	return values
}

// declines reports whether a no was said to what only asks for a yes.
func declines(all []property, values map[string]json.RawMessage) bool {
	return slices.ContainsFunc(all, func(p property) bool { return p.name == "" && string(values[p.id]) == "false" })
}

// visitsFirst reads what a call was refused for: pages that are to be visited before it is
// made again.
func (r remote) visitsFirst(c *connection, refused *jsonrpc.Error, before int) (tool.Outcome, bool) {
	var data struct {
		Pages []*mcp.ElicitParams `json:"elicitations"`
	}
	if refused.Code != mcp.CodeURLElicitationRequired || json.Unmarshal(refused.Data, &data) != nil || len(data.Pages) == 0 {
		return nil, false
	}
	if len(data.Pages) > mostForms {
		return tool.Failure{Message: tooManyFormsText(r.link.Name, 1)}, true
	}
	a := asking{Asker: r.link.asker(), Forms: before, First: true}
	for i, e := range data.Pages {
		if e == nil || e.Mode != "url" {
			return tool.Failure{Message: badQuestionText(r.link.Name, errors.New(notAQuestionText))}, true
		}
		a.Requests = append(a.Requests, requestOf(strconv.Itoa(i), e, c))
	}
	return r.kept(c, a), true
}
