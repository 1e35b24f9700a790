package screens

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"parley/coordinator"
	"parley/coordinator/git"
	fstools "parley/coordinator/tools/fs"
	"parley/model/cli/session"
	"parley/model/kit"
	"parley/store"
	"parley/store/record"
)

// host is the program as the screen sees it.
type host struct{ x *session.Session }

// ModelName is the name of the model in use.
func (h host) ModelName() string {
	m := h.x.Current().Assistant.Model
	if m.Provider == "" {
		return "no model"
	}
	return m.Name
}

// ModelID is the model in use at its server.
func (h host) ModelID() string {
	m := h.x.Current().Assistant.Model
	if m.Provider == "" {
		return ""
	}
	return m.Provider + "/" + m.Name
}

// UseModel returns the setting that makes the conversation use another model, unless a flag
// counts more.
func (h host) UseModel(id string) (store.ConfigDelta, error) {
	if _, _, err := h.x.Current().Model(id); err != nil {
		return store.ConfigDelta{}, err
	}
	if x := h.x.Setup.ModelSet(); x != "" {
		return store.ConfigDelta{}, errors.New(modelSetText(x))
	}
	return store.ConfigDelta{Set: session.WithModel(nil, id)}, nil
}

// Reload reads the configuration with the conversation's own settings.
func (h host) Reload(deltas []store.ConfigDelta) (func(), error) {
	x := h.x
	deltas = x.Grants(deltas)
	cfg, err := x.Setup.Again(deltas)
	if err != nil {
		return nil, err
	}
	env, err := x.Env(cfg, true)
	if err != nil {
		return nil, err
	}
	return func() { x.TakeUp(cfg, env) }, nil
}

// lookLimit is how long looking something up for the screen may take.
const lookLimit = 5 * time.Second

// Models lists what the reachable servers offer, without the scripted one, and the aliases: no server's
// model takes the place of one that was typed.
func (h host) Models() (out []kit.Offer, servers []string, err error) {
	ctx, stop := context.WithTimeout(context.Background(), lookLimit)
	defer stop()
	p, cfg := h.x.Prog, h.x.Current()
	type result struct {
		list []session.ListedModel
		err  error
	}
	servers = session.Reachable(p, cfg)
	names := slices.DeleteFunc(slices.Clone(servers), func(n string) bool { return n == session.Scripted })
	results := make([]chan result, len(names))
	for i, name := range names {
		results[i] = make(chan result, 1)
		go func() {
			list, err := session.ModelsOf(ctx, p, cfg, name, h.x.Dir)
			results[i] <- result{list, err}
		}()
	}
	var faults []error
	for _, c := range results {
		r := <-c
		faults = append(faults, r.err)
		for _, m := range r.list {
			out = append(out, kit.Offer{ID: m.ID, Context: m.ContextWindow, In: m.InputPrice, Out: m.OutputPrice})
		}
	}
	err = errors.Join(faults...)
	if err != nil && len(out) == 0 {
		return nil, servers, err // they are asked again
	}
	for _, alias := range slices.Sorted(maps.Keys(cfg.Providers.Aliases)) {
		out = append(out, kit.Offer{ID: alias, For: cfg.Providers.Aliases[alias]})
	}
	return out, servers, err
}

// Facts asks the model's own server. A local server costs nothing to ask; one that
// does not say is not asked twice.
func (h host) Facts(id string) kit.Facts {
	provider, name, _ := strings.Cut(id, "/")
	ctx, stop := context.WithTimeout(context.Background(), lookLimit)
	defer stop()
	if provider == session.Scripted {
		return kit.Facts{Window: h.x.WindowOf(ctx, id)}
	}
	list, err := session.ModelsOf(ctx, h.x.Prog, h.x.Current(), provider, h.x.Dir)
	if err != nil {
		return kit.Facts{} // nothing is shown then
	}
	for _, m := range list {
		if m.ID == provider+"/"+name {
			return kit.Facts{Window: m.ContextWindow, Price: kit.Price{In: m.InputPrice, Cached: m.CachedPrice, Out: m.OutputPrice}}
		}
	}
	return kit.Facts{}
}

// filesMost limits the list of files.
const filesMost = 20_000

// Files lists the files that the workspace's repository tracks or would not ignore;
// without a repository it walks the folders. It runs nothing, not even git, which
// would run programs that the repository names.
func (h host) Files() ([]string, error) {
	ctx, stop := context.WithTimeout(context.Background(), lookLimit)
	defer stop()
	if r, err := git.Open(h.x.Dir); r != nil || err != nil {
		return fstools.Files(ctx, h.x.Dir, h.x.Closed(), git.UserOf(h.x.Prog.Variable), filesMost)
	}
	return walkFiles(ctx, h.x.Dir, fstools.Open(h.x.Dir, h.x.Closed()))
}

func walkFiles(ctx context.Context, dir string, open func(string, fs.DirEntry) bool) ([]string, error) {
	var names []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		below, relErr := filepath.Rel(dir, path)
		switch {
		case ctx.Err() != nil || len(names) >= filesMost:
			return filepath.SkipAll
		case err != nil && path == dir:
			return fmt.Errorf("cannot list the files: %w", err)
		case err != nil:
			return nil // unreadable folders are not offered
		case d.IsDir() && path != dir && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules"):
			return filepath.SkipDir
		case relErr != nil || d.IsDir() && open(filepath.ToSlash(below), d):
			return nil
		case d.IsDir():
			return filepath.SkipDir
		case open(filepath.ToSlash(below), d):
			names = append(names, filepath.ToSlash(below))
		}
		return nil
	})
	return names, err
}

// MakeRules writes rules to where they are kept.
func (h host) MakeRules(r coordinator.Ruling, offer int, written []string) ([]store.RuleAdded, error) {
	return h.x.MakeRules(r, offer, written)
}

// Attach reads images that go with a message.
func (h host) Attach(names []string) ([]store.File, error) { return h.x.Attach(names) }

// PasteImage takes the image on the clipboard.
func (h host) PasteImage() (string, error) { return h.x.PasteImage(context.Background()) }

// Denies is the rule that refuses a line of shell, "" where none does.
func (h host) Denies(line string) string { return h.x.Denies(line) }

// RuleFaults describe the rules that cannot be used now.
func (h host) RuleFaults() []string { return h.x.RuleFaults() }

// Rules are those in force, in words.
func (h host) Rules() kit.Rules {
	all, faults, together := h.x.InForce()
	out := kit.Rules{Faults: faults, Together: together}
	for _, r := range all {
		out.All = append(out.All, kit.Rule{
			Verdict: string(r.Kind), Text: r.String(), Covers: r.Words(), Scope: record.ScopeWords(r.Scope), Added: h.added(r), At: r.Where, Key: r.Key,
		})
	}
	return out
}

// added says who made a rule, and when.
func (h host) added(r session.InForce) string {
	if r.Key == "" {
		return "stands in " + r.Where
	}
	who := "by hand"
	conversation, _, permission := strings.Cut(r.From, "/")
	switch {
	case permission && conversation == h.x.Saved.ID():
		who = "from a permission of this conversation"
	case permission:
		who = "from a permission of the conversation " + conversation
	case r.From != "":
		who = "with `" + r.From + "`"
	}
	if r.When.IsZero() {
		return "added " + who
	}
	return "added " + r.When.In(h.x.Prog.Now().Location()).Format("2 January 2006 15:04") + " " + who
}

// DropRule revokes a rule.
func (h host) DropRule(r kit.Rule) ([]store.RuleRevoked, error) { return h.x.DropRule(r.Key) }
