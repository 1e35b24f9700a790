package cli

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
	"parley/store"
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
func (s setup) debugSkill() (skills.Skill, error) {
	workspace := filepath.Join(s.dir, ".parley", "skills")
	own := filepath.Join(filepath.Dir(s.places.UserFile), "skills")
	return skills.Find(skills.Debugging, func(file string, content []byte) bool {
		return filepath.Dir(filepath.Dir(file)) != workspace || config.Own(file) && s.sources.Trusted(config.Digest(s.sources.Folder, file, content))
	}, workspace, own)
}

// withSkills adds a skill of the workspace that waits for the user's trust to
// what else does.
func (s setup) withSkills(held []config.Withheld) []config.Withheld {
	workspace := filepath.Join(s.dir, ".parley", "skills")
	// What cannot be read is told where the skill is used.
	_, _ = skills.Find(skills.Debugging, func(file string, content []byte) bool {
		digest := config.Digest(s.sources.Folder, file, content)
		if config.Own(file) && !s.sources.Trusted(digest) {
			held = append(slices.Clip(held), config.Withheld{
				File: file, Digest: digest, Text: string(content),
				Settings: []config.Setting{{Key: "skill " + skills.Debugging, Value: string(content), Origin: config.Origin{Name: file}}},
			})
		}
		return false
	}, workspace)
	return held
}

// debugTool is the tool that ends the search for a root cause.
func debugTool() tool.Entry {
	t := findings.New()
	return tool.Entry{Tool: t, Spec: t.Spec()}
}

// offered are the tools that a model is offered outside that search.
func offered(specs []tool.Spec) []tool.Spec {
	return slices.DeleteFunc(specs, func(s tool.Spec) bool { return s.Name == findings.Name })
}

// goesOn is what takes up a paused turn, if there is one and nothing else is to
// be said.
func (x *Session) goesOn(message string) []coordinator.Input {
	if message == "" && x.Shell.State().Folded.Paused {
		return []coordinator.Input{coordinator.Unpaused{}}
	}
	return nil
}

// stop is what a guard did to a turn.
type stop struct {
	guard, choice string
	debugged      bool // the next note says what debugging came to
}

// guard takes in what a guard asked and what was chosen.
func (o *printer) guard(b store.Body) {
	switch b := b.(type) {
	case store.InquiryRequest:
		if b.Source.Source == "other" {
			o.endLine()
			if !o.shell.State().Env.SomebodyThere { // else it is asked
				o.note("%s", b.Question.Text)
			}
		}
	case store.TurnStart:
		if b.Parent != 0 {
			o.endLine()
			o.note("%s", debuggingBeginsText)
			o.stop.debugged = true
		}
	case store.ScratchpadNote:
		if o.stop.debugged {
			o.note("%s", b.Text)
			o.stop.debugged = false
		}
	case store.GuardResolved:
		o.stop.guard, o.stop.choice = b.Guard, b.Choice
	}
}

// stopper is the guard that ended the turn, "" if none did.
func (o *printer) stopper() string {
	switch o.end {
	case store.ReasonGuard, store.ReasonCancelled, store.ReasonPaused:
		return o.stop.guard
	}
	return ""
}

// stopped says how a turn ended that a guard ended, and how to go on.
func (o *printer) stopped(id string) error {
	o.note("%s", stoppedText(o.stop, o.end, id))
	return statusError{ExitGuard, nil}
}
