// Package search finds words in what was said in saved conversations (spec 9).
package search

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"iter"
	"runtime"
	"sync"
	"time"

	"parley/store"
)

// Match is an event that holds all the words of a query.
type Match struct {
	Summary store.Summary // the conversation's
	ID      string        // the conversation's
	Seq     int64         // of the event
	Event   string        // the event's own id
	Turn    int           // the event's
	Time    time.Time     // the event's
	Type    string        // the event's
	Line    string        // the line of the text that matches; a long one is cut and marked with …
	From    int           // where the first matching word begins in Line, in bytes
	To      int           // and where it ends
}

// Scope narrows a search.
type Scope struct {
	Workspace string // only conversations of this directory or of none; "" for all
	Most      int    // at most this many matches per conversation, the latest ones; 0 for all
}

// Saved is where conversations are kept, as store.Store keeps them.
type Saved interface {
	List() ([]store.Summary, error)
	Read(id string, room []byte) ([]byte, error)
}

// In goes through all conversations, the latest change first, and within one the
// latest match first. An event matches if its visible text has all words of the
// query, in any case; words in double quotes stay together. A query without words
// matches nothing. Matches come as they are found; the search ends when ctx does or
// when the caller takes no more. A conversation that cannot be read is reported as an
// error, and the search goes on.
//
// The files themselves are read; only the order and the summaries come from the list
// and its cache.
func In(ctx context.Context, saved Saved, words string, scope Scope) iter.Seq2[Match, error] {
	return func(yield func(Match, error) bool) {
		q := newQuery(words)
		if len(q.words) == 0 {
			return
		}
		list, err := saved.List()
		if err != nil && !yield(Match{}, err) {
			return
		}
		ctx, stop := context.WithCancel(ctx)
		var workers sync.WaitGroup
		defer workers.Wait()
		defer stop()
		for x := range searched(ctx, saved, &workers, q, list, scope) {
			if !hand(ctx, <-x, yield) {
				return
			}
		}
		if err := ctx.Err(); err != nil {
			yield(Match{}, err)
		}
	}
}

// hand passes on the findings of one conversation. It returns false when the caller
// takes no more.
func hand(ctx context.Context, r findings, yield func(Match, error) bool) bool {
	if r.err != nil && ctx.Err() == nil && !yield(Match{}, r.err) {
		return false
	}
	for _, m := range r.matches {
		if ctx.Err() != nil {
			return true // the error of ctx says why
		}
		if !yield(m, nil) {
			return false
		}
	}
	return true
}

// searching is one conversation of a search.
type searching struct {
	summary store.Summary
	done    chan<- findings
}

// findings are the matches of one conversation, latest first.
type findings struct {
	matches []Match
	err     error
}

// ahead is how many conversations are searched ahead of the caller.
const ahead = 64

// searched searches several conversations at a time and yields their findings in
// order.
func searched(ctx context.Context, saved Saved, workers *sync.WaitGroup, q query, list []store.Summary, in Scope) <-chan chan findings {
	ordered, jobs := make(chan chan findings, ahead), make(chan searching)
	workers.Add(1)
	go func() {
		defer workers.Done()
		defer close(ordered)
		defer close(jobs)
		for _, x := range list {
			if in.Workspace != "" && x.Workspace != "" && x.Workspace != in.Workspace {
				continue
			}
			done := make(chan findings, 1)
			select {
			case ordered <- done:
			case <-ctx.Done():
				return
			}
			select {
			case jobs <- searching{x, done}:
			case <-ctx.Done():
				done <- findings{}
				return
			}
		}
	}()
	large := &store.Gate{}
	for range max(runtime.GOMAXPROCS(0), 2) {
		workers.Add(1)
		go func() {
			defer workers.Done()
			var room []byte
			for job := range jobs {
				var r findings
				leave := large.Pass(job.summary.State.Size())
				r, room = searchOne(ctx, saved, q, job.summary, in.Most, room)
				leave()
				job.done <- r
			}
		}()
	}
	return ordered
}

// keepRoom is the largest buffer that a worker keeps for the next file.
const keepRoom = 4 << 20

// searchOne reads one conversation, into the buffer if it is large enough.
func searchOne(ctx context.Context, saved Saved, q query, sum store.Summary, most int, room []byte) (findings, []byte) {
	data, err := saved.Read(sum.ID, room)
	if errors.Is(err, fs.ErrNotExist) {
		return findings{}, room // removed meanwhile
	}
	if err != nil {
		return findings{err: err}, room
	}
	r := findings{matches: q.in(ctx, sum, data, most)}
	if cap(data) > keepRoom {
		return r, nil
	}
	return r, data
}

// in finds the matches in the lines of a file, latest first.
func (q query) in(ctx context.Context, sum store.Summary, data []byte, most int) []Match {
	var own map[string]bool
	var out []Match
	seen := make(map[string]bool)
	for line := range q.candidates(data) {
		if ctx.Err() != nil {
			return nil
		}
		e, err := store.Decode(line)
		if err != nil {
			continue
		}
		if e.Conversation != sum.ID && own == nil {
			own = store.Family(sum.ID, data)
		}
		if e.Conversation != sum.ID && !own[e.Conversation] || seen[e.ID] {
			continue // a line that was set aside
		}
		seen[e.ID] = true
		if m, ok := q.event(e); ok {
			m.Summary, m.ID = sum, sum.ID
			out = append(out, m)
		}
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	if most > 0 && len(out) > most {
		out = out[:most]
	}
	return out
}

// candidates yields the lines that may match: those that hold the plain part of each
// word and are of a type that has text.
func (q query) candidates(data []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		first, all := newScan(q.rarest, data), q.plain
		for at := 0; at < len(data); {
			hit := at
			if len(q.rarest) > 0 {
				if hit = first.next(at); hit < 0 {
					return
				}
			}
			from := bytes.LastIndexByte(data[:hit], '\n') + 1
			to := len(data)
			if n := bytes.IndexByte(data[hit:], '\n'); n >= 0 {
				to = hit + n
			}
			line := data[from:to]
			body, texts := bodyOf(line)
			if texts && len(q.rarest) > 0 && hit < from+body {
				at = from + body // the word occurs in the head
				continue
			}
			if texts && len(q.rarest) > 0 {
				if end := keyEnd(data, hit+len(q.rarest)); end > 0 {
					at = end
					continue
				}
			}
			at = to + 1
			if texts && holdsAll(line[body:], all) && !yield(line) {
				return
			}
		}
	}
}
