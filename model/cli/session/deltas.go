package session

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"parley/model/cli/account"
	"parley/model/conversation"
	"parley/store"
)

// compareWithNotes finds the configuration changes that count: those that a person made in this
// installation, and for this workspace. A file may hold any others.
func (x *Session) compareWithNotes(log store.Log) {
	x.made = account.NewMade(x.Setup.Places.Made, x.Saved.ID(), x.Setup.Sources.Folder, x.Saved.Log)
	found, err := x.made.Of(x.Saved.Digest())
	if err != nil {
		x.Notes = append(x.Notes, err.Error())
	}
	x.Strange, x.Unknown, x.theirs, x.since, x.gone = found.Unchosen, found.Strange, found.Theirs, found.Since, found.Gone
	if found.Elsewhere {
		x.elsewhere = madeFor(log, x.Strange)
	}
	if found.Strange && began(log) {
		x.Notes = append(x.Notes, notRecordedText)
	}
	if found.Gone {
		x.Notes = append(x.Notes, choiceGoneText)
	}
}

// began reports whether a record has a turn.
func began(log store.Log) bool {
	for _, ev := range log.All() {
		if _, turn := ev.Body.(store.TurnStart); turn {
			return true
		}
	}
	return false
}

// answered are the permissions and inquiries whose answers on record are accounted for.
func (x *Session) answered(log store.Log) ([]string, error) {
	dir, folder := x.Setup.Places.Answered, x.Setup.Sources.Folder
	if x.Unknown { // what was answered here may have been acted on already
		return nil, account.Forget(dir, x.Saved.ID())
	}
	if workspaceOf(log) != x.Dir || x.displaced() {
		folder = "" // the core asks again what was asked in another workspace
	}
	return account.Of(dir, x.Saved.ID(), folder, log)
}

// madeFor is the workspace in which the last of some configuration changes was made, as the
// record says.
func madeFor(l store.Log, which map[int]bool) (where string) {
	root, n, waiting := "", 0, false // what was changed before the first workspace belongs to it
	for _, e := range l.All() {
		switch b := e.Body.(type) {
		case store.Workspace:
			if root = b.Root; waiting {
				where, waiting = root, false
			}
		case store.ConfigDelta:
			if which[n] {
				where, waiting = root, root == ""
			}
			n++
		}
	}
	return where
}

// Grants are the configuration changes of a conversation that count: all that were made here for
// this workspace, and of the others those that switch a tool off.
func (x *Session) Grants(deltas []store.ConfigDelta) (count []store.ConfigDelta) {
	for i, d := range deltas {
		if !x.Strange[i] {
			count = append(count, d)
			continue
		}
		kept := store.ConfigDelta{Set: map[string]json.RawMessage{}}
		for key, value := range d.Set {
			if switchesOff(key, value) {
				kept.Set[key] = value
			}
		}
		if len(kept.Set) > 0 {
			count = append(count, kept)
		}
	}
	return count
}

// FromElsewhere are the settings that do not count here, with their latest values.
func (x *Session) FromElsewhere() map[string]json.RawMessage {
	return x.notGranted(x.Shell.State().Folded.Deltas)
}

func (x *Session) notGranted(deltas []store.ConfigDelta) map[string]json.RawMessage {
	set := map[string]json.RawMessage{}
	for i, d := range deltas {
		for key, value := range d.Set {
			if x.Strange[i] && !switchesOff(key, value) {
				set[key] = value
			}
		}
	}
	for i, d := range deltas { // a setting made here since then counts
		for key := range d.Set {
			if !x.Strange[i] {
				delete(set, key)
			}
		}
	}
	return set
}

func switchesOff(key string, value json.RawMessage) bool {
	return strings.HasPrefix(key, "conversation.tools.") && strings.HasSuffix(key, ".enable.state") && string(value) == "false"
}

// SaveDrafts saves the drafts, and notes which messages wait among them.
func (x *Session) SaveDrafts(all store.Drafts) error {
	return x.made.Saving(x.Saved.SaveDrafts)(all)
}

// unsent are the drafts of a conversation. Messages that wait are sent by themselves, so those of which
// nothing notes that they were written here stand in the composer instead, behind what stands there. In
// a conversation that was not recorded here so
// do words that were typed for a question, since they may be the user's own, from another machine. What is
// chosen there for a question, an edit or the parts of a change was chosen by nobody. None of these words
// is a command, or names a file.
func (x *Session) unsent(all store.Drafts) store.Drafts {
	composer := store.MessageDraft(store.Composing)
	written := all[composer]
	var texts, answers []string
	out, moved := store.Drafts{}, false
	theirs := x.Unknown && written.Text != "" && !x.made.Typed()
	if words := conversation.Words(written.Text); theirs && words != written.Text {
		written.Text, written.Cursor, moved = words, len(words), true
	}
	for _, key := range slices.Sorted(maps.Keys(all)) {
		waits := all.Waits(key)
		switch {
		case key == composer:
			out[key] = written
			continue
		case !x.Unknown && (!waits || x.made.Wrote(all, key)):
			out[key] = all[key]
			continue
		case all[key].Text == "" || strings.HasPrefix(key, store.PermissionDraft("")):
			moved = true
			continue
		case waits:
			texts = append(texts, conversation.Words(all[key].Text))
		default:
			answers = append(answers, conversation.Words(all[key].Text))
		}
		moved, written.Updated = true, all[key].Updated
	}
	if theirs && len(texts)+len(answers) == 0 {
		x.Notes = append(x.Notes, notTypedText)
	}
	if !moved {
		return all
	}
	if texts = append(texts, answers...); len(texts) > 0 {
		written.Text = strings.TrimLeft(strings.Join(append([]string{written.Text}, texts...), "\n\n"), "\n")
		written.Cursor, written.Value = len(written.Text), nil
		out[composer] = written
		x.Notes = append(x.Notes, x.unsentText())
	}
	if err := x.Saved.SaveDrafts(out); err != nil { // before anything is recorded here
		x.Notes = append(x.Notes, err.Error())
	}
	return out
}

// unsentText says why messages stand in the composer.
func (x *Session) unsentText() string {
	if x.Unknown {
		return unsentText
	}
	return notWrittenText
}
