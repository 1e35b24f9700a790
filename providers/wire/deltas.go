package wire

import (
	"strings"

	"parley/providers"
)

// run counts the deltas at the start of a list that continue the same thing.
func run(out []providers.Delta) int {
	n := 1
	for n < len(out) && goesOn(out[n-1], out[n]) {
		n++
	}
	return n
}

func goesOn(a, b providers.Delta) bool {
	switch b := b.(type) {
	case providers.TextDelta:
		_, ok := a.(providers.TextDelta)
		return ok
	case providers.ReasoningDelta:
		_, ok := a.(providers.ReasoningDelta)
		return ok
	case providers.CallDelta:
		a, ok := a.(providers.CallDelta)
		return ok && a.Index == b.Index
	}
	return false
}

// joined makes one delta of several that continue the same thing.
func joined(out []providers.Delta) providers.Delta {
	last := out[len(out)-1]
	if len(out) == 1 {
		return last
	}
	var all strings.Builder
	for _, d := range out {
		switch d := d.(type) {
		case providers.TextDelta:
			all.WriteString(d.Text)
		case providers.ReasoningDelta:
			all.WriteString(d.Text)
		case providers.CallDelta:
			all.WriteString(d.Text)
		}
	}
	switch last := last.(type) {
	case providers.TextDelta:
		return providers.TextDelta{Text: all.String()}
	case providers.ReasoningDelta:
		return providers.ReasoningDelta{Text: all.String()}
	case providers.CallDelta:
		last.Text = all.String()
		return last
	}
	return last
}
