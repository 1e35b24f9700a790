package headless

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"parley/coordinator"
	"parley/coordinator/commands"
	"parley/model/cli/process"
	"parley/model/cli/session"
	"parley/store"
)

// Plain is a conversation in numbered lines: for screen readers and for dumb
// terminals. One message per line; questions come in between.
func Plain(ctx context.Context, p *process.Program, o session.Options, message string) (err error) {
	if err := session.Refuse(p, "a conversation in plain lines"); err != nil {
		return err
	}
	tty, err := p.Terminal()
	if err != nil {
		return fmt.Errorf("%s", process.NoTerminal)
	}
	defer func() { err = errors.Join(err, tty.Close()) }()
	s, cfg, err := session.Configuration(p, o)
	if err != nil {
		return err
	}
	x, err := session.Open(context.WithoutCancel(ctx), p, s, cfg, o.Resume, true)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, x.Close()) }()
	x.Tell(p.Err)
	asker := commands.NewPlain(tty).Armed(cfg.Forms.ArmingDelay, p.Now, time.After)
	first := append([]coordinator.Input{coordinator.Opened{Continue: true}}, x.Begin...)
	for n := 1; ; n++ {
		if n == 1 && o.Resume != "" {
			first = append(first, x.GoesOn(message)...)
		}
		if message != "" {
			first = append(first, coordinator.Submitted{ID: fmt.Sprintf("plain-%d", n), Text: message})
		}
		out := &printer{prog: p, format: "text", shell: x.Shell, asks: true, talk: store.NewTranscript(x.Shell.Log())}
		loop := &commands.Loop{Shell: x.Shell, Saw: out.saw, Ask: asker.Ask}
		loop.Run(ctx, first...)
		if err := out.finish(ctx, x.Saved.ID()); err != nil {
			var s process.StatusError
			switch {
			case errors.As(err, &s) && (s.Status == process.ExitGuard || s.Status == process.ExitCut):
			case errors.As(err, &s) || out.failed != nil:
				return err
			default:
				fmt.Fprintf(p.Err, "parley: %s\n", process.Terminal(err.Error()))
			}
		}
		var more bool
		if message, more = readMessage(ctx, asker, tty); !more {
			return nil
		}
		first = nil
	}
}

// readMessage asks for the next message; /quit or the end of input ends the
// conversation.
func readMessage(ctx context.Context, asker *commands.Plain, tty io.Writer) (string, bool) {
	for {
		fmt.Fprint(tty, "\nMessage (/quit leaves): ")
		text, ok := asker.Line(ctx)
		if !ok || strings.TrimSpace(text) == "/quit" {
			return "", false
		}
		if strings.TrimSpace(text) != "" {
			return text, true
		}
	}
}
