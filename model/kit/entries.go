package kit

import (
	"fmt"
	"strings"
	"time"

	"parley/coordinator"
	"parley/store/record"
	"parley/views/pane"
)

// Entries turns what the transcript holds into what the pane shows, and holds what is
// shown before it is on record.
type Entries struct {
	Zone *time.Location // zone for times of day; nil for the record's

	responses map[string]*pane.Live // response id to the response that is arriving
	shownAs   map[string]string     // id of a transcript entry to the pane's
	thoughts  map[string]pane.Reasoning
	outputs   map[string]string // call id to the end of its live output
	runs      map[string]int    // call id to the run that writes it
	writing   []*pane.Arriving  // calls that the model is writing, in response order
	writes    string            // id of that response
	notes     int
	faults    faults
}

// outputKept is how much of a run's live output is kept for display.
const outputKept = 32 << 10

func responseOf(key coordinator.Key) string { return fmt.Sprintf("%s/%d", key.Response, key.N) }

// LiveResponse returns the response that the effect with the key is writing.
func (e *Entries) LiveResponse(key coordinator.Key) *pane.Live {
	id := responseOf(key)
	if e.responses == nil {
		e.responses = map[string]*pane.Live{}
	}
	if e.responses[id] == nil {
		e.responses[id] = pane.NewLive("answer/" + id)
	}
	return e.responses[id]
}

// LiveThought appends text to the thought that is arriving, and returns its entry.
func (e *Entries) LiveThought(key coordinator.Key, text string) pane.Reasoning {
	id := responseOf(key)
	if e.thoughts == nil {
		e.thoughts = map[string]pane.Reasoning{}
	}
	t := e.thoughts[id]
	t.Key, t.Rev, t.Text = "thought/"+id, t.Rev+1, t.Text+text
	t.Live = true
	e.thoughts[id] = t
	return t
}

// Thought is what the model thought aloud before it went on, nothing unless it has
// just ended.
func (e *Entries) Thought(key coordinator.Key) (pane.Reasoning, bool) {
	t, ok := e.thoughts[responseOf(key)]
	if !ok || !t.Live {
		return t, false
	}
	t.Live, t.Rev = false, t.Rev+1
	e.thoughts[responseOf(key)] = t
	return t, true
}

// mostWriting limits how many calls of a response are shown while they are written.
const mostWriting = 20

// Writing takes in a piece of a call that the effect with the key is writing, the
// n-th of its response, and returns what to show now.
func (e *Entries) Writing(key coordinator.Key, n int, tool, arguments string, now time.Time) []*pane.Arriving {
	if id := responseOf(key); e.writes != id {
		e.writing, e.writes = nil, id
	}
	if n >= mostWriting {
		return nil
	}
	from := max(min(n, len(e.writing)-1), 0)
	for len(e.writing) <= n {
		if last := len(e.writing) - 1; last >= 0 {
			e.writing[last].Finish()
		}
		e.writing = append(e.writing, pane.NewArriving(fmt.Sprintf("writing/%s/%d", e.writes, len(e.writing)), now.UnixMilli()))
	}
	e.writing[n].Append(tool, arguments)
	return e.writing[from : n+1]
}

// Written ends the calls being written and returns the ids of what was shown.
func (e *Entries) Written() []string {
	var ids []string
	for _, a := range e.writing {
		ids = append(ids, a.ID())
	}
	e.writing, e.writes = nil, ""
	return ids
}

// WriterOf names what wrote an output: a call, or a command of the user's own.
func WriterOf(key coordinator.Key) (string, bool) {
	switch key.Kind {
	case coordinator.OfTool, coordinator.OfFiles:
		return key.ID, true
	case coordinator.OfCommand:
		return pane.OwnCommand(key.ID), true
	}
	return "", false
}

// Output appends what a running tool or command has printed to the output of its entry.
func (e *Entries) Output(in coordinator.ToolSaid) {
	id, ok := WriterOf(in.Key)
	if !ok {
		return
	}
	if e.outputs == nil {
		e.outputs = map[string]string{}
	}
	all := e.outputs[id] + in.Text
	e.outputs[id] = strings.ToValidUTF8(all[max(len(all)-outputKept, 0):], "�")
	e.notes++ // revisions only ever grow
}

// Note returns a new entry for a message of the program, which is not on record.
func (e *Entries) Note(kind pane.NoteKind, text string) pane.Note {
	e.notes++
	return pane.Note{Key: fmt.Sprintf("note/%d", e.notes), Kind: kind, Text: text}
}

// key is the pane's id for a transcript entry. What was shown while it arrived
// keeps its place.
func (e *Entries) key(x record.Entry, live string) string {
	if e.shownAs == nil {
		e.shownAs = map[string]string{}
	}
	if k, ok := e.shownAs[x.ID]; ok {
		return k
	}
	k := "entry/" + x.ID
	if live != "" {
		k = live
	}
	e.shownAs[x.ID] = k
	return k
}

// View draws one entry of the transcript; nil means that it is not shown. A response
// and a thought replace what was shown while they arrived.
func (e *Entries) View(x record.Entry, t pane.Teller) pane.Entry {
	switch b := x.Item.(type) {
	case *record.Response:
		e.faults.passed(x)
		return Inside(e.response(x, b), x.Within)
	case *record.Thought:
		e.faults.passed(x)
		return Inside(e.thought(x, b), x.Within)
	case *record.ToolCall:
		e.runOf(b)
	case *record.Command:
		if b.End != nil {
			delete(e.outputs, pane.OwnCommand(b.ID))
		}
	}
	t.Output = func(call string) string { return e.outputs[call] }
	if v, ok := t.Entry(x); ok {
		return e.faults.fold(x, v, e.Zone)
	}
	return nil
}

// runOf forgets a call's live output once it has its result or runs again: a run that
// ends in a question wrote the question for us, not for the user. The result of a call that
// was stopped does not have what it wrote, so that stays.
func (e *Entries) runOf(c *record.ToolCall) {
	if c.Result != nil && c.Came().How != record.CameStopped || c.Runs != e.runs[c.ID] {
		delete(e.outputs, c.ID)
	}
	if e.runs == nil {
		e.runs = map[string]int{}
	}
	e.runs[c.ID] = c.Runs
}

// live finds what was shown of a response while it arrived, in any of its attempts
// that no recorded part has replaced.
func (e *Entries) live(x record.Entry, response string) (id string, key string) {
	if k, ok := e.shownAs[x.ID]; ok {
		return "", k
	}
	for try := 9; try > 0; try-- {
		id := fmt.Sprintf("%s/%d", response, try)
		if _, ok := e.responses[id]; ok {
			return id, "answer/" + id
		}
	}
	return "", ""
}

func (e *Entries) response(x record.Entry, b *record.Response) pane.Entry {
	id, key := e.live(x, b.Response)
	partial := b.State == record.Partial || b.State == record.Dropped
	if l, ok := e.responses[id]; ok {
		e.key(x, key)
		delete(e.responses, id)
		if !partial {
			l.Finish() // so that it need not be laid out again
		}
		if !partial && b.Stopped == "" {
			return l
		}
	}
	return pane.Response{Key: e.key(x, key), Rev: 1<<20 + x.Version, Text: b.Text, Partial: partial, Broken: b.Broken, Stopped: b.Stopped}
}

func (e *Entries) thought(x record.Entry, b *record.Thought) pane.Entry {
	key := ""
	for try := 9; try > 0; try-- {
		id := fmt.Sprintf("%s/%d", b.Response, try)
		if t, ok := e.thoughts[id]; ok {
			key = t.Key
			delete(e.thoughts, id)
			break
		}
	}
	return pane.Reasoning{Key: e.key(x, key), Rev: 1<<20 + x.Version, Text: b.Text}
}

// Inside puts an entry into the debugging with that id, if any.
func Inside(e pane.Entry, head string) pane.Entry {
	if head == "" {
		return e
	}
	return pane.Inside{Entry: e, Head: head}
}

// Recorded is the id of the transcript entry that the pane shows under a key, "" if
// it is not on record.
func (e *Entries) Recorded(key string) string {
	for id, k := range e.shownAs {
		if k == key {
			return id
		}
	}
	for _, own := range []string{"note/", "answer/", "thought/", "writing/"} {
		if strings.HasPrefix(key, own) {
			return ""
		}
	}
	return key
}

// Shown is the pane's key of a transcript entry.
func (e *Entries) Shown(id string) string {
	if k, ok := e.shownAs[id]; ok {
		return k
	}
	return e.faults.shown(id)
}
