package rules

import (
	"fmt"
	"slices"
	"strings"
)

// Pair is two rules that together let the assistant run anything: one lets it write what a
// command allowed by the other runs.
type Pair struct {
	Write, Run Held
	Why        string
}

// Together finds all such pairs among the rules that hold here.
func Together(set *Set) []Pair {
	var out []Pair
	for _, w := range set.held {
		if w.Kind != Allow || !w.writesFiles() {
			continue
		}
		for _, r := range set.held {
			if what := r.runsOf(w); what != "" {
				out = append(out, Pair{w, r, togetherText(w.text, r.text, what)})
			}
		}
	}
	return out
}

// meets names what the one rule lets the assistant write and the other runs, "" for nothing.
func (p Pair) meets() string {
	if p.Write.Kind != Allow || !p.Write.writesFiles() {
		return ""
	}
	return p.Run.runsOf(p.Write)
}

// writesFiles reports whether an allow lets the assistant write files.
func (h Held) writesFiles() bool {
	return h.File() && forTools(h, "fs_create_file", "fs_modify_file", "fs_move_file")
}

func forTools(h Held, names ...string) bool {
	for _, n := range names {
		if h.forTool(n, Allow) {
			return true
		}
	}
	return false
}

// runsOf names what a rule for a command runs that another rule writes, "" for nothing.
func (h Held) runsOf(w Held) string {
	if h.Kind != Allow || !h.Command() || len(h.words) == 0 || h.vain() != "" {
		return ""
	}
	words := unwrap(h.words).words
	if len(words) == 0 {
		return ""
	}
	if name := words[0].text; strings.Contains(name, "/") && !strings.HasPrefix(name, "/") {
		if clean, ok := within("", name); ok && w.reaches(clean) && h.Digest == "" {
			return clean
		}
	}
	for _, row := range tablesOf().runs {
		if !row.names(words) {
			continue
		}
		for _, f := range row.files {
			if w.reaches(f) {
				return f
			}
		}
	}
	return ""
}

// names reports whether a row is for these words.
func (r runner) names(words []word) bool {
	for n := baseName(words[0].text); n != ""; n = tablesOf().family(n) {
		if n == r.words[0] {
			return startsWith(words[1:], r.words[1:])
		}
	}
	return false
}

// runsWorkspace reports whether a command runs what files of the workspace say.
func runsWorkspace(words []word) bool {
	return slices.ContainsFunc(tablesOf().runs, func(r runner) bool { return r.names(words) })
}

// reaches reports whether a rule allows writing a file that a pattern names.
func (h Held) reaches(files string) bool {
	if h.Command() { // as a star for any file: one that a build runs is asked about
		return meet([]string{"**"}, strings.Split(files, "/"))
	}
	return meet(h.path.parts, strings.Split(files, "/"))
}

// meet reports whether some path fits both patterns. In the first, a star takes no file that
// a build or the like runs, unless that is spelled out.
func meet(a, b []string) bool {
	switch {
	case len(a) == 0 || len(b) == 0:
		return len(a) == len(b)
	case b[0] == "**":
		return meet(a, b[1:]) || meet(a[1:], b)
	case a[0] == "**" && len(a) == 1:
		return b[len(b)-1] == "**" || takesName("*", b[len(b)-1])
	case a[0] == "**":
		return meet(a[1:], b) || meet(a, b[1:])
	}
	return takesName(a[0], b[0]) && meet(a[1:], b[1:])
}

// takesName reports whether some name fits both.
func takesName(a, b string) bool {
	switch {
	case !star(b):
		return wild(a, b) && (!star(a) || tablesOf().file(b, runsKind) == "")
	case !star(a):
		return wild(b, strings.NewReplacer(`\*`, "*", `\\`, `\`).Replace(a))
	}
	// Both have stars: some name fits if their ends are compatible.
	ours, theirs := a[strings.LastIndexByte(a, '*')+1:], b[strings.LastIndexByte(b, '*')+1:]
	return tablesOf().file("x"+theirs, runsKind) == "" && (strings.HasSuffix(ours, theirs) || strings.HasSuffix(theirs, ours))
}

func togetherText(write, run, what string) string {
	return fmt.Sprintf("%s and %s together let the assistant run anything: it may write %s, which the command runs", write, run, what)
}
