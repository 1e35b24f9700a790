package openai

import (
	"bytes"
	"encoding/json"
	"strings"

	"parley/forms/rawjson"
	"parley/providers"
	"parley/providers/wire"
)

// returned is what a server wants back with a call or with a response:
// providers.Call.Provider and providers.Message.Provider. It is sent back only to the
// same model on the same server.
type returned struct {
	Server    string            `json:"server"`
	Model     string            `json:"model"`
	Extra     json.RawMessage   `json:"extra_content,omitempty"`     // Google's thought signatures
	Field     string            `json:"field,omitempty"`             // of a response: the field in which its reasoning came
	Details   []json.RawMessage `json:"reasoning_details,omitempty"` // OpenRouter's
	Reasoning string            `json:"reasoning_content,omitempty"` // of a call, in older records
	Items     []json.RawMessage `json:"items,omitempty"`             // reasoning in the Responses API
	Phase     string            `json:"phase,omitempty"`             // of a text in the Responses API
	Texts     []textPlace       `json:"texts,omitempty"`             // of the texts in the Responses API, if there are several
}

func (r returned) empty() bool {
	return len(r.Extra) == 0 && r.Field == "" && len(r.Details) == 0 && r.Reasoning == "" && len(r.Items) == 0 && r.Phase == "" && len(r.Texts) == 0
}

// record is what is kept on record, nil if there is nothing.
func (p *Provider) record(r returned, model string) (json.RawMessage, error) {
	if r.empty() {
		return nil, nil
	}
	r.Server, r.Model = p.Name(), model
	return rawjson.Encode(r) // what is sent back is unchanged
}

// restore reads what to give back; nothing if another model or server wrote it, or
// if it cannot be read.
func (p *Provider) restore(kept json.RawMessage, model string) returned {
	r := p.restoreOpen(kept)
	if r.Model != model {
		return returned{}
	}
	return r
}

// restoreOpen reads the parts that any model of the server may have: no reasoning.
func (p *Provider) restoreOpen(kept json.RawMessage) returned {
	var r returned
	if len(kept) == 0 || json.Unmarshal(kept, &r) != nil || r.Server != p.Name() {
		return returned{}
	}
	return r
}

// draft is a call that is being received.
type draft struct {
	id, name string
	args     []byte
	opened   string // the arguments with which the Responses API began it, where nothing is read
	done     bool   // its item is
	told     bool   // by the last event
	kept     returned
}

// drafts are the calls of a response.
type drafts struct {
	list []*draft
	at   map[wire.Place]int // the server's index to ours
}

// piece is what one chunk says about a call.
type piece struct {
	index    *wire.Place
	id, name string
	args     string
	extra    json.RawMessage
}

// add puts a piece where it belongs and returns the call's index. Servers that give
// no index, or the same one to every call, begin a new call with a new id, or with a
// name after complete arguments.
func (d *drafts) add(p piece) int {
	at := d.place(p)
	c := d.list[at]
	if c.id == "" {
		c.id = p.id
	}
	if c.name == "" {
		c.name = p.name
	}
	c.args = append(c.args, p.args...)
	if wire.Means(p.extra) {
		c.kept.Extra = bytes.Clone(p.extra)
	}
	return at
}

func (d *drafts) place(p piece) int {
	at := len(d.list) - 1
	if p.index != nil {
		known, ok := d.at[*p.index]
		if !ok {
			return d.open(p.index)
		}
		at = known
	}
	if at < 0 || d.list[at].over(p) {
		return d.open(p.index)
	}
	return at
}

// over reports whether a piece cannot belong to the call.
func (c *draft) over(p piece) bool {
	switch {
	case p.id != "" && p.id == c.id: // repeated with each piece, or reused for another call
		another := p.name != "" && c.name != "" && p.name != c.name
		return another || p.name != "" && strings.HasPrefix(p.args, "{") && len(c.args) > 0 && json.Valid(c.args)
	case p.id != "" && c.id != "":
		return true
	case p.name == "":
		return false
	}
	return c.name != "" && (p.name != c.name || p.args != "" && json.Valid(c.args))
}

func (d *drafts) open(index *wire.Place) int {
	at := len(d.list)
	d.list = append(d.list, &draft{})
	if index != nil {
		if d.at == nil {
			d.at = map[wire.Place]int{}
		}
		d.at[*index] = at
	}
	return at
}

// calls are the finished calls. A call without an id gets one.
func (d *drafts) calls(p *Provider, model string) ([]providers.Call, error) {
	var calls []providers.Call
	seen := map[string]bool{}
	for _, c := range d.list {
		if c.id == "" || seen[c.id] {
			c.id = p.NewID()
		}
		seen[c.id] = true
		call := providers.Call{ID: c.id, Name: c.name, Arguments: string(c.args)}
		var err error
		if call.Provider, err = p.record(c.kept, model); err != nil {
			return nil, err
		}
		calls = append(calls, call)
	}
	return calls, nil
}
