package headless

import (
	"errors"
	"io"

	"parley/coordinator"
	tools "parley/coordinator/tools/process"
	"parley/model/cli/process"
	"parley/model/cli/session"
	"parley/model/cli/socket"
)

// Listen listens for answers of other processes to what is asked in a conversation, until
// its session is closed. After an error it is answered here alone.
func Listen(p *process.Program, x *session.Session) (*socket.Server, error) {
	if err := socket.Supported(); err != nil {
		return nil, err
	}
	dir, err := socket.Folder(p.Variable, p.Dir)
	if err != nil {
		return nil, err
	}
	s, err := socket.Serve(dir, x.Saved.ID(), tools.Mark, x.Tokens.Hold)
	if err != nil {
		return nil, err
	}
	return s, x.Until(s.Close)
}

// listening are the answers of other processes to what is asked in a conversation.
func listening(p *process.Program, x *session.Session) <-chan coordinator.Input {
	s, err := Listen(p, x)
	switch {
	case err == nil:
		return s.Inputs()
	case !errors.Is(err, socket.ErrUnsupported):
		process.Say(p.Err, DeafText(err))
	}
	return nil
}

// DeafText says why no answers are taken from other processes.
func DeafText(err error) string {
	return "Answers are taken here alone, not from `parley answer` or the inbox: " + err.Error() + "."
}

// terminalOf is the terminal on which questions are asked, nil if nobody is there and
// the policies decide.
func terminalOf(p *process.Program) (io.ReadWriteCloser, error) {
	tty, err := p.Terminal()
	if err != nil {
		return nil, nil
	}
	if session.Below(p) {
		process.Say(p.Err, session.BelowText)
		return nil, tty.Close()
	}
	return tty, nil
}
