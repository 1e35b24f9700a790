package config

import "testing"

// TestAKeyIsNotShown, wherever in a value it stands: in an address, behind a flag, in a header or by its look. What is none stays.
func TestAKeyIsNotShown(t *testing.T) {
	for text, want := range map[string]string{
		`[mcp.a]` + "\nurl = \"https://ann:pw1@x.example/mcp?team=blue&api_key=k1&sig=sk-abcdef0123456789#end\"": `"https://(hidden)@x.example/mcp?team=blue&api_key=(hidden)&sig=(hidden)"`,
		`[mcp.a]` + "\nurl = \"https://tok123@x.example:8080\"":                                                  `"https://(hidden)@x.example:8080"`,
		`[mcp.a]` + "\nurl = \"https://x.example/a@b?q=1&token=\"":                                               `"https://x.example/a@b?q=1&token="`,
		`[providers.llm.a]` + "\nbase_url = \"https://x.example/v1?api_key=k1\"":                                 `"https://x.example/v1?api_key=(hidden)"`,
		`[providers.llm.openai]` + "\napi_key_env = \"sk-abcdef0123\"":                                           `(hidden)`,
		`[providers.llm.openai]` + "\napi_key_env = \"MY_KEY\"":                                                  `"MY_KEY"`,
	} {
		shown := newWorld(t).user(text).load().Show()
		found := false
		for _, s := range shown {
			found = found || s.Value == want
		}
		if !found {
			t.Errorf("%s: %v is not %s", text, shown[:1], want)
		}
	}
	for _, c := range []struct{ list, want []any }{
		{[]any{"--header", "X-Api-Key: abc12", "--author", "ann"}, []any{"--header", "X-Api-Key: (hidden)", "--author", "ann"}},
		{[]any{"--header=Authorization:Bearer abcdef"}, []any{"--header=Authorization:Bearer (hidden)"}},
		{[]any{"--token", "abc12", "-v"}, []any{"--token", "(hidden)", "-v"}},
		{[]any{"--token", "-v", "--token=${TOKEN}", "--key=/home/me/.ssh/id", "--max-tokens", "8192", "--use-token=true"}, []any{"--token", "-v", "--token=${TOKEN}", "--key=/home/me/.ssh/id", "--max-tokens", "8192", "--use-token=true"}},
		{[]any{"run", "-e", "API_KEY=abc12", "img@sha256:0123456789abcdef0123456789abcdef"}, []any{"run", "-e", "API_KEY=(hidden)", "img@sha256:0123456789abcdef0123456789abcdef"}},
		{[]any{"sh", "-c", "API_TOKEN='abc12' srv --password abc34 https://u:p@x.example/a"}, []any{"sh", "-c", "API_TOKEN='(hidden)' srv --password (hidden) https://(hidden)@x.example/a"}},
		{[]any{"--conn", "Server=h;User Id=sa;Password=hunter22;", "a=1;Pwd = abc12;UID=sa"}, []any{"--conn", "Server=h;User Id=sa;Password=(hidden);", "a=1;Pwd = (hidden);UID=sa"}},
		{[]any{"--c=AccountName=a;AccountKey=ab/cd==;EndpointSuffix=x", "Server=h;PWD='a;b34';x=1", "Server=h;Pwd={c;d34};x=1"}, []any{"--c=AccountName=a;AccountKey=(hidden);EndpointSuffix=x", "Server=h;PWD='(hidden)';x=1", "Server=h;Pwd={(hidden)};x=1"}},
		{[]any{"jdbc:sqlserver://h:1433;user=sa;password=hunter22;", "https://h.example/mcp;token=abc12?x=1", "--url=https://h.example/b?X-Amz-Signature=abc12&sig=de34"}, []any{"jdbc:sqlserver://h:1433;user=sa;password=(hidden);", "https://h.example/mcp;token=(hidden)", "--url=https://h.example/b?X-Amz-Signature=(hidden)&sig=(hidden)"}},
		{[]any{"curl", "-u", "me:hunter22", "--user=me:hunter2", "--auth", "Bearer abc12"}, []any{"curl", "-u", "me:(hidden)", "--user=me:(hidden)", "--auth", "Bearer (hidden)"}},
		{[]any{"docker", "-u", "1000:1000", "--user", "node:node", "--auth", "none", "-u", "https://h.example/a", "-u"}, []any{"docker", "-u", "1000:1000", "--user", "node:node", "--auth", "none", "-u", "https://h.example/a", "-u"}},
		{[]any{"*.tar=01;31:*.key=01;32", "cd /a; PWD=/home/me; ls", "a;b=c"}, []any{"*.tar=01;31:*.key=01;32", "cd /a; PWD=/home/me; ls", "a;b=c"}},
		{[]any{"srv", "ghp_0123456789abcdefghij", int64(3), true}, []any{"srv", "(hidden)", int64(3), true}},
		{[]any{"author: of this", "see docs/keys.md", "the key is here"}, []any{"author: of this", "see docs/keys.md", "the key is here"}},
	} {
		if got, want := show(c.list, false), showWhole(c.want); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if got, want := showWhole(c.list), showWith(c.list, false, func(w []string) []string { return w }); got != want {
			t.Errorf("for trust %s, want %s", got, want)
		}
	}
	if got := sortOf("API_TOKEN=abc12"); got != `the text "API_TOKEN=(hidden)"` {
		t.Error(got)
	}
}
