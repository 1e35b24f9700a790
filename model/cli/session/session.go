// Package session opens a conversation: its configuration, its tools, its models, its
// file, and the shell that runs it. Showing it is left to others.
package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"parley/config"
	"parley/coordinator"
	"parley/coordinator/rulebook"
	"parley/coordinator/tool"
	"parley/coordinator/tools/command"
	"parley/coordinator/tools/mcp"
	"parley/model/cli/account"
	"parley/model/cli/instruct"
	"parley/model/cli/process"
	"parley/model/cli/servers"
	"parley/store"
)

// Session is an open conversation with all that it needs.
type Session struct {
	Shell  *coordinator.Shell
	Config config.Config
	Store  store.Store
	Saved  *store.Conversation
	Report store.Report
	Drafts store.Drafts
	Dir    string   // the workspace
	First  string   // a message to begin with
	GoOn   bool     // a paused turn continues without a key press
	Notes  []string // what the user should be told at the start

	mu      sync.Mutex // guards Config and servers, which jobs read while the screen may reload
	servers *sync.Map  // name to providers.Provider
	Prog    *process.Program
	Setup   Setup
	root    *os.Root
	tools   atomic.Pointer[tool.Registry] // in force, which the writing of an answer looks at
	ruled   *rulebook.Book
	Teller  *instruct.Teller    // says what the model is told as instructions
	Begin   []coordinator.Input // the first inputs
	Begun   *account.Begun      // whether its changes were kept here
	Tokens  *account.Tokens     // by which what notify.command started may answer; nil for none
	Strange map[int]bool        // the configuration changes that a person did not make here, for this workspace

	notified  func(wait bool) // ends the telling of what waits, with wait once it had its time; nil where nothing is told
	awaits    bool            // Close waits for that
	untold    func() string   // how notify.command failed, "" if it did not
	saidOf    atomic.Bool     // that was said
	ends      []func() error  // what ends before it, guarded by mu
	closed    bool            // guarded by mu
	made      *account.Made   // what this installation made of it
	Unknown   bool            // what is on record was not recorded by this installation
	gone      bool            // a setting that was chosen in it is in its file no more
	theirs    int             // how many lines it begins with of which it is not known that they were
	since     int             // from which line on what it says was done and decided was recorded here
	elsewhere string          // the other workspace that those were made for, "" where nothing notes them
	keys      map[string]bool // keys that servers were given, guarded by mu
	windows   windows         // of models that their servers were asked about
	pastes    pastes          // images from the clipboard
	shown     map[string]bool // files that the user was asked to trust, by digest, guarded by mu

	Servers *mcp.Set // of tools
	reach   sync.Once
	left    context.Context // ends with the session
	leave   context.CancelFunc
}

// appendAgain is the wait before a failed append is retried.
const appendAgain = time.Second

// runsLook is how long events may wait before they are written, while a tool examines the
// files that it is going to change.
const runsLook = 200 * time.Millisecond

// Open opens a conversation for writing: a new one, or the one with an id. cfg is the
// configuration without the conversation's own settings. One whose turn is open in another
// workspace is refused while that exists.
func Open(ctx context.Context, p *process.Program, s Setup, cfg config.Config, id string, somebody bool) (*Session, error) {
	x := &Session{Prog: p, Setup: s, Config: cfg, Dir: s.Dir, Store: store.Open(cfg.Store.Dir, p.Now)}
	if err := x.take(id); err != nil {
		return nil, err
	}
	if err := x.stay(); err != nil {
		return nil, x.failed(err)
	}
	if err := x.wire(ctx, x.Setup.Options, somebody); err != nil {
		return nil, x.failed(err)
	}
	if err := x.seen(); err != nil {
		return nil, x.failed(err)
	}
	return x, nil
}

// failed closes a session that could not be opened.
func (x *Session) failed(err error) error { return errors.Join(err, x.Close()) }

// take creates the conversation or opens the one that a prefix names.
func (x *Session) take(id string) (err error) {
	if id == "" && x.Setup.Options.Offer {
		typed := func(id string) bool { return account.TypedHere(x.Setup.Places.Made, id) }
		if x.Saved, err = x.Store.OpenUnbegun(x.Dir, store.Composing, typed); x.Saved != nil {
			x.Notes = append(x.Notes, offeredText)
		}
		if x.Saved != nil || err != nil {
			return err
		}
	}
	if id == "" {
		if id, err = store.NewID(x.Prog.Now(), x.Prog.Random); err != nil {
			return err
		}
		x.Saved, err = x.Store.Create(id)
		return err
	}
	if id, err = x.Store.Find(id); err != nil {
		return err
	}
	if x.Saved, x.Report, err = x.Store.OpenWrite(id); err != nil {
		return err
	}
	if err = store.NotObserved(id, x.Saved.Log()); err != nil {
		err = errors.Join(err, x.Saved.Close())
	}
	return err
}

// ownCommand runs a command of the user's own in the workspace, with what commands are
// given.
func (x *Session) ownCommand(ctx context.Context, line string, live io.Writer) store.UserCommandEnd {
	cfg := x.Current()
	ran := command.Own(ctx, command.Config{Given: given(cfg, cfg.Tool(command.Name))}, x.Dir, line, live)
	end := store.UserCommandEnd{Output: ran.Output}
	if ran.Exit.Known {
		end.Exit = &ran.Exit.Status
	}
	return end
}

// wire reads the conversation's own settings and assembles the shell.
func (x *Session) wire(ctx context.Context, o Options, somebody bool) error {
	x.Servers = NewServers(x.Prog, x.Setup, x.Config)
	x.left, x.leave = context.WithCancel(context.Background())
	log := x.Saved.Log()
	cfg, set, err := x.own(log, o)
	if err != nil {
		return err
	}
	x.Config, x.servers = cfg, new(sync.Map)
	if x.root, err = os.OpenRoot(x.Dir); err != nil {
		return fmt.Errorf("cannot open the workspace: %w", err)
	}
	x.ruled = x.book()
	x.sweep(log)
	env, err := x.Env(cfg, somebody)
	if err != nil {
		return err
	}
	if x.Drafts, err = x.Saved.LoadDrafts(); err != nil {
		x.Notes = append(x.Notes, err.Error())
	}
	x.Drafts = x.unsent(x.Drafts.Prune(log))
	x.Saved.In(x.Dir)
	arrived, err := x.Saved.LoadArrived()
	if err != nil {
		x.Notes = append(x.Notes, err.Error())
	}
	if _, err := x.debugSkill(); err != nil {
		x.Notes = append(x.Notes, err.Error())
	}
	for _, file := range cfg.Passed {
		x.Notes = append(x.Notes, PassedText(file))
	}
	x.Notes = append(x.Notes, o.Notes...)
	x.Notes = append(x.Notes, x.unread()...)
	if waited := x.Waited(); waited != "" {
		x.Notes = append(x.Notes, waited)
	}
	answered, err := x.answered(log)
	if err != nil {
		x.Notes = append(x.Notes, err.Error())
	}
	x.tools.Store(&env.Tools)
	record := x.record(o, somebody)
	p := x.Prog
	x.Teller = x.teller()
	x.Shell = coordinator.NewShell(ctx, coordinator.World{
		Record: record, Answered: answered, Strange: x.Unknown, Theirs: x.theirs, Look: x.Saved.Look, Model: x.model, Title: x.titler, Keys: x.alsoPrinted(Keys(x.Prog, cfg)), Summary: x.summariser, Window: x.window, Review: coordinator.ReviewWith(x.reviewer, x.Saved.Kept), Kept: x.Saved.Kept, Keep: x.Saved.KeepFile, PutBack: x.putBack, Unput: x.unput(log), Who: who(p), Instruct: noting{x.Teller, x.fails}, Rules: x.ruled, Command: x.ownCommand, Sleep: p.Sleep, Now: p.Now, Nonce: p.Nonce(), SettleIn: appendAgain, Hold: runsLook,
		Aside: &coordinator.Aside{Found: arrived, Keep: x.Saved.KeepArrived, Drop: x.Saved.DropArrived},
		Work:  coordinator.Workspace{Root: x.root, Dir: x.Dir, Closed: x.Closed(), Conversation: x.Saved.ID()},
	}, env, x.Saved.ID(), log)
	if len(set) > 0 {
		x.Begin = append(x.Begin, coordinator.Changed{Delta: store.ConfigDelta{Set: set}})
	}
	return nil
}

// own is the configuration with the conversation's own changes, and with the changes
// that the flags make now, which are also returned separately.
func (x *Session) own(log store.Log, o Options) (config.Config, map[string]json.RawMessage, error) {
	cfg := x.Config
	x.compareWithNotes(log)
	deltas := x.Grants(coordinator.Deltas(log))
	if len(deltas) > 0 {
		var err error
		if cfg, err = x.Setup.Load(deltas); err != nil {
			return cfg, nil, err
		}
	}
	x.Servers.Take(servers.Of(x.Prog, cfg, x.Dir, x.Setup.keys(cfg), x.Setup.mayHave)...)
	cfg, delta, err := cfg.WithTools(ToolNames(x.Servers)).Toggle(o.Toggles...)
	if err != nil {
		return cfg, nil, process.StatusError{Status: process.ExitUsage, Err: err}
	}
	set := delta.Set
	if o.Model != "" {
		set = WithModel(set, o.Model)
	}
	return cfg, set, nil
}

// Closed are the places that no file tool may touch.
func (x *Session) Closed() []string { return x.Setup.closed(x.Store.Root(), x.Prog.Env) }

// Env builds from a configuration what the core knows about the outside.
func (x *Session) Env(cfg config.Config, somebody bool) (coordinator.Env, error) {
	if e := x.Setup.Options.Foreign; e != nil {
		tools, err := tool.NewRegistry(*e)
		return coordinator.Env{Tools: tools, Rules: Rules{Config: cfg}, SomebodyThere: somebody, Workspace: x.Dir, Folder: x.Setup.Sources.Folder, Ruled: true}, err
	}
	remote, err := x.withServers(cfg)
	if err != nil {
		return coordinator.Env{}, err
	}
	tools, err := Registry(cfg, x.Prog.Variable, x.skill, append(remote, DebugTool())...)
	if err != nil {
		return coordinator.Env{}, err
	}
	answers, err := readAnswers(x.Setup.Options.answers, tools.Names(), cfg.ServerOf)
	if err != nil {
		return coordinator.Env{}, process.StatusError{Status: process.ExitUsage, Err: err}
	}
	skill, _ := x.debugSkill() // wire reports the error
	return coordinator.Env{
		Tools: tools, Rules: Rules{cfg, answers, x.Setup.Options.Park}, SomebodyThere: somebody, AnswersOnly: x.Setup.Options.answersOnly, Workspace: x.Dir, Folder: x.Setup.Sources.Folder, Ruled: true, Titles: x.titles(cfg), Instructs: cfg.Conversation.Instructions || cfg.Conversation.Skills,
		Limits: limits(cfg.Conversation.Guards), Window: windowRules(cfg.Conversation.Window), DebugLimits: debugLimits(), DebugSkill: skill.Text,
	}, nil
}

// TakeUp puts a configuration into force; what is running goes on.
func (x *Session) TakeUp(cfg config.Config, env coordinator.Env) {
	x.mu.Lock()
	x.Config, x.servers = cfg, new(sync.Map)
	x.mu.Unlock()
	x.Teller.LookAgain()
	x.setEnv(env)
	go x.Servers.Meet(x.left)
}

// setEnv changes what the core knows about the outside.
func (x *Session) setEnv(env coordinator.Env) {
	x.tools.Store(&env.Tools)
	x.Shell.SetEnv(env)
}

// model finds the main model and its server's key, on first use.
func (x *Session) model(ctx context.Context) (coordinator.Model, error) {
	cfg := x.Current()
	if err := cacheFault(cfg, "assistant", cfg.Assistant); err != nil {
		return coordinator.Model{}, err
	}
	return x.openModel(ctx, cfg.Assistant)
}

// reviewer finds the model that reviews a question of a tool.
func (x *Session) reviewer(ctx context.Context, tool, question string) (coordinator.Model, error) {
	cfg := x.Current()
	a, err := cfg.Reviewer(tool, question)
	if err != nil {
		return coordinator.Model{}, err
	}
	at := cfg.ReviewerKey(tool, question)
	if err := cacheFault(cfg, at, a); err != nil {
		return coordinator.Model{}, err
	}
	m, err := x.openModel(ctx, a)
	m.Limits.At = at
	return m, err
}

// Current is the configuration as it is now.
func (x *Session) Current() config.Config {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.Config
}

// StopLimit is how long the end of a conversation waits for its commands and its servers of
// tools to end, both at once. What does not end when asked is killed later, after the program
// has ended: its lifeline is a process of its own.
const StopLimit = 100 * time.Millisecond

// Until has something ended before the session is; at once if that is over.
func (x *Session) Until(end func() error) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.closed {
		return end()
	}
	x.ends = append(x.ends, end)
	return nil
}

// endings are what ends before the session, once.
func (x *Session) endings() []func() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.closed = true
	ends := x.ends
	x.ends = nil
	return ends
}

// AwaitTold has Close give notify.command its time: this process ends while something waits.
func (x *Session) AwaitTold() { x.awaits = true }

// Untold says, once, how notify.command failed; "" if it did not.
func (x *Session) Untold() string {
	if x.untold == nil {
		return ""
	}
	how := x.untold()
	if how == "" || x.saidOf.Swap(true) {
		return ""
	}
	return how
}

// stop ends what is running, and the servers of tools.
func (x *Session) stop() {
	var servers sync.WaitGroup
	if x.Servers != nil {
		x.leave()
		servers.Go(func() { x.Servers.Close(StopLimit) })
	}
	if x.Shell != nil {
		ctx, end := context.WithTimeout(context.Background(), StopLimit)
		x.Shell.Stop(ctx)
		end()
	}
	servers.Wait()
}

// Close stops what is running and releases the lock and the files.
func (x *Session) Close() error {
	var errs []error
	for _, end := range x.endings() {
		errs = append(errs, end())
	}
	if x.Shell != nil {
		errs = append(errs, x.Shell.Leave())
	}
	x.stop()
	if x.root != nil {
		errs = append(errs, x.root.Close())
	}
	if x.Saved != nil {
		if x.made != nil {
			x.made.Closing(x.Saved.Digest())
		}
		errs = append(errs, x.Saved.CloseUnused())
	}
	if x.notified != nil { // last: what is told may answer where nobody has the conversation open
		x.notified(x.awaits)
	}
	return errors.Join(errs...)
}
