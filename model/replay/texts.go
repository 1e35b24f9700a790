package replay

import "fmt"

// All words of a replay.
const (
	textAssistant      = "Assistant"
	textReplayEmpty    = "The conversation holds no event."
	textReplayNoMore   = "there is none further on"
	textReplayNoLess   = "there is none before"
	textReplayNoFork   = "nothing stands before this answer; there is nothing to fork"
	textReplaySearch   = "searching…"
	textReplayLaying   = "A long event: it is being laid out…"
	textReplayWaiting  = "a question waits in the conversation; q goes back to it"
	textKeptBack       = "[not given to the assistant, and left out]"
	textAltered        = "Another hand changed the file: what is shown need not be what was said and decided."
	textAlteredBriefly = "Another hand changed the file."
	textReplayRuns     = "a turn runs in the conversation; go back (q) and stop it first (Ctrl+C)"
)

// replayNumberText says which numbers the events have.
func replayNumberText(first, last int64) string {
	if first == last {
		return fmt.Sprintf("the only event is number %d", first)
	}
	return fmt.Sprintf("the events have the numbers %d to %d", first, last)
}

func replayNoHitText(query string) string {
	return fmt.Sprintf("%q is nowhere in the conversation", query)
}
