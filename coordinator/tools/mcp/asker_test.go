package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"parley/coordinator/tool"
)

// TestAQuestionIsOfTheCallOnWhoseStreamItComes: two calls of one tool run, and the one that began last asks.
func TestAQuestionIsOfTheCallOnWhoseStreamItComes(t *testing.T) {
	streams, over := make(chan func(string), 2), make(chan struct{})
	s := spoken(t, `{"jsonrpc":"2.0","id":%s,"result":{"tools":[{"name":"go","inputSchema":{"type":"object"}}]}}`, func(w http.ResponseWriter, id json.RawMessage) {
		w.Header().Set("Content-Type", "text/event-stream")
		say := func(m string) {
			fmt.Fprint(w, "data: "+m+"\n\n")
			w.(http.Flusher).Flush()
		}
		say(`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}`)
		streams <- say
		<-over
		say(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"done"}]}}`, id))
	})
	asked, ends := make(chan string, 2), make(chan string, 2)
	begin := func(id string) func(string) {
		call := tool.Call{ID: id, Name: "w__go", Arguments: json.RawMessage(`{}`), Attempt: 1, Live: io.Discard}
		call.Ask = func(_ context.Context, m tool.Meanwhile) (tool.Told, error) {
			asked <- id + strings.Join(m.Among, " ")
			return tool.Told{Declined: true}, nil
		}
		go func() { ends <- ended(find(t, s, "w__go").Run(t.Context(), call)) }()
		return <-streams
	}
	begin("AAA")
	say := begin("BBB")
	say(`{"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":{"message":"?","requestedSchema":{"type":"object","properties":{"a":{"type":"string"}}}}}`)
	same(t, "who asks", <-asked, "BBB")
	close(over)
	same(t, "an end", <-ends, "success: done")
	same(t, "the other", <-ends, "success: done")
}

// TestAQuestionOnNoCallsStreamIsOfOneOfThem: all that run may ask, and where the first of them ends, the form goes on with
// the others, and is still one of all: the first may have asked.
func TestAQuestionOnNoCallsStreamIsOfOneOfThem(t *testing.T) {
	c := &connection{given: &given{}, orders: newOrders()}
	l := &link{Server: Server{Name: "w"}}
	asked := make(chan string)
	begin := func(id string) *running {
		call := tool.Call{ID: id, Live: io.Discard}
		call.Ask = func(ctx context.Context, m tool.Meanwhile) (tool.Told, error) {
			asked <- id + ": " + strings.Join(m.Among, " ")
			if id == "AAA" {
				<-ctx.Done()
				return tool.Told{}, ctx.Err()
			}
			return tool.Told{Declined: true}, nil
		}
		r, _ := c.calls.begin(t.Context(), 0, nil, call)
		return r
	}
	first, second := begin("AAA"), begin("BBB")
	result := make(chan string)
	go func() {
		r, err := l.elicit(t.Context(), c, &mcp.ElicitParams{Message: "?", RequestedSchema: map[string]any{"type": "object", "properties": map[string]any{}}})
		result <- fmt.Sprint(r.Action, err)
	}()
	same(t, "who asks", <-asked, "AAA: AAA BBB")
	if second.paused.Load() != 1 {
		t.Error("the second may be given up as silent while a person is asked")
	}
	first.end()
	same(t, "who asks then", <-asked, "BBB: AAA BBB")
	same(t, "the server is told", <-result, "decline<nil>")
	for _, on := range []string{first.token, "", "another"} {
		r, err := l.elicit(t.Context(), c, &mcp.ElicitParams{Meta: mcp.Meta{stream: on}})
		same(t, "on a stream of no call that runs", fmt.Sprint(r.Action, err), "decline<nil>")
	}
}
