package coordinator

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"parley/coordinator/window"
	"parley/providers"
	"parley/store"
	"parley/store/record"
	"parley/store/text/clean"
)

// Summarise asks a model for a summary of what was said. With a turn, that turn waits for
// it; without one, the user asked for it and is shown it first.
type Summarise struct {
	Turn int // 0: for the user
	N    int // its number, if it is for the user
	Try  int
}

// Key names the turn and the try.
func (e Summarise) Key() Key {
	return Key{Kind: OfSummary, Turn: int32(e.Turn), ID: fmt.Sprint(e.N), N: int64(e.Try)}
}

// Overfull says that a request was not made, since it takes too much of the model's
// window. Results are left out up to the event Trim; without one, a summary is wanted
// first.
type Overfull struct {
	Key    Key
	Trim   string
	Window int
}

// Summed is a summary, or the reason why a model wrote none. Its Upto is "" if there is
// nothing to sum up.
type Summed struct {
	Key     Key
	Summary store.ContextSummary
	Error   string
}

func (Overfull) input() {}
func (Summed) input()   {}

// summing is a summary that is wanted before a response is requested.
type summing struct {
	turn     int
	response string
	failed   int // how often a model gave none
}

// mostSummaries is how often a model is asked for a summary. After that, what is carried
// over stands alone.
const mostSummaries = 2

// sums reports whether the turn waits for a summary before its next response is requested.
func (t *Turn) sums(env Env) bool {
	w := env.now.wanted
	return t.Lessen || w.turn == t.N && w.response == t.awaited()
}

// summaryTry is the number of the next try for the turn.
func (t *Turn) summaryTry(env Env) int {
	if w := env.now.wanted; w.turn == t.N && w.response == t.awaited() {
		return w.failed + 1
	}
	return 1
}

// Summing reports whether a turn waits for a summary.
func (s State) Summing() bool {
	for _, r := range s.Running {
		if r.Key.Kind == OfSummary && r.Key.Turn > 0 && !r.Stopping {
			return true
		}
	}
	return false
}

// overfull makes a request smaller before it is made.
func (s State) overfull(m Overfull) (State, []store.Body, bool) {
	t, open := s.Folded.Current()
	if !open {
		return s, nil, false
	}
	if m.Trim != "" {
		if f := s.Folded; !f.place(window.Placed{Upto: m.Trim}) {
			return s, nil, true // another one is in effect by now
		}
		return s, []store.Body{store.ContextTrimmed{Upto: m.Trim, Window: m.Window}}, true
	}
	s.wanted = summing{turn: t.N, response: t.awaited()}
	return s, nil, true
}

// summed records a summary, or that there is none.
func (s State) summed(m Summed) (State, []store.Body, bool) {
	if m.Key.Turn == 0 {
		s, said := s.compacted(m)
		return s, said, true
	}
	t, open := s.Folded.Current()
	if !open {
		return s, nil, false
	}
	fits := s.fits(m.Summary)
	if fits && m.Error == "" {
		s.wanted = summing{}
		return s, []store.Body{m.Summary}, true
	}
	if !fits && !t.Lessen {
		s.wanted = summing{} // another one is in effect by now
		return s, nil, true
	}
	if !fits {
		m.Error = cmp.Or(m.Error, nothingToSumText)
	}
	failed := store.ModelFailed{Response: t.awaited(), Try: t.Failures + 1, Error: m.Error, Retried: true}
	if !fits {
		failed.Retried, failed.Final = false, true
		return s, []store.Body{failed}, true
	}
	s.wanted = summing{turn: t.N, response: t.awaited(), failed: t.summaryTry(s.env())}
	if s.wanted.failed < mostSummaries {
		return s, []store.Body{failed}, true
	}
	s.wanted = summing{}
	return s, []store.Body{failed, m.Summary}, true
}

// fits reports whether a summary can take effect now.
func (s State) fits(b store.ContextSummary) bool {
	f := s.Folded
	return f.place(window.Placed{Upto: b.Upto, Summary: true})
}

// tooLong reports whether a request that the server found too long is made again with
// less: once per turn, so that no server can make the conversation forget at will.
func (s State) tooLong(m ModelBroke, began bool) bool {
	return m.TooLong && !began && !s.Folded.Stack[0].TooLong && s.Env.Window.SummariseAt > 0
}

// lessened folds the fact that the server found a request too long.
func (f *Folded) tooLong(t *Turn, b store.ModelFailed) {
	if b.TooLong && !b.Final {
		t.Lessen = true
		f.Stack[0].TooLong = true
	}
}

// seen is what a request is made from now.
func (s *Shell) seen() window.Seen {
	f := s.state.Folded
	t, _ := f.Current()
	return window.Seen{
		Log: s.Log(), Placed: f.Placed, Theirs: s.World.Theirs, Tools: s.state.Env.Tools, Files: s.World.Kept, Debugging: t.Parent != 0,
		Anchors: f.past.anchors.all, Rules: s.state.Env.Window,
	}
}

// asks performs a CallModel, unless the request takes too much of the window.
func (s *Shell) asks(key Key) Performer {
	a, open, known, tools, dir := s.seen(), s.World.Model, s.World.Window, s.state.Env.Tools, s.state.Env.Workspace
	return func(ctx context.Context) (Input, Performer) {
		m, err := open(ctx)
		if err != nil {
			return ModelBroke{Key: key, Error: err.Error()}, nil
		}
		r := a.Request(m)
		takes := windowOfModel(ctx, m, known, r.Waits())
		switch less := a.Lessen(m, r, takes); {
		case less.Trim != "":
			return Overfull{Key: key, Trim: less.Trim, Window: takes}, nil
		case less.Sum:
			return Overfull{Key: key, Window: takes}, nil
		}
		lessens := func() bool { _, upto := a.RoomFor(takes, m, true); return upto >= 0 }
		return shortening(reading(tools, dir, streaming(key, m.ID, window.ImageHint(m, r.Request), m.Provider.Stream(ctx, r.Request))), lessens)(ctx)
	}
}

// shortening performs a request that the server may find too long, however late it says
// so. If nothing can be summed up, the server's own words are final.
func shortening(p Performer, lessens func() bool) Performer {
	if p == nil {
		return nil
	}
	return func(ctx context.Context) (Input, Performer) {
		said, next := p(ctx)
		if broke, ok := said.(ModelBroke); ok && broke.TooLong && !lessens() {
			broke.TooLong = false
			said = broke
		}
		return said, shortening(next, lessens)
	}
}

// sumsUp performs a Summarise.
func (s *Shell) sumsUp(e Summarise) Performer {
	a, matters := s.seen(), ""
	t, _ := s.state.Folded.Current()
	refused := e.Turn > 0 && t.Lessen
	if e.Turn == 0 {
		matters = s.state.compact.matters
	}
	open, by, known := s.World.Model, s.World.Summary, s.World.Window
	if by == nil {
		by = open
	}
	return func(ctx context.Context) (Input, Performer) {
		done := Summed{Key: e.Key()}
		m, err := open(ctx)
		if err != nil {
			done.Error = noSummaryText(err.Error())
			return done, nil
		}
		takes, upto := a.RoomFor(windowOfModel(ctx, m, known, true), m, refused)
		if e.Turn == 0 {
			upto = a.SummableNow()
		}
		if upto < 0 {
			done.Error = nothingToSumText
			return done, nil
		}
		done.Summary = a.CarriedAlone(upto, takes)
		text, usage, id, err := summaryBy(ctx, by, known, takes, func(m Model, room int) providers.Request {
			return a.SummaryRequest(m, upto, room, takes, matters)
		})
		switch {
		case ctx.Err() != nil:
			return Gone{Key: e.Key()}, nil
		case err != nil:
			done.Error = noSummaryText(err.Error())
		case clean.Nothing(text):
			done.Error = noSummaryText(emptySummaryText)
		default:
			done.Summary.Text, done.Summary.Model, done.Summary.Usage = text, id, usage
		}
		return done, nil
	}
}

// summaryBy asks a model for the text of a summary that stands in a window of so many tokens.
func summaryBy(ctx context.Context, by func(context.Context) (Model, error), known func(context.Context, Model, bool) int, takes int, request func(m Model, room int) providers.Request) (string, *store.Usage, string, error) {
	m, err := by(ctx)
	if err != nil {
		return "", nil, "", err
	}
	room := windowOfModel(ctx, m, known, true)
	if room <= 0 {
		room = takes
	}
	r := request(m, room)
	stream := m.Provider.Stream(ctx, r)
	for {
		d, err := stream.Next(ctx)
		if err != nil {
			return "", nil, "", errors.Join(err, stream.Close())
		}
		if f, ok := d.(providers.Finished); ok {
			if end := f.Response.Finish; record.Spoils(end) {
				return "", nil, "", errors.Join(errors.New(record.ToStranger.Lack(store.ResponseEnd{Finish: end})), stream.Close())
			}
			text, u := window.CutSummary(f.Response.Text, takes), f.Response.Usage
			return text, &store.Usage{Input: u.Input, Output: u.Output, Cached: u.Cached, Reasoning: u.Reasoning}, m.ID, stream.Close()
		}
	}
}

// windowOfModel is how many tokens a model takes, 0 if unknown. If a server has to be
// asked, the call waits for that only if told to.
func windowOfModel(ctx context.Context, m Model, known func(context.Context, Model, bool) int, wait bool) int {
	if known != nil {
		return known(ctx, m, wait)
	}
	return m.Provider.Capabilities(m.Name).ContextWindow
}
