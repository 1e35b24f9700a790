package session

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"parley/config"
	"parley/config/private"
	"parley/coordinator"
	"parley/coordinator/git"
	"parley/coordinator/rulebook"
	"parley/coordinator/rules"
	"parley/coordinator/tool"
	"parley/coordinator/tools/command"
	"parley/model/cli/process"
	"parley/store"
	"parley/store/system"
)

// ruleFault says what is wrong with the text of a configured rule.
func ruleFault(kind, text string) string {
	if _, err := rules.Parse(rules.Kind(kind), text); err != nil {
		return err.Error()
	}
	return ""
}

// book opens the conversation's rules. Nothing is read before the first decision.
func (x *Session) book() *rulebook.Book {
	return rulebook.New(x.Setup.bookOptions(x.Current, rules.Here{Conversation: x.Saved.ID()}, func(o *rulebook.Options) {
		o.Root, o.Closed, o.Path, o.User = x.root, x.Closed(), x.Prog.Variable("PATH"), git.UserOf(x.Prog.Variable)
		if o.Unset = x.Setup.Options.Foreign != nil; o.Unset { // another program runs it
			o.Lends = command.Brings(x.Setup.Dir, x.Prog.Env)
		}
	}))
}

// RuleTrouble describes the rules that cannot be used, as far as they have been read.
func (x *Session) RuleTrouble() []string { return x.ruled.Trouble() }

// RuleFaults does the same for the rules as they are now; it reads what has changed.
func (x *Session) RuleFaults() []string {
	_, faults := x.ruled.Set()
	return faults
}

// Denies is the rule that refuses a line of shell, "" where none does.
func (x *Session) Denies(line string) string {
	ctx, stop := context.WithTimeout(context.Background(), makeLimit)
	defer stop()
	r := x.ruled.Explain(ctx, rules.Call{Tool: command.Name, Command: line})
	if r.Verdict != rules.Denied || r.Rule == nil {
		return ""
	}
	return r.Rule.Kept()
}

// bookOptions are the inputs of this workspace's rule book; cfg is the present
// configuration.
func (s Setup) bookOptions(cfg func() config.Config, here rules.Here, set func(*rulebook.Options)) rulebook.Options {
	here.Root, here.Folder = s.Dir, s.Sources.Folder
	file := s.Places.Rules
	o := rulebook.Options{
		Here: here, Dir: s.Dir, Home: s.Places.Home,
		Read:  func() ([]rules.Held, []string) { return heldRules(cfg(), file) },
		Stamp: func() string { return stampOf(file) + fmt.Sprint(cfg().Conversation.Rules) },
	}
	o.Trusted = func(name, text string) bool { // as of now: trust may be given while a conversation is open
		trust, err := config.ReadTrust(s.Places.TrustFile)
		return err == nil && trust.Has(config.Digest(here.Folder, name, []byte(text)))
	}
	if self, err := os.Executable(); err == nil {
		o.Self = self
	}
	o.Lends = command.Lends(s.Dir, given(cfg(), cfg().Tool(command.Name)).Environ(os.Environ()))
	set(&o)
	return o
}

// stampOf tells two states of a file apart.
func stampOf(file string) string {
	info, err := os.Lstat(file)
	if err != nil {
		return err.Error()
	}
	id, _ := system.Identity(file) // without an identity, size and time have to do
	stamp := fmt.Sprint(info.Size(), info.ModTime().UnixNano(), info.Mode(), id)
	if to, err := os.Stat(file); err == nil && info.Mode()&os.ModeSymlink != 0 { // its denies are read
		stamp += fmt.Sprint(" to ", to.Size(), to.ModTime().UnixNano(), to.Mode())
	}
	return stamp
}

// heldRules are the rules of the configuration and those that the program keeps, with
// warnings about those that cannot be used.
func heldRules(cfg config.Config, file string) (held []rules.Held, trouble []string) {
	add := func(kind, text, where string, h rules.Held) {
		r, err := rules.Parse(rules.Kind(kind), text)
		if err != nil {
			if kind == string(rules.Allow) {
				trouble = append(trouble, where+": "+err.Error())
				return
			}
			trouble = append(trouble, where+": "+err.Error()+unsureText) // it holds in the same place
			kind = string(rules.Ask)
			r, _ = rules.Parse(rules.Ask, private.EveryCall)
		}
		h.Rule, h.Kind, h.Where = r, rules.Kind(kind), where
		held = append(held, h)
	}
	for _, r := range cfg.Conversation.Rules {
		h := rules.Held{Wide: r.Origin.Kind == config.FromUser}
		if r.Origin.Kind == config.FromWorkspace {
			h.Guest = guestPlace(r.Origin)
		}
		add(r.Kind, r.Text, r.Origin.String(), h)
	}
	saved, faults, err := private.ReadRules(file)
	if err != nil {
		trouble = append(trouble, err.Error()) // of such a file only asks and denies are read, and what cannot be read asks
	}
	for _, f := range faults {
		trouble = append(trouble, file+":"+strconv.Itoa(f.Line)+": "+f.Text)
	}
	for _, r := range saved {
		scope := rules.Scope{Conversation: r.Conversation, Root: r.Root, Folder: r.Folder}
		add(r.Kind, r.Text, savedAt(file, r), rules.Held{Scope: scope, Digest: r.Digest, Wide: scope == rules.Scope{}})
	}
	return held, trouble
}

// guestPlace is where a rule of a workspace stands, without the folders above, which are named by who made them.
func guestPlace(o config.Origin) string {
	return fmt.Sprintf("%s:%d", filepath.Join(filepath.Base(filepath.Dir(o.Name)), filepath.Base(o.Name)), o.Line)
}

// unsureText says what holds in the place of an ask or a deny that is not understood.
const unsureText = "; until that is mended, every call is asked about there"

// Rulebook opens the rules of the workspace outside any conversation; close releases
// its resources.
func Rulebook(p *process.Program, s Setup, cfg config.Config) (book *rulebook.Book, shut func() error, err error) {
	root, err := os.OpenRoot(s.Dir)
	if err != nil {
		return nil, nil, fmt.Errorf("cannot open the workspace: %w", err)
	}
	current := func() config.Config { return cfg }
	return rulebook.New(s.bookOptions(current, rules.Here{}, func(o *rulebook.Options) {
		o.Root, o.Closed, o.Path, o.User = root, s.closed(cfg.Store.Dir, p.Env), p.Variable("PATH"), git.UserOf(p.Variable)
	})), root.Close, nil
}

// Held are all rules, those of other places included, with warnings about those that
// cannot be used.
func (s Setup) Held(cfg config.Config) ([]rules.Held, []string) {
	return heldRules(cfg, s.Places.Rules)
}

// Here is this workspace, as rules know it.
func (s Setup) Here() rules.Here { return rules.Here{Root: s.Dir, Folder: s.Sources.Folder} }

// Hooks are the hooks of the workspace's repository, if they wait for the user's
// trust. It reads files, and is meant for listing what waits.
func (s Setup) Hooks() []config.Withheld {
	text, is := rulebook.Hooks(s.Dir)
	if !is {
		return nil
	}
	name := rulebook.HooksOf(s.Dir)
	w := config.Withheld{File: name, Digest: config.Digest(s.Sources.Folder, name, []byte(text)), Text: text, Runs: true, Last: s.trust.Last(name)}
	if s.trust.Has(w.Digest) {
		return nil
	}
	return []config.Withheld{w}
}

// BoundTo is what a rule for a tool with a name is bound to, "" for what the name of no tool
// of the user's own is.
func (s Setup) BoundTo(cfg config.Config, name string) (string, error) {
	tools, err := Registry(cfg, nil, nil)
	if err != nil {
		return "", err
	}
	e, is := tools.Get(name)
	if !is {
		return "", nil
	}
	return rules.BoundTo(e.Identity(), e.Rests(tool.Call{Dir: s.Dir})), nil
}

// makeLimit is how long to wait for another program that is writing rules.
const makeLimit = 5 * time.Second

// MakeRules writes the rules of one of a ruling's offers, or instead the rules that
// the user wrote, to rules.toml, and returns them as they are recorded.
func (x *Session) MakeRules(r coordinator.Ruling, offer int, written []string) ([]store.RuleAdded, error) {
	o, ok := choice(r, offer)
	if !ok {
		return nil, errors.New("there is no such rule to make")
	}
	ctx, stop := context.WithTimeout(context.Background(), makeLimit)
	defer stop()
	if written != nil || len(o.Rules) == 0 {
		var err error
		if o.Rules, err = x.rulesOf(ctx, r.Call, written); err != nil {
			return nil, err
		}
		if why := x.ruled.Lacks(ctx, r.Call, o.Rules); why != "" {
			return nil, errors.New(lacksText(len(o.Rules), why))
		}
		if spare := x.spare(ctx, r.Call, o.Rules); spare != "" {
			return nil, errors.New(spareText(spare))
		}
	}
	var saved []private.SavedRule
	var made []store.RuleAdded
	for _, one := range o.Rules {
		saved = append(saved, private.SavedRule{
			Kind: string(rules.Allow), Text: one.String(), Conversation: o.Scope.Conversation, Root: o.Scope.Root, Folder: o.Scope.Folder,
			Digest: one.Digest, When: x.Prog.Now(), From: x.Saved.ID() + "/" + r.ID,
		})
		made = append(made, store.RuleAdded{Rule: one.String(), Verdict: string(rules.Allow), Scope: scopeOf(o.Scope), Permission: r.ID})
	}
	if err := private.AddRules(ctx, x.Setup.Places.Rules, saved...); err != nil {
		return nil, err
	}
	return made, nil
}

// choice is what the list of rules at a permission holds in a place: an offer or, where there
// are none, a scope for rules that the user writes.
func choice(r coordinator.Ruling, at int) (rules.Offer, bool) {
	switch {
	case at < 0:
	case at < len(r.Offers):
		return r.Offers[at], true
	case len(r.Offers) == 0 && at < len(r.Own.Scopes):
		return rules.Offer{Scope: r.Own.Scopes[at]}, true
	}
	return rules.Offer{}, false
}

// spare returns the last of several rules that the call does not need because the others cover
// it; "" if every one is needed. A rule made by a slip of the keys must not be kept.
func (x *Session) spare(ctx context.Context, call rules.Call, made []rules.Offered) string {
	if len(made) < 2 {
		return ""
	}
	for i := len(made) - 1; i >= 0; i-- {
		others := slices.Delete(slices.Clone(made), i, i+1)
		if x.ruled.Lacks(ctx, call, others) == "" {
			return made[i].String()
		}
	}
	return ""
}

// spareText says that the call does not need a rule that the user wrote.
func spareText(rule string) string {
	return rule + " covers nothing in this call that the other lines do not cover; remove that line, or add the rule on its own with `parley rules add`"
}

// lacksText says that rules which the user wrote do not let the call run.
func lacksText(n int, why string) string {
	subject := "this rule does not cover the call"
	if n > 1 {
		subject = "these rules do not cover the call"
	}
	return subject + ": " + why
}

// lineFault explains what is wrong with a rule that the user has in front of them, as one of
// several lines.
func lineFault(err error, line, lines int) error {
	var f *rules.Fault
	switch {
	case !errors.As(err, &f):
		return err
	case lines == 1:
		return errors.New(f.Why)
	}
	return fmt.Errorf("line %d: %s", line, f.Why)
}

// rulesOf reads rules that the user wrote, as `parley rules add` does.
func (x *Session) rulesOf(ctx context.Context, call rules.Call, written []string) ([]rules.Offered, error) {
	var out []rules.Offered
	for i, text := range written {
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		r, err := rules.Parse(rules.Allow, text)
		if err != nil {
			return nil, lineFault(err, i+1, len(written))
		}
		one := rules.Offered{Rule: r, Digest: x.ruled.Digest(ctx, r.Program())}
		if r.String() == call.Tool {
			one.Digest = call.Bound
		}
		out = append(out, one)
	}
	if len(out) == 0 {
		return nil, errors.New("no rule is written there; Esc goes back to the list")
	}
	return out, nil
}
