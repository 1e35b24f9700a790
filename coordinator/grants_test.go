package coordinator

import "testing"

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
