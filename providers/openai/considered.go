package openai

import (
	"parley/providers"
	"parley/providers/wire"
)

// considered is where a piece of reasoning stands.
type considered struct{ item, summary, content wire.Place }

// consider takes a piece of reasoning.
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

// considerAll takes a whole part of reasoning, of which pieces may have come.
func (d *responsesDecoder) considerAll(out []providers.Delta, e responseEvent, text string) []providers.Delta {
	if d.heard[considered{e.Index, e.Summary, e.Content}] {
		return out
	}
	return d.consider(out, e, text)
}

// considerItem takes the reasoning of a whole item.
func (d *responsesDecoder) considerItem(out []providers.Delta, it responseItem) []providers.Delta {
	for i, part := range append(it.Summary, it.Content...) {
		if i > 0 && part.Text != "" {
			out = d.thought(out, "\n\n")
		}
		out = d.thought(out, part.Text)
	}
	return out
}
