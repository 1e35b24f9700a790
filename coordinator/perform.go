package coordinator

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"

	"parley/coordinator/tool"
	"parley/coordinator/window"
	"parley/providers"
)

// Performer is one message and the rest, so that a stream is a chain of messages. It
// decides nothing. The last message of a chain is a result with the key of its
// effect, even if its context ended.
type Performer func(context.Context) (Input, Performer)

// Model is a model with everything that a request to it needs.
type Model = window.Model

// Workspace is where tools work.
type Workspace struct {
	Root         *os.Root
	Dir          string
	Closed       []string // absolute folders and files that no file tool may touch
	Conversation string
}

// stands checks that the workspace's path still leads to the folder that was opened. Else
// a command would run in another folder than the one that files are changed in.
func (w Workspace) stands() error {
	if w.Root == nil {
		return nil
	}
	held, err := w.Root.Stat(".")
	there, away := os.Stat(w.Dir)
	if err != nil || away != nil || !os.SameFile(held, there) {
		return errors.New(workspaceGoneText(w.Dir))
	}
	return nil
}

// streaming performs the response of a model as it arrives. Hint is what to say about a
// refusal.
func streaming(key Key, model, hint string, s providers.Stream) Performer {
	return func(ctx context.Context) (Input, Performer) {
		d, err := s.Next(ctx)
		if err != nil {
			return broke(key, err, s.Close(), hint), nil
		}
		f, done := d.(providers.Finished)
		if !done {
			return ModelSaid{Key: key, Delta: d}, streaming(key, model, hint, s)
		}
		if err := s.Close(); err != nil {
			return broke(key, err, nil, hint), nil
		}
		f.Response.Model = model
		return ModelDone{Key: key, Response: f.Response}, nil
	}
}

func broke(key Key, err, closing error, hint string) Input {
	m := ModelBroke{Key: key, Error: err.Error()}
	var e *providers.Error
	if errors.As(err, &e) {
		m.Transient, m.TooLong = e.Transient, e.TooLong
		if e.TooLong {
			m.Error, m.Help = e.Message, e.Help
		}
	} else if closing != nil {
		m.Error += " (" + closing.Error() + ")"
	}
	if !m.Transient && hint != "" {
		m.Error = strings.TrimRight(m.Error, ".") + "." + hint
	}
	return m
}

// running performs a RunTool: the run's live output as it is produced, then its
// outcome. It waits for the run to end even if its context is done.
func running(key Key, t tool.Tool, call tool.Call, runs *sync.WaitGroup, askers *askers) Performer {
	return func(ctx context.Context) (Input, Performer) {
		r := newRun(key)
		call.Live, call.Ask = r, r.ask
		askers.runs.Store(key, r)
		runs.Go(func() {
			defer askers.runs.Delete(key)
			outcome := r.safely(ctx, t, call)
			close(r.over)
			r.done <- ToolDone{Key: key, Outcome: outcome}
		})
		return r.next(ctx)
	}
}

// run is a running tool, or a running command of the user.
type run struct {
	key  Key
	news chan struct{}
	done chan Input

	asks chan Input       // the forms that it asks for while it goes on, and those that it withdraws
	to   chan<- tool.Told // takes what came of the last one; only the shell's loop touches it
	over chan struct{}    // closed when nothing more is asked

	mu   sync.Mutex
	live []byte
}

func newRun(key Key) *run {
	return &run{key: key, news: make(chan struct{}, 1), done: make(chan Input, 1), asks: make(chan Input), over: make(chan struct{})}
}

// liveKept limits the live output that waits to be drawn; older output is dropped,
// since the result will have it.
const liveKept = 64 << 10

// Write accepts live output for the screen. It never blocks the tool.
func (r *run) Write(p []byte) (int, error) {
	r.mu.Lock()
	r.live = append(r.live, p...)
	if over := len(r.live) - liveKept; over > 0 {
		r.live = append(r.live[:0:0], r.live[over:]...)
	}
	r.mu.Unlock()
	select {
	case r.news <- struct{}{}:
	default:
	}
	return len(p), nil
}

func (r *run) next(context.Context) (Input, Performer) {
	select {
	case in := <-r.done:
		return in, nil
	case in := <-r.asks:
		return in, r.next
	case <-r.news:
		r.mu.Lock()
		text := string(r.live)
		r.live = nil
		r.mu.Unlock()
		return ToolSaid{Key: r.key, Text: text}, r.next
	}
}

// safely turns a panic of a tool into an error of its call.
func (r *run) safely(ctx context.Context, t tool.Tool, call tool.Call) (o tool.Outcome) {
	defer func() {
		if p := recover(); p != nil {
			o = tool.Failure{Message: fmt.Sprintf("%s failed because of a fault in the program: %v. "+
				"Do not retry it with the same arguments.", call.Name, p)}
		}
	}()
	return t.Run(ctx, call)
}

// looking starts a job only if no other program has changed the record, and the workspace
// is where it was; otherwise it ends with fails. After a changed record the next append
// reports it and nothing more follows.
func (s *Shell) looking(job Performer, fails func(error) Input) Performer {
	look, work := s.World.Look, s.World.Work
	return func(ctx context.Context) (Input, Performer) {
		if look != nil {
			if err := look(); err != nil {
				return fails(err), nil
			}
		}
		if err := work.stands(); err != nil {
			return fails(err), nil
		}
		return job(ctx)
	}
}
