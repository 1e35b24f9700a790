package bridge

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"sync"
	"syscall"
	"time"

	"parley/config"
	"parley/coordinator"
	"parley/coordinator/commands"
	"parley/coordinator/tool"
	"parley/model/cli/bridge/hook"
	"parley/model/cli/process"
	"parley/model/cli/session"
	"parley/model/cli/socket"
	"parley/store"
	"parley/store/system"

	tools "parley/coordinator/tools/process"
)

// Limits of what is asked.
const (
	longestWait  = 24*time.Hour - time.Minute // a hook of Claude Code lives a day, as it is installed
	longestBlock = 9 * time.Minute            // one of Codex ten minutes
	reviewTime   = time.Minute                // more for a reviewer, which comes before a person
	lookEvery    = 2 * time.Second            // between two checks whether the asking program still runs
	patience     = 3                          // appends in a row that may fail, one per second
)

// What Claude Code says in the environment of its hooks: where it runs without a screen, no
// dialog of its own is up, and it waits for the hook alone.
const (
	entryPoint    = "CLAUDE_CODE_ENTRYPOINT"
	withoutScreen = "sdk-cli"
)

// read reads what a program says to its hook.
func read(p *process.Program, program string) (hook.Message, error) {
	data, err := io.ReadAll(io.LimitReader(p.In, hook.Most+1))
	if err != nil {
		return hook.Message{}, fmt.Errorf("cannot read the hook's message: %w", err)
	}
	return hook.Read(program, data)
}

// answer answers a message, or takes in what it says was decided. What is not for us is
// passed over.
func answer(ctx context.Context, p *process.Program, m hook.Message, hooked io.ReadCloser) error {
	return answerBy(ctx, p, m, hooked, reach{serve, askerLives(), askerDir(), askerEnv()})
}

func answerBy(ctx context.Context, p *process.Program, m hook.Message, hooked io.ReadCloser, r reach) error {
	there := p.At(m.Dir)
	if st, err := os.Stat(m.Dir); err != nil || !st.IsDir() || !filepath.IsAbs(m.Dir) {
		m.Dir = p.Dir // where the hook is, which is where a rule is to hold
		there = p.At(p.Dir)
	} else if !sameWorkspace(m.Dir, p.Dir) && !sameWorkspace(m.Dir, r.at) {
		return errors.New(notThereText(m.Program, m.Dir))
	}
	env, err := r.environment(p, m.Program, there.Env)
	if err != nil {
		return err
	}
	there.Env = hook.Commands(env)
	s, cfg, err := session.ForRecords(&there)
	if err == nil {
		err = s.Places.CheckForeign(s.Dir)
	}
	if err != nil {
		return err
	}
	from := store.Open(cfg.Store.Dir, p.Now)
	d := desk{p: &there, from: from, dir: func() (string, error) { return socket.Folder(there.Variable, there.Dir) }}
	if calls, all := m.Closes(); all || len(calls) > 0 {
		return d.closes(ctx, m, s.Dir, calls, all)
	}
	if !m.Asks() {
		return nil
	}
	admitted, err := d.admit(ctx, m, filepath.Join(cfg.Store.Dir, "bridge"))
	if err != nil {
		return err
	}
	defer admitted()
	q := newAsking(&there, s, cfg, m, r)
	q.admitted = admitted
	return q.run(ctx, hooked)
}

// reach holds what lies outside a request: who answers it, and whether anybody is still
// asking.
type reach struct {
	serve serving
	lives func() bool // whether the asking program still runs
	at    string      // the folder that it works in, as the system says, "" if that is not known
	env   []string    // what it was started with, nil if that is not known
}

// environment is that of a hook as it counts here. Of the variables that set keys those count that the
// program was started with: it gives its hooks more, also by settings that lie in the workspace, and such
// a setting would decide in the person's name. So would one that makes other files the person's own; what
// the program runs has that as well, so nothing is asked there.
func (r reach) environment(p *process.Program, program string, env []string) ([]string, error) {
	names := config.Variables(env)
	if r.env == nil && len(names) > 0 {
		return nil, errors.New(unknownText(program, names[0]))
	}
	if name := r.relocated(env); name != "" {
		return nil, errors.New(relocatedText(program, name))
	}
	sets := func(entry string) bool { return len(config.Variables([]string{entry})) > 0 }
	said, counts := process.Program{Env: env}, process.Program{Env: slices.DeleteFunc(slices.Clone(env), sets)}
	for _, entry := range r.env {
		if sets(entry) {
			counts.Env = append(counts.Env, entry)
		}
	}
	for _, name := range names {
		if said.Variable(name) != counts.Variable(name) {
			process.Say(p.Err, addedText(program, name))
		}
	}
	return counts.Env, nil
}

// relocated is a variable by which the person's own files lie elsewhere than for the program as it was
// started, "" if there is none, or if its environment cannot be read whole.
func (r reach) relocated(env []string) string {
	said, began := process.Program{Env: env}, process.Program{Env: r.env}
	i := slices.IndexFunc(config.LocatedBy[:], func(name string) bool { return said.Variable(name) != began.Variable(name) })
	if i < 0 || began.Variable(system.Home) == "" {
		return ""
	}
	return config.LocatedBy[i]
}

// sameWorkspace reports whether two folders lie in one workspace. What a hook says of its folder
// decides which rules count and which files are read: so it, or its program, must be there.
func sameWorkspace(a, b string) bool {
	if b == "" {
		return false
	}
	one, err := os.Stat(config.Root(a))
	two, fault := os.Stat(config.Root(b))
	return err == nil && fault == nil && os.SameFile(one, two)
}

// serving listens for the answers of other processes in a conversation.
type serving func(dir, id string) (*socket.Server, error)

// request is one request of another program while it waits.
type request struct {
	p    *process.Program
	s    session.Setup
	cfg  config.Config
	m    hook.Message
	r    hook.Request
	wait time.Duration

	reach
	admitted func()   // it is on record, and the next one may be counted
	heard    *hearing // of the hook, nil if there is none

	mu    sync.Mutex
	said  bool  // something was handed back
	fault error // and could not be
	ends  chan coordinator.Input
	over  chan struct{}
}

func newAsking(p *process.Program, s session.Setup, cfg config.Config, m hook.Message, r reach) *request {
	wait := min(cfg.Bridge.Wait, longestBlock)
	if hook.Outlasts(m.Program) && p.Variable(entryPoint) != withoutScreen {
		wait = longestWait
	}
	return &request{
		p: p, s: s, cfg: cfg, m: m, r: m.Request(s.Dir), wait: wait, reach: r,
		ends: make(chan coordinator.Input), over: make(chan struct{}),
	}
}

// askerDir is the folder that the asking program works in.
func askerDir() string {
	asker, known := process.Asker()
	if !known {
		return ""
	}
	return asker.Dir()
}

// askerEnv is the environment that the asking program was started with.
func askerEnv() []string {
	asker, known := process.Asker()
	if !known {
		return nil
	}
	return asker.Outermost(hook.Claude, hook.Codex).Env()
}

// askerLives checks the asking program: if it was killed, its hook is left behind and nobody
// would take an answer. If this cannot be found out, the program counts as running.
func askerLives() func() bool {
	asker, known := process.Asker()
	return func() bool { return !known || asker.Lives() }
}

// run puts the request on record, waits, and hands back what was decided.
func (q *request) run(ctx context.Context, hooked io.ReadCloser) (err error) {
	broken := make(chan os.Signal, 1)
	signal.Notify(broken, syscall.SIGPIPE) // a program that is gone is told in the record, and does not end us
	defer signal.Stop(broken)
	apart := cmp.Or(rulesApart(q.m.Program, hook.Shell(q.p.Variable), q.p.Variable("BASH_ENV"), q.s.Dir), q.holds(q.m.Program, q.p.Env))
	stands := q.stands()
	e := entry(q.m, q.r, apart, stands, q.hand)
	if stands && !onlyUser(q.cfg.Tool(e.Spec.Name).Question("overwrite_file")) {
		e.Spec.Run = tool.Ask // who answers that for a person does not let it run as well
	}
	q.s.Options.Foreign = &e
	x, err := session.Open(context.WithoutCancel(ctx), q.p, q.s, q.cfg, "", true)
	if err != nil {
		return err
	}
	defer func() {
		err = errors.Join(err, x.Close())
		session.TellUntold(q.p, x)
	}()
	heard := q.listen(x)
	loop := &commands.Loop{Shell: x.Shell, Patience: patience, Outside: q.ends, Ask: q.waiting(heard), Saw: func(coordinator.Input, []store.Event) {
		if x.Shell.Saved() && x.Shell.Log().Len() > 0 {
			q.admitted()
		}
	}}
	var watching sync.WaitGroup
	stop := q.watch(ctx, &watching, heard, hooked)
	loop.Run(context.Background(), coordinator.Opened{}, coordinator.Observe{
		Of: store.Observed{Program: q.m.Program, Version: hook.Version(q.m.Program, q.p.Variable), Session: q.m.Session}, Text: requestText(q.m.Program, q.r.Kind, q.r.Subject, q.r.Reason),
		Tool: q.r.Tool, Arguments: q.r.Arguments,
	})
	stop()
	watching.Wait()
	if err := x.Shell.Trouble(); err != nil {
		return unrecordedError(err, q.handed())
	}
	if q.handed() {
		return q.fault
	}
	_, err = q.p.Out.Write(q.m.Say(refusal(x.Shell.Log())))
	return err
}

// waiting is asked once a person is to answer, and waits no longer than the program does:
// rules and a reviewer come first, however short that is.
func (q *request) waiting(heard *socket.Server) func(context.Context, coordinator.Prompt) coordinator.Input {
	var until time.Time // of the first question, also for those that follow
	return func(ctx context.Context, _ coordinator.Prompt) coordinator.Input {
		q.mu.Lock()
		if until.IsZero() {
			until = q.p.Now().Add(q.wait)
		}
		left := until.Sub(q.p.Now())
		q.mu.Unlock()
		if heard != nil && left > 0 && q.p.Sleep(ctx, left) != nil {
			return nil // it was answered
		}
		return coordinator.Closed{Reason: store.CancelExpired}
	}
}

// onlyUser reports whether nobody but a person is configured to answer a question.
func onlyUser(q config.Question) bool {
	return q.Target.Kind == config.TargetUser && len(q.Answers) == 0
}

// stands reports whether the file exists that would be written.
func (q *request) stands() bool {
	var in struct{ Path string }
	if q.r.Kind != hook.Text || json.Unmarshal([]byte(q.r.Arguments), &in) != nil {
		return false
	}
	_, err := os.Lstat(filepath.Join(q.s.Dir, filepath.FromSlash(in.Path)))
	return err == nil
}

func (q *request) handed() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.said
}

// serve listens for a conversation, for everybody but the program that asks.
func serve(dir, id string) (*socket.Server, error) {
	asker, known := process.Asker()
	if !known {
		return nil, errors.New("the program that asks cannot be made out")
	}
	return socket.ServeFor(dir, id, tools.Mark, asker.Outermost(hook.Claude, hook.Codex))
}

// listen listens for answers, nil where none can come.
func (q *request) listen(x *session.Session) *socket.Server {
	dir, err := socket.Folder(q.p.Variable, q.p.Dir)
	var s *socket.Server
	if err == nil {
		s, err = q.serve(dir, x.Saved.ID())
	}
	if err == nil {
		err = x.Until(s.Close)
	}
	if err != nil {
		process.Say(q.p.Err, deafText(err))
		return nil
	}
	return s
}

// watch delivers whatever ends the wait: an answer of another process, the end of the hook or
// of the asking program, the deadline, or a signal. Call stop to end the watching.
func (q *request) watch(ctx context.Context, all *sync.WaitGroup, heard *socket.Server, hooked io.ReadCloser) (stop func()) {
	ctx, end := context.WithCancel(ctx)
	send := func(in coordinator.Input) {
		select {
		case q.ends <- in:
		case <-q.over:
		}
	}
	if heard != nil {
		all.Go(func() {
			for {
				select {
				case in := <-heard.Inputs():
					send(in)
				case <-q.over:
					return
				}
			}
		})
	}
	if hooked != nil {
		q.heard = &hearing{passed: make(chan struct{}), gone: make(chan struct{})}
		go func() { send(q.heard.hear(hooked, q.m.Program)) }() // it ends with the hook, or with this process
	}
	all.Go(func() {
		for q.p.Sleep(ctx, lookEvery) == nil {
			if !q.lives() {
				send(coordinator.Closed{Reason: store.CancelExpired, Why: askerGoneText(q.m.Program)})
				return
			}
		}
	})
	all.Go(func() {
		over := coordinator.Closed{Reason: store.CancelExpired}
		if q.p.Sleep(ctx, q.wait+reviewTime) != nil { // with the request, when nobody listens, or with this process
			over.Why = endedText(toldToEnd, q.m.Program)
		}
		send(over)
	})
	return func() {
		close(q.over)
		end()
		if hooked != nil {
			_ = hooked.Close() // nothing more is read
		}
	}
}
