package instruct

import (
	"bytes"
	"encoding/json"
	"path"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"parley/config"
	"parley/coordinator"
	"parley/coordinator/instructions"
	"parley/coordinator/tool"
)

// Around finds what a run of a file tool is the first to touch, and notices if another run
// changed what the model is given: that was not the user, who is then asked about it.
func (x *Teller) Around(call tool.Call) func(tool.Outcome) coordinator.Touched {
	before, own := x.watched(), x.ownBytes() // even for a conversation that is given none: the next may be
	return func(o tool.Outcome) (t coordinator.Touched) {
		if x.asks(call) && x.o.Config().Conversation.Instructions {
			t = x.touched(call, o)
		}
		if changed := x.compare(call, before, own); changed != "" {
			t.Notes = append(t.Notes, changed)
		}
		return t
	}
}

// asks reports whether a call is of one of the program's file tools: these ask a person
// before they change a file of instructions that they name.
func (x *Teller) asks(call tool.Call) bool {
	return strings.HasPrefix(call.Name, "fs_") && !x.o.Config().Tool(call.Name).Local()
}

// touched is what is given for the folders that a run touched: only what the user trusts.
func (x *Teller) touched(call tool.Call, o tool.Outcome) (t coordinator.Touched) {
	if _, ok := o.(tool.Success); !ok {
		return t
	}
	w, _ := x.workspaceFiles()
	judge := x.judge()
	for _, dir := range x.dirs(call) {
		if instructions.Dependency(path.Join(dir, "x")) || !slices.ContainsFunc(instructions.Of(dir), w.Tracked) {
			continue
		}
		f, fault, there := w.In(dir)
		switch {
		case fault != nil && w.Tracked(fault.Path):
			t.Notes = append(t.Notes, fault.String())
		case !there || !w.Tracked(f.Path):
		default:
			x.tell(&t, judge, f)
		}
	}
	return t
}

// tell adds a file of a folder below, as far as the user trusts it.
func (x *Teller) tell(t *coordinator.Touched, judge judging, f instructions.File) {
	var found Told
	judge.take(&found, f)
	for _, f := range found.Files {
		kept, err := x.keep(f.Path, f.Data)
		if err != nil {
			t.Notes = append(t.Notes, err.Error())
			continue
		}
		t.Told.Files = append(t.Told.Files, kept)
	}
	if len(found.Waits) > 0 {
		t.Notes = append(t.Notes, waitsText(found.Waits, TrustHere))
	}
	t.Notes = append(t.Notes, found.Notes...)
}

// dirs are the folders below the one that the program was started in, or beside it, on the
// way to the paths of a call. Each is looked at once.
func (x *Teller) dirs(call tool.Call) (dirs []string) {
	for _, p := range x.named(call) {
		dirs = append(dirs, instructions.Below(x.o.Working, p)...)
	}
	slices.Sort(dirs)
	return slices.Compact(dirs)
}

// named are the paths that a call of a file tool names, below the workspace.
func (x *Teller) named(call tool.Call) (paths []string) {
	var at struct {
		Path, To string
		Paths    []string
	}
	if json.Unmarshal(call.Arguments, &at) != nil {
		return nil
	}
	for _, p := range append(at.Paths, at.Path, at.To) {
		if filepath.IsAbs(p) {
			below, err := filepath.Rel(x.o.Dir, p)
			if err != nil {
				continue
			}
			p = below
		}
		if p != "" && filepath.IsLocal(p) {
			paths = append(paths, path.Clean(filepath.ToSlash(p)))
		}
	}
	return paths
}

// watched are the files that the user trusted here, with their present bytes.
func (x *Teller) watched() map[string]string {
	now := map[string]string{}
	w, _ := x.workspaceFiles()
	w.Open = nil // nobody is told of them, and what may be told may change
	for _, file := range x.judge().trust.Under(x.o.Dir) {
		p, err := filepath.Rel(x.o.Dir, file)
		if p = filepath.ToSlash(p); err != nil || !instructions.Is(p) {
			continue
		}
		if f, _, there := w.In(path.Dir(p)); there && f.Path == p {
			now[p] = string(f.Data)
		}
	}
	return now
}

// ownBytes are the present bytes of the user's own file, nil if there is none.
func (x *Teller) ownBytes() []byte {
	f, _, _ := instructions.User(x.o.Places.UserWords, "")
	return f.Data
}

// ownChanged finds out whether the user's own file changed during a run, and what it was,
// unless that was not the user's already.
func (x *Teller) ownChanged(judge judging, before []byte) (changed, was []Waiting) {
	now, shown := x.ownBytes(), x.tilde(x.o.Places.UserWords)
	if len(now) == 0 || bytes.Equal(before, now) {
		return nil, nil
	}
	w, trusted, _, _ := judge.verdictOf(ownFolder, x.o.Places.UserWords, now)
	if trusted {
		return nil, nil
	}
	old, _, _, _ := judge.verdictOf(ownFolder, x.o.Places.UserWords, before)
	if !judge.trust.Doubts(old.Digest) {
		was = []Waiting{{Path: shown, Withheld: old}}
	}
	return []Waiting{{Path: shown, Withheld: w}}, was
}

// compare finds the files that changed during a run, and remembers that it was not the
// user who changed them. It returns what the user is told. The user agreed to the files
// that a file tool names itself; it may have changed others through a link.
func (x *Teller) compare(call tool.Call, before map[string]string, own []byte) string {
	judge := x.judge()
	changed, was := x.ownChanged(judge, own)
	var agreed []string
	if x.asks(call) {
		agreed = x.named(call)
	}
	for p, data := range x.watched() {
		if before[p] == data || slices.Contains(agreed, p) {
			continue
		}
		if w, trusted, _, _ := judge.verdict(p, []byte(data)); !trusted {
			changed = append(changed, Waiting{Path: p, Withheld: w})
		}
	}
	if len(changed) == 0 {
		return ""
	}
	sort.Slice(changed, func(i, j int) bool { return changed[i].Path < changed[j].Path })
	_, err := config.ChangeTrust(x.o.Places, func(trust config.Trust) (config.Trust, error) {
		for _, w := range was { // what counts until the user says yes to the change
			if err := w.Keep(x.o.Places.Trusted); err != nil {
				return trust, err
			}
			trust = trust.With(w.Withheld, x.o.Now())
		}
		for _, w := range changed {
			trust = trust.Doubt(w.Withheld, x.o.Now())
		}
		return trust, nil
	})
	if err != nil {
		return doubtText(call.Name, changed) + " " + doubtLostText(err)
	}
	return doubtText(call.Name, changed)
}
