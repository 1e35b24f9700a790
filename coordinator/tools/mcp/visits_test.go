package mcp

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"testing"
	"testing/synctest"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"parley/coordinator/tool"
)

// TestAServerSaysThatAPageWasVisited: in earlier revisions, while its call runs.
func TestAServerSaysThatAPageWasVisited(t *testing.T) {
	s := newSet(t, local(t, "t", "legacy page"))
	s.Connect(t.Context(), false)
	x := find(t, s, "t__visit").(remote)
	call := tool.Call{ID: "c", Name: "t__visit", Arguments: json.RawMessage(`{}`), Attempt: 1, Live: io.Discard}
	call.Ask = func(ctx context.Context, m tool.Meanwhile) (tool.Told, error) {
		f := m.Form
		page := f.Questions()[0].Page
		done := make(chan bool)
		go func() { done <- x.Visited(ctx, "", page) }()
		for waits := false; !waits; {
			x.link.visits.mu.Lock()
			waits = len(x.link.visits.waiting) > 0
			x.link.visits.mu.Unlock()
		}
		response, err := http.Get(page)
		if err != nil {
			return tool.Told{}, err
		}
		response.Body.Close()
		if !<-done {
			t.Errorf("nothing was said of %s", page)
		}
		told := tool.Told{Answers: map[string]tool.Answer{}}
		values(f, map[string]string{"visited": "true"}, told.Answers)
		return told, nil
	}
	same(t, "the end", ended(x.Run(t.Context(), call)), "success: page: accept null")
	if v := &x.link.visits; len(v.live)+len(v.waiting) > 0 {
		t.Errorf("left is %+v", v)
	}
}

// TestWhatCountsAsVisited: an id that this server gave for this page, reported while somebody
// waits for it.
func TestWhatCountsAsVisited(t *testing.T) {
	const page = "https://example.com/a"
	me := Server{Name: "t", Identity: "me"}
	at := func(a asking) string {
		text, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	whole := asking{Asker: me.asker(), Requests: []request{{Mode: "url", URL: page, Visit: "v"}}}
	change := func(by func(a *asking)) string {
		a := whole
		a.Requests = []request{whole.Requests[0]}
		by(&a)
		return at(a)
	}
	for name, test := range map[string]struct {
		state, page, says string
		want              bool
	}{
		"it":                 {at(whole), page, "v", true},
		"another id":         {at(whole), page, "w", false},
		"no id":              {at(whole), page, "", false},
		"another page":       {at(whole), page + "b", "v", false},
		"another server":     {change(func(a *asking) { a.Asker = "you" }), page, "v", false},
		"a form":             {change(func(a *asking) { a.Requests[0].Mode = "" }), page, "v", false},
		"it has no id":       {change(func(a *asking) { a.Requests[0].Visit = "" }), page, "", false},
		"past the end":       {change(func(a *asking) { a.At = 1 }), page, "v", false},
		"before the start":   {change(func(a *asking) { a.At = -1 }), page, "v", false},
		"no state":           {"{", page, "v", false},
		"live":               {"", "https://example.com/live", "l", true},
		"live, another":      {"", "https://example.com/live", "v", false},
		"live, another page": {"", page, "l", false},
	} {
		synctest.Test(t, func(t *testing.T) {
			l := &link{Server: me}
			defer l.visits.asks("l", "https://example.com/live")()
			l.completes(&mcp.ElicitationCompleteParams{ElicitationID: test.says}) // nobody waits yet
			ctx, stop := context.WithCancel(t.Context())
			got := make(chan bool, 1)
			go func() { got <- remote{link: l}.Visited(ctx, test.state, test.page) }()
			synctest.Wait()
			l.completes(nil)
			l.completes(&mcp.ElicitationCompleteParams{ElicitationID: test.says})
			l.completes(&mcp.ElicitationCompleteParams{ElicitationID: test.says})
			synctest.Wait()
			stop()
			if is := <-got; is != test.want {
				t.Errorf("%s: %v, want %v", name, is, test.want)
			}
		})
	}
}
