package session

import (
	"fmt"
	"slices"

	"parley/config"
	tools "parley/coordinator/tools/process"
	"parley/model/cli/process"
)

// Below says whether a command of a Parley started this program. Nobody is there then,
// also where there is a terminal: who types into it is what a model started.
func Below(p *process.Program) bool {
	return slices.Contains(p.Env, tools.Mark) || p.Above != nil && p.Above(tools.Mark)
}

// BelowText says why nobody is asked although there is a terminal.
const BelowText = "a command of a Parley started this (" + tools.Mark + "), so nobody is asked here, " +
	"and what needs a person follows the \"detached\" policies of the configuration"

// Refuse refuses what only a person may do where a command of a Parley started this
// program: what a model started decides nothing.
func Refuse(p *process.Program, what string) error {
	if Below(p) {
		return fmt.Errorf("%s is refused here: a command of a Parley started this (%s), and what a model started decides nothing. Do it in a terminal of your own", what, tools.Mark)
	}
	return nil
}

// modelVariable does what the flag -m does.
const modelVariable = "PARLEY_ASSISTANT__MODEL__ID"

// refuseFlags refuses flags with which a model would decide, and variables that do what
// such a flag does.
func refuseFlags(p *process.Program, o Options) error {
	for _, name := range config.Variables(p.Env) {
		if name == modelVariable {
			continue
		}
		if err := Refuse(p, name+", which does what -c does,"); err != nil {
			return err
		}
		break // it is the same for each
	}
	if len(o.Sets) > 0 {
		return Refuse(p, "-c")
	}
	for _, f := range o.Flags {
		if f.Name == "--allow" {
			return Refuse(p, f.Name)
		}
	}
	return nil
}
