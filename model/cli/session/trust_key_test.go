package session

import (
	"reflect"
	"testing"

	"parley/config"
	"parley/model/cli/servers"
	"parley/model/conversation"
)

// TestAKeyIsAskedAboutAsAKey, and not in the words for a file.
func TestAKeyIsAskedAboutAsAKey(t *testing.T) {
	k := servers.Key{Variable: "TOKEN", Server: config.MCPServer{Name: "desk", Command: "desk-mcp", Origin: config.Origin{Name: "/w/.mcp.json"}}}
	got := TrustForm(Setup{}.keyOf(k))
	want := conversation.Withheld{
		File: "/w/.mcp.json ${TOKEN}",
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
