package session

import (
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"parley/config"
	"parley/config/private"
	"parley/model/cli/process"
)

// TestAKeyIsThatOfTheEnvironmentElseTheFile, and commands are not given it.
func TestAKeyIsThatOfTheEnvironmentElseTheFile(t *testing.T) {
	home := t.TempDir()
	p := &process.Program{Env: []string{"HOME=" + home, "OPENAI_API_KEY=of the environment"}}
	file := filepath.Join(home, ".config", "parley", "keys.toml")
	for variable, key := range map[string]string{"OPENAI_API_KEY": "of-the-file", "ANTHROPIC_API_KEY": "of-the-file-too"} {
		if err := private.AddKey(t.Context(), file, variable, key); err != nil {
			t.Fatal(err)
		}
	}
	for variable, want := range map[string]string{"OPENAI_API_KEY": "of the environment", "ANTHROPIC_API_KEY": "of-the-file-too", "XAI_API_KEY": "", "": ""} {
		if got, err := Key(p, variable); got != want || err != nil {
			t.Errorf("%s is %q (%v), want %q", variable, got, err, want)
		}
	}
	if got := Reachable(p, config.Config{}); !slices.Equal(got, []string{"openai", "anthropic", Scripted}) {
		t.Errorf("reachable are %q", got)
	}
	own := config.Config{Providers: config.Providers{LLM: map[string]config.Provider{"d": {}, "b": {}, "a": {}, "c": {}}}}
	for range 8 {
		if got := Reachable(p, own); !slices.Equal(got, []string{"openai", "anthropic", "a", "b", "c", "d", Scripted}) {
			t.Errorf("with those of the user they are %q", got)
		}
	}
	if got := Keys(p, config.Config{}); !slices.Contains(got, "of the environment") || !slices.Contains(got, "of-the-file-too") {
		t.Errorf("what no export holds: %q", got)
	}
	if err := os.Chmod(file, 0o644); err != nil {
		t.Fatal(err)
	}
	if key, err := Key(p, "ANTHROPIC_API_KEY"); key != "" || err == nil {
		t.Errorf("of a file that others can read: %q, %v", key, err)
	}
	if key, err := Key(p, "OPENAI_API_KEY"); key == "" || err != nil {
		t.Errorf("the environment's own: %q, %v", key, err)
	}
}

// TestAKeyOfACommandIsLeftOutOfExports, from when it was printed.
func TestAKeyOfACommandIsLeftOutOfExports(t *testing.T) {
	cfg := configured(t, "[providers.llm.mine]\nbase_url = \"http://127.0.0.1:1/v1\"\napi_key_cmd = [\"echo\", \"printed-by-a-command\"]\n")
	x := &Session{Prog: &process.Program{Env: []string{"HOME=" + t.TempDir(), "PATH=/usr/bin:/bin"}, Dir: t.TempDir()}, Config: cfg, Dir: t.TempDir(), servers: new(sync.Map)}
	if got := x.Keys(); len(got) > 0 {
		t.Errorf("before the server was asked: %q", got)
	}
	for range 2 {
		if _, err := x.server(t.Context(), "mine"); err != nil {
			t.Fatal(err)
		}
		if got := x.Keys(); !slices.Equal(got, []string{"printed-by-a-command"}) {
			t.Errorf("what no export holds: %q", got)
		}
	}
}

// TestTheSecretOfAClientIsAKey: no command is given the variable of a login's secret, and no
// export holds it, whatever it is called.
func TestTheSecretOfAClientIsAKey(t *testing.T) {
	cfg := configured(t, "[mcp.w]\nurl = \"https://w.example\"\noauth = { client_id = \"me\", client_secret_env = \"HARMLESS\" }\n")
	p := &process.Program{Env: []string{"HOME=" + t.TempDir(), "HARMLESS=hush-hush"}}
	if got := given(cfg, config.Tool{}).Environ(p.Env); slices.Contains(got, "HARMLESS=hush-hush") {
		t.Errorf("a command is given %q", got)
	}
	if got := Keys(p, cfg); !slices.Equal(got, []string{"hush-hush"}) {
		t.Errorf("what no export holds: %q", got)
	}
}
