package fs

import (
	"encoding/json"
	"errors"
	"path/filepath"

	"parley/coordinator/tool"
	"parley/coordinator/tools/fs/grants"
	"parley/coordinator/tools/fs/paths"
)

// Refused says why a call will never be carried out, as far as its paths tell.
func (createFile) Refused(dir string, arguments json.RawMessage) string {
	return refused(dir, arguments, writable)
}

// Refused says why a call will never be carried out, as far as its paths tell.
func (modifyFile) Refused(dir string, arguments json.RawMessage) string {
	return refused(dir, arguments, writable)
}

// Refused says why a call will never be carried out, as far as its paths tell.
func (deleteFile) Refused(dir string, arguments json.RawMessage) string {
	return refused(dir, arguments, writable)
}

// Refused says why a call will never be carried out, as far as its paths tell.
func (moveFile) Refused(dir string, arguments json.RawMessage) string {
	return refused(dir, arguments, writable)
}

// Refused says why a call will never be carried out, as far as its paths tell.
func (readFile) Refused(dir string, arguments json.RawMessage) string {
	return refused(dir, arguments, read)
}

// Refused says why a call will never be carried out, as far as its paths tell.
func (listFiles) Refused(dir string, arguments json.RawMessage) string {
	return refused(dir, arguments, read)
}

// Refused says why a call will never be carried out, as far as its paths tell.
func (grepFiles) Refused(dir string, arguments json.RawMessage) string {
	return refused(dir, arguments, read)
}

// RefusedThere looks at the workspace, as the run does before it asks.
func (createFile) RefusedThere(call tool.Call) string { return refusedThere(call, target) }

// RefusedThere looks at the workspace, as the run does before it asks.
func (modifyFile) RefusedThere(call tool.Call) string { return refusedThere(call, target) }

// RefusedThere looks at the workspace, as the run does before it asks.
func (deleteFile) RefusedThere(call tool.Call) string { return refusedThere(call, target) }

// RefusedThere looks at the workspace, as the run does before it asks.
func (moveFile) RefusedThere(call tool.Call) string { return refusedThere(call, target) }

// RefusedThere looks at the workspace, as the run does.
func (readFile) RefusedThere(call tool.Call) string { return refusedThere(call, seen) }

// RefusedThere looks at the workspace, as the run does.
func (listFiles) RefusedThere(call tool.Call) string { return refusedThere(call, seen) }

// RefusedThere looks at the workspace, as the run does.
func (grepFiles) RefusedThere(call tool.Call) string { return refusedThere(call, seen) }

// Guarded says so if a path of the call names something that gives permission.
func (createFile) Guarded(dir string, arguments json.RawMessage) string {
	return guarded(dir, arguments)
}

// Guarded says so if a path of the call names something that gives permission.
func (deleteFile) Guarded(dir string, arguments json.RawMessage) string {
	return guarded(dir, arguments)
}

// Guarded says so if a path of the call names something that gives permission.
func (moveFile) Guarded(dir string, arguments json.RawMessage) string {
	return guarded(dir, arguments)
}

// guarded looks at the names alone. What gives permission under another name is found by
// looking at the workspace.
func guarded(dir string, arguments json.RawMessage) string {
	return guardedBy(arguments, func(named string) grants.Found {
		p, err := place(tool.Call{Dir: dir}, named)
		if err != nil {
			return grants.Found{}
		}
		return grants.Found{Path: p, Why: grants.By(p)}
	})
}

// GuardedThere looks at the workspace, as the run does before it asks.
func (c createFile) GuardedThere(call tool.Call) string { return c.guardedThere(call) }

// GuardedThere looks at the workspace, as the run does before it asks.
func (d deleteFile) GuardedThere(call tool.Call) string { return d.guardedThere(call) }

// GuardedThere looks at the workspace, as the run does before it asks.
func (m moveFile) GuardedThere(call tool.Call) string { return m.guardedThere(call) }

// AsksThere reports whether the file exists: whether it may be replaced is asked in any
// case.
func (createFile) AsksThere(call tool.Call) bool {
	var in createArguments
	return decode(call.Arguments, &in) == nil && standsThere(call, in.Path)
}

// AsksThere reports whether there is a file to be moved: the run asks then, and shows what would
// come to its new name.
func (moveFile) AsksThere(call tool.Call) bool {
	var in moveArguments
	return decode(call.Arguments, &in) == nil && standsThere(call, in.Path)
}

// standsThere reports whether a file of this name can be replaced, or moved.
func standsThere(call tool.Call, named string) bool {
	p, err := target(call, named)
	if err != nil {
		return false
	}
	info, err := call.Root.Lstat(p)
	return err == nil && info.Mode().IsRegular()
}

func (o Options) guardedThere(call tool.Call) string {
	return guardedBy(call.Arguments, func(named string) grants.Found {
		p, err := target(call, named)
		if err != nil {
			return grants.Found{} // the run says why it does nothing
		}
		return grants.Of(o.User, call, p)
	})
}

// guardedBy returns why the first path of a call that does so gives permission.
func guardedBy(arguments json.RawMessage, given func(path string) grants.Found) string {
	var in struct{ Path, To string }
	if json.Unmarshal(arguments, &in) != nil {
		return ""
	}
	for _, named := range []string{in.To, in.Path} { // the order of a move's own question
		if named == "" {
			continue
		}
		if g := given(named); g.Why != "" {
			return g.Text()
		}
	}
	return ""
}

// read is place for a path that is read, and may be left empty for the workspace.
func read(call tool.Call, raw string) (string, error) {
	if raw == "" {
		return "", nil
	}
	return place(call, raw)
}

// seen is read where the workspace is looked at: links lead neither out of the workspace nor into
// what is closed.
func seen(call tool.Call, raw string) (string, error) {
	p, err := read(call, raw)
	if err != nil || p == "" {
		return "", err
	}
	if err := wallOf(call).fault(p); err != nil {
		return "", err
	}
	_, err = paths.Resolved(call.Root, p)
	return p, err
}

// refusedThere says why no call is ever carried out, given where the links on its paths lead. What
// only went wrong is for the run to tell.
func refusedThere(call tool.Call, check func(tool.Call, string) (string, error)) string {
	for _, p := range namedIn(call.Arguments) {
		_, err := check(call, p)
		if f := fault(""); errors.As(err, &f) {
			return string(f)
		}
		if errors.Is(err, paths.ErrLeadsOut) {
			return systemText(p, err)
		}
	}
	return ""
}

// refused looks at every path in the arguments. If the workspace is not known, an absolute
// path may well lie in it.
func refused(dir string, arguments json.RawMessage, check func(tool.Call, string) (string, error)) string {
	for _, p := range namedIn(arguments) {
		if dir == "" && filepath.IsAbs(p) {
			continue
		}
		var f fault
		if _, err := check(tool.Call{Dir: dir}, p); errors.As(err, &f) {
			return string(f)
		}
	}
	return ""
}

// namedIn are the paths in the arguments of a call.
func namedIn(arguments json.RawMessage) []string {
	var in struct {
		Path, To *string
		Paths    []string
	}
	if json.Unmarshal(arguments, &in) != nil {
		return nil
	}
	for _, p := range []*string{in.Path, in.To} {
		if p != nil {
			in.Paths = append(in.Paths, *p)
		}
	}
	return in.Paths
}
