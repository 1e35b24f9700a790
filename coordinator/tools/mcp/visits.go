package mcp

import (
	"context"
	"encoding/json"
	"slices"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A server of an earlier protocol revision may report that the user is done on a page. It
// identifies the visit by an id that it gave with the question.

// tasks are the calls that wait for such a report, and the questions asked while their call
// runs.
type tasks struct {
	mu      sync.Mutex
	live    []visiting
	waiting []visiting
}

// visiting is a visit, identified by the server's id.
type visiting struct {
	id, page string
	done     chan struct{}
}

// asks notes a question that is asked while its call runs, until over is called.
func (v *tasks) asks(id, page string) (over func()) {
	done := make(chan struct{})
	v.mu.Lock()
	v.live = append(v.live, visiting{id, page, done})
	v.mu.Unlock()
	return func() { v.forget(done) }
}

// await waits until the server reports that one of the visits is over. Earlier reports do not
// count: nobody had agreed to visit anything then.
func (v *tasks) await(ctx context.Context, ids ...string) bool {
	ids = slices.DeleteFunc(ids, func(id string) bool { return id == "" })
	done := make(chan struct{})
	v.mu.Lock()
	for _, id := range ids {
		v.waiting = append(v.waiting, visiting{id: id, done: done})
	}
	v.mu.Unlock()
	defer v.forget(done)
	select {
	case <-done:
		return true
	case <-ctx.Done():
		return false
	}
}

// over tells those who wait that the visit is over.
func (v *tasks) over(id string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, w := range v.waiting {
		if w.id == id {
			select {
			case <-w.done:
			default:
				close(w.done)
			}
		}
	}
}

func (v *tasks) forget(done chan struct{}) {
	v.mu.Lock()
	defer v.mu.Unlock()
	its := func(w visiting) bool { return w.done == done }
	v.live, v.waiting = slices.DeleteFunc(v.live, its), slices.DeleteFunc(v.waiting, its)
}

// of returns the ids of the open questions that ask for a visit to this page.
func (v *tasks) of(page string) (ids []string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, q := range v.live {
		if q.page == page {
			ids = append(ids, q.id)
		}
	}
	return ids
}

// Visited waits until the server reports that the user is done on a page.
func (r remote) Visited(ctx context.Context, state, page string) bool {
	return r.link.visits.await(ctx, r.link.visit(state, page)...)
}

// visit returns the server's ids for the visit to a page.
func (l *link) visit(state, page string) []string {
	if state == "" {
		return l.visits.of(page)
	}
	var a asking
	if json.Unmarshal([]byte(state), &a) != nil || a.Asker != l.asker() || a.At < 0 || a.At >= len(a.Requests) {
		return nil
	}
	q := a.Requests[a.At]
	if _, address, err := safeAddress(q.URL); err != nil || q.Mode != "url" || address != page {
		return nil
	}
	return []string{q.Visit}
}

// completes handles the server's report that a visit is over.
func (l *link) completes(p *mcp.ElicitationCompleteParams) {
	if p != nil {
		l.visits.over(p.ElicitationID)
	}
}
