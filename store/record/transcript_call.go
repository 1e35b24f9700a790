package record

import (
	"maps"
	"slices"
	"time"

	"parley/store"
)

// ran takes in what happened to a call.
func (t *Transcript) ran(e store.Event) (int, bool) {
	id := ""
	switch b := e.Body.(type) {
	case store.ToolStarted:
		id = b.ID
	case store.ToolFinished:
		id = b.ID
	case store.ToolCallResponse:
		id = b.ID
	}
	at, ok := t.calls[id]
	if !ok {
		return 0, false
	}
	call, ok := t.entries[at].Item.(*ToolCall)
	if !ok || call.Result != nil {
		return 0, false
	}
	switch b := e.Body.(type) {
	case store.ToolStarted:
		call.Runs, call.Started, call.Asks, call.Live = max(call.Runs, b.Run), e.Time, false, false
	case store.ToolFinished:
		call.Finished, call.Done = &b, e.Time
	case store.ToolCallResponse:
		if call.Finished == nil {
			call.Done = e.Time
		}
		call.Result, call.Ended = &b, e.Time
		call.Ending, call.Stopped = t.ending[e.Turn]
	}
	return t.change(at, e)
}

// waits notes that a run ended in questions, or asks and goes on. The wait for their answers does
// not count as running time. Where it is not known that this call asks, it only runs.
func (t *Transcript) waits(b store.ToolAsked) {
	if at, ok := t.calls[b.ID]; ok && len(b.Among) == 0 {
		if call, ok := t.entries[at].Item.(*ToolCall); ok {
			call.Started, call.Asks, call.Live = time.Time{}, true, b.Live
		}
	}
}

// asked takes in a permission or a question, or its outcome.
func (t *Transcript) asked(e store.Event) (int, bool) {
	switch b := e.Body.(type) {
	case store.PermissionRequest:
		return t.ask(e, b.ID, b.Call, Exchange{Asked: e.Time, Permission: &b})
	case store.InquiryRequest:
		return t.ask(e, b.ID, b.Call, Exchange{Asked: e.Time, Inquiry: &b})
	case store.PermissionResponse:
		return t.settle(e, b.ID, func(x *Exchange) bool {
			fits := x.Permission != nil
			if fits {
				x.Permitted = &b
			}
			return fits
		})
	case store.InquiryResponse:
		return t.settle(e, b.ID, func(x *Exchange) bool {
			fits := x.Inquiry != nil
			if fits {
				x.Answer = &b
				t.tells(e.Turn, *x)
			}
			return fits
		})
	case store.MemoryRevoked:
		at, x, ok := t.exchange(b.ID)
		if !ok || x.Open() || x.Forgotten {
			return 0, false
		}
		x.Forgotten, x.Why = true, b.Reason
		return t.change(at, e)
	default:
		return 0, false
	}
}

// tells notes that the row of a question says that the user ended the turn; that of a
// change to a file says only that it was not made.
func (t *Transcript) tells(turn int, x Exchange) {
	if x.Answer.Outcome != store.Cancelled || x.Answer.Reason != store.CancelEndTurn {
		return
	}
	if c, ok := t.callOf(x.Inquiry.Call); !ok || !OfFiles(c.Name) {
		t.told[turn] = store.ReasonUser
	}
}

// ask puts an exchange under its call, or on its own if there is no such call.
func (t *Transcript) ask(e store.Event, id, call string, x Exchange) (int, bool) {
	if _, repeated := t.exchanges[id]; repeated {
		return 0, false
	}
	t.open++
	if at, ok := t.calls[call]; ok {
		if c, ok := t.entries[at].Item.(*ToolCall); ok {
			t.exchanges[id] = place{entry: at, index: len(c.Exchanges)}
			c.Exchanges, c.Asks = append(c.Exchanges, x), false
			return t.change(at, e)
		}
	}
	if b, ok := e.Body.(store.InquiryRequest); ok {
		if at, ok := t.askedByGuard(e, b, x); ok {
			return at, true
		}
	}
	at, ok := t.begin(e, &Asked{Exchange: x})
	t.exchanges[id] = place{entry: at}
	return at, ok
}

// lapse takes in which answers count no more since an event of their call, which changes its entry.
func (t *Transcript) lapse(e store.Event) {
	for _, l := range t.lapses.Add(e.Body) {
		if _, x, ok := t.exchange(l.ID); ok {
			x.Forgotten, x.Why = true, l.Reason
		}
	}
}

// settle closes an exchange once.
func (t *Transcript) settle(e store.Event, id string, answer func(*Exchange) bool) (int, bool) {
	at, x, ok := t.exchange(id)
	if !ok || !x.Open() || !answer(x) {
		return 0, false
	}
	x.Closed = e.Time
	t.open--
	return t.change(at, e)
}

// exchange finds a permission or inquiry.
func (t *Transcript) exchange(id string) (int, *Exchange, bool) {
	p, ok := t.exchanges[id]
	if !ok {
		return 0, nil, false
	}
	switch i := t.entries[p.entry].Item.(type) {
	case *ToolCall:
		return p.entry, &i.Exchanges[p.index], true
	case *Asked:
		return p.entry, &i.Exchange, true
	case *Guard:
		return p.entry, &i.Exchanges[p.index], true
	default:
		return 0, nil, false
	}
}

// ceased takes in that the program had ended: when what ran then ended is not known.
func (t *Transcript) ceased(e store.Event) (int, bool) {
	for _, at := range slices.Sorted(maps.Values(t.calls)) {
		call, is := t.entries[at].Item.(*ToolCall)
		if is && !call.Started.IsZero() && call.Done.IsZero() {
			call.Started = time.Time{}
			t.change(at, e)
		}
	}
	return t.begin(e, &Mark{Body: e.Body})
}
