package instruct

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"parley/coordinator/instructions"
	"parley/coordinator/skills"
	"parley/store"
	"parley/store/text/spelling"
)

// Skill is a skill that the model may read and the user may call, under a name that no
// command and no other skill has.
type Skill struct {
	skills.Found
	Name string // the name by which it is called: the skill's, perhaps with @user or @workspace
	User bool   // it is the user's own
}

// Where says where a skill comes from.
func (s Skill) Where() string {
	if s.User {
		return "yours"
	}
	return "of the workspace"
}

// places are the folders of skills within a folder, the nearest first.
var places = [...]string{".parley/skills", ".agents/skills", ".claude/skills"}

// lookForSkills finds the skills: the user's own, and those of the workspace that they
// trust as they are. The nearer wins, but never over a command or the user's own.
func (x *Teller) lookForSkills(t *Told) {
	cfg := x.o.Config()
	if !cfg.Conversation.Skills || !cfg.Tool(skills.ReadTool).Enable.State {
		return
	}
	taken := map[string]bool{}
	for _, name := range x.o.Commands {
		taken[strings.TrimPrefix(name, "/")] = true
	}
	own, faults := x.ownSkills()
	for _, f := range own {
		x.add(t, taken, Skill{Found: f, User: true}, "@user")
	}
	judge, open := x.judge(), x.opens()
	for _, dir := range slices.Backward(instructions.Above(x.o.Working)) {
		for _, place := range places {
			at := path.Join(dir, place)
			found, wrong := skills.List(x.o.Root, open, at, at)
			faults = append(faults, wrong...)
			for _, f := range found {
				w, trusted, _, _ := judge.verdict(f.Path, f.Data)
				switch {
				case trusted:
					x.add(t, taken, Skill{Found: f}, "@workspace")
				case f.Name != skills.Debugging: // the settings form has that one
					t.Waits = append(t.Waits, Waiting{f.Path, w, true})
				}
			}
		}
	}
	if len(faults) > 0 {
		t.Notes = append(t.Notes, skillFaultsText(faults))
	}
}

// add adds a skill under a free name, if there is one.
func (x *Teller) add(t *Told, taken map[string]bool, s Skill, suffix string) {
	for _, name := range []string{s.Found.Name, s.Found.Name + suffix} {
		if !taken[name] {
			taken[name], s.Name = true, name
			t.Skills = append(t.Skills, s)
			return
		}
		if slices.ContainsFunc(t.Skills, func(o Skill) bool { return o.Found.Name == s.Found.Name && o.User == s.User }) {
			return // a nearer one has it
		}
	}
}

// ownSkills are those of the user's folders.
func (x *Teller) ownSkills() (all []skills.Found, faults []string) {
	for _, dir := range []string{x.o.Places.UserSkills, filepath.Join(x.o.Places.Home, ".agents", "skills")} {
		if !filepath.IsAbs(dir) { // without a home it would be a folder of the workspace
			continue
		}
		root, err := skills.OpenRoot(dir)
		if err != nil {
			continue // there is none
		}
		found, wrong := skills.List(root, instructions.Plain(root), ".", x.tilde(dir))
		all, faults = append(all, found...), append(faults, wrong...)
		if err := root.Close(); err != nil {
			faults = append(faults, err.Error())
		}
	}
	return all, faults
}

// skillsRoom is how many bytes the descriptions of all skills may take together: about
// 2,000 tokens.
const skillsRoom = 6000

// listed are the skills as a model is told of them: with their purpose as far as there is
// room, the others by name.
func listedSkills(all []Skill) (out []store.Skill) {
	room := skillsRoom
	for _, s := range all {
		one := store.Skill{Name: s.Name, Description: s.Description, Path: s.Path}
		if room -= len(s.Name) + len(s.Description) + 3; room < 0 {
			one.Description = ""
		}
		out = append(out, one)
	}
	return out
}

// Skill finds a skill by its name: one in the list, never a path.
func (x *Teller) Skill(name string) (Skill, error) {
	var names []string
	for _, s := range x.Told().Skills {
		if s.Name == name {
			return s, nil
		}
		names = append(names, s.Name)
	}
	if near := spelling.Nearest(name, names); near != "" {
		return Skill{}, fmt.Errorf("there is no skill %q; did you mean %q?", name, near)
	}
	return Skill{}, fmt.Errorf("there is no skill %q", name)
}
