package session

import (
	"maps"
	"slices"
	"strings"

	"parley/store"
)

// Unasked lists the answers given ahead that no question asked for after the event
// with this number; "" if all were used, or if no turn has ended since. A question
// that was open before and answered afterwards counts.
func (x *Session) Unasked(since int64) string {
	given, ok := x.Shell.State().Env.Rules.(Rules)
	log := x.Shell.Log()
	if !ok || len(given.Answers) == 0 || !endedAfter(log, since) {
		return ""
	}
	asked := questionsOf(log, since)
	var unused []string
	for key := range given.Answers {
		if !asked[key] {
			unused = append(unused, key)
		}
	}
	slices.Sort(unused)
	if len(unused) == 0 {
		return ""
	}
	return unaskedText(x.Setup.Options.answers, unused, slices.Sorted(maps.Keys(asked)))
}

func endedAfter(log store.Log, since int64) bool {
	for i := log.Len(); i > 0 && log.At(i-1).Seq > since; i-- {
		if _, ended := log.At(i - 1).Body.(store.TurnEnd); ended {
			return true
		}
	}
	return false
}

// questionsOf are the questions of tools, named as in --answers, that were asked or
// answered after an event.
func questionsOf(log store.Log, since int64) map[string]bool {
	tools, keys, asked := map[string]string{}, map[string]string{}, map[string]bool{}
	for _, ev := range log.All() {
		key := ""
		switch b := ev.Body.(type) {
		case store.ToolCallRequest:
			tools[b.ID] = b.Name
		case store.InquiryRequest:
			tool := tools[b.Call]
			if len(b.Among) > 0 && b.Source.Source == "tool" {
				tool = b.Source.Name
			}
			if tool != "" {
				key = tool + "." + b.Question.ID
				keys[b.ID] = key
			}
		case store.InquiryResponse:
			key = keys[b.ID]
		}
		if key != "" && ev.Seq > since {
			asked[key] = true
		}
	}
	return asked
}

// unaskedText names the unused answers, and the questions that were asked.
func unaskedText(file string, unused, asked []string) string {
	text := "--answers: " + file + ": no question asked for " + strings.Join(unused, ", ")
	if len(asked) == 0 {
		return text + "; none came up"
	}
	return text + "; what came up: " + strings.Join(asked, ", ")
}
