package bridge

import (
	"context"
	"errors"
	"fmt"

	"parley/coordinator"
	"parley/forms"
	"parley/model/cli/bridge/hook"
	"parley/model/cli/process"
	"parley/model/cli/socket"
	"parley/store"
	"parley/store/inbox"
)

// desk is where requests that wait are found and closed.
type desk struct {
	p    *process.Program
	from store.Store
	dir  func() (string, error) // of sockets
}

// closes tells the requests that were decided in the program. Of two equal ones the older is
// taken: nobody could tell them apart.
func (d desk) closes(ctx context.Context, m hook.Message, root string, calls []hook.Call, all bool) error {
	waiting, err := d.open(m)
	if err != nil || len(waiting) == 0 {
		return err
	}
	dir, err := d.dir()
	if err != nil {
		return err
	}
	var wanted []hook.Request
	for _, c := range calls {
		of := m
		of.Call = c
		wanted = append(wanted, of.Request(root))
	}
	var faults []error
	for _, e := range waiting {
		at := -1
		for i, w := range wanted {
			if at < 0 && d.same(e, w) {
				at = i
			}
		}
		if at < 0 && !all {
			continue
		}
		if at >= 0 {
			wanted = append(wanted[:at:at], wanted[at+1:]...)
		}
		faults = append(faults, d.tell(ctx, dir, e))
	}
	return errors.Join(faults...)
}

// same reports whether an entry is about a call.
func (d desk) same(e inbox.Entry, r hook.Request) bool {
	c, _, err := d.from.OpenRead(e.Conversation)
	if err != nil {
		return false // it was removed meanwhile
	}
	for _, ev := range c.Log().All() {
		if b, is := ev.Body.(store.ToolCallRequest); is {
			return b.Name == r.Tool && (r.Kind == hook.Plan || forms.Equal(b.Arguments, []byte(r.Arguments))) // a plan is not always repeated
		}
	}
	return false
}

// tell tells the process that waits with a request that it was decided elsewhere.
func (d desk) tell(ctx context.Context, dir string, e inbox.Entry) error {
	_, digest, err := inbox.SplitRef(e.Ref)
	if err != nil {
		return err
	}
	taken, err := socket.Send(ctx, dir, e.Conversation, digest, coordinator.Act{Do: coordinator.ActClose}, "", "")
	switch {
	case errors.Is(err, socket.ErrNobody): // it ended meanwhile, and what it left behind is closed by the next
		return nil
	case err != nil:
		return err
	case taken.Refused != "":
		return fmt.Errorf("%s is not closed: %s", e.Conversation, taken.Refused)
	}
	return nil // a request that was answered meanwhile stays answered
}

// leftBehind closes the requests whose processes were killed: nobody can hand an answer to
// them back.
func (d desk) leftBehind() error {
	list, err := d.from.List()
	if err != nil && len(list) == 0 {
		return err
	}
	var faults []error
	for _, x := range list {
		if x.Program == "" || !x.TurnOpen || d.from.Held(x.ID) {
			continue
		}
		faults = append(faults, d.expire(x.ID, x.Program))
	}
	return errors.Join(faults...)
}

// expire ends the record of a request that nobody waits with.
func (d desk) expire(id, program string) (err error) {
	c, _, err := d.from.OpenWrite(id)
	var locked *store.LockedError
	if errors.As(err, &locked) || errors.Is(err, store.ErrNotFound) {
		return nil // another was quicker
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	state := coordinator.State{Folded: coordinator.FoldAll(id, c.Log()), Env: coordinator.Env{SomebodyThere: true}}
	if !state.Folded.Observed {
		return nil
	}
	nonce := d.p.Nonce()
	for _, in := range []coordinator.Input{coordinator.Closed{Reason: store.CancelExpired, Why: endedText(waitKilled, program)}, coordinator.Opened{Continue: true}} {
		if !state.Folded.Open() {
			break
		}
		next, did := coordinator.Step(state, coordinator.Msg{Time: d.p.Now(), Nonce: nonce(), Body: in})
		if did.Err != nil {
			return did.Err
		}
		state = next
		if len(did.Events) == 0 {
			continue
		}
		if err := c.Record(did.Events...); err != nil {
			return err
		}
	}
	return nil
}
