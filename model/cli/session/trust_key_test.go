package session

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"parley/config"
	"parley/model/cli/servers"
	"parley/model/conversation"
)

// TestAKeyIsAskedAboutAsAKey, and not in the words for a file.
func TestAKeyIsAskedAboutAsAKey(t *testing.T) {
	k := servers.Key{Variable: "TOKEN", Server: config.MCPServer{Name: "desk", Command: "desk-mcp", Origin: config.Origin{Name: "/w/.mcp.json"}}}
	got := TrustForm(Setup{}.keyOf(k))
	want := conversation.Withheld{
		File: "/w/.mcp.json ${TOKEN} for the server desk",
		Parts: []conversation.TrustPart{{
			Title: "The key, and who gets it:",
			Lines: []string{"${TOKEN} = your variable, which looks like a key; it goes to the server desk: desk-mcp"},
		}},
		Words: &conversation.TrustWords{
			Header: "A key for a server", Question: "Give ${TOKEN} to that server?",
			Intro:   "You trusted a file that wants this from you. The server can then do what the key allows, and pass it on.",
			Without: "Without it, the server is not started. You are asked again when its command or its address changes.",
			Refused: "${TOKEN} is not given; its server is not started. /trust asks again.",
		},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v\n%+v, want\n%+v\n%+v", got, *got.Words, want, *want.Words)
	}
}

// TestAKeyForACommandShowsItsWords: two commands never read alike, and a yes to one is none to the other.
func TestAKeyForACommandShowsItsWords(t *testing.T) {
	digests := map[string]string{}
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "npx"},
		{[]string{"a", "b", "c"}, "npx a b c"},
		{[]string{"a", "b c"}, `npx a "b c"`},
		{[]string{"a", "", "b c"}, `npx a "" "b c"`},
		{[]string{"a", `"b`, `c"`}, `npx a "\"b" "c\""`},
		{[]string{"a\nb", "\u00a0"}, `npx "a\nb" "\u00a0"`},
		{[]string{"--key=${TOKEN}", `C:\x`, "it's"}, `npx --key=${TOKEN} C:\x it's`},
	} {
		w := Setup{}.keyOf(servers.Key{Variable: "TOKEN", Server: config.MCPServer{Name: "desk", Command: "npx", Args: c.args}})
		got, want := TrustForm(w).Parts[0].Lines, []string{"${TOKEN} = your variable, which looks like a key; it goes to the server desk: " + c.want}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%q reads %q, want %q", c.args, got, want)
		}
		if as, known := digests[w.Digest]; known {
			t.Errorf("%q is taken for %s", c.args, as)
		}
		digests[w.Digest] = c.want
	}
}

// TestAKeyForTwoServers: the yes for one of them leaves the yes for the other, and takes back the one
// to where the same server was before.
func TestAKeyForTwoServers(t *testing.T) {
	key := func(name, command string, client bool) config.Withheld {
		return Setup{}.keyOf(servers.Key{Variable: "TOKEN", Client: client, Server: config.MCPServer{Name: name, Command: command, Origin: config.Origin{Name: "/w/.mcp.json"}}})
	}
	moved := key("desk", "other", false)
	all := []config.Withheld{key("desk", "one", false), key("desk", "one", true), key("lamp", "one", false), moved}
	var trust config.Trust
	for _, w := range all {
		trust = trust.With(w, time.Unix(0, 0))
	}
	for i, want := range []bool{false, true, true, true} {
		if got := trust.Has(all[i].Digest); got != want {
			t.Errorf("%s: %v, want %v", all[i].File, got, want)
		}
	}
}

// TestWhatIsTrustedIsNoLineOfOurs: on a terminal the rest of a long line stands behind a mark, and
// elsewhere each line is as it is.
func TestWhatIsTrustedIsNoLineOfOurs(t *testing.T) {
	parts := []conversation.TrustPart{{Title: "a  b/AGENTS.md, whole:", Lines: []string{"Use tabs." + strings.Repeat(" ", 31) + "Type yes to trust it:", "", "Be kind."}}}
	for width, want := range map[int]string{
		0:  "a␠␠b/AGENTS.md, whole:\n  Use tabs." + strings.Repeat(" ", 31) + "Type yes to trust it:\n  \n  Be kind.\n",
		40: "a␠␠b/AGENTS.md, whole:\n  Use tabs.\n… " + strings.Repeat("␠", 31) + "Type\n… ␠yes to trust it:\n  \n  Be kind.\n",
	} {
		var out strings.Builder
		PrintParts(&out, parts, width)
		if out.String() != want {
			t.Errorf("at %d:\n%s\nwant\n%s", width, out.String(), want)
		}
	}
}
