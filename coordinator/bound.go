package coordinator

import "parley/coordinator/tool"

// A yes is for the tool that it was given for, and the answers to a form are for the tool that
// asked. Behind the name of a tool of somebody else's another one may stand by the time that
// they are acted on: the configuration has another command, or another server. The permission
// is then asked again, and a call that asked fails.

// another reports whether another tool has a name than when something was recorded. What was
// recorded without an identity is taken as it was.
func another(identity string, e tool.Entry) bool {
	return identity != "" && identity != e.Identity()
}

// was is the identity of a request that counts no more, "" if the tool is that very one.
func was(identity string, e tool.Entry) string {
	if another(identity, e) {
		return identity
	}
	return ""
}

// identity is that of the tool that has a name now.
func (s State) identity(name string) string {
	e, _ := s.Env.Tools.Get(name)
	return e.Identity()
}

// unbind revokes a yes to a call of a tool that has an identity, if nothing has followed from
// it.
func (t *Turn) unbind(permission string) bool {
	i := t.Calls.where(func(c *Call) bool {
		p := c.Permit
		return !c.Done && c.Run == 0 && p.Asked != nil && p.Asked.ID == permission && p.Asked.Identity != "" && allows(p.Outcome)
	})
	if i < 0 {
		return false
	}
	return t.edit(t.Calls.At(i).ID, func(c *Call) bool {
		c.Permit = Permit{Times: c.Permit.Times + 1, Was: c.Permit.Asked.Identity}
		return true
	})
}
