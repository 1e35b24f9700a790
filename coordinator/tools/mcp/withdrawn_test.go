package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"testing"

	"parley/coordinator/tool"
)

// TestAServerWithdrawsItsQuestions: the one that is asked, whose form ends while the call goes on,
// and one that waits for it. That one may still be asked for a moment, since what a server takes
// back is told by a goroutine for each.
func TestAServerWithdrawsItsQuestions(t *testing.T) {
	said := make(chan string)
	s := spoken(t, `{"jsonrpc":"2.0","id":%s,"result":{"tools":[{"name":"go","inputSchema":{"type":"object"}}]}}`, func(w http.ResponseWriter, id json.RawMessage) {
		w.Header().Set("Content-Type", "text/event-stream")
		for m := range said {
			fmt.Fprint(w, "data: "+m+"\n\n")
			w.(http.Flusher).Flush()
		}
		fmt.Fprintf(w, "data: "+`{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"done"}]}}`+"\n\n", id)
	})
	ask := func(id string) {
		said <- fmt.Sprintf(`{"jsonrpc":"2.0","id":%q,"method":"elicitation/create","params":{"message":"?","requestedSchema":{"type":"object","properties":{%q:{"type":"string"}}}}}`, id, id)
	}
	withdraw := func(id string) {
		said <- fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%q}}`, id)
	}
	asked, over := make(chan string), make(chan error, 3)
	call := tool.Call{ID: "c", Name: "w__go", Arguments: json.RawMessage(`{}`), Attempt: 1, Live: io.Discard}
	call.Ask = func(ctx context.Context, m tool.Meanwhile) (tool.Told, error) {
		f := m.Form
		id := f.Questions()[0].ID
		asked <- id
		if id == "third" {
			told := tool.Told{Answers: map[string]tool.Answer{}}
			values(f, map[string]string{id: `"yes"`}, told.Answers)
			over <- nil
			return told, nil
		}
		<-ctx.Done()
		over <- context.Cause(ctx)
		return tool.Told{}, ctx.Err()
	}
	done := make(chan tool.Outcome, 1)
	go func() { done <- find(t, s, "w__go").Run(t.Context(), call) }()
	ask("first")
	same(t, "asked", <-asked, "first")
	ask("second")
	withdraw("second")
	withdraw("first")
	if err := <-over; !errors.Is(err, tool.ErrWithdrawn) {
		t.Errorf("the first ended with %v", err)
	}
	ask("third")
	next := <-asked
	if next == "second" {
		if err := <-over; !errors.Is(err, tool.ErrWithdrawn) {
			t.Errorf("the second ended with %v", err)
		}
		next = <-asked
	}
	same(t, "asked next", next, "third")
	close(said)
	same(t, "the end", ended(<-done), "success: done")
}

// TestAQuestionThatWasWithdrawnIsNotAsked: it is known at once.
func TestAQuestionThatWasWithdrawnIsNotAsked(t *testing.T) {
	r := &running{ctx: t.Context()}
	withdrawn, withdraw := context.WithCancel(t.Context())
	withdraw()
	ctx, over := r.until(withdrawn)
	defer over()
	if !errors.Is(context.Cause(ctx), tool.ErrWithdrawn) {
		t.Errorf("it may be asked: %v", context.Cause(ctx))
	}
}

// TestMoreQuestionsThanACallMayAsk end it, also where all but the first wait for their turn.
func TestMoreQuestionsThanACallMayAsk(t *testing.T) {
	over := make(chan struct{})
	s := spoken(t, `{"jsonrpc":"2.0","id":%s,"result":{"tools":[{"name":"go","inputSchema":{"type":"object"}}]}}`, func(w http.ResponseWriter, _ json.RawMessage) {
		w.Header().Set("Content-Type", "text/event-stream")
		for i := range mostForms + 1 {
			fmt.Fprintf(w, "data: "+`{"jsonrpc":"2.0","id":"q%d","method":"elicitation/create","params":{"message":"?","requestedSchema":{"type":"object","properties":{"a":{"type":"string"}}}}}`+"\n\n", i)
		}
		w.(http.Flusher).Flush()
		<-over
	})
	call := tool.Call{ID: "c", Name: "w__go", Arguments: json.RawMessage(`{}`), Attempt: 1, Live: io.Discard}
	call.Ask = func(ctx context.Context, _ tool.Meanwhile) (tool.Told, error) {
		<-ctx.Done() // nobody answers
		return tool.Told{}, ctx.Err()
	}
	end := ended(find(t, s, "w__go").Run(t.Context(), call))
	close(over)
	same(t, "the end", end, "failure: "+tooManyFormsText("w", 1))
}
