package server

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The tools that ask. A question is a result; to a client of an earlier revision the
// library asks it while the call runs.
func questions() []one {
	return []one{
		{"book", "Book a table", "Books a table. It asks for what it needs.", string(none), asking(table)},
		{"confirm", "", "Asks for a yes.", string(none), asking(yes)},
		{"both", "", "Asks two things at once.", string(none), asking(yes, table)},
		{"twenty", "", "Asks again and again.", `{"type":"object","properties":{"times":{"type":"integer"}}}`, again},
		{"password", "", "Asks for a password, which it may not.", string(none), asking(form{"login", "Who are you?", `{"type":"object","properties":{"user":{"type":"string"},"password":{"type":"string","title":"Your password"}},"required":["user","password"]}`})},
		{"visit", "", "Wants a page to be visited.", string(none), visit},
	}
}

type form struct{ id, message, schema string }

var table = form{"table", "Where and when?", `{"type":"object","properties":{` +
	`"when":{"type":"string","title":"Day","format":"date"},` +
	`"people":{"type":"integer","title":"How many people?","minimum":1,"maximum":8,"default":2},` +
	`"outside":{"type":"boolean","title":"Outside?","default":true},` +
	`"kitchen":{"type":"string","title":"Kitchen","oneOf":[{"const":"it","title":"Italian"},{"const":"fr","title":"French"}]},` +
	`"allergies":{"type":"array","title":"Allergies","items":{"type":"string","enum":["nuts","milk"]}},` +
	`"note":{"type":"string","title":"Anything else?","maxLength":40}},` +
	`"required":["when","people","outside","kitchen"]}`}

var yes = form{"sure", "Shall I do it?", `{"type":"object","properties":{"sure":{"type":"boolean","title":"Are you sure?"}},"required":["sure"]}`}

// asking asks forms, and says what it was told.
func asking(forms ...form) mcp.ToolHandler {
	return func(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if r.Params.RequestState != "asked" {
			ask := mcp.InputRequestMap{}
			for _, f := range forms {
				ask[f.id] = &mcp.ElicitParams{Mode: "form", Message: f.message, RequestedSchema: json.RawMessage(f.schema)}
			}
			return &mcp.CallToolResult{InputRequests: ask, RequestState: "asked"}, nil
		}
		return text(told(r.Params.InputResponses)), nil
	}
}

// told are the answers, in the order of their names.
func told(responses mcp.InputResponseMap) string {
	var lines []string
	for _, id := range slices.Sorted(maps.Keys(responses)) {
		e, ok := responses[id].(*mcp.ElicitResult)
		if !ok {
			lines = append(lines, id+": no answer")
			continue
		}
		content, err := json.Marshal(e.Content)
		if err != nil {
			content = []byte(err.Error())
		}
		lines = append(lines, fmt.Sprintf("%s: %s %s", id, e.Action, content))
	}
	return strings.Join(lines, "\n")
}

// again asks the same question many times; its state counts.
func again(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var a struct {
		Times int `json:"times"`
	}
	if err := json.Unmarshal(r.Params.Arguments, &a); err != nil {
		return nil, err
	}
	n, _ := strconv.Atoi(r.Params.RequestState)
	if n >= a.Times {
		return text("asked " + strconv.Itoa(n) + " times"), nil
	}
	return &mcp.CallToolResult{RequestState: strconv.Itoa(n + 1), InputRequests: mcp.InputRequestMap{"q": &mcp.ElicitParams{
		Mode: "form", Message: "Question " + strconv.Itoa(n+1),
		RequestedSchema: json.RawMessage(`{"type":"object","properties":{"value":{"type":"boolean","title":"Number ` + strconv.Itoa(n+1) + `?"}},"required":["value"]}`),
	}}}, nil
}

// first refuses every other call: a page is to be visited before.
func first() mcp.ToolHandler {
	var calls atomic.Int64
	return func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if calls.Add(1)%2 == 0 {
			return text("connected"), nil
		}
		return nil, mcp.URLElicitationRequiredError([]*mcp.ElicitParams{{Mode: "url", Message: "Connect your account.", URL: "https://example.com/connect", ElicitationID: "connect-1"}})
	}
}

func visit(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return visiting(r, func() (string, error) { return "https://example.com/login?for=parley", nil })
}

// visiting asks for a visit of a page.
func visiting(r *mcp.CallToolRequest, page func() (address string, err error)) (*mcp.CallToolResult, error) {
	if r.Params.RequestState == "asked" {
		return text(told(r.Params.InputResponses)), nil
	}
	address, err := page()
	return &mcp.CallToolResult{RequestState: "asked", InputRequests: mcp.InputRequestMap{"page": &mcp.ElicitParams{
		Mode: "url", Message: "Please log in there.", URL: address, ElicitationID: "page-1",
	}}}, err
}

// ownPage wants a page of this server to be visited, which says then that it was.
func ownPage(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return visiting(r, func() (string, error) {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return "", err
		}
		go http.Serve(l, http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
			if q.URL.Path != "/login" {
				http.NotFound(w, q)
				return
			}
			if err := r.Session.NotifyElicitationComplete(q.Context(), &mcp.ElicitationCompleteParams{ElicitationID: "page-1"}); err != nil {
				http.Error(w, err.Error(), http.StatusGone)
				return
			}
			fmt.Fprintln(w, "Done. You can go back to your terminal.")
		}))
		return "http://" + l.Addr().String() + "/login", nil
	})
}
