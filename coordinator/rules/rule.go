package rules

import "strings"

// Kind is what a rule says.
type Kind string

const (
	Allow Kind = "allow" // do not ask
	Ask   Kind = "ask"   // ask, even if it is allowed
	Deny  Kind = "deny"  // refuse
)

// Names of the tools that rules know by more than their name.
const (
	commandTool = "run_command"
	filePrefix  = "fs_"
)

// Files are the tools whose rules have a path in brackets.
var files = [...]string{"fs_read_file", "fs_list_files", "fs_grep_files", "fs_create_file", "fs_modify_file", "fs_delete_file", "fs_move_file"}

// Rule is one rule. The zero value is for nothing.
type Rule struct {
	text  string
	tool  string // a name, possibly with stars
	words []word // of run_command; a trailing wildcard stands for any number
	path  pattern
	all   bool // no brackets: everything that the tool does
}

// String returns the line that the rule was read from.
func (r Rule) String() string { return r.text }

// Command reports whether the rule is for lines of shell.
func (r Rule) Command() bool { return r.tool == commandTool }

// File reports whether the rule is for paths.
func (r Rule) File() bool { return !r.all && len(r.path.parts) > 0 }

func (r Rule) open() bool {
	return len(r.words) > 0 && r.words[len(r.words)-1].is(isAny)
}

// forTool reports whether the rule's name means a tool. In an allow, a star does not reach
// beyond the name of a server.
func (r Rule) forTool(name string, kind Kind) bool {
	if !star(r.tool) {
		return r.tool == name
	}
	if kind != Allow {
		return wild(r.tool, name)
	}
	if strings.Count(r.tool, "__") != strings.Count(name, "__") || isFile(r.tool) != isFile(name) || name == commandTool {
		return false
	}
	return wild(r.tool, name)
}

// isFile reports whether a name or pattern is one of the file tools.
func isFile(name string) bool {
	for _, f := range files {
		if name == f || strings.HasPrefix(name, filePrefix) && wild(name, f) {
			return true
		}
	}
	return false
}

// Scope is where a rule holds: everywhere, or in one workspace, or in one conversation while
// it works in that workspace.
type Scope struct {
	Conversation string // its id
	Root         string // of a workspace
	Folder       string // the identity of the workspace's folder: another folder at the same path is another workspace
}

// Here is where a call is made.
type Here Scope

// Holds reports whether a rule applies in a place. What a conversation allows is
// for the workspace in which it was allowed: the same words do something else in another one. Asks and
// denies of a workspace are for its folder, by whatever path it is reached.
func (h Held) Holds(at Here) bool {
	s := h.Scope
	switch {
	case s.Conversation != "" && s.Conversation != at.Conversation:
		return false
	case s.Conversation != "" && h.Kind != Allow, s == Scope{}:
		return true
	case h.Kind != Allow && s.Folder != "" && s.Folder == at.Folder:
		return true // reached by another path, or moved
	}
	return s.Root == at.Root && s.Folder == at.Folder && s.Folder != ""
}

// Held is a rule and where it stands.
type Held struct {
	Rule
	Kind   Kind
	Scope  Scope
	Where  string // file and line, for people
	Wide   bool   // it is the user's, for every workspace
	Guest  string // where it stands in a file of the workspace, as it is told; its words are a stranger's then
	Digest string // of the program that it is for, if that lies in the workspace; of a tool of the user's own, what it is bound to
}

// Set is the rules that apply in a place, prepared for comparison.
type Set struct {
	held     []Held
	allow    map[string][]int       // by the first word
	forbid   map[string][]forbidden // asks and denies of commands, by the folded last element of the first word
	widest   []forbidden            // those whose first word is a wildcard
	paths    int                    // how many asks and denies of paths there are
	pathsOf  map[string][]int       // by their first part, if it has no star
	anyPaths []int
	tops     []int    // asks and denies of paths that begin at the root of the file system
	roots    []string // what else the workspace is called there
	folders  []int    // those that name all that is in a folder
	others   []int    // rules of other tools, and allows of paths
	anyLine  bool     // there is an ask or a deny of commands
}

// NewSet returns the rules that apply here.
func NewSet(held []Held, here Here) *Set {
	s := &Set{allow: map[string][]int{}, forbid: map[string][]forbidden{}, pathsOf: map[string][]int{}}
	for _, h := range held {
		if !h.Holds(here) || h.Rule.text == "" {
			continue
		}
		i := len(s.held)
		s.held = append(s.held, h)
		switch {
		case h.Command() && h.Kind == Allow:
			s.allow[h.words[0].text] = append(s.allow[h.words[0].text], i)
		case h.Command() && (h.all || h.words[0].is(isAny)):
			s.widest, s.anyLine = append(s.widest, forbiddenBy(i, h.Rule)), true
		case h.Command():
			name := baseName(h.words[0].text)
			s.forbid[name], s.anyLine = append(s.forbid[name], forbiddenBy(i, h.Rule)), true
			if apart := tablesOf().apart(h.words); apart != nil {
				h.words = apart
				name = apart[0].text
				s.forbid[name] = append(s.forbid[name], forbiddenBy(i, h.Rule))
			}
		case h.File() && h.Kind != Allow:
			s.addPath(i, h.path)
		default:
			s.others = append(s.others, i)
		}
	}
	return s
}

func (s *Set) addPath(i int, p pattern) {
	s.paths++
	if p.top {
		s.tops = append(s.tops, i)
	}
	if len(p.whole()) > 0 {
		s.folders = append(s.folders, i)
	}
	if first := p.folded[0]; p.stars {
		s.anyPaths = append(s.anyPaths, i)
	} else {
		s.pathsOf[first] = append(s.pathsOf[first], i)
	}
}

// mostTops is of how many asks and denies that begin at the root of the file system the folders are
// looked at, so that a file of strangers keeps nobody waiting.
const mostTops = 2000

// Tops are the folders that asks and denies of paths name from the root of the file system on, up to
// their first wildcard.
func (s *Set) Tops() (all []string) {
	for _, i := range s.tops[:min(len(s.tops), mostTops)] {
		parts := s.held[i].path.parts
		n := 1
		for n < len(parts) && !star(parts[n]) {
			n++
		}
		all = append(all, strings.Join(parts[:n], "/"))
	}
	return all
}

// Called says by which other paths the workspace can be reached, so that what is denied by one of
// them is denied.
func (s *Set) Called(roots []string) { s.roots = roots }

// named calls note with each ask or deny that holds for a path.
func (s *Set) named(at spot, note func(int)) {
	for _, list := range [][]int{s.pathsOf[at.parts[0]], s.anyPaths} {
		for _, i := range list {
			if p := &s.held[i].path; p.names(at) {
				note(i)
			}
		}
	}
}

// baseName is the last element of a command's path, as denies compare it.
func baseName(name string) string {
	name = strings.TrimRight(name, "/")
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		name = name[i+1:]
	}
	name = folded(name)
	return strings.TrimSuffix(name, ".exe")
}

// Program is the first word of a rule for commands, "" of any other.
func (r Rule) Program() string {
	if !r.Command() || len(r.words) == 0 {
		return ""
	}
	return unwrap(r.words).words[0].text
}
