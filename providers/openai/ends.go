package openai

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"parley/forms"
	"parley/providers"
	"parley/providers/wire"
)

// A call of the Responses API is told several times: in pieces, as a whole, and with the last
// event. What a person saw arriving is what runs, or nothing does.

// incomplete reports whether the server calls the item incomplete, or a call anything but complete.
//
//go:noinline
func (it *responseItem) incomplete() bool {
	status := string(it.Status)
	return strings.EqualFold(status, "incomplete") || it.Type == "function_call" && status != "" && !strings.EqualFold(status, "completed")
}

// lacks reports whether an item is not whole. Where one object is asked for, a message is whole that the
// server calls complete, or says nothing of.
func (d *responsesDecoder) lacks(it *responseItem) bool {
	status := string(it.Status)
	return it.incomplete() || d.req.Output != nil && it.Type == "message" && status != "" && !strings.EqualFold(status, "completed")
}

// begun finds the call that an item closes; false if no event brought it yet. There are servers that
// give one place to all calls.
//
//go:noinline
func (d *drafts) begun(index wire.Place, id string) (int, bool) {
	for at, c := range d.list {
		if !c.done && c.id != "" && c.id == id {
			return at, true
		}
	}
	at, is := d.at[index]
	return at, is && (!d.list[at].done || d.list[at].id == id)
}

// named takes the id and the name of a call that has none.
//
//go:noinline
func (c *draft) named(it *responseItem) {
	c.id, c.name = cmp.Or(c.id, string(it.CallID)), cmp.Or(c.name, string(it.Name))
}

// differs reports whether a call is told in another way than before. Its id is not what a person saw, and
// vLLM gives it another one each time.
func (c *draft) differs(it *responseItem) bool {
	return c.name != "" && it.Name != "" && c.name != string(it.Name) ||
		len(c.args) > 0 && it.Arguments != "" && !alike(c.args, []byte(it.Arguments))
}

// retold takes in the arguments that a call was begun with, if it has others by now.
func (d *responsesDecoder) retold() {
	for _, c := range d.drafts.list {
		if c.opened != "{}" && !bytes.HasPrefix(c.args, []byte(c.opened)) && !alike(c.args, []byte(c.opened)) {
			d.otherwise(c.opened)
		}
	}
}

// alike reports whether two texts are the same, or the same JSON.
//
//go:noinline
func alike(a, b []byte) bool { return bytes.Equal(a, b) || forms.Equal(a, b) }

// otherCall is the error of a response one of whose calls is told in two ways.
//
//go:noinline
func (d *responsesDecoder) otherCall() error {
	return d.p.Fail(0, false, fmt.Sprintf(textOtherCall, d.p.Title()), "", "")
}

// callOf takes in a call of a complete output; a known call is there already.
func (d *responsesDecoder) callOf(out []providers.Delta, it responseItem, led []json.RawMessage, known []*draft) ([]providers.Delta, error) {
	at, err := d.knownAs(&it, known)
	if err != nil {
		return out, err
	}
	if at < 0 {
		below := wire.Place(-1 - len(d.drafts.list)) // below any index that an event had
		at = d.drafts.add(piece{index: &below, id: string(it.CallID), name: string(it.Name)})
	}
	c := d.drafts.list[at]
	c.named(&it)
	c.told = true
	if !c.done {
		c.kept.Items, c.done = led, true
	}
	if len(c.args) > 0 || it.Arguments == "" && at < len(known) {
		return out, nil
	}
	c.args = []byte(it.Arguments)
	return d.called(out, at, string(it.Arguments)), nil
}

// knownAs finds the call that the last event tells again, -1 if it is a new one. There are servers that
// give one id to several calls, and such that give a call another id each time.
func (d *responsesDecoder) knownAs(it *responseItem, known []*draft) (int, error) {
	best, at, changed := 0, -1, false
	for i, c := range known {
		rank, same := 0, c.id == string(it.CallID)
		switch {
		case c.differs(it):
			changed = changed || same
		case same && !c.told:
			rank = 3
		case !c.told:
			rank = 2
		case same:
			rank = 1
		}
		if rank > best {
			best, at = rank, i
		}
	}
	if changed && best != 3 && best != 1 {
		return -1, d.otherCall()
	}
	return at, nil
}

// beside reports whether an item is another's, or of a kind of which nothing is read, such as a call that
// is never offered, or has a part of such a kind: beside an answer it may be another one, or what the answer depends on.
func (it *responseItem) beside() bool {
	switch it.Type {
	case "message":
		return wire.OthersWord(it.Role) || slices.ContainsFunc(it.Content, contentPart.unread)
	case "reasoning", "function_call":
		return false
	case "":
		return it.Content.words() != ""
	}
	return !wire.Considers(it.Type)
}

// opened takes the reasoning off the start of a complete text.
func opened(text string) (thought, said string) {
	var o wire.Opening
	thought, said = o.Feed(text)
	more, rest := o.End()
	return thought + more, said + rest
}
