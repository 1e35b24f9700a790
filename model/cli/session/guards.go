package session

import (
	"path/filepath"
	"slices"
	"time"

	"parley/config"
	"parley/coordinator"
	"parley/coordinator/guards"
	"parley/coordinator/skills"
	"parley/coordinator/tool"
	"parley/coordinator/tools/findings"
)

// limits are the guards of a configuration.
func limits(g config.Guards) guards.Limits {
	return guards.Limits{
		Iterations: g.MaxIterations, Runtime: g.MaxRuntime, Loop: g.LoopThreshold, Errors: g.MaxConsecutiveErrors,
	}
}

// debugLimits are those of a turn that looks for a root cause: it is to be short.
// It has them also where the turn that it serves has none.
func debugLimits() guards.Limits {
	return guards.Limits{Iterations: 20, Runtime: 15 * time.Minute, Loop: 3, Errors: 5}
}

// debugSkill finds how a root cause is looked for: as a trusted workspace says,
// else the user, else the program. The error tells of skills that cannot be read.
func (s Setup) debugSkill() (skills.Skill, error) {
	workspace := filepath.Join(s.Dir, ".parley", "skills")
	own := filepath.Join(filepath.Dir(s.Places.UserFile), "skills")
	return skills.Find(skills.Debugging, func(file string, content []byte) bool {
		return filepath.Dir(filepath.Dir(file)) != workspace || config.Own(file) && s.Sources.Trusted(config.Digest(s.Sources.Folder, file, content))
	}, workspace, own)
}

// withSkills adds a skill of the workspace that waits for the user's trust to
// what else does.
func (s Setup) withSkills(held []config.Withheld) []config.Withheld {
	workspace := filepath.Join(s.Dir, ".parley", "skills")
	// What cannot be read is told where the skill is used.
	_, _ = skills.Find(skills.Debugging, func(file string, content []byte) bool {
		digest := config.Digest(s.Sources.Folder, file, content)
		if config.Own(file) && !s.Sources.Trusted(digest) {
			held = append(slices.Clip(held), config.Withheld{
				File: file, Digest: digest, Text: string(content),
				Settings: []config.Setting{{Key: "skill " + skills.Debugging, Value: string(content), Origin: config.Origin{Name: file}}},
			})
		}
		return false
	}, workspace)
	return held
}

// DebugTool is the tool that ends the search for a root cause.
func DebugTool() tool.Entry {
	t := findings.New()
	return tool.Entry{Tool: t, Spec: t.Spec()}
}

// offered are the tools that a model is offered outside that search.
func offered(specs []tool.Spec) []tool.Spec {
	return slices.DeleteFunc(specs, func(s tool.Spec) bool { return s.Name == findings.Name })
}

// GoesOn is what takes up a paused turn, if there is one and nothing else is to
// be said.
func (x *Session) GoesOn(message string) []coordinator.Input {
	if message == "" && x.Shell.State().Folded.Paused {
		return []coordinator.Input{coordinator.Unpaused{}}
	}
	return nil
}
