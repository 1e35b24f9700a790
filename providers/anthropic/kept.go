package anthropic

import (
	"encoding/json"

	"parley/forms/rawjson"
)

// kept is what the server wants back with a response: providers.Message.Provider. It
// goes to the same model of the same server only.
type kept struct {
	Server string  `json:"server"`
	Model  string  `json:"model"`
	Blocks []block `json:"blocks"`
}

// block is one block of a response with thinking, in its order: thinking as it came,
// the length of a text in bytes or, if neither is set, a call.
type block struct {
	Thought json.RawMessage `json:"thought,omitempty"`
	Text    int             `json:"text,omitempty"`
}

func (k kept) thinks() bool {
	for _, b := range k.Blocks {
		if b.Thought != nil {
			return true
		}
	}
	return false
}

// startsWithThought reports whether a response begins with thinking.
func (k kept) startsWithThought() bool { return len(k.Blocks) > 0 && k.Blocks[0].Thought != nil }

// record returns what is kept on record: nothing for a response without thinking.
func (p *Provider) record(blocks []block, model string) (json.RawMessage, error) {
	k := kept{p.Name(), model, blocks}
	if !k.thinks() {
		return nil, nil
	}
	return rawjson.Encode(k) // what is sent back is unchanged
}

// restore reads what to give back; nothing if another model or server wrote it, or
// if it cannot be read.
func (p *Provider) restore(raw json.RawMessage, model string) kept {
	var k kept
	if len(raw) == 0 || json.Unmarshal(raw, &k) != nil || k.Server != p.Name() || k.Model != model {
		return kept{}
	}
	return k
}
