package cli

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"parley/config"
	"parley/coordinator"
	"parley/model/conversation"
	"parley/store"
	"parley/store/text/clean"
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
	goOn   bool     // a paused turn goes on without a key
	Notes  []string // what the user should be told at the start

	mu      sync.Mutex // of Config and servers, which jobs read while the screen may reload
	servers *sync.Map  // name to providers.Provider
	prog    *Program
	setup   setup
	root    *os.Root
	begin   []coordinator.Input // what is to be said first
	strange map[int]bool        // the changes of the configuration that were made in another workspace
}

// setup is what a configuration was made of, to make it again.
type setup struct {
	places  config.Places
	dir     string // the workspace root
	sources config.Sources
	trust   config.Trust
	opts    options
}

// appendAgain is the wait before an append that failed is tried again.
const appendAgain = time.Second

// prepare finds the places and the sources of the configuration.
func (p *Program) prepare(o options) (setup, error) {
	places, err := config.Locate(p.Env)
	if err != nil {
		return setup{}, err
	}
	root := config.Root(p.Dir)
	if err := places.Check(root); err != nil {
		return setup{}, err
	}
	s := config.Sources{
		Builtin: builtinDefaults(), Servers: serverNames(), UserFile: places.UserFile,
		Workspace: config.WorkspaceFiles(root, p.Dir), Env: p.Env, Sets: o.sets,
		StoreDir: places.StoreDir, Home: places.Home, Root: root, Own: config.Own,
	}
	if s.Folder, err = config.Identity(root); err != nil {
		return setup{}, fmt.Errorf("cannot open the workspace: %w", err)
	}
	trust, err := config.ReadTrust(places.TrustFile)
	if err != nil {
		return setup{}, err
	}
	s.Trusted = trust.Has
	if o.model != "" {
		s.Flags = append(s.Flags, config.Flag{Name: "-m", Key: "assistant.model.id", Value: o.model})
	}
	s.Flags = append(s.Flags, o.flags...)
	made := setup{places: places, dir: root, sources: s, trust: trust, opts: o}
	if why := made.wide(); why != "" {
		readersAsk(s.Builtin)
		made.opts.notes = append([]string{wideNote(root, why)}, o.notes...)
	}
	return made, nil
}

// load reads the configuration; deltas are the conversation's own changes.
func (s setup) load(deltas []store.ConfigDelta) (config.Config, error) {
	for _, d := range deltas {
		s.sources.Deltas = append(s.sources.Deltas, config.Delta{Where: "this conversation", Set: d.Set})
	}
	cfg, err := config.Load(s.sources)
	cfg.Withheld = s.withSkills(cfg.Withheld)
	for i := range cfg.Withheld {
		cfg.Withheld[i].Last = s.trust.Last(cfg.Withheld[i].File)
	}
	return cfg, err
}

// configuration loads everything that does not need a conversation.
func (p *Program) configuration(o options) (setup, config.Config, error) {
	s, err := p.prepare(o)
	if err != nil {
		return s, config.Config{}, err
	}
	cfg, err := s.load(nil)
	return s, cfg, err
}

// open opens a conversation for writing: a new one, or the one of an id. cfg is
// the configuration without what belongs to the conversation.
func (p *Program) open(ctx context.Context, s setup, cfg config.Config, id string, somebody bool) (*Session, error) {
	x := &Session{prog: p, setup: s, Config: cfg, Dir: s.dir, Store: store.Open(cfg.Store.Dir, p.Now)}
	if err := x.take(id); err != nil {
		return nil, err
	}
	if err := x.wire(ctx, s.opts, somebody); err != nil {
		return nil, x.failed(err)
	}
	return x, nil
}

// failed closes a session that could not be opened.
func (x *Session) failed(err error) error { return errors.Join(err, x.Close()) }

// take creates the conversation or opens the one that a prefix names.
func (x *Session) take(id string) (err error) {
	if id == "" && x.setup.opts.offer {
		if x.Saved, err = x.Store.OpenUnbegun(x.Dir, conversation.Composing); x.Saved != nil {
			x.Notes = append(x.Notes, offeredText)
		}
		if x.Saved != nil || err != nil {
			return err
		}
	}
	if id == "" {
		if id, err = store.NewID(x.prog.Now(), x.prog.Random); err != nil {
			return err
		}
		x.Saved, err = x.Store.Create(id)
		return err
	}
	if id, err = x.Store.Find(id); err != nil {
		return err
	}
	x.Saved, x.Report, err = x.Store.OpenWrite(id)
	return err
}

// wire reads the conversation's own settings and puts the shell together.
func (x *Session) wire(ctx context.Context, o options, somebody bool) error {
	log := x.Saved.Log()
	folded := coordinator.FoldAll(x.Saved.ID(), log)
	cfg := x.Config
	var where string
	x.strange, where = changedElsewhere(log, x.Dir)
	deltas, left := x.grants(folded.Deltas)
	if len(left) > 0 {
		x.Notes = append(x.Notes, strangeText(where, left))
	}
	if len(deltas) > 0 {
		var err error
		if cfg, err = x.setup.load(deltas); err != nil {
			return err
		}
	}
	cfg, delta, err := cfg.Toggle(o.toggles...)
	if err != nil {
		return statusError{ExitUsage, err}
	}
	x.Config, x.servers = cfg, new(sync.Map)
	if x.root, err = os.OpenRoot(x.Dir); err != nil {
		return fmt.Errorf("cannot open the workspace: %w", err)
	}
	x.sweep(log)
	env, err := x.env(cfg, somebody)
	if err != nil {
		return err
	}
	if x.Drafts, err = x.Saved.LoadDrafts(); err != nil {
		x.Notes = append(x.Notes, err.Error())
	}
	x.Drafts = x.Drafts.Prune(log)
	x.Saved.In(x.Dir)
	arrived, err := x.Saved.LoadArrived()
	if err != nil {
		x.Notes = append(x.Notes, err.Error())
	}
	if _, err := x.setup.debugSkill(); err != nil {
		x.Notes = append(x.Notes, err.Error())
	}
	for _, file := range cfg.Passed {
		x.Notes = append(x.Notes, passedText(file))
	}
	x.Notes = append(x.Notes, o.notes...)
	x.Notes = append(x.Notes, problemLines(x.Saved.ID(), x.Report)...)
	p := x.prog
	x.Shell = coordinator.NewShell(ctx, coordinator.World{
		Record: x.Saved.Record, Model: x.model, Title: x.titler, Review: coordinator.ReviewWith(x.reviewer), Sleep: p.Sleep, Now: p.Now, Nonce: p.nonce(), SettleIn: appendAgain,
		Aside: &coordinator.Aside{Found: arrived, Keep: x.Saved.KeepArrived, Drop: x.Saved.DropArrived},
		Work:  coordinator.Workspace{Root: x.root, Dir: x.Dir, Closed: x.closed(), Conversation: x.Saved.ID()},
	}, env, x.Saved.ID(), log)
	set := delta.Set
	if o.model != "" {
		set = withModel(set, o.model)
	}
	if len(set) > 0 {
		x.begin = append(x.begin, coordinator.Changed{Delta: store.ConfigDelta{Set: set}})
	}
	return nil
}

// closed are the places that no file tool touches.
func (x *Session) closed() []string { return x.setup.closed(x.Store.Root(), x.prog.Env) }

// env makes what the core knows of the outside from a configuration.
func (x *Session) env(cfg config.Config, somebody bool) (coordinator.Env, error) {
	tools, err := registry(cfg, debugTool())
	if err != nil {
		return coordinator.Env{}, err
	}
	answers, err := readAnswers(x.setup.opts.answers, tools.Names())
	if err != nil {
		return coordinator.Env{}, statusError{ExitUsage, err}
	}
	skill, _ := x.setup.debugSkill() // wire tells of the error
	return coordinator.Env{
		Tools: tools, Rules: rules{cfg, answers}, SomebodyThere: somebody, Workspace: x.Dir, Titles: x.titles(cfg),
		Limits: limits(cfg.Conversation.Guards), DebugLimits: debugLimits(), DebugSkill: skill.Text,
	}, nil
}

// takeUp makes a configuration the one in force; what runs goes on.
func (x *Session) takeUp(cfg config.Config, env coordinator.Env) {
	x.mu.Lock()
	x.Config, x.servers = cfg, new(sync.Map)
	x.mu.Unlock()
	x.Shell.SetEnv(env)
}

// model finds the main model and the key to its server, when it is first asked.
func (x *Session) model(ctx context.Context) (coordinator.Model, error) {
	cfg := x.current()
	return x.openModel(ctx, cfg.Assistant)
}

// reviewer finds the model that reviews a question of a tool.
func (x *Session) reviewer(ctx context.Context, tool, question string) (coordinator.Model, error) {
	cfg := x.current()
	a, err := cfg.Reviewer(tool, question)
	if err != nil {
		return coordinator.Model{}, err
	}
	m, err := x.openModel(ctx, a)
	m.Limits.At = cfg.ReviewerKey(tool, question)
	return m, err
}

// current is the configuration as it is now.
func (x *Session) current() config.Config {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.Config
}

// stopLimit is how long the program waits for its commands to be gone.
const stopLimit = 10 * time.Second

// Close stops what runs and gives back the lock and the files.
func (x *Session) Close() error {
	var errs []error
	if x.Shell != nil {
		errs = append(errs, x.Shell.Leave())
		ctx, end := context.WithTimeout(context.Background(), stopLimit)
		x.Shell.Stop(ctx)
		end()
	}
	if x.root != nil {
		errs = append(errs, x.root.Close())
	}
	if x.Saved != nil {
		errs = append(errs, x.Saved.CloseUnused())
	}
	return errors.Join(errs...)
}

// nonce makes the letters that keep the ids of events apart.
func (p *Program) nonce() func() string {
	return func() string {
		var b [6]byte
		if _, err := io.ReadFull(p.Random, b[:]); err != nil {
			panic("cli: the system gives no randomness: " + err.Error())
		}
		return hex.EncodeToString(b[:]) + "-"
	}
}

// terminalText makes a text fit for a terminal that shows it as it is: what
// would steer it, or is not seen, is spelled out.
func terminalText(s string) string { return clean.Tame(s) }

// stored prints the line of an event as it stands in the file. What another
// program wrote into it is spelled out where the output is a terminal.
func (p *Program) stored(ev store.Event) error {
	line := ev.Line
	if p.OutTTY {
		line = clean.JSON(line)
	}
	_, err := fmt.Fprintf(p.Out, "%s\n", line)
	return err
}
