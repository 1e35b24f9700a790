package bridge

import (
	"context"
	"errors"
	"sync"
	"time"

	"parley/config/private"
	"parley/model/cli/bridge/hook"
	"parley/model/cli/process"
	"parley/store/inbox"
)

// Limits of what waits at once.
const (
	mostOpen  = 20               // requests of a session
	mostQueue = 10 * time.Second // for those that come at the same moment to be put on record
)

// admit lets a request in if its session has room for one more. Until admitted is called,
// which is once the request is on record, no other one is counted: many may come at once.
func (d desk) admit(ctx context.Context, m hook.Message, queue string) (admitted func(), err error) {
	ctx, end := context.WithTimeout(ctx, mostQueue)
	defer end()
	release, err := private.Hold(ctx, queue)
	if err != nil {
		return nil, err
	}
	admitted = sync.OnceFunc(func() {
		if err := release(); err != nil {
			process.Say(d.p.Err, err.Error())
		}
	})
	if err := d.leftBehind(); err != nil { // of other conversations, most likely; it does not matter here
		process.Say(d.p.Err, err.Error())
	}
	if n := d.unfinished(m); n >= mostOpen {
		admitted()
		return nil, errors.New(fullText(n))
	}
	return admitted, nil
}

// unfinished counts the requests of a session that are on record and have not ended, whether
// a person is asked by now or not.
func (d desk) unfinished(m hook.Message) (n int) {
	all, _ := d.from.List() // what cannot be read is none of these
	for _, x := range all {
		if x.Program == m.Program && x.Session == m.Session && x.TurnOpen {
			n++
		}
	}
	return n
}

// open are the requests of a session that wait.
func (d desk) open(m hook.Message) ([]inbox.Entry, error) {
	all, err := inbox.All(d.from)
	var out []inbox.Entry
	for _, e := range all {
		if e.Program == m.Program && e.Session == m.Session {
			out = append(out, e)
		}
	}
	if len(out) > 0 {
		err = nil // faults of other conversations do not matter here
	}
	return out, err
}
