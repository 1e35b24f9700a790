package session

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"parley/config"
	"parley/coordinator/guards"
	"parley/coordinator/skills"
	"parley/model/cli/process"
)

func TestTheLimitsAreThoseOfTheConfiguration(t *testing.T) {
	_, cfg := configuredIn(t, "conversation.guards.max_runtime=90s", "conversation.guards.loop_threshold=0")
	want := guards.Limits{Iterations: 50, Runtime: 90 * time.Second, Loop: 0, Errors: 5}
	if got := limits(cfg.Conversation.Guards); got != want {
		t.Errorf("%+v", got)
	}
}

func TestASkillOfTheWorkspaceNeedsTrust(t *testing.T) {
	own, _ := configuredIn(t)
	file := filepath.Join(own.Dir, ".parley", "skills", skills.Debugging, skills.FileName)
	content := "---\nname: " + skills.Debugging + "\ndescription: d\n---\nAsk the duck."
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(content), 0o600)); err != nil {
		t.Fatal(err)
	}
	cfg, err := own.Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	held := cfg.Withheld
	if len(held) != 1 || held[0].File != file || held[0].Settings[0].Key != "skill debugging-systematically" || held[0].Settings[0].Value != content {
		t.Fatalf("withheld %+v", held)
	}
	if s, err := own.debugSkill(nil); err != nil || s.File != "" {
		t.Errorf("not trusted: %q, %v", s.File, err)
	}
	builtin, err := skills.Builtin(skills.Debugging)
	if err != nil {
		t.Fatal(err)
	}
	trust := config.Trust{}.With(held[0], time.Now())
	own.Sources.Trusted = trust.Has
	for may, text := range map[bool]string{true: "Ask the duck.", false: builtin.Text} {
		if s, err := own.debugSkill(func(f string) bool { return f == file && may }); err != nil || s.Text != text {
			t.Errorf("trusted, may be told %v: %q, %v", may, s.Text, err)
		}
	}
	if cfg, err := own.Load(nil); err != nil || len(cfg.Withheld) != 0 {
		t.Errorf("trusted, and still withheld: %+v, %v", cfg.Withheld, err)
	}
}

// configuredIn is what the configuration of a workspace of its own results in.
func configuredIn(t *testing.T, sets ...string) (Setup, config.Config) {
	t.Helper()
	dir := t.TempDir()
	p := &process.Program{
		Env: []string{"HOME=" + dir, "XDG_CONFIG_HOME=" + dir, "XDG_STATE_HOME=" + dir, "XDG_DATA_HOME=" + dir},
		Dir: filepath.Join(dir, "work"), Now: time.Now,
	}
	if err := os.Mkdir(p.Dir, 0o700); err != nil {
		t.Fatal(err)
	}
	made, cfg, err := Configuration(p, Options{Sets: sets})
	if err != nil {
		t.Fatal(err)
	}
	return made, cfg
}
