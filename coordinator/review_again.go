package coordinator

import (
	"context"
	"errors"

	"parley/coordinator/window"
	"parley/store"
)

// Decided is a recorded question of a tool call that was answered: where in the log it was
// asked, and by which tool.
type Decided struct {
	At       int // position of the event that asked
	Inquiry  store.InquiryRequest
	Tool     string
	Response store.InquiryResponse
}

// Questions returns the answered questions of calls in a log, in the order in which they were
// asked. Those before a fork belong to the original conversation and are left out.
func Questions(log store.Log) []Decided {
	tools, at := map[string]string{}, map[string]int{}
	var all []Decided
	for i, ev := range log.All() {
		switch b := ev.Body.(type) {
		case store.ForkedFrom:
			all, at = nil, map[string]int{}
		case store.ToolCallRequest:
			tools[b.ID] = b.Name
		case store.InquiryRequest:
			if _, twice := at[b.ID]; !twice && tools[b.Call] != "" {
				at[b.ID] = len(all)
				all = append(all, Decided{At: i, Inquiry: b, Tool: tools[b.Call]})
			}
		case store.InquiryResponse:
			if n, asked := at[b.ID]; asked && all[n].Response.ID == "" {
				all[n].Response = b
			}
		}
	}
	return all
}

// ReviewAgain puts a recorded question to a reviewer, with exactly what it would have been
// sent at the time, and returns its answer. As in a conversation, an unusable answer is an
// error.
func ReviewAgain(ctx context.Context, log store.Log, q Decided, files window.Kept, open Reviewers) (Reviewed, error) {
	before := log.Prefix(q.At)
	r := review{
		key: Review{Inquiry: q.Inquiry.ID}.Key(), from: window.Seen{Log: before, Placed: FoldAll("", before).Placed, Files: files},
		tool: q.Tool, call: q.Inquiry.Call, inquiry: Inquiry{ID: q.Inquiry.ID, Question: q.Inquiry.Question}, open: open,
	}
	in, next := r.perform(ctx)
	for next != nil {
		in, next = next(ctx)
	}
	switch in := in.(type) {
	case Reviewed:
		return in, nil
	case ReviewBroke:
		return Reviewed{}, errors.New(in.Error)
	}
	return Reviewed{}, ctx.Err()
}
