package coordinator

import (
	"slices"
	"testing"

	"parley/store"
	"parley/teatest/logs"
)

// TestWhatAGrantCovers: the same tool and the same key; a grant that names nothing, as a
// forged record may contain, covers nothing.
func TestWhatAGrantCovers(t *testing.T) {
	turn := Turn{Grants: []Grant{
		{Permission: "p1", Tool: "run_command", Allow: true}, {Permission: "p2", Tool: "run_command", Key: "exec:make", Allow: true},
		{Permission: "p3", Tool: "fs_create_file", Key: "dir:docs"},
	}}
	for _, c := range []struct{ tool, key, want string }{
		{"run_command", "exec:make", "p2"}, {"run_command", "", ""}, {"run_command", "exec:rm", ""}, {"run_command", "dir:docs", ""},
		{"fs_create_file", "dir:docs", "p3"}, {"fs_create_file", "exec:make", ""}, {"other", "", ""},
	} {
		if g, ok := turn.granted(c.tool, c.key); g.Permission != c.want || ok != (c.want != "") {
			t.Errorf("%s %q is covered by %q, %v, want %q", c.tool, c.key, g.Permission, ok, c.want)
		}
	}
}

// TestWhichYesesMayWidenARule: those that were given where the conversation works now, and that this
// installation recorded. Whoever wrote the lines before that wrote the yeses among them.
func TestWhichYesesMayWidenARule(t *testing.T) {
	yes := func(id string) []store.Body {
		return []store.Body{
			store.PermissionRequest{ID: id, Kind: store.PermitRun, Tool: "run_command", Text: "go test"},
			store.PermissionResponse{ID: id, Outcome: store.PermitAllowed, Scope: store.ScopeOnce, By: store.ByUser},
		}
	}
	for name, c := range map[string]struct {
		between []store.Body // the yeses a and b
		theirs  int
		want    []string
	}{
		"all recorded here":                 {nil, 0, []string{"a", "b"}},
		"the first is a stranger's":         {nil, 2, []string{"b"}},
		"a stranger asked, and it held":     {nil, 1, []string{"b"}},
		"all are a stranger's":              {nil, 4, nil},
		"it goes on in another folder":      {[]store.Body{store.Workspace{Root: "/other"}}, 0, []string{"b"}},
		"another folder is at its path now": {[]store.Body{store.Workspace{Root: "/here", Folder: "2"}}, 0, []string{"b"}},
		"it is a fork":                      {[]store.Body{store.ForkedFrom{}}, 0, []string{"b"}},
	} {
		log := logs.Turns(t, slices.Concat(yes("a"), c.between, yes("b"))...)
		var got []string
		for _, s := range approved(log, c.theirs) {
			got = append(got, s.ID)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q count, want %q", name, got, c.want)
		}
	}
}
