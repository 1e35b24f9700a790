package window

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"parley/store"
	"parley/store/record"
	"parley/store/text/clean"
)

// gathering collects what a summary carries over: what the program takes from the events
// itself, so that it does not depend on what a model writes.
type gathering struct {
	pieces  []store.Carried
	turns   []int // the open turns
	asked   map[string]store.InquiryRequest
	permits map[string]store.PermissionRequest
	ended   map[string]string // by inquiry, the event that ended it
	same    map[string]string // by that event, the call and the question
	gone    map[string]bool   // events with an answer that counts no more
	lapses  record.Lapses
	notes   map[int][]store.Carried
	served  map[string]bool // messages of open turns, which stay as they are
	said    map[int][]string
	files   []string // files that were changed, each once
	changed string   // the event that last changed a file
}

func gather() gathering {
	return gathering{
		asked: map[string]store.InquiryRequest{}, permits: map[string]store.PermissionRequest{},
		ended: map[string]string{}, same: map[string]string{}, gone: map[string]bool{},
		notes: map[int][]store.Carried{}, served: map[string]bool{}, said: map[int][]string{},
	}
}

// carriedUpto is what is carried over from a log, oldest first.
func carriedUpto(log store.Log) []store.Carried {
	g := gather()
	for _, ev := range log.All() {
		g.add(ev)
	}
	return g.all()
}

// all is what was collected, the oldest first. Nothing is added after it.
func (g *gathering) all() []store.Carried {
	for _, turn := range g.turns {
		for _, id := range g.said[turn] {
			g.served[id] = true
		}
		g.pieces = append(g.pieces, g.notes[turn]...)
	}
	g.pieces = slices.DeleteFunc(g.standing(), func(c store.Carried) bool { return g.served[c.Event] })
	if len(g.files) > 0 {
		g.pieces = append(g.pieces, store.Carried{Event: g.changed, Kind: store.CarriedFiles, Text: strings.Join(g.files, "\n")})
	}
	return g.pieces
}

// standing is what was collected without the answers that count no more. Another answer to the same
// question of the same call replaces the earlier one; a server may ask something else under its name.
func (g *gathering) standing() []store.Carried {
	replaced := map[string]bool{}
	for i, c := range slices.Backward(g.pieces) {
		same := g.same[c.Event]
		if g.gone[c.Event] || replaced[same] {
			g.pieces[i].Kind = carriedNothing
			continue
		}
		replaced[same] = same != ""
	}
	return slices.DeleteFunc(g.pieces, func(c store.Carried) bool { return c.Kind == carriedNothing })
}

// carriedNothing is an answer of which nothing is carried over, but that replaces an earlier one.
const carriedNothing = ""

func (g *gathering) add(ev store.Event) {
	for _, l := range g.lapses.Add(ev.Body) {
		if event, known := g.ended[l.ID]; known {
			g.gone[event] = true
		}
	}
	switch b := ev.Body.(type) {
	case store.TurnStart:
		g.turns = append(g.turns, ev.Turn)
	case store.TurnEnd:
		if at := slices.Index(g.turns, ev.Turn); at >= 0 {
			g.turns = g.turns[:at]
		}
	case store.ChatRequest:
		if b.Author == "" {
			words, _ := b.Parts()
			g.keep(ev.ID, store.CarriedMessage, words)
			g.said[ev.Turn] = append(g.said[ev.Turn], ev.ID)
		}
	case store.ScratchpadNote:
		g.notes[ev.Turn] = append(g.notes[ev.Turn], store.Carried{Event: ev.ID, Kind: store.CarriedNote, Text: b.Text})
	case store.PermissionRequest:
		g.permits[b.ID] = b
	case store.PermissionResponse:
		if p, ok := g.permits[b.ID]; ok && !store.Permits(b.Outcome) && b.Outcome != store.PermitCancelled {
			g.keep(ev.ID, store.CarriedRefusal, refusedPermitText(p, b))
		}
	case store.InquiryRequest:
		g.asked[b.ID] = b
	case store.InquiryResponse:
		if q, ok := g.asked[b.ID]; ok {
			g.answered(ev.ID, q, b)
		}
	case store.ToolCallResponse:
		if b.Wrote != nil {
			g.wrote(ev.ID, b.Wrote.Path)
		}
	case store.FileKept:
		g.wrote(ev.ID, b.Path)
	case store.Undone:
		for _, f := range b.Files {
			g.wrote(ev.ID, f.Path)
		}
	}
}

func (g *gathering) keep(event, kind, text string) {
	g.pieces = append(g.pieces, store.Carried{Event: event, Kind: kind, Text: text})
}

// answered records the end of an inquiry.
func (g *gathering) answered(event string, q store.InquiryRequest, r store.InquiryResponse) {
	kind := store.CarriedAnswer
	switch {
	case r.Outcome == store.Cancelled && !leftUnanswered(r.Reason):
		return
	case r.Outcome == store.Answered && r.AnsweredBy != nil && r.AnsweredBy.By == store.ByTurnCache:
		return // the answer that was remembered is kept with its own question
	case r.Again:
		kind = carriedNothing
	case r.Outcome == store.Cancelled, q.Source.Source != "assistant" && string(r.Answer) == "false":
		kind = store.CarriedRefusal
	}
	if g.ended[q.ID] = event; q.Call != "" {
		g.same[event] = q.Call + " " + q.Question.ID + " " + q.Question.Text
	}
	text := answeredText(q, r)
	short := utf8.RuneCountInString(text) > longestAnswer
	if short {
		text = string([]rune(text)[:longestAnswer])
	}
	g.pieces = append(g.pieces, store.Carried{Event: event, Kind: kind, Text: text, Short: short})
}

// longestAnswer is how much of a question and its answer is carried over, in characters: a
// tool that asks endlessly must not fill the window.
const longestAnswer = 2000

// leftUnanswered reports whether the way in which an inquiry was cancelled is itself an
// answer to whoever asked.
func leftUnanswered(reason string) bool {
	switch reason {
	case store.CancelReply, store.CancelDecline, store.CancelPolicyDenied, store.CancelNoPromptBackend:
		return true
	}
	return false
}

func (g *gathering) wrote(event, path string) {
	g.changed = event
	if path = strconv.Quote(path); !slices.Contains(g.files, path) {
		g.files = append(g.files, path)
	}
}

// shortCells is how much is left of what is shortened.
const shortCells = 80

// fitCarried shortens what is carried over until its words take at most so many bytes, and
// half as much again with what names each piece: first only the beginnings of the oldest
// pieces stay, then only their number. Refusals and open notes are shortened last.
func fitCarried(all []store.Carried, room int) (fit []store.Carried, leftOut int) {
	fit = slices.Clone(all)
	words, whole := 0, 0
	count := func(c store.Carried, sign int) {
		text, _ := pieceText(c)
		words, whole = words+sign*len(c.Text), whole+sign*(len(text)+len("\n\n"))
	}
	for _, c := range fit {
		count(c, 1)
	}
	gone := make([]bool, len(fit))
	each := func(last bool, do func(i int)) {
		for i := 0; i < len(fit) && (words > room || whole > room*3/2); i++ {
			if lasts(fit[i].Kind) == last {
				do(i)
			}
		}
	}
	for _, last := range []bool{false, true} {
		each(last, func(i int) {
			count(fit[i], -1)
			fit[i] = shortCarried(fit[i])
			count(fit[i], 1)
		})
		each(last, func(i int) {
			count(fit[i], -1)
			gone[i] = true
			leftOut++
		})
	}
	at := -1
	return slices.DeleteFunc(fit, func(store.Carried) bool { at++; return gone[at] }), leftOut
}

// asRecorded is what a summary carries over, in the words of the events: all is what they
// say. Only which pieces are short, and how many are left out, is the summary's to say.
func asRecorded(s store.ContextSummary, all []store.Carried) (carried []store.Carried) {
	named := map[string]store.Carried{}
	for _, c := range s.Carried {
		named[c.Event] = c
	}
	left, gone := s.LeftOut, make([]bool, len(all))
	for _, last := range []bool{false, true} { // the order in which fitCarried leaves them out
		for i, c := range all {
			if _, there := named[c.Event]; !there && lasts(c.Kind) == last && left > 0 {
				gone[i] = true
				left--
			}
		}
	}
	for i, c := range all {
		n, there := named[c.Event]
		switch {
		case gone[i]:
			continue
		case !there, n.Short && n.Text != c.Text:
			c = shortCarried(c)
		}
		carried = append(carried, c)
	}
	return carried
}

// lasts reports whether a carried piece is shortened only after everything else.
func lasts(kind string) bool { return kind == store.CarriedRefusal || kind == store.CarriedNote }

func shortCarried(c store.Carried) store.Carried {
	line := clean.OneLine(strings.ToValidUTF8(c.Text, "\uFFFD"))
	if short := inCells(line, shortCells); len(short) < len(c.Text) {
		c.Text, c.Short = short, true
	}
	return c
}

// inCells cuts a text to so many cells of the screen; what may be wide counts as two.
func inCells(s string, cells int) string {
	for i, r := range s {
		cells--
		if r >= 0x1100 {
			cells--
		}
		if cells < 0 {
			return s[:i]
		}
	}
	return s
}

// answers is how something was answered, and behind it what a tool or a model asked: however little of
// both is carried over, nothing in a question stands in the place of its answer.
//
//go:noinline
func answers(answer, asked string) string { return answer + "\nAsked: " + Bound(asked) }

// refusedPermitText says that a call was not allowed to run, or that its result was
// withheld.
func refusedPermitText(p store.PermissionRequest, r store.PermissionResponse) string {
	text := "No, by " + record.ToStranger.By(r.By, "")
	switch {
	case r.Why != "":
		text += ": " + r.Why
	case r.Reason != "" && r.By == store.ByUser:
		text += ": " + Quoted(r.Reason)
	default:
		text += "."
	}
	return answers(text, p.Text)
}

// answeredText says what was answered, by whom and why, and what was asked.
func answeredText(q store.InquiryRequest, r store.InquiryResponse) string {
	by, text := "nobody", ""
	if r.AnsweredBy != nil {
		by = record.ToStranger.By(r.AnsweredBy.By, r.AnsweredBy.Model)
	}
	switch r.Outcome {
	case store.Cancelled:
		text = record.ToStranger.Cancelled(r.Reason, "")
		if r.Reply != "" {
			text += ": " + Quoted(r.Reply)
		}
	case store.Redacted:
		text = "A secret, given by " + by + "."
	default:
		text = answerText(r.Answer) + ", by " + by
		if r.Edited != nil {
			text += ", who " + changedText(r.Edited.Part)
		}
		switch {
		case r.Reason != "" && r.AnsweredBy != nil && r.AnsweredBy.By == store.ByUser:
			text += ": " + Quoted(r.Reason)
		case r.Reason != "":
			text += ": " + Bound(r.Reason)
		default:
			text += "."
		}
	}
	return answers(text, q.Question.Text)
}

// changedText is what somebody did to a change before approving it.
func changedText(p store.Part) string {
	if taken := p.Words(); taken != "" {
		return "took " + taken + " of the change that was proposed"
	}
	return "changed the text that was proposed"
}

// answerText is an answer as it is on record, a yes or a no in words.
func answerText(answer json.RawMessage) string {
	switch string(answer) {
	case "true":
		return "yes"
	case "false":
		return "no"
	}
	return string(answer)
}
