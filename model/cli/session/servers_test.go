package session

import (
	"testing"
	"time"

	"parley/config"
	"parley/model/cli/process"
	"parley/providers"
	"parley/providers/anthropic"
	"parley/providers/openai"
)

// TestEveryKnownServerIsAProfile compares the words of the configuration with the list of
// servers, and checks what they choose.
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

// TestWhatTheCacheCanBeToldIsRefusedElsewhere: for the main model and for a reviewer, each
// by its own setting.
func TestWhatTheCacheCanBeToldIsRefusedElsewhere(t *testing.T) {
	const keeps = " keeps the beginning of a conversation with m by itself, and nothing it is sent changes that; remove the setting"
	unknown := func(key, value string) string {
		return key + " is " + value + ", but nothing is known of whether mine keeps the beginning of a conversation; remove the setting, or say with providers.llm.mine.profile which server it behaves like"
	}
	const reviewers = "conversation.inquiry.assistant"
	for _, c := range []struct {
		model, set, want string
	}{
		{"mine/m", "", ""}, // nobody set it
		{"mine/m", "true", unknown("assistant.request.cache", "true")},
		{"mine/m", "false", unknown("assistant.request.cache", "false")},
		{"anthropic/m", "true", ""}, {"anthropic/m", "false", ""}, {"openai/m", "true", ""}, {"openai/m", "false", ""}, {"script/m", "false", ""},
		{"openrouter/anthropic/m", "false", ""}, {"openrouter/google/m", "true", ""}, {"openrouter/x/m", "true", ""},
		{"google/m", "true", ""}, {"google/m", "false", "assistant.request.cache is false, but google" + keeps},
		{"ollama/m", "false", "assistant.request.cache is false, but ollama" + keeps},
	} {
		sets := []string{"assistant.model.id=" + c.model, "providers.llm.mine.base_url=http://localhost:1/v1", reviewers + ".model.id=mine/m"}
		if c.set != "" {
			sets = append(sets, "assistant.request.cache="+c.set)
		}
		cfg := loaded(t, sets)
		if got := words(cacheFault(cfg, "assistant", cfg.Assistant)); got != c.want {
			t.Errorf("%s, %s: %q, want %q", c.model, c.set, got, c.want)
		}
		reviewer, err := cfg.Reviewer("fs_modify_file", "apply_changes")
		if got := words(cacheFault(cfg, reviewers, reviewer)); err != nil || got != "" {
			t.Errorf("%s, %s: what is said of the main model is held against the reviewer: %q, %v", c.model, c.set, got, err)
		}
	}
	cfg := loaded(t, []string{"assistant.model.id=anthropic/m", "providers.llm.mine.base_url=http://localhost:1/v1", reviewers + ".model.id=mine/m", reviewers + ".request.cache=false"})
	reviewer, err := cfg.Reviewer("fs_modify_file", "apply_changes")
	if got := words(cacheFault(cfg, cfg.ReviewerKey("fs_modify_file", "apply_changes"), reviewer)); err != nil || got != unknown(reviewers+".request.cache", "false") {
		t.Errorf("the reviewer: %q, %v", got, err)
	}
	if got := words(cacheFault(cfg, "assistant", cfg.Assistant)); got != "" {
		t.Errorf("what is said of the reviewer is held against the main model: %q", got)
	}
}

func loaded(t *testing.T, sets []string) config.Config {
	t.Helper()
	cfg, err := config.Load(config.Sources{Builtin: builtinDefaults(), Servers: ServerNames(), Sets: sets, StoreDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	return cfg
}

func words(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestWhereOllamaIs(t *testing.T) {
	for host, want := range map[string]string{
		"": "", "  ": "", "gpu": "http://gpu:11434/v1", "gpu:1234": "http://gpu:1234/v1", ":1234": "http://localhost:1234/v1",
		"0.0.0.0": "http://localhost:11434/v1", "0.0.0.0:80": "http://localhost:80/v1", "127.0.0.1": "http://127.0.0.1:11434/v1",
		"http://gpu": "http://gpu:80/v1", "http://gpu:11434/": "http://gpu:11434/v1", "'gpu'": "http://gpu:11434/v1", ` "gpu:1" `: "http://gpu:1/v1",
		"gpu:": "http://gpu:11434/v1", "gpu:99999": "http://gpu:11434/v1", "gpu:x": "http://gpu:11434/v1", "ollama.com": "https://ollama.com:443/v1",
		"http://gpu:9/v1": "http://gpu:9/v1", "https://gpu/below/v1": "https://gpu:443/below/v1", "http://gpu/belowv1": "http://gpu:80/belowv1/v1", "https://gpu": "https://gpu:443/v1", "https://gpu:444/": "https://gpu:444/v1",
		"[::1]:99": "http://[::1]:99/v1", "[::1]": "http://[::1]:11434/v1", "http://gpu/below": "http://gpu:80/below/v1",
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
