package store

import (
	"strconv"
	"strings"
)

// ownProgram is what a stranger takes for granted.
const ownProgram = "parley"

// Who says who somebody is, as the system knows it; "" if it knows nothing. The user is told
// at which terminal that was or, where there was none, by what it was started, but not on a
// screen that may be recorded; all that is known stands in the record.
func (r Reader) Who(v *Via) string {
	if r == ToStranger {
		v = v.Outward()
	}
	if v == nil {
		return ""
	}
	var parts []string
	if v.Program != "" && (r == ToUser || v.Program != ownProgram) {
		parts = append(parts, v.Program)
	}
	if v.Notified {
		parts = append(parts, "by the token that notify.command was given")
	}
	switch {
	case v.Terminal != "":
		parts = append(parts, "on "+v.Terminal)
	case len(v.Parents) > 0:
		parts = append(parts, "started by "+strings.Join(v.Parents, ", "))
	}
	if v.Said != "" {
		parts = append(parts, "says it is "+strconv.Quote(v.Said))
	}
	return strings.Join(parts, ", ")
}

// Outward is what a stranger learns of somebody, nil for nothing: the processes, programs and
// terminals of the user's machine are not among it.
func (v *Via) Outward() *Via {
	if v == nil || v.Program == "" && v.Said == "" && !v.Notified {
		return nil
	}
	return &Via{Program: v.Program, Said: v.Said, Notified: v.Notified}
}

// Outward is an event as a stranger gets it.
func Outward(b Body) Body {
	return WithVia(b, (*Via).Outward)
}

// WithVia returns an event whose word on who decided is replaced by other's result; the old
// one may be nil. An event without such a word is returned unchanged.
func WithVia(b Body, other func(*Via) *Via) Body {
	switch b := b.(type) {
	case RuleAdded:
		b.Via = other(b.Via)
		return b
	case RuleRevoked:
		b.Via = other(b.Via)
		return b
	case Undone:
		b.Via = other(b.Via)
		return b
	case ContextSummary:
		b.Via = other(b.Via)
		return b
	case ContextRevoked:
		b.Via = other(b.Via)
		return b
	case GuardResolved:
		b.Via = other(b.Via)
		return b
	case PermissionResponse:
		b.Via = other(b.Via)
		return b
	case InquiryResponse:
		if b.AnsweredBy != nil {
			by := *b.AnsweredBy
			by.Via = other(by.Via)
			b.AnsweredBy = &by
		}
		return b
	case AnswerRefused:
		if v := other(&b.Via); v != nil {
			b.Via = *v
		} else {
			b.Via = Via{}
		}
		return b
	}
	return b
}
