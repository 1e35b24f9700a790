package session

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"parley/config"
	"parley/model/cli/process"
)

func TestKeyFromACommand(t *testing.T) {
	const help = "; run it yourself to see why"
	for _, c := range []struct {
		name string
		cmd  config.Command
		want string
		err  string
	}{
		{"a line", config.Command{Line: "echo secret"}, "secret", ""},
		{"words", config.Command{Argv: []string{"echo", "a $HOME"}}, "a $HOME", ""},
		{"the environment", config.Command{Line: "echo $VAULT"}, "deep", ""},
		{"blanks around", config.Command{Line: "echo '  secret  '"}, "secret", ""},
		{"the first line only", config.Command{Line: "echo one; echo two"}, "one", ""},
		{"CR LF", config.Command{Line: `printf 'one\r\ntwo'`}, "one", ""},
		{"no line end", config.Command{Line: "printf one"}, "one", ""},
		{"not what goes to standard error", config.Command{Line: "echo wrong >&2; echo right"}, "right", ""},
		{"nothing", config.Command{Line: "true"}, "", "the api_key_cmd of mine printed nothing; it should print the key"},
		{"an empty first line", config.Command{Line: "echo; echo two"}, "", "the api_key_cmd of mine printed nothing; it should print the key"},
		{"failure", config.Command{Line: "echo key; exit 3"}, "", "the api_key_cmd of mine failed (exit status 3)" + help},
		{"no such program", config.Command{Argv: []string{"/nowhere/vault"}}, "",
			"the api_key_cmd of mine failed (fork/exec /nowhere/vault: no such file or directory)" + help},
	} {
		p := process.Program{Env: []string{"VAULT=deep", "PATH=/usr/local/bin:/usr/bin:/bin"}, Dir: t.TempDir()}
		got, err := keyFrom(context.Background(), &p, "mine", c.cmd)
		if got != c.want || said(err) != c.err {
			t.Errorf("%s: %q, %q; want %q, %q", c.name, got, said(err), c.want, c.err)
		}
	}
}

func TestKeyCommandIsInterrupted(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	p := process.Program{Dir: t.TempDir()}
	if _, err := keyFrom(ctx, &p, "mine", config.Command{Line: "cat /dev/zero"}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestVariable(t *testing.T) {
	p := process.Program{Env: []string{"A=1", "B=", "A=2=3", "C", "=D"}}
	for name, want := range map[string]string{"A": "2=3", "B": "", "C": "", "": "", "X": ""} {
		if got := p.Variable(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

func TestReachableServers(t *testing.T) {
	cfg := configured(t, `
assistant.model.id = "groq/some"
[providers.llm.mine]
base_url = "http://127.0.0.1:1/v1"
[providers.llm.ollama]
base_url = "http://127.0.0.1:2/v1"
`)
	p := process.Program{Env: []string{"MISTRAL_API_KEY=k", "OPENAI_API_KEY="}}
	want := map[string]bool{"groq": true, "mine": true, "ollama": true, "mistral": true, "script": true}
	got := map[string]bool{}
	for _, name := range Reachable(&p, cfg) {
		if got[name] {
			t.Errorf("%s is named twice", name)
		}
		got[name] = true
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
