package rulebook

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"parley/coordinator/git"
	"parley/coordinator/rules"
	"parley/coordinator/tool"
	"parley/coordinator/tools/fs"
	"parley/store/system"
)

// looker finds out what the decisions of one moment depend on, each fact once.
type looker struct {
	ctx   context.Context
	book  *Book
	facts rules.Facts
	real  string // the workspace without links
	trees []string
	self  os.FileInfo
}

func (b *Book) looker(ctx context.Context) *looker {
	l := &looker{ctx: ctx, book: b, facts: rules.Facts{
		Paths: map[string]rules.Place{}, Leads: map[string]string{}, Programs: map[string]rules.Program{}, Configs: map[string]rules.Config{}, Lends: b.o.Lends, Unset: b.o.Unset,
	}}
	l.real = b.o.Dir
	if real, err := filepath.EvalSymlinks(b.o.Dir); err == nil {
		l.real = real
	}
	l.trees = system.Trees(b.o.Dir)
	if b.o.Self != "" {
		if info, err := os.Stat(b.o.Self); err == nil {
			l.self = info
		}
	}
	return l
}

// settled asks for something that depends on facts, and looks up the facts that it still
// wants, until it wants none. enough is false if it never came to that; the answer is then
// the last one.
func settled[T any](l *looker, ask func() (T, rules.Wants)) (answer T, enough bool) {
	for range mostLooks {
		var wants rules.Wants
		if answer, wants = ask(); wants.Empty() {
			return answer, true
		}
		if l.ctx.Err() != nil {
			break
		}
		l.look(wants)
	}
	return answer, false
}

// decide decides about a call, with everything that it depends on. A result that still wants
// facts says so.
func (l *looker) decide(set *rules.Set, call rules.Call) rules.Result {
	r, _ := settled(l, func() (rules.Result, rules.Wants) {
		r := rules.Decide(set, call, l.facts)
		return r, r.Wants
	})
	return r
}

// offers returns the rules that a person may make from a call.
func (l *looker) offers(set *rules.Set, call rules.Call, earlier []rules.Call, here rules.Here) []rules.Offer {
	offers, enough := settled(l, func() ([]rules.Offer, rules.Wants) { return rules.Offers(set, call, l.facts, earlier, here) })
	if !enough {
		return nil
	}
	return offers
}

// own says why no rule is offered for a call, and which one a person may write.
func (l *looker) own(set *rules.Set, call rules.Call, here rules.Here) rules.Own {
	own, enough := settled(l, func() (rules.Own, rules.Wants) { return rules.Unoffered(set, call, l.facts, here) })
	if !enough {
		return rules.Own{}
	}
	return own
}

func (l *looker) look(w rules.Wants) {
	for _, p := range w.Paths {
		if l.ctx.Err() == nil {
			l.facts.Paths[p] = l.place(p)
		}
	}
	for _, name := range w.Programs {
		if l.ctx.Err() == nil {
			l.facts.Programs[name] = l.program(name)
		}
	}
	for _, family := range w.Configs {
		if l.ctx.Err() == nil {
			l.facts.Configs[family] = l.config(family)
		}
	}
}

// place says where a path of the workspace leads.
func (l *looker) place(p string) rules.Place {
	o := l.book.o
	if p == "." && fs.Around(o.Dir, o.Closed) {
		return rules.Around
	}
	where, there, err := fs.Lead(o.User, tool.Call{Root: o.Root, Dir: o.Dir, Closed: o.Closed}, p)
	switch {
	case err != nil || rules.GivesPermission(where) != "":
		return rules.Elsewhere
	case where != p:
		l.facts.Leads[p] = where
	}
	if !there && fs.Harmless(p) {
		return rules.Absent
	}
	if !there {
		return rules.Inside // no file tool makes a file of this name
	}
	if info, err := o.Root.Lstat(where); err != nil || info.IsDir() {
		return rules.Folder
	}
	return rules.Inside
}

// leading adds the places that paths lead to, where those are others.
func (b *Book) leading(paths []string) []string {
	out := paths
	for _, p := range paths {
		clean := filepath.ToSlash(filepath.Clean(p))
		if rel, err := filepath.Rel(b.o.Dir, clean); filepath.IsAbs(clean) && err == nil {
			clean = filepath.ToSlash(rel)
		}
		if !filepath.IsLocal(clean) {
			continue // the rules say that it leads out
		}
		where, _, _ := fs.Lead(git.User{}, tool.Call{Root: b.o.Root, Dir: b.o.Dir}, clean) // also what gives permission is asked about and denied there
		if where != "" && where != clean {
			out = append(out, where)
		}
	}
	return out
}

// program says which program a command's first word is.
func (l *looker) program(name string) rules.Program {
	o := l.book.o
	if strings.Contains(name, "/") {
		file := name
		if !filepath.IsAbs(file) {
			file = o.Dir + "/" + file // what a .. goes up from is where the links before lead
		}
		return l.file(file, !filepath.IsAbs(name))
	}
	var p rules.Program
	found, shadowed := false, false
	for _, dir := range strings.Split(o.Path, ":") {
		at := dir
		if !filepath.IsAbs(dir) {
			at = o.Dir + "/" + dir
		}
		within := at != dir || l.inside(dir)
		if real, err := filepath.EvalSymlinks(at); err == nil {
			within = within || l.inside(real)
		}
		if !system.CanRun(at + "/" + name) { // the shell passes over what the user may not run
			shadowed = shadowed || within && !found
			continue
		}
		next := l.file(at+"/"+name, within)
		if !found {
			p, found = next, true
		}
		if next.InWorkspace { // the shell goes on to it where the first cannot be started
			p.InWorkspace = true
			break
		}
	}
	p.Shadowed = shadowed
	return p
}

// file says what is known of a program's file.
func (l *looker) file(file string, inside bool) rules.Program {
	real, err := filepath.EvalSymlinks(file)
	if err != nil {
		return rules.Program{InWorkspace: inside}
	}
	p := rules.Program{InWorkspace: inside || l.inside(file) || l.inside(real), Shim: shim(file, real), Parley: l.isSelf(real)}
	if p.InWorkspace {
		p.Digest = digest(real)
	}
	return p
}

// inside reports whether an absolute path lies in the workspace, or in a work tree to whose
// repository that belongs.
func (l *looker) inside(p string) bool {
	for _, dir := range l.trees {
		if rel, err := filepath.Rel(dir, p); err == nil && filepath.IsLocal(rel) {
			return true
		}
	}
	return false
}

// through reports whether an absolute path goes through such a folder, by whatever name, or leads there.
func (l *looker) through(p string) bool {
	real, err := filepath.EvalSymlinks(p)
	above := filepath.Dir(p)
	return l.inside(p) || err == nil && l.inside(real) || above != p && l.through(above)
}

// digest is the digest of a file, "" if there is none.
func digest(file string) string {
	sum, err := tool.Sum(file)
	if err != nil {
		return ""
	}
	return "sha256:" + sum
}

// Digest is that of the program that a command's first word names, if it lies in the
// workspace, otherwise "".
func (b *Book) Digest(ctx context.Context, name string) string {
	if name == "" {
		return ""
	}
	return b.looker(ctx).program(name).Digest
}
