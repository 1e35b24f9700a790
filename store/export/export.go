// Package export writes a conversation for people and programs that do not run
// Parley: as Markdown, as one self-contained HTML page, and as JSON
// (docs/conversations.md). Every decision is in each of them, with who made it and
// why.
//
// It reads a log and writes to a writer; it opens no file, reads no clock, and trusts
// nothing in the log: texts are shown, never obeyed.
package export

import (
	"fmt"
	"io"
	"strconv"
	"time"

	"parley/store"
	"parley/store/text/secret"
)

// Source is the conversation that is exported: its id, its events, and the faults of
// its file.
type Source struct {
	ID     string
	Log    store.Log
	Report store.Report
}

// Options selects what is exported.
type Options struct {
	Since         time.Time // only from the first event at or after this time; zero: all
	From          string    // only from the event with this id or number on; "": all
	DecisionsOnly bool      // nothing but the decisions
	Now           time.Time // when the export is made
	Title         string    // instead of the conversation's own
	Hide          []string  // values that are never written, such as keys

	// Kept finds the bytes that an event names by their digest; nil: there are none.
	Kept func(digest string) ([]byte, bool)
}

// Hidden replaces a value of Options.Hide.
const Hidden = "[hidden: a configured key]"

// hideable is the least length of a value that is hidden: a shorter one is not a key,
// and hiding it would mutilate words.
const hideable = 8

// Start is the index of the first exported event.
func (o Options) Start(l store.Log) (int, error) {
	if o.From == "" && o.Since.IsZero() {
		return 0, nil
	}
	seq, err := strconv.ParseInt(o.From, 10, 64)
	if err != nil {
		seq = -1
	}
	for i, e := range l.All() {
		if o.From == "" && !e.Time.Before(o.Since) || o.From != "" && (e.ID == o.From || e.Seq == seq) {
			return i, nil
		}
	}
	if o.From != "" {
		return 0, fmt.Errorf("there is no event %q in the conversation; `parley show <id> --format ndjson` lists them", o.From)
	}
	return l.Len(), nil
}

// WithoutKeys removes the values of Options.Hide from every event, wherever they
// occur, however they are written: a user who pasted a key into a message would not want it passed on.
func (o Options) WithoutKeys(l store.Log) (store.Log, error) {
	keys := secret.SpellFrom(hideable, o.Hide)
	if len(keys) == 0 {
		return l, nil
	}
	hide, out := func(text string) string { return keys.HideAs(Hidden, text) }, store.Log{}
	for _, e := range l.All() {
		line := e.Line()
		if without := secret.HideTexts(line, hide); string(without) != string(line) {
			clean, err := store.Decode(without)
			if err != nil {
				return store.Log{}, fmt.Errorf("export: event %d without a key: %w", e.Seq, err)
			}
			e = clean
		}
		out = out.Append(e)
	}
	return out, nil
}

// sticky is a writer that remembers its first error, so that callers need not check
// every write.
type sticky struct {
	w   io.Writer
	err error
}

// put writes, until that fails.
//
//go:noinline
func (s *sticky) put(parts ...string) {
	for _, p := range parts {
		if s.err == nil {
			_, s.err = io.WriteString(s.w, p)
		}
	}
}
