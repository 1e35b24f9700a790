package providers

import (
	"net/url"
	"slices"
	"testing"
)

func TestKnownServersAreThoseOfTheManual(t *testing.T) {
	var names []string
	for _, k := range KnownServers() {
		names = append(names, k.Name)
		u, err := url.Parse(k.BaseURL)
		if err != nil || u.Host == "" || k.Title == "" || k.KeyEnv == "" {
			t.Errorf("%s is not described: %+v", k.Name, k)
		}
		if local := u.Hostname() == "localhost"; local != k.Local || local == k.NeedsKey || local != (k.Start != "") || !local && u.Scheme != "https" {
			t.Errorf("%s: local, key, start and address do not agree: %+v", k.Name, k)
		}
		if got, ok := Lookup(k.Name); !ok || got.BaseURL != k.BaseURL {
			t.Errorf("Lookup(%q) is %+v", k.Name, got)
		}
	}
	want := []string{"openai", "anthropic", "google", "openrouter", "mistral", "groq", "deepseek", "xai", "cerebras", "ollama", "llamacpp", "lmstudio"}
	if !slices.Equal(names, want) {
		t.Errorf("got %v, want %v", names, want)
	}
	if got, ok := Lookup("nobody"); ok || got.Name != "" {
		t.Errorf("Lookup of an unknown server is %+v", got)
	}
}

func TestACallerMayKeepWhatItGets(t *testing.T) {
	KnownServers()[1].Profile.Headers["anthropic-version"] = "changed"
	if k, _ := Lookup("anthropic"); k.Profile.Headers["anthropic-version"] != "2023-06-01" {
		t.Error("the registry was changed through a result")
	}
}
