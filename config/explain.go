package config

import (
	"cmp"
	"errors"
	"slices"
	"sort"
	"strings"

	"parley/store/text/spelling"
)

// Explanation says about one key what its value is, which place set it, what that
// overrides (nearest first), what an untrusted file would set, and what a trusted one
// would switch on although the user has switched it off.
type Explanation struct {
	Setting             // Key is the key that decides, which may differ from Asked
	Asked     string    `json:"asked"`
	Doc       string    `json:"doc"`
	Overrides []Setting `json:"overrides,omitempty"`
	Beside    []Setting `json:"beside,omitempty"` // what other places say, if all of them hold
	Withheld  []Setting `json:"withheld,omitempty"`
	Overruled []Setting `json:"overruled,omitempty"`
}

// Explain explains a key, or every key that is set below a table. The error
// names the nearest known key.
func (c Config) Explain(key string) ([]Explanation, error) {
	p, err := parseKey(key)
	if err != nil {
		return nil, err
	}
	n := schema().find(p)
	if n == nil {
		near, names := nearestKey(p)
		if near == "" {
			return nil, errors.New(key + ": " + textUnknownKey + textKnownHere(names))
		}
		return nil, errors.New(key + ": " + textUnknownKey + suggestion(near))
	}
	var all []Explanation
	for _, leaf := range c.leaves(n, p) {
		all = append(all, c.explain(schema().find(leaf), leaf))
	}
	if len(all) == 0 {
		return nil, errors.New(key + ": " + textNothingBelow + textKnownHere(n.names))
	}
	return all, nil
}

// nearestKey finds the known key that an unknown one may have meant, or the names that are
// known where it leaves the known ones.
func nearestKey(p path) (key string, known []string) {
	n, at := schema(), path("")
	for _, name := range p.segments() {
		below := n.child(name)
		if below == nil {
			if near := spelling.Nearest(name, n.names); near != "" {
				return at.add(near).String(), nil
			}
			return elsewhere(name), n.names
		}
		n, at = below, at.add(name)
	}
	return "", n.names
}

// leaves are the keys to explain for p: itself if it is one value, the halves of a
// union, otherwise what is set below it.
func (c Config) leaves(n *node, p path) []path {
	var below []path
	stale := c.stale()
	for at := range c.history.said {
		if at.below(p) && !stale[at] {
			below = append(below, writtenKey(at))
		}
	}
	for _, w := range c.Withheld {
		for _, s := range w.Settings {
			if at, err := parseKey(s.Key); err == nil && at.below(p) {
				below = append(below, at)
			}
		}
	}
	slices.Sort(below)
	below = slices.Compact(below)
	switch {
	case n.spec == nil:
		return below
	case n.spec.Kind == kindTarget:
		below = append(below, p)
		slices.Sort(below)
		return slices.Compact(below)
	case n.children != nil:
		var halves []path
		for _, name := range n.names {
			halves = append(halves, p.add(name))
		}
		return halves
	case n.free && len(below) > 0:
		return below
	}
	return []path{p}
}

// writtenKey names the kind of a target as a person writes it, by the target's key.
func writtenKey(p path) path {
	if strings.HasSuffix(string(p), sep+"target"+sep+targetKind) {
		return p.parent()
	}
	return p
}

func (c Config) explain(n *node, p path) Explanation {
	e := Explanation{Asked: p.String(), Doc: strings.ReplaceAll(n.spec.Doc, "`", "")}
	var said []Setting
	for _, at := range c.deciding(p, n) {
		of := slices.Clone(c.history.said[at])
		slices.Reverse(of)
		said = append(said, of...)
	}
	said = append(c.byToggle(p), said...)
	said = append(said, c.shipped(p)...)
	if len(said) == 0 {
		said = []Setting{{Key: p.String(), Value: c.fallback(n), Origin: Origin{Kind: FromDefault}}}
	}
	e.Setting, e.Overrides = said[0], said[1:]
	if n.spec.Kind == kindRules {
		e.Overrides, e.Beside = nil, said[1:]
	}
	at := c.deciding(p, n)
	for _, w := range c.Withheld {
		e.Withheld = append(e.Withheld, leftOut(w.Settings, at)...)
	}
	e.Overruled = leftOut(c.Overruled, at)
	return e
}

// leftOut are the settings that would decide one of the keys: settings of the key
// itself, of a word that stands for a table with it, or of a table in its place.
func leftOut(settings []Setting, keys []path) []Setting {
	var out []Setting
	for _, s := range settings {
		at, err := parseKey(s.Key)
		if err != nil || !slices.ContainsFunc(keys, func(p path) bool { return at == writtenKey(p) || p.below(at) || at.below(writtenKey(p)) }) {
			continue
		}
		if n := schema().find(at); n != nil && n.secret {
			s.Value = hidden
		}
		out = append(out, s)
	}
	return out
}

// deciding are the keys that a value may come from, most specific first.
func (c Config) deciding(p path, n *node) []path {
	s := p.segments()
	if n.spec.Kind == kindTarget {
		s = append(s, targetKind)
	}
	switch {
	case len(s) > 5 && s[1] == "tools" && s[3] == "questions":
		var all []path
		for _, tool := range distinct(s[2], star) {
			for _, id := range distinct(s[4], star) {
				all = append(all, pathOf(slices.Concat([]string{"conversation", "tools", tool, "questions", id}, s[5:])...))
			}
		}
		if s[5] == "target" && len(s) > 7 || s[5] == "target" && s[6] == "system_prompt" {
			all = append(all, below(s[6:], "conversation", "inquiry", "assistant"), below(s[6:], "assistant"))
		}
		return all
	case len(s) > 3 && s[1] == "tools":
		var all []path
		for _, tool := range distinct(s[2], star) {
			all = append(all, toolPath(tool, s[3:]...))
		}
		return all
	case len(s) > 3 && s[1] == "inquiry":
		return []path{p, below(s[3:], "assistant")}
	}
	return []path{p}
}

func below(rest []string, at ...string) path { return pathOf(append(at, rest...)...) }

func (c Config) byToggle(p path) []Setting {
	s := p.segments()
	if len(s) != 5 || s[1] != "tools" || s[3] != "enable" || s[4] != "state" {
		return nil
	}
	state, ok := c.toggled[s[2]]
	if !ok {
		return nil
	}
	return []Setting{{p.String(), show(state, false), c.toggledBy[s[2]]}}
}

// shipped is the value that a built-in tool ships with for a key.
func (c Config) shipped(p path) []Setting {
	s := p.segments()
	if len(s) < 4 || s[1] != "tools" {
		return nil
	}
	b, ok := c.builtin[s[2]]
	if !ok {
		return nil
	}
	enable := Enable{true, Any}
	if b.Enable != nil {
		enable = *b.Enable
	}
	var v any
	switch strings.Join(s[3:], ".") {
	case "source":
		v = "builtin"
	case "run":
		v = string(cmp.Or(b.Run, Ask))
	case "result":
		v = string(cmp.Or(b.Result, Unattended))
	case "enable.state":
		v = enable.State
	case "enable.allow_toggle":
		v = string(enable.Toggle)
	case "style.hidden":
		v = b.Hidden
	default:
		v = c.shippedQuestion(s)
	}
	if v == nil {
		return nil
	}
	return []Setting{{p.String(), show(v, false), Origin{Kind: FromBuiltin}}}
}

func (c Config) shippedQuestion(s []string) any {
	if len(s) != 6 || s[3] != "questions" {
		return nil
	}
	switch s[5] {
	case "prompt_label":
		if label := c.label(s[2], s[4], nil); label != "" {
			return label
		}
	case "target":
		if t := c.target(s[2], s[4], nil); t.Kind == TargetAssistant {
			return targetEscalation
		}
	}
	return nil
}

// fallback describes the default of a key that nobody has set.
func (c Config) fallback(n *node) string {
	if n.spec.Kind == kindPath {
		return quote(c.Store.Dir)
	}
	return cmp.Or(strings.ReplaceAll(n.spec.DefaultText, "`", ""), textUnset)
}

// Chosen reports whether a key was set, other than by default.
func (c Config) Chosen(key string) bool {
	p, err := parseKey(key)
	if err != nil {
		return false
	}
	said := c.history.said[p]
	return len(said) > 0 && said[len(said)-1].Origin.Kind != FromDefault
}

// Show returns every key that has a value, defaults included, sorted by key. It omits
// what tools ship with; see [Config.Explain].
func (c Config) Show() []Setting {
	var all []Setting
	stale := c.stale()
	for p, said := range c.history.said {
		if !stale[p] {
			all = append(all, said[len(said)-1])
		}
	}
	if _, ok := c.history.said[pathOf("store", "dir")]; !ok && c.Store.Dir != "" {
		all = append(all, Setting{"store.dir", quote(c.Store.Dir), Origin{Kind: FromDefault}})
	}
	for name, state := range c.toggled {
		p := toolPath(name, "enable", "state").String()
		all = slices.DeleteFunc(all, func(s Setting) bool { return s.Key == p })
		all = append(all, Setting{p, show(state, false), c.toggledBy[name]})
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Key < all[j].Key })
	return all
}

// stale are the keys of free tables that a later layer replaced: a value in place of
// a table, or a table in place of a value.
func (c Config) stale() map[path]bool {
	newest := map[path]int{} // the last layer that sets something below a table
	for p := range c.history.said {
		layer := c.origin(p).layer
		for up := p.parent(); up != ""; up = up.parent() {
			newest[up] = max(newest[up], layer)
		}
	}
	stale := map[path]bool{}
	for p := range c.history.said {
		own := c.origin(p).layer
		stale[p] = newest[p] > own
		for up := p.parent(); up != "" && !stale[p]; up = up.parent() {
			stale[p] = c.origin(up).layer > own
		}
	}
	return stale
}
