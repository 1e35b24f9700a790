package store

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
