package mcp

import (
	"context"
	"maps"
	"reflect"
	"slices"
	"sync"
	"time"

	"parley/coordinator/tool"
	"parley/coordinator/tools/process"
)

// Set is the servers of a program. It is safe for concurrent use.
type Set struct {
	o       Options
	mu      sync.Mutex
	links   []*link // never changed, only replaced
	changed chan struct{}
	ctx     context.Context // ends when the set is closed
	close   context.CancelFunc
}

// New returns the set of these servers. It starts nothing, and reads only what is kept
// about their tools.
func New(o Options, servers ...Server) *Set {
	s := &Set{o: o, changed: make(chan struct{}, 1)}
	s.ctx, s.close = context.WithCancel(context.Background())
	s.Take(servers...)
	return s
}

// Take makes the set one of these servers: those that it has already stay as they are,
// and those that it no longer has are hung up on.
func (s *Set) Take(servers ...Server) {
	s.mu.Lock()
	defer s.mu.Unlock()
	was, now := s.links, make([]*link, 0, len(servers))
	for _, server := range servers {
		if i := slices.IndexFunc(was, func(l *link) bool { return l != nil && reflect.DeepEqual(l.Server, server) }); i >= 0 {
			now, was = append(now, was[i]), slices.Delete(slices.Clone(was), i, i+1)
			continue
		}
		l := &link{Server: server, set: s}
		l.words.file = s.o.logFile(server)
		if server.Fault == "" {
			var k kept
			k, l.known = s.o.cached(server)
			l.offers, l.agreed = k.Tools, k.Agreed
		}
		now = append(now, l)
	}
	for _, l := range was {
		l.hangUp()
	}
	s.links = now
}

// all are the servers of the set.
func (s *Set) all() []*link {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.links
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

// link is one server: what is known about it, and the connection with it.
type link struct {
	Server
	set   *Set
	words words // what it wrote on standard error

	mu      sync.Mutex
	conn    *connection
	dialing chan struct{} // closed when the attempt under way has ended; nil: none is
	failed  error         // why the last attempt failed, nil if it did not
	offers  []Offer
	agreed  map[string]string // digests of tools as a person last let them run
	known   bool              // offers are what it said, now or earlier
	ended   error             // why the process could not be started
	status  *process.Status
	faults  []string // of its tools
}

// Tools are the tools of all servers, as far as they are known. A server that was never
// reached has none yet.
func (s *Set) Tools() []tool.Tool {
	var all []tool.Tool
	for _, l := range s.all() {
		l.mu.Lock()
		good, faults := named(l.Name, l.offers)
		l.faults = faults
		l.mu.Unlock()
		for _, o := range good {
			all = append(all, remote{link: l, offer: o, spec: o.spec(l.Name, toolName(l.Name, o.Name))})
		}
	}
	return apart(all)
}

// apart leaves out tools of different servers whose names would be equal.
func apart(all []tool.Tool) []tool.Tool {
	count := map[string]int{}
	for _, t := range all {
		count[t.Spec().Name]++
	}
	return slices.DeleteFunc(all, func(t tool.Tool) bool {
		name := t.Spec().Name
		if count[name] < 2 {
			return false
		}
		l := t.(remote).link
		l.mu.Lock()
		l.faults = append(l.faults, sameNameText(name, count[name]))
		l.mu.Unlock()
		return true
	})
}

// Changed receives a value whenever Tools has become another list.
func (s *Set) Changed() <-chan struct{} { return s.changed }

func (s *Set) tell() {
	select {
	case s.changed <- struct{}{}:
	default:
	}
}

// Connect reaches all servers, beside each other, and returns when each has answered
// or failed. With only, it reaches those about whose tools nothing is known.
func (s *Set) Connect(ctx context.Context, only bool) {
	var all sync.WaitGroup
	for _, l := range s.all() {
		l.mu.Lock()
		skip := only && l.known || l.Fault != ""
		l.mu.Unlock()
		if !skip {
			all.Go(func() { _, _ = l.use(ctx) }) // States has what went wrong
		}
	}
	all.Wait()
}

// Close hangs up on all servers and waits for them to end, at most for limit. What is
// left then is killed a moment later, even if the program has ended.
func (s *Set) Close(limit time.Duration) {
	s.close()
	var gone []chan struct{}
	for _, l := range s.all() {
		if g := l.hangUp(); g != nil {
			gone = append(gone, g)
		}
	}
	over := s.o.after(limit)
	for _, g := range gone {
		select {
		case <-g:
		case <-over:
			return
		}
	}
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
			l.dialing = wait
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
	var offers []Offer
	if err == nil {
		if offers, err = c.list(l.set.ctx); err != nil {
			c.hangUp()
		}
	}
	l.mu.Lock()
	l.dialing, l.failed = nil, err
	changed := false
	if err == nil && l.set.ctx.Err() == nil {
		l.conn = c
		changed = l.learn(offers)
		go l.watch(c)
	} else if err == nil {
		c.hangUp()
		l.failed = l.set.ctx.Err()
	}
	l.mu.Unlock()
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

// learn takes what the server offers now; l.mu is held. It reports whether that is
// something else than before.
func (l *link) learn(offers []Offer) bool {
	same := l.known && slices.EqualFunc(l.offers, offers, func(a, b Offer) bool { return a.Digest() == b.Digest() })
	if !l.known {
		l.agreed = map[string]string{}
		for _, o := range offers {
			l.agreed[o.Name] = o.Digest()
		}
	}
	l.offers, l.known = offers, true
	if same {
		return false
	}
	l.keep()
	return true
}

// agree notes that a person let a tool run as it is described now.
func (l *link) agree(o Offer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if digest := o.Digest(); l.agreed[o.Name] != digest {
		l.agreed = maps.Clone(l.agreed)
		if l.agreed == nil {
			l.agreed = map[string]string{}
		}
		l.agreed[o.Name] = digest
		l.keep()
	}
}

// altered says that a tool is not described as it was when a person last let it run.
func (l *link) altered(o Offer) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch digest, known := l.agreed[o.Name]; {
	case !known:
		return newToolText(l.Name)
	case digest != o.Digest():
		return changedToolText(l.Name, o.Description)
	}
	return ""
}

// refresh asks again what the server offers, since it said that this changed.
func (l *link) refresh(c *connection) {
	offers, err := c.list(l.set.ctx)
	if err != nil {
		return // the next connection asks again
	}
	l.mu.Lock()
	changed := l.conn == c && l.learn(offers)
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

// State is how a server is.
type State struct {
	Name      string
	Where     string // the command, or the address
	Connected bool
	Revision  string // of the protocol, while it is connected
	Known     bool   // what it offers is known, now or from earlier
	Offers    []Offer
	Failed    string   // why it cannot be used, or was not reached the last time
	Faults    []string // tools that are left out, and why
	Last      string   // the last lines that it wrote on standard error
	Log       string   // where all of them stand
}

// States are the servers in order.
func (s *Set) States() []State {
	var out []State
	for _, l := range s.all() {
		l.mu.Lock()
		st := State{
			Name: l.Name, Where: l.where(), Connected: l.conn != nil, Known: l.known, Offers: slices.Clone(l.offers),
			Failed: l.Fault, Faults: slices.Clone(l.faults), Last: l.words.last(), Log: l.words.file,
		}
		if l.failed != nil && st.Failed == "" {
			st.Failed = l.failed.Error()
		}
		if l.conn != nil {
			if r := l.conn.session.InitializeResult(); r != nil {
				st.Revision = r.ProtocolVersion
			}
		}
		l.mu.Unlock()
		out = append(out, st)
	}
	return out
}
