// Package rulebook holds the rules of a conversation and finds out what they depend on:
// which program a command is, where a path leads, what the workspace's configuration
// names. coordinator/rules decides; this package finds the facts that it needs, when a
// decision is made and never before.
package rulebook

import (
	"context"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"parley/coordinator"
	"parley/coordinator/git"
	"parley/coordinator/rules"
	"parley/coordinator/tool"
	"parley/coordinator/tools/fs"
	"parley/store"
)

// Options are what a book needs from outside.
type Options struct {
	// Read returns the rules as they are now, and what to tell the user about those that
	// cannot be used. Stamp says whether they may have changed: equal stamps mean equal rules.
	Read  func() (held []rules.Held, trouble []string)
	Stamp func() string

	Here   rules.Here
	Root   *os.Root
	Dir    string   // the workspace
	Closed []string // folders and files that no file tool touches
	User   git.User // what git takes from the user: their settings lead to what gives permission
	Home   string   // the user's home folder, "" if unknown
	Path   string   // where commands look for programs
	Self   string   // this program's own file, "" if unknown
	Lends  bool     // variables that commands get name places in the workspace
	Unset  bool     // what a rule allows runs without the settings that git gets here

	// Trusted says whether a person trusted a text that they were shown about something in the
	// workspace; nil: nothing is trusted.
	Trusted func(name, text string) bool
}

// Book is the rules of one conversation. It is safe for concurrent use.
type Book struct {
	o Options

	mu      sync.Mutex
	known   bool
	stamp   string
	set     *rules.Set
	trouble []string
}

// New returns a book. Nothing is read before the first decision.
func New(o Options) *Book { return &Book{o: o} }

// Set returns the rules as they are now, and what to tell the user about those that cannot
// be used.
func (b *Book) Set() (*rules.Set, []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	stamp := b.o.Stamp()
	if !b.known || stamp != b.stamp {
		held, trouble := b.o.Read()
		b.known, b.stamp, b.set, b.trouble = true, stamp, rules.NewSet(placed(held, b.o.Dir, b.o.Home), b.o.Here), trouble
		b.set.Called(otherRoots(b.o.Dir, b.set.Tops()))
	}
	return b.set, b.trouble
}

// placed adds to rules those that name a place outside of the workspace from there or from the home folder, by
// its whole path: that is another name for it.
func placed(held []rules.Held, dir, home string) []rules.Held {
	all := slices.Clip(held)
	for _, h := range held {
		if p, is := h.Placed(dir, home); is {
			all = append(all, p)
		}
	}
	return all
}

// Trouble is what to tell the user about the rules that cannot be used, as far as they
// were read.
func (b *Book) Trouble() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.trouble
}

// patience is how long finding out what a decision depends on may take. What is not known
// by then stays unknown, and is asked about.
const patience = 5 * time.Second

// mostLooks is how often facts are looked up for one decision: each look can show that
// others matter.
const mostLooks = 16

// Judge decides about subjects by the rules as they are now.
func (b *Book) Judge(ctx context.Context, subjects []coordinator.Subject, approved func() []coordinator.Subject) []coordinator.Ruling {
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	set, _ := b.Set()
	look := b.looker(ctx)
	var earlier []rules.Call
	if approved != nil {
		earlier = b.calls(approved())
	}
	out := make([]coordinator.Ruling, len(subjects))
	for i, s := range subjects {
		call, known := b.call(s)
		if !known {
			out[i] = coordinator.Ruling{ID: s.ID, Verdict: rules.Asked, Ground: rules.Always, Unread: true, Changes: true, Why: "its arguments cannot be read"}
			continue
		}
		r := b.refused(look, set, s.Like, look.decide(set, call))
		out[i] = coordinator.Ruling{ID: s.ID, Verdict: r.Verdict, Ground: r.Ground, Unread: r.Unread, Changes: r.Changes, Listed: r.Listed, Why: r.Why, Rules: decided(r), Call: call}
		if r.Lapsed {
			out[i].Lapsed = strings.ToUpper(r.Why[:1]) + r.Why[1:] + "."
		}
		if r.Verdict == rules.Asked && rules.Runs(call.Tool) {
			out[i].Leads = leads(b.o.Dir, call.Directory)
		}
		guarded := func(p string) bool { return rules.Writes(call.Tool) && b.grants(p) != "" } // no rule would hold for it
		if approved != nil && r.Verdict == rules.Asked && r.Ground == rules.Uncovered && !slices.ContainsFunc(call.Paths, guarded) {
			if out[i].Offers = look.offers(set, call, earlier, b.o.Here); len(out[i].Offers) == 0 {
				out[i].Own = look.own(set, call, b.o.Here)
			}
		}
	}
	return out
}

// refused is a decision about a call, or that a rule refuses something that the call does as well.
func (b *Book) refused(look *looker, set *rules.Set, like []tool.Likeness, r rules.Result) rules.Result {
	for _, l := range like {
		call, known := b.call(coordinator.Subject{Tool: l.Tool, Arguments: l.Arguments})
		if r.Verdict == rules.Denied || !known {
			continue
		}
		if as := look.decide(set, call); as.Verdict == rules.Denied {
			r = as
		}
	}
	return r
}

// Lacks says why a call would be asked about, or refused, with allows that a person is about
// to make, "" if they let it run.
func (b *Book) Lacks(ctx context.Context, call rules.Call, made []rules.Offered) string {
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	set, _ := b.Set()
	r := b.looker(ctx).decide(set.With(made), call)
	if r.Verdict == rules.Allowed {
		return ""
	}
	return r.Why
}

// Explain decides about a call and says why, part by part.
func (b *Book) Explain(ctx context.Context, call rules.Call) rules.Result {
	set, _ := b.Set()
	paths := call.Paths
	call.Root, call.Paths = b.o.Dir, b.leading(call.Paths)
	r := b.looker(ctx).decide(set, call)
	if !rules.Writes(call.Tool) {
		return r
	}
	for _, p := range paths { // the tool finds this when it runs
		if why := b.grants(p); why != "" {
			r = r.Guarded(p, strings.TrimSuffix(why, "."))
		}
	}
	return r
}

// grants says why a path gives permission of which the rules do not know it by its name.
func (b *Book) grants(p string) string {
	if rules.GivesPermission(p) != "" {
		return ""
	}
	return fs.Site{Root: b.o.Root, Dir: b.o.Dir, Closed: b.o.Closed, User: b.o.User}.Grants(p)
}

// decided are the rules that a decision rests on.
func decided(r rules.Result) []store.RuleAt {
	var out []store.RuleAt
	seen := map[*rules.Held]bool{}
	add := func(h *rules.Held) {
		if h != nil && !seen[h] {
			seen[h] = true
			out = append(out, store.RuleAt{Rule: h.Kept(), At: h.Where})
		}
	}
	add(r.Rule)
	if r.Verdict == rules.Allowed {
		for _, p := range r.Parts {
			add(p.Rule)
		}
	}
	return out
}

// call is what the rules are asked about; false if the arguments cannot be read.
func (b *Book) call(s coordinator.Subject) (rules.Call, bool) {
	call := rules.Call{Tool: s.Tool, Root: b.o.Dir, Bound: rules.BoundTo(s.Identity, s.Rests), Guest: s.Guest}
	var in struct {
		Command, Directory, Path, To string
		Paths                        []string
	}
	switch {
	case rules.Runs(s.Tool):
		if json.Unmarshal(s.Arguments, &in) != nil || in.Command == "" {
			return call, false
		}
		call.Command, call.Directory = in.Command, in.Directory
	case rules.Files(s.Tool):
		if json.Unmarshal(s.Arguments, &in) != nil {
			return call, false
		}
		for _, p := range append([]string{in.Path, in.To}, in.Paths...) {
			if p != "" {
				call.Paths = append(call.Paths, p)
			}
		}
		if len(call.Paths) == 0 {
			call.Paths = []string{"."}
		}
		call.Paths = b.leading(call.Paths)
	}
	return call, true
}

func (b *Book) calls(subjects []coordinator.Subject) []rules.Call {
	var out []rules.Call
	for _, s := range subjects {
		if c, ok := b.call(s); ok {
			out = append(out, c)
		}
	}
	return out
}

// For returns what a run of a tool must know about the rules, as they are when it first
// asks.
func (b *Book) For(name string) tool.Rules {
	return running{b, name, sync.OnceValue(func() *rules.Set {
		set, _ := b.Set()
		return set
	})}
}

// running gives a run of a tool access to the rules.
type running struct {
	book *Book
	tool string
	set  func() *rules.Set
}

// Hides says whether a rule denies the tool a path, and why.
func (r running) Hides(path string) (string, bool) {
	h := rules.Refuses(r.set(), r.tool, r.book.o.Dir, path)
	if h == nil {
		return "", false
	}
	return rules.DeniedBy(h), true
}

// Asks reports whether a rule asks about a path of the tool.
func (r running) Asks(path string) bool {
	return rules.Asks(r.set(), r.tool, r.book.o.Dir, path)
}

// Allows reports whether a rule allows the tool a path.
func (r running) Allows(path string) bool {
	call := rules.Call{Tool: r.tool, Root: r.book.o.Dir, Paths: []string{path}}
	return rules.Decide(r.set(), call, rules.Facts{}).Verdict == rules.Allowed
}
