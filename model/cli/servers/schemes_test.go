package servers

import (
	"slices"
	"testing"

	"parley/config"
	tools "parley/coordinator/tools/process"
	"parley/model/cli/process"
	"parley/store/text/secret"
)

// TestWhatBasicDecodesTo is a key like the word itself, wherever it stands.
func TestWhatBasicDecodesTo(t *testing.T) {
	const word = "YW5uOmh1bnRlcjIyc2VjcmV0"
	want := []string{word, "ann:hunter22secret", "hunter22secret"}
	p := &process.Program{Env: []string{"WORD=" + word}}
	for what, set := range map[string]config.MCPServer{
		"a header":          {URL: "https://w.example/mcp", Headers: map[string]string{"Authorization": "Basic " + word, "X-Team": "Basic aWprbG1ub3BxcnN0"}},
		"small letters":     {URL: "https://w.example/mcp", Headers: map[string]string{"Proxy-Authorization": " basic  " + word}},
		"a variable in one": {URL: "https://w.example/mcp", Headers: map[string]string{"X-Auth": "Basic ${WORD}"}},
		"an argument":       {Command: "x", Args: []string{"--header", "Authorization: Basic " + word, "--about=authors: of this and that"}},
		"one in a word":     {Command: "x", Args: []string{"--header=Authorization:BASIC " + word}},
	} {
		if got := serverOf(p, set, place{}, tools.LooksLikeKey, nil).Keys; !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
	set := config.MCPServer{Command: "x", Env: map[string]string{"A_AUTH": "Basic " + word, "B_TOKEN": "Bearer abcdefgh", "MODE": "Bearer of-no-key"}}
	if got := serverOf(p, set, place{}, tools.LooksLikeKey, nil).Keys; !slices.Equal(got, []string{"Basic " + word, "Bearer abcdefgh", word, "abcdefgh", "ann:hunter22secret", "hunter22secret"}) {
		t.Errorf("variables: %q", got)
	}
}

// TestWhatIsAKeyInAHeader: its words but for the name of a scheme, and what a cookie or a parameter in it is set to.
func TestWhatIsAKeyInAHeader(t *testing.T) {
	for value, want := range map[string][]string{
		"session=hunter22secret; theme=dark":            {"hunter22secret", "session=hunter22secret", "theme=dark"},
		"theme=dark;session=hunter22secret;a=b":         {"hunter22secret", "session=hunter22secret", "theme=dark"},
		"correct horse battery":                         {"correct horse battery", "horse battery"},
		"abcdefgh12345 extra":                           {"abcdefgh12345", "abcdefgh12345 extra"},
		"abc12 extra":                                   {"abc12 extra"},
		"aB3dE5fGhI7jK9lMnOp= extra==":                  {"aB3dE5fGhI7jK9lMnOp=", "aB3dE5fGhI7jK9lMnOp= extra=="},
		"Negotiate hunter22secret":                      {"hunter22secret"},
		"bearer two words":                              {"two words"},
		"Odd two words":                                 {"Odd two words", "two words"},
		"sid=s%3AabcDEF123456.sIg%2FNaTuRe99; a=1":      {"abcDEF123456", "abcDEF123456.sIg/NaTuRe99", "s%3AabcDEF123456.sIg%2FNaTuRe99", "s:abcDEF123456.sIg/NaTuRe99", "sid=s%3AabcDEF123456.sIg%2FNaTuRe99"},
		`sid="hunter22+se%63ret"`:                       {"hunter22 secret", "hunter22+se%63ret", "hunter22+secret", `sid="hunter22+se%63ret"`},
		"SharedAccessSignature sr=me&sig=hunter22%2B&a": {"hunter22%2B", "hunter22+", "me&sig=hunter22%2B&a", "me&sig=hunter22+&a", "sr=me&sig=hunter22%2B&a"},
		"theme=dark; session=hunter22secret":            {"hunter22secret", "session=hunter22secret", "theme=dark"},
		`Token token="hunter22secret", id=12345678`:     {"12345678", "hunter22secret", "id=12345678", `token="hunter22secret"`},
		"hunter22secret":                                {"hunter22secret"},
		"Digest aB3dE5fGhI7jK9lMnOp==":                  {"aB3dE5fGhI7jK9lMnOp=="},
		"session=YW5uOmh1bnRlcjIyc2VjcmV0PQ==; Path=/x": {"YW5uOmh1bnRlcjIyc2VjcmV0PQ==", "session=YW5uOmh1bnRlcjIyc2VjcmV0PQ=="},
	} {
		set := config.MCPServer{URL: "https://w.example/mcp", Headers: map[string]string{"Cookie": value}}
		if got := serverOf(&process.Program{}, set, place{}, tools.LooksLikeKey, nil).Keys; !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", value, got, want)
		}
	}
}

// TestALoginOfBasicIsTakenOut of what its server says, the password alone and in Base64.
func TestALoginOfBasicIsTakenOut(t *testing.T) {
	set := config.MCPServer{URL: "https://w.example/mcp", Headers: map[string]string{"Authorization": "Basic YW5uOmh1bnRlcjIyc2VjcmV0"}}
	keys := serverOf(&process.Program{}, set, place{}, tools.LooksLikeKey, nil).Keys
	const said = "login ann:hunter22secret, password hunter22secret, got Basic YW5uOmh1bnRlcjIyc2VjcmV0 from ann"
	if got := secret.Spell(keys).Hide(said); got != "login [secret], password [secret], got Basic [secret] from ann" {
		t.Error(got)
	}
}
