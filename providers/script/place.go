package script

import (
	"strings"

	"parley/forms/rawjson"
	"parley/providers"
)

// place is a conversation's position in a scenario: the next answer, and how often it
// was already given in a row.
type place struct{ next, given int }

// locate walks through a conversation's messages and returns the position that it has
// reached, what was said since the last answer, and the number of answers.
func (s Scenario) locate(messages []providers.Message) (at place, told []providers.Message, count int) {
	from := 0
	for i, m := range messages {
		if m.Role != providers.Assistant || m.Stopped() {
			continue // a stopped answer is given again
		}
		if k, found := s.choose(at, messages[from:i]); found {
			at = s.after(at, k)
		}
		from = i + 1
		count++
	}
	return at, messages[from:], count
}

// choose returns the answer given at a place after the model was told something.
func (s Scenario) choose(at place, told []providers.Message) (int, bool) {
	for i := range s.Answers {
		k := at.next + i
		if k >= len(s.Answers) {
			if !s.Loop {
				return 0, false
			}
			k %= len(s.Answers)
		}
		if mentions(told, s.Answers[k].When) {
			return k, true
		}
	}
	return 0, false
}

// after returns the place that follows answer k.
func (s Scenario) after(at place, k int) place {
	a, given := s.Answers[k], 1
	if k == at.next {
		given += at.given
	}
	if a.Repeat == Always || given < a.Repeat {
		return place{k, given}
	}
	if a.Then != "" {
		for i, b := range s.Answers {
			if b.Name == a.Then {
				return place{i, 0}
			}
		}
	}
	return place{k + 1, 0}
}

// mentions reports whether one of the messages contains text; every list contains the
// empty text.
func mentions(messages []providers.Message, text string) bool {
	if text == "" {
		return true
	}
	for _, m := range messages {
		if strings.Contains(m.Text, text) {
			return true
		}
	}
	return false
}

// question returns what a reviewer is asked, and how often it has answered and was
// told to answer again. The question is what was said after the last tool result or,
// without one, after the last answer.
func question(messages []providers.Message) (asked []providers.Message, tries int) {
	from := 0
	for i, m := range messages {
		if m.Role == providers.Tool || len(m.Calls) > 0 {
			from = i + 1
		}
	}
	for i, m := range messages[from:] {
		if m.Role == providers.Assistant {
			if asked == nil {
				asked = messages[from : from+i]
			}
			tries++
		}
	}
	if asked == nil {
		asked = messages[from:]
	}
	return asked, tries
}

// review returns the review for a question. Reviews whose Match is found take
// precedence over those without one; the first is for the first attempt, the second
// for the second, and the last for all further ones.
func (s Scenario) review(asked []providers.Message, tries int) (Review, bool) {
	var fitting, general []Review
	for _, v := range s.Reviews {
		switch {
		case v.Match == "":
			general = append(general, v)
		case mentions(asked, v.Match):
			fitting = append(fitting, v)
		}
	}
	if len(fitting) == 0 {
		fitting = general
	}
	if len(fitting) == 0 {
		return Review{}, false
	}
	return fitting[min(tries, len(fitting)-1)], true
}

// text is what the reviewer says: one object with the reason first.
func (v Review) text() string {
	switch {
	case v.Raw != nil:
		return *v.Raw
	case v.Reason != nil:
		return `{"reason":` + string(rawjson.Quote(*v.Reason)) + `,"answer":` + string(v.Answer) + `}`
	}
	return `{"answer":` + string(v.Answer) + `}`
}
