package session

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"parley/config"
	"parley/model/cli/process"
	"parley/store"
	"parley/store/system"
)

// Setup is what a configuration was made from, to make it again.
type Setup struct {
	Places  config.Places
	Dir     string // the workspace root
	Sources config.Sources
	trust   config.Trust
	Options Options
}

// prepare finds the places and sources of the configuration.
func prepare(p *process.Program, o Options) (Setup, error) {
	if err := refuseFlags(p, o); err != nil {
		return Setup{}, err
	}
	places, err := config.Locate(p.Env)
	if err != nil {
		return Setup{}, err
	}
	root := config.Root(p.Dir)
	check := places.Check
	if o.records {
		check = places.CheckRecords
	}
	if err := check(root); err != nil {
		return Setup{}, err
	}
	if o.Rules != "" {
		places.Rules = o.Rules
	}
	s := config.Sources{
		Builtin: builtinDefaults(), Servers: ServerNames(), UserFile: places.UserFile,
		Workspace: config.WorkspaceFiles(root, p.Dir), Env: p.Env, Sets: o.Sets,
		StoreDir: places.StoreDir, Home: places.Home, Root: root, Own: config.Own, RuleFault: ruleFault,
	}
	if own := filepath.Join(places.Home, config.MCPFile); places.Home != "" && !(around(places.Home, root) && around(root, places.Home)) {
		s.UserMCP = own
	}
	if s.Folder, err = system.Identity(root); err != nil {
		return Setup{}, fmt.Errorf("cannot open the workspace: %w", err)
	}
	trust, err := config.ReadTrust(places.TrustFile)
	if err != nil {
		return Setup{}, err
	}
	s.Trusted = trust.Has
	if o.Model != "" {
		s.Flags = append(s.Flags, config.Flag{Name: modelFlag, Key: modelKey, Value: o.Model})
	}
	s.Flags = append(s.Flags, o.Flags...)
	made := Setup{Places: places, Dir: root, Sources: s, trust: trust, Options: o}
	if why := made.wide(); why != "" {
		readersAsk(s.Builtin)
		made.Options.Notes = append([]string{wideNote(root, why)}, o.Notes...)
	}
	return made, nil
}

// Load reads the configuration; deltas are the conversation's own changes.
func (s Setup) Load(deltas []store.ConfigDelta) (config.Config, error) {
	for _, d := range deltas {
		s.Sources.Deltas = append(s.Sources.Deltas, config.Delta{Where: "this conversation", Set: d.Set})
	}
	cfg, err := config.Load(s.Sources)
	cfg.Withheld = s.withKeys(s.withSkills(cfg.Withheld), cfg)
	for i := range cfg.Withheld {
		cfg.Withheld[i].Last = s.trust.Last(cfg.Withheld[i].File)
	}
	return cfg, err
}

// Again reads the configuration of a conversation that goes on. The model that -m named is on
// record by then, so one that was chosen later counts.
func (s *Setup) Again(deltas []store.ConfigDelta) (config.Config, error) {
	again := *s
	chosen := func(d store.ConfigDelta) bool { _, ok := d.Set[modelKey]; return ok }
	if slices.ContainsFunc(deltas, chosen) {
		again.Sources.Flags = slices.DeleteFunc(slices.Clone(s.Sources.Flags), func(f config.Flag) bool { return f.Name == modelFlag })
	}
	cfg, err := again.Load(deltas)
	if err == nil {
		err = s.forget(cfg)
	}
	return cfg, err
}

// forget has no file trusted as what it was before it came to be what counts without trust.
func (s *Setup) forget(cfg config.Config) error {
	if _, is := s.trust.Past(cfg.Whole); !is {
		return nil
	}
	trust, err := config.ChangeTrust(s.Places, func(t config.Trust) (config.Trust, error) {
		t, _ = t.Past(cfg.Whole)
		return t, nil
	})
	if err == nil {
		s.trust, s.Sources.Trusted = trust, trust.Has
	}
	return err
}

// ModelSet is the model that a -c names, "" for none: nothing that is chosen later counts.
func (s Setup) ModelSet() (id string) {
	for _, set := range s.Options.Sets {
		if key, value, is := strings.Cut(set, "="); is && key == modelKey {
			id = value
		}
	}
	return id
}

// modelKey is the setting of the main model, modelFlag the flag that sets it.
const modelKey, modelFlag = "assistant.model.id", "-m"

// ForRecords is Configuration for commands that only look at saved conversations.
// Faults in untrusted workspace files are reported, and the files left out: a
// stranger's file must not keep users from their own conversations.
func ForRecords(p *process.Program) (Setup, config.Config, error) {
	s, cfg, leftOut, err := forRecords(p, Options{})
	leftOut.print(p)
	return s, cfg, err
}

// LeftOut says which files were left out, and why; "" for none.
type LeftOut string

// print tells it to whoever started the command.
func (l LeftOut) print(p *process.Program) {
	if l != "" {
		process.Say(p.Err, string(l))
		process.Say(p.Err, doubtedText)
	}
}

// Notes are what a screen says of it, which nothing may be printed over.
func (l LeftOut) Notes() []string {
	if l == "" {
		return nil
	}
	return []string{string(l) + "\n" + doubtedText}
}

// forRecords is ForRecords that prints nothing.
func forRecords(p *process.Program, o Options) (Setup, config.Config, LeftOut, error) {
	o.records = true
	s, cfg, err := Configuration(p, o)
	var faults config.Problems
	if !errors.As(err, &faults) {
		return s, cfg, "", err
	}
	doubted := map[string]bool{}
	for _, f := range faults {
		if f.Origin.Kind != config.FromWorkspace || !s.Sources.Doubts(f.Origin.Name) {
			return s, cfg, "", err
		}
		doubted[f.Origin.Name] = true
	}
	s.Sources.Workspace = slices.DeleteFunc(slices.Clone(s.Sources.Workspace), func(file string) bool { return doubted[file] })
	if cfg, err = s.Load(nil); err != nil {
		return s, cfg, "", err
	}
	return s, cfg, LeftOut(faults.Error()), nil
}

// doubtedText says what happens to faulty files that are not trusted.
const doubtedText = "the file is not trusted and is left out here"

// Configuration loads everything that does not need a conversation.
func Configuration(p *process.Program, o Options) (Setup, config.Config, error) {
	s, err := prepare(p, o)
	if err != nil {
		return s, config.Config{}, err
	}
	cfg, err := s.Load(nil)
	if err == nil && !o.records {
		err = s.forget(cfg)
	}
	return s, cfg, err
}
