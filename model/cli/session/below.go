package session

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"parley/config"
	"parley/coordinator/commands"
	tools "parley/coordinator/tools/process"
	"parley/model/cli/process"
	"parley/store"
	"parley/views/text"
)

// Below reports whether a command of a Parley started this program. Then nobody is
// there, even if there is a terminal: whatever types into it was started by a model.
func Below(p *process.Program) bool {
	return slices.Contains(p.Env, tools.Mark) || p.Above != nil && p.Above(tools.Mark)
}

// ToldOf reports whether what notify.command started started this program, as far as can be
// seen, and no command. Kin is what the system knows of it.
func ToldOf(p *process.Program, kin process.Kin) bool {
	return !kin.Command && (!slices.Contains(p.Env, tools.Mark) || slices.Contains(p.Env, tools.ToNotify))
}

// BelowText says why nobody is asked even though there is a terminal.
const BelowText = "a command of a Parley started this (" + tools.Mark + "), so nobody is asked here, " +
	"and what needs a person follows the \"detached\" policies of the configuration"

// who returns who decides at a program, as the system knows it; nil if it knows nothing. It
// looks once, when it is first asked.
func who(p *process.Program) func() *store.Via {
	if p.Self == nil {
		return nil
	}
	return sync.OnceValue(func() *store.Via {
		k := p.Self(tools.Mark)
		return &store.Via{Program: k.Program, PID: k.PID, Terminal: k.Terminal, Parents: k.Parents}
	})
}

// Refuse refuses what only a person may do if a command of a Parley started this
// program: nothing that a model started may decide.
func Refuse(p *process.Program, what string) error {
	if Below(p) {
		return fmt.Errorf("%s is refused here: a command of a Parley started this (%s), and what a model started decides nothing. Do it in a terminal of your own", what, tools.Mark)
	}
	return nil
}

// modelVariable has the effect of the flag -m.
const modelVariable = "PARLEY_ASSISTANT__MODEL__ID"

// refuseFlags refuses flags that would let a model decide, and variables with the
// effect of such a flag. Those of what a person's key started are the person's.
func refuseFlags(p *process.Program, o Options) error {
	for _, name := range config.Variables(p.Env) {
		if name == modelVariable || o.handed {
			continue
		}
		if err := Refuse(p, name+", which does what -c does,"); err != nil {
			return err
		}
		break // one is enough
	}
	if len(o.Sets) > 0 {
		return Refuse(p, "-c")
	}
	if o.answers != "" {
		return Refuse(p, "--answers")
	}
	if o.TrustChanges {
		return Refuse(p, "--trust-changes")
	}
	for _, f := range o.Flags {
		if f.Name == "--allow" {
			return Refuse(p, f.Name)
		}
	}
	for _, t := range o.Toggles {
		if t.On {
			return Refuse(p, "-t")
		}
	}
	return nil
}

// GoesOn is what the inbox hands over to the process in which a conversation goes on.
func GoesOn(id string) string { return "parley: go on with " + id }

// RefuseGoingOn refuses to go on with a saved conversation if a command of a Parley started this
// program: a model would choose the configuration by which what waits there is decided, and its
// words would stand there as the user's. What a person's key in the inbox started may, under that
// person's variables. Without an id there is none.
func (o *Options) RefuseGoingOn(p *process.Program, id string) error {
	if id == "" {
		return nil
	}
	if o.handed = process.Handed(GoesOn(id), tools.Mark); o.handed {
		return nil
	}
	return Refuse(p, "going on with a saved conversation")
}

// RefuseChanges refuses flags that would change how a conversation goes on that was begun
// before: they would decide what waits there, or stay with it.
func RefuseChanges(p *process.Program, o Options) error {
	switch {
	case len(o.Flags) > 0:
		return Refuse(p, o.Flags[0].Name+" for a saved conversation")
	case len(o.Toggles) > 0:
		return Refuse(p, "-T for a saved conversation")
	case o.Model != "":
		return Refuse(p, "-m for a saved conversation")
	}
	return nil
}

// Plainly asks in plain lines on a terminal, and takes what is typed the delay (forms.arming_delay) after it
// asked.
func Plainly(p *process.Program, tty io.ReadWriter, delay time.Duration) *commands.Plain {
	return commands.NewPlain(tty).Armed(delay, p.Now, time.After).Fitted(text.Verbatim).Silent(p.Variable("TERM") == "dumb").Behind(p.Untaken)
}

// Asker asks questions of a command on a terminal that take the word yes. What was typed
// before a question was asked does not answer it.
type Asker struct{ plain *commands.Plain }

// NewAsker asks on a terminal, and takes what is typed the delay (forms.arming_delay) after it
// asked.
func NewAsker(p *process.Program, tty io.ReadWriter, delay time.Duration) Asker {
	return Asker{Plainly(p, tty, delay)}
}

// Yes asks a question. Anything but the word is a no; ok is false if nothing was typed at all,
// since the terminal or ctx ended.
func (a Asker) Yes(ctx context.Context, question string) (yes, ok bool) {
	said, ok := a.plain.Answer(ctx, question)
	return ok && strings.TrimSpace(said) == "yes", ok
}
