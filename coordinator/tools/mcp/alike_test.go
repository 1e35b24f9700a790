package mcp

import (
	"slices"
	"strings"
	"testing"
)

// TestToolsThatLookAlike: no reader could tell which one is asked about, so none is offered; a
// tool that is of no server stays.
func TestToolsThatLookAlike(t *testing.T) {
	s := newSet(t, local(t, "t", "alike"), local(t, "T", ""))
	s.Beside([]string{"fs_list", "t__cow", "t__C0W_"})
	s.Connect(t.Context(), false)
	var names []string
	for _, tool := range s.Tools() {
		names = append(names, tool.Spec().Name)
	}
	same(t, "the tools", strings.Join(names, "\n"), "")
	of := func(i int, words ...string) string {
		return strings.Join(slices.DeleteFunc(slices.Clone(s.States()[i].Faults), func(f string) bool {
			return !slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(f, w) })
		}), "\n")
	}
	const why = ", and nobody could tell which one is asked about\n"
	same(t, "the faults of one server", of(0, "t__l", "t__L", "t__pay", "t__co")+"\n", "t__Liar is left out: its name looks like t__liar"+why+
		"t__coW_ is left out: its name looks like t__C0W_"+why+
		"t__confirm is left out: its name looks like T__confirm"+why+
		"t__count is left out: its name looks like T__count"+why+
		"t__cow is left out: there is a tool of this name that is of no server\n"+
		"t__liar is left out: its name looks like t__Liar"+why+
		"t__pay_10 is left out: its name looks like t__pay_lO"+why+
		"t__pay_lO is left out: its name looks like t__pay_10"+why)
	same(t, "the faults of the other", of(1, "T__co")+"\n", "T__confirm is left out: its name looks like t__confirm"+why+"T__count is left out: its name looks like t__count"+why)

	s.Take(s.links[0].Server)
	s.Beside(nil)
	s.Tools()
	same(t, "without the others", of(0, "t__co")+"\n", "\n")
}

// TestAWorkspaceTakesNoToolOfTheUsers: where one of a server of the workspace looks like one of the user's, the
// user's stays.
func TestAWorkspaceTakesNoToolOfTheUsers(t *testing.T) {
	users := local(t, "t", "")
	users.Own = true
	s := newSet(t, users, local(t, "T", ""))
	s.Connect(t.Context(), false)
	var names []string
	for _, tool := range s.Tools() {
		names = append(names, tool.Spec().Name)
	}
	if len(names) == 0 || slices.ContainsFunc(names, func(n string) bool { return !strings.HasPrefix(n, "t__") }) {
		t.Errorf("offered are %q", names)
	}
	if faults := s.States()[0].Faults; len(faults) > 0 {
		t.Errorf("of the user's, %q", faults)
	}
	if !slices.Contains(s.States()[1].Faults, alikeText("T__confirm", "t__confirm")) {
		t.Errorf("of the workspace's, %q", s.States()[1].Faults)
	}
}
