package rules

import (
	"path"
	"slices"
	"strings"
)

// Place is where a path leads.
type Place uint8

const (
	Unknown   Place = iota // nobody looked
	Absent                 // nothing is there, its folder is inside the root, and a file may be made there
	Inside                 // no link on the way leads out of the root; it exists, or no file may be made there
	Elsewhere              // it leads out of the root, or is another name of a file that gives permission
	Folder                 // as Inside, and it is a folder
	Around                 // of the root: it is in, or contains, a folder that is closed to the assistant
)

// Program is what a command's first word leads to.
type Program struct {
	InWorkspace bool   // its file lies in the root, or was found through a relative or empty entry of PATH
	Digest      string // of that file
	Parley      bool   // the program that it really is, under whatever name
	Shadowed    bool   // PATH names a folder of the workspace before the one where it was found
	Shim        bool   // a manager of versions, which takes from files where it runs which program it starts
}

// Config is what the files of a family of configuration say.
type Config uint8

const (
	NobodyLooked    Config = iota
	NamesNothingNew        // runs no program except those that the user has seen and trusted by digest
	NamesUnseen            // a program that the user has not seen
	LeadsAway              // what it is about lies elsewhere, or may be read or written elsewhere
)

// Facts are what a decision needs to know of the world. What is missing is unknown.
type Facts struct {
	Paths    map[string]Place   // by the path, cleaned and relative to the root
	Leads    map[string]string  // for paths that lead to another name in the root: that name
	Programs map[string]Program // by the word as written
	Configs  map[string]Config  // by the family, such as "git"; with a folder of the root behind a colon, of what is there
	Lends    bool               // variables that commands get name places in the root
	Unset    bool               // another program runs what is allowed, and takes no variable away

	assume bool // missing facts do not prevent a match; for counting what a rule would have covered
}

// Wants are facts that would have made a difference. The caller looks them up and decides
// again.
type Wants struct {
	Paths, Programs, Configs []string
}

// Empty reports whether nothing is wanted.
func (w Wants) Empty() bool { return len(w.Paths)+len(w.Programs)+len(w.Configs) == 0 }

const mostWants = 4096 // the most paths that a decision asks for

func add(list *[]string, s string) {
	if !slices.Contains(*list, s) {
		*list = append(*list, s)
	}
}

func (w *Wants) program(name string)  { add(&w.Programs, name) }
func (w *Wants) config(family string) { add(&w.Configs, family) }

// leads is the other name that a path of the workspace leads to, if it does.
func (j *judge) leads(text string) string {
	name, _ := within(j.call.Root, text)
	return j.facts.Leads[name]
}

// path looks a path up and notes that it was wanted.
func (j *judge) path(name string) Place {
	if name == "." {
		return Inside
	}
	p, ok := j.facts.Paths[name]
	if !ok && j.facts.assume {
		return Inside
	}
	if !ok && !j.wanted[name] && len(j.wanted) < mostWants {
		j.wanted[name] = true
		j.wants.Paths = append(j.wants.Paths, name)
	}
	return p
}

// family explains why no rule covers a command because of a family of configuration; known is
// false if nobody has looked at it yet.
func (j *judge) family(name, key string) (why string, known bool) {
	family, _, _ := strings.Cut(key, ":")
	switch c := j.facts.Configs[key]; {
	case c == NamesNothingNew || j.facts.assume:
		return "", true
	case c == NamesUnseen:
		return whyConfig(name, family), true
	case c == LeadsAway:
		return whyAway(name), true
	}
	j.wants.config(key)
	return whyConfigUnknown(name, family), false
}

// configuration explains why no rule covers a command that takes the programs it runs from
// files in the repository.
func (j *judge) configuration(words []word) string {
	name, unknown := words[0].text, ""
	look := func(families []string) string {
		for _, key := range families {
			why, known := j.family(name, key)
			if known && why != "" {
				return why
			}
			if !known {
				unknown = why
			}
		}
		return ""
	}
	t, base := tablesOf(), baseName(name)
	why := ""
	if j.beside.brings && rests(words) {
		return whyConfigMoved(name)
	}
	for n := base; n != "" && why == ""; n = t.family(n) {
		families := t.reads[n]
		why = look(families)
		if why == "" && len(words) > 1 {
			why = look(t.reads[n+":"+words[1].text])
		}
		if len(below(families, ".")) == 0 || n == "git" { // git is asked about where it is told to go elsewhere
			continue
		}
		folders, all := j.folders(words)
		if !all {
			return whyConfigUnknown(name, families[0])
		}
		for _, folder := range folders {
			if why == "" {
				why = look(below(families, folder))
			}
		}
	}
	if why != "" {
		return why
	}
	return unknown
}

// rests reports whether what a command does rests on files of the work tree, which another part of
// the line may replace after they were looked at. What git goes by lies in its own folder; what
// runs the code of the workspace anyway, word by word or as a test, is left out.
func rests(words []word) bool {
	t, u := tablesOf(), useOf(words)
	if _, runs := find(t.programs, words); runs || u.tests() {
		return false
	}
	for n := baseName(words[0].text); n != ""; n = t.family(n) {
		families := t.reads[n]
		if len(words) > 1 {
			families = slices.Concat(families, t.reads[n+":"+words[1].text])
		}
		if slices.ContainsFunc(families, func(f string) bool { return f != "git" && f != remotesFamily }) {
			return true
		}
	}
	return false
}

// tests reports whether a command runs the tests of the workspace.
func (u use) tests() bool {
	return u.row != nil && u.row.command == "go" && slices.Equal(u.row.sub, []string{"test"})
}

// mostFolders are looked at for the configuration that a command finds there.
const mostFolders = 256

// folders are the places of the root that a command may go to for its configuration, as with
// -C or --prefix: whatever a word names. Of a file that pytest is given the folder counts as
// well. All is false where they are too many or cannot be told.
func (j *judge) folders(words []word) (list []string, all bool) {
	tests := slices.ContainsFunc(words, func(w word) bool { return slices.Contains([]string{"pytest", "py.test"}, baseName(w.text)) })
	for _, w := range words[1:] {
		for _, piece := range pieces(w.text) {
			name, inside := within(j.call.Root, piece)
			switch {
			case piece == "" || !inside || name == ".":
				continue
			case climbs(piece):
				return nil, false // where it leads cannot be told from its words
			}
			add(&list, name)
			if up := path.Dir(name); tests && up != "." {
				add(&list, up)
			}
			if len(list) > mostFolders {
				return nil, false
			}
		}
	}
	return list, true
}

// below are families of configuration as they are in a folder.
func below(families []string, folder string) []string {
	var out []string
	for _, family := range families {
		switch family {
		case outputFamily, codeFamily, builtFamily, sourcesFamily, listsFamily: // about the whole root
		default:
			out = append(out, family+":"+folder)
		}
	}
	return out
}
