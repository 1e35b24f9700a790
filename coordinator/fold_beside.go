package coordinator

import (
	"fmt"
	"slices"

	"parley/coordinator/window"
	"parley/store"
)

// besideTurns is what has happened beside the turns, as far as later events may refer
// to it or repeat it.
type besideTurns struct {
	commands   idSet // ids of all user commands
	instructed idSet // files given as instructions, with their digests
	kept       idSet // writes whose previous bytes are kept
	wishes     idSet // ids of all summaries that the user asked for
	leftOut    idSet // files of instructions that there was no room for
	told       bool  // instructions were given
	anew       bool  // they are given anew, whatever was asked before
	skilled    bool  // the list of skills was given
	anchors    anchors

	instructedBytes int64 // of all files of instructions but those of skills
}

// beside applies an event that may stand outside a turn. is reports whether the event
// is of that kind; known, whether it referred to something and did not repeat.
func (f *Folded) beside(ev store.Event) (known, is bool) {
	switch b := ev.Body.(type) {
	case store.UserCommand:
		return f.commandBegan(b), true
	case store.UserCommandEnd:
		return f.commandEnded(b), true
	case store.Instructions:
		return f.instruct(b), true
	case store.FileKept:
		return f.keep(ev.Turn, b), true
	case store.Undone:
		for _, file := range b.Files {
			f.wrote = f.wrote.with(file.Path, "") // the file there now may be the user's own
			f.made = f.made.with(file.Path, "")
		}
		return len(b.Files)+len(b.LeftOut) > 0, true
	case store.Observed:
		first := !f.Observed
		f.Observed = true
		if first {
			f.Program = b.Program
		}
		return first, true
	case store.AnswerRefused:
		return b.ID != "", true
	case store.ContextTrimmed:
		return f.place(window.Placed{Event: ev.ID, Upto: b.Upto}), true
	case store.ContextSummary:
		stands := f.place(window.Placed{Event: ev.ID, Upto: b.Upto, Summary: true})
		if stands {
			f.fulfil(b.Asked)
		}
		return stands, true
	case store.SummaryAsked:
		return f.wish(b), true
	case store.SummaryDropped:
		return f.fulfil(b.ID), true
	case store.ContextRevoked:
		return f.takeBack(b.Of), true
	}
	return false, false
}

// mostCommands is how many of the user's own commands may be without an end: each is ended when the conversation is opened. A
// record that this program wrote has a few.
const mostCommands = 100

func (f *Folded) commandBegan(b store.UserCommand) bool {
	if f.past.commands.has(b.ID) || len(f.Commands) >= mostCommands {
		return false
	}
	f.past.commands = f.past.commands.with(b.ID, struct{}{})
	f.Commands = append(slices.Clip(f.Commands), b)
	return true
}

func (f *Folded) commandEnded(b store.UserCommandEnd) bool {
	at := slices.IndexFunc(f.Commands, func(c store.UserCommand) bool { return c.ID == b.ID })
	if at < 0 {
		return false
	}
	f.Commands = orNil(slices.Delete(slices.Clone(f.Commands), at, at+1))
	return true
}

// wish notes that the user asked for a summary. One is open at a time.
func (f *Folded) wish(b store.SummaryAsked) bool {
	if b.ID == "" || f.Wish != nil || f.past.wishes.has(b.ID) {
		return false
	}
	f.past.wishes = f.past.wishes.with(b.ID, struct{}{})
	f.Wish = &b
	return true
}

// fulfil ends the wish of an ID: it was answered, or dropped.
func (f *Folded) fulfil(id string) bool {
	if f.Wish == nil || f.Wish.ID != id {
		return false
	}
	f.Wish = nil
	return true
}

// interrupted ends what of the user's was under way when the program ended: commands,
// which are not run again, and a summary, which no model is asked for again.
func (f Folded) interrupted() (said []store.Body) {
	for _, c := range f.Commands {
		said = append(said, store.UserCommandEnd{ID: c.ID, Interrupted: true})
	}
	if f.Wish != nil {
		said = append(said, store.SummaryDropped{ID: f.Wish.ID, Reason: store.DropInterrupted})
	}
	return said
}

// instruct reports whether any of the files is new or has changed since it was last
// given.
func (f *Folded) instruct(b store.Instructions) (found bool) {
	found = len(b.LeftOut) > 0 || len(b.Skills) > 0 && !f.past.skilled
	f.past.told, f.past.skilled = true, f.past.skilled || len(b.Skills) > 0
	for _, p := range b.LeftOut {
		f.past.leftOut = f.past.leftOut.with(p, struct{}{})
	}
	for _, file := range b.Files {
		if key := file.Key(); !f.past.instructed.has(key) {
			f.past.instructed = f.past.instructed.with(key, struct{}{})
			if !isSkill(file) {
				f.past.instructedBytes += file.Bytes
			}
			found = true
		}
	}
	return found
}

// keep notes what a run is about to write. The write is owed from then on, as long as that
// very run is under way.
func (f *Folded) keep(turn int, b store.FileKept) bool {
	key := fmt.Sprintf("%s/%d/%s", b.ID, b.Run, b.Path)
	if !f.used.has(b.ID) || f.past.kept.has(key) {
		return false
	}
	f.past.kept = f.past.kept.with(key, struct{}{})
	made := ""
	if t := f.turn(turn); t != nil {
		t.edit(b.ID, func(c *Call) bool {
			made = f.madeBy(c.Name, b)
			c.Writes = c.Writes || c.Running && b.Run == c.Run
			return c.Writes
		})
	}
	f.made = f.made.with(b.Path, made)
	return true
}

// madeBy is the digest of what will stand at a path, if calls of this conversation wrote all of
// it: the one that created the file, and those that changed what it left. What was moved there
// may be of others.
func (f *Folded) madeBy(tool string, b store.FileKept) string {
	last, _ := f.made.get(b.Path)
	if tool == "fs_create_file" && b.Before == "" || tool == "fs_modify_file" && b.Before != "" && b.Before == last {
		return b.After
	}
	return ""
}

// place puts a trimming or a summary in force. A trimming extends the previous one,
// and a summary covers at least what the one that it replaces covered.
func (f *Folded) place(p window.Placed) bool {
	var known bool
	if f.past.anchors, p.At, known = f.past.anchors.find(p.Upto); !known {
		return false
	}
	for _, was := range f.Placed {
		if was.Summary == p.Summary && (p.At < was.At || p.At == was.At && !p.Summary) {
			return false
		}
	}
	f.Placed = append(slices.Clip(f.Placed), p)
	if n := len(f.Stack); n > 0 && p.Summary {
		f.Stack = slices.Clone(f.Stack)
		f.Stack[n-1].Lessen = false
	}
	return true
}

func (f *Folded) takeBack(event string) bool {
	at := slices.IndexFunc(f.Placed, func(p window.Placed) bool { return p.Event == event })
	if at < 0 {
		return false
	}
	f.Placed = orNil(slices.Delete(slices.Clone(f.Placed), at, at+1))
	return true
}

// anchor remembers an event up to which the conversation may be summed up: one that a
// model sees, or the end of a turn, when every call has its response.
func (f *Folded) anchor(ev store.Event) {
	switch ev.Body.(type) {
	case store.ChatRequest, store.ResponseEnd, store.ToolCallResponse, store.UserCommandEnd, store.TurnEnd:
	default:
		return
	}
	for i := range f.Stack {
		if t := &f.Stack[i]; !t.settled() || t.Parts {
			return
		}
	}
	f.past.anchors = f.past.anchors.with(ev.ID)
}

// anchors are events in order. They are many and rarely looked up, so they go into a
// map only then.
type anchors struct {
	n     int
	last  *anchored  // those that are not in a map yet
	known grown[int] // their indexes
}

type anchored struct {
	before *anchored
	id     string
	at     int
}

func (a anchors) with(id string) anchors {
	a.n++
	a.last = &anchored{a.last, id, a.n}
	return a
}

// all are the events, in any order.
func (a anchors) all(yield func(string) bool) {
	for x := a.last; x != nil; x = x.before {
		if !yield(x.id) {
			return
		}
	}
	for _, some := range a.known {
		for id := range some {
			if !yield(id) {
				return
			}
		}
	}
}

// find is the position of an event, from 1.
func (a anchors) find(id string) (anchors, int, bool) {
	fresh := map[string]int{}
	for x := a.last; x != nil; x = x.before {
		fresh[x.id] = x.at
	}
	if len(fresh) > 0 {
		a.known, a.last = a.known.withAll(fresh), nil
	}
	at, ok := a.known.get(id)
	return a, at, ok
}
