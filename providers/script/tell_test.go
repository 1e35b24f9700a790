package script_test

import (
	"context"
	"errors"
	"fmt"

	"parley/providers"
)

// tell writes down what a stream brought.
func tell(p providers.Provider, req providers.Request) []string {
	var out []string
	deltas, err := drain(p.Stream(context.Background(), req))
	text := ""
	flush := func() {
		if text != "" {
			out, text = append(out, text), ""
		}
	}
	for _, d := range deltas {
		switch d := d.(type) {
		case providers.TextDelta:
			text += d.Text
		case providers.Retrying:
			flush()
			out = append(out, fmt.Sprintf("retry %d/%d in %v: %s", d.Attempt, d.Max, d.Wait, d.Reason))
		case providers.Finished:
			flush()
			out = append(out, "end")
		}
	}
	flush()
	var known *providers.Error
	if errors.As(err, &known) {
		kind := "final"
		if known.Transient {
			kind = "passing"
		}
		out = append(out, fmt.Sprintf("%s %d %s", kind, known.Status, known.Message))
	}
	return out
}
