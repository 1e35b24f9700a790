package window

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"parley/providers"
	"parley/store"
)

// SummaryRequest shows a model what to sum up, as data, and offers it no tools.
func (a Seen) SummaryRequest(m Model, upto, room, window int, matters string) providers.Request {
	b := a.newBuilder(a.Log, a.Placed, m.ID)
	b.summing = true
	b.read(a.Log.Prefix(upto + 1))
	b.out = append(b.out, b.beside.told()...) // goes with a message that is not summed up
	ask := summaryAskText(matters, max(window/20, 128))
	bytes := room*bytesPerToken*3/4 - len(summarySystem) - len(ask)
	r := providers.Request{
		Model: m.Name, System: summarySystem, Parameters: m.Parameters, Limits: m.Limits,
		Messages: []providers.Message{{Role: providers.User, Text: toldFor(b.out, bytes) + "\n\n" + ask}},
	}
	return r
}

// Limits of the parts to be summed up: the most that is shown of one, and the least that
// is left of it if there is little room.
const (
	longestPart  = 8000
	shortestPart = 120
)

// toldFor writes messages out for a model that sums them up, each in a fence, in so many
// bytes: long ones lose their middle first, then the oldest are left out.
func toldFor(all []providers.Message, room int) string {
	names := map[string]string{}
	for _, m := range all {
		for _, c := range m.Calls {
			names[c.ID] = c.Name
		}
	}
	var parts []string
	for _, limit := range partLimits() {
		parts = parts[:0]
		size := 0
		for _, m := range all {
			part := messagePart(m, names[m.CallID], limit)
			parts = append(parts, part)
			size += len(part) + 2
		}
		if size <= room {
			return strings.Join(parts, "\n\n")
		}
	}
	size, from := 0, len(parts)
	for from > 0 && size+len(parts[from-1])+2 <= room {
		from--
		size += len(parts[from]) + 2
	}
	return strings.Join(append([]string{partsLeftOutText(from)}, parts[from:]...), "\n\n")
}

func partLimits() (limits []int) {
	for n := longestPart; n > shortestPart; n /= 2 {
		limits = append(limits, n)
	}
	return append(limits, shortestPart)
}

// messagePart is a message in words.
func messagePart(m providers.Message, tool string, limit int) string {
	text := withoutMiddle(m.Text, limit)
	switch m.Role {
	case providers.Tool:
		return fmt.Sprintf("The result of %q:\n%s", sayable(tool), fenced(text))
	case providers.Assistant:
		for _, c := range m.Calls {
			text += fmt.Sprintf("\n[call of %s: %s]", c.Name, withoutMiddle(c.Arguments, limit/4))
		}
		return "The assistant:\n" + fenced(strings.TrimLeft(text, "\n"))
	}
	return "Said to the assistant:\n" + fenced(text)
}

// withoutMiddle leaves out the middle of a long text.
func withoutMiddle(s string, most int) string {
	if len(s) <= most {
		return s
	}
	head, tail := most*2/3, len(s)-most/3
	for head > 0 && !utf8.RuneStart(s[head]) {
		head--
	}
	for tail < len(s) && !utf8.RuneStart(s[tail]) {
		tail++
	}
	return s[:head] + fmt.Sprintf("\n[%d bytes are left out here]\n", tail-head) + s[tail:]
}

// RoomFor is the window that a summary is made for, and the index of the event up to which
// it stands, -1 for none. A server that refused a request takes less than that request,
// whatever is known of its window.
func (a Seen) RoomFor(window int, m Model, refused bool) (int, int) {
	if window <= 0 || refused {
		size := a.size(m, a.Request(m))
		if refused {
			size /= 2
		}
		if size = max(size, leastWindow); window <= 0 || size < window {
			window = size
		}
	}
	_, at := a.summable(window)
	return window, at
}

// leastWindow is the smallest window that a summary is made for if none is known.
const leastWindow = 4096

// CarriedAlone is a summary without a text: what the program carries over by itself.
func (a Seen) CarriedAlone(upto, window int) store.ContextSummary {
	log := a.Log.Prefix(upto + 1)
	s := store.ContextSummary{Upto: a.Log.At(upto).ID, By: store.ByPolicy, Stands: standsFor(log)}
	s.Carried, s.LeftOut = fitCarried(carriedUpto(log), window/3*bytesPerToken)
	return s
}

// standsFor counts the user's messages and the responses that a summary stands for.
func standsFor(log store.Log) (n int) {
	for _, ev := range log.All() {
		switch b := ev.Body.(type) {
		case store.ChatRequest:
			if b.Author == "" {
				n++
			}
		case store.ResponseEnd, store.ToolCallResponse:
			n++
		}
	}
	return n
}

// CutSummary limits a summary to a tenth of the window.
func CutSummary(text string, window int) string {
	return Shortened(strings.TrimSpace(strings.ToValidUTF8(text, "\uFFFD")), max(window/10, 256)*bytesPerToken)
}
