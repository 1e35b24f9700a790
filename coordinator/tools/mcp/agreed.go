package mcp

import (
	"context"
	"maps"
	"strings"
	"time"

	"parley/forms/rawjson"
	"parley/store/text/clean"
	"parley/store/text/diff"
)

// A rule is made for a tool as its server described it then. What is kept here is how
// tools were when a person last let them run, to tell what changed since.

// agree notes that a person let a tool run as it is described now.
func (l *link) agree(o Offer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if digest := o.Digest(); l.agreed[o.Name] != digest {
		l.agreed, l.was = maps.Clone(l.agreed), maps.Clone(l.was)
		if l.agreed == nil {
			l.agreed = map[string]string{}
		}
		l.agreed[o.Name] = digest
		delete(l.was, o.Name)
		l.keep()
	}
}

// remember keeps how tools were that a person agreed to and that are about to be
// described in another way; l.mu is held.
func (l *link) remember(now []Offer) {
	l.was = maps.Clone(l.was)
	if l.was == nil {
		l.was = map[string]Offer{}
	}
	for _, o := range l.offers.tools {
		if l.agreed[o.Name] == o.Digest() {
			l.was[o.Name] = o
		}
	}
	for _, o := range now {
		if l.agreed[o.Name] == o.Digest() {
			delete(l.was, o.Name)
		}
	}
}

// mostStale is how old the list of a server's tools may be when one of them is called. Not
// every server says when its tools change.
const mostStale = time.Minute

// still reports whether the server offers a tool as it was offered. Where it has just
// said that its tools changed, or was not asked for a while, it is asked first.
func (l *link) still(ctx context.Context, c *connection, o Offer) bool {
	c.asked.Lock()
	asks := c.asks
	c.asked.Unlock()
	if l.stale() || asks {
		l.refresh(ctx, c)
	}
	digest := o.Digest()
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, now := range l.offers.tools {
		if now.Name == o.Name {
			return now.Digest() == digest
		}
	}
	return false
}

// stale reports whether what the server offers has to be asked for again. That is then true for
// one call only, whatever becomes of it.
func (l *link) stale() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.set.o.now()
	stale := now.Sub(l.asked) > mostStale
	if stale {
		l.asked = now
	}
	return stale
}

// altered says that a tool is not described as it was when a person last let it run.
func (l *link) altered(o Offer) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch digest, known := l.agreed[o.Name]; {
	case !known && l.lost:
		return lostToolText(l.Name)
	case !known:
		return newToolText(l.Name)
	case digest != o.Digest():
		return changedToolText(l.Name)
	}
	return ""
}

// changed is that with what changed, line by line.
func (l *link) changed(o Offer) string {
	why := l.altered(o)
	if why == "" {
		return ""
	}
	l.mu.Lock()
	was := l.was[o.Name] // of one that is new, nothing
	l.mu.Unlock()
	lines := append([]string{why + ":"}, diff.Signed(was.lines(), o.lines())...)
	if over := len(lines) - mostCompared; over > 0 {
		lines = append(lines[:mostCompared], moreLinesText(l.Name, over))
	}
	return strings.Join(lines, "\n")
}

// mostCompared is how many lines of a comparison are shown, with the one before them.
const mostCompared = 40

// lines are what a server says of a tool, a sentence or a part of its schema each.
func (o Offer) lines() (all []string) {
	if o.Title != "" {
		all = append(all, "title: "+clean.OneLine(clean.Prose(o.Title)))
	}
	for line := range strings.Lines(o.Description) {
		for sentence := range strings.SplitAfterSeq(line, ". ") {
			if s := clean.OneLine(clean.Prose(sentence)); s != "" {
				all = append(all, s)
			}
		}
	}
	if len(o.Parameters) == 0 {
		return all
	}
	for line := range strings.Lines(string(rawjson.Laid(o.Parameters))) {
		all = append(all, strings.TrimRight(clean.Reveal(line), "\n"))
	}
	return all
}
