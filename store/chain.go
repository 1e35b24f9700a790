package store

// Unchained is a decision whose digest of the decision before does not fit: the
// file was changed by another program. It stays where it stands and answers nothing.
type Unchained struct{ Decision }

// Chained gives a decision the digest of the one before; any other body stays as it is.
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

// link is a decision as the chain sees it.
type link struct {
	at           int // in the log
	prev, digest string
}

// unchained are the places in a log of the decisions that do not fit.
//
// A decision fits the decision line before it, or the last one that fitted, so
// that one that was put in between is the only one at fault. Conversations from
// before there was a chain have no digests, up to the first decision that has one.
func unchained(l Log) map[int]bool {
	links, first := linksOf(l)
	if first < 0 {
		return nil
	}
	bad := inserted(links[:first], links[first].prev)
	last, good := "", ""
	for i, x := range links {
		if i >= first && x.prev != last && x.prev != good {
			bad[x.at] = true
		}
		if !bad[x.at] {
			good = x.digest
		}
		last = x.digest
	}
	return bad
}

// linksOf are the decisions of a log, and which of them is the first with a
// digest, -1 if none is. What a repair put in the place of a lost answer decides
// nothing and takes no part.
func linksOf(l Log) (links []link, first int) {
	first = -1
	for i, e := range l.All() {
		d, ok := Decides(e.Body)
		if !ok || replacesLost(e.Body) {
			continue
		}
		if first < 0 && d.Chain() != "" {
			first = len(links)
		}
		links = append(links, link{at: i, prev: d.Chain(), digest: Digest(e.Line())})
	}
	return links, first
}

// inserted are the decisions without a digest that stand after the one that the
// first digest names. Where what it names is missing, which of them were put there
// cannot be said.
func inserted(before []link, prev string) map[int]bool {
	bad := map[int]bool{}
	for i := len(before) - 1; i >= 0; i-- {
		if before[i].digest == prev {
			return bad
		}
		bad[before[i].at] = true
	}
	return map[int]bool{}
}

// replacesLost says whether a repair wrote a response for one that was lost.
func replacesLost(b Body) bool {
	switch b := b.(type) {
	case InquiryResponse:
		return b.Outcome == Cancelled && b.Reason == CancelLost
	case PermissionResponse:
		return b.Outcome == PermitCancelled && b.Reason == CancelLost
	}
	return false
}

// stood is where a decision of the log stands in the file, and whether a damaged
// line, which may have been a decision, stands between it and the one before.
type stood struct {
	line  int
	after bool
}

// chain takes the meaning from decisions that do not fit the one before them. One
// whose predecessor was damaged, or was lost and replaced, cannot be held to it.
func (l *loaded) chain() {
	bad := unchained(l.log)
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
			if bad[i] && !lost && !l.stood[n].after && !accepted[e.ID] {
				e.Body = Unchained{d}
				l.report.add(l.stood[n].line, Changed, true, "%s", changedText(e))
			}
			lost = replacesLost(e.Body)
			n++
		}
		log = log.add(e)
	}
	l.log = log
	l.report.sort()
}
