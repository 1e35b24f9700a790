package openai

import (
	"parley/providers"
	"parley/providers/wire"
)

// considered is the position of a piece of reasoning.
type considered struct{ item, summary, content wire.Place }

// consider takes in a piece of reasoning.
func (d *responsesDecoder) consider(out []providers.Delta, e responseEvent, text string) []providers.Delta {
	at := considered{e.Index, e.Summary, e.Content}
	if text == "" {
		return out
	}
	if d.heard == nil {
		d.heard = map[considered]bool{}
	}
	if !d.heard[at] && !d.parted && len(d.reasoning) > d.thoughts {
		out = d.thought(out, between)
	}
	d.heard[at], d.parted = true, false
	return d.thought(out, text)
}

// considerAll takes in a complete part of reasoning; pieces of it may have come
// already.
func (d *responsesDecoder) considerAll(out []providers.Delta, e responseEvent, text string) []providers.Delta {
	if d.heard[considered{e.Index, e.Summary, e.Content}] {
		return out
	}
	return d.consider(out, e, text)
}

// considerItem takes in the reasoning of a complete item.
func (d *responsesDecoder) considerItem(out []providers.Delta, it responseItem) []providers.Delta {
	for i, part := range append(it.Summary, it.Content...) {
		if i > 0 && part.Text != "" {
			out = d.thought(out, "\n\n")
		}
		out = d.thought(out, string(part.Text))
	}
	return out
}

// thoughts is the reasoning that stands in a message.
func (it *responseItem) thoughts() (all string) {
	for _, p := range it.Content {
		if it.Type == "message" && wire.Considers(p.Type) {
			all += string(p.Text)
		}
	}
	return all
}
