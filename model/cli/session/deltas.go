package session

import (
	"encoding/json"
	"fmt"
	"strings"

	"parley/store"
)

// changedElsewhere returns the configuration changes that were recorded while the
// conversation worked in another workspace, as indexes in the order of the record,
// and that workspace. If the record does not say where a change was made, it may have
// been anywhere.
func changedElsewhere(l store.Log, dir string) (strange map[int]bool, where string) {
	strange = map[int]bool{}
	here, known := false, false
	n, waiting := 0, []int(nil) // changes before the first workspace, which belong to it too
	judge := func(i int) {
		if !here {
			strange[i] = true
		}
	}
	for _, e := range l.All() {
		switch b := e.Body.(type) {
		case store.Workspace:
			here, known = place(b.Root) != "" && around(b.Root, dir) && around(dir, b.Root), true
			for _, i := range waiting {
				judge(i)
			}
			if waiting = nil; !here {
				where = b.Root
			}
		case store.ConfigDelta:
			if known {
				judge(n)
			} else {
				waiting = append(waiting, n)
			}
			n++
		}
	}
	for _, i := range waiting {
		judge(i)
	}
	return strange, where
}

// Grants are the configuration changes of a conversation that count: all made in this
// workspace, and from other workspaces those that switch a tool off.
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

// FromElsewhere are the settings made in another workspace that do not count here,
// with their latest values.
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

// strangeText reports changes that do not count here, if nobody can be asked whether
// they should.
func strangeText(where string, left []string) string {
	made := "This conversation does not say in which workspace it changed settings."
	if where != "" {
		made = fmt.Sprintf("This conversation changed settings in another workspace, %s.", where)
	}
	return fmt.Sprintf("%s They do not count here: %s. Set what you want of them again, with -m, -c or -t, or by /model and /tools.",
		made, strings.Join(left, ", "))
}
