package tool

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"parley/forms/rawjson"
)

// shape is the part of a JSON Schema that the argument check walks itself: the kinds
// that a value may have, its properties, and their defaults. Everything else in a
// schema is left to the validator.
type shape struct {
	kinds    []string // nil: any
	enum     []json.RawMessage
	fields   []property
	required []string
	closed   bool     // other properties are unknown
	known    []string // further properties, named in branches
	items    *shape
	preset   json.RawMessage // "default"
}

type property struct {
	name string
	*shape
}

func (s *shape) property(name string) (property, bool) {
	for _, p := range s.fields {
		if p.name == name {
			return p, true
		}
	}
	return property{}, false
}

// names returns the properties that a value may have, in schema order.
func (s *shape) names() []string {
	var names []string
	for _, p := range s.fields {
		names = append(names, p.name)
	}
	return append(names, s.known...)
}

// allows reports whether a value of this kind is allowed here.
func (s *shape) allows(kind string) bool {
	return s.kinds == nil || slices.Contains(s.kinds, kind) ||
		kind == kindInteger && slices.Contains(s.kinds, kindNumber)
}

// reader reads a schema. References are read once, so a schema that refers to itself
// becomes a shape that does too. beyond is set if the schema says more than a shape
// can.
type reader struct {
	root   json.RawMessage
	refs   map[string]*shape
	parts  map[string][]member // by the names that lead there
	beyond *bool
}

// deepest limits how deep schemas, references into them and arguments are followed.
const deepest = 64

func (r reader) read(raw json.RawMessage, depth int) *shape {
	s := &shape{}
	if kindOf(raw) == kindObject && depth < deepest {
		r.fill(s, members(raw), depth)
	} else {
		*r.beyond = true
	}
	return s
}

func (r reader) fill(s *shape, fields []member, depth int) {
	additional := ""
	for _, f := range fields {
		switch f.key {
		case "type":
			s.kinds = words(f.value)
			*r.beyond = *r.beyond || len(s.kinds) == 0 || !known(s.kinds)
		case "enum":
			s.enum = items(f.value)
		case "const":
			s.enum = []json.RawMessage{f.value}
		case "default":
			s.preset = f.value
		case "items":
			s.items = r.read(f.value, depth+1)
		case "required":
			s.required = words(f.value)
		case "properties":
			for _, p := range members(f.value) {
				s.fields = append(s.fields, property{p.key, r.read(p.value, depth+1)})
			}
		case "additionalProperties", "unevaluatedProperties":
			additional = string(bytes.TrimSpace(f.value))
			*r.beyond = *r.beyond || additional != "false" && additional != "true"
		case "description", "title", "examples", "$comment", "$schema":
		case "patternProperties", "propertyNames":
			additional, *r.beyond = "true", true
		default:
			*r.beyond = true
		}
	}
	r.combine(s, fields, depth)
	if s.kinds == nil && s.enum != nil {
		s.kinds = kindsOf(s.enum)
	}
	s.closed = additional == "false" || additional == "" && s.fields != nil
}

// combine merges in what references and branches say.
func (r reader) combine(s *shape, fields []member, depth int) {
	for _, f := range fields {
		switch f.key {
		case "$ref":
			s.and(r.ref(f.value, depth+1))
		case "allOf":
			for _, b := range items(f.value) {
				s.and(r.read(b, depth+1))
			}
		case "anyOf", "oneOf":
			s.or(r.each(items(f.value), depth+1))
		case "if", "then", "else", "not":
			s.known = append(s.known, r.read(f.value, depth+1).names()...)
		case "dependentSchemas":
			for _, b := range members(f.value) {
				s.known = append(s.known, r.read(b.value, depth+1).names()...)
			}
		}
	}
}

func (r reader) each(list []json.RawMessage, depth int) []*shape {
	var shapes []*shape
	for _, raw := range list {
		shapes = append(shapes, r.read(raw, depth))
	}
	return shapes
}

// and narrows s by another schema that must hold too.
func (s *shape) and(o *shape) {
	switch {
	case s.kinds == nil:
		s.kinds = o.kinds
	case o.kinds != nil:
		s.kinds = slices.DeleteFunc(slices.Clone(s.kinds), func(k string) bool { return !o.allows(k) })
	}
	for _, p := range o.fields {
		if _, ok := s.property(p.name); !ok {
			s.fields = append(s.fields, p)
		}
	}
	s.required = union(s.required, o.required)
	s.known = union(s.known, o.known)
	if s.enum == nil {
		s.enum = o.enum
	}
	if s.items == nil {
		s.items = o.items
	}
	if s.preset == nil {
		s.preset = o.preset
	}
}

// union adds what is new to a list. A schema may take in the same part twice, and that one the
// next, so that of each name there would be millions.
//
//go:noinline
func union(list, more []string) []string {
	for _, name := range more {
		if !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// or widens s by schemas of which one must hold: a value may be of any of their kinds
// and have any of their properties.
func (s *shape) or(branches []*shape) {
	var kinds []string
	anything := false
	for _, b := range branches {
		s.known = union(s.known, b.names())
		kinds = union(kinds, b.kinds)
		anything = anything || b.kinds == nil
	}
	if kinds != nil && !anything {
		s.and(&shape{kinds: kinds})
	}
}

// ref follows a reference within the schema; any other is ignored. What it leads through is read
// once, however many references do.
func (r reader) ref(raw json.RawMessage, depth int) *shape {
	pointer, _ := text(raw)
	if s, ok := r.refs[pointer]; ok {
		return s
	}
	s := &shape{}
	r.refs[pointer] = s
	steps := strings.Split(pointer, "/")
	at, ok, path := r.root, steps[0] == "#" && len(steps) < deepest, ""
	for _, step := range steps[1:] {
		if !ok {
			break
		}
		all, known := r.parts[path]
		if !known {
			all = members(at)
			r.parts[path] = all
		}
		name := rawjson.Key(step)
		at, ok = field(all, name)
		path += "\x00" + name
	}
	if ok && kindOf(at) == kindObject && depth < deepest {
		r.fill(s, members(at), depth)
	}
	return s
}

// words reads a string or a list of strings.
func words(raw json.RawMessage) []string {
	if s, ok := text(raw); ok {
		return []string{s}
	}
	var list []string
	for _, v := range items(raw) {
		if s, ok := text(v); ok {
			list = append(list, s)
		}
	}
	return list
}

// known reports whether these are kinds that JSON has.
func known(kinds []string) bool {
	return !slices.ContainsFunc(kinds, func(k string) bool {
		return !slices.Contains([]string{kindNull, kindBoolean, kindInteger, kindNumber, kindString, kindArray, kindObject}, k)
	})
}

func kindsOf(values []json.RawMessage) []string {
	var kinds []string
	for _, v := range values {
		if k := kindOf(v); !slices.Contains(kinds, k) {
			kinds = append(kinds, k)
		}
	}
	return kinds
}
