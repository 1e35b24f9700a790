package instruct

import (
	"encoding/json"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"parley/config"
	"parley/coordinator"
	"parley/coordinator/instructions"
	"parley/coordinator/tool"
)

// Around finds what a run of a file tool is the first to touch, and notices if another run
// changed what the model is given: that was not the user, who is then asked about it.
func (x *Teller) Around(call tool.Call) func(tool.Outcome) coordinator.Touched {
	before := x.watched() // even for a conversation that is given none: the next may be
	return func(o tool.Outcome) (t coordinator.Touched) {
		if x.asks(call) && x.o.Config().Conversation.Instructions {
			t = x.touched(call, o)
		}
		if changed := x.compare(call, before); changed != "" {
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

// compare finds the files that changed during a run, and remembers that it was not the
// user who changed them. It returns what the user is told. The user agreed to the files
// that a file tool names itself; it may have changed others through a link.
func (x *Teller) compare(call tool.Call, before map[string]string) string {
	judge, changed := x.judge(), []Waiting(nil)
	var agreed []string
	if x.asks(call) {
		agreed = x.named(call)
	}
	for p, data := range x.watched() {
		if before[p] == data || slices.Contains(agreed, p) {
			continue
		}
		if w, trusted, _, _ := judge.verdict(p, []byte(data)); !trusted {
			changed = append(changed, Waiting{p, w})
		}
	}
	if len(changed) == 0 {
		return ""
	}
	slices.SortFunc(changed, func(a, b Waiting) int { return strings.Compare(a.Path, b.Path) })
	_, err := config.ChangeTrust(x.o.Places, func(trust config.Trust) (config.Trust, error) {
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
