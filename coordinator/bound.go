package coordinator

import (
	"cmp"
	"slices"

	"parley/coordinator/tool"
	"parley/store"
	"parley/store/record"
)

// A yes is for the tool that it was given for, and the answers to a form are for the tool that
// asked. Behind the name of a tool of somebody else's another one may stand by the time that
// they are acted on: the configuration has another command, or another server. The permission
// is then asked again, and a call that asked fails.
//
// So it is with the files of the workspace that the command of a tool names.
//
// So it is with a file that is moved or deleted: what is said is said of the file as it is, or of
// there being none. So it is with the folder that a command is to run in.
//
// So it is with the workspace: the same call does something else in another folder, whatever its
// tool is, also in one that has taken the place of the first. Where a turn goes on in another
// workspace than before, nothing that was said in the earlier one lets anything run.

// Place is a workspace: where it is, and which folder that is, "" if it is not known.
type Place struct{ Root, Folder string }

// same reports whether a workspace is that very one, as far as is known.
func (p Place) same(as Place) bool {
	return p.Root == as.Root && (p.Folder == as.Folder || p.Folder == "" || as.Folder == "")
}

func (e Env) where() Place { return Place{e.Workspace, e.Folder} }

func (f *Folded) where() Place { return Place{f.Workspace, f.Folder} }

// askedFrom is the workspace in which something was asked before, as a request for it says.
func askedFrom(p *store.PermissionRequest) Place { return Place{p.From, p.FromWas} }

// from has a request say that it was asked before in another workspace.
func (p Permit) from(request store.PermissionRequest, env Env) store.PermissionRequest {
	if request.From = p.From.Root; request.From == env.Workspace {
		request.FromWas = p.From.Folder
	}
	return request
}

// another reports whether another tool has a name than when something was recorded. One of the program's own
// has no identity.
func another(identity string, e tool.Entry) bool { return identity != e.Identity() }

// was is the identity of a request that counts no more, "" if the tool is that very one.
func was(identity string, e tool.Entry) string {
	if another(identity, e) {
		return identity
	}
	return ""
}

// rested is the digest of files in a request that counts no more, "" if they are these or it was
// for another tool.
func rested(p Permit, e tool.Entry, rests string) string {
	if now := (store.PermissionRequest{Identity: p.Was, Rests: rests}).Rest(); p.Rested == now || another(p.Was, e) {
		return ""
	}
	return p.Rested
}

// rested is the digest of the files with which such calls were allowed for this turn, "" if they
// were not, or these are the files.
func (t *Turn) rested(name, key string, e tool.Entry, rests string) string {
	g, is := t.granted(name, key)
	if !is || !g.Allow {
		return ""
	}
	then := store.PermissionRequest{Identity: g.Identity, Rests: g.Rests}.Rest()
	return rested(Permit{Was: g.Identity, Rested: then}, e, rests)
}

// restsElse reports whether the files that a tool's command names are not those that a person
// allowed its call with. It is not known before the rules were consulted.
func (c *Call) restsElse(env Env) (known, is bool) {
	r, known := env.ruling(runID(c))
	return known, known && r.Rests != c.Permit.Asked.Rests
}

// bound reports whether a yes of the person to a call is one to the files that its tool's command
// names, or to the file that it moves or deletes, so that these are compared before it runs.
func (c *Call) bound(e tool.Entry, env Env) bool {
	p := c.Permit
	return env.Ruled && c.Run == 0 && p.Asked != nil && (p.Asked.Identity != "" || p.restsOnFile()) && e.Spec.Server == "" && store.Permits(p.Outcome) && (p.By == store.ByUser || p.By == store.ByTurnCache)
}

// restsOnFile reports whether what was asked about a tool of the program's is for a file as it was,
// or for the folder that a command is to run in.
// Who edited the call chose another file.
func (p Permit) restsOnFile() bool {
	return p.Asked != nil && p.Asked.Identity == "" && p.Asked.Rests != "" && p.Outcome != store.PermitEdited
}

// restsOn is what a run of a call rests on because a person allowed it; "" for nothing. Later runs rest on what
// the first asked.
func (c Call) restsOn(run int) string {
	if run > 1 || !c.shown() || !c.Permit.restsOnFile() {
		return ""
	}
	return c.Permit.Asked.Rests
}

// changedFiles is why a yes counts no more where what it was for has changed.
func (p Permit) changedFiles() string {
	switch {
	case p.restsOnFile() && record.OfCommands(p.Asked.Tool):
		return store.RevokedFolder
	case p.restsOnFile():
		return store.RevokedFile
	}
	return store.RevokedFiles
}

// identity is that of the tool that has a name now.
func (s State) identity(name string) string {
	e, _ := s.Env.Tools.Get(name)
	return e.Identity()
}

// unbind revokes a yes to a call of a tool that has an identity, or one that was given in another
// workspace, if nothing has followed from it.
func (t *Turn) unbind(b store.MemoryRevoked) bool {
	i := t.Calls.where(func(c *Call) bool {
		p := c.Permit
		return !c.Done && c.Run == 0 && p.Asked != nil && p.Asked.ID == b.ID && (p.Asked.Identity != "" || b.Reason == store.RevokedReplaced || p.restsOnFile() || c.From.Root != "") && store.Permits(p.Outcome)
	})
	if i < 0 {
		return false
	}
	return t.edit(t.Calls.At(i).ID, func(c *Call) bool {
		c.Permit = Permit{Times: c.Permit.Times + 1, Was: c.Permit.Asked.Identity, Rested: c.Permit.Asked.Rest(), From: cmp.Or(c.From, askedFrom(c.Permit.Asked))}
		c.From = Place{}
		return true
	})
}

// moved takes in that the tools work in another folder from here on. From an unknown one, as in
// a record that does not say, nothing follows.
func (f *Folded) moved(to Place) {
	from := f.where()
	f.Workspace, f.Folder = to.Root, to.Folder
	if from.Root != "" && !from.same(to) {
		f.disown() // there the user's own may lie by these names
	}
	if from.Root == "" || to.Root == "" || from.same(to) || !f.Open() {
		return
	}
	f.Stack = slices.Clone(f.Stack)
	for i := range f.Stack {
		t := &f.Stack[i]
		t.Memory, t.Grants = nil, nil
		t.Calls = t.Calls.each(func(c *Call) { c.move(from, to) })
	}
}

// move marks what was asked or begun in the workspace that the tools leave. What was marked, and
// is back before anything followed from that, is as it was.
func (c *Call) move(from, to Place) {
	switch p := c.Permit; {
	case c.From.Root != "" && c.From.same(to):
		c.From = Place{}
	case c.From.Root != "" || c.Done || c.Result != nil || c.closing():
	case c.Run > 0 || p.Asked != nil && (p.Outcome == "" || store.Permits(p.Outcome)):
		c.From = from
	}
}

// closing reports whether the form of a call has ended otherwise than with answers for its
// tool, so that all that is left is to tell the model.
func (c *Call) closing() bool {
	return c.Asking != nil && (c.Asking.Denied != "" || c.Asking.Walk.Ended() != nil)
}

// elsewhere is what follows for a call that was asked about or begun in another workspace: a
// permission counts no more, and what had begun ends.
func elsewhere(c *Call, env Env) store.Body {
	p := c.Permit.Asked
	switch {
	case c.Asking != nil && c.Asking.Open != nil:
		return cancel(*c.Asking.Open, store.CancelAmiss)
	case c.Run > 0 || p == nil:
		return failure(c, movedText(c.Name, c.From.Root, env.Workspace))
	case c.Permit.Outcome == "":
		return store.PermissionResponse{ID: p.ID, Outcome: store.PermitCancelled, Reason: store.CancelAmiss, By: store.ByPolicy}
	}
	return store.MemoryRevoked{ID: p.ID, Reason: store.RevokedMoved}
}
