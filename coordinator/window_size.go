package coordinator

import (
	"context"
	"slices"

	"parley/providers"
	"parley/store"
)

// WindowRules say from which share of the model's window on, in hundredths, a request is
// made smaller; 0 is never.
type WindowRules struct {
	TrimAt      int // results of tools are left out
	SummariseAt int // what was said is summed up
}

// passes reports whether a request takes more of a window than a share of it.
func passes(share, size, window int) bool { return share > 0 && size*100 > share*window }

// weight is how many bytes of a message a model reads, including what its images count
// for.
func weight(m providers.Message) int {
	n := len(m.Text) + len(m.Reasoning) + len(m.Provider)
	for _, i := range m.Images {
		n += imageBytes(i.Width, i.Height)
	}
	for _, c := range m.Calls {
		n += len(c.Name) + len(c.Arguments) + len(c.Provider)
	}
	return n
}

func weights(all []providers.Message) (n int) {
	for _, m := range all {
		n += weight(m)
	}
	return n
}

// overhead is how many bytes a request has beside its messages.
func overhead(r providers.Request) int {
	n := len(r.System)
	for _, t := range r.Tools {
		n += len(t.Name) + len(t.Description) + len(t.Parameters)
	}
	return n
}

// size is how many tokens a request takes: what the last response reported, and the bytes
// since. If the request was made smaller after that response, it is the share of it that
// is left.
func (a seen) size(m Model, r providers.Request, b *builder) int {
	at := a.log.Len() - 1
	for at >= 0 {
		if end, ok := a.log.At(at).Body.(store.ResponseEnd); ok && end.Usage.Input > 0 {
			break
		}
		at--
	}
	fixed := overhead(r)
	now := fixed + weights(r.Messages)
	if at < 0 {
		return tokens(now)
	}
	input := a.log.At(at).Body.(store.ResponseEnd).Usage.Input
	if b.measured == at && !a.placedAfter(at) {
		return input + tokens(weights(b.out[min(b.before, len(b.out)):]))
	}
	log := a.log.Prefix(at)
	was := newBuilder(log, a.placedBefore(at), m.ID, a.files)
	was.read(log)
	then := fixed + weights(was.messages())
	if now >= then || then == 0 {
		return input + tokens(now-then)
	}
	return input * now / then
}

// placedAfter reports whether the content of a request was replaced after an event of the
// log.
func (a seen) placedAfter(at int) bool {
	for _, ev := range a.log.From(at + 1) {
		switch ev.Body.(type) {
		case store.ContextTrimmed, store.ContextSummary, store.ContextRevoked:
			return true
		}
	}
	return false
}

// placedBefore is what replaced parts of a request at an event of the log, as far as it
// still does.
func (a seen) placedBefore(at int) (out []Placed) {
	later := map[string]bool{}
	for _, ev := range a.log.From(at) {
		later[ev.ID] = true
	}
	for _, p := range a.placed {
		if !later[p.Event] {
			out = append(out, p)
		}
	}
	return out
}

// lessened is what must be done before sending a request that takes too much of the
// model's window; zero for nothing.
type lessened struct {
	trim string // the event up to which results are left out
	sum  bool   // what was said is summed up
}

// lessen says what must be done before a request is sent. It depends only on the events
// and the window.
func (a seen) lessen(m Model, r providers.Request, b *builder, window int) lessened {
	if window <= 0 || a.rules == (WindowRules{}) {
		return lessened{}
	}
	size := a.size(m, r, b)
	if passes(a.rules.TrimAt, size, window) {
		if upto, freed := a.trimmable(b); upto != "" {
			full := passes(a.rules.SummariseAt, size, window)
			if freed*leastStep >= window || full && !passes(a.rules.SummariseAt, size-freed, window) {
				return lessened{trim: upto}
			}
		}
	}
	if !passes(a.rules.SummariseAt, size, window) {
		return lessened{}
	}
	upto, at := a.summable(window)
	worth := upto != "" && (size >= window || tokens(a.bytesOf(b.window.summed+1, at+1, b))*leastSum >= window)
	return lessened{sum: worth}
}

// A step of trimming frees at least one part in leastStep of the window, so that there are
// few of them and what a server has cached of the request remains useful for long. A
// summary stands for at least one part in leastSum, so that not every response leads to
// one.
const (
	leastStep = 10
	leastSum  = 20
)

// Results are left out only before the user's last messages and the last responses.
const (
	keptMessages  = 3
	keptResponses = 10
)

// trimmable is the event up to which results may be left out now, and how many tokens that
// frees; "" for none.
func (a seen) trimmable(b *builder) (upto string, freed int) {
	end, messages, responses := -1, 0, 0
	for i := a.log.Len() - 1; i >= 0 && end < 0; i-- {
		switch body := a.log.At(i).Body.(type) {
		case store.ChatRequest:
			if body.Author == "" {
				messages++
			}
		case store.ResponseEnd:
			responses++
		}
		if messages >= keptMessages && responses >= keptResponses {
			end = i
		}
	}
	known := a.anchored()
	for i := end - 1; i > max(b.window.trimmed, b.window.summed); i-- {
		if ev := a.log.At(i); known.has(ev.ID) {
			upto = ev.ID
			break
		}
	}
	if upto == "" {
		return "", 0
	}
	return upto, tokens(a.freed(upto))
}

// freed is how many bytes fewer a request has when results are left out up to an event.
func (a seen) freed(upto string) (n int) {
	was := windowOf(a.log, a.placed).trimmed
	w := windowOf(a.log, append(slices.Clip(a.placed), Placed{Upto: upto}))
	for i := w.summed + 1; i <= w.trimmed; i++ {
		body := a.log.At(i).Body
		w.note(body)
		if r, ok := body.(store.ToolCallResponse); ok && i > was {
			n += len(r.Content) - len(w.result(i, r))
		}
	}
	return n
}

// anchored are the events up to which something may stand for what was said.
func (a seen) anchored() grown[int] {
	found, _, _ := a.anchors.find("")
	return found.known
}

// summable is the event up to which a summary may stand now, and its index. The last
// messages stay as they are, as far as a fifth of the window has room for them. Of a turn
// that is over, either what ended it stays too, or none of it: its message alone would ask
// for what is done. It is "" if a summary would shorten nothing.
func (a seen) summable(window int) (upto string, at int) {
	known, room := a.anchored(), window/5*bytesPerToken
	w := windowOf(a.log, a.placed)
	b := &builder{window: w}
	bytes, last, shorter := 0, -1, false
	over := -1 // the bytes that follow the end of a turn
	for i := a.log.Len() - 1; i > w.summed; i-- {
		ev := a.log.At(i)
		if known.has(ev.ID) && (last < 0 || bytes <= room && bytes != over) {
			last = i
			if _, ends := ev.Body.(store.TurnEnd); ends {
				over = bytes
			}
		}
		bytes += eventBytes(ev.Body, i <= b.window.trimmed)
		if bytes > room && last >= 0 {
			break
		}
	}
	for i := w.summed + 1; i <= last; i++ {
		if shortens(a.log.At(i).Body) {
			shorter = true
		}
	}
	if !shorter { // everything has room: then none of it stays
		return a.summableAll(known, w.summed)
	}
	return a.log.At(last).ID, last
}

// summableNow is the index of the last event up to which a summary may stand, -1 for none:
// a user who asks for one wants everything summed up.
func (a seen) summableNow() int {
	_, at := a.summableAll(a.anchored(), windowOf(a.log, a.placed).summed)
	return at
}

// summableAll is the last event up to which a summary may stand.
func (a seen) summableAll(known grown[int], summed int) (string, int) {
	last, shorter := -1, false
	for i := a.log.Len() - 1; i > summed; i-- {
		ev := a.log.At(i)
		if last < 0 && known.has(ev.ID) {
			last = i
		}
		if last >= 0 && shortens(ev.Body) {
			shorter = true
			break
		}
	}
	if !shorter {
		return "", -1
	}
	return a.log.At(last).ID, last
}

// shortens reports whether a summary that covers an event can make a request shorter: a
// response, a turn, whose message then need not stay even if nothing answered it, or a
// command of the user's that printed much.
func shortens(body store.Body) bool {
	switch b := body.(type) {
	case store.ResponseEnd, store.TurnEnd:
		return true
	case store.UserCommandEnd:
		return len(b.Output) > longestOutput
	}
	return false
}

// bytesOf is how much a model is told of the events from one index up to another.
func (a seen) bytesOf(from, to int, b *builder) (n int) {
	for i := from; i < to; i++ {
		n += eventBytes(a.log.At(i).Body, i <= b.window.trimmed)
	}
	return n
}

// eventBytes is about how much a model is told of an event.
func eventBytes(body store.Body, trimmed bool) int {
	switch b := body.(type) {
	case store.ChatRequest:
		return len(b.Text) + filesBytes(b.Files)
	case store.ChatResponse:
		if !b.Partial {
			return len(b.Text)
		}
	case store.Reasoning:
		if !b.Partial && len(b.Provider) > 0 {
			return len(b.Text) + len(b.Provider)
		}
	case store.ToolCallRequest:
		return len(b.Name) + len(b.Arguments)
	case store.ToolCallResponse:
		if trimmed {
			return min(len(b.Content), longestTrimmed)
		}
		return len(b.Content) + filesBytes(b.Files)
	case store.InquiryResponse:
		return filesBytes(b.Files)
	case store.UserCommandEnd:
		return len(b.Output)
	}
	return 0
}

// A server counts an image by its pixels, and scales down a large one first.
const (
	pixelsPerToken  = 750
	mostImageTokens = 5000
)

// imageBytes is roughly how many bytes of text take as much room as an image. One of
// unknown size counts as a large one.
func imageBytes(width, height int) int {
	if width <= 0 || height <= 0 || width > mostImageTokens*pixelsPerToken/height {
		return mostImageTokens * bytesPerToken
	}
	return width * height / pixelsPerToken * bytesPerToken
}

// filesBytes is the same for the files that go with a text, and for their names.
func filesBytes(files []store.File) (n int) {
	for _, f := range files {
		n += imageBytes(f.Width, f.Height)
	}
	return n + len(store.FileWords(files))
}

// longestTrimmed is the most that takes the place of a result.
const longestTrimmed = 200

// windowOfModel is how many tokens a model takes, 0 if unknown. If a server has to be
// asked, the call waits for that only if told to.
func windowOfModel(ctx context.Context, m Model, known func(context.Context, Model, bool) int, wait bool) int {
	if known != nil {
		return known(ctx, m, wait)
	}
	return m.Provider.Capabilities(m.Name).ContextWindow
}

// waitFrom is how many tokens of messages a request has that waits until its model's
// window is known: a smaller one fits into any window.
const waitFrom = 2048
