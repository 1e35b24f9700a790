package wire

import (
	"slices"
	"strings"

	"parley/providers"
)

// Missing is the finish of a response whose server ended the stream without saying
// that the response was complete.
const Missing = "missing"

// NoCalls is the finish of a response that ended in order to call tools, but has no
// call.
const NoCalls = "no_calls"

// goodWords are the finishes of a complete response: the words of store.Whole.
func goodWords() []string {
	return []string{"", "stop", "tool_calls", "function_call", "end_turn", "tool_use", "stop_sequence", "stop_token", "eos", "eos_token", "complete", "completed"}
}

// good reports whether a finish means a complete response.
func good(word string) bool { return slices.Contains(goodWords(), strings.ToLower(word)) }

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
	case before == "" || good(before) && !good(now):
		return now
	case good(now) || slices.Contains(strings.Split(before, ", "), now) || len(before) > longestFinish:
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

// uncalled marks a response that should have called tools but did not.
func uncalled(r providers.Response, req providers.Request) providers.Response {
	wants := []string{"tool_calls", "tool_use", "function_call"}
	if req.Output == nil && len(r.Calls) == 0 && slices.Contains(wants, strings.ToLower(r.Finish)) {
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
