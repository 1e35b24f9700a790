package store

// Unchained is a decision whose digest of the previous decision does not fit: another
// program changed the file. It stays where it is and answers nothing.
type Unchained struct{ Decision }

// Chained gives a decision the digest of the previous one; any other body is returned
// unchanged.
func Chained(b Body, prev string) Body {
	switch d := b.(type) {
	case PermissionResponse:
		d.Prev = prev
		return d
	case InquiryResponse:
		d.Prev = prev
		return d
	case GuardResolved:
		d.Prev = prev
		return d
	case RuleAdded:
		d.Prev = prev
		return d
	case RuleRevoked:
		d.Prev = prev
		return d
	case Undone:
		d.Prev = prev
		return d
	case ContextRevoked:
		d.Prev = prev
		return d
	case ContextSummary:
		if d.By == ByUser {
			d.Prev = prev
		}
		return d
	}
	return b
}

// Misfits returns the indexes in a log of the decisions that do not fit.
//
// The first decision has no digest, and each later one fits if it names the previous
// decision line or the last one that fitted, so that only an inserted decision is at
// fault. One without a digest fits nowhere else: every version that wrote decisions
// chained them. A response that a repair wrote in place of a lost answer decides nothing
// and takes no part.
func Misfits(l Log) map[int]bool {
	bad := map[int]bool{}
	last, good := "", ""
	for i, e := range l.All() {
		d, ok := Decides(e.Body)
		if !ok || ReplacesLost(e.Body) {
			continue
		}
		if d.Chain() != last && d.Chain() != good {
			bad[i] = true
		}
		last = Digest(e.Line())
		if !bad[i] {
			good = last
		}
	}
	return bad
}

// ReplacesLost reports whether a repair wrote a response in place of a lost one.
func ReplacesLost(b Body) bool {
	switch b := b.(type) {
	case InquiryResponse:
		return b.Outcome == Cancelled && b.Reason == CancelLost
	case PermissionResponse:
		return b.Outcome == PermitCancelled && b.Reason == CancelLost
	}
	return false
}

// stood is the position in the file of a decision of the log, and whether a damaged
// line stands between it and the previous decision. That line may have been a
// decision.
type stood struct {
	line  int
	after bool
}

// chain voids the decisions that do not fit the previous one. A decision whose
// predecessor was damaged, or lost and replaced, cannot be checked, but names one all the
// same.
func (l *loaded) chain() {
	bad := Misfits(l.log)
	if len(bad) == 0 {
		return
	}
	accepted := map[string]bool{}
	for _, e := range l.log.All() {
		if b, ok := e.Body.(Repaired); ok {
			for _, id := range b.Accepted {
				accepted[id] = true
			}
		}
	}
	var log Log
	n, lost := 0, false
	for i, e := range l.log.All() {
		if d, ok := Decides(e.Body); ok {
			unsure := lost || l.stood[n].after || accepted[e.ID]
			if bad[i] && (d.Chain() == "" || !unsure) {
				e.Body = Unchained{d}
				l.report.add(l.stood[n].line, Changed, true, "%s", changedText(e))
			}
			lost = ReplacesLost(e.Body)
			n++
		}
		log = log.add(e)
	}
	l.log = log
	l.report.sort()
}
