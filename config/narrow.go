package config

import (
	"math"
	"slices"
	"strings"
)

// proposal is what a workspace file says about a key whose fate depends on everything
// else: it may narrow what is in force without it.
type proposal struct {
	node  *node
	at    path
	value any     // in its normal form
	said  Setting // for the history, if it takes effect
	wrote Setting // for the user, if it does not
	layer layer
}

// propose takes a value of a workspace file out of the merge, either because it is
// left out or for [settle] to decide. It reports whether it did.
func (c *checker) propose(n *node, p path, written, normal any) bool {
	if c.layer.origin.Kind != FromWorkspace {
		return false
	}
	wrote := Setting{p.String(), showWhole(written), c.layer.place(p)}
	may := n.spec.Untrusted
	switch {
	case n.spec.Kind == kindEnable:
		c.proposeWord(n, p, wrote, enableOf(normal))
	case !c.layer.withhold && !isSwitch(n):
		return false
	case c.layer.withhold && may == leaveFreely:
		c.holds = append(c.holds, wrote)
		return false
	case c.layer.withhold && (may == unplaced || may == leaveNothing):
		c.withheld = append(c.withheld, wrote)
	default:
		c.proposals = append(c.proposals, proposal{n, p, normal, c.saying(n, p, normal), wrote, c.layer})
	}
	return true
}

// proposeWord takes a word that stands for both halves of "enable". In an untrusted
// file, a word that means off switches off and leaves the other half as it is.
func (c *checker) proposeWord(n *node, p path, wrote Setting, e Enable) {
	half := func(name string, v any) {
		below, at := n.children[name], p.add(name)
		said := c.saying(below, at, v)
		if c.layer.withhold && below.spec.Untrusted == leaveNothing {
			c.withheld = append(c.withheld, said)
			return
		}
		c.proposals = append(c.proposals, proposal{below, at, v, said, wrote, c.layer})
	}
	switch {
	case c.layer.withhold && e.State:
		c.withheld = append(c.withheld, wrote)
		return
	case !c.layer.withhold || e.Toggle != Any:
		half("allow_toggle", string(e.Toggle))
	}
	half("state", e.State)
}

// isSwitch reports whether a key switches something on or off, or is the other half of
// "enable". The user's own off holds even against files that they trust.
func isSwitch(n *node) bool { return n.spec.Untrusted == leaveOff || n.spec.Switch || ofEnable(n) }

// ofEnable reports whether a key is a half of a tool's "enable".
func ofEnable(n *node) bool { return strings.HasPrefix(n.spec.Pattern, toolAt+"enable.") }

// settle decides what workspace files propose, from the root down, and merges what
// takes effect. What a higher layer says about the same key stays.
func (c *checker) settle(tree map[string]any, builtin map[string]Builtin) {
	for len(c.proposals) > 0 {
		layer := c.proposals[0].layer.origin.layer
		end := slices.IndexFunc(c.proposals, func(p proposal) bool { return p.layer.origin.layer != layer })
		if end < 0 {
			end = len(c.proposals)
		}
		of := c.proposals[:end]
		c.proposals = c.proposals[end:]
		merge(tree, c.judge(under{tree, builtin, c.history}, of))
	}
}

// judge returns, as a tree, the proposals of one layer that take effect. Each is
// compared with what is in force without any of them.
func (c *checker) judge(u under, of []proposal) map[string]any {
	holds, tree := c.holding(u, of), map[string]any{}
	for i, p := range of {
		switch {
		case holds[i]:
			if last := c.history.last(p.at, nil); last == nil || last.Origin.layer < p.layer.origin.layer {
				put(tree, p.at, p.value)
			}
			c.history.insert(p.at, p.said)
			if p.layer.withhold {
				c.holds = append(c.holds, p.wrote)
			}
		case p.layer.withhold:
			c.withheld = append(c.withheld, p.wrote)
		case !slices.Contains(c.overruled, p.wrote):
			c.overruled = append(c.overruled, p.wrote)
		}
	}
	return tree
}

func (c *checker) holding(u under, of []proposal) []bool {
	holds := make([]bool, len(of))
	kept := map[path]bool{} // the tables "enable" whose state does not take effect
	for i, p := range of {
		if p.layer.withhold {
			holds[i] = u.narrows(p)
			continue
		}
		holds[i] = p.value != true || !u.switchedOff(p)
		if !holds[i] && ofEnable(p.node) {
			kept[p.at.parent()] = true
		}
	}
	for i, p := range of {
		holds[i] = holds[i] && !kept[p.at.parent()]
	}
	return holds
}

// under is what is in force without the proposals at hand.
type under struct {
	tree    map[string]any
	builtin map[string]Builtin
	history history
}

// at is the value of a key, nil if there is none.
func (u under) at(p path) any {
	var v any = u.tree
	for _, segment := range p.segments() {
		t, _ := v.(map[string]any)
		v = t[segment]
	}
	return v
}

// narrows reports whether a value from an untrusted file permits no more than what is
// in force without it, for everything that the key decides.
func (u under) narrows(p proposal) bool {
	switch p.node.spec.Untrusted {
	case leaveOff:
		return p.value == false
	case leaveTrue:
		return p.value == true
	case leaveLower:
		return u.lower(p)
	case leaveStricter:
		return u.stricter(p)
	case leaveFreely:
		return true
	}
	return false
}

// lower reports whether a number is no higher than the one in force.
func (u under) lower(p proposal) bool {
	rank := func(v int64) int64 {
		if v == 0 && p.node.spec.ZeroIsNone {
			return math.MaxInt64
		}
		return v
	}
	now, known := u.at(p.at).(int64)
	is, ok := p.value.(int64)
	return ok && known && rank(is) <= rank(now)
}

// stricter reports whether a mode asks or skips while the mode in force is no
// stricter, for each tool that it decides: a mode below "*" decides all tools that
// have no mode of their own, even those that nobody has named yet.
func (u under) stricter(p proposal) bool {
	is, ok := p.value.(string)
	if !ok || is != string(Ask) && is != string(Skip) {
		return false
	}
	s := p.at.segments()
	name, key := s[2], s[3]
	if name != star {
		return atLeast(is, u.mode(name, key))
	}
	tools, _ := u.at(pathOf("conversation", "tools")).(map[string]any)
	for _, name := range slices.Concat(sortedKeys(u.builtin), sortedKeys(tools), []string{star}) {
		if own := u.at(toolPath(name, key)); own != nil && name != star {
			continue
		}
		if !atLeast(is, u.mode(name, key)) {
			return false
		}
	}
	return true
}

// mode is the mode in force for a tool.
func (u under) mode(name, key string) string {
	for _, at := range distinct(name, star) {
		if mode, ok := u.at(toolPath(at, key)).(string); ok {
			return mode
		}
	}
	ships := u.builtin[name]
	if key == "run" {
		return string(orMode(ships.Run, Ask))
	}
	return string(orMode(ships.Result, Unattended))
}

func orMode(m, fallback Mode) Mode {
	if m == "" {
		return fallback
	}
	return m
}

// atLeast reports whether one mode permits nothing that the other does not. Ask and
// edit cannot replace each other.
func atLeast(is, than string) bool {
	rank := map[string]int{string(Unattended): 0, string(Edit): 1, string(Ask): 1, string(Skip): 2}
	return is == than || rank[is] > rank[than]
}

// switchedOff reports whether the user has switched off what a proposal switches on,
// anywhere except in a workspace file: a tool by its name or with all of them.
func (u under) switchedOff(p proposal) bool {
	said := u.history.last(p.at, notWorkspace)
	if ofEnable(p.node) {
		said = u.history.users(p.at.segments()[2], "enable", "state")
	}
	return said != nil && said.Value == show(false, false)
}

func notWorkspace(o Origin) bool { return o.Kind != FromWorkspace }

// users is what the user sets for a field of a tool, by the tool's name or by "*",
// anywhere except in a workspace file; nil if nothing.
func (h history) users(name string, field ...string) *Setting {
	for _, at := range distinct(name, star) {
		if s := h.last(toolPath(at, field...), notWorkspace); s != nil {
			return s
		}
	}
	return nil
}

// last is the latest setting of a key among the places that count.
func (h history) last(p path, counts func(Origin) bool) *Setting {
	said := h.said[p]
	for i := len(said) - 1; i >= 0; i-- {
		if counts == nil || counts(said[i].Origin) {
			return &said[i]
		}
	}
	return nil
}

// insert adds a setting of a key to the history, at its layer.
func (h history) insert(p path, s Setting) {
	said := h.said[p]
	at := len(said)
	for at > 0 && said[at-1].Origin.layer > s.Origin.layer {
		at--
	}
	h.said[p] = slices.Insert(said, at, s)
}
