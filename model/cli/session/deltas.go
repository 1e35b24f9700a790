package session

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"parley/model/cli/account"
	"parley/store"
)

// compareWithNotes finds the configuration changes that count: those that a person made in this
// installation, and for this workspace. A file may hold any others.
func (x *Session) compareWithNotes(log store.Log) {
	x.made = account.NewMade(x.Setup.Places.Made, x.Saved.ID(), x.Setup.Sources.Folder, x.Saved.Log)
	found, err := x.made.Of()
	if err != nil {
		x.Notes = append(x.Notes, err.Error())
	}
	x.Strange, x.Unknown = found.Unchosen, found.Strange
	if found.Elsewhere {
		x.elsewhere = madeFor(log, x.Strange)
	}
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

// unsent are the drafts of a conversation. Messages that wait are sent by themselves, so in one
// that was not recorded here they stand in the composer instead, behind what stands there, and so
// do words that were typed for a question, since they may be the user's own, from another machine. What is
// chosen there for a question, an edit or the parts of a change was chosen by nobody.
func (x *Session) unsent(all store.Drafts) store.Drafts {
	composer := store.MessageDraft(store.Composing)
	written, begun := all[composer]
	if !x.Unknown || len(all) == 0 || len(all) == 1 && begun {
		return all
	}
	var texts, answers []string
	for _, key := range slices.Sorted(maps.Keys(all)) {
		switch {
		case key == composer || all[key].Text == "" || strings.HasPrefix(key, store.PermissionDraft("")):
			continue
		case strings.HasPrefix(key, store.MessageDraft("")):
			texts = append(texts, all[key].Text)
		default:
			answers = append(answers, all[key].Text)
		}
		written.Updated = all[key].Updated
	}
	texts = append(texts, answers...)
	if len(texts) > 0 {
		written.Text = strings.TrimLeft(strings.Join(append([]string{written.Text}, texts...), "\n\n"), "\n")
		written.Cursor, written.Value = len(written.Text), nil
		x.Notes = append(x.Notes, unsentText)
	}
	out := store.Drafts{}
	if written.Text != "" {
		out[composer] = written
	}
	if err := x.Saved.SaveDrafts(out); err != nil { // before anything is recorded here
		x.Notes = append(x.Notes, err.Error())
	}
	return out
}
