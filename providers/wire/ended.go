package wire

import (
	"errors"
	"slices"
	"strings"

	"parley/providers"
	"parley/store/text/finish"
)

// Missing is the finish of a response whose server ended the stream without saying
// that the response was complete.
const Missing = "missing"

// NoCalls is the finish of a response that ended in order to call tools, but has no
// call.
const NoCalls = "no_calls"

// Ended is the finish of a response after another word from the server. A word that
// says the response is incomplete is never undone: the new word is appended. A null
// written as a word says nothing.
func Ended(before, now string) string {
	if now = strings.TrimSpace(now); len(now) > longestWord {
		now = strings.ToValidUTF8(now[:longestWord], "")
	}
	switch word := strings.ToLower(now); {
	case word == "null" || word == "none":
		return before
	case before == "" || finish.Whole(before) && !finish.Whole(now):
		return now
	case finish.Whole(now) || slices.Contains(strings.Split(before, ", "), now) || len(before) > longestFinish:
		return before
	}
	return before + ", " + now
}

// Limits in bytes on what a server may say about the end of a response: per word, and
// in total. Meaningful words need less.
const (
	longestWord   = 200
	longestFinish = 4 << 10
)

// calling reports whether a response ended, whole, in order to call tools.
func calling(end string) bool {
	wants := []string{"toolcalls", "toolcall", "tooluse", "functioncall"}
	return slices.Contains(wants, finish.Words(end)[0]) && finish.Whole(end)
}

// Stopped is the finish of a response whose call was its answer: not in order to call.
func Stopped(end string) string {
	if calling(end) {
		return "stop"
	}
	return end
}

// uncalled marks a response that should have called tools but did not.
func uncalled(r providers.Response) providers.Response {
	if len(r.Calls) == 0 && calling(r.Finish) {
		r.Finish = NoCalls
	}
	return r
}

// mostTokens is more than any response counts.
const mostTokens = 1 << 40

// counted is the server's count without impossible values, since it is added up and
// paid for.
func counted(u providers.Usage) providers.Usage {
	for _, n := range []*int{&u.Input, &u.Output, &u.Cached, &u.Reasoning} {
		if *n < 0 || *n > mostTokens {
			*n = 0
		}
	}
	u.Cached = min(u.Cached, u.Input)
	u.Reasoning = min(u.Reasoning, u.Output)
	return u
}

// closing limits what follows a finish reason: comments and empty events do not
// extend the wait for an end. Only a response that goes on does.
func (x *exchange) closing(goesOn bool) {
	if x.grace != nil && !goesOn {
		return
	}
	if x.pause == 0 {
		x.pause = x.idle
	}
	x.idle = min(x.pause, finishGrace)
	x.stop()
	x.grace = x.p.cfg.AfterFunc(finishGrace, func() { x.cancel(errIdle) })
}

// reopen cancels closing: what came was not the end.
func (x *exchange) reopen() {
	x.stop()
	if x.pause > 0 {
		x.idle, x.pause = x.pause, 0
	}
}

// stop ends the timer of closing.
func (x *exchange) stop() {
	if x.grace != nil {
		x.grace()
		x.grace = nil
	}
}

// reported reports whether the server itself told an error, so that its finish was not the
// end either. Where one object was asked for, what cannot be read may be one.
func (t *try) reported(err error) bool {
	var f *Failure
	return errors.As(err, &f) && (f.said || t.x.object)
}

// bare is the error that a server wrote between its events, or else the end as it is.
func (t *try) bare(end error) error {
	if t.events == nil {
		return end
	}
	if ft := ParseFault(t.events.Junk(), false); ft.Found && !ft.Page {
		return t.x.p.StreamFault(t.x.model, ft)
	}
	return end
}
