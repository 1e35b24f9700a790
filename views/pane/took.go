package pane

import "fmt"

// Took says a length of time.
func Took(seconds float64) string {
	switch {
	case seconds < 1:
		return ""
	case seconds < 60:
		return fmt.Sprintf("%.0f s", seconds)
	case seconds < 3600:
		return fmt.Sprintf("%.0f min", seconds/60)
	}
	return fmt.Sprintf("%.0f h", seconds/3600)
}

// Ran says how long something ran; "" if it was only a moment.
func Ran(s float64) string {
	switch {
	case s < 0.05:
		return ""
	case s < 10:
		return fmt.Sprintf("%.1f s", s)
	default:
		return Took(s)
	}
}
