package session

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"parley/store"
)

// changedElsewhere returns the configuration changes that were recorded while the
// conversation worked in another workspace, as indexes in the order of the record,
// and that workspace. If the record does not say where a change was made, it may have
// been anywhere; so it may if it names this one, and anybody could have named it.
func changedElsewhere(l store.Log, dir, everybodys string) (strange map[int]bool, where string) {
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
			here, known = everybodys == "" && place(b.Root) != "" && around(b.Root, dir) && around(dir, b.Root), true
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
func strangeText(where, everybodys string, left []string) string {
	made := "This conversation does not say in which workspace it changed settings."
	switch {
	case where != "" && everybodys != "":
		made = fmt.Sprintf("This conversation says that it changed settings in %s. The workspace here %s, so whoever made the file could have named it.", where, everybodys)
	case where != "":
		made = fmt.Sprintf("This conversation changed settings in another workspace, %s.", where)
	}
	return fmt.Sprintf("%s They do not count here: %s. Set what you want of them again, with -m, -c or -t, or by /model and /tools.",
		made, strings.Join(left, ", "))
}

// A record names the folder that a conversation works in. What is written there may come from
// somebody else, and a name that leads to another folder for whoever looks, as "." and the
// kernel's /proc/self/cwd do, would name the very folder that the user is in, wherever that is.

// aboutSelf begins the names by which the kernel tells a process of itself.
const aboutSelf = "/proc/"

// mostLinks is how many links a name may lead through.
const mostLinks = 40

// place is the folder that a record names, "" if its name is none that leads everybody to the
// same one.
func place(root string) string {
	if !filepath.IsAbs(root) || filepath.Clean(root) != root {
		return ""
	}
	if throughSelf(root, mostLinks) {
		return ""
	}
	return root
}

// everybodys says why somebody who knows nothing of the user could have named the workspace, ""
// if they could not.
func (s Setup) everybodys() string {
	if info, err := os.Stat(s.Dir); err == nil && info.Mode()&fs.ModeSticky != 0 && info.Mode().Perm()&othersWrite != 0 {
		return "is for everybody's files"
	}
	return s.wide()
}

// othersWrite is the right of all users to write. Together with the mark that they may remove
// only their own files, it makes a folder such as /tmp.
const othersWrite = 0o002

// throughSelf reports whether a whole path leads through what the kernel tells a process of
// itself, or through more links than may be followed.
func throughSelf(path string, links int) bool {
	if strings.HasPrefix(path+"/", aboutSelf) || links == 0 {
		return true
	}
	for i := range len(path) {
		if i == 0 || !os.IsPathSeparator(path[i]) && i < len(path)-1 {
			continue
		}
		at, rest := path[:i], path[i:]
		if i == len(path)-1 {
			at, rest = path, ""
		}
		to, err := os.Readlink(at)
		if err != nil {
			continue // it is no link
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(at), to)
		}
		return throughSelf(filepath.Join(to, rest), links-1)
	}
	return false
}
