package text

import "fmt"

// Pulse is a moment in the animation of the screen: the spinner's picture, and the
// time. The zero value stands still and has no time: for a replay, and anything else
// that is not happening now.
type Pulse struct {
	Beat  int   // counts the pictures of the spinner
	Still bool  // the user wants no animation
	Now   int64 // in milliseconds, 0 if unknown
}

// fixedBeat is the picture of a spinner without a clock.
const fixedBeat = 2

// Mark is the spinner's picture.
func (p Pulse) Mark(g Glyphs) string {
	if p.Still {
		return g.Still
	}
	pictures := []rune(g.Spin)
	beat := p.Beat
	if p.Now == 0 {
		beat = fixedBeat
	}
	return string(pictures[beat%len(pictures)])
}

// Since says how long something has been going on, in whole seconds; "" if it is less
// than one second or no time is known.
func (p Pulse) Since(began int64) string {
	if p.Now == 0 || began == 0 {
		return ""
	}
	return Lasted((p.Now - began) / 1000)
}

// Lasted says a length of time in whole seconds, "" for less than one.
func Lasted(s int64) string {
	switch {
	case s < 1:
		return ""
	case s < 60:
		return fmt.Sprintf("%d s", s)
	case s < 3600:
		return fmt.Sprintf("%d min %d s", s/60, s%60)
	}
	return fmt.Sprintf("%d h %d min", s/3600, s/60%60)
}
