package session

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"parley/model/cli/process"
	"parley/store"
)

// A model that is chosen in a conversation is asked from then on, also where the program was
// started with another one. What -m named counts at the start, before a conversation knows it.
func TestTheModelChosenLastIsAsked(t *testing.T) {
	dir := t.TempDir()
	p := &process.Program{
		Env: []string{"HOME=" + dir, "XDG_CONFIG_HOME=" + dir, "XDG_STATE_HOME=" + dir, "XDG_DATA_HOME=" + dir},
		Dir: filepath.Join(dir, "work"), Now: time.Now,
	}
	if err := os.Mkdir(p.Dir, 0o700); err != nil {
		t.Fatal(err)
	}
	made, _, err := Configuration(p, Options{Model: "openai/first"})
	if err != nil {
		t.Fatal(err)
	}
	other := store.ConfigDelta{Set: map[string]json.RawMessage{"forms.text_prompt": json.RawMessage(`"menu"`)}}
	old, first, second := store.ConfigDelta{Set: WithModel(nil, "openai/old")}, store.ConfigDelta{Set: WithModel(nil, "openai/first")}, store.ConfigDelta{Set: WithModel(nil, "openai/second")}
	for _, c := range []struct {
		deltas []store.ConfigDelta
		want   string
	}{
		{nil, "first"},
		{[]store.ConfigDelta{other}, "first"},
		{[]store.ConfigDelta{old, first}, "first"},
		{[]store.ConfigDelta{first, second, other}, "second"},
		{[]store.ConfigDelta{first, second, first}, "first"},
	} {
		cfg, err := made.Again(c.deltas)
		if err != nil {
			t.Fatal(err)
		}
		if got := cfg.Assistant.Model.Name; got != c.want {
			t.Errorf("after %d changes %q is asked, want %q", len(c.deltas), got, c.want)
		}
	}
	if id := made.ModelSet(); id != "" {
		t.Errorf("without -c %q counts more than what is chosen", id)
	}
	made.Options.Sets = []string{"assistant.model.id=openai/a", "forms.text_prompt=menu", "assistant.model.id=openai/b"}
	if id := made.ModelSet(); id != "openai/b" {
		t.Errorf("with -c %q counts more than what is chosen", id)
	}
	if cfg, err := made.Load([]store.ConfigDelta{old}); err != nil || cfg.Assistant.Model.Name != "first" {
		t.Errorf("at the start %q is asked, %v", cfg.Assistant.Model.Name, err)
	}
}
