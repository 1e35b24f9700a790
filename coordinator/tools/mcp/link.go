package mcp

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"parley/coordinator/tools/process"
)

// link is one server: what is known about it, and the connection with it.
type link struct {
	Server
	set    *Set
	words  words // what it wrote on standard error
	given  given
	visits tasks

	mu      sync.Mutex
	conn    *connection
	dialing chan struct{} // closed when the attempt under way has ended; nil: none is
	failed  error         // why the last attempt failed, nil if it did not
	offers  listing
	agreed  map[string]string // digests of tools as a person last let them run
	was     map[string]Offer  // those of them that are described in another way now
	lost    bool              // what was kept of agreed could not be read, or not be kept
	known   bool              // offers are what it said, now or earlier
	asked   time.Time         // when it was last asked for them
	ended   error             // why the process could not be started
	status  *process.Status
	faults  []string // of its tools
	told    bool     // the user has been told that it cannot be reached
	tried   bool     // whether anybody tried to reach it
}

// hangUp ends the connection with a server and returns what is closed when it is gone,
// nil if there is none.
func (l *link) hangUp() chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	c := l.conn
	if c == nil {
		return nil
	}
	l.conn = nil
	c.hangUp()
	return c.gone
}

// use returns the connection with the server, and makes it if there is none.
func (l *link) use(ctx context.Context) (*connection, error) {
	for {
		l.mu.Lock()
		if l.conn != nil {
			defer l.mu.Unlock()
			return l.conn, nil
		}
		wait := l.dialing
		if wait == nil {
			wait = make(chan struct{})
			l.dialing, l.tried = wait, true
			go l.connect(wait)
		}
		l.mu.Unlock()
		select {
		case <-wait:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		l.mu.Lock()
		c, err := l.conn, l.failed
		l.mu.Unlock()
		if c != nil || err != nil {
			return c, err
		}
	}
}

// connect makes the connection, and learns what the server offers. It belongs to no
// call: others may wait for it too.
func (l *link) connect(done chan struct{}) {
	c, err := l.dial(l.set.ctx)
	var now listing
	if err == nil {
		if now, err = c.whole(l.set.ctx, l.Name); err != nil {
			c.hangUp()
			if err = c.hush(err); l.wants(err) != nil {
				err = l.wants(err)
			}
		}
	}
	l.mu.Lock()
	l.dialing, l.failed = nil, err
	changed, untold := false, err != nil && l.set.ctx.Err() == nil && !l.told
	l.told = l.told || untold
	if err == nil && l.set.ctx.Err() == nil {
		l.conn = c
		changed = l.learn(now)
		go l.watch(c)
		if c.more() { // it has changed since, or while it was being reached
			go l.refreshing(c)
		}
	} else if err == nil {
		c.hangUp()
		l.failed = l.set.ctx.Err()
	}
	l.mu.Unlock()
	if untold {
		l.set.missing(l.Name) // before whoever waits for it continues
	}
	close(done)
	if changed {
		l.set.tell()
	}
}

// watch forgets the connection when it ends.
func (l *link) watch(c *connection) {
	_ = c.session.Wait() // what it was is told by the calls that it ends
	l.drop(c)
}

// drop ends a connection that is of no use any more.
func (l *link) drop(c *connection) {
	c.hangUp()
	l.mu.Lock()
	if l.conn == c {
		l.conn = nil
	}
	l.mu.Unlock()
}

// lock ends a connection that needs a login first.
func (l *link) lock(c *connection) {
	l.drop(c)
	l.mu.Lock()
	l.failed = l.wantsLogin()
	l.mu.Unlock()
}

// learn takes what the server offers now; l.mu is held. It reports whether that is
// something else than before.
func (l *link) learn(now listing) bool {
	if now.untold {
		now.tools = l.offers.tools
	}
	same := l.known && slices.EqualFunc(l.offers.tools, now.tools, func(a, b Offer) bool { return a.Digest() == b.Digest() })
	kept := same && l.offers.same(now)
	if l.known && !same {
		l.set.report(newsText(l.Name, differing(l.offers.tools, now.tools)))
	}
	first := !l.known && !now.untold && !l.lost
	if l.known {
		l.remember(now.tools)
	} else if first {
		l.agreed = map[string]string{}
		for _, o := range now.tools {
			l.agreed[o.Name] = o.Digest()
		}
	}
	l.offers, l.known, l.asked = now, l.known || !now.untold, l.set.o.now()
	if !kept && !l.keep() && first { // for the next program it would be the first time again
		l.agreed, l.lost = nil, true
	}
	return !same
}

// difference is how a list of tools differs from the one before.
type difference struct{ new, changed, gone []string }

func differing(was, now []Offer) (d difference) {
	before := map[string]string{}
	for _, o := range was {
		before[o.Name] = o.Digest()
	}
	for _, o := range now {
		switch digest, is := before[o.Name]; {
		case !is:
			d.new = append(d.new, o.Name)
		case digest != o.Digest():
			d.changed = append(d.changed, o.Name)
		}
		delete(before, o.Name)
	}
	d.gone = slices.Sorted(maps.Keys(before))
	return d
}

// refresh asks again what the server offers.
func (l *link) refresh(ctx context.Context, c *connection) {
	now, err := c.whole(ctx, l.Name)
	if err != nil {
		return // the next connection asks again
	}
	l.mu.Lock()
	changed := l.conn == c && l.learn(now)
	l.mu.Unlock()
	if changed {
		l.set.tell()
	}
}

func (l *link) began() {
	l.words.begin()
	l.mu.Lock()
	l.ended, l.status = nil, nil
	l.mu.Unlock()
}

func (l *link) over(status process.Status, err error) {
	l.mu.Lock()
	l.ended = err
	if err == nil {
		l.status = &status
	}
	l.mu.Unlock()
}

// startFailed says why the program of the server could not be started, nil if it was.
func (l *link) startFailed() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.ended
}
