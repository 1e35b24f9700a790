package window

import (
	"slices"

	"parley/providers"
	"parley/store"
	"parley/store/record"
)

// Rules say from which share of the model's window on, in hundredths, a request is
// made smaller; 0 is never.
type Rules struct {
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
func (a Seen) size(m Model, r Request) int {
	b := r.from
	at := a.Log.Len() - 1
	for at >= 0 {
		if end, ok := a.Log.At(at).Body.(store.ResponseEnd); ok && end.Usage.Input > 0 {
			break
		}
		at--
	}
	fixed := overhead(r.Request)
	now := fixed + weights(r.Messages)
	if at < 0 {
		return tokens(now)
	}
	input := a.Log.At(at).Body.(store.ResponseEnd).Usage.Input
	if b.measured == at && !a.placedAfter(at) {
		return input + tokens(weights(b.out[min(b.before, len(b.out)):]))
	}
	log := a.Log.Prefix(at)
	was := a.newBuilder(log, a.placedBefore(at), m.ID)
	was.read(log)
	then := fixed + weights(was.messages())
	if now >= then || then == 0 {
		return input + tokens(now-then)
	}
	return input * now / then
}

// placedAfter reports whether the content of a request was replaced after an event of the
// log.
func (a Seen) placedAfter(at int) bool {
	for _, ev := range a.Log.From(at + 1) {
		switch ev.Body.(type) {
		case store.ContextTrimmed, store.ContextSummary, store.ContextRevoked:
			return true
		}
	}
	return false
}

// placedBefore is what replaced parts of a request at an event of the log, as far as it
// still does.
func (a Seen) placedBefore(at int) (out []Placed) {
	later := map[string]bool{}
	for _, ev := range a.Log.From(at) {
		later[ev.ID] = true
	}
	for _, p := range a.Placed {
		if !later[p.Event] {
			out = append(out, p)
		}
	}
	return out
}

// Lessened is what must be done before sending a request that takes too much of the
// model's window; zero for nothing.
type Lessened struct {
	Trim string // the event up to which results are left out
	Sum  bool   // what was said is summed up
}

// Lessen says what must be done before a request is sent. It depends only on the events
// and the window.
func (a Seen) Lessen(m Model, r Request, window int) Lessened {
	b := r.from
	if window <= 0 || a.Rules == (Rules{}) {
		return Lessened{}
	}
	size := a.size(m, r)
	if passes(a.Rules.TrimAt, size, window) {
		if upto, freed := a.trimmable(b); upto != "" {
			full := passes(a.Rules.SummariseAt, size, window)
			if freed*leastStep >= window || full && !passes(a.Rules.SummariseAt, size-freed, window) {
				return Lessened{Trim: upto}
			}
		}
	}
	if !passes(a.Rules.SummariseAt, size, window) {
		return Lessened{}
	}
	upto, at := a.summable(window)
	worth := upto != "" && (size >= window || tokens(a.bytesOf(b.window.summed+1, at+1, b))*leastSum >= window)
	return Lessened{Sum: worth}
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
func (a Seen) trimmable(b *builder) (upto string, freed int) {
	end, messages, responses := -1, 0, 0
	for i := a.Log.Len() - 1; i >= 0 && end < 0; i-- {
		switch body := a.Log.At(i).Body.(type) {
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
		if ev := a.Log.At(i); known[ev.ID] {
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
func (a Seen) freed(upto string) (n int) {
	was := windowOf(a.Log, a.Placed).trimmed
	w := windowOf(a.Log, append(slices.Clip(a.Placed), Placed{Upto: upto}))
	for i := w.summed + 1; i <= w.trimmed; i++ {
		body := a.Log.At(i).Body
		w.note(body)
		if r, ok := body.(store.ToolCallResponse); ok && i > was {
			n += len(r.Content) - len(w.result(i, r))
		}
	}
	return n
}

// anchored are the events up to which something may stand for what was said.
func (a Seen) anchored() map[string]bool {
	known := map[string]bool{}
	if a.Anchors != nil {
		for id := range a.Anchors {
			known[id] = true
		}
	}
	return known
}

// summable is the event up to which a summary may stand now, and its index. The last
// messages stay as they are, as far as a fifth of the window has room for them. Of a turn
// that is over, either what ended it stays too, or none of it: its message alone would ask
// for what is done. It is "" if a summary would shorten nothing.
func (a Seen) summable(window int) (upto string, at int) {
	known, room := a.anchored(), window/5*bytesPerToken
	w := windowOf(a.Log, a.Placed)
	b := &builder{window: w}
	bytes, last, shorter := 0, -1, false
	over := -1 // the bytes that follow the end of a turn
	for i := a.Log.Len() - 1; i > w.summed; i-- {
		ev := a.Log.At(i)
		if known[ev.ID] && (last < 0 || bytes <= room && bytes != over) {
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
		if shortens(a.Log.At(i).Body) {
			shorter = true
		}
	}
	if !shorter { // everything has room: then none of it stays
		return a.summableAll(known, w.summed)
	}
	return a.Log.At(last).ID, last
}

// SummableNow is the index of the last event up to which a summary may stand, -1 for none:
// a user who asks for one wants everything summed up.
func (a Seen) SummableNow() int {
	_, at := a.summableAll(a.anchored(), windowOf(a.Log, a.Placed).summed)
	return at
}

// summableAll is the last event up to which a summary may stand.
func (a Seen) summableAll(known map[string]bool, summed int) (string, int) {
	last, shorter := -1, false
	for i := a.Log.Len() - 1; i > summed; i-- {
		ev := a.Log.At(i)
		if last < 0 && known[ev.ID] {
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
	return a.Log.At(last).ID, last
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
func (a Seen) bytesOf(from, to int, b *builder) (n int) {
	for i := from; i < to; i++ {
		n += eventBytes(a.Log.At(i).Body, i <= b.window.trimmed)
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
	return n + len(record.FileWords(files))
}

// longestTrimmed is the most that takes the place of a result.
const longestTrimmed = 200
