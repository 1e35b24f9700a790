package headless

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"parley/coordinator"
	"parley/coordinator/commands"
	"parley/model/cli/process"
	"parley/model/cli/session"
	"parley/store"
	"parley/store/record"
	"parley/store/text/clean"
	"parley/views/chrome"
)

// Plain is a conversation in numbered lines: for screen readers and for dumb
// terminals. One message per line; questions come in between.
func Plain(ctx context.Context, p *process.Program, o session.Options, message string) (err error) {
	if err := session.Refuse(p, "a conversation in plain lines"); err != nil {
		return err
	}
	tty, err := p.Terminal()
	if err != nil {
		return errors.New(clean.Ours(plainTerminalText))
	}
	defer func() { err = errors.Join(err, tty.Close()) }()
	s, cfg, err := session.Configuration(p, o)
	if err != nil {
		return err
	}
	x, err := open(ctx, p, s, cfg, o.Resume, true)
	if err != nil {
		return err
	}
	defer func() { err = closed(p, x, err) }()
	if err := x.AsLeft(); err != nil {
		return err
	}
	x.Tell(p.Err)
	tools := toolsOf(ctx, p, x)
	asker := session.Plainly(p, tty, cfg.Forms.ArmingDelay).Drafted(func() store.Drafts { return x.Drafts })
	defer asker.End(ctx)
	first := append([]coordinator.Input{coordinator.Opened{Continue: x.Own()}}, x.Begin...)
	outside := listening(p, x)
	said := coordinator.Submitted{Text: message} // an argument names no images
	for n := 1; ; n++ {
		if n == 1 && o.Resume != "" {
			first = append(first, x.ByItself(message)...)
		}
		if said.Text != "" {
			said.ID = fmt.Sprintf("plain-%d", n)
			first = append(first, said)
		}
		if err := tools(said.Text != "" || n == 1 && o.Resume != ""); err != nil {
			return err
		}
		out := &printer{prog: p, format: "text", shell: x.Shell, asks: true, talk: record.NewTranscript(x.Shell.Log())}
		loop := &commands.Loop{Shell: x.Shell, Saw: out.saw, Ask: asker.Ask, Outside: outside, Grace: grace, Leaves: leaves(ctx)}
		loop.Run(ctx, first...)
		if out.left = loop.Left(); out.left {
			return out.finish(ctx, x.Saved.ID())
		}
		held := x.Shell.State().Busy() == coordinator.Held
		if held {
			process.Say(p.Err, heldText)
		} else if err := out.goesOn(out.finish(ctx, x.Saved.ID())); err != nil {
			return err
		}
		var more bool
		if said, more = readMessage(ctx, asker, tty, x.Attach, held, func(text string) string { return screenOnly(text, x.ScreenCommands(), x.Saved.ID()) }); !more {
			return nil
		}
		first = lifted(held)
	}
}

// goesOn is what of the end of a turn ends the conversation too. The rest of it is told.
func (o *printer) goesOn(err error) error {
	var s process.StatusError
	switch {
	case err == nil, errors.As(err, &s) && (s.Status == process.ExitGuard || s.Status == process.ExitCut):
		return nil
	case errors.As(err, &s) || o.failed != nil:
		return err
	}
	process.Say(o.prog.Err, err.Error())
	return nil
}

// toolsOf lets servers be reached, and puts into force what they offer whenever something may be sent. The first time, that
// waits for those of which nothing is known.
func toolsOf(ctx context.Context, p *process.Program, x *session.Session) func(sends bool) error {
	x.ReachServers()
	first := true
	return func(sends bool) error {
		if !sends {
			return nil
		}
		if first {
			first = false
			if notes, err := askServers(ctx, p, x, true); err != nil { // else what went wrong is among the lines below
				process.Say(p.Err, strings.Join(notes, "\n"))
				return err
			}
		}
		for _, note := range x.TakeTools(true) {
			process.Say(p.Err, note)
		}
		return nil
	}
}

// lifted is what goes on with a turn that was held.
func lifted(held bool) []coordinator.Input {
	if !held {
		return nil
	}
	return []coordinator.Input{coordinator.Continued{}}
}

// readMessage asks for the next message, and takes the images that it names; /quit or the
// end of input ends the conversation. An empty line is one only where a turn is held. What is a command of the screen is no message: elsewhere
// says where it is one.
func readMessage(ctx context.Context, asker *commands.Plain, tty io.Writer, attach func([]string) ([]store.File, error), held bool, elsewhere func(text string) string) (coordinator.Submitted, bool) {
	for {
		text, ok := asker.Line(ctx, "\nMessage (/quit leaves): ")
		if !ok || strings.TrimSpace(text) == "/quit" {
			return coordinator.Submitted{}, false
		}
		if blank := strings.TrimSpace(text) == ""; blank && held {
			return coordinator.Submitted{}, true
		} else if blank {
			continue
		}
		if why := elsewhere(text); why != "" {
			fmt.Fprintln(tty, process.Terminal(why))
			continue
		}
		names := chrome.ImageNames(text)
		if len(names) == 0 {
			return coordinator.Submitted{Text: text}, true
		}
		files, err := attach(names)
		if err != nil {
			fmt.Fprintln(tty, process.Terminal(unsentText(err)))
			continue
		}
		fmt.Fprintln(tty, process.Terminal(record.FileWords(files)))
		return coordinator.Submitted{Text: text, Files: files}, true
	}
}

// screenOnly says how to get what a command of the screen does, "" for a message.
func screenOnly(text string, all []string, id string) string {
	words := strings.Fields(text)
	if len(words) == 0 || !slices.Contains(all, words[0]) {
		return ""
	}
	return screenOnlyText(words[0], id)
}
