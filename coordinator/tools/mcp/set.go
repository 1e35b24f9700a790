package mcp

import (
	"context"
	"slices"
	"sync"
	"time"

	"parley/coordinator/tool"
	"parley/store/text/secret"
)

// Set is the servers of a program. It is safe for concurrent use.
type Set struct {
	o       Options
	mu      sync.Mutex
	links   []*link  // never changed, only replaced
	own     []string // names of tools that are of no server
	changed chan struct{}
	telling sync.Mutex
	news    []string        // what is to be told of changed tools
	dead    []string        // servers that cannot be reached, to be reported
	ctx     context.Context // ends when the set is closed
	close   context.CancelFunc
	logins  writing
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
		if i := slices.IndexFunc(was, func(l *link) bool { return l != nil && (l.Server.equal(server) || l.goesOn(server)) }); i >= 0 {
			now, was = append(now, was[i]), slices.Delete(slices.Clone(was), i, i+1)
			continue
		}
		l := &link{Server: server, set: s, given: given{secrets: secret.Spell(server.Keys)}}
		l.words.file, l.words.heard = s.o.logFile(server), make(chan struct{}, 1)
		if server.Fault == "" {
			var k kept
			k, l.known = s.o.cached(server)
			l.offers, l.agreed, l.was, l.lost = listing{tools: k.Tools, prompts: k.Prompts, resources: k.Resources}, k.Agreed, k.Was, k.Lost
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

// Tools are the tools of all servers, as far as they are known. A server that was never
// reached has none yet.
func (s *Set) Tools() []tool.Tool {
	var all []tool.Tool
	for _, l := range s.all() {
		l.mu.Lock()
		good, faults := named(l.Name, l.offers.tools)
		l.faults = faults
		l.mu.Unlock()
		for _, o := range good {
			spec := o.spec(l.Name, toolName(l.Name, o.Name))
			spec.Guest = !l.Own
			all = append(all, remote{link: l, offer: o, spec: spec})
		}
	}
	return s.apart(all)
}

// Beside says which tools there are that are of no server: a server's tool does not get a name
// like theirs.
func (s *Set) Beside(own []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.own = own
}

// apart leaves out tools whose names would be equal or look the same, be they of different
// servers or of one. Tools that are of no server stay, and so do the user's beside those of a workspace.
func (s *Set) apart(all []tool.Tool) []tool.Tool {
	s.mu.Lock()
	own := s.own
	s.mu.Unlock()
	users, everybody := namesOf(own), namesOf(own)
	for _, t := range all {
		everybody.add(t.Spec().Name)
		if !t.Spec().Guest {
			users.add(t.Spec().Name)
		}
	}
	return slices.DeleteFunc(all, func(t tool.Tool) bool {
		name, beside := t.Spec().Name, users
		if t.Spec().Guest {
			beside = everybody
		}
		why := ""
		switch like := beside.looks.Like(name); {
		case slices.Contains(own, name):
			why = ownNameText(name)
		case beside.count[name] > 1:
			why = sameNameText(name, beside.count[name])
		case like != "":
			why = alikeText(name, like)
		default:
			return false
		}
		l := t.(remote).link
		l.mu.Lock()
		l.faults = append(l.faults, why)
		l.mu.Unlock()
		return true
	})
}

// names are those of tools that a tool is told apart from.
type names struct {
	count map[string]int
	looks tool.Looks
}

// namesOf begins with those of tools that are of no server.
func namesOf(own []string) *names {
	n := &names{count: map[string]int{}}
	for _, name := range own {
		n.looks.Add(name)
	}
	return n
}

func (n *names) add(name string) {
	n.count[name]++
	n.looks.Add(name)
}

// Changed receives a value whenever Tools has become another list.
func (s *Set) Changed() <-chan struct{} { return s.changed }

// News returns lines about servers that cannot be reached and about tools that servers have
// changed, each once.
func (s *Set) News() []string {
	s.telling.Lock()
	defer s.telling.Unlock()
	news := s.news
	if len(s.dead) > 0 {
		slices.Sort(s.dead)
		news = append(news, deadText(slices.Compact(s.dead)))
	}
	s.news, s.dead = nil, nil
	return news
}

// mostNews is how many lines wait to be told.
const mostNews = 20

func (s *Set) report(line string) {
	s.telling.Lock()
	defer s.telling.Unlock()
	if len(s.news) < mostNews {
		s.news = append(s.news, line)
	}
}

// missing notes that a server cannot be reached.
func (s *Set) missing(name string) {
	s.telling.Lock()
	s.dead = append(s.dead, name)
	s.telling.Unlock()
	s.tell()
}

func (s *Set) tell() {
	select {
	case s.changed <- struct{}{}:
	default:
	}
}

// Connect reaches all servers, beside each other, and returns when each has answered
// or failed. With only, it reaches those about whose tools nothing is known.
func (s *Set) Connect(ctx context.Context, only bool) {
	s.reach(ctx, func(l *link) bool { return !only || !l.known })
}

// Meet reaches the servers that nobody has tried to reach yet, such as those that the
// configuration has named since.
func (s *Set) Meet(ctx context.Context) {
	s.reach(ctx, func(l *link) bool { return !l.tried })
}

func (s *Set) reach(ctx context.Context, which func(*link) bool) {
	var all sync.WaitGroup
	for _, l := range s.all() {
		l.mu.Lock()
		skip, untold := l.Fault != "" || !which(l), l.Fault != "" && !l.Waits && !l.told
		l.told = l.told || untold
		l.mu.Unlock()
		if untold {
			s.missing(l.Name)
		}
		if !skip {
			all.Go(func() { _, _ = l.use(ctx) }) // States has what went wrong
		}
	}
	all.Wait()
}

// Reach reaches one server.
func (s *Set) Reach(ctx context.Context, name string) {
	if l := s.named(name); l != nil && l.Fault == "" {
		_, _ = l.use(ctx) // States has what went wrong
	}
}

func (s *Set) named(name string) *link {
	for _, l := range s.all() {
		if l.Name == name {
			return l
		}
	}
	return nil
}

// LogIn logs in to one of the servers, see [Options.LogIn].
func (s *Set) LogIn(ctx context.Context, name string, show func(Page) <-chan string) error {
	return s.o.LogIn(ctx, s.named(name).Server, show)
}

// LogOut forgets the login to one of the servers, see [Options.LogOut].
func (s *Set) LogOut(ctx context.Context, name string) (was bool, left, err error) {
	return s.o.LogOut(ctx, s.named(name).Server)
}

// Close hangs up on all servers and waits for them to end, and for logins that are being
// written, at most for limit. What is left then is killed a moment later, even if the program has ended.
func (s *Set) Close(limit time.Duration) {
	s.close()
	var gone []chan struct{}
	for _, l := range s.all() {
		if g := l.hangUp(); g != nil {
			gone = append(gone, g)
		}
	}
	if w := s.logins.ended(); w != nil {
		gone = append(gone, w)
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

// State is what is known about a server at the moment.
type State struct {
	Name       string
	Where      string // the command, or the address
	Connected  bool
	Trying     bool   // a connection is being made
	Revision   string // of the protocol, while it is connected
	Known      bool   // what it offers is known, now or from an earlier connection
	Offers     []Offer
	Prompts    []Prompt
	Resources  []Resource
	Failed     string   // why it cannot be used, or could not be reached the last time
	Faults     []string // tools that are left out, and why
	Last       string   // the last lines that it wrote on standard error
	Log        string   // the file with all of them
	Waits      bool     // for a yes of the user
	WantsLogin bool     // it failed because nobody is logged in, or with too few rights
	Login      string   // who is logged in where, "" for nobody
}

// States are the servers in order.
func (s *Set) States() []State {
	var out []State
	for _, l := range s.all() {
		l.mu.Lock()
		st := State{
			Name: l.Name, Where: l.given.hide(l.where()), Connected: l.conn != nil, Known: l.known, Offers: slices.Clone(l.offers.tools),
			Prompts: slices.Clone(l.offers.prompts), Resources: slices.Clone(l.offers.resources),
			Trying: l.dialing != nil, Failed: l.Fault, Waits: l.Waits, Faults: slices.Concat(l.faults, l.offers.lacks), Last: l.given.hide(l.words.last(l.given.hide)), Log: l.words.file,
		}
		if l.failed != nil && st.Failed == "" {
			st.Failed, st.WantsLogin = l.failed.Error(), l.wants(l.failed) != nil
		}
		if l.conn != nil {
			if r := l.conn.session.InitializeResult(); r != nil {
				st.Revision = r.ProtocolVersion
			}
		}
		l.mu.Unlock()
		if in, err := s.o.usable(l.Server); err == nil && in.Access != "" {
			st.Login = loggedInText(in.Issuer)
		}
		out = append(out, st)
	}
	return out
}
