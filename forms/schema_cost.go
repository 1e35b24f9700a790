package forms

import (
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Alternatives inside alternatives make a validator try every combination: 23 levels
// of two take it 20 seconds. This package has no clock to stop it, so the work is
// computed first. The cost of a schema on a value is the sum of the costs of its
// parts on the value's parts, without early exits. Each pair of schema and value is
// computed once, so the sum is quick even if the work is not. It ends because
// limitGraph lets no schema lead back to itself on one value.

// maxCost is about half a second of checking.
const maxCost = 500_000

// tooMuch reports whether checking the value could exceed maxCost.
func tooMuch(s *jsonschema.Schema, v any) bool {
	c := coster{known: make(map[pair]int)}
	return c.cost(s, newNode(v)) > maxCost
}

// unusable reports whether even the smallest value of each kind is too much work, so
// that no answer could ever be taken.
func (c *Compiled) unusable() bool {
	for _, v := range []any{nil, map[string]any{}, []any{}} {
		if !tooMuch(c.schema, v) {
			return false
		}
	}
	return true
}

// node is a part of the value with an identity. Short scalars share one, since they
// cost the same.
type node struct {
	size  int // bytes of a long string, or of all keys
	keys  map[string]*node
	items []*node
}

func newNode(v any) *node { return scalars{short: &node{}}.node(v) }

type scalars struct{ short *node }

func (s scalars) node(v any) *node {
	switch v := v.(type) {
	case map[string]any:
		n := &node{keys: make(map[string]*node, len(v))}
		for key, item := range v {
			n.keys[key] = s.node(item)
			n.size += len(key)
		}
		return n
	case []any:
		n := &node{items: make([]*node, len(v))}
		for i, item := range v {
			n.items[i] = s.node(item)
		}
		return n
	case string:
		if len(v) > 32 {
			return &node{size: len(v)}
		}
	}
	return s.short
}

type pair struct {
	schema *jsonschema.Schema
	node   *node
}

type coster struct {
	known map[pair]int
	spent int // pairs looked at, to bound the computation itself
}

// cost returns an upper bound of the work, or more than maxCost.
func (c *coster) cost(s *jsonschema.Schema, n *node) int {
	key := pair{s, n}
	if cost, ok := c.known[key]; ok {
		return cost
	}
	own := c.own(s, n)
	if c.spent += own; c.spent > maxCost {
		return maxCost + 1
	}
	sum := own
	for _, next := range inPlace(s) {
		sum = min(sum+c.cost(next, n), maxCost+1)
	}
	if s.PropertyNames != nil && len(n.keys) > 0 {
		sum = min(sum+len(n.keys)*c.cost(s.PropertyNames, &node{size: n.size / len(n.keys)}), maxCost+1)
	}
	for name, item := range n.keys {
		for _, next := range forKey(s, name) {
			sum = min(sum+c.cost(next, item), maxCost+1)
		}
	}
	for i, item := range n.items {
		for _, next := range forItem(s, i) {
			sum = min(sum+c.cost(next, item), maxCost+1)
		}
	}
	c.known[key] = sum
	return sum
}

// own is the work of one schema on one value without what it applies to others.
func (c *coster) own(s *jsonschema.Schema, n *node) int {
	own := 1 + len(n.keys) + (len(n.keys)+n.size/32)*len(s.PatternProperties) + len(n.items) + len(s.Required)
	if s.Enum != nil {
		own += len(s.Enum.Values)
	}
	if s.Pattern != nil || s.Format != nil {
		own += n.size / 32
	}
	return own
}

// inPlace returns the schemas that are applied to the same value.
func inPlace(s *jsonschema.Schema) []*jsonschema.Schema {
	all := some(s.Ref, s.Not, s.If, s.Then, s.Else)
	all = append(all, s.AllOf...)
	all = append(all, s.AnyOf...)
	all = append(all, s.OneOf...)
	for _, dependent := range s.Dependencies {
		all = append(all, asSchemas(dependent)...)
	}
	for _, dependent := range s.DependentSchemas {
		all = append(all, dependent)
	}
	return all
}

// within returns the schemas that are applied to parts of the value.
func within(s *jsonschema.Schema) []*jsonschema.Schema {
	all := some(s.PropertyNames, s.UnevaluatedProperties, s.Items2020, s.Contains, s.UnevaluatedItems, s.ContentSchema)
	for _, property := range s.Properties {
		all = append(all, property)
	}
	for _, property := range s.PatternProperties {
		all = append(all, property)
	}
	all = append(all, s.PrefixItems...)
	all = append(all, asSchemas(s.AdditionalProperties)...)
	all = append(all, asSchemas(s.Items)...)
	return append(all, asSchemas(s.AdditionalItems)...)
}

// forKey returns the schemas that are applied to the value of a key.
func forKey(s *jsonschema.Schema, name string) []*jsonschema.Schema {
	applied := some(s.Properties[name])
	for pattern, property := range s.PatternProperties {
		if pattern.MatchString(name) {
			applied = append(applied, property)
		}
	}
	if len(applied) == 0 {
		applied = asSchemas(s.AdditionalProperties)
	}
	return append(applied, some(s.UnevaluatedProperties)...)
}

// forItem returns the schemas that are applied to an item of a list.
func forItem(s *jsonschema.Schema, i int) []*jsonschema.Schema {
	applied := some(s.Contains, s.UnevaluatedItems)
	if i < len(s.PrefixItems) {
		return append(applied, s.PrefixItems[i])
	}
	applied = append(applied, some(s.Items2020)...)
	switch items := s.Items.(type) {
	case *jsonschema.Schema:
		return append(applied, items)
	case []*jsonschema.Schema:
		if i < len(items) {
			return append(applied, items[i])
		}
	}
	return append(applied, asSchemas(s.AdditionalItems)...)
}

func some(schemas ...*jsonschema.Schema) []*jsonschema.Schema {
	var present []*jsonschema.Schema
	for _, s := range schemas {
		if s != nil {
			present = append(present, s)
		}
	}
	return present
}

// asSchemas reads a field of the library that holds one schema, several, or something
// else.
func asSchemas(v any) []*jsonschema.Schema {
	switch v := v.(type) {
	case *jsonschema.Schema:
		return some(v)
	case []*jsonschema.Schema:
		return v
	}
	return nil
}
