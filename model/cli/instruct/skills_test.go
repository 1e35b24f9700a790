package instruct

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/config"
)

func skillText(name, description, text string) string {
	return "---\nname: " + name + "\ndescription: " + description + "\n---\n" + text + "\n"
}

// skillful is a desk at which skills are looked for.
func skillful(t *testing.T, files map[string]string) *desk {
	d := newDesk(t, files)
	cfg, err := config.Load(config.Sources{Builtin: map[string]config.Builtin{"read_skill": {}}})
	must(t, err)
	d.o.Config, d.o.Commands = func() config.Config { return cfg }, []string{"/undo", "/quit"}
	return d
}

func (d *desk) skills() string {
	d.t.Helper()
	told, err := New(d.o).Tell(d.t.Context(), true, "")
	must(d.t, err)
	var all []string
	for _, s := range told.Skills {
		all = append(all, s.Name+" ("+s.Description+") "+s.Path)
	}
	return strings.Join(all, "\n") + "\n" + said(New(d.o).Told())
}

// TestSkills: the nearer wins, but never over a command or the user's own; the workspace's
// count once they are trusted, by content.
func TestSkills(t *testing.T) {
	d := skillful(t, map[string]string{
		"~/.config/parley/skills/deploy/SKILL.md": skillText("deploy", "mine", "Do it."),
		"~/.agents/skills/deploy/SKILL.md":        skillText("deploy", "farther", "Do it."),
		"~/.agents/skills/quit/SKILL.md":          skillText("quit", "leaves", "Do it."),
		".claude/skills/deploy/SKILL.md":          skillText("deploy", "theirs", "Do it."),
		".agents/skills/undo/SKILL.md":            skillText("undo", "undoes", "Do it."),
		".parley/skills/test/SKILL.md":            skillText("test", "near", "Do it."),
		".claude/skills/test/SKILL.md":            skillText("test", "far", "Do it."),
	})
	own := "deploy (mine) ~/.config/parley/skills/deploy/SKILL.md\nquit@user (leaves) ~/.agents/skills/quit/SKILL.md\n"
	d.same("untrusted", d.skills(), own+"! .parley/skills/test/SKILL.md, .agents/skills/undo/SKILL.md, .claude/skills/deploy/SKILL.md and .claude/skills/test/SKILL.md are not trusted as they are now, so the assistant is not told them. "+TrustHere(2)+"\n")
	d.trust()
	all := own + "test (near) .parley/skills/test/SKILL.md\nundo@workspace (undoes) .agents/skills/undo/SKILL.md\ndeploy@workspace (theirs) .claude/skills/deploy/SKILL.md\n"
	d.same("trusted", d.skills(), all)
	d.write(".agents/skills/undo/SKILL.md", skillText("undo", "obeys", "Do it."))
	if got := d.skills(); strings.Contains(got, "undo@workspace") || !strings.Contains(got, ".agents/skills/undo/SKILL.md is not trusted as it is now") {
		t.Errorf("changed: %s", got)
	}
	x := New(d.o)
	if s, err := x.Skill("deploy@workspace"); err != nil || s.Text != "Do it." || s.Where() != "of the workspace" {
		t.Errorf("%+v, %v", s, err)
	}
	for name, want := range map[string]string{"deplox": `there is no skill "deplox"; did you mean "deploy"?`, "../../x": `there is no skill "../../x"`} {
		if _, err := x.Skill(name); err == nil || err.Error() != want {
			t.Errorf("%s: %v", name, err)
		}
	}
	told, err := x.Tell(t.Context(), false, "deploy")
	must(t, err)
	d.same("called", d.texts(told), "~/.config/parley/skills/deploy/SKILL.md: "+strings.ReplaceAll(strings.TrimSpace(skillText("deploy", "mine", "Do it.")), "\n", "|")+"\n")
}

// TestSkillsThatAreTooMany: the last are listed by name.
func TestSkillsThatAreTooMany(t *testing.T) {
	files := map[string]string{}
	for i := range 200 {
		name := fmt.Sprintf("s%03d", i)
		files["~/.agents/skills/"+name+"/SKILL.md"] = skillText(name, strings.Repeat("x", 90), "Do it.")
	}
	d := skillful(t, files)
	told, err := New(d.o).Tell(t.Context(), true, "")
	must(t, err)
	described := 0
	for _, s := range told.Skills {
		if s.Description != "" {
			described++
		}
	}
	if len(told.Skills) != 200 || described != 6000/97 {
		t.Errorf("%d skills, %d of them described", len(told.Skills), described)
	}
}

// TestManyUnusableSkills: three are named with their reasons, and it is said what shows the
// others.
func TestManyUnusableSkills(t *testing.T) {
	for n, want := range map[int]string{
		1: "Not every skill can be used. a.",
		3: "Not every skill can be used. a; b; c.",
		5: "Not every skill can be used. a; b; c; and 2 more, which are named once these are mended or removed.",
	} {
		if got := skillFaultsText([]string{"a", "b", "c", "d", "e"}[:n]); got != want {
			t.Errorf("%d: %s", n, got)
		}
	}
}

// TestAListThatCannotBeRead: the message says that the folders below were not searched.
func TestAListThatCannotBeRead(t *testing.T) {
	d := newDesk(t, map[string]string{"web/AGENTS.md": "web"})
	d.commit("web")
	must(t, os.Truncate(filepath.Join(d.o.Dir, ".git", "index"), 3<<30))
	d.same("too large", d.begins(), "! The repository's list of files cannot be read (a file of the repository is too large), so files of instructions in folders below are left out.\n")
}
