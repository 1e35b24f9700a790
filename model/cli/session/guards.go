package session

import (
	"fmt"
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

// limits are the configured guards.
func limits(g config.Guards) guards.Limits {
	return guards.Limits{
		Iterations: g.MaxIterations, Runtime: g.MaxRuntime, Loop: g.LoopThreshold, Errors: g.MaxConsecutiveErrors,
	}
}

// debugLimits are the limits of a debugging turn, which should be short. They apply
// even if the outer turn has none.
func debugLimits() guards.Limits {
	return guards.Limits{Iterations: 20, Runtime: 15 * time.Minute, Loop: 3, Errors: 5}
}

// debugSkill is the debugging skill, without one that may not be read.
func (x *Session) debugSkill() (skills.Skill, error) {
	open := untold(x.root, x.Dir, x.Closed(), x.ruled)()
	return x.Setup.debugSkill(func(file string) bool {
		below, err := filepath.Rel(x.Dir, file)
		if err != nil {
			return false
		}
		f, err := open(filepath.ToSlash(below))
		return err == nil && f.Close() == nil
	})
}

// debugSkill finds the debugging skill: a trusted workspace's that may be told, otherwise the user's,
// otherwise the built-in one. The error names skills that cannot be read.
func (s Setup) debugSkill(may func(file string) bool) (skills.Skill, error) {
	workspace := filepath.Join(s.Dir, ".parley", "skills")
	own := filepath.Join(filepath.Dir(s.Places.UserFile), "skills")
	return skills.Find(skills.Debugging, func(file string, content []byte) bool {
		return filepath.Dir(filepath.Dir(file)) != workspace || config.Own(file) && s.Sources.Trusted(config.Digest(s.Sources.Folder, file, content)) && may(file)
	}, workspace, own)
}

// withSkills adds a workspace skill that waits for the user's trust to the other
// files that do.
func (s Setup) withSkills(held []config.Withheld) []config.Withheld {
	workspace := filepath.Join(s.Dir, ".parley", "skills")
	// Unreadable skills are reported where the skill is used.
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

// DebugTool is the tool that ends debugging.
func DebugTool() tool.Entry {
	t := findings.New()
	return tool.Entry{Tool: t, Spec: t.Spec()}
}

// offered are the tools that a model gets outside debugging.
func offered(specs []tool.Spec) []tool.Spec {
	return slices.DeleteFunc(specs, func(s tool.Spec) bool { return s.Name == findings.Name })
}

// Foreign reports whether another hand wrote a part of the conversation, or took a setting out.
func (x *Session) Foreign() bool { return x.Unknown || x.since > 0 || x.gone }

// Named is an error if nobody said that this conversation goes on: another hand wrote a part of it, and it is the latest of its
// folder, by times that stand in it, or its turn is paused there and nothing is said.
func (x *Session) Named(message string) error {
	switch {
	case !x.Foreign():
		return nil
	case x.Setup.Options.Unnamed:
		return fmt.Errorf(unnamedText, x.Saved.ID(), x.Saved.ID())
	case len(x.GoesOn(message)) > 0:
		return fmt.Errorf(pausedText, x.Saved.ID(), x.Saved.ID(), x.Saved.ID())
	}
	return nil
}

// ByItself is GoesOn where nobody asked for more than to see the conversation: what another hand wrote, or
// changed, goes on once its user says so. It is enough that a line of it is, since a turn that was paused
// there stays so, whatever was recorded here behind it.
func (x *Session) ByItself(message string) []coordinator.Input {
	if !x.Own() {
		return nil
	}
	return x.GoesOn(message)
}

// Own reports whether no other hand wrote or changed anything in the conversation.
func (x *Session) Own() bool { return !x.Foreign() && len(x.Strange) == 0 && !x.Report.Altered() }

// GoesOn is the input that continues a paused turn, if there is one and nothing else
// is to be said.
func (x *Session) GoesOn(message string) []coordinator.Input {
	if message == "" && x.Shell.State().Folded.Paused {
		return []coordinator.Input{coordinator.Unpaused{}}
	}
	return nil
}
