package command

import (
	"context"
	"io"

	"parley/coordinator/tool"
	"parley/coordinator/tools/process"
)

// Ran is the outcome of a command of the user's own.
type Ran struct {
	Output string
	Exit   tool.Exit // unknown if a signal ended it
}

// Own runs a line of the user's own as run_command does, with the same limits on its
// output, but for as long as it takes. A command that could not be started has the exit
// status with which a shell reports a missing command.
func Own(ctx context.Context, c Config, dir, line string, screen io.Writer) Ran {
	if commandProblem(line) != "" {
		return Ran{commandProblem(line), tool.Exited(notFound)}
	}
	status, printed, err := c.shell(ctx, line, dir, dir, process.Command{Env: c.environ(dir, tool.Call{}), Stdout: live{screen}})
	if err != nil {
		return Ran{notStartedText(err), tool.Exited(notFound)}
	}
	return Ran{printed, tool.ExitOf(status.Exit())}
}

// notFound is the exit status of a shell that finds no command.
const notFound = 127
