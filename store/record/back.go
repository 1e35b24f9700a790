package record

import "parley/store"

// RevokedBack is why an answer counts no more whose question is asked again after the user went
// back past it. No event says so: it follows from the questions.
const RevokedBack = "back"

// lapsed are the exchanges of a call whose answers count no more since its last question.
func (c *ToolCall) lapsed() (gone []int) {
	last := len(c.Exchanges) - 1
	asked := c.Exchanges[last].Inquiry
	if asked == nil {
		return nil
	}
	for i, x := range c.Exchanges[:last] {
		if x.Inquiry != nil && x.Inquiry.Question.ID == asked.Question.ID && !x.Forgotten && c.Superseded(i) {
			gone = append(gone, i)
		}
	}
	return gone
}

// Backs finds the answers that the user went back past in a log, event by event. Its zero value
// is ready for use.
type Backs struct {
	calls map[string]*ToolCall
	at    map[string]spot
}

type spot struct {
	call  *ToolCall
	index int
}

// Add takes in an event, and returns the ids of the questions whose answers count no more since then.
func (b *Backs) Add(ev store.Event) (gone []string) {
	if b.calls == nil {
		b.calls, b.at = map[string]*ToolCall{}, map[string]spot{}
	}
	switch body := ev.Body.(type) {
	case store.InquiryRequest:
		if _, twice := b.at[body.ID]; twice || body.Call == "" {
			return nil
		}
		c := b.calls[body.Call]
		if c == nil {
			c = &ToolCall{}
			b.calls[body.Call] = c
		}
		b.at[body.ID] = spot{c, len(c.Exchanges)}
		c.Exchanges = append(c.Exchanges, Exchange{Inquiry: &body})
		for _, i := range c.lapsed() {
			c.Exchanges[i].Forgotten = true
			gone = append(gone, c.Exchanges[i].ID())
		}
	case store.InquiryResponse:
		if p, ok := b.at[body.ID]; ok && p.call.Exchanges[p.index].Answer == nil {
			p.call.Exchanges[p.index].Answer = &body
		}
	}
	return gone
}
