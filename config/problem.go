package config

import (
	"cmp"
	"sort"
	"strconv"
	"strings"

	"parley/store/text/clean"
)

// OriginKind says what sort of place a value comes from.
type OriginKind string

// The sorts of places, lowest layer first.
const (
	FromDefault   OriginKind = "default"
	FromBuiltin   OriginKind = "built-in"
	FromUser      OriginKind = "user"
	FromWorkspace OriginKind = "workspace"
	FromEnv       OriginKind = "environment"
	FromDelta     OriginKind = "conversation"
	FromSet       OriginKind = "-c"
	FromFlag      OriginKind = "flag"
)

// Origin is where a value was set. Name is a path, a variable, a flag or the name
// that a delta gives itself; Line and Column count from 1 and are 0 outside files.
type Origin struct {
	Kind   OriginKind `json:"kind"`
	Name   string     `json:"name,omitempty"`
	Line   int        `json:"line,omitempty"`
	Column int        `json:"column,omitempty"`

	layer int // the order of problems and overrides
}

// String describes the place as a person would look for it: "path:line", the
// variable, the flag, or that it is a default.
func (o Origin) String() string {
	switch {
	case o.Line > 0:
		return clean.Unbroken(o.Name) + ":" + strconv.Itoa(o.Line)
	case o.Name != "":
		return clean.Unbroken(o.Name)
	case o.Kind == FromBuiltin:
		return textBuiltin
	}
	return textDefault
}

// Problem is one fault of a configuration. Key is dotted and may be empty if the
// fault is in the file as a whole; Nearest is the known key or name that was perhaps
// meant.
type Problem struct {
	Origin  Origin `json:"origin"`
	Key     string `json:"key,omitempty"`
	Text    string `json:"text"`
	Nearest string `json:"nearest,omitempty"`
}

// Error gives place, key and fault on one line.
func (p Problem) Error() string {
	parts := []string{p.Origin.String()}
	if p.Key != "" {
		parts = append(parts, p.Key)
	}
	return strings.Join(append(parts, p.Text), ": ")
}

// Problems are all faults of a configuration, in the order of its layers and of
// the lines in each. [Load] returns its error as this type.
type Problems []Problem

// Error lists the faults, one per line.
func (p Problems) Error() string {
	var b strings.Builder
	b.WriteString(textFaults(len(p)))
	for _, fault := range p {
		b.WriteString("\n  " + fault.Error())
	}
	return b.String()
}

// sorted returns the faults in the order in which a person fixes them.
func (p Problems) sorted() Problems {
	sort.SliceStable(p, func(i, j int) bool {
		a, b := &p[i], &p[j]
		return cmp.Or(
			cmp.Compare(a.Origin.layer, b.Origin.layer),
			cmp.Compare(a.Origin.Line, b.Origin.Line),
			cmp.Compare(a.Origin.Column, b.Origin.Column),
			cmp.Compare(a.Key, b.Key),
			cmp.Compare(a.Text, b.Text),
		) < 0
	})
	return p
}

// keys are the faulty keys.
func (p Problems) keys() map[string]bool {
	keys := make(map[string]bool, len(p))
	for _, fault := range p {
		keys[fault.Key] = true
	}
	return keys
}

// most limits ordered faults to as many as anybody reads, and says so.
func (p Problems) most() Problems {
	if len(p) <= maxFaults {
		return p
	}
	last := p[maxFaults].Origin
	last.Line, last.Column = 0, 0
	return append(p[:maxFaults:maxFaults], Problem{Origin: last, Text: textMoreFaults})
}
