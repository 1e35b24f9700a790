package wire

import (
	"slices"
	"strings"

	"parley/providers"
)

// Missing is the finish of a response whose server said that its stream was over, but
// not that the response was.
const Missing = "missing"

// Ended is the finish of a response after a further word of the server's on it. What
// said that the response is not whole is not taken back by one that says nothing of that.
func Ended(before, now string) string {
	// the words of store.Whole
	goodWords := []string{"", "stop", "tool_calls", "function_call", "end_turn", "tool_use", "stop_sequence", "stop_token", "eos", "eos_token", "complete", "completed"}
	if before != "" && slices.Contains(goodWords, strings.ToLower(now)) {
		return before
	}
	return now
}

// mostTokens is more than any response counts.
const mostTokens = 1 << 40

// counted is what a server counted, without what cannot be: it is added up, and paid for.
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

// closing bounds what follows a finish reason: comments and events that say nothing are
// no reason to wait for an end. Only a response that goes on moves it.
func (x *exchange) closing(goesOn bool) {
	if x.grace != nil && !goesOn {
		return
	}
	x.idle = min(x.idle, finishGrace)
	x.stop()
	x.grace = x.p.cfg.AfterFunc(finishGrace, func() { x.cancel(errIdle) })
}

// stop ends the timer of closing.
func (x *exchange) stop() {
	if x.grace != nil {
		x.grace()
	}
}
