package script

import (
	"slices"
	"strings"
)

// failure reads one fault and checks that each field belongs to its kind.
func (r *reader) failure(n *node) Fault {
	f := Fault{Line: n.line}
	r.table(n, "a fault", []field{
		{"kind", func(n *node) { f.Kind = oneOf(r, n, "kind", faultKinds()) }},
		{"after", func(n *node) { f.After = r.whole(n, "after", 0) }},
		{"wire", func(n *node) { f.Wire = r.bool(n, "wire") }},
		{"times", func(n *node) { f.Times = r.times(n, "times") }},
		{"status", func(n *node) { f.Status = r.whole(n, "status", 0) }},
		{"body", func(n *node) { f.Body = r.string(n, "body") }},
		{"content_type", func(n *node) { f.Type = r.filled(n, "content_type") }},
		{"retry_after", func(n *node) { f.RetryAfter = r.filled(n, "retry_after") }},
	})
	if n.shape != isTable {
		return f
	}
	if f.Kind == "" && n.fields["status"] != nil && n.fields["kind"] == nil {
		f.Kind = FaultStatus
	}
	if f.Kind == "" {
		if n.fields["kind"] == nil {
			r.fault(n.line, textFaultKind, kindList())
		}
		return f
	}
	if f.Kind == FaultStatus && (f.Status < 400 || f.Status > 599) {
		r.fault(n.line, textFaultStatus)
	}
	for _, key := range n.keys {
		if slices.Contains(faultFields(), key) && !slices.Contains(fieldsOf(f.Kind), key) {
			r.fault(n.fields[key].line, textFaultField, key, f.Kind)
		}
	}
	return f
}

func kindList() string {
	var words []string
	for _, k := range faultKinds() {
		words = append(words, string(k))
	}
	return strings.Join(words, ", ")
}

// faultFields are the fields that only some kinds have.
func faultFields() []string {
	return []string{"after", "wire", "status", "body", "content_type", "retry_after"}
}

func fieldsOf(k FaultKind) []string {
	switch k {
	case FaultStatus:
		return []string{"status", "body", "content_type", "retry_after"}
	case FaultGarbage:
		return []string{"body", "content_type"}
	case FaultCut, FaultSilent:
		return []string{"after", "wire"}
	case FaultError:
		return []string{"after", "body"}
	case FaultNoFinish:
		return []string{"after"}
	}
	return nil
}
