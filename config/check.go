package config

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"parley/forms/rawjson"
	"parley/store/text/secret"
	"parley/store/text/spelling"
)

// Setting is a key with the value that a place gives it, written as in TOML.
// Values that could be secret are hidden, except in [Withheld].
type Setting struct {
	Key    string `json:"key"`
	Value  string `json:"value"`
	Origin Origin `json:"origin"`
}

// history is what each place said about each key, lowest layer first, and which keys
// and tables were seen at all, where and in which order.
type history struct {
	said map[path][]Setting
	met  map[path]meeting
}

// meeting is where a key or a table was first seen.
type meeting struct {
	order  int
	origin Origin
}

// layer is the settings of one place, as read.
type layer struct {
	origin   Origin
	tree     map[string]any
	at       positions // nil outside files
	withhold bool      // an untrusted workspace file: it can only narrow
}

// place is where a key stands in its layer: its own line, otherwise the nearest line
// above it in the tree.
func (l layer) place(p path) Origin {
	o := l.origin
	for ; p != ""; p = p.parent() {
		if pos, ok := l.at[p]; ok {
			o.Line, o.Column = pos.line, pos.column
			return o
		}
	}
	return o
}

// checker walks layers along the table of keys. It collects faults instead of
// returning them, so that all are reported at once.
type checker struct {
	schema    *node
	home      string
	layer     layer
	problems  Problems
	history   history
	proposals []proposal
	withheld  []Setting // from untrusted files
	holds     []Setting // from untrusted files too, but in force because they only narrow
	overruled []Setting // from workspace files, but overruled by what the user set
	rules     []Rule
	strange   int                            // how many of them workspace files have
	ruleFault func(kind, text string) string // nil: every rule is taken
}

// check returns a layer's tree with each value in its normal form: the word of a
// union as the table that it stands for, durations as nanoseconds, values of any type
// as JSON. So a shorthand in one layer merges with a table in the next.
func (c *checker) check(l layer) map[string]any {
	c.layer = l
	out, _ := c.table(c.schema, "", l.tree)
	return out
}

// value checks one value; ok is false if it must not be merged.
func (c *checker) value(n *node, p path, v any) (out any, ok bool) {
	t, isTable := v.(map[string]any)
	if twice, ok := v.(repeated); ok {
		c.fault(p, textTwice(string(twice)), "")
		return nil, false
	}
	switch {
	case n.spec == nil && isTable:
		return c.table(n, p, t)
	case n.spec == nil:
		c.fault(p, textNotTable(v), "")
		return nil, false
	case isTable && n.children != nil:
		return c.union(n, p, t)
	}
	return c.leaf(n, p, v)
}

func (c *checker) table(n *node, p path, t map[string]any) (map[string]any, bool) {
	out := map[string]any{}
	for _, name := range c.inOrder(p, t) {
		at := p.add(name)
		if err := checkSegment(name); err != nil {
			c.fault(at, err.Error(), "")
			continue
		}
		below := n.child(name)
		if below == nil {
			c.unknown(n, at, name)
			continue
		}
		c.meet(at)
		if v, ok := c.value(below, at, t[name]); ok {
			out[name] = v
		}
	}
	return out, true
}

// union checks a table in a place that also accepts a word. A target that is a table
// means an assistant.
func (c *checker) union(n *node, p path, t map[string]any) (any, bool) {
	out, _ := c.table(n, p, t)
	if n.spec.Kind != kindTarget {
		return out, true
	}
	return out, c.target(n, p, out)
}

func (c *checker) target(n *node, p path, out map[string]any) bool {
	if c.layer.withhold {
		if len(out) == 0 {
			c.setAside(p, "{}")
		}
		return false
	}
	out[targetKind] = string(TargetAssistant)
	c.record(n, p.add(targetKind), string(TargetAssistant))
	return true
}

func (c *checker) leaf(n *node, p path, v any) (any, bool) {
	out, fault := convert(n.spec, v, c.home)
	if fault == "" {
		fault = c.forbidden(n, p, out)
	}
	if fault != "" {
		nearest := ""
		if s, ok := v.(string); ok && n.spec.Words != nil {
			nearest = spelling.Nearest(s, n.spec.Words)
		}
		c.fault(p, fault+suggestion(nearest), nearest)
		return nil, false
	}
	if c.replaces(p, out) {
		c.overruled = append(c.overruled, Setting{p.String(), showWhole(v), c.layer.place(p)})
		return nil, false
	}
	if c.propose(n, p, v, out) {
		return nil, false
	}
	if n.spec.Kind == kindRules {
		c.rule(n, p, v, out)
		return nil, false // the places add up, so nothing overrides anything
	}
	words := unionOf(n.spec.Kind, out)
	if words == nil {
		c.recordTree(n, p, v, out)
		return out, true
	}
	for _, name := range sortedKeys(words) {
		c.record(n, p.add(name), words[name])
	}
	return words, true
}

// rule takes in what one place says about rules.
func (c *checker) rule(n *node, p path, written, normal any) {
	lines, _ := normal.([]string)
	kind := p.segments()[2]
	for _, text := range lines {
		if c.layer.origin.Kind == FromWorkspace {
			if c.strange++; c.strange > maxRules {
				if c.strange == maxRules+1 {
					c.fault(p, textTooManyRules, "")
				}
				continue
			}
		}
		if c.ruleFault != nil {
			if why := c.ruleFault(kind, text); why != "" {
				c.fault(p, why, "")
				continue
			}
		}
		c.rules = append(c.rules, Rule{Kind: kind, Text: text, Origin: c.layer.place(p)})
	}
	c.record(n, p, written)
}

// forbidden is what no workspace file may set, even when trusted: no key for a server
// comes from there.
func (c *checker) forbidden(n *node, p path, v any) string {
	if c.layer.origin.Kind != FromWorkspace {
		return ""
	}
	segments := p.segments()
	s, _ := v.(string)
	switch {
	case segments[0] == "notify":
		return textNotifyOwn
	case segments[0] == "bridge":
		return textBridgeOwn
	case len(segments) > 1 && segments[0] != "mcp" && segments[len(segments)-2] == "headers" && HoldsKey(segments[len(segments)-1]):
		return textHeaderKey
	case n.spec.Kind == kindURL && hasUser(s):
		return textURLKey
	}
	return ""
}

// HoldsKey reports whether a header or an address parameter of this name could hold a
// key.
func HoldsKey(header string) bool {
	header = strings.ToLower(header)
	for _, word := range []string{"auth", "key", "token", "secret", "cookie", "credential", "password", "signature"} {
		if strings.Contains(header, word) {
			return true
		}
	}
	return header == "sig" || secret.Names(strings.ReplaceAll(header, "-", "_"))
}

// recordTree notes every leaf of a value; written is the value as it was given, if
// that reads better than its normal form.
func (c *checker) recordTree(n *node, p path, written, normal any) {
	t, ok := normal.(map[string]any)
	if !ok {
		c.record(n, p, written)
		return
	}
	of, _ := written.(map[string]any)
	for _, name := range c.inOrder(p, t) {
		c.meet(p.add(name))
		c.recordTree(n, p.add(name), of[name], t[name])
	}
}

func (c *checker) record(n *node, p path, v any) {
	c.history.said[p] = append(c.history.said[p], c.saying(n, p, v))
}

func (c *checker) saying(n *node, p path, v any) Setting {
	word, _ := v.(string)
	mistaken := strings.HasSuffix(string(p), "_env") && secret.Named(word) // a key in the place of its variable's name
	return Setting{writtenKey(p).String(), show(v, n.secret || mistaken), c.layer.place(p)}
}

func (c *checker) setAside(p path, value string) {
	c.withheld = append(c.withheld, Setting{p.String(), value, c.layer.place(p)})
}

func (c *checker) meet(p path) {
	if _, ok := c.history.met[p]; !ok {
		c.history.met[p] = meeting{len(c.history.met), c.layer.place(p)}
	}
}

// inOrder sorts the keys of a table as they stand in the file.
func (c *checker) inOrder(p path, t map[string]any) []string {
	names := slices.Collect(maps.Keys(t))
	places := make(map[string]position, len(t))
	for _, name := range names {
		places[name] = c.layer.at[p.add(name)]
	}
	slices.SortFunc(names, func(a, b string) int {
		x, y := places[a], places[b]
		return cmp.Or(cmp.Compare(x.line, y.line), cmp.Compare(x.column, y.column), strings.Compare(a, b))
	})
	return names
}

func (c *checker) fault(p path, text, nearest string) {
	if len(c.problems) > maxFaults {
		return
	}
	c.problems = append(c.problems, Problem{c.layer.place(p), p.String(), text, nearest})
}

// unknown reports a key that is not in the table.
func (c *checker) unknown(n *node, p path, name string) {
	if len(c.problems) > maxFaults {
		return // they are not reported, and a suggestion is expensive
	}
	if near := spelling.Nearest(name, n.names); near != "" {
		key := p.parent().add(near).String()
		c.fault(p, textUnknownKey+suggestion(key), key)
		return
	}
	if below := n.below(name); below != "" {
		key := below
		if p.parent() != "" {
			key = p.parent().String() + "." + below
		}
		c.fault(p, textUnknownKey+suggestion(key), key)
		return
	}
	if key := elsewhere(name); key != "" {
		c.fault(p, textUnknownKey+suggestion(key), key)
		return
	}
	c.fault(p, textUnknownKey+textKnownHere(n.names), "")
}

// below is the nearest key below a table with this last name, relative to the table;
// "" if a user-chosen name lies between them or there is none.
func (n *node) below(name string) string {
	type place struct {
		at string
		of *node
	}
	for level := []place{{"", n}}; len(level) > 0; {
		var next []place
		for _, x := range level {
			for _, child := range x.of.names {
				if child == name {
					return x.at + child
				}
				next = append(next, place{x.at + child + ".", x.of.children[child]})
			}
		}
		level = next
	}
	return ""
}

// elsewhere finds a key with this last name anywhere in the table.
func elsewhere(name string) string {
	for _, row := range specs() {
		if strings.HasSuffix(row.Pattern, "."+name) {
			return row.Pattern
		}
	}
	return ""
}

// targetKind is the key under which the normal form of a target names who is asked.
// Nobody can write it: the table of keys does not have it.
const targetKind = "kind"

// unionOf is the table that a word stands for; nil for anything but a word.
func unionOf(k kind, v any) map[string]any {
	switch k {
	case kindEnable:
		e := enableOf(v)
		return map[string]any{"state": e.State, "allow_toggle": string(e.Toggle)}
	case kindDetached:
		return map[string]any{"run": v, "deliver": v, "tool": v}
	case kindTarget:
		if v == string(TargetUser) {
			return map[string]any{targetKind: string(TargetUser), "escalation": false}
		}
		return map[string]any{targetKind: string(TargetAssistant), "escalation": v == targetEscalation}
	}
	return nil
}

const targetEscalation = "assistant_with_escalation"

func enableOf(v any) Enable {
	switch v {
	case true, "on":
		return Enable{true, Any}
	case "always":
		return Enable{true, Never}
	case "explicit":
		return Enable{false, IfNamed}
	}
	return Enable{false, Any}
}

// encode is a value as JSON in one string, so that layers replace it as a whole.
func encode(v any) (string, error) {
	b, err := rawjson.Encode(v)
	return string(b), err
}
