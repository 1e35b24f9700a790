package openai

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

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

// differs reports whether a call is told in another way than before.
func (c *draft) differs(it *responseItem) bool {
	return other(c.id, it.CallID) || other(c.name, it.Name) || len(c.args) > 0 && it.Arguments != "" && !alike(c.args, []byte(it.Arguments))
}

//go:noinline
func other(before string, now wire.Word) bool {
	return before != "" && now != "" && before != string(now)
}

// alike reports whether two texts are the same JSON, however it is spaced.
//
//go:noinline
func alike(a, b []byte) bool {
	var one, two bytes.Buffer
	return bytes.Equal(a, b) || json.Compact(&one, a) == nil && json.Compact(&two, b) == nil && bytes.Equal(one.Bytes(), two.Bytes())
}

// otherCall is the error of a response one of whose calls is told in two ways.
//
//go:noinline
func (d *responsesDecoder) otherCall() error {
	return d.p.Fail(0, false, fmt.Sprintf(textOtherCall, d.p.Title()), "", "")
}

// listed is an error if the last event lists what was said, and lacks a call.
func (d *responsesDecoder) listed(calls []*draft, items []responseItem) error {
	for _, c := range calls {
		its := func(it responseItem) bool { return it.Type == "function_call" && string(it.CallID) == c.id }
		if len(items) > 0 && c.id != "" && !slices.ContainsFunc(items, its) {
			return d.otherCall()
		}
	}
	return nil
}
