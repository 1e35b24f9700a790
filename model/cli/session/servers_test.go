package session

import (
	"testing"
	"time"

	"parley/model/cli/process"
	"parley/providers"
	"parley/providers/anthropic"
	"parley/providers/openai"
)

// TestEveryKnownServerIsAProfile holds the words of the configuration to the list of
// servers, and what they choose.
func TestEveryKnownServerIsAProfile(t *testing.T) {
	for _, k := range providers.KnownServers() {
		dir, work := t.TempDir(), t.TempDir()
		p := &process.Program{Dir: work, Now: time.Now, Env: []string{"HOME=" + dir, "XDG_CONFIG_HOME=" + dir, "XDG_STATE_HOME=" + dir, "XDG_DATA_HOME=" + dir}}
		_, cfg, err := Configuration(p, Options{Sets: []string{
			"providers.llm.mine.base_url=http://localhost:1/v1", "providers.llm.mine.profile=" + k.Name, "providers.llm.mine.protocol=messages",
		}})
		if err != nil {
			t.Errorf("%s: %v", k.Name, err)
			continue
		}
		if got := profileOf(cfg.Providers.LLM["mine"].Profile); got == nil || got.Output != k.Profile.Output || got.NineLetters != k.Profile.NineLetters {
			t.Errorf("%s: the profile is %+v", k.Name, got)
		}
		server, err := openServer(t.Context(), p, cfg, "mine", work)
		if _, ok := server.(*anthropic.Provider); !ok || err != nil {
			t.Errorf("the protocol messages is spoken by %T (%v)", server, err)
		}
		server, err = openServer(t.Context(), p, cfg, k.Name, work)
		if _, chats := server.(*openai.Provider); err != nil || chats == (k.Name == "anthropic") {
			t.Errorf("%s is a %T (%v)", k.Name, server, err)
		}
	}
	if profileOf("") != nil {
		t.Error("no name is a profile")
	}
}

func TestWhereOllamaIs(t *testing.T) {
	for host, want := range map[string]string{
		"": "", "  ": "", "gpu": "http://gpu:11434/v1", "gpu:1234": "http://gpu:1234/v1", ":1234": "http://localhost:1234/v1",
		"0.0.0.0": "http://localhost:11434/v1", "0.0.0.0:80": "http://localhost:80/v1", "127.0.0.1": "http://127.0.0.1:11434/v1",
		"http://gpu": "http://gpu:11434/v1", "https://gpu": "https://gpu:443/v1", "https://gpu:444/": "https://gpu:444/v1",
		"[::1]:99": "http://[::1]:99/v1", "[::1]": "http://[::1]:11434/v1", "http://gpu/below": "http://gpu:11434/below/v1",
	} {
		if got := ollamaAddress(host); got != want {
			t.Errorf("%q: %q, want %q", host, got, want)
		}
	}
	p := &process.Program{Env: []string{"OLLAMA_HOST=gpu"}}
	for _, c := range []struct{ name, set, want string }{{"ollama", "", "http://gpu:11434/v1"}, {"ollama", "http://x/v1", "http://x/v1"}, {"openai", "", ""}} {
		if got := AddressOf(p, c.name, c.set); got != c.want {
			t.Errorf("%s at %q: %q", c.name, c.set, got)
		}
	}
}
