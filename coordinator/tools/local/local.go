// Package local makes tools of commands from the configuration. A command is given
// its call as JSON on standard input and answers on standard output with an outcome,
// or with plain text; docs/local-tools.md is for the authors of such commands.
package local

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"parley/coordinator/tool"
	"parley/coordinator/tools/process"
	"parley/forms/rawjson"
	"parley/store/system"
)

const (
	largest = 4 << 20   // bytes of an outcome that are read
	kept    = 256 << 10 // bytes of raw output passed to the model
)

// Config is the command of a tool and how it runs.
type Config struct {
	Command []string            // program and arguments, run as they are
	Shell   string              // or one line, for sh -c
	Options json.RawMessage     // options for a call that has none
	Dir     string              // where it runs; "" means the workspace
	Limit   time.Duration       // 0 means no limit
	Env     []string            // nil means the program's own
	Given   process.Environment // which variables it gets
	After   func(time.Duration) <-chan time.Time
}

// New returns a tool that runs a command. It ignores the parts of spec that only code
// can promise: that its questions are the assistant's own, that it checks its
// arguments itself, and that it may be repeated.
func New(spec tool.Spec, c Config) tool.Tool {
	spec.Assistant, spec.Lenient, spec.Repeatable = false, false, false
	return local{spec: spec, config: c}
}

type local struct {
	spec   tool.Spec
	config Config
	lent   []string // what the values of variables name counts too
	looks  *Looks
}

func (l local) Spec() tool.Spec { return l.spec }

// Identity is the command, where it runs, and the options that it is given.
func (l local) Identity() string {
	id := fmt.Sprintf("local\n%q\n%q\n%q\n%q", l.config.Command, l.config.Shell, l.config.Dir, l.config.Options)
	if lends := l.config.Given.Allow; len(lends) > 0 {
		id += fmt.Sprintf("\n%q", lends)
	}
	return id
}

// Run runs the command once and reads how it ended.
func (l local) Run(ctx context.Context, call tool.Call) tool.Outcome {
	if len(l.config.Command) == 0 && l.config.Shell == "" {
		return tool.Failure{Message: noCommandText(l.spec.Name)}
	}
	if _, whole := l.rests(call, 0); !whole {
		return tool.Failure{Message: tooManyText(l.spec.Name)}
	}
	input, err := l.input(call)
	if err != nil {
		return tool.Failure{Message: badCallText(l.spec.Name)}
	}
	spelled := tool.SecretsOf(call.Answers)
	said := newSaid(call.Live, spelled)
	var status process.Status
	command, err := l.command(call, input, said)
	if err == nil {
		status, err = process.Run(ctx, command)
	}
	said.end()
	if err != nil {
		return tool.Failure{Message: notStartedText(l.spec.Name, err)}
	}
	return hush(said.outcome(l.spec.Name, status, spelled), spelled)
}

func (l local) command(call tool.Call, input []byte, s *said) (process.Command, error) {
	args, dir, env := l.config.Command, l.config.Dir, l.config.Env
	if dir == "" {
		dir = call.Dir
	}
	if len(args) == 0 {
		shell, err := system.Shell(dir)
		if err != nil {
			return process.Command{}, err
		}
		args = []string{shell, "-c", l.config.Shell}
	}
	if env == nil {
		env = os.Environ()
	}
	return process.Command{
		Args: args, Dir: dir, Env: l.config.Given.Environ(env), Stdin: input,
		Stdout: io.MultiWriter(s.outcomes, s.seen), Stderr: s.seenToo,
		Limit: l.config.Limit, After: l.config.After,
	}, nil
}

// input is the call in the form that the command reads. Answers are passed only here,
// not in the command's arguments or environment, since others can read those.
func (l local) input(call tool.Call) ([]byte, error) {
	type about struct {
		Name      string                     `json:"name"`
		Arguments json.RawMessage            `json:"arguments"`
		Answers   map[string]json.RawMessage `json:"answers"`
		Options   json.RawMessage            `json:"options"`
	}
	type surroundings struct {
		Action       string `json:"action"`
		Root         string `json:"root"`
		Conversation string `json:"conversation_id"`
	}
	answers := make(map[string]json.RawMessage, len(call.Answers))
	for id, a := range call.Answers {
		answers[id] = a.Value
	}
	options := call.Options
	if options == nil {
		options = l.config.Options
	}
	b, err := rawjson.Encode(struct {
		Tool    about        `json:"tool"`
		Context surroundings `json:"context"`
	}{
		about{l.spec.Name, orEmpty(call.Arguments), answers, orEmpty(options)},
		surroundings{"run", call.Dir, call.Conversation},
	})
	return append(b, '\n'), err
}

func orEmpty(object json.RawMessage) json.RawMessage {
	if len(object) == 0 {
		return json.RawMessage("{}")
	}
	return object
}

// said is what a command printed: standard output, once for an outcome and once as
// text, and standard error; both are also shown live, but not what may be an outcome. Secrets are removed from a text
// before its middle is cut out, since the cut may go through one.
type said struct {
	outcomes, printed, complaints *process.Output
	seen, seenToo                 *hushed // standard output and standard error
}

func newSaid(w io.Writer, spelled tool.Secrets) *said {
	l := &live{w: w}
	s := &said{outcomes: process.NewOutput(largest), printed: process.NewOutput(kept), complaints: process.NewOutput(kept)}
	s.seen = &hushed{w: io.MultiWriter(s.printed, &unread{w: l}), spelled: spelled}
	s.seenToo = &hushed{w: io.MultiWriter(s.complaints, l), spelled: spelled}
	return s
}

// end keeps and shows what could have been the beginning of a secret but was not.
func (s *said) end() {
	s.seen.end()
	s.seenToo.end()
}

// outcome reads how the run ended.
func (s *said) outcome(name string, status process.Status, spelled tool.Secrets) tool.Outcome {
	switch status.Ending {
	case process.Cancelled:
		return tool.Failure{Message: cancelledText(name), Trace: s.complaints.Text()}
	case process.TimedOut:
		return tool.Failure{Message: timedOutText(name), Trace: s.complaints.Text()}
	}
	if whole, ok := s.outcomes.Whole(); ok {
		if o := hushedOutcome(name, whole, s.printed, spelled); o != nil {
			return o
		}
	} else if f, ok := torn(name, []byte(s.printed.Text()), s.printed); ok {
		return f
	}
	if status.Code == 0 {
		return tool.Success{Content: s.printed.Text(), Exit: tool.ExitOf(status.Exit())}
	}
	message := s.complaints.Text()
	if message == "" {
		message = s.printed.Text()
	}
	return tool.Failure{Message: failedText(name, status, message), Exit: tool.ExitOf(status.Exit())}
}

// live takes the output of both streams, one write at a time.
type live struct {
	mu sync.Mutex
	w  io.Writer
}

func (l *live) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.w != nil {
		_, _ = l.w.Write(p) // that nobody watches any more does not stop the command
	}
	return len(p), nil
}
