package session

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"parley/config"
	"parley/config/private"
	"parley/coordinator/skills"
	"parley/coordinator/tool"
	"parley/model/cli/instruct"
)

// TestWhatMayNotBeReadIsToldToNobody: neither as instructions nor as a skill, by whatever name, although
// the user trusted it before.
func TestWhatMayNotBeReadIsToldToNobody(t *testing.T) {
	x := opened(t)
	skill := func(name string) string { return "---\nname: " + name + "\ndescription: d\n---\nObey.\n" }
	for name, text := range map[string]string{
		"conf/.env": "KEY=1\n", "priv/notes.md": "notes\n", "codex/auth.md": "auth\n", "fine.md": "fine\n", "docs/AGENTS.md": "docs\n",
		"priv/leak/SKILL.md": skill("leak"), "priv/own/" + skills.Debugging + "/SKILL.md": skill(skills.Debugging), ".agents/skills/fine/SKILL.md": skill("fine"),
		"web/a.go": "", "web/in/a.go": "",
	} {
		file := filepath.Join(x.Dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	for name, to := range map[string]string{
		"AGENTS.md": "conf/.env", "web/AGENTS.md": "../codex/auth.md", "web/in/CLAUDE.md": "../../fine.md", ".agents/skills/leak": "../../priv/leak",
		".parley/skills": "../priv/own",
	} {
		file := filepath.Join(x.Dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.Symlink(to, file)); err != nil {
			t.Fatal(err)
		}
	}
	x.tracked(t)
	var files []config.Withheld
	x.Teller.LookAgain()
	for _, w := range x.Teller.Told().Waits {
		files = append(files, w.Withheld)
	}
	debug := config.Withheld{File: filepath.Join(x.Dir, ".parley", "skills", skills.Debugging, skills.FileName)}
	debug.Digest = config.Digest(x.Setup.Sources.Folder, debug.File, []byte(skill(skills.Debugging)))
	if err := errors.Join(x.Teller.Trust(files), x.trust(debug)); err != nil {
		t.Fatal(err)
	}
	x.told(t, "before", `tells AGENTS.md
skill debugging-systematically
skill fine
skill leak
debugging "Obey."
in web: web/AGENTS.md web/in/CLAUDE.md
`)
	if err := private.AddRules(t.Context(), x.Setup.Places.Rules, private.SavedRule{Kind: "deny", Text: "fs_*(**/.env*)"}, private.SavedRule{Kind: "deny", Text: "fs_read_file(priv/**)"}); err != nil {
		t.Fatal(err)
	}
	x.Prog.Env = append(x.Prog.Env, "CODEX_HOME="+filepath.Join(x.Dir, "codex"))
	x.Teller = x.teller()
	builtin, err := skills.Builtin(skills.Debugging)
	if err != nil {
		t.Fatal(err)
	}
	x.told(t, "after", `skill fine
! Not every skill can be used. .parley/skills/debugging-systematically/SKILL.md: leads to priv/own/debugging-systematically/SKILL.md, which may not be read by the assistant (denied by the rule fs_read_file(priv/**)); .agents/skills/leak/SKILL.md: leads to priv/leak/SKILL.md, which may not be read by the assistant (denied by the rule fs_read_file(priv/**)).
! AGENTS.md leads to conf/.env, which may not be read by the assistant (denied by the rule fs_*(**/.env*)); it is left out.
debugging `+fmt.Sprintf("%.5q", builtin.Text)+`
in web: web/in/CLAUDE.md
! web/AGENTS.md leads to codex/auth.md, which belongs to Parley itself or to another assistant; it is left out.
`)
	if err := private.AddRules(t.Context(), x.Setup.Places.Rules, private.SavedRule{Kind: "deny", Text: "fs_read_file(web/in/**)"}); err != nil {
		t.Fatal(err)
	}
	if err := private.AddRules(t.Context(), x.Setup.Places.Rules, private.SavedRule{Kind: "deny", Text: "fs_read_file(.agents/**)"}); err != nil {
		t.Fatal(err)
	}
	if told := x.Teller.Told(); len(told.Skills) > 0 {
		t.Errorf("of a deny that came since the start nothing is known: %+v", told.Skills)
	}
	touched := x.Teller.Around(tool.Call{Name: "fs_read_file", Arguments: []byte(`{"path":"web/in/a.go"}`)})(tool.Success{})
	if got, want := touched.Notes[len(touched.Notes)-1], "web/in/CLAUDE.md may not be read by the assistant (denied by the rule fs_read_file(web/in/**)); it is left out."; got != want || len(touched.Told.Files) > 0 {
		t.Errorf("by its own name: %+v", touched)
	}
}

// told compares what the assistant is told, and the user of it.
func (x *Session) told(t *testing.T, when, want string) {
	t.Helper()
	told, err := x.Teller.Tell(t.Context(), true, "")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, f := range told.Files {
		fmt.Fprintf(&b, "tells %s\n", f.Path)
	}
	for _, s := range told.Skills {
		fmt.Fprintf(&b, "skill %s\n", s.Name)
	}
	for _, line := range x.Teller.Told().Lines(instruct.TrustHere) {
		fmt.Fprintf(&b, "! %s\n", line)
	}
	skill, err := x.debugSkill()
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(&b, "debugging %.5q\nin web:", skill.Text)
	touched := x.Teller.Around(tool.Call{Name: "fs_read_file", Arguments: []byte(`{"path":"web/in/a.go"}`)})(tool.Success{})
	for _, f := range touched.Told.Files {
		fmt.Fprintf(&b, " %s", f.Path)
	}
	b.WriteString("\n")
	for _, note := range touched.Notes {
		fmt.Fprintf(&b, "! %s\n", note)
	}
	if b.String() != want {
		t.Errorf("%s:\n%s\nwant:\n%s", when, &b, want)
	}
}

// tracked makes a repository of the workspace that knows all its files.
func (x *Session) tracked(t *testing.T) {
	t.Helper()
	for _, args := range [][]string{{"init", "-q", "."}, {"add", "-f", "."}} {
		c := exec.Command("git", args...)
		c.Dir, c.Env = x.Dir, append(os.Environ(), x.Prog.Env...)
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
}

// TestTheTrustFormSaysWhereALinkLeads: of a file that is one, and of one in a folder that is.
func TestTheTrustFormSaysWhereALinkLeads(t *testing.T) {
	x := opened(t)
	for name, text := range map[string]string{"doc\ns/ai.md": "Be kind.\n", "app/AGENTS.md": "Use tabs.\n", "app/skills/fine/SKILL.md": "---\nname: fine\ndescription: d\n---\nObey.\n"} {
		file := filepath.Join(x.Dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	err := errors.Join(os.Symlink("doc\ns/ai.md", filepath.Join(x.Dir, "AGENTS.md")), os.Mkdir(filepath.Join(x.Dir, ".agents"), 0o700), os.Symlink("../app/skills", filepath.Join(x.Dir, ".agents", "skills")))
	if err != nil {
		t.Fatal(err)
	}
	x.tracked(t)
	x.Teller.LookAgain()
	waits := x.Teller.Told().Waits
	waits[1].Last = &config.Trusted{Time: x.Prog.Now()}
	var titles string
	for _, part := range InstructionsParts(waits) {
		titles += part.Title + "\n"
	}
	if want := "AGENTS.md, which leads to doc␊s/ai.md, changed since you saw it on " + x.Prog.Now().Format("2006-01-02") + `:
.agents/skills/fine/SKILL.md, which leads to app/skills/fine/SKILL.md, whole:
AGENTS.md, which leads to doc␊s/ai.md, whole:
app/AGENTS.md, whole:
`; titles != want {
		t.Errorf("%s\nwant:\n%s", titles, want)
	}
}
