package bridge

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// programs puts both programs into a folder of the home, and returns the path of parley.
func (p *place) programs() string {
	p.t.Helper()
	dir := filepath.Join(p.home, "bin")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		p.t.Fatal(err)
	}
	for _, name := range []string{"parley", "parley-hook"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"), 0o755); err != nil {
			p.t.Fatal(err)
		}
	}
	return filepath.Join(dir, "parley")
}

// terminal is one on which something is typed.
type terminal struct {
	io.Reader
	shown strings.Builder
}

func (t *terminal) Write(b []byte) (int, error) { return t.shown.Write(b) }
func (t *terminal) Close() error                { return nil }

// types has a word typed once something was asked.
func (p *place) types(word string) {
	p.prog.Terminal = func() (io.ReadWriteCloser, error) {
		r, w := io.Pipe()
		go func() {
			pause()
			_, _ = io.WriteString(w, word+"\n") // nobody may read it
		}()
		return &terminal{Reader: r}, nil
	}
	p.prog.Now = time.Now
}

func (p *place) change(program string, add bool, self string) error {
	p.t.Helper()
	p.out.Reset()
	return change(context.Background(), &p.prog, program, func() (string, error) { return self, nil }, "`parley bridge`", add)
}

func (p *place) read(name string) string {
	p.t.Helper()
	data, err := os.ReadFile(filepath.Join(p.home, name))
	if err != nil {
		p.t.Fatal(err)
	}
	return string(data)
}

// TestInstallAndRemove: what is shown, what is written, what is kept, and that removing gives
// the file back.
func TestInstallAndRemove(t *testing.T) {
	t.Parallel()
	p := newPlace(t, "[forms]\narming_delay = \"0s\"\n")
	self := p.programs()
	const was = "{\n  \"model\": \"opus\"\n}\n"
	if err := os.MkdirAll(filepath.Join(p.home, ".claude"), 0o700); err != nil {
		t.Fatal(err)
	}
	p.write(".claude/settings.json", was)
	p.types("no")
	if err := p.change("claude", true, self); err != nil || p.read(".claude/settings.json") != was || !strings.HasSuffix(p.out.String(), "Nothing was changed.\n") {
		t.Errorf("a no: %v\n%s", err, p.out.String())
	}
	p.types("yes")
	if err := p.change("claude", true, self); err != nil {
		t.Fatal(err)
	}
	shown := strings.ReplaceAll(p.out.String(), p.home, "HOME")
	const begins = "--- HOME/.claude/settings.json\n+++ HOME/.claude/settings.json\n@@ -1,3 +1,83 @@\n {\n-  \"model\": \"opus\"\n+  \"model\": \"opus\",\n+  \"hooks\": {\n+    \"PermissionRequest\": [\n+      {\n+        \"matcher\": \"*\",\n+        \"hooks\": [\n+          {\n+            \"type\": \"command\",\n+            \"command\": \"HOME/bin/parley-hook claude\",\n+            \"timeout\": 86400\n"
	const ends = "Written. The file as it was is HOME/.claude/settings.json.before-parley. Sessions that run take it up by themselves. Whether it is on a terminal or here, whoever is first decides.\n"
	if !strings.HasPrefix(shown, begins) || !strings.HasSuffix(shown, ends) {
		t.Errorf("it shows\n%s", shown)
	}
	if p.read(".claude/settings.json.before-parley") != was {
		t.Error("the old file is not kept")
	}
	p.types("no")
	if err := p.change("claude", true, self); err != nil || p.out.String() != "Claude Code asks here already. Nothing was changed.\n" {
		t.Errorf("once more: %v, %s", err, p.out.String())
	}
	p.types("yes")
	if err := p.change("claude", false, self); err != nil || p.read(".claude/settings.json") != was {
		t.Errorf("removed: %v\n%s", err, p.read(".claude/settings.json"))
	}
	if err := p.change("claude", false, self); err != nil || p.out.String() != "Claude Code does not ask here. Nothing was changed.\n" {
		t.Errorf("removed twice: %v, %s", err, p.out.String())
	}
}

// TestInstallFromAnotherPlace replaces the hooks of the place before.
func TestInstallFromAnotherPlace(t *testing.T) {
	t.Parallel()
	p := newPlace(t, "[forms]\narming_delay = \"0s\"\n")
	self := p.programs()
	if err := os.MkdirAll(filepath.Join(p.home, ".codex"), 0o700); err != nil {
		t.Fatal(err)
	}
	p.write(".codex/hooks.json", `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"'/old place/parley-hook' codex","timeout":5},{"type":"command","command":"mine"}]}]}}`)
	p.types("yes")
	if err := p.change("codex", true, self); err != nil {
		t.Fatal(err)
	}
	doc := p.read(".codex/hooks.json")
	if strings.Contains(doc, "/old place/") || !strings.Contains(doc, `"command":"mine"`) || strings.Count(doc, "/bin/parley-hook codex") != 7 {
		t.Errorf("it became\n%s", doc)
	}
	if !strings.HasSuffix(p.out.String(), "Codex runs new hooks only once you trust them: it asks at its next start (\"Hooks need review\"); `codex exec` passes over them until then.\n") {
		t.Errorf("it says %s", p.out.String())
	}
}

// TestWhatIsNotInstalled: a faulty file, a hook that others could change, no terminal, a file
// that changes while it is asked about, and what a Parley started.
func TestWhatIsNotInstalled(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(*place, string) string // returns the path of parley
		want   string
	}{
		"faulty settings": {func(p *place, self string) string { p.write(".claude/settings.json", "{"); return self },
			"HOME/.claude/settings.json is not touched: it is no JSON in line 1: unexpected end of JSON input. Mend that first: the program may pass over all hooks of the file"},
		"a pipe": {func(p *place, self string) string {
			if err := syscall.Mkfifo(filepath.Join(p.home, ".claude", "settings.json"), 0o600); err != nil {
				p.t.Fatal(err)
			}
			return self
		}, "HOME/.claude/settings.json is no regular file"},
		"a link that leads elsewhere meanwhile": {func(p *place, self string) string {
			link := filepath.Join(p.home, ".claude", "settings.json")
			p.write("a.json", "{}")
			p.write("b.json", "{}")
			if err := os.Symlink("../a.json", link); err != nil {
				p.t.Fatal(err)
			}
			p.prog.Terminal = func() (io.ReadWriteCloser, error) {
				return &terminal{Reader: strings.NewReader("yes\n")}, errors.Join(os.Remove(link), os.Symlink("../b.json", link))
			}
			return self
		}, "HOME/a.json changed meanwhile, so nothing was written; try again"},
		"no hook beside it": {func(p *place, self string) string {
			if err := os.Remove(self + "-hook"); err != nil {
				p.t.Fatal(err)
			}
			return self
		}, "HOME/bin/parley-hook is not there; put it beside HOME/bin/parley"},
		"others can write to it": {func(p *place, self string) string {
			if err := os.Chmod(self+"-hook", 0o777); err != nil {
				p.t.Fatal(err)
			}
			return self
		}, "others than its owner can write to HOME/bin/parley-hook, so it does not become a hook; `chmod go-w HOME/bin/parley-hook` mends that"},
		"in a workspace": {func(p *place, self string) string {
			if err := os.Mkdir(filepath.Join(p.home, "bin", ".git"), 0o700); err != nil {
				p.t.Fatal(err)
			}
			return self
		}, "HOME/bin/parley-hook lies in the workspace HOME/bin, where an assistant can change it; install Parley elsewhere first"},
		"no terminal": {func(p *place, self string) string {
			p.prog.Terminal = func() (io.ReadWriteCloser, error) { return nil, errors.New("none") }
			return self
		}, "there is no terminal to ask on; run it in one"},
		"changed meanwhile": {func(p *place, self string) string {
			p.prog.Terminal = func() (io.ReadWriteCloser, error) {
				p.write(".claude/settings.json", "{\"a\":1}")
				return &terminal{Reader: strings.NewReader("yes\n")}, nil
			}
			return self
		}, "HOME/.claude/settings.json changed meanwhile, so nothing was written; try again"},
		"below a Parley": {func(p *place, self string) string {
			p.prog.Above = func(string) bool { return true }
			return self
		}, "`parley bridge` is refused here: a command of a Parley started this (BELOW_PARLEY=1), and what a model started decides nothing. Do it in a terminal of your own"},
		"a relative folder": {func(p *place, self string) string {
			p.prog.Env = append(p.prog.Env, "CLAUDE_CONFIG_DIR=conf")
			return self
		}, `CLAUDE_CONFIG_DIR is "conf", which is no absolute path, so nothing is looked for there`},
	} {
		p := newPlace(t, "[forms]\narming_delay = \"0s\"\n")
		if err := os.MkdirAll(filepath.Join(p.home, ".claude"), 0o700); err != nil {
			t.Fatal(err)
		}
		p.types("yes")
		err := p.change("claude", true, c.change(p, p.programs()))
		if err == nil || strings.ReplaceAll(err.Error(), p.home, "HOME") != c.want {
			t.Errorf("%s: %v", name, err)
		}
		if doc, err := readRegular(filepath.Join(p.home, ".claude", "settings.json")); err == nil && strings.Contains(string(doc), "parley") {
			t.Errorf("%s: it wrote %s", name, doc)
		}
	}
}

// TestTheKeptFileIsReplaced: a link that lies in its place is not followed.
func TestTheKeptFileIsReplaced(t *testing.T) {
	t.Parallel()
	p := newPlace(t, "[forms]\narming_delay = \"0s\"\n")
	if err := os.MkdirAll(filepath.Join(p.home, ".claude"), 0o700); err != nil {
		t.Fatal(err)
	}
	p.write(".claude/settings.json", "{}")
	p.write("profile", "mine")
	if err := os.Symlink("../profile", filepath.Join(p.home, ".claude", "settings.json.before-parley")); err != nil {
		t.Fatal(err)
	}
	p.types("yes")
	if err := p.change("claude", true, p.programs()); err != nil {
		t.Fatal(err)
	}
	if p.read("profile") != "mine" || p.read(".claude/settings.json.before-parley") != "{}" {
		t.Errorf("kept %q, and elsewhere %q", p.read(".claude/settings.json.before-parley"), p.read("profile"))
	}
}

// TestInstalledWithHooksSwitchedOff says that nothing is asked here yet.
func TestInstalledWithHooksSwitchedOff(t *testing.T) {
	t.Parallel()
	p := newPlace(t, "[forms]\narming_delay = \"0s\"\n")
	if err := os.MkdirAll(filepath.Join(p.home, ".claude"), 0o700); err != nil {
		t.Fatal(err)
	}
	p.write(".claude/settings.json", `{"disableAllHooks":true}`)
	p.types("yes")
	if err := p.change("claude", true, p.programs()); err != nil {
		t.Fatal(err)
	}
	const want = "whoever is first decides.\n  ! HOME/.claude/settings.json switches all hooks off (disableAllHooks)\n"
	if got := strings.ReplaceAll(p.out.String(), p.home, "HOME"); !strings.HasSuffix(got, want) {
		t.Errorf("it says %s", got)
	}
}

// TestStatus says what is set up and what runs without asking.
func TestStatus(t *testing.T) {
	t.Parallel()
	p := newPlace(t, "[forms]\narming_delay = \"0s\"\n")
	text := func() string {
		return strings.ReplaceAll(stateText([]state{stateOf(&p.prog, "claude"), stateOf(&p.prog, "codex")}), p.home, "HOME")
	}
	const none = `Claude Code does not ask here; ` + "`parley bridge install claude`" + ` sets it up (HOME/.claude/settings.json)
  A session in its mode dontAsk asks nothing; one in its mode auto asks its questions here, and leaves permissions to its own check or to its own dialog.
Codex does not ask here; ` + "`parley bridge install codex`" + ` sets it up (HOME/.codex/hooks.json)
  codex exec asks nothing here but questions; it runs commands as its sandbox allows.
`
	if got := text(); got != none {
		t.Errorf("without either:\n%s", got)
	}
	if err := os.MkdirAll(filepath.Join(p.home, ".claude"), 0o700); err != nil {
		t.Fatal(err)
	}
	p.write(".claude/settings.json", `{"hooks":{"Stop":{}}}`)
	const faulty = `Whether Claude Code asks here cannot be told (HOME/.claude/settings.json)
  ! HOME/.claude/settings.json: hooks.Stop is no list; the program may pass over all of its hooks
`
	if got, _, _ := strings.Cut(text(), "Codex"); got != faulty {
		t.Errorf("with a fault:\n%s", got)
	}
	if err := os.Remove(filepath.Join(p.home, ".claude/settings.json")); err != nil {
		t.Fatal(err)
	}
	self := p.programs()
	for _, program := range []string{"claude", "codex"} {
		p.types("yes")
		if err := p.change(program, true, self); err != nil {
			t.Fatal(err)
		}
	}
	for _, dir := range []string{".claude", ".codex"} {
		if err := os.MkdirAll(filepath.Join(p.work, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	p.write("project/.claude/settings.json", `{"sandbox":{"enabled":true}}`)
	p.write("project/.claude/settings.local.json", `{"permissions":{"allow":["Bash(git *)"],"defaultMode":"dontAsk"},"disableAllHooks":true,"sandbox":{"enabled":true,"autoAllowBashIfSandboxed":false}}`)
	p.write("project/.codex/config.toml", "approval_policy = \"never\"\nfeatures.hooks = false\n")
	p.write(".codex/config.toml", "approval_policy = \"never\"\n[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = \"command\"\ncommand = \"x\"\n")
	const set = `Claude Code is set up to ask here, and does not (HOME/.claude/settings.json)
  ! HOME/project/.claude/settings.local.json switches all hooks off (disableAllHooks)
  HOME/project/.claude/settings.json: sandbox.enabled: commands are not asked about as long as they run in its sandbox
  HOME/project/.claude/settings.local.json: permissions.defaultMode is "dontAsk": nothing is asked about, and what is not allowed is refused
  HOME/project/.claude/settings.local.json allows without asking: Bash(git *)
  A session in its mode dontAsk asks nothing; one in its mode auto asks its questions here, and leaves permissions to its own check or to its own dialog.
Codex is set up to ask here, and does not (HOME/.codex/hooks.json)
  ! HOME/project/.codex/config.toml switches hooks off (features.hooks)
  ! Codex does not trust the hooks yet, and does not run them: start ` + "`codex`" + `, which asks ("Hooks need review")
  HOME/.codex/config.toml has hooks as well; Codex runs both, and warns
  HOME/.codex/config.toml: approval_policy is "never": nothing is asked about
  HOME/project/.codex/config.toml: approval_policy is "never": nothing is asked about
  codex exec asks nothing here but questions; it runs commands as its sandbox allows.
`
	if got := text(); got != set {
		t.Errorf("set up:\n%s", got)
	}
	p.write(".claude/settings.json", `{"permissions":{"allow":["Bash(ls *)"]}}`)
	home := p.prog
	home.Dir = p.home
	if s := stateOf(&home, "claude"); len(s.Notes) != 2 || s.Notes[1] != claudeModesText {
		t.Errorf("in the home folder, where the workspace's settings are the user's: %q", s.Notes)
	}
	p.write("project/.codex/config.toml", "")
	p.write(".codex/config.toml", "[hooks.state.\""+p.home+"/.codex/hooks.json:permission_request:0:0\"]\ntrusted_hash = \"sha256:x\"\n")
	if err := os.Remove(self); err != nil {
		t.Fatal(err)
	}
	const gone = `Codex is set up to ask here, and does not (HOME/.codex/hooks.json)
  ! HOME/bin/parley is not there or no program; ` + "`parley bridge install codex`" + ` sets it up anew
  codex exec asks nothing here but questions; it runs commands as its sandbox allows.
`
	if got := text(); !strings.HasSuffix(got, gone) {
		t.Errorf("without the program:\n%s", got)
	}
}

// TestWhichHooksAreOurs: a path of ours alone, wherever it lies and however it is quoted.
func TestWhichHooksAreOurs(t *testing.T) {
	t.Parallel()
	for command, want := range map[string]bool{
		"/opt/parley-hook claude":               true,
		"'/opt/parley-hook' claude":             true,
		"'/a place/parley-hook' claude":         true,
		`'/it'\''s/parley-hook' claude`:         true,
		"/opt/parley-hook codex":                false,
		"/opt/parley-hook":                      false,
		"parley-hook claude":                    false,
		"/opt/my-parley-hook claude":            false,
		"/opt/parley-hook claude --more claude": false,
		"/x/wrap /opt/parley-hook claude":       false,
		"log; /opt/parley-hook claude":          false,
		"'/x/wrap' '/opt/parley-hook' claude":   false,
		"$HOME/bin/parley-hook claude":          false,
	} {
		if got := isHook(command, "claude"); got != want {
			t.Errorf("%s: %v", command, got)
		}
	}
}

// TestHooksThatWereAltered are told, and set up anew.
func TestHooksThatWereAltered(t *testing.T) {
	t.Parallel()
	p := newPlace(t, "[forms]\narming_delay = \"0s\"\n")
	self := p.programs()
	if err := os.MkdirAll(filepath.Join(p.home, ".claude"), 0o700); err != nil {
		t.Fatal(err)
	}
	p.types("yes")
	if err := p.change("claude", true, self); err != nil {
		t.Fatal(err)
	}
	whole := p.read(".claude/settings.json")
	const note = "its hooks for PermissionRequest were altered: for fewer tools, or with another time; `parley bridge install claude` sets them up anew"
	if s := stateOf(&p.prog, "claude"); slices.Contains(s.Notes, note) {
		t.Errorf("as it is set up: %+v", s)
	}
	p.write(".claude/settings.json", strings.Replace(whole, `"matcher": "*"`, `"matcher": "Bash"`, 1))
	if s := stateOf(&p.prog, "claude"); !slices.Contains(s.Notes, note) {
		t.Errorf("altered: %+v", s)
	}
	p.types("yes")
	if err := p.change("claude", true, self); err != nil || p.read(".claude/settings.json") != whole {
		t.Errorf("set up anew: %v\n%s", err, p.read(".claude/settings.json"))
	}
}
